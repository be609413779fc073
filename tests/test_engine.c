/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engine's verdicts, each on an implementation with the fault it is for. */
#include "cell_structure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Assemble and run a program of @lines on the reference and @names. */
static struct lsm_verdict run(const char *names, const char *lines,
			      struct lsm_tweak *tweak, uint64_t *abstained)
{
	struct lsm_tweak none = LSM_TWEAK_NONE;
	char *complaint = NULL;
	struct lsm_machine *machine =
		lsm_machine_new(&lsm_structure, names, NULL, &complaint);
	struct lsm_verdict verdict;
	uint8_t program[1024];
	char text[1024];
	size_t size;

	assert_non_null(machine);
	snprintf(text, sizeof(text), "lsmdiff cell 1\n%s", lines);
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text),
				      program, &size, sizeof(program), NULL),
			 0);
	none.fresh = true;
	verdict =
		lsm_machine_run(machine, program, size, tweak ? tweak : &none);
	if (abstained)
		*abstained =
			lsm_machine_ledger(machine)->cell[9][OP_PUT].abstained;
	lsm_machine_free(machine);
	return verdict;
}

static void expect(const char *name, const char *lines,
		   enum lsm_verdict_kind kind, size_t step)
{
	struct lsm_verdict verdict = run(name, lines, NULL, NULL);

	assert_int_equal(verdict.kind, kind);
	assert_int_equal(verdict.impl, 1);
	assert_int_equal(verdict.step, step);
}

static void wrong_answers_disagree(void **state)
{
	(void)state;
	expect("wrong_answer", "put slot=0 value=5\nget slot=0\n", LSM_DISAGREE,
	       1);
}

static void wrong_state_shows_at_once(void **state)
{
	(void)state;
	expect("wrong_state", "put slot=0 value=1\nput slot=0 value=7\n",
	       LSM_DUMP_DIFFERS, 1);
}

static void self_tests_are_run(void **state)
{
	(void)state;
	expect("inconsistent", "put slot=0 value=9\n", LSM_INCONSISTENT, 0);
}

static void contracts_hold_when_memory_runs_out(void **state)
{
	(void)state;
	expect("keeps", "put slot=0 value=3\ncopy dst=1 src=0 fail=1\n",
	       LSM_BAD_FAILURE, 1);
	expect("changes", "put slot=0 value=3 fail=1\n", LSM_BAD_FAILURE, 0);
	expect("false_failure", "put slot=0 value=11 fail=200\n",
	       LSM_BAD_FAILURE, 0);
	/* Without an armed failure it is a wrong answer. */
	expect("false_failure", "put slot=0 value=11\n", LSM_DISAGREE, 0);
}

static void best_effort_never_reports_failure(void **state)
{
	struct lsm_verdict verdict;

	(void)state;
	verdict = run("leaks", "try slot=0 value=3 fail=1\n", NULL, NULL);
	/* The reference itself breaks this contract. */
	assert_int_equal(verdict.kind, LSM_BAD_FAILURE);
	assert_int_equal(verdict.impl, 0);
}

static void leaks_are_found_with_fresh_and_with_old_objects(void **state)
{
	static const char lines[] = "put slot=0 value=1\nput slot=0 value=13\n";
	struct lsm_tweak old = LSM_TWEAK_NONE;

	(void)state;
	expect("leaks", lines, LSM_LEAK, 2);
	assert_int_equal(run("leaks", lines, &old, NULL).kind, LSM_LEAK);
}

static void leaks_are_found_in_every_implementation(void **state)
{
	static const char lines[] = "put slot=0 value=1\nput slot=0 value=13\n";

	(void)state;
	assert_int_equal(run("leaks,stale", lines, NULL, NULL).kind, LSM_LEAK);
	assert_int_equal(run("stale,leaks,touches", lines, NULL, NULL).kind,
			 LSM_LEAK);
}

static void blocks_given_back_too_often_are_found(void **state)
{
	(void)state;
	spare = lsm_malloc(8);
	expect("overfrees", "put slot=0 value=23\n", LSM_LEAK, 1);
}

static void errors_are_compared_by_number(void **state)
{
	(void)state;
	expect("other_error", "put slot=0 value=25\n", LSM_DISAGREE, 0);
}

static void a_prefix_must_be_consistent(void **state)
{
	(void)state;
	expect("bent", "fill slot=0 value=4 fail=1\n", LSM_BAD_FAILURE, 0);
	assert_int_equal(
		run("stale", "fill slot=0 value=4 fail=1\n", NULL, NULL).kind,
		LSM_AGREE);
}

/* Two programs in a row on one machine, as a fuzzer runs them. */
static struct lsm_verdict run_two(const char *name, const char *first,
				  const char *second)
{
	const char *const lines[] = { first, second };
	char *complaint = NULL;
	struct lsm_machine *machine =
		lsm_machine_new(&lsm_structure, name, NULL, &complaint);
	struct lsm_verdict verdict = { .kind = LSM_AGREE };

	assert_non_null(machine);
	for (int i = 0; i < 2 && verdict.kind == LSM_AGREE; i++) {
		struct lsm_tweak tweak = LSM_TWEAK_NONE;
		uint8_t program[256];
		char text[256];
		size_t size;

		snprintf(text, sizeof(text), "lsmdiff cell 1\n%s", lines[i]);
		lsm_assemble(&lsm_structure, text, strlen(text), program, &size,
			     sizeof(program), NULL);
		verdict = lsm_machine_run(machine, program, size, &tweak);
	}
	lsm_machine_free(machine);
	return verdict;
}

