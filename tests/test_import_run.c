/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the importer reads and where it writes, with a reader of our own. */
#include "../import/level_suffixes.h"
#include "../import/output_folder.h"
#include "../import/policy_input.h"

#include <lsm/alloc.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const volatile sig_atomic_t never;

/* What went to standard error while a test captured it. */
static char printed[16384];
static int saved_stderr;
static FILE *file;

#define assert_has(text) assert_non_null(strstr(printed, text))

static void begin_capture(void)
{
	file = tmpfile();
	saved_stderr = dup(STDERR_FILENO);
	dup2(fileno(file), STDERR_FILENO);
}

static void end_capture(void)
{
	dup2(saved_stderr, STDERR_FILENO);
	close(saved_stderr);
	rewind(file);
	printed[fread(printed, 1, sizeof(printed) - 1, file)] = '\0';
	fclose(file);
}

/* The reader: what it does is the policy's first byte. */
int lsm_policy_read(const void *image, size_t size,
		    struct lsm_policy_report *report, lsm_policy_set_fn *visit,
		    void *arg)
{
	static const struct lsm_policy_unit unit = { 64, 5 };
	const struct lsm_policy_set set = { LSM_POLICY_TYPE, "one", 0, &unit,
					    1 };
	size_t left = size - 1;

	report->left_at = 8;
	memcpy(report->cursor + 8, &left, sizeof(left));
	switch (*(const char *)image) {
	case 'a':
		abort();
	case 'm':
		return lsm_malloc((size_t)3 << 30) ? 0 : -1;
	case 'r':
		strcpy(report->message, "does not\nlike it");
		return -1;
	case 'x':
		_exit(1);
	default:
		return visit(&set, arg);
	}
}

static int count_set(const struct lsm_policy_set *set, void *arg)
{
	assert_string_equal(set->name, "one");
	assert_int_equal(set->units[0].map, 5);
	++*(size_t *)arg;
	return 0;
}

static void input_names_what_happened(void **state)
{
	static const struct {
		const char *bytes;
		const char *says;
	} cases[] = {
		{ "good", NULL },
		{ "", "offset 0 of 0: an empty file" },
		{ "MZ..", "offset 0 of 4: a kernel image" },
		{ "abort", "offset 1 of 5: the reader crashed: Aborted" },
		{ "memory", "offset 1 of 6: wants more than 1024 MiB" },
		{ "refuse", "offset 1 of 6: libsepol: does not?like it" },
		{ "xyz", "offset 1 of 3: the reader ended with status 1" },
	};
	char path[] = "/tmp/test-import-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].bytes), sets = 0;
		struct lsm_policy_report report;
		bool good;

		assert_int_equal(ftruncate(fd, 0), 0);
		assert_int_equal(pwrite(fd, cases[i].bytes, len, 0), len);
		begin_capture();
		good = import_policy_read(path, &report, count_set, &sets,
					  &never);
		end_capture();
		assert_int_equal(good, !cases[i].says);
		assert_int_equal(sets, good);
		if (cases[i].says) {
			assert_has(path);
			assert_has(cases[i].says);
		}
	}
	close(fd);
	unlink(path);
}

static int loop(FILE *out, void *arg)
{
	(void)out;
	for (volatile int *forever = arg; *forever;)
		;
	return 0;
}

static int flood(FILE *out, void *arg)
{
	for (int i = 0; i < 100000; i++)
		fputs(arg, out);
	return 0;
}

static void sandbox_ends_what_does_not_end(void **state)
{
	const struct import_limits limits = { 1, 1 << 20, 1 << 16, &never };
	struct import_outcome outcome;
	char text[] = "0123456789";
	int forever = 1;

	(void)state;
	import_sandbox(&outcome, &limits, loop, &forever);
	assert_int_equal(outcome.end, IMPORT_TIMED_OUT);
	assert_null(outcome.output);
	import_sandbox(&outcome, &limits, flood, text);
	assert_int_equal(outcome.end, IMPORT_TOO_LONG);
	forever = 0;
	import_sandbox(&outcome, &limits, loop, &forever);
	assert_int_equal(outcome.end, IMPORT_RETURNED);
	assert_int_equal(outcome.detail, 0);
	assert_int_equal(outcome.len, 0);
	free(outcome.output);
}

static void suffixes_are_found(void **state)
{
	static const char text[] =
		"# comment\n\n/a\tu:r:t:s0\n/b -d u:r:t:s0-s1:c0.c3,c5\r\n"
		"/c <<none>>\n/d -- u:r:t\n/e u:r\n/f -q u:r:t:s0\n/g\n"
		"/h u::t:s0\n/i u:r:t:\n/j -- u:r:t:s0 x\n/k u:r:t:s0";
	struct import_levels levels = { 0 };
	struct import_suffix_count count;

	(void)state;
	begin_capture();
	import_suffixes(&levels, &count, "FILE", text, sizeof(text) - 1);
	end_capture();
	import_levels_sort(&levels);
	assert_int_equal(count.contexts, 4);
	assert_int_equal(count.none, 1);
	assert_int_equal(count.malformed, 6);
	assert_int_equal(levels.nr, 2);
	assert_string_equal(levels.text[0], "s0");
	assert_string_equal(levels.text[1], "s0-s1:c0.c3,c5");
	assert_has("FILE:7: a context needs user:role:type\n");
	assert_has("FILE:8: neither a file type nor a context\n");
	assert_has("FILE:12: something follows the context\n");
	import_levels_free(&levels);
}

static void fill(struct import_folder *folder, const char *path)
{
	assert_int_equal(import_folder_open(folder, path), 0);
	for (size_t i = 0; i < 2; i++) {
		file = import_folder_file(folder, IMPORT_EBITMAP, "../a b", i);
		assert_int_equal(import_folder_close(folder, file), 0);
	}
}

static void folder_appears_whole_or_not_at_all(void **state)
{
	char parent[] = "/tmp/test-import-XXXXXX";
	struct import_folder folder;

	(void)state;
	assert_non_null(mkdtemp(parent));
	assert_int_equal(chdir(parent), 0);
	fill(&folder, "out/");
	import_folder_abandon(&folder);
	assert_int_equal(rmdir(parent), 0); /* so nothing is left */
	assert_int_equal(mkdir(parent, 0700), 0);
	assert_int_equal(chdir(parent), 0);
	for (int i = 0; i < 2; i++) {
		fill(&folder, "out/");
		assert_int_equal(folder.replaces, i);
		assert_int_equal(import_folder_commit(&folder), 0);
		assert_int_equal(access("out/ebitmap/.._a_b.ops", F_OK), 0);
		assert_int_equal(access("out/ebitmap/.._a_b~1.ops", F_OK), 0);
	}
	begin_capture();
	assert_int_equal(mkdir("out/notes", 0700), 0);
	assert_true(import_folder_open(&folder, "out") < 0);
	assert_int_equal(rmdir("out/notes"), 0);
	unlink("out/" IMPORT_MARKER);
	assert_true(import_folder_open(&folder, "out") < 0);
	end_capture();
	assert_has("has no file " IMPORT_MARKER);
	unlink("out/ebitmap/.._a_b.ops");
	unlink("out/ebitmap/.._a_b~1.ops");
	rmdir("out/ebitmap");
	rmdir("out");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(parent), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(input_names_what_happened),
		cmocka_unit_test(sandbox_ends_what_does_not_end),
		cmocka_unit_test(suffixes_are_found),
		cmocka_unit_test(folder_appears_whole_or_not_at_all),
	};

	return cmocka_run_group_tests_name("import_run", tests, NULL, NULL);
}
