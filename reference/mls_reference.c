/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * MLS ranges, obviously: a set is a sorted array of positions, and every
 * question is asked of one position after the other.
 */
#include "mls_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* How many members are below @position, which is where it is or would go. */
static size_t place(const struct mls_reference_level *level, uint32_t position)
{
	size_t low = 0, high = level->nr;

	if (high == 0 || level->member[high - 1] < position)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (level->member[middle] < position)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has(const struct mls_reference_level *level, uint32_t position)
{
	size_t at = place(level, position);

	return at < level->nr && level->member[at] == position;
}

int mls_reference_put(struct mls_reference_level *level, uint32_t position)
{
	size_t at = place(level, position);

	if (at < level->nr && level->member[at] == position)
		return 0;
	if (level->nr == level->max) {
		size_t max = level->max ? 2 * level->max : 8;
		uint32_t *member =
			lsm_realloc(level->member, max * sizeof(*member));

		if (!member)
			return -ENOMEM;
		level->member = member;
		level->max = max;
	}
	for (size_t i = level->nr; i > at; i--)
		level->member[i] = level->member[i - 1];
	level->member[at] = position;
	level->nr++;
	return 0;
}

static void take_out(struct mls_reference_level *level, uint32_t position)
{
	size_t at = place(level, position);

	if (!has(level, position))
		return;
	level->nr--;
	for (size_t i = at; i < level->nr; i++)
		level->member[i] = level->member[i + 1];
}

static void forget(struct mls_reference_level *level)
{
	lsm_free(level->member);
	*level = (struct mls_reference_level){ 0 };
}

int mls_reference_copy(struct mls_reference_level *dst,
		       const struct mls_reference_level *src)
{
	*dst = (struct mls_reference_level){ .sens = src->sens };
	for (size_t i = 0; i < src->nr; i++) {
		if (mls_reference_put(dst, src->member[i])) {
			forget(dst);
			return -ENOMEM;
		}
	}
	return 0;
}

void mls_reference_replace(struct mls_reference_range *range,
			   enum lsm_mls_part part,
			   struct mls_reference_level level[LSM_MLS_ENDS])
{
	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		if (part != LSM_MLS_RANGE && part != end)
			continue;
		forget(&range->level[end]);
		range->level[end] = level[end];
	}
}

static void clear(void *self)
{
	struct mls_reference_range *range = self;

	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		forget(&range->level[end]);
		range->level[end].sens = LSM_MLS_FIRST;
	}
}

static void *create(void *setup, const uint32_t *param)
{
	struct mls_reference_range *range = lsm_calloc(1, sizeof(*range));

	(void)setup;
	if (!range)
		return NULL;
	range->policy = &lsm_mls_policy[param[0]];
	clear(range);
	return range;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct mls_reference_range *range = self;

	for (size_t end = 0; end < LSM_MLS_ENDS; end++) {
		const struct mls_reference_level *level = &range->level[end];

		if (level->nr > level->max)
			return "more members than room";
		for (size_t i = 1; i < level->nr; i++)
			if (level->member[i - 1] >= level->member[i])
				return "members out of order";
	}
	return NULL;
}

static const struct mls_reference_level *level_of(const void *self,
						  enum lsm_mls_part end)
{
	const struct mls_reference_range *range = self;

	return &range->level[end];
}

static void set_sens(void *self, enum lsm_mls_part end, uint32_t value)
{
	struct mls_reference_range *range = self;

	range->level[end].sens = value;
}

static uint32_t sens(const void *self, enum lsm_mls_part end)
{
	return level_of(self, end)->sens;
}

static int set_cat(void *self, enum lsm_mls_part end, uint32_t position,
		   bool value)
{
	struct mls_reference_range *range = self;

	if (value)
		return mls_reference_put(&range->level[end], position);
	take_out(&range->level[end], position);
	return 0;
}

static void units(const void *self, enum lsm_mls_part end,
		  lsm_mls_unit_fn *visit, void *arg)
{
	const struct mls_reference_level *level = level_of(self, end);
	size_t i = 0;

	while (i < level->nr) {
		uint32_t unit = level->member[i] / LSM_MLS_UNIT;
		uint64_t map = 0;

		for (; i < level->nr && level->member[i] / LSM_MLS_UNIT == unit;
		     i++)
			map |= UINT64_C(1) << level->member[i] % LSM_MLS_UNIT;
		visit(unit * LSM_MLS_UNIT, map, arg);
	}
}

static int copy_level(void *dst, enum lsm_mls_part dst_end, const void *src,
		      enum lsm_mls_part src_end)
{
	struct mls_reference_level level[LSM_MLS_ENDS];
	int status =
		mls_reference_copy(&level[dst_end], level_of(src, src_end));

	if (!status)
		mls_reference_replace(dst, dst_end, level);
	return status;
}

static int copy(void *dst, const void *src)
{
	struct mls_reference_level level[LSM_MLS_ENDS];

	if (mls_reference_copy(&level[LSM_MLS_LOW],
			       level_of(src, LSM_MLS_LOW)) ||
	    mls_reference_copy(&level[LSM_MLS_HIGH],
			       level_of(src, LSM_MLS_HIGH))) {
		forget(&level[LSM_MLS_LOW]); /* nothing if it failed itself */
		return -ENOMEM;
	}
	mls_reference_replace(dst, LSM_MLS_RANGE, level);
	return 0;
}