static void programs_leave_no_trace(void **state)
{
	(void)state;
	/* Each slot begins anew, the last ones too. */
	assert_int_equal(run_two("touches",
				 "put slot=0 value=3\nput slot=3 value=4\n",
				 "get slot=0\nget slot=3\nget slot=2\n")
				 .kind,
			 LSM_AGREE);
	/* A clear() that keeps something is to blame at once. */
	assert_int_equal(
		run_two("stale", "put slot=2 value=21\n", "get slot=2\n").kind,
		LSM_INCONSISTENT);
	/* With memory running out, objects are new: nothing to be stale. */
	assert_int_equal(
		run_two("stale", "put slot=2 value=21 fail=9\n", "get slot=2\n")
			.kind,
		LSM_AGREE);
}

static void objects_that_no_operation_names_are_looked_at(void **state)
{
	(void)state;
	expect("touches",
	       "put slot=0 value=1\nput slot=1 value=2\nput slot=0 value=15\n",
	       LSM_DUMP_DIFFERS, 3);
}

static void peers_abstain_where_a_difference_is_known(void **state)
{
	uint64_t abstained;

	(void)state;
	/* Out of step until it is overwritten from an object in step. */
	assert_int_equal(
		run("deaf",
		    "put slot=0 value=100\nget slot=0\n"
		    "put slot=0 value=3\ncopy dst=1 src=0\nget slot=1\n"
		    "copy dst=0 src=2\nget slot=0\n",
		    NULL, &abstained)
			.kind,
		LSM_AGREE);
	assert_int_equal(abstained, 2);
	/* Elsewhere it is held to its answer. */
	expect("deaf", "put slot=0 value=99\n", LSM_DUMP_DIFFERS, 0);
	/* A new object is in step. */
	expect("deaf",
	       "put slot=0 value=100\nnew slot=0 value=4\nget slot=0\n"
	       "put slot=0 value=5\n",
	       LSM_DUMP_DIFFERS, 3);
	/* What it does not offer puts it out of step. */
	assert_int_equal(
		run("deaf", "try slot=0 value=3\nget slot=0\n", NULL, NULL)
			.kind,
		LSM_AGREE);
	/* A call that is skipped brings nobody back. */
	assert_int_equal(
		run("deaf",
		    "put slot=0 value=100\ncopy dst=0 src=0\nget slot=0\n",
		    NULL, NULL)
			.kind,
		LSM_AGREE);
}

static void hidden_updates_are_noticed(void **state)
{
	struct lsm_tweak tweak = LSM_TWEAK_NONE;

	(void)state;
	tweak.hide_impl = 1;
	tweak.hide_step = 0;
	assert_int_equal(
		run("leaks", "put slot=0 value=1\n", &tweak, NULL).kind,
		LSM_DUMP_DIFFERS);
	assert_true(tweak.hidden_effective);
	/* An update without effect is not expected to be noticed. */
	assert_int_equal(
		run("leaks", "put slot=0 value=0\n", &tweak, NULL).kind,
		LSM_AGREE);
	assert_false(tweak.hidden_effective);
}

static void lists_of_implementations_must_make_sense(void **state)
{
	static const char *const bad[] = { "nosuch", "reference",
					   "leaks,nosuch" };
	char *complaint = NULL;

	(void)state;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(bad); i++) {
		assert_null(lsm_machine_new(&lsm_structure, bad[i], NULL,
					    &complaint));
		assert_non_null(complaint);
		free(complaint);
	}
	assert_null(lsm_machine_new(&lsm_structure, NULL, "ROW-9", &complaint));
	free(complaint);
}

static void explanations_show_words_and_answers(void **state)
{
	static const uint8_t put5[] = {
		OP_PUT, 0, 0, 5, [16] = OP_GET, [31] = 0
	};
	struct lsm_tweak tweak = LSM_TWEAK_NONE;
	struct lsm_machine *machine;
	struct lsm_verdict verdict;
	char *complaint = NULL, *text = NULL;
	size_t len;
	FILE *out;

	(void)state;
	machine = lsm_machine_new(&lsm_structure, "wrong_answer", NULL,
				  &complaint);
	verdict = lsm_machine_run(machine, put5, sizeof(put5), &tweak);
	assert_int_equal(verdict.kind, LSM_DISAGREE);
	out = open_memstream(&text, &len);
	lsm_explain(out, machine, put5, sizeof(put5), &verdict);
	fclose(out);
	assert_non_null(strstr(text, "put slot=0 value=5\n"));
	assert_non_null(strstr(text, "get slot=0   # <-- here"));
	assert_non_null(strstr(text, "reference        5 (ok)"));
	assert_non_null(strstr(text, "wrong_answer     6 (ok)"));
	free(text);
	lsm_machine_free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_answers_disagree),
		cmocka_unit_test(wrong_state_shows_at_once),
		cmocka_unit_test(self_tests_are_run),
		cmocka_unit_test(contracts_hold_when_memory_runs_out),
		cmocka_unit_test(best_effort_never_reports_failure),
		cmocka_unit_test(
			leaks_are_found_with_fresh_and_with_old_objects),
		cmocka_unit_test(leaks_are_found_in_every_implementation),
		cmocka_unit_test(blocks_given_back_too_often_are_found),
		cmocka_unit_test(errors_are_compared_by_number),
		cmocka_unit_test(a_prefix_must_be_consistent),
		cmocka_unit_test(programs_leave_no_trace),
		cmocka_unit_test(objects_that_no_operation_names_are_looked_at),
		cmocka_unit_test(peers_abstain_where_a_difference_is_known),
		cmocka_unit_test(hidden_updates_are_noticed),
		cmocka_unit_test(lists_of_implementations_must_make_sense),
		cmocka_unit_test(explanations_show_words_and_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
