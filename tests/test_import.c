/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the importer turns sets and levels into programs. */
#include "../import/level_programs.h"
#include "../import/policy_programs.h"
#include "../import/policy_select.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct import_origin origin = { "policy.99", "a package" };

/* What a test prints. */
static char printed[16384];
static FILE *file;

#define assert_has(text) assert_non_null(strstr(printed, text))

static void begin_print(void)
{
	memset(printed, 0, sizeof(printed));
	file = fmemopen(printed, sizeof(printed), "w");
}

static struct lsm_policy_set
set_of(const char *name, const struct lsm_policy_unit *units, size_t nr)
{
	return (struct lsm_policy_set){ LSM_POLICY_ATTRIBUTE, name, 0, units,
					nr };
}

static void runs_cross_units(void **state)
{
	static const struct lsm_policy_unit units[] = {
		{ 0, 1 },
		{ 64, UINT64_MAX },
		{ 128, 0x13 },
		{ 256, 1 },
	};
	static const uint32_t first[] = { 0, 64, 132, 256 };
	static const uint64_t length[] = { 1, 66, 1, 1 };
	const struct lsm_policy_set set = set_of("runs", units, 4);
	struct import_run run = { 0 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_true(import_next_run(&set, &run));
		assert_int_equal(run.first, first[i]);
		assert_int_equal(run.length, length[i]);
	}
	assert_false(import_next_run(&set, &run));
	assert_int_equal(import_set_members(&set), 69);
	assert_int_equal(import_set_highest(&set), 256);
}

static int count_set(const struct lsm_policy_set *set, void *arg)
{
	assert_string_equal(set->name, "one");
	assert_int_equal(set->units[0].map, 5);
	++*(size_t *)arg;
	return 0;
}

static void damaged_sets_are_refused(void **state)
{
	static const struct lsm_policy_unit units[] = { { 0, 5 }, { 64, 1 } };
	static const struct lsm_policy_unit bent[] = { { 64, 5 }, { 0, 1 } };
	struct lsm_policy_set set = set_of("one", units, 2);
	size_t len, seen = 0;

	(void)state;
	begin_print();
	import_set_pack(file, &set);
	len = (size_t)ftell(file);
	fclose(file);
	assert_int_equal(import_unpack(printed, len, count_set, &seen), 0);
	for (size_t cut = 1; cut < len; cut++)
		assert_true(import_unpack(printed, cut, count_set, &seen) < 0);
	set.units = bent;
	begin_print();
	import_set_pack(file, &set);
	fclose(file);
	assert_true(import_unpack(printed, len, count_set, &seen) < 0);
	assert_int_equal(seen, 1);
}

/* Sets of 1 to @nr units: the n-th has bits 0 and n % 64 of each. */
static void make_sets(struct import_sets *sets, size_t nr)
{
	struct lsm_policy_unit *units = calloc(nr, sizeof(*units));

	for (size_t n = 0; n < nr; n++) {
		struct lsm_policy_set set = set_of("name", units, n + 1);

		for (size_t i = 0; i <= n; i++)
			units[i] = (struct lsm_policy_unit){
				(uint32_t)(64 * i),
				1 | UINT64_C(1) << n % 64,
			};
		assert_int_equal(import_sets_add(sets, &set), 0);
	}
	free(units);
}

static size_t print_program(const struct import_sets *sets, size_t index,
			    size_t part)
{
	size_t bytes;

	begin_print();
	bytes = import_print_program(file, sets, index, part, &origin);
	fclose(file);
	return bytes;
}

static void programs_fit_and_split(void **state)
{
	struct import_sets sets = { 0 };
	size_t parts = 0;

	(void)state;
	make_sets(&sets, 3 * IMPORT_UNITS_MAX);
	for (size_t i = 0; i < sets.nr; i++) {
		unsigned int nr_units = 0, units;

		for (size_t p = 0; p < import_parts(&sets.set[i].set); p++) {
			assert_in_range(print_program(&sets, i, p), 16,
					IMPORT_PROGRAM_BYTES);
			assert_has("subset a=2 b=1");
			/* The lowest byte of the image's third word. */
			assert_int_equal(sscanf(strstr(printed, "image="),
						"image=%*16c%2x", &units),
					 1);
			nr_units += units;
			parts++;
		}
		assert_int_equal(nr_units, i + 1);
	}
	assert_int_equal(parts, 6 * IMPORT_UNITS_MAX);
	import_sets_free(&sets);
}