static bool within_bound(uint32_t position, uint32_t nprim,
			 enum lsm_mls_bound bound)
{
	switch (bound) {
	case LSM_MLS_BEFORE:
		return position <= nprim;
	case LSM_MLS_SEED:
		return nprim == 0 || position <= nprim;
	case LSM_MLS_INTENDED:
		return position < nprim;
	}
	return false;
}

static bool is_allowed(const struct lsm_mls_sens *entry, uint32_t position)
{
	for (size_t i = 0; i < entry->nr_allowed; i++)
		if (position >= entry->allowed[i].first &&
		    position <= entry->allowed[i].last)
			return true;
	return false;
}

static bool level_valid(const void *self, enum lsm_mls_part end,
			enum lsm_mls_bound bound)
{
	const struct mls_reference_range *range = self;
	const struct mls_reference_level *level = &range->level[end];
	const struct lsm_mls_policy *policy = range->policy;
	const struct lsm_mls_sens *entry = NULL;

	for (size_t i = 0; i < policy->nr_sens; i++)
		if (policy->sens[i].value == level->sens)
			entry = &policy->sens[i];
	if (!entry)
		return false;
	for (size_t i = 0; i < level->nr; i++)
		if (!is_allowed(entry, level->member[i]) ||
		    !within_bound(level->member[i], policy->nprim, bound))
			return false;
	return true;
}

static bool cats_valid(const void *asked, enum lsm_mls_part asked_end,
		       const void *allowed, enum lsm_mls_part allowed_end,
		       uint32_t nprim, enum lsm_mls_bound bound)
{
	const struct mls_reference_level *level = level_of(asked, asked_end);

	for (size_t i = 0; i < level->nr; i++)
		if (!has(level_of(allowed, allowed_end), level->member[i]) ||
		    !within_bound(level->member[i], nprim, bound))
			return false;
	return true;
}

bool mls_reference_same(const struct mls_reference_level *a,
			const struct mls_reference_level *b)
{
	if (a->sens != b->sens || a->nr != b->nr)
		return false;
	for (size_t i = 0; i < a->nr; i++)
		if (a->member[i] != b->member[i])
			return false;
	return true;
}

static bool dominates(const void *a, enum lsm_mls_part a_end, const void *b,
		      enum lsm_mls_part b_end)
{
	const struct mls_reference_level *first = level_of(a, a_end);
	const struct mls_reference_level *second = level_of(b, b_end);

	if (first->sens < second->sens)
		return false;
	for (size_t i = 0; i < second->nr; i++)
		if (!has(first, second->member[i]))
			return false;
	return true;
}

static bool equal(const void *a, enum lsm_mls_part a_end, const void *b,
		  enum lsm_mls_part b_end)
{
	return mls_reference_same(level_of(a, a_end), level_of(b, b_end));
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
	return equal(a, LSM_MLS_LOW, b, LSM_MLS_LOW) &&
	       equal(a, LSM_MLS_HIGH, b, LSM_MLS_HIGH);
}

static bool range_contains(const void *outer, const void *inner)
{
	return dominates(inner, LSM_MLS_LOW, outer, LSM_MLS_LOW) &&
	       dominates(outer, LSM_MLS_HIGH, inner, LSM_MLS_HIGH);
}

/* Put what both levels have into @dst, which has no set. */
static int in_both(struct mls_reference_level *dst,
		   const struct mls_reference_level *a,
		   const struct mls_reference_level *b)
{
	for (size_t i = 0; i < a->nr; i++)
		if (has(b, a->member[i]) &&
		    mls_reference_put(dst, a->member[i]))
			return -ENOMEM;
	return 0;
}

static int glblub(void *dst, const void *a, const void *b)
{
	const struct mls_reference_level *a_low = level_of(a, LSM_MLS_LOW);
	const struct mls_reference_level *b_low = level_of(b, LSM_MLS_LOW);
	const struct mls_reference_level *a_high = level_of(a, LSM_MLS_HIGH);
	const struct mls_reference_level *b_high = level_of(b, LSM_MLS_HIGH);
	struct mls_reference_level level[LSM_MLS_ENDS] = { 0 };

	if (a_high->sens < b_low->sens || b_high->sens < a_low->sens)
		return -EINVAL;
	level[LSM_MLS_LOW].sens =
		a_low->sens > b_low->sens ? a_low->sens : b_low->sens;
	level[LSM_MLS_HIGH].sens =
		a_high->sens < b_high->sens ? a_high->sens : b_high->sens;
	if (in_both(&level[LSM_MLS_LOW], a_low, b_low) ||
	    in_both(&level[LSM_MLS_HIGH], a_high, b_high)) {
		forget(&level[LSM_MLS_LOW]);
		forget(&level[LSM_MLS_HIGH]);
		return -ENOMEM;
	}
	mls_reference_replace(dst, LSM_MLS_RANGE, level);
	return 0;
}

const struct lsm_mls_ops lsm_mls_reference = {
	.base = {
		.name = "reference",
		.source = "the definitions of lsm/mls.h",
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
	.parse = mls_reference_parse,
	.length = mls_reference_length,
	.print = mls_reference_print,
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
