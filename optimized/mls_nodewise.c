/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * MLS ranges on node lists: what is asked of a whole set is one word-wise
 * containment call, where it used to be one list walk for every category.
 */
#include "mls_nodewise.h"

#include <lsm/alloc.h>

#include <errno.h>

static bool allow(void **allowed, void *sets, const struct lsm_mls_sens *sens)
{
	void *cats = new_set(sets);

	allowed[sens->value - 1] = cats;
	if (!cats)
		return false;
	for (size_t i = 0; i < sens->nr_allowed; i++)
		for (uint32_t bit = sens->allowed[i].first;
		     bit <= sens->allowed[i].last; bit++)
			if (SETS->set(cats, bit, true))
				return false;
	return true;
}

static bool prepare(struct policy *policy, const struct lsm_mls_policy *table,
		    void *sets)
{
	struct lsm_mls_name *sens = lsm_calloc(table->nr_sens, sizeof(*sens));
	bool ok = sens;

	policy->table = table;
	policy->allowed = lsm_calloc(table->nlevels, sizeof(void *));
	ok = ok && policy->allowed;
	for (size_t i = 0; ok && i < table->nr_sens; i++) {
		sens[i].name = table->sens[i].name;
		sens[i].value = table->sens[i].value;
		ok = allow(policy->allowed, sets, &table->sens[i]);
	}
	ok = ok &&
	     mls_nodewise_learn(&policy->sens, sens, table->nr_sens,
				table->sens_alias, table->nr_sens_alias,
				table->nlevels) &&
	     mls_nodewise_learn(&policy->cat, table->cat, table->nr_cat,
				table->cat_alias, table->nr_cat_alias,
				table->nprim);
	lsm_free(sens);
	return ok;
}

struct setup {
	void *sets;
	struct policy policy[LSM_MLS_POLICIES];
};

static void teardown(void *arg)
{
	struct setup *setup = arg;

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		struct policy *policy = &setup->policy[i];

		if (policy->allowed)
			for (uint32_t k = 0; k < policy->table->nlevels; k++)
				if (policy->allowed[k])
					SETS->base.destroy(policy->allowed[k]);
		lsm_free(policy->allowed);
		mls_nodewise_unlearn(&policy->sens);
		mls_nodewise_unlearn(&policy->cat);
	}
	if (setup->sets)
		SETS->base.teardown(setup->sets);
	lsm_free(setup);
}

static void *set_up(void)
{
	struct setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok = setup;

	if (ok && SETS->base.setup) {
		setup->sets = SETS->base.setup();
		ok = setup->sets;
	}
	for (size_t i = 0; ok && i < LSM_MLS_POLICIES; i++)
		ok = prepare(&setup->policy[i], &lsm_mls_policy[i],
			     setup->sets);
	if (setup && !ok) {
		teardown(setup);
		return NULL;
	}
	return setup;
}

void mls_nodewise_discard(struct level level[LSM_MLS_ENDS])
{
	for (size_t end = 0; end < LSM_MLS_ENDS; end++)
		if (level[end].cats)
			SETS->base.destroy(level[end].cats);
}

void mls_nodewise_adopt(struct range *range, enum lsm_mls_part part,
			struct level level[LSM_MLS_ENDS])
{
	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		if (part != LSM_MLS_RANGE && part != end)
			continue;
		SETS->base.destroy(range->level[end].cats);
		range->level[end] = level[end];
	}
}

static void destroy(void *self)
{
	struct range *range = self;

	mls_nodewise_discard(range->level);
	lsm_free(range);
}

static void *create(void *arg, const uint32_t *param)
{
	const struct setup *setup = arg;
	struct range *range = lsm_calloc(1, sizeof(*range));

	if (!range)
		return NULL;
	range->policy = &setup->policy[param[0]];
	range->sets = setup->sets;
	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		range->level[end].sens = LSM_MLS_FIRST;
		range->level[end].cats = new_set(range->sets);
		if (!range->level[end].cats) {
			destroy(range);
			return NULL;
		}
	}
	return range;
}

static void clear(void *self)
{
	struct range *range = self;

	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		range->level[end].sens = LSM_MLS_FIRST;
		SETS->base.clear(range->level[end].cats);
	}
}

static const char *check(const void *self)
{
	const struct range *range = self;
	const char *why = SETS->base.check(range->level[LSM_MLS_LOW].cats);

	return why ? why : SETS->base.check(range->level[LSM_MLS_HIGH].cats);
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
	return SETS->set(level_of(self, end)->cats, position, value);
}

static void units(const void *self, enum lsm_mls_part end,
		  lsm_mls_unit_fn *visit, void *arg)
{
	SETS->units(level_of(self, end)->cats, visit, arg);
}

/* Copy a level for @range; on failure what is left is fit to be discarded. */
static int copy_for(const struct range *range, struct level *dst,
		    const struct level *src)
{
	dst->sens = src->sens;
	dst->cats = new_set(range->sets);
	return dst->cats ? SETS->copy(dst->cats, src->cats) : -ENOMEM;
}

static int copy_level(void *dst, enum lsm_mls_part dst_end, const void *src,
		      enum lsm_mls_part src_end)
{
	struct level level[LSM_MLS_ENDS] = { 0 };

	if (copy_for(dst, &level[dst_end], level_of(src, src_end))) {
		mls_nodewise_discard(level);
		return -ENOMEM;
	}
	mls_nodewise_adopt(dst, dst_end, level);
	return 0;
}

