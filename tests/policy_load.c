/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy_load: load policies into libsepol and every kernel tree, and say what
 * each makes of them.
 *
 * A loader may crash, stop its kernel, leak or never end, so a child does it.
 * With --bytes every byte of a policy is changed in a few ways, one at a time;
 * cases with the same verdicts are counted together.  That is for the trees:
 * libsepol takes minutes for some of them, as it visits every value up to the
 * highest that a changed count allows.
 */
#include "decision_policy.h"

#include <lsm/alloc.h>

#include <whole_kernel.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define DECLARE(S, name) extern const struct whole_kernel_ops lsm_##S##_##name;
#define ENTRY(S, name) &lsm_##S##_##name,

WHOLE_KERNELS(DECLARE, whole)

static const struct whole_kernel_ops *const tree[] = { WHOLE_KERNELS(
	ENTRY, whole) NULL };
#define LOADERS LSM_ARRAY_SIZE(tree) /* the trees, and libsepol in front */

#define SECONDS 2 /* of processor time that one policy may take */
#define BYTES_MAX (UINT32_C(1) << 28) /* of memory that one may take */
#define WORDS 120

/* What a loader made of a policy, in words; empty: not asked yet. */
struct answer {
	char words[WORDS];
};

/* What parent and child share: who works on which case. */
struct progress {
	size_t at;
	struct answer answer[];
};

/* How a byte is changed. */
#define CHANGES 6

struct input {
	const char *path;
	uint8_t *image;
	size_t size;
	bool bytes; /* cases are changes of a byte, else there is one */
};

struct class
{
	struct answer answer[LOADERS];
	size_t first;
	size_t nr;
};

__attribute__((noreturn)) static void die(const char *path, const char *what)
{
	fprintf(stderr, "policy_load: %s: %s\n", path, what);
	exit(2);
}

/* The first that is asked. */
static size_t first_loader(const struct input *input)
{
	return input->bytes ? 1 : 0;
}

static size_t nr_cases(const struct input *input)
{
	return input->bytes ? input->size * CHANGES : 1;
}

static uint8_t changed(uint8_t byte, size_t how)
{
	const uint8_t to[CHANGES] = {
		0,    (uint8_t)(byte + 1),  (uint8_t)(byte - 1),
		0xff, (uint8_t)(byte ^ 64), (uint8_t)(byte ^ 128)
	};

	return to[how];
}

static const char *name_of(size_t loader)
{
	return loader ? tree[loader - 1]->name : "libsepol";
}

/* As libsepol's own readers of files do. */
static int load_libsepol(void *image, size_t size)
{
	const char *why;
	void *policy = lsm_decision_policy.read(image, size, &why);

	if (!policy)
		return -EINVAL;
	lsm_decision_policy.free(policy);
	return 0;
}

static int load_tree(const struct whole_kernel_ops *ops, void *image,
		     size_t size)
{
	void *policy;
	int status = ops->load(image, size, &policy);

	if (!status)
		ops->unload(policy);
	return status;
}

/* In a copy that ends where the policy does, so that reading on shows. */
static void try_case(const struct input *input, size_t number, size_t loader,
		     struct answer *answer)
{
	uint8_t *image = malloc(input->size);
	int64_t before = lsm_alloc_live();
	int status;

	if (!image)
		die(input->path, "out of memory");
	memcpy(image, input->image, input->size);
	if (input->bytes)
		image[number / CHANGES] =
			changed(image[number / CHANGES], number % CHANGES);
	lsm_alloc_limit(BYTES_MAX);
	status = loader ? load_tree(tree[loader - 1], image, input->size)
			: load_libsepol(image, input->size);
	lsm_alloc_limit(0);
	free(image);
	if (lsm_alloc_live() != before)
		snprintf(answer->words, WORDS, "%s and leaks memory",
			 status ? "refuses" : "accepts");
	else
		snprintf(answer->words, WORDS, "%s",
			 status ? "refuses" : "accepts");
}

/* All cases that are left, until one ends the process. */
__attribute__((noreturn)) static void
work(const struct input *input, struct progress *progress, size_t loader)
{
	const struct itimerval limit = { .it_value.tv_sec = SECONDS };

	for (; progress->at < nr_cases(input); progress->at++) {
		setitimer(ITIMER_PROF, &limit, NULL);
		try_case(input, progress->at, loader,
			 &progress->answer[progress->at]);
	}
	_exit(0);
}

