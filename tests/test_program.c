/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs as bytes and as words, and the mutator that changes them. */
#include <lsm/mutator.h>
#include <lsm/program.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct lsm_span spans[] = { { 0, 65535 },
					 { 0xfffffff0, 0xffffffff } };
static const uint32_t edges[] = { 64, 0xffffffff };
static const struct lsm_domain position = {
	.modulus = 100,
	.spans = spans,
	.nr_spans = 2,
	.edges = edges,
	.nr_edges = 2,
};
static const struct lsm_domain small = { .modulus = 7 };

static const struct lsm_op ops[] = {
	[1] = { "new", LSM_CREATE, .arg = { LSM_ARG_SLOT_OUT("slot") } },
	[4] = { "set", LSM_UPDATE,
		.arg = { LSM_ARG_SLOT_INOUT("slot"),
			 LSM_ARG_VALUE("bit", 4, &position),
			 LSM_ARG_VALUE("how", 1, &small) } },
	[9] = { "say", LSM_UPDATE, LSM_UNCHANGED, LSM_TEXT,
		.arg = { LSM_ARG_LENGTH("text"), LSM_ARG_SLOT_INOUT("slot") } },
	[10] = { "read", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
		 .arg = { LSM_ARG_SLOT_OUT("slot"), LSM_ARG_LENGTH("image") } },
};

const struct lsm_structure lsm_structure = {
	.name = "toy",
	.format = 3,
	.ops = ops,
	.nr_ops = LSM_ARRAY_SIZE(ops),
};

static char *words(const uint8_t *data, size_t size)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	lsm_print_program(out, &lsm_structure, data, size);
	fclose(out);
	return text;
}

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

/* Printing and assembling gives the same words again. */
static void any_program_survives_its_words(void **state)
{
	struct lsm_random random = { 3 };
	uint8_t data[256], again[4096];
	size_t size = 0, size_again;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		char *before, *after;

		size = lsm_mutate(&lsm_structure, data, size, sizeof(data),
				  &random);
		assert_true(size >= 16 && size <= sizeof(data));
		assert_int_equal(size % 16, 0);
		before = words(data, size);
		assert_int_equal(lsm_assemble(&lsm_structure, before,
					      strlen(before), again,
					      &size_again, sizeof(again), NULL),
				 0);
		after = words(again, size_again);
		assert_string_equal(before, after);
		free(before);
		free(after);
	}
}

static void mutation_is_repeatable_and_reaches_everything(void **state)
{
	bool seen[LSM_ARRAY_SIZE(ops)] = { false };
	bool edge = false, fail = false, longer = false;
	uint8_t a[512], b[512];
	size_t size_a = 0, size_b = 0;
	struct lsm_random x = { 4 }, y = { 4 };

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct lsm_step step;
		size_t cursor = 0;

		size_a = lsm_mutate(&lsm_structure, a, size_a, sizeof(a), &x);
		size_b = lsm_mutate(&lsm_structure, b, size_b, sizeof(b), &y);
		assert_int_equal(size_a, size_b);
		assert_memory_equal(a, b, size_a);
		while (lsm_program_next(&lsm_structure, a, size_a, &cursor,
					&step)) {
			seen[step.code] = true;
			edge |= step.code == 4 && step.arg[1] == 0xffffffff;
			fail |= step.fail != 0;
			longer |= step.payload_len > 16;
		}
	}
	for (size_t code = 0; code < LSM_ARRAY_SIZE(ops); code++)
		assert_int_equal(seen[code], ops[code].name != NULL);
	assert_true(edge && fail && longer);
}

static void crossover_cuts_between_operations(void **state)
{
	struct lsm_random random = { 5 };
	uint8_t a[256], b[256], out[300];
	size_t size_a = 0, size_b = 0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		size_t size;

		size_a = lsm_mutate(&lsm_structure, a, size_a, sizeof(a),
				    &random);
		size_b = lsm_mutate(&lsm_structure, b, size_b, sizeof(b),
				    &random);
		size = lsm_crossover(&lsm_structure,
				     (struct lsm_blob){ a, size_a },
				     (struct lsm_blob){ b, size_b }, out,
				     sizeof(out), &random);
		assert_true(size <= sizeof(out));
		assert_true(
			lsm_program_steps(&lsm_structure, out, size) <=
			lsm_program_steps(&lsm_structure, a, size_a) +
				lsm_program_steps(&lsm_structure, b, size_b));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_round_trips),
		cmocka_unit_test(comments_and_blank_lines_are_skipped),
		cmocka_unit_test(bad_lines_are_named),
		cmocka_unit_test(values_of_a_domain_stand_for_themselves),
		cmocka_unit_test(any_bytes_are_a_program),
		cmocka_unit_test(any_program_survives_its_words),
		cmocka_unit_test(mutation_is_repeatable_and_reaches_everything),
		cmocka_unit_test(crossover_cuts_between_operations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
