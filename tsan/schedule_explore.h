/* SPDX-License-Identifier: GPL-2.0-or-later */
/* schedule_explore.h - many schedules, in a child of the supervisor */
#ifndef LSM_TSAN_SCHEDULE_EXPLORE_H
#define LSM_TSAN_SCHEDULE_EXPLORE_H

#include "supervise.h"

/**
 * struct lsm_search - what to look through
 * @impl: index in lsm_scenario.impls
 * @threads: logical threads
 * @ops: operations of each
 * @bound: preemptions, at most
 * @fails: also fail each of the first so many allocations
 * @seconds: how long to go on; 0: no limit
 * @count: how many runs; 0: no limit
 * @seed: where chance begins
 * @coarse: no choice behind loads and stores
 */
struct lsm_search {
	uint8_t impl;
	unsigned int threads;
	unsigned int ops;
	unsigned int bound;
	unsigned int fails;
	double seconds;
	uint64_t count;
	uint64_t seed;
	bool coarse;
};

/**
 * lsm_search_all() - all schedules of all programs of a small world
 * @search: a struct lsm_search
 *
 * Programs that differ only in which thread is which are run once.  Stops at
 * the first bad result, which is then in lsm_shared.
 */
void lsm_search_all(const void *search);

/**
 * lsm_search_random() - programs and schedules by chance
 * @search: a struct lsm_search; @bound and @fails are not used
 *
 * Stops at the first bad result, which is then in lsm_shared.
 */
void lsm_search_random(const void *search);

#endif /* LSM_TSAN_SCHEDULE_EXPLORE_H */
