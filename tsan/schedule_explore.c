/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many schedules: all of a small world, or by chance. */
#include "schedule_explore.h"

#include <string.h>
#include <time.h>

#define ALPHABET_MAX 32u

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Every operation with every tiny argument. */
struct alphabet {
	struct lsm_action_call call[ALPHABET_MAX];
	uint32_t nr;
};

static void make_alphabet(struct alphabet *alphabet,
			  const struct lsm_search *search)
{
	bool large = search->ops > 2 || search->bound > 1;

	alphabet->nr = 0;
	for (size_t i = 0; i < lsm_scenario.nr_actions; i++) {
		const struct lsm_action *action = &lsm_scenario.actions[i];
		uint8_t first = large && action->costly ? 0 : action->tiny[0];
		uint8_t second = action->arg[1] ? action->tiny[1] : 1;

		for (unsigned int k = 0; k < (unsigned int)first * second;
		     k++) {
			if (alphabet->nr == ALPHABET_MAX)
				lsm_refuse("the tiny world is too large");
			alphabet->call[alphabet->nr++] =
				(struct lsm_action_call){
					.action = (uint8_t)i,
					.arg = { (uint8_t)(k % first),
						 (uint8_t)(k / first) },
				};
		}
	}
	if (!alphabet->nr)
		lsm_refuse("the tiny world is empty");
}

/* A thread's operations are the digits of a number in base @alphabet->nr. */
static void set_thread(struct lsm_thread_program *thread,
		       const struct alphabet *alphabet, uint32_t number,
		       unsigned int ops)
{
	thread->nr = (uint8_t)ops;
	for (unsigned int i = 0; i < ops; i++) {
		thread->call[i] = alphabet->call[number % alphabet->nr];
		number /= alphabet->nr;
	}
}

/* The next program; threads' numbers never fall, so that none comes twice. */
static bool next_program(uint32_t *number, unsigned int threads, uint32_t end)
{
	unsigned int t = threads;

	while (t && number[t - 1] + 1 == end)
		t--;
	if (!t)
		return false;
	number[t - 1]++;
	for (unsigned int i = t; i < threads; i++)
		number[i] = number[t - 1];
	return true;
}

/* A program run once; false if that ended badly. */
static bool run_one(struct lsm_plan *plan)
{
	lsm_schedule_run(&lsm_shared->schedule, plan, &lsm_shared->result);
	LSM_NOTE_ADD(lsm_shared->runs, 1);
	lsm_shared->steps += lsm_fiber_steps();
	return !lsm_shared->result.code;
}

static bool all_schedules(const struct lsm_search *search)
{
	struct lsm_plan plan = {
		.policy = LSM_POLICY_TREE,
		.bound = search->bound,
		.coarse = search->coarse,
	};

	lsm_shared->programs++;
	lsm_tree_begin();
	do {
		if (!run_one(&plan))
			return false;
	} while (lsm_tree_next());
	return true;
}

static bool all_programs(const struct lsm_search *search,
			 const struct alphabet *alphabet)
{
	struct lsm_schedule *schedule = &lsm_shared->schedule;
	uint32_t number[LSM_FIBERS_MAX] = { 0 }, end = 1;

	for (unsigned int i = 0; i < search->ops; i++)
		end *= alphabet->nr;
	schedule->nr_threads = (uint8_t)search->threads;
	do {
		for (unsigned int t = 0; t < search->threads; t++)
			set_thread(&schedule->thread[t], alphabet, number[t],
				   search->ops);
		if (!all_schedules(search))
			return false;
	} while (next_program(number, search->threads, end));
	return true;
}

void lsm_search_all(const void *arg)
{
	const struct lsm_search *search = arg;
	struct lsm_schedule *schedule = &lsm_shared->schedule;
	static struct alphabet alphabet;

	make_alphabet(&alphabet, search);
	schedule->impl = search->impl;
	for (unsigned int fail = 0; fail <= search->fails; fail++) {
		schedule->fail = (uint8_t)fail;
		for (size_t i = 0; i < lsm_scenario.nr_setups; i++) {
			schedule->setup = (uint8_t)i;
			if (!all_programs(search, &alphabet))
				return;
		}
	}
}

void lsm_search_random(const void *arg)
{
	const struct lsm_search *search = arg;
	struct lsm_schedule *schedule = &lsm_shared->schedule;
	struct lsm_random seeds = { .state = search->seed };
	double end = seconds() + search->seconds;
	uint64_t nr;

	schedule->impl = search->impl;
	for (nr = 0; !search->count || nr < search->count; nr++) {
		struct lsm_random random;
		struct lsm_plan plan = { .coarse = search->coarse };
		uint64_t runs = lsm_shared->runs;

		/* The clock is slow beside a run. */
		if (search->seconds > 0 && nr % 64 == 0 && seconds() > end)
			break;
		random.state = lsm_random_u64(&seeds);
		lsm_shared->programs++;
		lsm_schedule_program(schedule, &random, search->threads,
				     search->ops);
		lsm_schedule_plan(&plan, &random,
				  runs ? (uint32_t)(lsm_shared->steps / runs)
				       : 60);
		if (!run_one(&plan))
			return;
	}
}
