/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine's verdicts, each on an implementation with the fault it is for.
 *
 * The structure is a cell that holds a number.  Every implementation is the
 * same code with one fault switched on.
 */
#include <lsm/alloc.h>
#include <lsm/engine.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	OP_NEW = 1,
	OP_PUT,
	OP_GET,
	OP_COPY,
	OP_TRY
};

enum fault {
	NONE,
	WRONG_ANSWER, /* get() is off by one from 5 on */
	WRONG_STATE, /* put() drops 7 */
	INCONSISTENT, /* check() complains about 9 */
	KEEPS_ON_FAILURE, /* copy() that fails leaves something */
	CHANGES_ON_FAILURE, /* put() that fails changes the cell */
	FALSE_FAILURE, /* put() of 11 says -ENOMEM though nothing failed */
	LEAKS, /* put() of 13 loses a block */
	TOUCHES_OTHERS, /* put() of 15 changes another cell */
	DEAF, /* put() does nothing; a peer */
};

struct cell {
	enum fault fault;
	uint32_t value;
	void *block;
};

struct table {
	struct lsm_ops base;
	enum fault fault;
};

static struct cell *other; /* the last cell made, for TOUCHES_OTHERS */

static void *lost[8]; /* what LEAKS loses, so that LeakSanitizer is content */
static size_t nr_lost;

static void *create(enum fault fault, const uint32_t *param)
{
	struct cell *cell = lsm_calloc(1, sizeof(*cell));

	if (cell) {
		cell->fault = fault;
		cell->value = param[0];
		if (fault == TOUCHES_OTHERS)
			other = cell;
	}
	return cell;
}

static void clear(void *self)
{
	struct cell *cell = self;

	lsm_free(cell->block);
	cell->block = NULL;
	cell->value = 0;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct cell *cell = self;

	return cell->fault == INCONSISTENT && cell->value == 9 ? "nine" : NULL;
}

static int put(struct cell *cell, uint32_t value)
{
	void *block;

	if (cell->fault == FALSE_FAILURE && value == 11)
		return -ENOMEM;
	if (cell->fault == CHANGES_ON_FAILURE)
		cell->value = value;
	block = lsm_malloc(8);
	if (!block)
		return -ENOMEM;
	if (cell->fault == LEAKS && value == 13)
		lost[nr_lost++] = cell->block;
	else
		lsm_free(cell->block);
	cell->block = block;
	if (cell->fault == TOUCHES_OTHERS && value == 15)
		other->value = 77;
	if (cell->fault != DEAF && (cell->fault != WRONG_STATE || value != 7))
		cell->value = value;
	return 0;
}

static int copy(struct cell *dst, const struct cell *src)
{
	void *block;

	clear(dst);
	if (dst->fault == KEEPS_ON_FAILURE)
		dst->value = src->value;
	block = lsm_malloc(8);
	if (!block)
		return -ENOMEM;
	dst->block = block;
	dst->value = src->value;
	return 0;
}

static struct cell *cell(const struct lsm_call *call, size_t arg)
{
	return call->slot[call->arg[arg]];
}

static void run_put(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, put(cell(call, 0), call->arg[1]));
}

static void run_get(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct cell *self = cell(call, 0);

	lsm_obs_number(obs, self->value + (self->fault == WRONG_ANSWER &&
					   self->value >= 5));
}

static void run_copy(const struct lsm_call *call, struct lsm_obs *obs)
{
	if (call->arg[0] == call->arg[1])
		lsm_obs_skip(obs);
	else
		lsm_obs_status(obs, copy(cell(call, 0), cell(call, 1)));
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_number(obs, cell(call, 0)->value);
}

#define TABLE(fault_, name_, peer_)                                      \
	static void *create_##fault_(void *setup, const uint32_t *param) \
	{                                                                \
		(void)setup;                                             \
		return create(fault_, param);                            \
	}                                                                \
	static const struct lsm_ops table_##fault_ = {                   \
		.name = name_,                                           \
		.source = "test",                                        \
		.peer = peer_,                                           \
		.create = create_##fault_,                               \
		.destroy = destroy,                                      \
		.clear = clear,                                          \
		.check = check,                                          \
	}

TABLE(NONE, "reference", false);
TABLE(WRONG_ANSWER, "wrong_answer", false);
TABLE(WRONG_STATE, "wrong_state", false);
TABLE(INCONSISTENT, "inconsistent", false);
TABLE(KEEPS_ON_FAILURE, "keeps", false);
TABLE(CHANGES_ON_FAILURE, "changes", false);
TABLE(FALSE_FAILURE, "false_failure", false);
TABLE(LEAKS, "leaks", false);
TABLE(TOUCHES_OTHERS, "touches", false);
TABLE(DEAF, "deaf", true);

static const uint32_t value_tiny[] = { 0, 1 };
static const struct lsm_domain value_domain = {
	.modulus = 256,
	.tiny = value_tiny,
	.nr_tiny = 2,
};

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { LSM_ARG_SLOT_OUT("slot"),
			      LSM_ARG_VALUE("value", 1, &value_domain) } },
	[OP_PUT] = { "put", LSM_UPDATE, .run = run_put,
		     .arg = { LSM_ARG_SLOT_INOUT("slot"),
			      LSM_ARG_VALUE("value", 4, &value_domain) } },
	[OP_GET] = { "get", LSM_QUERY, .run = run_get,
		     .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_COPY] = { "copy", LSM_UPDATE, LSM_EMPTY, .run = run_copy,
		      .arg = { LSM_ARG_SLOT_OUT("dst"),
			       LSM_ARG_SLOT_IN("src") } },
	[OP_TRY] = { "try", LSM_UPDATE, LSM_BEST_EFFORT, .run = run_put,
		     .arg = { LSM_ARG_SLOT_INOUT("slot"),
			      LSM_ARG_VALUE("value", 4, &value_domain) } },
};

static bool large(const struct lsm_call *call)
{
	return call->arg[1] >= 100;
}

static const struct lsm_difference differences[] = {
	{ "deaf", OP_PUT, large, "ROW-1" },
	{ "deaf", OP_TRY, NULL, "ROW-2" },
};

static const struct lsm_ops *const impls[] = {
	&table_NONE,
	&table_WRONG_ANSWER,
	&table_WRONG_STATE,
	&table_INCONSISTENT,
	&table_KEEPS_ON_FAILURE,
	&table_CHANGES_ON_FAILURE,
	&table_FALSE_FAILURE,
	&table_LEAKS,
	&table_TOUCHES_OTHERS,
	&table_DEAF,
};

const struct lsm_structure lsm_structure = {
	.name = "cell",
	.format = 1,
	.ops = ops,
	.nr_ops = LSM_ARRAY_SIZE(ops),
	.dump = dump,
	.differences = differences,
	.nr_differences = LSM_ARRAY_SIZE(differences),
	.impls = impls,
	.nr_impls = LSM_ARRAY_SIZE(impls),
};

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
		cmocka_unit_test(objects_that_no_operation_names_are_looked_at),
		cmocka_unit_test(peers_abstain_where_a_difference_is_known),
		cmocka_unit_test(hidden_updates_are_noticed),
		cmocka_unit_test(lists_of_implementations_must_make_sense),
		cmocka_unit_test(explanations_show_words_and_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
