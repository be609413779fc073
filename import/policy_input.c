/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policy_input.h"

#include "complain.h"
#include "input_file.h"
#include "policy_sets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SECONDS_MAX 10
#define MEMORY_MAX ((size_t)1 << 30)
#define OUTPUT_MAX ((size_t)256 << 20)

/* Files that people take for a policy, by how they begin. */
static const struct {
	const char *begins;
	size_t len;
	const char *what;
} strangers[] = {
	{ "\x8d\xff\x7c\xf9", 4, "a policy module, not a kernel policy" },
	{ "\x8f\xff\x7c\xf9", 4,
	  "a module package (.pp), not a kernel policy" },
	{ "\x8a\xff\x7c\xf9", 4, "compiled file contexts, not a policy" },
	{ "\x7f"
	  "ELF",
	  4, "an ELF file, not a policy" },
	{ "MZ", 2, "a kernel image or another program, not a policy" },
	{ "BZh", 3, "compressed with bzip2; expand it first" },
	{ "\x1f\x8b", 2, "compressed with gzip; expand it first" },
	{ "\xfd"
	  "7zXZ",
	  5, "compressed with xz; expand it first" },
	{ "\x28\xb5\x2f\xfd", 4, "compressed with zstd; expand it first" },
};
#define NR_STRANGERS (sizeof(strangers) / sizeof(strangers[0]))

static const char *recognise(const char *image, size_t size)
{
	if (!size)
		return "an empty file";
	for (size_t i = 0; i < NR_STRANGERS; i++)
		if (size >= strangers[i].len &&
		    !memcmp(image, strangers[i].begins, strangers[i].len))
			return strangers[i].what;
	return NULL;
}

/* What the child needs; the report is in memory that the parent sees too. */
struct task {
	const char *image;
	size_t size;
	struct lsm_policy_report *report;
	FILE *out;
};

static int pack(const struct lsm_policy_set *set, void *arg)
{
	struct task *task = arg;

	return import_set_pack(task->out, set);
}

static int read_in_child(FILE *out, void *arg)
{
	struct task *task = arg;

	task->out = out;
	return lsm_policy_read(task->image, task->size, task->report, pack,
			       task) != 0;
}

/* How far the reader came.  The report may have been bent by what it read. */
static size_t offset(const struct task *task)
{
	const struct lsm_policy_report *report = task->report;
	size_t left = task->size;

	if (report->left_at &&
	    report->left_at <= sizeof(report->cursor) - sizeof(left))
		memcpy(&left, report->cursor + report->left_at, sizeof(left));
	return left < task->size ? task->size - left : 0;
}

static void complain_at(const char *path, const struct task *task,
			const char *what)
{
	import_complain("%s: offset %zu of %zu: %s", path, offset(task),
			task->size, what);
}

/* Return: true if the child has done its work. */
static bool judge(const char *path, struct task *task,
		  const struct import_outcome *outcome)
{
	char text[LSM_POLICY_MESSAGE_MAX + 64];

	task->report->message[LSM_POLICY_MESSAGE_MAX - 1] = '\0';
	switch (outcome->end) {
	case IMPORT_RETURNED:
		if (!outcome->detail)
			return true;
		snprintf(text, sizeof(text), "libsepol: %s",
			 task->report->message);
		break;
	case IMPORT_TIMED_OUT:
		snprintf(text, sizeof(text), "timed out after %d seconds",
			 SECONDS_MAX);
		break;
	case IMPORT_OUT_OF_MEMORY:
		snprintf(text, sizeof(text),
			 "wants more than %zu MiB of memory", MEMORY_MAX >> 20);
		break;
	case IMPORT_CRASHED:
		if (outcome->detail > 0)
			snprintf(text, sizeof(text), "the reader crashed: %s",
				 strsignal(outcome->detail));
		else
			snprintf(text, sizeof(text),
				 "the reader ended with status %d",
				 -outcome->detail);
		break;
	case IMPORT_TOO_LONG:
		snprintf(text, sizeof(text), "the sets take more than %zu MiB",
			 OUTPUT_MAX >> 20);
		break;
	case IMPORT_INTERRUPTED:
		return false; /* whoever raised the flag knows */
	case IMPORT_NOT_RUN:
		snprintf(text, sizeof(text), "cannot run the reader: %s",
			 strerror(outcome->detail));
		break;
	}
	complain_at(path, task, text);
	return false;
}

static bool hand_over(const char *path, const struct task *task,
		      const struct import_outcome *outcome,
		      lsm_policy_set_fn *visit, void *arg)
{
	int status = import_unpack(outcome->output, outcome->len, visit, arg);

	if (!status)
		return true;
	complain_at(path, task,
		    status == -E2BIG	? "more sets than any policy has"
		    : status == -ENOMEM ? "out of memory"
					: "the reader returned nonsense");
	return false;
}

static bool read_image(const char *path, struct task *task,
		       lsm_policy_set_fn *visit, void *arg,
		       const volatile sig_atomic_t *stop)
{
	const struct import_limits limits = {
		.seconds = SECONDS_MAX,
		.memory = MEMORY_MAX,
		.output = OUTPUT_MAX,
		.stop = stop,
	};
	const char *stranger = recognise(task->image, task->size);
	struct import_outcome outcome;
	bool good;

	if (stranger) {
		complain_at(path, task, stranger);
		return false;
	}
	import_sandbox(&outcome, &limits, read_in_child, task);
	good = judge(path, task, &outcome) &&
	       hand_over(path, task, &outcome, visit, arg);
	free(outcome.output);
	return good;
}

bool import_policy_read(const char *path, struct lsm_policy_report *report,
			lsm_policy_set_fn *visit, void *arg,
			const volatile sig_atomic_t *stop)
{
	struct task task = { 0 };
	char *image = import_read_file(path, &task.size);
	bool good = false;

	if (!image)
		return false;
	task.image = image;
	task.report = mmap(NULL, sizeof(*task.report), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (task.report == MAP_FAILED) {
		import_complain("%s: %s", path, strerror(errno));
	} else {
		good = read_image(path, &task, visit, arg, stop);
		*report = *task.report;
		munmap(task.report, sizeof(*task.report));
	}
	free(image);
	return good;
}
