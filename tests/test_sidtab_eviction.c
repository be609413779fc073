/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many hits each eviction brings, on a load of which the n-th most popular
 * SID gets a share of 1/n: 2,000 SIDs, room for 256 texts.  Counted, not timed:
 * the same numbers come out everywhere.
 */
#include "sidtab_fixture.h"

#define SIDS 2000u
#define ROOM 256u
#define WARM 20000u /* requests before hits count */
#define REQUESTS 100000u
#define POINTS_BETTER 5.0 /* per cent of requests, SIEVE over LRU */

/* Share of the n most popular, scaled to 2^32. */
static uint32_t share[SIDS];

static void compute_shares(void)
{
	double all = 0, sum = 0;

	for (uint32_t n = 1; n <= SIDS; n++)
		all += 1.0 / n;
	for (uint32_t n = 1; n <= SIDS; n++) {
		sum += 1.0 / n;
		share[n - 1] = (uint32_t)(sum / all * UINT32_MAX);
	}
}

static uint32_t popular(struct lsm_random *random)
{
	uint32_t drawn = (uint32_t)(lsm_random_u64(random) >> 32);
	uint32_t low = 0, high = SIDS - 1;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (share[middle] < drawn)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Hits in a hundred requests; SIDs are popular in an order of their own. */
static double hits(enum lsm_sidtab_eviction eviction)
{
	void *table = make_evicting(eviction, LSM_SIDTAB_BIG, ROOM, 0);
	struct lsm_random random = { 1 };
	uint32_t counted = 0;

	for (uint32_t i = 0; i < SIDS; i++) {
		char text[80];

		snprintf(text, sizeof(text), "u:object_r:t:s0:c%u,c%u", i / 40,
			 100 + i % 40);
		assert_int_equal(add(table, text, false), 28 + i);
	}
	for (uint32_t i = 0; i < WARM + REQUESTS; i++) {
		uint32_t sid = 28 + popular(&random) * 7 % SIDS;
		char *text;
		size_t len;
		int status = ops->get(table, sid, false, &text, &len);

		if (!status)
			lsm_free(text);
		else
			assert_int_equal(ops->put(table, sid, false), 0);
		counted += !status && i >= WARM;
	}
	assert_null(ops->base.check(table));
	ops->base.destroy(table);
	return 100.0 * counted / REQUESTS;
}

static void sieve_hits_more(void)
{
	double lru = hits(LSM_SIDTAB_LRU), sieve = hits(LSM_SIDTAB_SIEVE);

	print_message("%s: %.1f %% hits with LRU, %.1f %% with SIEVE\n",
		      ops->base.name, lru, sieve);
	assert_true(sieve >= lru + POINTS_BETTER);
}

static void on_cached(void **state)
{
	(void)state;
	compute_shares();
	for (size_t i = 1; i < lsm_structure.nr_impls; i++) {
		if (lsm_structure.impls[i]->peer)
			continue;
		set_up(lsm_structure.impls[i]);
		sieve_hits_more();
		tear_down();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(on_cached) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
