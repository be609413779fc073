/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access vector tables: what programs cannot say, and known values. */
#include <lsm/avtab.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct lsm_avtab_ops *impl(size_t i)
{
	return (const struct lsm_avtab_ops *)lsm_structure.impls[i];
}

static void *make(const struct lsm_avtab_ops *ops, enum lsm_avtab_sizing sizing,
		  enum lsm_avtab_hash hash, uint32_t rules, uint32_t shift)
{
	const uint32_t param[LSM_ARGS_MAX] = { sizing, hash, rules, shift };
	void *self = ops->base.create(NULL, param);

	assert_non_null(self);
	return self;
}

static uint32_t slots(const struct lsm_avtab_ops *ops,
		      enum lsm_avtab_sizing sizing, uint32_t rules)
{
	struct lsm_avtab_statistics figures;
	void *self = make(ops, sizing, LSM_AVTAB_DEFAULT, rules, 0);

	assert_int_equal(ops->statistics(self, &figures), 0);
	ops->base.destroy(self);
	return figures.slots;
}

/* Slots by the number of rules, worked out by hand. */
static void sizes_are_those_of_the_rules(void **state)
{
	static const uint32_t known[][3] = {
		/* rules, seed, modern */
		{ 0, 1, 0 },
		{ 1, 2, 2 },
		{ 2, 4, 2 },
		{ 3, 4, 2 },
		{ 4, 2, 2 },
		{ 7, 2, 2 },
		{ 8, 4, 4 },
		{ 15, 4, 4 },
		{ 16, 8, 8 },
		{ 8188, 2048, 2048 },
		{ 16384, 8192, 8192 },
		{ 32768, 8192, 16384 },
		{ 102340, 8192, 32768 },
		{ 131072, 8192, 65536 },
		{ UINT32_MAX, 8192, 65536 },
	};

	(void)state;
	for (size_t k = 0; k < lsm_structure.nr_impls; k++) {
		if (impl(k)->base.peer)
			continue;
		for (size_t i = 0; i < LSM_ARRAY_SIZE(known); i++) {
			assert_int_equal(
				slots(impl(k), LSM_AVTAB_SEED, known[i][0]),
				known[i][1]);
			assert_int_equal(
				slots(impl(k), LSM_AVTAB_MODERN, known[i][0]),
				known[i][2]);
		}
		assert_int_equal(slots(impl(k), LSM_AVTAB_FIXED, 1), 32768);
		assert_int_equal(slots(impl(k), LSM_AVTAB_NONE, 9), 0);
	}
}

static void fill(const struct lsm_avtab_ops *ops, void *self)
{
	struct lsm_random random = { 5 };

	for (int i = 0; i < 600; i++) {
		struct lsm_avtab_key key = {
			.source = (uint16_t)lsm_random_u64(&random),
			.target = (uint16_t)lsm_random_u64(&random),
			.class = (uint16_t)lsm_random_u64(&random),
			.specified = LSM_AVTAB_ALLOWED,
		};
		struct lsm_avtab_datum datum = { .data = (uint32_t)i };

		assert_int_equal(ops->insert_nonunique(self, &key, &datum), 0);
	}
}

/* Its hash function is murmur3, and up to 8,192 slots its sizes the seed's. */
static void chains_are_libsepols(void **state)
{
	(void)state;
	for (size_t k = 1; k < lsm_structure.nr_impls; k++) {
		struct lsm_avtab_statistics ours, theirs;
		void *a, *b;

		if (!impl(k)->base.peer || !impl(k)->statistics)
			continue;
		for (uint32_t rules = 1; rules < 16000; rules = rules * 3) {
			a = make(impl(0), LSM_AVTAB_SEED, LSM_AVTAB_MURMUR3,
				 rules, 0);
			b = make(impl(k), LSM_AVTAB_SEED, LSM_AVTAB_MURMUR3,
				 rules, 0);
			fill(impl(0), a);
			fill(impl(k), b);
			assert_int_equal(impl(0)->statistics(a, &ours), 0);
			assert_int_equal(impl(k)->statistics(b, &theirs), 0);
			assert_memory_equal(&ours, &theirs, sizeof(ours));
			assert_true(ours.longest > 1 || ours.slots > 2048);
			impl(0)->base.destroy(a);
			impl(k)->base.destroy(b);
		}
	}
}

/* What a hash function says of one key: the only slot that is used. */
static uint32_t slot_of(const struct lsm_avtab_ops *ops,
			enum lsm_avtab_hash hash, struct lsm_avtab_key key,
			uint32_t shift)
{
	struct lsm_avtab_datum datum = { .data = 1 };
	uint32_t found = UINT32_MAX;

	/* Default hash with target and source 0: class is the slot. */
	for (uint32_t slot = 0; slot < 1u << shift; slot++) {
		struct lsm_avtab_statistics figures;
		void *self = make(ops, LSM_AVTAB_EXPLICIT, hash, 0, shift);
		struct lsm_avtab_key probe = { .class = (uint16_t)slot,
					       .specified = 1 };

		ops->insert_nonunique(self, &key, &datum);
		ops->insert_nonunique(self, &probe, &datum);
		assert_int_equal(ops->statistics(self, &figures), 0);
		if (figures.longest == 2)
			found = slot;
		ops->base.destroy(self);
	}
	return found;
}

/* class + target * 4 + source * 512, and all 16 bits of each count. */
static void default_hash_is_a_sum(void **state)
{
	const struct lsm_avtab_key key = { 3, 5, 2, LSM_AVTAB_ALLOWED };
	const struct lsm_avtab_key wide = { 0, 0xffff, 0, LSM_AVTAB_ALLOWED };

	(void)state;
	for (size_t k = 0; k < lsm_structure.nr_impls; k++) {
		if (impl(k)->base.peer)
			continue;
		assert_int_equal(slot_of(impl(k), LSM_AVTAB_DEFAULT, key, 6),
				 (2 + 4 * 5 + 512 * 3) % 64);
		assert_int_equal(slot_of(impl(k), LSM_AVTAB_DEFAULT, wide, 4),
				 (4 * 0xffff) % 16);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_those_of_the_rules),
		cmocka_unit_test(chains_are_libsepols),
		cmocka_unit_test(default_hash_is_a_sum),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
