/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replay of one schedule, and its minimisation: operations and switches are
 * taken out while the exit code stays the same.
 */
#include "schedule_minimize.h"

#include <lsm/sync.h>

#include <string.h>

static const char *const kind_words[LSM_SYNC_KINDS] = {
	[LSM_SYNC_START] = "starts",
	[LSM_SYNC_LOCK] = "is about to lock",
	[LSM_SYNC_UNLOCK] = "has unlocked",
	[LSM_SYNC_READ_LOCK] = "is about to enter a read section",
	[LSM_SYNC_READING] = "has entered a read section",
	[LSM_SYNC_READ_UNLOCK] = "has left a read section",
	[LSM_SYNC_LOAD] = "is about to load",
	[LSM_SYNC_LOADED] = "has loaded",
	[LSM_SYNC_STORE] = "is about to store",
	[LSM_SYNC_STORED] = "has stored",
	[LSM_SYNC_DEFER] = "has deferred",
	[LSM_SYNC_WAIT] = "has waited",
	[LSM_SYNC_BLOCKED] = "waits",
	[LSM_SYNC_USER] = "is at a point of the scenario",
};

/* One step, as a line. */
static void trace_step(unsigned int fiber, uint32_t op, uint32_t point,
		       int kind, const char *file, int line)
{
	const struct lsm_schedule *schedule = &lsm_shared->schedule;
	const char *base = strrchr(file, '/');

	if (fiber == LSM_FIBER_RCU) {
		printf("  rcu, callback %u", op);
	} else {
		printf("%*sthread %u, ", (int)fiber * 4, "", fiber);
		if (op < schedule->thread[fiber].nr)
			lsm_schedule_print_call(
				stdout, &schedule->thread[fiber].call[op]);
	}
	printf(": %s, %s:%d (%u.%u.%u)\n", kind_words[kind],
	       base ? base + 1 : file, line, fiber, op, point);
	fflush(stdout);
}

void lsm_schedule_replay(const void *trace)
{
	struct lsm_plan plan = { .policy = LSM_POLICY_SWITCHES };

	if (trace)
		plan.trace = trace_step;
	lsm_schedule_run(&lsm_shared->schedule, &plan, &lsm_shared->result);
	LSM_NOTE_ADD(lsm_shared->runs, 1);
}

static bool still_fails(const struct lsm_schedule *candidate, int code)
{
	lsm_shared->schedule = *candidate;
	return lsm_supervise(lsm_schedule_replay, NULL, true) == code;
}

static void remove_switches(struct lsm_switches *switches, uint32_t first,
			    uint32_t nr)
{
	memmove(&switches->at[first], &switches->at[first + nr],
		(switches->nr - first - nr) * sizeof(switches->at[0]));
	switches->nr -= nr;
}

/* Switches in the operations behind move with them. */
static void remove_op(struct lsm_schedule *schedule, unsigned int t,
		      unsigned int op)
{
	struct lsm_thread_program *thread = &schedule->thread[t];
	struct lsm_switches *switches = &schedule->switches;

	memmove(&thread->call[op], &thread->call[op + 1],
		(thread->nr - op - 1u) * sizeof(thread->call[0]));
	thread->nr--;
	for (uint32_t i = 0; i < switches->nr;) {
		struct lsm_switch *at = &switches->at[i];

		if (at->fiber == t && at->op == op) {
			remove_switches(switches, i, 1);
			continue;
		}
		if (at->fiber == t && at->op > op)
			at->op--;
		i++;
	}
}

/* The last thread goes if it has nothing to do. */
static void drop_idle_threads(struct lsm_schedule *schedule)
{
	while (schedule->nr_threads > 1 &&
	       !schedule->thread[schedule->nr_threads - 1].nr)
		schedule->nr_threads--;
}

static bool fewer_ops(struct lsm_schedule *best, int code)
{
	static struct lsm_schedule candidate;
	bool smaller = false;

	for (unsigned int t = 0; t < best->nr_threads; t++) {
		for (unsigned int op = best->thread[t].nr; op-- > 0;) {
			candidate = *best;
			remove_op(&candidate, t, op);
			if (still_fails(&candidate, code)) {
				*best = candidate;
				smaller = true;
			}
		}
	}
	return smaller;
}

static bool fewer_switches(struct lsm_schedule *best, int code)
{
	static struct lsm_schedule candidate;
	bool smaller = false;

	for (uint32_t chunk = best->switches.nr; chunk; chunk /= 2) {
		for (uint32_t i = 0; i + chunk <= best->switches.nr;) {
			candidate = *best;
			remove_switches(&candidate.switches, i, chunk);
			if (still_fails(&candidate, code)) {
				*best = candidate;
				smaller = true;
			} else {
				i += chunk;
			}
		}
	}
	return smaller;
}

static void without_failure(struct lsm_schedule *best, int code)
{
	static struct lsm_schedule candidate;

	if (!best->fail)
		return;
	candidate = *best;
	candidate.fail = 0;
	if (still_fails(&candidate, code))
		*best = candidate;
}

void lsm_schedule_minimize(struct lsm_schedule *schedule, int code)
{
	bool smaller;

	without_failure(schedule, code);
	do {
		smaller = fewer_switches(schedule, code);
		smaller |= fewer_ops(schedule, code);
	} while (smaller);
	drop_idle_threads(schedule);
	schedule->switches.lost = false;
}