static int copy(void *dst, const void *src)
{
	struct level level[LSM_MLS_ENDS] = { 0 };

	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		if (copy_for(dst, &level[end], level_of(src, end))) {
			mls_nodewise_discard(level);
			return -ENOMEM;
		}
	}
	mls_nodewise_adopt(dst, LSM_MLS_RANGE, level);
	return 0;
}

/*
 * A bound of 0 means none to contains(), so bounds whose own 0 means something
 * need a look at the highest member.
 */
static bool within(const void *allowed, const void *asked, uint32_t nprim,
		   enum lsm_mls_bound bound)
{
	uint32_t highest;

	switch (bound) {
	case LSM_MLS_SEED:
		return SETS->contains(allowed, asked, nprim);
	case LSM_MLS_BEFORE:
		if (nprim == 0 && SETS->highest(asked, &highest) && highest > 0)
			return false;
		return SETS->contains(allowed, asked, nprim);
	case LSM_MLS_INTENDED:
		if (nprim <= 1 && SETS->highest(asked, &highest) &&
		    highest >= nprim)
			return false;
		return SETS->contains(allowed, asked, nprim ? nprim - 1 : 0);
	}
	return false;
}

static bool level_valid(const void *self, enum lsm_mls_part end,
			enum lsm_mls_bound bound)
{
	const struct range *range = self;
	const struct lsm_mls_policy *table = range->policy->table;
	const struct level *level = &range->level[end];

	if (level->sens == 0 || level->sens > table->nlevels ||
	    !range->policy->allowed[level->sens - 1])
		return false;
	return within(range->policy->allowed[level->sens - 1], level->cats,
		      table->nprim, bound);
}

static bool cats_valid(const void *asked, enum lsm_mls_part asked_end,
		       const void *allowed, enum lsm_mls_part allowed_end,
		       uint32_t nprim, enum lsm_mls_bound bound)
{
	return within(level_of(allowed, allowed_end)->cats,
		      level_of(asked, asked_end)->cats, nprim, bound);
}

static bool dominates(const void *a, enum lsm_mls_part a_end, const void *b,
		      enum lsm_mls_part b_end)
{
	const struct level *first = level_of(a, a_end);
	const struct level *second = level_of(b, b_end);

	return first->sens >= second->sens &&
	       SETS->contains(first->cats, second->cats, 0);
}

bool mls_nodewise_equal(const void *a, enum lsm_mls_part a_end, const void *b,
			enum lsm_mls_part b_end)
{
	const struct level *first = level_of(a, a_end);
	const struct level *second = level_of(b, b_end);

	return first->sens == second->sens &&
	       SETS->equal(first->cats, second->cats);
}

static bool incomparable(const void *a, enum lsm_mls_part a_end, const void *b,
			 enum lsm_mls_part b_end)
{
	return !dominates(a, a_end, b, b_end) && !dominates(b, b_end, a, a_end);
}

static bool range_valid(const void *self, enum lsm_mls_bound bound)
{
	return level_valid(self, LSM_MLS_LOW, bound) &&
	       level_valid(self, LSM_MLS_HIGH, bound) &&
	       dominates(self, LSM_MLS_HIGH, self, LSM_MLS_LOW);
}

static bool range_equal(const void *a, const void *b)
{
	return mls_nodewise_equal(a, LSM_MLS_LOW, b, LSM_MLS_LOW) &&
	       mls_nodewise_equal(a, LSM_MLS_HIGH, b, LSM_MLS_HIGH);
}

static bool range_contains(const void *outer, const void *inner)
{
	return dominates(inner, LSM_MLS_LOW, outer, LSM_MLS_LOW) &&
	       dominates(outer, LSM_MLS_HIGH, inner, LSM_MLS_HIGH);
}

static int glblub(void *dst, const void *a, const void *b)
{
	const struct range *range = dst;
	const struct range *one = a, *two = b;
	struct level level[LSM_MLS_ENDS] = { 0 };
	uint32_t low = one->level[LSM_MLS_LOW].sens;
	uint32_t high = one->level[LSM_MLS_HIGH].sens;
	int status = 0;

	if (high < two->level[LSM_MLS_LOW].sens ||
	    two->level[LSM_MLS_HIGH].sens < low)
		return -EINVAL;
	if (low < two->level[LSM_MLS_LOW].sens)
		low = two->level[LSM_MLS_LOW].sens;
	if (high > two->level[LSM_MLS_HIGH].sens)
		high = two->level[LSM_MLS_HIGH].sens;
	level[LSM_MLS_LOW].sens = low;
	level[LSM_MLS_HIGH].sens = high;
	for (size_t end = 0; !status && end < LSM_MLS_ENDS; end++) {
		level[end].cats = new_set(range->sets);
		status = level[end].cats ? SETS->intersect(level[end].cats,
							   one->level[end].cats,
							   two->level[end].cats)
					 : -ENOMEM;
	}
	if (status)
		mls_nodewise_discard(level);
	else
		mls_nodewise_adopt(dst, LSM_MLS_RANGE, level);
	return status;
}

const struct lsm_mls_ops lsm_mls_nodewise = {
	.base = {
		.name = "nodewise",
		.source = "Linux 3.13, security/selinux/ss/mls.c",
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
	.parse = mls_nodewise_parse,
	.length = mls_nodewise_length,
	.print = mls_nodewise_print,
	.level_valid = level_valid,
	.range_valid = range_valid,
	.cats_valid = cats_valid,
	.dominates = dominates,
	.equal = mls_nodewise_equal,
	.incomparable = incomparable,
	.range_equal = range_equal,
	.range_contains = range_contains,
	.glblub = glblub,
};
