/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs as bytes and as words. */
#include "toy_programs.h"

#include <lsm/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void text_round_trips(void **state)
{
	static const char text[] =
		"lsmdiff toy 3\n"
		"new slot=3\n"
		"set slot=1 bit=4294967295 how=6 fail=2\n"
		"say text=\"a \\\"b\\\" \\\\ \\x00\\xff # no comment\" slot=2\n"
		"say text=\"\" slot=0\n"
		"read slot=0 image=00ff10203040506070809000a0b0c0d0e0f001\n"
		"read slot=0 image=\n";
	uint8_t data[512];
	size_t size;
	char *again;

	(void)state;
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text), data,
				      &size, sizeof(data), NULL),
			 0);
	assert_int_equal(size, 16 * (1 + 1 + 3 + 1 + 3 + 1));
	assert_int_equal(lsm_program_steps(&lsm_structure, data, size), 6);
	again = words(data, size);
	assert_string_equal(again, text);
	free(again);
}

static void comments_and_blank_lines_are_skipped(void **state)
{
	static const char text[] = "lsmdiff toy 3\n\n  # why\n"
				   "new slot=1   # <-- here\n\tnew\tslot=0x2";
	uint8_t data[64];
	size_t size;

	(void)state;
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text), data,
				      &size, sizeof(data), NULL),
			 0);
	assert_int_equal(size, 32);
	assert_int_equal(data[2], 1);
	assert_int_equal(data[18], 2);
}

static void escapes_mean_what_they_say(void **state)
{
	static const char text[] = "lsmdiff toy 3\n"
				   "say text=\"a\\n\\t\\xAb\\xcD\" slot=0\n"
				   "read slot=0 image=aBCd\n";
	uint8_t data[128];
	size_t size;

	(void)state;
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text), data,
				      &size, sizeof(data), NULL),
			 0);
	assert_memory_equal(data + 16, "a\n\t\xab\xcd", 5);
	assert_memory_equal(data + 48, "\xab\xcd", 2);
}

static void bad_lines_are_named(void **state)
{
	static const struct {
		const char *text;
		size_t line;
	} bad[] = {
		{ "", 1 },
		{ "new slot=0\n", 1 },
		{ "lsmdiff toy 4\n", 1 },
		{ "lsmdiff other 3\n", 1 },
		{ "lsmdiff toy 3 x\n", 1 },
		{ "lsmdiff toy 3\nfly slot=0\n", 2 },
		{ "lsmdiff toy 3\nnew\n", 2 },
		{ "lsmdiff toy 3\nnews slot=0\n", 2 },
		{ "lsmdiff toy 3\nnew slot=4\n", 2 },
		{ "lsmdiff toy 3\nnew slot=0 slot=1\n", 2 },
		{ "lsmdiff toy 3\nnew slot=\n", 2 },
		{ "lsmdiff toy 3\nnew slot=-1\n", 2 },
		{ "lsmdiff toy 3\nnew slot=0x\n", 2 },
		{ "lsmdiff toy 3\nset slot=0 bit=65536 how=0\n", 2 },
		{ "lsmdiff toy 3\nset slot=0 bit=4294967296 how=0\n", 2 },
		{ "lsmdiff toy 3\nset bit=1 slot=0 how=0\n", 2 },
		{ "lsmdiff toy 3\nnew slot=0 fail=256\n", 2 },
		{ "lsmdiff toy 3\nread slot=0 image=0\n", 2 },
		{ "lsmdiff toy 3\nread slot=0 image=0g\n", 2 },
		{ "lsmdiff toy 3\nsay text=\"abc slot=0\n", 2 },
		{ "lsmdiff toy 3\nsay text=\"\\q\" slot=0\n", 2 },
		{ "lsmdiff toy 3\nsay text=\"\\", 2 },
		{ "lsmdiff toy 3\nnew slot=0\nnew slot=0\nnew slot=0\n", 4 },
	};
	uint8_t data[32];
	size_t size;

	(void)state;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(bad); i++) {
		const char *complaint = NULL;

		assert_int_equal(lsm_assemble(&lsm_structure, bad[i].text,
					      strlen(bad[i].text), data, &size,
					      sizeof(data), &complaint),
				 bad[i].line);
		assert_non_null(complaint);
	}
}

static void values_of_a_domain_stand_for_themselves(void **state)
{
	struct lsm_random random = { 1 };

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint32_t raw = (uint32_t)lsm_random_u64(&random);
		uint32_t value = lsm_domain_value(&position, raw);

		assert_int_equal(lsm_domain_value(&position, value), value);
		assert_true(value <= 65535 || value >= 0xfffffff0);
	}
	assert_int_equal(lsm_domain_value(&position, 65536), 65536 % 100);
}

/* Any bytes are a program whose steps lie inside it. */
static void any_bytes_are_a_program(void **state)
{
	struct lsm_random random = { 2 };

	(void)state;
	for (int i = 0; i < 20000; i++) {
		size_t size = lsm_random_below(&random, 200), cursor = 0;
		uint8_t *data = malloc(size + !size);
		struct lsm_step step;

		for (size_t k = 0; k < size; k++)
			data[k] = (uint8_t)lsm_random_below(&random,
							    k % 16 ? 256 : 12);
		while (lsm_program_next(&lsm_structure, data, size, &cursor,
					&step)) {
			assert_true(step.offset + step.size == cursor);
			assert_true(cursor <= size);
			if (step.payload)
				assert_true(step.payload + step.payload_len <=
					    data + size);
		}
		free(data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_round_trips),
		cmocka_unit_test(comments_and_blank_lines_are_skipped),
		cmocka_unit_test(escapes_mean_what_they_say),
		cmocka_unit_test(bad_lines_are_named),
		cmocka_unit_test(values_of_a_domain_stand_for_themselves),
		cmocka_unit_test(any_bytes_are_a_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
