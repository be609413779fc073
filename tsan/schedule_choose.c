/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What runs are made of: what worlds share, programs and policies. */
#include "schedule.h"

void *lsm_scenario_shared(size_t impl)
{
	static void *shared[LSM_IMPLS_MAX];
	const struct lsm_ops *ops = lsm_scenario.impls[impl];

	if (!shared[impl] && ops->setup) {
		shared[impl] = ops->setup();
		if (!shared[impl])
			lsm_refuse("out of memory");
	}
	return shared[impl];
}

void lsm_schedule_call(struct lsm_action_call *call, struct lsm_random *random)
{
	const struct lsm_action *actions = lsm_scenario.actions;
	uint32_t weights = 0, pick, i;

	for (i = 0; i < lsm_scenario.nr_actions; i++)
		weights += actions[i].weight;
	pick = lsm_random_below(random, weights);
	for (i = 0; pick >= actions[i].weight; i++)
		pick -= actions[i].weight;
	call->action = (uint8_t)i;
	for (i = 0; i < LSM_SCENARIO_ARGS; i++) {
		uint8_t values = actions[call->action].values[i];

		call->arg[i] =
			values ? (uint8_t)lsm_random_below(random, values) : 0;
	}
}

void lsm_schedule_program(struct lsm_schedule *schedule,
			  struct lsm_random *random, unsigned int threads,
			  unsigned int ops)
{
	schedule->setup = (uint8_t)lsm_random_below(
		random, (uint32_t)lsm_scenario.nr_setups);
	schedule->fail = 0;
	if (!lsm_random_below(random, 8))
		schedule->fail =
			(uint8_t)(1 +
				  lsm_random_below(random, LSM_SCHEDULE_FAIL));
	schedule->nr_threads = (uint8_t)threads;
	schedule->switches.nr = 0;
	for (unsigned int t = 0; t < threads; t++) {
		schedule->thread[t].nr = (uint8_t)ops;
		for (unsigned int i = 0; i < ops; i++)
			lsm_schedule_call(&schedule->thread[t].call[i], random);
	}
}

/*
 * A walk by chance alone misses long windows, one that mostly stays misses
 * tight ones: a bit of each.
 */
void lsm_schedule_plan(struct lsm_plan *plan, struct lsm_random *random,
		       uint32_t steps)
{
	uint32_t kind = lsm_random_below(random, 10);

	plan->seed = lsm_random_u64(random);
	plan->stay = kind < 4 ? 8 : 16;
	plan->changes = 2;
	plan->steps = steps ? steps : 1;
	if (kind < 6)
		plan->policy = LSM_POLICY_STICKY;
	else if (kind < 8)
		plan->policy = LSM_POLICY_RANDOM;
	else
		plan->policy = LSM_POLICY_PRIORITY;
}

/* The bytes of a fuzzer's input, one after another, then zeroes. */
struct reader {
	const uint8_t *data;
	size_t size;
	size_t used;
};

static uint8_t next_byte(struct reader *reader)
{
	return reader->used < reader->size ? reader->data[reader->used++] : 0;
}

size_t lsm_schedule_decode(struct lsm_schedule *schedule, const uint8_t *data,
			   size_t size)
{
	struct reader reader = { .data = data, .size = size };
	uint8_t shape = next_byte(&reader);

	schedule->nr_threads = 2 + shape % 2;
	schedule->setup = (uint8_t)(shape / 2 % lsm_scenario.nr_setups);
	schedule->fail = next_byte(&reader);
	/* Mostly none: half of the values, and whatever is too high. */
	schedule->fail =
		schedule->fail > 2 * LSM_SCHEDULE_FAIL ? 0 : schedule->fail / 2;
	schedule->switches.nr = 0;
	for (unsigned int t = 0; t < schedule->nr_threads; t++) {
		struct lsm_thread_program *thread = &schedule->thread[t];

		thread->nr = 1 + next_byte(&reader) % 4;
		for (unsigned int i = 0; i < thread->nr; i++) {
			struct lsm_action_call *call = &thread->call[i];
			const struct lsm_action *action;

			call->action = (uint8_t)(next_byte(&reader) %
						 lsm_scenario.nr_actions);
			action = &lsm_scenario.actions[call->action];
			for (int k = 0; k < LSM_SCENARIO_ARGS; k++)
				call->arg[k] =
					action->arg[k]
						? next_byte(&reader) %
							  action->values[k]
						: 0;
		}
	}
	return reader.used;
}
