/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_domains.h - the values arguments of avtab programs can take */
#ifndef LSM_FUZZERS_AVTAB_DOMAINS_H
#define LSM_FUZZERS_AVTAB_DOMAINS_H

#include <lsm/avtab.h>

#define SPANS(list) .spans = list, .nr_spans = LSM_ARRAY_SIZE(list)
#define EDGES(list) .edges = list, .nr_edges = LSM_ARRAY_SIZE(list)
#define TINY(list) .tiny = list, .nr_tiny = LSM_ARRAY_SIZE(list)

/* Tables never meet one another: two are enough, and one for small worlds. */
static const struct lsm_domain table_domain = { .modulus = 2 };

static const struct lsm_span sizing_spans[] = {
	{ LSM_AVTAB_SEED, LSM_AVTAB_NONE },
	{ LSM_AVTAB_FIXED, LSM_AVTAB_FIXED },
};
static const uint32_t sizing_edges[] = {
	LSM_AVTAB_SEED,	    LSM_AVTAB_MODERN, LSM_AVTAB_EXPLICIT,
	LSM_AVTAB_EXPLICIT, LSM_AVTAB_NONE,
};
static const uint32_t sizing_tiny[] = {
	LSM_AVTAB_SEED,
	LSM_AVTAB_NONE,
};
static const struct lsm_domain sizing_domain = {
	.modulus = 2,
	SPANS(sizing_spans),
	EDGES(sizing_edges),
	TINY(sizing_tiny),
	.costly = LSM_AVTAB_FIXED,
};

/* An image sizes by how many rules it has. */
static const struct lsm_span image_sizing_spans[] = {
	{ LSM_AVTAB_SEED, LSM_AVTAB_MODERN },
	{ LSM_AVTAB_FIXED, LSM_AVTAB_FIXED },
};
static const struct lsm_domain image_sizing_domain = {
	.modulus = 2,
	SPANS(image_sizing_spans),
	.costly = LSM_AVTAB_FIXED,
};

static const struct lsm_domain hash_domain = {
	.modulus = LSM_AVTAB_HASHES,
};

static const struct lsm_span rules_spans[] = {
	{ 0, 70 },
	{ 4094, 4097 },
	{ 16382, 16385 },
	{ 32766, 32769 },
	{ 131070, 131074 },
	{ 262142, 262145 },
	{ 8388607, 8388608 },
	{ UINT32_MAX, UINT32_MAX },
};
static const uint32_t rules_edges[] = {
	0,  1,	2,  3,	4,  5,	   7,	  8,	  15,	      16,
	31, 32, 33, 63, 64, 16383, 16384, 131071, 0xffffffff,
};
static const uint32_t rules_tiny[] = { 0, 4 };
static const struct lsm_domain rules_domain = {
	.modulus = 40,
	SPANS(rules_spans),
	EDGES(rules_edges),
	TINY(rules_tiny),
	.costly = 16384,
};

static const struct lsm_span shift_spans[] = { { 0, 5 }, { 17, 17 } };
static const uint32_t shift_edges[] = { 0, 1, 2, 3, 4, 17 };
static const struct lsm_domain shift_domain = {
	.modulus = 6,
	SPANS(shift_spans),
	EDGES(shift_edges),
	.costly = 17,
};

/* Programs dwell among few types; those of real policies are there, too. */
static const struct lsm_span type_spans[] = {
	{ 0, 8191 },
	{ 16383, 16385 },
	{ 32767, 32769 },
	{ 65500, 65535 },
};
static const uint32_t type_edges[] = {
	0,   1,	  2,   3,   4,	  8,	255,   256,
	257, 511, 512, 513, 4095, 4096, 32768, 65535,
};
static const uint32_t source_tiny[] = { 1, 2 }, target_tiny[] = { 1 };
static const struct lsm_domain source_domain = {
	.modulus = 6,
	SPANS(type_spans),
	EDGES(type_edges),
	TINY(source_tiny),
};
static const struct lsm_domain target_domain = {
	.modulus = 6,
	SPANS(type_spans),
	EDGES(type_edges),
	TINY(target_tiny),
};

