/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unit tests of MLS ranges, against every implementation that is linked. */
#include "mls_fixture.h"

static void accepted(void)
{
	static const char *const text[][2] = {
		{ "s0:c0.c2", "s0:c0.c2" },
		{ "s0:c0.c3,c5", "s0:c0.c3,c5" },
		{ "s0:c1,c0", "s0:c0,c1" },
		{ "s0:c0,c0", "s0:c0" },
		{ "s0:c0.c1,c2.c3", "s0:c0.c3" },
		{ "s0-s0", "s0" },
		{ "s0:c0-s0:c0", "s0:c0" },
		{ "s0-s0:c0.c1023", "s0-s0:c0.c1023" },
		{ "s15:c0.c1023", "s15:c0.c1023" },
		{ "s0", "s0" },
		{ "s0-s15:c0.c1023", "s0-s15:c0.c1023" },
	};

	for (size_t i = 0; i < LSM_ARRAY_SIZE(text); i++) {
		assert_int_equal(parse(big, text[i][0]), 0);
		assert_string_equal(text_of(big), text[i][1]);
		assert_true(ops->range_valid(big, LSM_MLS_BEFORE));
		/* What was printed is read as the same range. */
		assert_int_equal(parse(big2, text[i][1]), 0);
		assert_true(ops->range_equal(big, big2));
	}
}

static void refused(void)
{
	static const char *const text[] = {
		"s0:c0.c0", "s0:c1.c0",	   "s0:",      "s0:c0,",
		"s0:,c0",   "s0:c0.c1.c2", "s0-",      "-s0",
		"s0-s0-s0", "s0:c0:c1",	   "S0",       " s0",
		"s0 ",	    "s0:c00",	   "s0:c1024", "",
		"s16",	    "s0:s0",	   "s0:c0-",   "s0:c0..c2",
		"s0:.",	    "s0:c0,,c1",
	};

	assert_int_equal(parse(big, "s3:c7-s4:c7.c9"), 0);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(text); i++) {
		assert_int_equal(parse(big, text[i]), -EINVAL);
		assert_string_equal(text_of(big), "s3:c7-s4:c7.c9");
	}
}

static void second_dash(void)
{
	static const char *const text[] = { "s0-s0:c0-zzz", "s0-s0:c0-",
					    "s0:c0-s0:c0-s0" };

	if (ops->base.peer) /* libsepol: MLS-D1 */
		return;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(text); i++)
		assert_int_equal(parse(big, text[i]), -EINVAL);
}

static void parsed_but_invalid(void)
{
	static const char *const text[] = { "s0:c0-s0", "s0:c0-s0:c1",
					    "s1-s0" };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(text); i++) {
		assert_int_equal(parse(big, text[i]), 0);
		assert_string_equal(text_of(big), text[i]);
		assert_false(ops->range_valid(big, LSM_MLS_BEFORE));
	}
}

static void one_level(void)
{
	assert_int_equal(parse_part(small, HIGH, "t:c1.x,red"), 0);
	assert_int_equal(parse_part(small, LOW, "unclassified"), 0);
	assert_string_equal(part_text(small, LOW), "s0");
	assert_string_equal(part_text(small, HIGH), "t:c1_very_long,x,c5");
	assert_string_equal(text_of(small), "s0-t:c1_very_long,x,c5");
	if (!ops->base.peer) /* libsepol: MLS-D2 */
		assert_int_equal(parse_part(small, LOW, "s0-s1"), -EINVAL);
	assert_int_equal(ops->parse(small, LOW, "secret:c0\0,c1", 13), 0);
	assert_string_equal(part_text(small, LOW), "secret:c0");
	assert_int_equal(ops->parse(small, LOW, "secret:c0,c1", 9), 0);
	assert_string_equal(part_text(small, LOW), "secret:c0");
}

