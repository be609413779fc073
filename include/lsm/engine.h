/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine.h - run one program on many implementations in lockstep
 *
 * The engine decodes a program once, runs it on every implementation of a
 * structure and compares what a caller could observe after each step.  It never
 * aborts: it returns a verdict, and the driver (fuzz, replay, canary,
 * exhaustive) decides what a verdict means.
 */
#ifndef LSM_ENGINE_H
#define LSM_ENGINE_H

#include <lsm/ledger.h>
#include <lsm/program.h>
#include <lsm/structure.h>

/**
 * enum lsm_verdict_kind - what a run showed
 * @LSM_AGREE: every implementation behaved like the reference
 * @LSM_DISAGREE: an answer differs from the reference's
 * @LSM_DUMP_DIFFERS: an object differs from the reference's after an update
 * @LSM_INCONSISTENT: an implementation failed its own check()
 * @LSM_BAD_FAILURE: an operation that ran out of memory broke its contract
 * @LSM_LEAK: allocations did not return to the baseline
 * @LSM_TIMEOUT: a program ran past its limit (found by the watchdog)
 * @LSM_BUG: an implementation gave up by lsm_bug()
 *
 * The numbers are exit codes of the drivers, so that scripts and the minimiser
 * can tell one class of failure from another.
 */
enum lsm_verdict_kind {
	LSM_AGREE = 0,
	LSM_DISAGREE = 10,
	LSM_DUMP_DIFFERS = 11,
	LSM_INCONSISTENT = 12,
	LSM_BAD_FAILURE = 13,
	LSM_LEAK = 14,
	LSM_TIMEOUT = 15,
	LSM_BUG = 19,
};

/**
 * lsm_bug() - what a kernel does at BUG() and WARN(): the program is lost
 * @what: what broke, and where
 *
 * Says so, hands @what to lsm_bug_hook, if a driver has set one, and aborts.
 */
_Noreturn void lsm_bug(const char *what);
extern void (*lsm_bug_hook)(const char *what);

/* Exit code of a driver whose sanitizer spoke. */
#define LSM_EXIT_SANITIZER 16

/* Exit code of a driver that was used wrongly or could not read its input. */
#define LSM_EXIT_USAGE 2

/**
 * struct lsm_verdict - the result of one run
 * @kind: what it showed
 * @step: 0-based index of the operation that revealed it
 * @impl: index, among the machine's implementations, of the one at fault
 * @slot: the object at fault, for dumps and checks
 * @reason: why, or NULL; static
 */
struct lsm_verdict {
	enum lsm_verdict_kind kind;
	size_t step;
	size_t impl;
	size_t slot;
	const char *reason;
};

#define LSM_NO_STEP SIZE_MAX
#define LSM_STRICT_EVERY 16

/**
 * struct lsm_tweak - how a run departs from the ordinary
 * @fresh: new objects for this program
 * @strict: look at every object that clear() leaves; an ordinary run does so
 *	after one program in LSM_STRICT_EVERY, as it costs speed
 * @brief: what a fuzzer does for speed: of twins only one is asked, chosen by
 *	a hash of the program, and check() is called at the end alone.  Who
 *	finds something this way runs the program once more in full
 * @hide_step: the step to hide from @hide_impl, or LSM_NO_STEP: a planted bug
 * @hide_impl: index among the machine's implementations, not 0
 * @hidden_effective: receives whether the hidden update changed the reference
 * @show_step: the step whose answers to spell out, or LSM_NO_STEP
 * @show: an array of one stream per implementation, or NULL
 */
struct lsm_tweak {
	bool fresh;
	bool strict;
	bool brief;
	size_t hide_step;
	size_t hide_impl;
	bool hidden_effective;
	size_t show_step;
	FILE **show;
};

/* The ordinary run: objects re-used, nothing hidden, nothing shown. */
#define LSM_TWEAK_NONE                                 \
	((struct lsm_tweak){ .hide_step = LSM_NO_STEP, \
			     .show_step = LSM_NO_STEP })

