/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of an MLS range, as programs see them. */
#include "mls_ops.h"
#include "mls_words.h"

#include <lsm/guard.h>
#include <lsm/impls.h>

#include <string.h>

/* Longer than any text of either policy. */
#define TEXT_MAX 16384u

#define DOMAIN(name, mod, tiny_list)                  \
	static const struct lsm_domain name = {       \
		.modulus = mod,                       \
		.tiny = tiny_list,                    \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list), \
	}

/* The small world: one policy, and one end where two would say the same. */
static const uint32_t zero[] = { 0 }, zero_one[] = { 0, 1 };
static const uint32_t one_two[] = { 1, 2 }, zero_to_two[] = { 0, 1, 2 };
DOMAIN(policy_domain, LSM_MLS_POLICIES, zero);
DOMAIN(end_domain, LSM_MLS_ENDS, zero_one);
DOMAIN(low_domain, LSM_MLS_ENDS, zero);
DOMAIN(part_domain, LSM_MLS_PARTS, zero_to_two);
DOMAIN(parsed_domain, LSM_MLS_PARTS, one_two);
DOMAIN(bound_domain, LSM_MLS_BOUNDS, zero_to_two);

/* 0 and numbers past the last sensitivity must never become an index. */
static const struct lsm_span sens_spans[] = {
	{ 0, 17 },
	{ 65536, 65553 },
	{ 0x7fffffff, 0x80000000 },
	{ 0xfffffff0, 0xffffffff },
};
static const uint32_t sens_edges[] = {
	0, 1, 2, 3, 4, 5, 6, 16, 17, 65537, 0x7fffffff, 0x80000000, 0xffffffff,
};
static const struct lsm_domain sens_domain = {
	.modulus = 6,
	.spans = sens_spans,
	.nr_spans = LSM_ARRAY_SIZE(sens_spans),
	.edges = sens_edges,
	.nr_edges = LSM_ARRAY_SIZE(sens_edges),
	.tiny = one_two,
	.nr_tiny = LSM_ARRAY_SIZE(one_two),
};

/* Programs dwell among the categories of the small policy. */
static const struct lsm_span cat_spans[] = {
	{ 0, 1100 },
	{ 0x7fffff80, 0x8000007f },
	{ 0xffffff00, 0xffffffff },
};
static const uint32_t cat_edges[] = {
	0,	    1,	  2,	3,	    4,		5,	    7,
	8,	    9,	  11,	12,	    13,		31,	    32,
	62,	    63,	  64,	65,	    127,	128,	    129,
	191,	    192,  193,	319,	    320,	383,	    384,
	385,	    511,  512,	767,	    768,	1022,	    1023,
	1024,	    1025, 1088, 0x7fffffff, 0x80000000, 0xffffffbf, 0xffffffc0,
	0xffffffff,
};
#define CAT_DOMAIN(name, tiny_list)                    \
	static const struct lsm_domain name = {        \
		.modulus = 16,                         \
		.spans = cat_spans,                    \
		.nr_spans = LSM_ARRAY_SIZE(cat_spans), \
		.edges = cat_edges,                    \
		.nr_edges = LSM_ARRAY_SIZE(cat_edges), \
		.tiny = tiny_list,                     \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list),  \
	}

/* 12 is the number of categories: the position that tells bounds apart. */
static const uint32_t set_tiny[] = { 0, 1, 12 }, clear_tiny[] = { 1 };
static const uint32_t nprim_tiny[] = { 0, 12 };
CAT_DOMAIN(set_domain, set_tiny);
CAT_DOMAIN(clear_domain, clear_tiny);
CAT_DOMAIN(nprim_domain, nprim_tiny);

static const struct lsm_mls_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_mls_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call, size_t arg)
{
	return call->slot[call->arg[arg]];
}

static void run_sens(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->set_sens(slot(call, 0), call->arg[1], call->arg[2]);
	lsm_obs_number(obs, table(call)->sens(slot(call, 0), call->arg[1]));
}

static void run_set(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->set_cat(slot(call, 0), call->arg[1],
						 call->arg[2], true));
}

static void run_clear(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->set_cat(slot(call, 0), call->arg[1],
						 call->arg[2], false));
}

