/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fuzz target, for libFuzzer and for AFL++ in persistent mode: a verdict
 * other than LSM_AGREE is a crash.
 *
 * LSM_LEDGER names a file to count in; LSM_IMPLS narrows the implementations.
 */
#include <lsm/engine.h>
#include <lsm/mutator.h>
#include <lsm/sanitized.h>

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size,
				 const uint8_t *b, size_t b_size, uint8_t *out,
				 size_t max, unsigned int seed);

static struct lsm_machine *machine;

static _Noreturn void refuse(const char *what, const char *why)
{
	fprintf(stderr, "fuzz_%s: %s: %s\n", lsm_structure.name, what, why);
	exit(LSM_EXIT_USAGE);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *path = getenv("LSM_LEDGER");
	char *complaint = NULL;

	(void)argc;
	(void)argv;
	machine = lsm_machine_new(&lsm_structure, getenv("LSM_IMPLS"), NULL,
				  &complaint);
	if (!machine)
		refuse("LSM_IMPLS", complaint ? complaint : "out of memory");
	if (path) {
		struct lsm_ledger *ledger =
			lsm_ledger_map(path, &lsm_structure);

		if (!ledger)
			refuse(path, errno == EBADMSG ? "not its ledger"
						      : strerror(errno));
		lsm_machine_use_ledger(machine, ledger);
	}
	if (lsm_machine_try_setups(machine, stderr) != LSM_AGREE)
		abort();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lsm_tweak tweak = LSM_TWEAK_NONE, full = LSM_TWEAK_NONE;
	struct lsm_verdict verdict, where;

	if (!machine)
		LLVMFuzzerInitialize(NULL, NULL);
	tweak.brief = true;
	verdict = lsm_machine_run(machine, data, size, &tweak);
	if (verdict.kind == LSM_AGREE)
		return 0;
	/* Where exactly; a fault that needs used objects may hide by now. */
	where = lsm_machine_run(machine, data, size, &full);
	if (where.kind != LSM_AGREE)
		verdict = where;
	lsm_explain(stderr, machine, data, size, &verdict);
	abort();
}

#ifndef LSM_NO_MUTATOR /* AFL++ loads its own copy as a library */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* MSan does not see libFuzzer write: it is not instrumented. */
static void initialized(const uint8_t *data, size_t size)
{
#if __has_feature(memory_sanitizer)
	__msan_unpoison(data, size);
#else
	(void)data;
	(void)size;
#endif
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed)
{
	struct lsm_random random = { .state = seed };

	initialized(data, size);
	/* Some of the time bytes, or what it learns from compares is lost. */
	if (lsm_random_below(&random, 8) == 0) {
		size = LLVMFuzzerMutate(data, size, max);
		initialized(data, size);
		lsm_settle(&lsm_structure, data, size, &random);
		return size;
	}
	return lsm_mutate(&lsm_structure, data, size, max, &random);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size,
				 const uint8_t *b, size_t b_size, uint8_t *out,
				 size_t max, unsigned int seed)
{
	struct lsm_random random = { .state = seed };
	size_t size;

	initialized(a, a_size);
	initialized(b, b_size);
	size = lsm_crossover(&lsm_structure, (struct lsm_blob){ a, a_size },
			     (struct lsm_blob){ b, b_size }, out, max, &random);
	lsm_settle(&lsm_structure, out, size, &random);
	return size;
}

#endif