struct lsm_machine;

/**
 * lsm_machine_new() - make a machine for a structure
 * @s: the structure
 * @names: comma-separated names of implementations to run, or NULL for all
 *	that this processor can run; the reference always runs and comes first
 * @without: a row of FINDINGS.md whose differences to ignore, or NULL: a drill
 * @complaint: receives why not, a text to be freed
 *
 * Return: the machine, or NULL.  Names that do not exist, an implementation
 * that this processor cannot run, and a list that leaves nothing to compare
 * with the reference are errors.
 */
struct lsm_machine *lsm_machine_new(const struct lsm_structure *s,
				    const char *names, const char *without,
				    char **complaint);

/**
 * lsm_machine_free() - free a machine and its objects
 * @machine: the machine, or NULL
 */
void lsm_machine_free(struct lsm_machine *machine);

/**
 * lsm_machine_run() - run one program on every implementation
 * @machine: the machine
 * @data: the program
 * @size: its length in bytes
 * @tweak: how the run departs from the ordinary
 *
 * A program with a modifier (an allocation to fail) always runs on fresh
 * objects.
 *
 * Return: the first disagreement, or LSM_AGREE.  After a disagreement the
 * machine has dropped its objects and is fit for the next program.
 *
 * Context: one thread at a time per machine; allocation counters are the
 * thread's.
 */
struct lsm_verdict lsm_machine_run(struct lsm_machine *machine,
				   const uint8_t *data, size_t size,
				   struct lsm_tweak *tweak);

/**
 * lsm_machine_try_setups() - fail each allocation of each setup() in turn
 * @machine: the machine
 * @out: receives what is wrong, in words
 *
 * A setup() has to say that memory ran out, and to leave nothing behind; so has
 * teardown().  Peers are not asked: what they share is their own affair.
 *
 * Return: LSM_AGREE; LSM_BAD_FAILURE, one succeeded or failed without reason;
 * LSM_LEAK.
 */
enum lsm_verdict_kind lsm_machine_try_setups(const struct lsm_machine *machine,
					     FILE *out);

/**
 * lsm_machine_count() - how many implementations the machine runs
 * @machine: the machine
 *
 * Return: at least 2.
 */
size_t lsm_machine_count(const struct lsm_machine *machine);

/**
 * lsm_machine_impl() - one implementation of the machine
 * @machine: the machine
 * @impl: its index, 0 for the reference
 *
 * Return: its table.
 */
const struct lsm_ops *lsm_machine_impl(const struct lsm_machine *machine,
				       size_t impl);

/**
 * lsm_machine_structure() - what the machine runs
 * @machine: the machine
 *
 * Return: the structure.
 */
const struct lsm_structure *
lsm_machine_structure(const struct lsm_machine *machine);

/**
 * lsm_machine_ledger() - where the machine counts
 * @machine: the machine
 *
 * Return: its ledger.
 */
struct lsm_ledger *lsm_machine_ledger(struct lsm_machine *machine);

/**
 * lsm_machine_use_ledger() - count elsewhere
 * @machine: the machine
 * @ledger: outlives the machine
 */
void lsm_machine_use_ledger(struct lsm_machine *machine,
			    struct lsm_ledger *ledger);

/**
 * lsm_explain() - spell a verdict out
 * @out: where
 * @machine: the machine that found it; runs the program once more
 * @data: the program
 * @size: its length
 * @verdict: what it found
 *
 * Prints the program in words up to the failing step and the answers of all
 * implementations to that step.
 */
void lsm_explain(FILE *out, struct lsm_machine *machine, const uint8_t *data,
		 size_t size, const struct lsm_verdict *verdict);

/**
 * lsm_verdict_word() - a verdict kind as words
 * @kind: the kind
 *
 * Return: a static text.
 */
const char *lsm_verdict_word(enum lsm_verdict_kind kind);

#endif /* LSM_ENGINE_H */