static void run_copy(const struct lsm_call *call, struct lsm_obs *obs)
{
	if (call->arg[0] == call->arg[1])
		lsm_obs_skip(obs);
	else
		lsm_obs_status(obs,
			       table(call)->copy(slot(call, 0), slot(call, 1)));
}

static void run_copy_level(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs,
		       table(call)->copy_level(slot(call, 0), call->arg[1],
					       slot(call, 2), call->arg[3]));
}

static void run_parse(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->parse(slot(call, 0), call->arg[1],
					       (const char *)call->payload,
					       call->payload_len));
}

static void run_length(const struct lsm_call *call, struct lsm_obs *obs)
{
	size_t len;
	int status = table(call)->length(slot(call, 0), call->arg[1], &len);

	lsm_obs_status(obs, status);
	if (!status)
		lsm_obs_number(obs, len);
}

/*
 * Print to a buffer of just the size asked for, or @less.  It lies at the end
 * of the array, so that AddressSanitizer sees the first byte too many.
 */
#define NAMELESS_ROOM 64

static void print(const struct lsm_call *call, struct lsm_obs *obs, size_t less)
{
	static LSM_GUARDED(TEXT_MAX) end;
	size_t size, len = 0;
	char *buf;
	int status;

	/* What cannot be printed must not be begun, either. */
	if (table(call)->length(slot(call, 0), call->arg[1], &size))
		size = NAMELESS_ROOM;
	if (size > TEXT_MAX)
		size = TEXT_MAX;
	size = size > less ? size - less : 0;
	buf = end.room + TEXT_MAX - size;
	lsm_guard(end.guard);
	memset(buf, '?', size);
	status = table(call)->print(slot(call, 0), call->arg[1], buf, size,
				    &len);
	lsm_obs_status(obs, status);
	lsm_obs_number(obs, len);
	lsm_obs_text(obs, buf, size ? size - 1 : 0);
	if (size)
		lsm_obs_mix(obs, (unsigned char)buf[size - 1]); /* the NUL */
}

static void run_print(const struct lsm_call *call, struct lsm_obs *obs)
{
	print(call, obs, 0);
}

static void run_print_short(const struct lsm_call *call, struct lsm_obs *obs)
{
	print(call, obs, 1);
}

static void run_level_valid(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->level_valid(slot(call, 0), call->arg[1],
						   call->arg[2]));
}

static void run_range_valid(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs,
		     table(call)->range_valid(slot(call, 0), call->arg[1]));
}

static void run_cats_valid(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->cats_valid(slot(call, 0), call->arg[1],
						  slot(call, 2), call->arg[3],
						  call->arg[4], call->arg[5]));
}

static void run_relation(const struct lsm_call *call, struct lsm_obs *obs,
			 bool (*fn)(const void *a, enum lsm_mls_part a_end,
				    const void *b, enum lsm_mls_part b_end))
{
	lsm_obs_bool(obs, fn(slot(call, 0), call->arg[1], slot(call, 2),
			     call->arg[3]));
}

static void run_dominates(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_relation(call, obs, table(call)->dominates);
}

static void run_equal(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_relation(call, obs, table(call)->equal);
}

static void run_incomparable(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_relation(call, obs, table(call)->incomparable);
}

static void run_range_equal(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs,
		     table(call)->range_equal(slot(call, 0), slot(call, 1)));
}

static void run_range_contains(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs,
		     table(call)->range_contains(slot(call, 0), slot(call, 1)));
}

static void run_glblub(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->glblub(slot(call, 0), slot(call, 1),
						slot(call, 2)));
}

static void dump_unit(uint32_t start, uint64_t map, void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_mix(obs, start);
	lsm_obs_mix(obs, map);
	if (!obs->show)
		return;
	for (; map; map &= map - 1)
		lsm_obs_show_number(obs->show,
				    start + (uint32_t)__builtin_ctzll(map));
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	static const char *const word[] = { "low", "high" };

	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		if (obs->show)
			fprintf(obs->show, " %s", word[end]);
		lsm_obs_number(obs, table(call)->sens(slot(call, 0), end));
		if (obs->show)
			fputc(':', obs->show);
		table(call)->units(slot(call, 0), end, dump_unit, obs);
	}
}

