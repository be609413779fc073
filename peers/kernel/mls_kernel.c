/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's MLS ranges behind the MLS contract.
 *
 * The policies are built in memory from the same tables that all other
 * implementations use.  Where the answers are known to differ the engine does
 * not ask; the rows are in fuzzers/fuzz_mls.c.
 */
#include "mls_kernel.h"

#include <lsm/alloc.h>

struct range {
	struct mls_kernel_setup *setup;
	struct policydb *policy;
	struct context context; /* only its range is in use */
};

static void clear(void *self)
{
	struct range *range = self;

	mls_context_destroy(&range->context);
	range->context.range.level[0].sens = LSM_MLS_FIRST;
	range->context.range.level[1].sens = LSM_MLS_FIRST;
}

static void *create(void *arg, const uint32_t *param)
{
	struct mls_kernel_setup *setup = arg;
	struct range *range = lsm_calloc(1, sizeof(*range));

	if (!range)
		return NULL;
	range->setup = setup;
	range->policy = &setup->policy[param[0]].db;
	clear(range);
	return range;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static struct mls_level *level_of(const void *self, enum lsm_mls_part end)
{
	struct range *range = kernel_mutable(self);

	return &range->context.range.level[end];
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const char *low = kernel_ebitmap_check(&level_of(self, 0)->cat);

	return low ? low : kernel_ebitmap_check(&level_of(self, 1)->cat);
}

static void set_sens(void *self, enum lsm_mls_part end, uint32_t value)
{
	level_of(self, end)->sens = value;
}

static uint32_t sens(const void *self, enum lsm_mls_part end)
{
	return level_of(self, end)->sens;
}

static int set_cat(void *self, enum lsm_mls_part end, uint32_t position,
		   bool value)
{
	return ebitmap_set_bit(&level_of(self, end)->cat, position, value);
}

LSM_UNGUIDED static void units(const void *self, enum lsm_mls_part end,
			       lsm_mls_unit_fn *visit, void *arg)
{
	kernel_ebitmap_units(&level_of(self, end)->cat, visit, arg);
}

/* Put what was built aside into place, or drop it. */
static int settle(struct range *to, struct context *built, int status)
{
	if (status) {
		mls_context_destroy(built);
		return status;
	}
	mls_context_destroy(&to->context);
	to->context = *built;
	return 0;
}

static int copy(void *dst, const void *src)
{
	const struct range *from = src;
	struct context built = { 0 };
	int status = mls_context_cpy(&built, &from->context);

	if (status) /* which has cleaned up after itself */
		return status;
	return settle(dst, &built, 0);
}

static int copy_level(void *dst, enum lsm_mls_part dst_end, const void *src,
		      enum lsm_mls_part src_end)
{
	struct mls_level *to = level_of(dst, dst_end);
	const struct mls_level *from = level_of(src, src_end);
	struct mls_level built = { .sens = from->sens };
	int status = ebitmap_cpy(&built.cat, &from->cat);

	if (status)
		return status;
	ebitmap_destroy(&to->cat);
	*to = built;
	return 0;
}

/* A level is parsed as a range; the engine does not ask if there is a '-'. */
static int parse(void *self, enum lsm_mls_part part, const char *text,
		 size_t len)
{
	struct range *range = self;
	struct context built = { 0 };
	char *copied = lsm_strndup(text, len);
	int status;

	if (!copied)
		return -ENOMEM;
	status = mls_from_string(range->policy, copied, &built, GFP_ATOMIC);
	lsm_free(copied);
	if (part == LSM_MLS_RANGE || status)
		return settle(range, &built, status);
	ebitmap_destroy(&level_of(range, part)->cat);
	*level_of(range, part) = built.range.level[0];
	ebitmap_destroy(&built.range.level[1].cat);
	return 0;
}

/* A context that borrows the sets of the part to print. */
static struct context borrow(const void *self, enum lsm_mls_part part)
{
	const struct range *range = self;
	struct context context = range->context;

	if (part != LSM_MLS_RANGE) {
		context.range.level[0] = range->context.range.level[part];
		context.range.level[1] = range->context.range.level[part];
	}
	return context;
}

/* Whether the kernel would stumble over a missing name of a sensitivity. */
static bool nameless_sens(const struct policydb *policy, uint32_t sens)
{
	return sens - 1 >= policy->p_levels.nprim ||
	       !policy->sym_val_to_name[SYM_LEVELS][sens - 1];
}

/* The same for all of a level: names are wanted where a run begins and ends. */
static bool nameless(const struct policydb *policy,
		     const struct mls_level *level)
{
	char *const *name = policy->sym_val_to_name[SYM_CATS];
	struct ebitmap_node *node;
	uint32_t bit, last = 0;
	bool any = false;

	if (nameless_sens(policy, level->sens))
		return true;
	ebitmap_for_each_positive_bit(&level->cat, node, bit)
	{
		if (bit >= policy->p_cats.nprim)
			return true;
		if ((!any || bit != last + 1) &&
		    (!name[bit] || (any && !name[last])))
			return true;
		any = true;
		last = bit;
	}
	return any && !name[last];
}

/*
 * The kernel trusts its callers to print only what has names.  The engine does
 * not ask for anything else; a drill that makes it ask gets an answer, not a
 * crash.
 */
static int length(const void *self, enum lsm_mls_part part, size_t *len)
{
	const struct range *range = self;
	struct context context = borrow(self, part);

	if (nameless(range->policy, &context.range.level[0]) ||
	    nameless(range->policy, &context.range.level[1]))
		return -EFAULT;
	/* It counts the ':' in front and no NUL, which comes to the same. */
	*len = (size_t)mls_compute_context_len(range->policy, &context);
	return 0;
}

static int print(const void *self, enum lsm_mls_part part, char *buf,
		 size_t size, size_t *len)
{
	const struct range *range = self;
	struct context context = borrow(self, part);
	char *text = range->setup->text, *end = text;
	size_t need;
	int status = length(self, part, &need);

	if (status)
		return status;
	if (size < need)
		return -ENOSPC;
	mls_sid_to_context(range->policy, &context, &end);
	*end = '\0';
	*len = (size_t)(end - text);
	memcpy(buf, text + 1, *len);
	return 0;
}

/*
 * A sensitivity below the highest that has no name: the kernel follows a null
 * pointer.  There is no answer for that; ours is a wrong one.
 */
static bool crashes(const struct range *range, enum lsm_mls_part end)
{
	uint32_t value = level_of(range, end)->sens;

	return value && value <= range->policy->p_levels.nprim &&
	       nameless_sens(range->policy, value);
}

/* Its bound is LSM_MLS_SEED: the engine asks if that makes no difference. */
static bool level_valid(const void *self, enum lsm_mls_part end,
			enum lsm_mls_bound bound)
{
	const struct range *range = self;

	(void)bound;
	if (crashes(range, end))
		return true;
	return mls_level_isvalid(range->policy, level_of(self, end));
}

static bool range_valid(const void *self, enum lsm_mls_bound bound)
{
	const struct range *range = self;
	struct context context = range->context;

	(void)bound;
	if (crashes(range, LSM_MLS_LOW) || crashes(range, LSM_MLS_HIGH))
		return true;
	return mls_range_isvalid(range->policy, &context.range);
}

static bool cats_valid(const void *asked, enum lsm_mls_part asked_end,
		       const void *allowed, enum lsm_mls_part allowed_end,
		       uint32_t nprim, enum lsm_mls_bound bound)
{
	const struct range *range = asked;
	struct mls_kernel_policy *policy =
		&range->setup->policy[MLS_KERNEL_SCRATCH];
	struct mls_level *any = mls_kernel_level(&policy->level[0]);
	struct mls_level level = { 1, level_of(asked, asked_end)->cat };
	bool valid;

	(void)bound;
	any->cat = level_of(allowed, allowed_end)->cat;
	policy->db.p_cats.nprim = nprim;
	valid = mls_level_isvalid(&policy->db, &level);
	ebitmap_init(&any->cat); /* it was borrowed */
	return valid;
}

static bool dominates(const void *a, enum lsm_mls_part a_end, const void *b,
		      enum lsm_mls_part b_end)
{
	return mls_level_dom(level_of(a, a_end), level_of(b, b_end));
}

static bool equal(const void *a, enum lsm_mls_part a_end, const void *b,
		  enum lsm_mls_part b_end)
{
	return mls_level_eq(level_of(a, a_end), level_of(b, b_end));
}

static bool incomparable(const void *a, enum lsm_mls_part a_end, const void *b,
			 enum lsm_mls_part b_end)
{
	return mls_level_incomp(level_of(a, a_end), level_of(b, b_end));
}

static bool range_equal(const void *a, const void *b)
{
	const struct range *one = a, *two = b;

	return mls_context_cmp(&one->context, &two->context);
}

static bool range_contains(const void *outer, const void *inner)
{
	const struct range *one = outer, *two = inner;

	return mls_range_contains(one->context.range, two->context.range);
}

static int glblub(void *dst, const void *a, const void *b)
{
	const struct range *one = a, *two = b;
	struct context built = { 0 };
	int status = mls_context_glblub(&built, &one->context, &two->context);

	return settle(dst, &built, status);
}

const struct lsm_mls_ops LSM_KERNEL_SYMBOL(mls) = {
	.base = {
		LSM_KERNEL_PEER("security/selinux/ss/mls.c"),
		.setup = mls_kernel_setup,
		.teardown = mls_kernel_teardown,
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
	.parse = parse,
	.length = length,
	.print = print,
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
