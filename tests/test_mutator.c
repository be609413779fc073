/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mutator: every result is a program, and each kind of change happens. */
#include "toy_programs.h"

#include <lsm/mutator.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

/* Operations of a program as words, sorted: what moving must not change. */
static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool same_operations(const uint8_t *a, const uint8_t *b, size_t size)
{
	char *text[2] = { words(a, size), words(b, size) };
	char *line[2][64];
	size_t nr[2] = { 0, 0 };
	bool same;

	for (int i = 0; i < 2; i++) {
		for (char *at = strtok(text[i], "\n"); at;
		     at = strtok(NULL, "\n"))
			line[i][nr[i]++] = at;
		qsort(line[i], nr[i], sizeof(char *), compare_lines);
	}
	same = nr[0] == nr[1];
	for (size_t i = 0; same && i < nr[0]; i++)
		same = strcmp(line[0][i], line[1][i]) == 0;
	free(text[0]);
	free(text[1]);
	return same;
}

/*
 * Of all mutations of one program, some must only reorder it, some must repeat
 * an operation, some must share a value between operations.
 */
static void mutation_does_each_of_its_kinds(void **state)
{
	static const char text[] = "lsmdiff toy 3\n"
				   "set slot=0 bit=11 how=1\n"
				   "set slot=1 bit=22 how=2\n"
				   "set slot=2 bit=33 how=3\n";
	uint8_t start[64], data[512];
	size_t size, moved = 0, borrowed = 0, shorter = 0;
	struct lsm_random random = { 6 };
	unsigned int fails = 0;

	(void)state;
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text), start,
				      &size, sizeof(start), NULL),
			 0);
	for (int i = 0; i < 20000; i++) {
		size_t now, cursor = 0, elevens = 0;
		struct lsm_step step;

		memcpy(data, start, size);
		now = lsm_mutate(&lsm_structure, data, size, sizeof(data),
				 &random);
		shorter += now < size;
		moved += now == size && memcmp(data, start, size) != 0 &&
			 same_operations(data, start, size);
		while (lsm_program_next(&lsm_structure, data, now, &cursor,
					&step)) {
			if (step.fail)
				fails |= 1u << step.fail;
			/* With another `how` it is no repetition. */
			if (step.code == 4 && step.arg[1] == 11 &&
			    step.arg[2] != 1)
				elevens++;
		}
		borrowed += elevens > 0;
	}
	assert_true(moved > 200);
	assert_true(borrowed > 200);
	assert_true(shorter > 200);
	assert_int_equal(fails, 0x1fe); /* each of 1 to 8 */
}

static bool is_part(const struct lsm_step *step, const uint8_t *data,
		    size_t size, size_t *cursor)
{
	struct lsm_step own;

	return lsm_program_next(&lsm_structure, data, size, cursor, &own) &&
	       own.code == step->code && own.fail == step->fail &&
	       own.payload_len == step->payload_len &&
	       (!own.payload_len ||
		!memcmp(own.payload, step->payload, own.payload_len));
}

/* A beginning of @a, then an end of @b. */
static bool is_splice(struct lsm_blob a, struct lsm_blob b, struct lsm_blob out)
{
	size_t total = lsm_program_steps(&lsm_structure, out.data, out.len);
	size_t of_b = lsm_program_steps(&lsm_structure, b.data, b.len);

	for (size_t head = 0; head <= total; head++) {
		size_t at_out = 0, at_a = 0, at_b = 0;
		struct lsm_step step;
		bool fits = total - head <= of_b;

		for (size_t i = 0; fits && i < of_b - (total - head); i++)
			lsm_program_next(&lsm_structure, b.data, b.len, &at_b,
					 &step);
		for (size_t i = 0; fits && i < total; i++) {
			lsm_program_next(&lsm_structure, out.data, out.len,
					 &at_out, &step);
			fits = i < head ? is_part(&step, a.data, a.len, &at_a)
					: is_part(&step, b.data, b.len, &at_b);
		}
		if (fits)
			return true;
	}
	return false;
}

static void crossover_cuts_between_operations(void **state)
{
	struct lsm_random random = { 5 };
	uint8_t a[256], b[256], out[600];
	size_t size_a = 0, size_b = 0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct lsm_blob x = { a, 0 }, y = { b, 0 }, z = { out, 0 };

		x.len = size_a = lsm_mutate(&lsm_structure, a, size_a,
					    sizeof(a), &random);
		y.len = size_b = lsm_mutate(&lsm_structure, b, size_b,
					    sizeof(b), &random);
		z.len = lsm_crossover(&lsm_structure, x, y, out, sizeof(out),
				      &random);
		assert_true(is_splice(x, y, z));
		/* Cut short where it does not fit, but never too long. */
		assert_true(lsm_crossover(&lsm_structure, x, y, out, 64,
					  &random) <= 64);
	}
}

