/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * MLS ranges on flat words: a set is one sorted array of 64-bit words that are
 * not 0, so that relations are one pass over two arrays.
 */
#include "mls_runs.h"

#include <lsm/alloc.h>

#include <errno.h>

static void teardown(void *arg)
{
	struct policy *policy = arg;

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		mls_runs_unlearn(&policy[i]);
		if (!policy[i].allowed)
			continue;
		for (uint32_t k = 0; k < policy[i].table->nlevels; k++)
			lsm_free(policy[i].allowed[k].unit);
		lsm_free(policy[i].allowed);
	}
	lsm_free(policy);
}

static bool allow(struct policy *policy)
{
	const struct lsm_mls_policy *table = policy->table;

	policy->allowed = lsm_calloc(table->nlevels, sizeof(struct cats));
	if (!policy->allowed)
		return false;
	for (size_t i = 0; i < table->nr_sens; i++) {
		const struct lsm_mls_sens *sens = &table->sens[i];

		for (size_t k = 0; k < sens->nr_allowed; k++)
			if (mls_runs_fill(&policy->allowed[sens->value - 1],
					  sens->allowed[k].first,
					  sens->allowed[k].last))
				return false;
	}
	return true;
}

static void *set_up(void)
{
	struct policy *policy = lsm_calloc(LSM_MLS_POLICIES, sizeof(*policy));

	if (!policy)
		return NULL;
	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		policy[i].table = &lsm_mls_policy[i];
		if (!allow(&policy[i]) || !mls_runs_learn(&policy[i])) {
			teardown(policy);
			return NULL;
		}
	}
	return policy;
}

void mls_runs_adopt(struct range *range, enum lsm_mls_part part,
		    const struct level level[LSM_MLS_ENDS])
{
	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		if (part != LSM_MLS_RANGE && part != end)
			continue;
		lsm_free(range->level[end].cats.unit);
		range->level[end] = level[end];
	}
}

static void clear(void *self)
{
	const struct level none[LSM_MLS_ENDS] = { { .sens = LSM_MLS_FIRST },
						  { .sens = LSM_MLS_FIRST } };

	mls_runs_adopt(self, LSM_MLS_RANGE, none);
}

static void *create(void *setup, const uint32_t *param)
{
	const struct policy *policy = setup;
	struct range *range = lsm_calloc(1, sizeof(*range));

	if (!range)
		return NULL;
	range->policy = &policy[param[0]];
	for (size_t end = 0; end < LSM_MLS_ENDS; end++)
		range->level[end].sens = LSM_MLS_FIRST;
	return range;
}

static void destroy(void *self)
{
	struct range *range = self;

	for (size_t end = 0; end < LSM_MLS_ENDS; end++)
		lsm_free(range->level[end].cats.unit);
	lsm_free(range);
}

static const char *check(const void *self)
{
	const struct range *range = self;
	const char *why = mls_runs_check(&range->level[LSM_MLS_LOW].cats);

	return why ? why : mls_runs_check(&range->level[LSM_MLS_HIGH].cats);
}

static const struct level *level_of(const void *self, enum lsm_mls_part end)
{
	const struct range *range = self;

	return &range->level[end];
}

static void set_sens(void *self, enum lsm_mls_part end, uint32_t value)
{
	struct range *range = self;

	range->level[end].sens = value;
}

static uint32_t sens(const void *self, enum lsm_mls_part end)
{
	return level_of(self, end)->sens;
}

static int set_cat(void *self, enum lsm_mls_part end, uint32_t position,
		   bool value)
{
	struct range *range = self;

	if (value)
		return mls_runs_fill(&range->level[end].cats, position,
				     position);
	mls_runs_take_out(&range->level[end].cats, position);
	return 0;
}

static void units(const void *self, enum lsm_mls_part end,
		  lsm_mls_unit_fn *visit, void *arg)
{
	const struct cats *cats = &level_of(self, end)->cats;

	for (uint32_t i = 0; i < cats->nr; i++)
		visit(cats->unit[i].start, cats->unit[i].map, arg);
}

int mls_runs_copy(struct level *dst, const struct level *src)
{
	/* What both have is all. */
	*dst = (struct level){ .sens = src->sens };
	return mls_runs_intersect(&dst->cats, &src->cats, &src->cats);
}

static int copy_level(void *dst, enum lsm_mls_part dst_end, const void *src,
		      enum lsm_mls_part src_end)
{
	struct level level[LSM_MLS_ENDS];
	int status = mls_runs_copy(&level[dst_end], level_of(src, src_end));

	if (!status)
		mls_runs_adopt(dst, dst_end, level);
	return status;
}

static int copy(void *dst, const void *src)
{
	struct level level[LSM_MLS_ENDS];

	if (mls_runs_copy(&level[LSM_MLS_LOW], level_of(src, LSM_MLS_LOW)))
		return -ENOMEM;
	if (mls_runs_copy(&level[LSM_MLS_HIGH], level_of(src, LSM_MLS_HIGH))) {
		lsm_free(level[LSM_MLS_LOW].cats.unit);
		return -ENOMEM;
	}
	mls_runs_adopt(dst, LSM_MLS_RANGE, level);
	return 0;
}

