/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's MLS ranges behind the MLS contract.
 *
 * The policies are built in memory from the same tables that all other
 * implementations use.  Where the answers are known to differ the engine does
 * not ask; the rows are in fuzzers/fuzz_mls.c.
 */
#include "mls_libsepol.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <sepol/policydb/context.h>
#include <string.h>

/* Global in libsepol.a, but in no installed header. */
extern int mls_context_to_sid(const policydb_t *policydb, char oldc,
			      char **scontext, context_struct_t *context);
extern int mls_compute_context_len(const policydb_t *policydb,
				   const context_struct_t *context);
extern void mls_sid_to_context(const policydb_t *policydb,
			       const context_struct_t *context,
			       char **scontext);
extern int mls_context_isvalid(const policydb_t *policydb,
			       const context_struct_t *context);

struct range {
	struct mls_libsepol_setup *setup;
	const policydb_t *policy;
	mls_range_t levels;
};

static void clear(void *self)
{
	struct range *range = self;

	mls_range_destroy(&range->levels);
	range->levels.level[0].sens = LSM_MLS_FIRST;
	range->levels.level[1].sens = LSM_MLS_FIRST;
}

static void *create(void *arg, const uint32_t *param)
{
	struct mls_libsepol_setup *setup = arg;
	struct range *range = lsm_calloc(1, sizeof(*range));

	if (!range)
		return NULL;
	range->setup = setup;
	range->policy = &setup->policy[param[0]];
	clear(range);
	return range;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const mls_level_t *level_of(const void *self, enum lsm_mls_part end)
{
	const struct range *range = self;

	return &range->levels.level[end];
}

static const char *check(const void *self)
{
	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		const ebitmap_t *cat = &level_of(self, end)->cat;
		uint32_t high = 0;

		for (const ebitmap_node_t *n = cat->node; n; n = n->next) {
			if (!n->map)
				return "a node is empty";
			if (n->next && n->next->startbit <= n->startbit)
				return "nodes are not in order";
			high = n->startbit + LSM_MLS_UNIT;
		}
		if (high != cat->highbit)
			return "high bit is stale";
	}
	return NULL;
}

static void set_sens(void *self, enum lsm_mls_part end, uint32_t value)
{
	struct range *range = self;

	range->levels.level[end].sens = value;
}

static uint32_t sens(const void *self, enum lsm_mls_part end)
{
	return level_of(self, end)->sens;
}

static int set_cat(void *self, enum lsm_mls_part end, uint32_t position,
		   bool value)
{
	struct range *range = self;

	return ebitmap_set_bit(&range->levels.level[end].cat, position, value);
}

static void units(const void *self, enum lsm_mls_part end,
		  lsm_mls_unit_fn *visit, void *arg)
{
	const ebitmap_node_t *n;

	for (n = level_of(self, end)->cat.node; n; n = n->next)
		visit(n->startbit, n->map, arg);
}

static int copy(void *dst, const void *src)
{
	const struct range *from = src;
	struct range *to = dst;
	mls_range_t levels = { 0 };

	if (mls_range_cpy(&levels, &from->levels) < 0)
		return -ENOMEM;
	mls_range_destroy(&to->levels);
	to->levels = levels;
	return 0;
}

static int copy_level(void *dst, enum lsm_mls_part dst_end, const void *src,
		      enum lsm_mls_part src_end)
{
	struct range *to = dst;
	mls_level_t level = { 0 };

	if (mls_level_cpy(&level, level_of(src, src_end)) < 0)
		return -ENOMEM;
	mls_level_destroy(&to->levels.level[dst_end]);
	to->levels.level[dst_end] = level;
	return 0;
}

/* Parse a text, which is cut to pieces; on failure there is nothing to free. */
static bool parse_range(const struct range *range, const char *text, size_t len,
			context_struct_t *context)
{
	char *copied = lsm_strndup(text, len);
	char *cursor = copied;
	bool ok;

	context_init(context);
	if (!copied)
		return false;
	ok = mls_context_to_sid(range->policy, ':', &cursor, context) == 0;
	if (!ok)
		context_destroy(context);
	lsm_free(copied);
	return ok;
}

/* A level is parsed as a range; the engine does not ask if there is a '-'. */
static int parse(void *self, enum lsm_mls_part part, const char *text,
		 size_t len)
{
	struct range *range = self;
	context_struct_t context;

	/* It returns the same for a bad text and if memory runs out. */
	errno = 0;
	if (!parse_range(range, text, len, &context))
		return errno == ENOMEM ? -ENOMEM : -EINVAL;
	if (part == LSM_MLS_RANGE) {
		mls_range_destroy(&range->levels);
		range->levels = context.range;
		return 0;
	}
	mls_level_destroy(&range->levels.level[part]);
	range->levels.level[part] = context.range.level[0];
	mls_level_destroy(&context.range.level[1]);
	return 0;
}

