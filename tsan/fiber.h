/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fiber.h - run logical threads under a schedule
 *
 * A run is a function of its plan: the same plan makes the same steps, on any
 * machine and under any sanitizer.  Everything that a policy chose is recorded
 * as switches: places where a fiber other than the one expected went on.  A
 * plan of only these repeats the run.
 */
#ifndef LSM_TSAN_FIBER_H
#define LSM_TSAN_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LSM_FIBERS_MAX 4 /* logical threads of a run */
#define LSM_FIBER_RCU 6 /* runs what call_rcu() deferred */
#define LSM_FIBER_NONE 7 /* nobody: a run begins or ends */
#define LSM_SWITCHES_MAX 2048

/**
 * struct lsm_switch - a place where the schedule departs from the expected
 * @fiber: who was there; LSM_FIBER_NONE: the beginning
 * @op: in which of its operations, from 0
 * @point: at which sync point of the operation, from 1
 * @to: who went on; LSM_FIBER_RCU: the deferred functions
 *
 * Expected is that a fiber goes on while it can, then the one with the lowest
 * number that can.
 */
struct lsm_switch {
	uint8_t fiber;
	uint8_t to;
	uint16_t op;
	uint32_t point;
};

/**
 * struct lsm_switches - all switches of a run, in any order
 * @at: the first @nr are in use
 * @nr: at most LSM_SWITCHES_MAX
 * @lost: more were made than fit
 */
struct lsm_switches {
	struct lsm_switch at[LSM_SWITCHES_MAX];
	uint32_t nr;
	bool lost;
};

/**
 * enum lsm_policy - who chooses at a sync point
 * @LSM_POLICY_SWITCHES: a list
 * @LSM_POLICY_RANDOM: chance, every time
 * @LSM_POLICY_STICKY: chance, once in @stay points on average
 * @LSM_POLICY_PRIORITY: the fiber with the highest priority; priorities change
 *	at @changes random steps (PCT: Burckhardt et al., ASPLOS 2010)
 * @LSM_POLICY_BYTES: pairs of bytes: how many points to go on, who follows
 * @LSM_POLICY_TREE: all schedules, one after another
 */
enum lsm_policy {
	LSM_POLICY_SWITCHES,
	LSM_POLICY_RANDOM,
	LSM_POLICY_STICKY,
	LSM_POLICY_PRIORITY,
	LSM_POLICY_BYTES,
	LSM_POLICY_TREE,
};

/**
 * struct lsm_plan - how to run
 * @policy: who chooses
 * @nr: logical threads, 1 to LSM_FIBERS_MAX
 * @coarse: choices only before what threads can see of each other, none behind;
 *	enough for ThreadSanitizer, which needs no collision to see a race
 * @seed: for the policies that use chance
 * @stay: LSM_POLICY_STICKY: at least 1
 * @changes: LSM_POLICY_PRIORITY: at most 7
 * @steps: LSM_POLICY_PRIORITY: how long a run may be, at least 1
 * @bytes: LSM_POLICY_BYTES
 * @nr_bytes: how many
 * @switches: LSM_POLICY_SWITCHES
 * @bound: LSM_POLICY_TREE: preemptions of a fiber that could go on, at most
 * @trace: called at each point, or NULL
 */
struct lsm_plan {
	enum lsm_policy policy;
	unsigned int nr;
	bool coarse;
	uint64_t seed;
	uint32_t stay;
	uint32_t changes;
	uint32_t steps;
	const uint8_t *bytes;
	size_t nr_bytes;
	const struct lsm_switches *switches;
	uint32_t bound;
	void (*trace)(unsigned int fiber, uint32_t op, uint32_t point, int kind,
		      const char *file, int line);
};

/**
 * enum lsm_fiber_end - how a run ended
 * @LSM_FIBER_DONE: all fibers returned, all deferred functions ran
 * @LSM_FIBER_FAILED: lsm_fiber_fail() was called
 * @LSM_FIBER_MISUSED: a rule of sync.h was broken
 * @LSM_FIBER_STUCK: nobody can go on, or nobody ends
 * @LSM_FIBER_REPORTED: a sanitizer spoke
 */
enum lsm_fiber_end {
	LSM_FIBER_DONE,
	LSM_FIBER_FAILED,
	LSM_FIBER_MISUSED,
	LSM_FIBER_STUCK,
	LSM_FIBER_REPORTED,
};

/**
 * lsm_fiber_run() - run logical threads to their end
 * @plan: how
 * @body: what each does; gets its number
 * @record: receives the switches that were made; its memory may be shared with
 *	another process, which then sees them up to the moment of a crash
 * @why: receives a text if the run did not end well
 *
 * After any other end than LSM_FIBER_DONE fibers are left as they stood, and
 * the process must not run more.
 *
 * Return: how it ended.
 */
enum lsm_fiber_end lsm_fiber_run(const struct lsm_plan *plan,
				 void (*body)(unsigned int fiber),
				 struct lsm_switches *record, const char **why);

/**
 * lsm_fiber_op() - the running fiber begins an operation
 * @op: its number
 */
void lsm_fiber_op(uint32_t op);

/**
 * lsm_fiber_fail() - end the run: the scenario saw something wrong
 * @why: what; lives on
 *
 * Context: in a run.
 */
_Noreturn void lsm_fiber_fail(const char *why);

/**
 * lsm_fiber_running() - whether a fiber calls
 *
 * Return: false outside lsm_fiber_run().
 */
bool lsm_fiber_running(void);

/**
 * lsm_fiber_steps() - how many points the last run had
 *
 * Return: the number.
 */
uint32_t lsm_fiber_steps(void);

/**
 * lsm_fiber_reported() - whether ThreadSanitizer has ever reported something
 *
 * Return: true if it has.
 */
bool lsm_fiber_reported(void);

/**
 * lsm_tree_begin() - make LSM_POLICY_TREE begin with its first schedule
 */
void lsm_tree_begin(void);

/**
 * lsm_tree_next() - go on to the next schedule after a run
 *
 * Return: false if there is none.
 */
bool lsm_tree_next(void);

#endif /* LSM_TSAN_FIBER_H */
