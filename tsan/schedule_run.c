/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One program under one schedule, in a world of its own. */
#include "schedule.h"

#include <lsm/alloc.h>

#include <string.h>

/* Of the run in progress. */
static const struct lsm_schedule *running;

/* Situations met, for those who ask; a schedule need not meet any. */
static uint64_t met[LSM_WINDOWS_MAX];

_Noreturn void lsm_scenario_wrong(const char *why)
{
	lsm_fiber_fail(why);
}

void lsm_scenario_met(unsigned int window)
{
	met[window]++;
}

static void body(unsigned int fiber)
{
	const struct lsm_thread_program *program = &running->thread[fiber];
	struct lsm_actor actor = {
		.index = fiber,
		.may_fail = running->fail,
	};

	for (unsigned int i = 0; i < program->nr; i++) {
		const struct lsm_action_call *call = &program->call[i];

		actor.serial = i;
		lsm_fiber_op(i);
		lsm_scenario.actions[call->action].run(&actor, call->arg);
	}
}

static void note(struct lsm_result *result, int code, const char *why)
{
	if (result->code)
		return; /* the first is the cause */
	result->code = code;
	strncpy(result->why, why ? why : "", sizeof(result->why) - 1);
}

static int code_of(enum lsm_fiber_end end)
{
	switch (end) {
	case LSM_FIBER_DONE:
		return 0;
	case LSM_FIBER_FAILED:
		return LSM_DISAGREE;
	case LSM_FIBER_MISUSED:
		return LSM_MISUSE;
	case LSM_FIBER_STUCK:
		return LSM_TIMEOUT;
	case LSM_FIBER_REPORTED:
		return LSM_EXIT_SANITIZER;
	}
	return LSM_EXIT_SANITIZER;
}

void lsm_schedule_run(struct lsm_schedule *schedule, struct lsm_plan *plan,
		      struct lsm_result *result)
{
	static struct lsm_switches dropped;
	bool listed = plan->policy == LSM_POLICY_SWITCHES;
	const struct lsm_ops *impl = lsm_scenario.impls[schedule->impl];
	void *shared = lsm_scenario_shared(schedule->impl);
	int64_t live = lsm_alloc_live();
	const char *why;
	enum lsm_fiber_end end;

	result->code = 0;
	result->why[0] = '\0';
	running = schedule;
	plan->nr = schedule->nr_threads;
	if (listed)
		plan->switches = &schedule->switches;
	if (!lsm_scenario.begin(impl, shared, schedule->setup))
		lsm_refuse("out of memory");
	lsm_alloc_fail(schedule->fail);
	end = lsm_fiber_run(plan, body, listed ? &dropped : &schedule->switches,
			    &why);
	lsm_alloc_fail(0);
	note(result, code_of(end), why);
	if (result->code)
		return;
	why = lsm_scenario.settle();
	if (why)
		note(result, LSM_INCONSISTENT, why);
	lsm_scenario.end();
	if (lsm_fiber_reported())
		note(result, LSM_EXIT_SANITIZER, "ThreadSanitizer reported");
	if (!result->code && lsm_alloc_live() != live)
		note(result, LSM_LEAK, "allocations are left over");
}