/*
 * What was stored is asked for, though question and answer prefer other values
 * of what is one domain: all of a rule is found again, by the names of its
 * arguments, and rules that differ in one of them meet.
 */
static void operations_are_about_what_others_are(void **state)
{
	static const uint32_t low[] = { 1, 2 }, high[] = { 900, 901 };
	static const struct lsm_domain stored = { .modulus = 1000,
						  .edges = low,
						  .nr_edges = 2 };
	static const struct lsm_domain asked = { .modulus = 1000,
						 .edges = high,
						 .nr_edges = 2 };
	static const struct lsm_op keyed[] = {
		[1] = { "put", LSM_UPDATE,
			.arg = { LSM_ARG_SLOT_INOUT("slot"),
				 LSM_ARG_VALUE("key", 2, &stored),
				 LSM_ARG_VALUE("class", 2, &stored) } },
		[2] = { "ask", LSM_QUERY,
			.arg = { LSM_ARG_SLOT_IN("slot"),
				 LSM_ARG_VALUE("class", 2, &asked),
				 LSM_ARG_VALUE("key", 2, &asked) } },
	};
	static const struct lsm_structure s = {
		.name = "keyed",
		.ops = keyed,
		.nr_ops = LSM_ARRAY_SIZE(keyed),
	};
	static const uint8_t put[16] = { 1, 0, 3, 0x2c, 1, 0x90, 1 };
	struct lsm_random random = { 8 };
	unsigned int found = 0, cousins = 0;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		bool asks = false, differs = false;
		struct lsm_step step;
		size_t size, cursor = 0;
		uint8_t data[256];

		memcpy(data, put, sizeof(put));
		size = lsm_mutate(&s, data, sizeof(put), sizeof(data), &random);
		while (lsm_program_next(&s, data, size, &cursor, &step)) {
			asks |= step.code == 2 && step.arg[0] == 3 &&
				step.arg[1] == 400 && step.arg[2] == 300;
			differs |= step.code == 1 && step.offset &&
				   step.arg[0] == 3 &&
				   (step.arg[1] == 300) != (step.arg[2] == 400);
		}
		found += asks;
		cousins += differs;
	}
	assert_true(found > 500);
	assert_true(cousins > 1800);
}

/* A value that is costly stays in few programs, its neighbour in all. */
static void costly_values_are_rare(void **state)
{
	static const struct lsm_domain size = { .modulus = 200, .costly = 100 };
	static const struct lsm_op sized[] = {
		[1] = { "new", LSM_CREATE,
			.arg = { LSM_ARG_SLOT_OUT("slot"),
				 LSM_ARG_VALUE("cheap", 2, &size),
				 LSM_ARG_VALUE("size", 2, &size),
				 LSM_ARG_VALUE("more", 1, &size) } },
	};
	static const struct lsm_structure s = {
		.name = "sized",
		.ops = sized,
		.nr_ops = LSM_ARRAY_SIZE(sized),
	};
	struct lsm_random random = { 7 };
	unsigned int kept = 0;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		uint8_t data[16] = { 1, 0, 2, 99, 0, 100, 0, 199 };
		struct lsm_step step;
		size_t cursor = 0;

		lsm_settle(&s, data, sizeof(data), &random);
		assert_true(lsm_program_next(&s, data, sizeof(data), &cursor,
					     &step));
		assert_int_equal(step.arg[0], 2);
		assert_int_equal(step.arg[1], 99);
		assert_true(step.arg[2] == 0 || step.arg[2] == 100);
		assert_int_equal(step.arg[3], step.arg[2] ? 199 : 0);
		kept += step.arg[2] != 0;
	}
	assert_in_range(kept, 10, 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_program_survives_its_words),
		cmocka_unit_test(mutation_is_repeatable_and_reaches_everything),
		cmocka_unit_test(mutation_does_each_of_its_kinds),
		cmocka_unit_test(crossover_cuts_between_operations),
		cmocka_unit_test(operations_are_about_what_others_are),
		cmocka_unit_test(costly_values_are_rare),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