#define TEXT(text)                     \
	{                              \
		text, sizeof(text) - 1 \
	}

static const struct lsm_blob parse_tiny[] = {
	TEXT("s1:c0.x"),
	TEXT("s0:c0-s1:c0,c1"),
	TEXT("s0:c1.c0"),
};

#define SLOT_PART(domain) \
	LSM_ARG_SLOT_IN("slot"), LSM_ARG_VALUE("part", 1, domain)
#define SLOT_END_CAT(domain)                                              \
	LSM_ARG_SLOT_INOUT("slot"), LSM_ARG_VALUE("end", 1, &end_domain), \
		LSM_ARG_VALUE("cat", 4, domain)
#define TWO_LEVELS(domain)                                            \
	LSM_ARG_SLOT_IN("a"), LSM_ARG_VALUE("a_end", 1, &end_domain), \
		LSM_ARG_SLOT_IN("b"), LSM_ARG_VALUE("b_end", 1, domain)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { LSM_ARG_SLOT_OUT("slot"),
			      LSM_ARG_VALUE("policy", 1, &policy_domain) } },
	[OP_SENS] = { "sens", LSM_UPDATE, .run = run_sens,
		      .arg = { LSM_ARG_SLOT_INOUT("slot"),
			       LSM_ARG_VALUE("end", 1, &end_domain),
			       LSM_ARG_VALUE("sens", 4, &sens_domain) } },
	[OP_SET] = { "set", LSM_UPDATE, .run = run_set,
		     .arg = { SLOT_END_CAT(&set_domain) } },
	[OP_CLEAR] = { "clear", LSM_UPDATE, .run = run_clear,
		       .arg = { SLOT_END_CAT(&clear_domain) } },
	[OP_COPY] = { "copy", LSM_UPDATE, .run = run_copy,
		      .arg = { LSM_ARG_SLOT_OUT("dst"),
			       LSM_ARG_SLOT_IN("src") } },
	[OP_COPY_LEVEL] = { "copy_level", LSM_UPDATE, .run = run_copy_level,
			    .arg = { LSM_ARG_SLOT_INOUT("dst"),
				     LSM_ARG_VALUE("dst_end", 1, &end_domain),
				     LSM_ARG_SLOT_IN("src"),
				     LSM_ARG_VALUE("src_end", 1,
						   &end_domain) } },
	[OP_PARSE] = { "parse", LSM_UPDATE, .payload = LSM_TEXT,
		       .run = run_parse, .make = mls_make_text,
		       .tiny = parse_tiny,
		       .nr_tiny = LSM_ARRAY_SIZE(parse_tiny),
		       .arg = { LSM_ARG_SLOT_INOUT("slot"),
				LSM_ARG_VALUE("part", 1, &parsed_domain),
				LSM_ARG_LENGTH("text") } },
	[OP_LENGTH] = { "length", LSM_QUERY, .run = run_length,
			.arg = { SLOT_PART(&parsed_domain) } },
	[OP_PRINT] = { "print", LSM_QUERY, .run = run_print,
		       .arg = { SLOT_PART(&part_domain) } },
	[OP_PRINT_SHORT] = { "print_short", LSM_QUERY, .run = run_print_short,
			     .arg = { SLOT_PART(&parsed_domain) } },
	[OP_LEVEL_VALID] = { "level_valid", LSM_QUERY, .run = run_level_valid,
			     .arg = { LSM_ARG_SLOT_IN("slot"),
				      LSM_ARG_VALUE("end", 1, &end_domain),
				      LSM_ARG_VALUE("bound", 1,
						    &bound_domain) } },
	[OP_RANGE_VALID] = { "range_valid", LSM_QUERY, .run = run_range_valid,
			     .arg = { LSM_ARG_SLOT_IN("slot"),
				      LSM_ARG_VALUE("bound", 1,
						    &bound_domain) } },
	[OP_CATS_VALID] = { "cats_valid", LSM_QUERY, .run = run_cats_valid,
			    .arg = { LSM_ARG_SLOT_IN("asked"),
				     LSM_ARG_VALUE("asked_end", 1, &low_domain),
				     LSM_ARG_SLOT_IN("allowed"),
				     LSM_ARG_VALUE("allowed_end", 1,
						   &low_domain),
				     LSM_ARG_VALUE("nprim", 4, &nprim_domain),
				     LSM_ARG_VALUE("bound", 1,
						   &bound_domain) } },
	[OP_DOMINATES] = { "dominates", LSM_QUERY, .run = run_dominates,
			   .arg = { TWO_LEVELS(&end_domain) } },
	[OP_EQUAL] = { "equal", LSM_QUERY, .run = run_equal,
		       .arg = { TWO_LEVELS(&low_domain) } },
	[OP_INCOMPARABLE] = { "incomparable", LSM_QUERY,
			      .run = run_incomparable,
			      .arg = { TWO_LEVELS(&low_domain) } },
	[OP_RANGE_EQUAL] = { "range_equal", LSM_QUERY, .run = run_range_equal,
			     .arg = { LSM_ARG_SLOT_IN("a"),
				      LSM_ARG_SLOT_IN("b") } },
	[OP_RANGE_CONTAINS] = { "range_contains", LSM_QUERY,
				.run = run_range_contains,
				.arg = { LSM_ARG_SLOT_IN("outer"),
					 LSM_ARG_SLOT_IN("inner") } },
	[OP_GLBLUB] = { "glblub", LSM_UPDATE, .run = run_glblub,
			.arg = { LSM_ARG_SLOT_INOUT("dst"),
				 LSM_ARG_SLOT_IN("a"), LSM_ARG_SLOT_IN("b") } },
};

