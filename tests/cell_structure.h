/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cell_structure.h - the structure that the engine's tests run on
 *
 * A cell holds a number.  Every implementation is the same code with one fault
 * switched on.  Included once: it defines lsm_structure.
 */
#ifndef LSM_TESTS_CELL_STRUCTURE_H
#define LSM_TESTS_CELL_STRUCTURE_H

#include <lsm/alloc.h>
#include <lsm/engine.h>

#include <errno.h>

enum {
	OP_NEW = 1,
	OP_PUT,
	OP_GET,
	OP_COPY,
	OP_TRY,
	OP_FILL
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
	STALE, /* clear() keeps 21 */
	OVERFREES, /* put() of 23 gives a block too many back */
	OTHER_ERROR, /* put() of 25 says -EINVAL, others -ENOSPC */
	BENT_ON_FAILURE, /* fill() that fails is inconsistent */
	SOUND_TWIN, /* has no fault, unlike its twin */
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
	if (cell->fault != STALE || cell->value != 21)
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

	return (cell->fault == INCONSISTENT ||
		cell->fault == BENT_ON_FAILURE) &&
			       cell->value == 9
		       ? "nine"
		       : NULL;
}

static void *spare; /* what OVERFREES gives back though it is no cell's */

static int put(struct cell *cell, uint32_t value)
{
	void *block;

	if (value == 25)
		return cell->fault == OTHER_ERROR ? -EINVAL : -ENOSPC;
	if (cell->fault == OVERFREES && value == 23) {
		lsm_free(spare);
		spare = NULL;
	}
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

/* Put both 9 and, if memory lasts, @value: a prefix of its work may stay. */
static int fill(struct cell *cell, uint32_t value)
{
	void *block;

	cell->value = cell->fault == BENT_ON_FAILURE ? 9 : 1;
	block = lsm_malloc(8);
	if (!block)
		return -ENOMEM;
	lsm_free(block);
	cell->value = value == 9 ? 1 : value;
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

static void run_fill(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, fill(cell(call, 0), call->arg[1]));
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

#define TABLE(fault_, name_, peer_) TWIN(fault_, name_, peer_, NULL)
#define TWIN(fault_, name_, peer_, twin_)                                \
	static void *create_##fault_(void *setup, const uint32_t *param) \
	{                                                                \
		(void)setup;                                             \
		return create(fault_, param);                            \
	}                                                                \
	static const struct lsm_ops table_##fault_ = {                   \
		.name = name_,                                           \
		.source = "test",                                        \
		.twin = twin_,                                           \
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
TABLE(STALE, "stale", false);
TABLE(OVERFREES, "overfrees", false);
TABLE(OTHER_ERROR, "other_error", false);
TABLE(BENT_ON_FAILURE, "bent", false);
TWIN(SOUND_TWIN, "sound_twin", false, "wrong_answer");

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
	[OP_FILL] = { "fill", LSM_UPDATE, LSM_PREFIX, .run = run_fill,
		      .arg = { LSM_ARG_SLOT_INOUT("slot"),
			       LSM_ARG_VALUE("value", 4, &value_domain) } },
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
	&table_STALE,
	&table_OVERFREES,
	&table_OTHER_ERROR,
	&table_BENT_ON_FAILURE,
	&table_SOUND_TWIN,
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

#endif /* LSM_TESTS_CELL_STRUCTURE_H */