/* A context with the categories i where i % every < of in both levels. */
static size_t context_bytes(uint32_t every, uint32_t of)
{
	ops->set_sens(big, LOW, 1);
	ops->set_sens(big, HIGH, 16);
	for (uint32_t i = 0; i < 1024; i++) {
		assert_int_equal(ops->set_cat(big, LOW, i, i % every < of), 0);
		assert_int_equal(ops->set_cat(big, HIGH, i, i % every < of), 0);
	}
	return sizeof("system_u:system_r:init_t:") + strlen(text_of(big));
}

static void longest(void)
{
	assert_int_equal(context_bytes(3, 2), 6746);
	assert_int_equal(context_bytes(2, 1), 5066);
}

static void buffer_size(void)
{
	static const char text[] = "s0:c0,c1_very_long-secret:c0.x";
	char buf[sizeof(text)] = "?";
	size_t len = 4711;

	assert_int_equal(parse(small, text), 0);
	for (size_t size = 0; size < sizeof(text); size++) {
		assert_int_equal(ops->print(small, RANGE, buf, size, &len),
				 -ENOSPC);
		assert_int_equal(len, 4711);
		assert_string_equal(buf, "?");
	}
	assert_int_equal(ops->print(small, RANGE, buf, sizeof(text), &len), 0);
	assert_string_equal(buf, text);
}

static void nameless(void)
{
	static const uint32_t none[] = { 0, 3, 6, 0x80000000, 0xffffffff };
	size_t len = 4711;
	char c;

	if (ops->base.peer) /* libsepol: MLS-D5 */
		return;
	set(small, LOW, 4);
	assert_int_equal(ops->length(small, LOW, &len), -EINVAL);
	assert_int_equal(ops->print(small, LOW, &c, 0, &len), -EINVAL);
	assert_int_equal(len, 4711);
	set(small, LOW, 3);
	assert_int_equal(ops->length(small, LOW, &len), -EINVAL);
	set(small, LOW, 5);
	assert_string_equal(part_text(small, LOW), "s0:c3.c5");
	for (size_t i = 0; i < LSM_ARRAY_SIZE(none); i++) {
		ops->set_sens(small, HIGH, none[i]);
		assert_int_equal(ops->length(small, HIGH, &len), -EINVAL);
		assert_int_equal(ops->length(small, RANGE, &len), -EINVAL);
		assert_false(ops->level_valid(small, HIGH, LSM_MLS_SEED));
	}
}

/* Runs across words; libsepol joins some that are apart (MLS-D4). */
static void runs(void)
{
	static const char *const text[] = { "s0:c63,c64",
					    "s0:c62.c64",
					    "s0:c0.c63",
					    "s0:c64.c127",
					    "s0:c63.c128,c1022,c1023",
					    "s0:c62,c63,c128",
					    "s0:c62,c63,c130" };
	size_t joined = ops->base.peer ? 2 : 0;

	for (size_t i = 0; i < LSM_ARRAY_SIZE(text) - joined; i++) {
		assert_int_equal(parse(big, text[i]), 0);
		assert_string_equal(text_of(big), text[i]);
	}
}

static bool cats_valid(uint32_t nprim, enum lsm_mls_bound bound)
{
	return ops->cats_valid(small, LOW, small2, LOW, nprim, bound);
}

/* A position equal to the count: it passes unless the intended bound is used */
static void bound_is_a_count(void)
{
	set(small, LOW, 2);
	for (uint32_t i = 0; i < 3; i++)
		set(small2, LOW, i);
	assert_true(cats_valid(2, LSM_MLS_BEFORE));
	if (ops->base.peer) /* libsepol: MLS-D3 */
		return;
	assert_true(cats_valid(2, LSM_MLS_SEED));
	assert_false(cats_valid(2, LSM_MLS_INTENDED));
	assert_true(cats_valid(3, LSM_MLS_INTENDED));
	assert_false(cats_valid(1, LSM_MLS_SEED));
}