static void program_reads_the_canonical_image(void **state)
{
	static const struct lsm_policy_unit units[] = {
		{ 0, 1 },
		{ 64, 1 },
		{ 128, 4 },
	};
	const struct lsm_policy_set set = set_of("odd\nname", units, 3);
	struct import_sets sets = { 0 };

	(void)state;
	import_sets_add(&sets, &set);
	import_sets_add(&sets, &set);
	assert_int_equal(sets.nr, 1);
	assert_int_equal(sets.set[0].seen, 2);
	print_program(&sets, 0, 0);
	assert_has("lsmdiff ebitmap 1\n"
		   "# attribute odd?name of policy.99, a package\n");
	assert_has("read slot=0 image=40000000c000000003000000"
		   "000000000100000000000000"
		   "400000000100000000000000"
		   "800000000400000000000000\n");
	assert_has("\nclear slot=1 bit=130\n");
	assert_has("\ncontains a=2 b=1 last=64\n");
	assert_has("\ncontains a=2 b=1 last=63\n");
	import_sets_free(&sets);
}

static void selection_is_exact_and_repeatable(void **state)
{
	bool chosen[100] = { false }, again[100] = { false };
	struct import_sets sets = { 0 };
	size_t count = 0;

	(void)state;
	make_sets(&sets, 100);
	import_select(&sets, 17, chosen);
	import_select(&sets, 17, again);
	assert_memory_equal(chosen, again, sizeof(chosen));
	for (size_t i = 0; i < 100; i++)
		count += chosen[i];
	assert_int_equal(count, 17);
	assert_true(chosen[0] && chosen[99]);
	memset(again, false, sizeof(again));
	import_minimise(&sets, again);
	assert_true(again[0] && !again[98]);
	import_sets_free(&sets);
}

static void levels_of_sets_are_spelled(void **state)
{
	static const struct lsm_policy_unit unit = { 0, 0x1bb };
	struct lsm_policy_set low = { LSM_POLICY_USER_LOW, "u", 1, NULL, 0 };
	struct lsm_policy_set high = { LSM_POLICY_USER_HIGH, "u", 16, &unit,
				       1 };
	struct import_levels levels = { 0 };
	char longest[IMPORT_LEVEL_MAX + 1] = "";

	(void)state;
	import_levels_add_set(&levels, &low);
	import_levels_add_set(&levels, &high);
	assert_string_equal(levels.text[1], "s15:c0,c1,c3.c5,c7,c8");
	assert_string_equal(levels.text[2], "s0-s15:c0,c1,c3.c5,c7,c8");
	memset(longest, '"', IMPORT_LEVEL_MAX);
	import_levels_add(&levels, longest, IMPORT_LEVEL_MAX);
	import_levels_add(&levels, longest, IMPORT_LEVEL_MAX);
	begin_print();
	assert_in_range(import_print_level_program(file, &levels, 3, &origin),
			IMPORT_PROGRAM_BYTES - 64, IMPORT_PROGRAM_BYTES);
	fclose(file);
	assert_has("parse slot=1 part=2 text=\"\\\"\\\"");
	import_levels_free(&levels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_cross_units),
		cmocka_unit_test(damaged_sets_are_refused),
		cmocka_unit_test(programs_fit_and_split),
		cmocka_unit_test(program_reads_the_canonical_image),
		cmocka_unit_test(selection_is_exact_and_repeatable),
		cmocka_unit_test(levels_of_sets_are_spelled),
	};

	return cmocka_run_group_tests_name("import", tests, NULL, NULL);
}
