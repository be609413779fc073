/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who goes on: by chance, by priority, by bytes, from a list, in all ways. */
#include "fiber_state.h"

#define CHANGES_MAX 7u
#define DEPTH_MAX 8192u

/* What the policies remember within a run. */
static struct {
	struct lsm_random random;
	uint32_t change[CHANGES_MAX]; /* steps at which a priority falls */
	size_t used; /* bytes */
	unsigned int stay; /* points until the next bytes are used */
} now;

/* All schedules: at each depth which of how many was chosen. */
static struct {
	uint8_t chosen[DEPTH_MAX];
	uint8_t of[DEPTH_MAX];
	uint32_t length; /* of the path */
	uint32_t depth; /* in this run */
	uint32_t preemptions; /* in this run */
} tree;

void lsm_tree_begin(void)
{
	tree.length = 0;
}

bool lsm_tree_next(void)
{
	while (tree.length &&
	       tree.chosen[tree.length - 1] + 1 >= tree.of[tree.length - 1])
		tree.length--;
	if (!tree.length)
		return false;
	tree.chosen[tree.length - 1]++;
	return true;
}

/* Every order of priorities is equally likely; all are above the changes. */
static void deal_priorities(const struct lsm_plan *plan)
{
	uint32_t order[LSM_FIBERS_ALL];

	for (unsigned int i = 0; i < LSM_FIBERS_ALL; i++)
		order[i] = CHANGES_MAX + i;
	for (unsigned int i = LSM_FIBERS_ALL - 1; i > 0; i--) {
		uint32_t j = lsm_random_below(&now.random, i + 1);
		uint32_t swap = order[i];

		order[i] = order[j];
		order[j] = swap;
	}
	for (unsigned int i = 0; i < LSM_FIBERS_ALL; i++)
		lsm_fibers.fiber[i].priority = order[i];
	for (uint32_t i = 0; i < plan->changes; i++)
		now.change[i] = 1 + lsm_random_below(&now.random, plan->steps);
}

void lsm_policy_begin(void)
{
	const struct lsm_plan *plan = lsm_fibers.plan;

	now.random.state = plan->seed;
	now.used = 0;
	now.stay = 0;
	tree.depth = 0;
	tree.preemptions = 0;
	if (plan->policy == LSM_POLICY_PRIORITY)
		deal_priorities(plan);
}

static unsigned int by_priority(const uint8_t *who, unsigned int nr)
{
	unsigned int best = 0;

	for (uint32_t i = 0; i < lsm_fibers.plan->changes; i++)
		if (now.change[i] == lsm_fibers.steps)
			lsm_fibers.fiber[lsm_fibers.current].priority = i;
	for (unsigned int i = 1; i < nr; i++)
		if (lsm_fibers.fiber[who[i]].priority >
		    lsm_fibers.fiber[who[best]].priority)
			best = i;
	return best;
}

static unsigned int by_bytes(unsigned int nr, bool stays)
{
	const struct lsm_plan *plan = lsm_fibers.plan;
	uint8_t choice;

	if (stays && now.stay) {
		now.stay--;
		return 0;
	}
	if (now.used + 2 > plan->nr_bytes)
		return 0;
	choice = plan->bytes[now.used];
	now.stay = plan->bytes[now.used + 1] % 32;
	now.used += 2;
	/* A pair that changes nothing would be a waste. */
	return stays ? 1 + choice % (nr - 1) : choice % nr;
}

static unsigned int from_list(const uint8_t *who, unsigned int nr)
{
	const struct lsm_switches *list = lsm_fibers.plan->switches;
	const struct lsm_fiber *here = &lsm_fibers.fiber[lsm_fibers.current];

	for (uint32_t i = 0; i < list->nr; i++) {
		const struct lsm_switch *at = &list->at[i];

		if (at->fiber != lsm_fibers.current || at->op != here->op ||
		    at->point != here->point)
			continue;
		for (unsigned int k = 0; k < nr; k++)
			if (who[k] == at->to)
				return k;
	}
	return 0;
}

/* Once preemptions are used up a fiber that can go on does. */
static unsigned int in_tree(unsigned int nr, bool stays)
{
	unsigned int choice = 0;

	if (stays && tree.preemptions >= lsm_fibers.plan->bound)
		return 0;
	if (tree.depth < tree.length) {
		choice = tree.chosen[tree.depth];
	} else {
		if (tree.length == DEPTH_MAX)
			lsm_fiber_stop(LSM_FIBER_STUCK,
				       "the run has too many choices");
		tree.chosen[tree.length] = 0;
		tree.of[tree.length] = (uint8_t)nr;
		tree.length++;
	}
	tree.depth++;
	if (stays && choice)
		tree.preemptions++;
	return choice;
}

unsigned int lsm_policy_choose(const uint8_t *who, unsigned int nr, bool stays)
{
	const struct lsm_plan *plan = lsm_fibers.plan;
	unsigned int choice = 0;

	switch (plan->policy) {
	case LSM_POLICY_SWITCHES:
		choice = from_list(who, nr);
		break;
	case LSM_POLICY_STICKY:
		if (stays && lsm_random_below(&now.random, plan->stay))
			break;
		/* fall through */
	case LSM_POLICY_RANDOM:
		choice = lsm_random_below(&now.random, nr);
		break;
	case LSM_POLICY_PRIORITY:
		choice = by_priority(who, nr);
		break;
	case LSM_POLICY_BYTES:
		choice = by_bytes(nr, stays);
		break;
	case LSM_POLICY_TREE:
		choice = in_tree(nr, stays);
		break;
	}
	return who[choice];
}