/* A count of 0: an impossible bound, or none at all. */
static void bound_of_zero(void)
{
	set(small, LOW, 5);
	set(small2, LOW, 5);
	assert_true(dominates(small, small2));
	assert_false(cats_valid(0, LSM_MLS_BEFORE));
	if (!ops->base.peer) { /* libsepol: MLS-D3 */
		assert_true(cats_valid(0, LSM_MLS_SEED));
		assert_false(cats_valid(0, LSM_MLS_INTENDED));
	}
	assert_int_equal(parse(small, "s0:c0"), 0);
	set(small2, LOW, 0);
	assert_true(cats_valid(0, LSM_MLS_BEFORE));
}

/* A policy that allows what it does not have. */
static void bound_of_policy(void)
{
	assert_int_equal(parse(small, "secret:c0.z"), 0);
	assert_true(ops->level_valid(small, LOW, LSM_MLS_BEFORE));
	assert_true(ops->range_valid(small, LSM_MLS_INTENDED));
	set(small, LOW, 12);
	assert_true(ops->level_valid(small, LOW, LSM_MLS_BEFORE));
	if (!ops->base.peer) { /* libsepol: MLS-D3 */
		assert_true(ops->level_valid(small, LOW, LSM_MLS_SEED));
		assert_false(ops->level_valid(small, LOW, LSM_MLS_INTENDED));
	}
	set(small, LOW, 13);
	assert_false(ops->level_valid(small, LOW, LSM_MLS_BEFORE));
	assert_false(ops->level_valid(small, LOW, LSM_MLS_SEED));
}

static void run_of_two(void)
{
	set(small, LOW, 0);
	set(small, LOW, 1);
	assert_string_equal(part_text(small, LOW), "s0:c0,c1_very_long");
	set(small, LOW, 2);
	assert_string_equal(part_text(small, LOW), "s0:c0.x");
}

static void contains_tests_both_ends(void)
{
	assert_int_equal(parse(small, "s1:c0-t:c0,c1"), 0);
	assert_true(ops->range_contains(small, small));
	assert_int_equal(parse(small2, "s0:c0-t:c0,c1"), 0);
	assert_false(ops->range_contains(small, small2));
	assert_int_equal(parse(small2, "s1:c0-t:c0,c1,c8"), 0);
	assert_false(ops->range_contains(small, small2));
	assert_true(ops->range_contains(small2, small));
}

static void dominance_by_sensitivity(void)
{
	assert_int_equal(parse(small, "s0:c0"), 0);
	assert_int_equal(parse(small2, "s1:c0"), 0);
	assert_false(dominates(small, small2));
	assert_true(dominates(small2, small));
	assert_false(ops->equal(small, LOW, small2, LOW));
	assert_false(ops->incomparable(small, LOW, small2, LOW));
	set(small, LOW, 1);
	assert_true(ops->incomparable(small, LOW, small2, LOW));
	assert_true(ops->incomparable(small2, LOW, small, LOW));
}

static void common_range(void)
{
	assert_int_equal(parse(small, "s0:c0.c3-t:c0.z"), 0);
	assert_int_equal(parse(small2, "s1:c1.c5-s1:c1.c5"), 0);
	assert_int_equal(ops->glblub(big, small, small2), 0);
	assert_string_equal(text_of(big), "s1:c1.c3-s1:c1.c5");
	assert_int_equal(parse(small2, "s4_without_categories"), 0);
	assert_int_equal(ops->glblub(small, small, small2), -EINVAL);
	assert_int_equal(ops->glblub(small2, small, small2), -EINVAL);
	assert_int_equal(ops->glblub(small, small, small), 0);
	assert_string_equal(text_of(small), "s0:c0.c3-t:c0.z");
}