static const struct lsm_difference differences[] = {
	{ "libsepol", OP_PARSE, mls_drops_rest, "MLS-D1" },
	{ "libsepol", OP_PARSE, mls_parses_range, "MLS-D2" },
	{ "libsepol", OP_LEVEL_VALID, mls_level_bound_matters, "MLS-D3" },
	{ "libsepol", OP_RANGE_VALID, mls_range_bound_matters, "MLS-D3" },
	{ "libsepol", OP_CATS_VALID, mls_cats_bound_matters, "MLS-D3" },
	{ "libsepol", OP_LENGTH, mls_joins_runs, "MLS-D4" },
	{ "libsepol", OP_PRINT, mls_joins_runs, "MLS-D4" },
	{ "libsepol", OP_PRINT_SHORT, mls_joins_runs, "MLS-D4" },
	{ "libsepol", OP_LENGTH, mls_needs_names, "MLS-D5" },
	{ "libsepol", OP_PRINT, mls_needs_names, "MLS-D5" },
	{ "libsepol", OP_PRINT_SHORT, mls_needs_names, "MLS-D5" },
	{ "libsepol", OP_SET, mls_refuses_position, "MLS-D6" },
	{ "libsepol", OP_CLEAR, mls_refuses_position, "MLS-D6" },
	{ "libsepol", OP_GLBLUB, mls_slow_operands, "MLS-D7" },
	{ "linux", OP_SET, mls_linux_last_node, "MLS-K1" },
	{ "linux", OP_PARSE, mls_parses_range, "MLS-K2" },
	{ "linux", OP_LEVEL_VALID, mls_linux_level_bound_matters, "MLS-K3" },
	{ "linux", OP_RANGE_VALID, mls_linux_range_bound_matters, "MLS-K3" },
	{ "linux", OP_CATS_VALID, mls_linux_cats_bound_matters, "MLS-K3" },
	{ "linux", OP_LENGTH, mls_needs_names, "MLS-K4" },
	{ "linux", OP_PRINT, mls_needs_names, "MLS-K4" },
	{ "linux", OP_PRINT_SHORT, mls_needs_names, "MLS-K4" },
	{ "linux", OP_LEVEL_VALID, mls_linux_lacks_level, "MLS-K5" },
	{ "linux", OP_RANGE_VALID, mls_linux_lacks_levels, "MLS-K5" },
	{ "linux", OP_GLBLUB, mls_linux_signed_operands, "MLS-K6" },
};

LSM_STRUCTURE(mls, 1, ops, dump, differences);
