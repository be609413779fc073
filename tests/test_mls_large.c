/* SPDX-License-Identifier: GPL-2.0-or-later */
/* MLS ranges larger than programs make them, and every name there is. */
#include "mls_fixture.h"

#include <stdio.h>

/* Each name of @names, and each alias, is its value and no other. */
static void check_names(void *self, const struct lsm_mls_name *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		char text[300];

		snprintf(text, sizeof(text), "s0:%s", names[i].name);
		assert_int_equal(parse_part(self, LOW, text), 0);
		assert_int_equal(
			ops->set_cat(self, LOW, names[i].value - 1, false), 0);
		assert_string_equal(part_text(self, LOW), "s0");
		/* One letter more or less is another name or none. */
		snprintf(text, sizeof(text), "s0:%sq", names[i].name);
		assert_int_equal(parse_part(self, LOW, text), -EINVAL);
	}
}

static void every_name(void)
{
	void *const self[] = { small, big };

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		const struct lsm_mls_policy *policy = &lsm_mls_policy[i];

		check_names(self[i], policy->cat, policy->nr_cat);
		check_names(self[i], policy->cat_alias, policy->nr_cat_alias);
	}
}

/* The longest texts, letter by letter, and back again. */
static void longest_text(void)
{
	static char text[8192];
	size_t len = (size_t)sprintf(text, "s15:c0");

	/* Two of three: pairs joined by ','. */
	for (uint32_t cat = 0; cat < 1024; cat++) {
		if (cat % 3 == 2)
			continue;
		assert_int_equal(ops->set_cat(big, LOW, cat, true), 0);
		if (cat)
			len += (size_t)sprintf(text + len, ",c%u", cat);
	}
	ops->set_sens(big, LOW, 16);
	assert_string_equal(part_text(big, LOW), text);
	assert_int_equal(parse_part(big2, LOW, text), 0);
	assert_true(ops->equal(big, LOW, big2, LOW));
}

struct count {
	uint32_t units;
	uint32_t last;
};

static void count_unit(uint32_t start, uint64_t map, void *arg)
{
	struct count *count = arg;

	assert_int_equal(map, 1);
	assert_true(!count->units || start > count->last);
	count->last = start;
	count->units++;
}

/* A thousand units, put in from both ends, copied and taken out again. */
static void many_units(void)
{
	enum {
		UNITS = 1000
	};
	struct count count = { 0 };

	for (uint32_t i = 0; i < UNITS; i++) {
		uint32_t unit = i % 2 ? UNITS - 1 - i / 2 : i / 2;

		assert_int_equal(ops->set_cat(big, HIGH, unit * 64, true), 0);
	}
	assert_null(ops->base.check(big));
	assert_int_equal(ops->copy(big2, big), 0);
	ops->units(big2, HIGH, count_unit, &count);
	assert_int_equal(count.units, UNITS);
	assert_true(ops->range_equal(big, big2));
	for (uint32_t i = 0; i < UNITS; i++)
		assert_int_equal(ops->set_cat(big, HIGH, i * 64, false), 0);
	assert_null(ops->base.check(big));
	assert_true(ops->dominates(big2, HIGH, big, HIGH));
	assert_false(ops->dominates(big, HIGH, big2, HIGH));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(every_name),
		EACH(longest_text),
		EACH(many_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