/* Parse while the first allocation fails, then the second, and so on. */
static void parse_without_memory(void)
{
	static const char text[] = "s1:c900,c1,c100.c200-s15:c0.c1000";
	uint32_t nth = 0;
	int status;

	assert_int_equal(parse(big, "s3:c7-s4:c7.c9"), 0);
	do {
		lsm_alloc_fail(++nth);
		status = parse(big, text);
		lsm_alloc_fail(0);
		assert_null(ops->base.check(big));
		assert_true(status == 0 || status == -ENOMEM);
		if (status)
			assert_string_equal(text_of(big), "s3:c7-s4:c7.c9");
	} while (status);
	assert_true(nth > 1);
	assert_string_equal(text_of(big), "s1:c1,c100.c200,c900-s15:c0.c1000");
}

static int update(uint32_t which)
{
	switch (which) {
	case 0:
		return ops->copy(big2, big);
	case 1:
		return ops->copy_level(big2, LOW, big, HIGH);
	case 2:
		return ops->glblub(big2, big, big);
	default:
		return ops->set_cat(big2, LOW, 100000, true);
	}
}

/* Every other update: it fails and changes nothing, or succeeds. */
static void updates_without_memory(void)
{
	static const char text[] = "s3:c7-s4:c7,c64.c66";

	assert_int_equal(parse(big, "s1:c0.c3-s2:c0.c500"), 0);
	for (uint32_t which = 0; which < 4; which++) {
		uint32_t nth = 0;
		int status;

		do {
			assert_int_equal(parse(big2, text), 0);
			lsm_alloc_fail(++nth);
			status = update(which);
			lsm_alloc_fail(0);
			assert_null(ops->base.check(big2));
			assert_true(status == 0 || status == -ENOMEM);
			if (status)
				assert_string_equal(text_of(big2), text);
		} while (status);
	}
}

static void objects_without_memory(void)
{
	const uint32_t param[LSM_ARGS_MAX] = { LSM_MLS_BIG };
	int64_t live = lsm_alloc_live();
	uint32_t nth = 0;
	void *self;

	do {
		lsm_alloc_fail(++nth);
		self = ops->base.create(setup, param);
		lsm_alloc_fail(0);
		assert_true(self || lsm_alloc_live() == live);
	} while (!self);
	assert_true(nth > 1);
	ops->base.destroy(self);
	assert_int_equal(lsm_alloc_live(), live);
}

static void cleared_as_new(void)
{
	int64_t live = lsm_alloc_live();

	assert_int_equal(parse(small, "s1:c0-t:c0,c5"), 0);
	ops->base.clear(small);
	assert_int_equal(lsm_alloc_live(), live);
	assert_true(ops->range_equal(small, small2));
	assert_string_equal(text_of(small), "s0");
}

/* Setting up must survive running out of memory, too. */
static void setup_without_memory(void **state)
{
	(void)state;
	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		const struct lsm_ops *base = lsm_structure.impls[i];
		int64_t live = lsm_alloc_live();
		uint32_t nth = 0;
		void *shared;

		if (!base->setup || base->peer) /* it may lose memory */
			continue;
		do {
			lsm_alloc_fail(++nth);
			shared = base->setup();
			lsm_alloc_fail(0);
			assert_true(shared || lsm_alloc_live() == live);
		} while (!shared);
		base->teardown(shared);
		assert_int_equal(lsm_alloc_live(), live);
	}
}

static const struct CMUnitTest tests[] = { EACH(accepted),
					   EACH(refused),
					   EACH(second_dash),
					   EACH(parsed_but_invalid),
					   EACH(one_level),
					   EACH(longest),
					   EACH(buffer_size),
					   EACH(nameless),
					   EACH(runs),
					   EACH(bound_is_a_count),
					   EACH(bound_of_zero),
					   EACH(bound_of_policy),
					   EACH(run_of_two),
					   EACH(contains_tests_both_ends),
					   EACH(dominance_by_sensitivity),
					   EACH(common_range),
					   EACH(parse_without_memory),
					   EACH(updates_without_memory),
					   EACH(objects_without_memory),
					   EACH(cleared_as_new),
					   cmocka_unit_test(
						   setup_without_memory) };

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
