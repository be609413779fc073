/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SID tables larger than programs make them: 10,000 contexts of apps as Android
 * names them, and 300,000 pairs of categories, at which a linear reverse
 * look-up locked a machine up.
 *
 * Times are printed, not judged; judged is how many contexts a look-up comes
 * across, which is what made the time.  The reference is left out, since it is
 * the linear scan.
 */
#include "sidtab_fixture.h"

#include <time.h>

#define APPS 10000u
#define PAIRS 300000u
#define CATEGORIES 1024u
#define THOUSAND 1000u

/* No more than this many contexts come between a context and its place. */
#define LONGEST 64u

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void write_app(char *text, size_t size, uint32_t app)
{
	snprintf(text, size, "u:object_r:app_data_file:s0:c%u,c%u,c512,c768",
		 app % 256, 256 + app / 256);
}

static void check_stats(void *table, uint32_t sids, uint32_t contexts)
{
	struct lsm_sidtab_stats stats;

	assert_null(ops->base.check(table));
	ops->stats(table, &stats);
	assert_int_equal(stats.sids, sids);
	assert_int_equal(stats.contexts, contexts);
	assert_true(stats.slots >= contexts);
	assert_true(stats.longest <= LONGEST);
	print_message("%s: %u contexts in %u slots, at most %u compared\n",
		      ops->base.name, contexts, stats.slots, stats.longest);
}

/* Every context is found again, and its text is what it was made from. */
static void apps(void)
{
	void *table = make(LSM_SIDTAB_BIG, 256, 0);
	char text[80];

	for (uint32_t app = 0; app < APPS; app++) {
		write_app(text, sizeof(text), app);
		assert_int_equal(add(table, text, false), 28 + app);
	}
	for (uint32_t app = 0; app < APPS; app++) {
		write_app(text, sizeof(text), app);
		assert_int_equal(add(table, text, false), 28 + app);
		assert_string_equal(text_by_cache(table, 28 + app, false),
				    text);
	}
	check_stats(table, APPS, APPS + 3);
	ops->base.destroy(table);
}

/* All of them survive a reload with their SIDs. */
static void apps_reloaded(void)
{
	void *table = make(LSM_SIDTAB_BIG, 256, 0);
	char text[80];

	for (uint32_t app = 0; app < APPS; app++) {
		write_app(text, sizeof(text), app);
		assert_int_equal(add(table, text, false), 28 + app);
	}
	/* Away to a policy in which they mean nothing, and back. */
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(
			ops->load(table, i ? LSM_SIDTAB_BIG : LSM_SIDTAB_SMALL),
			0);
		assert_int_equal(ops->freeze(table), 0);
		assert_int_equal(ops->publish(table), 0);
		assert_null(ops->base.check(table));
	}
	for (uint32_t app = 0; app < APPS; app += 7) {
		write_app(text, sizeof(text), app);
		assert_string_equal(text_of(table, 28 + app, false), text);
	}
	check_stats(table, APPS, APPS + 3);
	ops->base.destroy(table);
}

static void pairs(void)
{
	void *table = make(LSM_SIDTAB_BIG, 2, 0);
	double start = seconds(), first = 0, last = 0;
	uint32_t nr = 0;
	char text[80];

	for (uint32_t a = 0; nr < PAIRS; a++) {
		for (uint32_t b = a + 1; b < CATEGORIES && nr < PAIRS; b++) {
			snprintf(text, sizeof(text),
				 "u:object_r:app_data_file:s0:c%u,c%u", a, b);
			if (nr == PAIRS - THOUSAND)
				last = seconds();
			assert_int_equal(add(table, text, false), 28 + nr);
			if (++nr == THOUSAND)
				first = seconds() - start;
		}
	}
	last = seconds() - last;
	print_message("%s: the first thousand pairs took %.2f us each, "
		      "the last thousand of %u %.2f us each\n",
		      ops->base.name, first * 1e3, PAIRS, last * 1e3);
	/* c512,c768 is an initial SID, but a pair that comes later. */
	check_stats(table, PAIRS, PAIRS + 3);
	ops->base.destroy(table);
}

/* On each implementation of ours but the reference. */
static void on_optimized(void **state)
{
	void (*run)(void) = ((struct each *)*state)->run;

	for (size_t i = 1; i < lsm_structure.nr_impls; i++) {
		int64_t live = lsm_alloc_live();

		if (lsm_structure.impls[i]->peer)
			continue;
		set_up(lsm_structure.impls[i]);
		run();
		tear_down();
		assert_int_equal(lsm_alloc_live(), live);
	}
}

#define OPTIMIZED(fn)                                         \
	{                                                     \
#fn, on_optimized, NULL, NULL, &(struct each) \
		{                                             \
			.run = fn                             \
		}                                             \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPTIMIZED(apps),
		OPTIMIZED(apps_reloaded),
		OPTIMIZED(pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
