/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Buckets of rules: codes lose nothing, and tables larger than programs make.
 */
#include "../optimized/avtab_bucketed.h"

#include <lsm/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct lsm_avtab_ops *const ops = &lsm_avtab_bucketed;

static bool comes_back(const struct bucketed_widths *widths,
		       struct bucketed_triple triple)
{
	struct bucketed_code code = bucketed_encode(widths, triple);
	struct bucketed_triple back = bucketed_decode(widths, code);

	return code.offset >> (widths->bits - BUCKETED_TAG) == 0 &&
	       back.source == triple.source && back.target == triple.target &&
	       back.class == triple.class;
}

static struct bucketed_triple
random_triple(struct lsm_random *random, const struct bucketed_widths *widths)
{
	uint64_t bits = lsm_random_u64(random);

	if (bits >> 60 == 0) /* few bits set */
		bits &= lsm_random_u64(random) & lsm_random_u64(random);
	return (struct bucketed_triple){
		.source = (uint16_t)bucketed_low(bits, widths->source),
		.target = (uint16_t)bucketed_low(bits >> 16, widths->target),
		.class = (uint16_t)bucketed_low(bits >> 32, widths->class),
	};
}

/* Two triples of one code would be one rule: a wrong decision. */
static void codes_can_be_reversed(void **state)
{
	struct lsm_random random = { 1 };

	(void)state;
	for (uint32_t s = 0; s <= 16; s++)
		for (uint32_t t = 0; t <= 16; t++)
			for (uint32_t c = 0; c <= 16; c++) {
				struct bucketed_widths widths =
					bucketed_widths(s, t, c);

				assert_in_range(widths.bits, BUCKETED_TAG, 48);
				for (int i = 0; i < 100; i++)
					assert_true(comes_back(
						&widths,
						random_triple(&random,
							      &widths)));
			}
}

/* All of them, where there are not too many: every class and low half. */
static void codes_of_all_triples_can_be_reversed(void **state)
{
	const struct bucketed_widths widths = bucketed_widths(13, 13, 8);
	bool all = true;

	(void)state;
	for (uint32_t i = 0; i < 1u << 24; i++)
		all &= comes_back(&widths, (struct bucketed_triple){
						   .source = i >> 16 & 0xff,
						   .target = i >> 8 & 0xff,
						   .class = i & 0xff,
					   });
	assert_true(all);
}

static struct bucketed_table *make(void)
{
	static const uint32_t param[LSM_ARGS_MAX];
	void *self = ops->base.create(NULL, param);

	assert_non_null(self);
	return self;
}

/* Rule number @i of a set in which no triple comes twice. */
static struct lsm_avtab_key key_of(uint32_t i, bool wide)
{
	uint32_t mixed = wide ? i * 0x9e3779b1u : i;

	return (struct lsm_avtab_key){
		.source = (uint16_t)(mixed >> (wide ? 16 : 8)),
		.target = (uint16_t)(mixed & (wide ? 0xffff : 0xff)),
		.class = (uint16_t)(wide ? i >> 3 : 7),
		.specified = LSM_AVTAB_ALLOWED,
	};
}

static bool says(struct bucketed_table *table, struct lsm_avtab_key key,
		 uint32_t data)
{
	struct lsm_avtab_rule rule;

	return ops->search(table, &key, &rule) && rule.datum.data == data &&
	       rule.key.source == key.source && rule.key.target == key.target &&
	       rule.key.class == key.class &&
	       !ops->search_next(table, &rule, LSM_AVTAB_RULES);
}

/* @nr rules, as many data; half as many keys are asked for that are not there.
 */
static void fill_and_ask(uint32_t nr, bool wide)
{
	struct bucketed_table *table = make();
	struct lsm_avtab_rule rule;

	for (uint32_t i = 0; i < nr; i++) {
		struct lsm_avtab_key key = key_of(i, wide);
		struct lsm_avtab_datum datum = { .data = i };

		assert_int_equal(ops->insert(table, &key, &datum), 0);
	}
	for (uint32_t i = 0; i < nr; i++)
		if (!says(table, key_of(i, wide), i))
			fail_msg("rule %u of %u", i, nr);
	for (uint32_t i = nr; i < nr + nr / 2; i++) {
		struct lsm_avtab_key key = key_of(i, wide);

		assert_false(ops->search(table, &key, &rule));
	}
	assert_null(ops->base.check(table));
	/* Numbers that lie side by side are spread, too. */
	assert_true(table->nr_strays <= 8 + table->buckets / 64);
	ops->base.destroy(table);
}

static void many_rules_are_found(void **state)
{
	(void)state;
	for (uint32_t nr = 1; nr <= 4096; nr = nr * 3 / 2 + 1) {
		fill_and_ask(nr, false);
		fill_and_ask(nr, true);
	}
}

/* More things said than 14 bits can tell apart. */
static void many_data_are_kept(void **state)
{
	(void)state;
	fill_and_ask(1u << 14, false);
	fill_and_ask(40000, true);
}

/* More buckets would not help: they are all of one home. */
static void one_triple_has_any_number_of_rules(void **state)
{
	const struct lsm_avtab_key key = {
		.source = 3,
		.target = 4,
		.class = 5,
		.specified = LSM_AVTAB_ALLOWED,
	};
	struct bucketed_table *table = make();
	struct lsm_avtab_rule rule;
	uint32_t nr = 2000;

	(void)state;
	for (uint32_t i = 0; i < nr; i++) {
		struct lsm_avtab_datum datum = { .data = i };

		assert_int_equal(ops->insert_nonunique(table, &key, &datum), 0);
	}
	assert_null(ops->base.check(table));
	assert_true(table->buckets < nr);
	assert_true(ops->search(table, &key, &rule));
	while (nr-- > 0) { /* the newest first */
		assert_int_equal(rule.datum.data, nr);
		assert_int_equal(
			ops->search_next(table, &rule, LSM_AVTAB_RULES),
			nr > 0);
	}
	ops->base.destroy(table);
}

/* Rules move when widths or buckets do not do any more. */
static void a_wide_number_comes_late(void **state)
{
	struct bucketed_table *table = make();
	struct lsm_avtab_datum datum = { .data = 77 };
	struct lsm_avtab_key wide = {
		.source = 65535,
		.target = 65535,
		.class = 65535,
		.specified = LSM_AVTAB_ALLOWED,
	};

	(void)state;
	for (uint32_t i = 0; i < 300; i++) {
		struct lsm_avtab_key key = key_of(i, false);
		struct lsm_avtab_datum own = { .data = i };

		assert_int_equal(ops->insert(table, &key, &own), 0);
	}
	assert_null(table->whole);
	assert_int_equal(ops->insert(table, &wide, &datum), 0);
	assert_non_null(table->whole);
	for (uint32_t i = 0; i < 300; i++)
		assert_true(says(table, key_of(i, false), i));
	assert_true(says(table, wide, 77));
	assert_null(ops->base.check(table));
	ops->base.destroy(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_can_be_reversed),
		cmocka_unit_test(codes_of_all_triples_can_be_reversed),
		cmocka_unit_test(many_rules_are_found),
		cmocka_unit_test(many_data_are_kept),
		cmocka_unit_test(one_triple_has_any_number_of_rules),
		cmocka_unit_test(a_wide_number_comes_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