/* A context that borrows the sets of the part to print. */
static context_struct_t borrow(const void *self, enum lsm_mls_part part)
{
	const struct range *range = self;
	context_struct_t context = { .role = OBJECT_R_VAL };

	context.range = range->levels;
	if (part != LSM_MLS_RANGE) {
		context.range.level[0] = range->levels.level[part];
		context.range.level[1] = range->levels.level[part];
	}
	return context;
}

/* Whether libsepol would stumble over a missing name. */
static bool nameless(const policydb_t *policy, const mls_level_t *level)
{
	char *const *name = policy->p_cat_val_to_name;
	ebitmap_node_t *node;
	uint32_t bit, last = 0;
	bool any = false;

	if (level->sens - 1 >= policy->p_levels.nprim ||
	    !policy->p_sens_val_to_name[level->sens - 1])
		return true;
	ebitmap_for_each_positive_bit(&level->cat, node, bit)
	{
		if (bit >= policy->p_cats.nprim)
			return true;
		/* Names are wanted where a run begins and where it ends. */
		if (!any || bit != last + 1)
			if (!name[bit] || (any && !name[last]))
				return true;
		any = true;
		last = bit;
	}
	return any && !name[last];
}

/*
 * libsepol trusts its caller to print only what has names.  The engine does not
 * ask for anything else; a drill that makes it ask gets an answer, not a crash.
 */
static int length(const void *self, enum lsm_mls_part part, size_t *len)
{
	const struct range *range = self;
	const context_struct_t context = borrow(self, part);

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
	const context_struct_t context = borrow(self, part);
	char *cursor = range->setup->text;
	size_t need;
	int status = length(self, part, &need);

	if (status)
		return status;
	if (size < need)
		return -ENOSPC;
	mls_sid_to_context(range->policy, &context, &cursor);
	*len = (size_t)(cursor - range->setup->text);
	memcpy(buf, range->setup->text + 1, *len);
	return 0;
}

/* Its bound is LSM_MLS_BEFORE: the engine asks if that makes no difference. */
static bool level_valid(const void *self, enum lsm_mls_part end,
			enum lsm_mls_bound bound)
{
	const struct range *range = self;
	const context_struct_t context = borrow(self, end);

	(void)bound;
	return mls_context_isvalid(range->policy, &context);
}

static bool range_valid(const void *self, enum lsm_mls_bound bound)
{
	const struct range *range = self;
	const context_struct_t context = borrow(self, LSM_MLS_RANGE);

	(void)bound;
	return mls_context_isvalid(range->policy, &context);
}

static bool cats_valid(const void *asked, enum lsm_mls_part asked_end,
		       const void *allowed, enum lsm_mls_part allowed_end,
		       uint32_t nprim, enum lsm_mls_bound bound)
{
	const struct range *range = asked;
	policydb_t *policy = &range->setup->policy[MLS_LIBSEPOL_SCRATCH];
	level_datum_t *datum = hashtab_search(policy->p_levels.table, "any");
	context_struct_t context = borrow(asked, asked_end);
	bool valid;

	(void)bound;
	context.range.level[0].sens = 1;
	context.range.level[1].sens = 1;
	datum->level->cat = level_of(allowed, allowed_end)->cat;
	policy->p_cats.nprim = nprim;
	valid = mls_context_isvalid(policy, &context);
	ebitmap_init(&datum->level->cat); /* it was borrowed */
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

	return mls_range_eq(&one->levels, &two->levels);
}

static bool range_contains(const void *outer, const void *inner)
{
	const struct range *one = outer, *two = inner;

	return mls_range_contains(one->levels, two->levels);
}

static int glblub(void *dst, const void *a, const void *b)
{
	const struct range *one = a, *two = b;
	struct range *to = dst;
	mls_range_t levels = { 0 };
	int status = mls_range_glblub(&levels, &one->levels, &two->levels);

	if (!status) {
		mls_range_destroy(&to->levels);
		to->levels = levels;
		return 0;
	}
	mls_range_destroy(&levels);
	return status == -EINVAL ? -EINVAL : -ENOMEM;
}

const struct lsm_mls_ops lsm_mls_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/mls.c",
		.peer = true,
		.setup = mls_libsepol_setup,
		.teardown = mls_libsepol_teardown,
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