/* Cut what differs from run to run off a line of a report. */
static void copy_words(struct answer *answer, const char *from)
{
	static const char *const ends[] = { " on address", " on unknown",
					    " at /", " at .", "\n" };
	size_t len = strnlen(from, WORDS - 1);

	for (size_t i = 0; i < LSM_ARRAY_SIZE(ends); i++) {
		const char *end = strstr(from, ends[i]);

		if (end && (size_t)(end - from) < len)
			len = (size_t)(end - from);
	}
	memcpy(answer->words, from, len);
	answer->words[len] = '\0';
}

/* What a child said before it died, or how it died. */
static void last_words(FILE *said, int status, struct answer *answer)
{
	static const char *const marks[] = {
		"kernel BUG: ", "runtime error: ", "AddressSanitizer: ",
		"ThreadSanitizer: ", "MemorySanitizer: "
	};
	char line[512];

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
		snprintf(answer->words, WORDS, "never ends");
		return;
	}
	snprintf(answer->words, WORDS, "crashes: %s",
		 WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
				     : "of a sanitizer");
	rewind(said);
	while (fgets(line, sizeof(line), said))
		for (size_t i = 0; i < LSM_ARRAY_SIZE(marks); i++) {
			const char *at = strstr(line, marks[i]);

			if (at) {
				copy_words(answer, at);
				return;
			}
		}
}

static void load_all(const struct input *input, struct progress *progress,
		     size_t loader)
{
	progress->at = 0;
	while (progress->at < nr_cases(input)) {
		FILE *said = tmpfile();
		pid_t child = said ? fork() : -1;
		int status;

		if (child < 0)
			die(input->path, strerror(errno));
		if (!child) {
			dup2(fileno(said), STDERR_FILENO);
			work(input, progress, loader);
		}
		while (waitpid(child, &status, 0) < 0)
			if (errno != EINTR)
				die(input->path, strerror(errno));
		if (status)
			last_words(said, status,
				   &progress->answer[progress->at++]);
		fclose(said);
	}
}

/* Of changed bytes, which only the trees are asked about. */
static bool same(const struct class *class, struct progress *const *progress,
		 size_t number)
{
	for (size_t i = 1; i < LOADERS; i++)
		if (strcmp(class->answer[i].words,
			   progress[i]->answer[number].words) != 0)
			return false;
	return true;
}

static void tell(const struct input *input, const struct class *class)
{
	printf("%s", input->path);
	if (input->bytes) {
		size_t at = class->first / CHANGES;

		printf(": %zu times, first byte %zu = 0x%02x", class->nr, at,
		       changed(input->image[at], class->first % CHANGES));
	}
	for (size_t i = first_loader(input); i < LOADERS; i++)
		printf("; %s %s", name_of(i), class->answer[i].words);
	putchar('\n');
}

static void sort_out(const struct input *input,
		     struct progress *const *progress)
{
	size_t nr = 0, cases = nr_cases(input);
	struct class *all = calloc(cases, sizeof(*all));

	if (!all)
		die(input->path, "out of memory");
	for (size_t i = 0; i < cases; i++) {
		size_t at = 0;

		while (at < nr && !same(&all[at], progress, i))
			at++;
		for (size_t k = first_loader(input); at == nr && k < LOADERS;
		     k++)
			all[at].answer[k] = progress[k]->answer[i];
		if (at == nr)
			all[nr++].first = i;
		all[at].nr++;
	}
	for (size_t i = 0; i < nr; i++)
		tell(input, &all[i]);
	free(all);
}

static void run(const struct input *input)
{
	size_t size = sizeof(struct progress) +
		      nr_cases(input) * sizeof(struct answer);
	struct progress *progress[LOADERS];

	fflush(stdout);
	for (size_t i = first_loader(input); i < LOADERS; i++) {
		progress[i] = mmap(NULL, size, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (progress[i] == MAP_FAILED)
			die(input->path, strerror(errno));
		load_all(input, progress[i], i);
	}
	sort_out(input, progress);
	for (size_t i = first_loader(input); i < LOADERS; i++)
		munmap(progress[i], size);
}

static void read_file(struct input *input)
{
	FILE *file = fopen(input->path, "rb");
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0)
		die(input->path, strerror(errno));
	if (!size)
		die(input->path, "empty");
	rewind(file);
	input->size = (size_t)size;
	input->image = malloc(input->size);
	if (!input->image ||
	    fread(input->image, 1, input->size, file) != input->size)
		die(input->path, "cannot be read");
	fclose(file);
}

int main(int argc, char **argv)
{
	int first = argc > 1 && !strcmp(argv[1], "--bytes") ? 2 : 1;

	if (first >= argc) {
		fputs("usage: policy_load [--bytes] POLICY...\n", stderr);
		return 2;
	}
	for (int i = first; i < argc; i++) {
		struct input input = { .path = argv[i], .bytes = first == 2 };

		read_file(&input);
		run(&input);
		free(input.image);
	}
	return 0;
}