static const struct lsm_span class_spans[] = {
	{ 0, 300 },	  { 511, 513 },	    { 4095, 4097 },
	{ 32767, 32768 }, { 65500, 65535 },
};
static const uint32_t class_edges[] = {
	0, 1, 2, 5, 8, 9, 127, 128, 255, 256, 257, 512, 4096, 65535,
};
static const uint32_t class_tiny[] = { 1 };
static const struct lsm_domain class_domain = {
	.modulus = 6,
	SPANS(class_spans),
	EDGES(class_edges),
	TINY(class_tiny),
};

/* One rule bit, with the enabled bit or without.  0 is no rule: skipped. */
#define RULE(bit)                                \
	{ (bit), (bit) },                        \
	{                                        \
		(bit) | 0x8000u, (bit) | 0x8000u \
	}
static const struct lsm_span rule_spans[] = {
	RULE(0x1u),  RULE(0x2u),   RULE(0x4u),	 RULE(0x10u),  RULE(0x20u),
	RULE(0x40u), RULE(0x100u), RULE(0x200u), RULE(0x400u),
};
static const uint32_t rule_edges[] = {
	0x1,   0x2,   0x4,   0x10,   0x20,   0x40,
	0x100, 0x200, 0x400, 0x8001, 0x8004, 0x8010,
};
static const uint32_t rule_tiny[] = { 0x1, 0x4, 0x100 };
static const struct lsm_domain rule_domain = {
	.modulus = 1,
	SPANS(rule_spans),
	EDGES(rule_edges),
	TINY(rule_tiny),
};

static const uint32_t mask_edges[] = {
	0x0,   0x1,   0x2,   0x4,   0x7,   0x10,   0x20,   0x40,   0x70,
	0x100, 0x200, 0x400, 0x700, 0x777, 0x8000, 0x8001, 0x8777, 0xffff,
};
static const uint32_t mask_tiny[] = { 0x1, 0x105, 0x8000 };
static const uint32_t next_tiny[] = { 0x777 };
static const struct lsm_domain mask_domain = {
	.modulus = 0x10000,
	EDGES(mask_edges),
	TINY(mask_tiny),
};
static const struct lsm_domain next_domain = {
	.modulus = 0x10000,
	EDGES(mask_edges),
	TINY(next_tiny),
};

/* Permissions, a type, or the makings of extended permissions. */
static const struct lsm_span data_spans[] = { { 0, UINT32_MAX } };
static const uint32_t data_edges[] = {
	0,	    1,		2,	    0x7fffffff, 0x80000000, 0xffffffff,
	0x00000100, 0x001f0000, 0x1f200100, 0x001fff05, 0x00ff01ff,
};
static const uint32_t data_tiny[] = { 1, 2 };
static const struct lsm_domain data_domain = {
	.modulus = 16,
	SPANS(data_spans),
	EDGES(data_edges),
	TINY(data_tiny),
};

/* How many rules in a run: around what a bucket or a slot likes to hold. */
static const uint32_t count_edges[] = { 1, 2, 6, 8, 9, 11 };
static const uint32_t count_tiny[] = { 2 };
static const struct lsm_span count_spans[] = { { 0, 63 } };
static const struct lsm_domain count_domain = {
	.modulus = 6,
	SPANS(count_spans),
	EDGES(count_edges),
	TINY(count_tiny),
	.costly = 12,
};

static const uint32_t nth_edges[] = { 0, 1, 2 };
static const uint32_t nth_tiny[] = { 0, 1 };
static const struct lsm_domain nth_domain = {
	.modulus = 8,
	EDGES(nth_edges),
	TINY(nth_tiny),
};

/* What an image's policy declares. */
static const struct lsm_span limit_spans[] = {
	{ 0, 8191 },
	{ 65535, 65535 },
};
static const uint32_t limit_edges[] = { 0, 1, 7, 8, 9, 255, 8191, 65535 };
static const uint32_t limit_tiny[] = { 2 };
static const struct lsm_domain limit_domain = {
	.modulus = 16,
	SPANS(limit_spans),
	EDGES(limit_edges),
	TINY(limit_tiny),
};

#endif /* LSM_FUZZERS_AVTAB_DOMAINS_H */