/* Only the highest member can be the first to break a bound. */
static bool within_bound(const struct cats *cats, uint32_t nprim,
			 enum lsm_mls_bound bound)
{
	uint32_t highest;

	if (cats->nr == 0)
		return true;
	highest = mls_runs_highest(cats);
	switch (bound) {
	case LSM_MLS_BEFORE:
		return highest <= nprim;
	case LSM_MLS_SEED:
		return nprim == 0 || highest <= nprim;
	case LSM_MLS_INTENDED:
		return highest < nprim;
	}
	return false;
}

static bool level_valid(const void *self, enum lsm_mls_part end,
			enum lsm_mls_bound bound)
{
	const struct range *range = self;
	const struct policy *policy = range->policy;
	const struct level *level = &range->level[end];

	return level->sens > 0 && level->sens <= policy->sens.highest &&
	       policy->sens.proper[level->sens - 1].name &&
	       within_bound(&level->cats, policy->table->nprim, bound) &&
	       mls_runs_contains(&policy->allowed[level->sens - 1],
				 &level->cats);
}

static bool cats_valid(const void *asked, enum lsm_mls_part asked_end,
		       const void *allowed, enum lsm_mls_part allowed_end,
		       uint32_t nprim, enum lsm_mls_bound bound)
{
	const struct level *level = level_of(asked, asked_end);

	return within_bound(&level->cats, nprim, bound) &&
	       mls_runs_contains(&level_of(allowed, allowed_end)->cats,
				 &level->cats);
}

static bool dominates(const void *a, enum lsm_mls_part a_end, const void *b,
		      enum lsm_mls_part b_end)
{
	const struct level *first = level_of(a, a_end);
	const struct level *second = level_of(b, b_end);

	return first->sens >= second->sens &&
	       mls_runs_contains(&first->cats, &second->cats);
}

bool mls_runs_same(const struct level *a, const struct level *b)
{
	return a->sens == b->sens && mls_runs_equal(&a->cats, &b->cats);
}

static bool equal(const void *a, enum lsm_mls_part a_end, const void *b,
		  enum lsm_mls_part b_end)
{
	return mls_runs_same(level_of(a, a_end), level_of(b, b_end));
}

static bool incomparable(const void *a, enum lsm_mls_part a_end, const void *b,
			 enum lsm_mls_part b_end)
{
	return !dominates(a, a_end, b, b_end) && !dominates(b, b_end, a, a_end);
}

static bool range_valid(const void *self, enum lsm_mls_bound bound)
{
	return dominates(self, LSM_MLS_HIGH, self, LSM_MLS_LOW) &&
	       level_valid(self, LSM_MLS_LOW, bound) &&
	       level_valid(self, LSM_MLS_HIGH, bound);
}

static bool range_equal(const void *a, const void *b)
{
	return equal(a, LSM_MLS_LOW, b, LSM_MLS_LOW) &&
	       equal(a, LSM_MLS_HIGH, b, LSM_MLS_HIGH);
}

static bool range_contains(const void *outer, const void *inner)
{
	return dominates(inner, LSM_MLS_LOW, outer, LSM_MLS_LOW) &&
	       dominates(outer, LSM_MLS_HIGH, inner, LSM_MLS_HIGH);
}

static int glblub(void *dst, const void *a, const void *b)
{
	const struct level *one = level_of(a, LSM_MLS_LOW);
	const struct level *two = level_of(b, LSM_MLS_LOW);
	struct level level[LSM_MLS_ENDS] = { 0 };
	int status = 0;

	if (one[LSM_MLS_HIGH].sens < two[LSM_MLS_LOW].sens ||
	    two[LSM_MLS_HIGH].sens < one[LSM_MLS_LOW].sens)
		return -EINVAL;
	for (size_t end = 0; !status && end < LSM_MLS_ENDS; end++) {
		bool first = one[end].sens > two[end].sens;

		if (end == LSM_MLS_HIGH)
			first = one[end].sens < two[end].sens;
		level[end].sens = first ? one[end].sens : two[end].sens;
		status = mls_runs_intersect(&level[end].cats, &one[end].cats,
					    &two[end].cats);
	}
	if (status)
		lsm_free(level[LSM_MLS_LOW].cats.unit);
	else
		mls_runs_adopt(dst, LSM_MLS_RANGE, level);
	return status;
}

const struct lsm_mls_ops lsm_mls_runs = {
	.base = {
		.name = "runs",
		.source = "sorted words; runs by trailing-zero counts",
		.setup = set_up,
		.teardown = teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set_sens = set_sens,
	.sens = sens,
	.set_cat = set_cat,
	.units = units,
	.copy = copy,
	.copy_level = copy_level,
	.parse = mls_runs_parse,
	.length = mls_runs_length,
	.print = mls_runs_print,
	.level_valid = level_valid,
	.range_valid = range_valid,
	.cats_valid = cats_valid,
	.dominates = dominates,
	.equal = equal,
	.incomparable = incomparable,
	.range_equal = range_equal,
	.range_contains = range_contains,
	.glblub = glblub,
};
