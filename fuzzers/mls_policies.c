/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policies that MLS ranges are made with. */
#include <lsm/mls.h>

/*
 * The small policy has one of everything that went wrong somewhere: names of
 * very different length, so that a length pass which counts another name than
 * the print pass writes is noticed; values without a name; aliases; a
 * sensitivity that allows some categories only.  "secret" allows positions 12
 * and 13, one and two past the last category, as a policy file that nobody
 * validated may: there the three bounds part.
 */
static const struct lsm_span s0_allowed[] = {
	{ 0, 3 },
	{ 5, 5 },
	{ 7, 9 },
	{ 11, 11 },
};
static const struct lsm_span secret_allowed[] = { { 0, 13 } };
static const struct lsm_span t_allowed[] = { { 0, 1 }, { 5, 5 }, { 8, 9 } };

static const struct lsm_mls_sens small_sens[] = {
	{ "s0", 1, s0_allowed, LSM_ARRAY_SIZE(s0_allowed) },
	{ "secret", 2, secret_allowed, LSM_ARRAY_SIZE(secret_allowed) },
	{ "t", 4, t_allowed, LSM_ARRAY_SIZE(t_allowed) },
	{ "s4_without_categories", 5, NULL, 0 },
};
static const struct lsm_mls_name small_sens_alias[] = {
	{ "unclassified", 1 },
	{ "s1", 2 },
	{ "s3", 4 },
};
static const struct lsm_mls_name small_cat[] = {
	{ "c0", 1 }, { "c1_very_long", 2 },
	{ "x", 3 },  { "c3", 4 },
	{ "c5", 6 }, { "c7_", 8 },
	{ "c8", 9 }, { "c9_of_quite_uncommon_length_even_for_a_name", 10 },
	{ "z", 12 },
};
static const struct lsm_mls_name small_cat_alias[] = {
	{ "c1", 2 },
	{ "c2", 3 },
	{ "red", 6 },
	{ "c11", 12 },
};

/* s0 to s15 and c0 to c1023: a value is one more than the number in the name */
#define SENS(n)                                                         \
	{                                                               \
		"s" #n, n + 1, big_allowed, LSM_ARRAY_SIZE(big_allowed) \
	}
#define ONE(n)                \
	{                     \
		"c" #n, n + 1 \
	}
#define TEN(n)                                                            \
	ONE(n##0), ONE(n##1), ONE(n##2), ONE(n##3), ONE(n##4), ONE(n##5), \
		ONE(n##6), ONE(n##7), ONE(n##8), ONE(n##9)
#define HUNDRED(n)                                                        \
	TEN(n##0), TEN(n##1), TEN(n##2), TEN(n##3), TEN(n##4), TEN(n##5), \
		TEN(n##6), TEN(n##7), TEN(n##8), TEN(n##9)

static const struct lsm_span big_allowed[] = { { 0, 1023 } };
static const struct lsm_mls_sens big_sens[] = {
	SENS(0),  SENS(1),  SENS(2),  SENS(3),	SENS(4),  SENS(5),
	SENS(6),  SENS(7),  SENS(8),  SENS(9),	SENS(10), SENS(11),
	SENS(12), SENS(13), SENS(14), SENS(15),
};
static const struct lsm_mls_name big_cat[] = {
	ONE(0),	    ONE(1),	ONE(2),	    ONE(3),	ONE(4),	    ONE(5),
	ONE(6),	    ONE(7),	ONE(8),	    ONE(9),	TEN(1),	    TEN(2),
	TEN(3),	    TEN(4),	TEN(5),	    TEN(6),	TEN(7),	    TEN(8),
	TEN(9),	    HUNDRED(1), HUNDRED(2), HUNDRED(3), HUNDRED(4), HUNDRED(5),
	HUNDRED(6), HUNDRED(7), HUNDRED(8), HUNDRED(9), TEN(100),   TEN(101),
	ONE(1020),  ONE(1021),	ONE(1022),  ONE(1023),
};
_Static_assert(LSM_ARRAY_SIZE(big_cat) == 1024, "a category is missing");

const struct lsm_mls_policy lsm_mls_policy[LSM_MLS_POLICIES] = {
	[LSM_MLS_SMALL] = {
		.sens = small_sens,
		.nr_sens = LSM_ARRAY_SIZE(small_sens),
		.nlevels = 5,
		.sens_alias = small_sens_alias,
		.nr_sens_alias = LSM_ARRAY_SIZE(small_sens_alias),
		.cat = small_cat,
		.nr_cat = LSM_ARRAY_SIZE(small_cat),
		.nprim = 12,
		.cat_alias = small_cat_alias,
		.nr_cat_alias = LSM_ARRAY_SIZE(small_cat_alias),
	},
	[LSM_MLS_BIG] = {
		.sens = big_sens,
		.nr_sens = LSM_ARRAY_SIZE(big_sens),
		.nlevels = 16,
		.cat = big_cat,
		.nr_cat = LSM_ARRAY_SIZE(big_cat),
		.nprim = 1024,
	},
};
