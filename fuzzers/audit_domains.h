/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_domains.h - the domains of audit's operations; part of the format */
#ifndef LSM_FUZZERS_AUDIT_DOMAINS_H
#define LSM_FUZZERS_AUDIT_DOMAINS_H

#include "audit_words.h"

#define DOMAIN(name, mod, edge_list, tiny_list)        \
	static const struct lsm_domain name = {        \
		.modulus = mod,                        \
		.edges = edge_list,                    \
		.nr_edges = LSM_ARRAY_SIZE(edge_list), \
		.tiny = tiny_list,                     \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list),  \
	}
#define SPANS_DOMAIN(name, mod, span_list, edge_list, tiny_list) \
	static const struct lsm_domain name = {                  \
		.modulus = mod,                                  \
		.spans = span_list,                              \
		.nr_spans = LSM_ARRAY_SIZE(span_list),           \
		.edges = edge_list,                              \
		.nr_edges = LSM_ARRAY_SIZE(edge_list),           \
		.tiny = tiny_list,                               \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list),            \
	}
#define TEST(type, op) ((type)*AUDIT_OPS + (op))

static const uint32_t zero[] = { 0 }, zero_one[] = { 0, 1 };
static const uint32_t one[] = { 1 };
static const uint32_t zero_to_five[] = { 0, 1, 2, 3, 4, 5 };

/* Programs dwell on the exit list, where most is decided. */
static const uint32_t place_edges[] = { 0, 0, 8, 16, 24, 1, 3 };
static const uint32_t place_tiny[] = { 0, 8, 16 };
DOMAIN(place_domain, 32, place_edges, place_tiny);
DOMAIN(del_place_domain, 32, place_edges, zero);

static const struct lsm_span bit_spans[] = { { 0, AUDIT_PLAIN_CALLS } };
static const uint32_t bit_edges[] = {
	AUDIT_ALL_CALLS,
	0,
	1,
	2,
	31,
	32,
	59,
	63,
	127,
	128,
	257,
	2031,
	2032,
	2033,
	2038,
	2039,
	2040,
	2041,
	2045,
	2046,
	2047,
	2048,
	AUDIT_NO_CALL,
	AUDIT_PLAIN_CALLS,
	AUDIT_ALL_CALLS,
};
static const uint32_t bit_tiny[] = { 2 };
SPANS_DOMAIN(bit_domain, 4, bit_spans, bit_edges, bit_tiny);

/*
 * No field; path (33); auid (10) and auid_set (25), which are one another's
 * neighbours; a0 (42) with = and &; uid (2).
 */
static const uint32_t test_edges[] = {
	0,	     TEST(33, 0), TEST(10, 0), TEST(25, 0), TEST(42, 0),
	TEST(42, 1), TEST(42, 7), 0,	       TEST(10, 1), TEST(25, 1),
	TEST(30, 0), TEST(30, 1), TEST(35, 0), TEST(34, 0), TEST(34, 1),
	TEST(2, 0),  TEST(36, 1), TEST(40, 1), TEST(6, 0),  TEST(6, 1),
};
static const uint32_t test_tiny[] = { 0, TEST(33, 0) };
DOMAIN(test_domain, AUDIT_TYPES *AUDIT_OPS, test_edges, test_tiny);

static const struct lsm_span value_spans[] = { { 0, UINT32_MAX } };
static const uint32_t value_edges[] = {
	0,	    1,		0xffffffff, 2,		4,	    5,
	10,	    15,		16,	    21,		25,	    33,
	34,	    46,		65,	    1000,	0x4000,	    0x8000,
	0x7fffffff, 0x80000000, 0xfffffff3, 0xffffffff, 0x40000003, 0xc000003e,
};
SPANS_DOMAIN(value_domain, 16, value_spans, value_edges, zero);

DOMAIN(key_domain, 5, zero_to_five, one);

/* Tens of rules, each of which may be compiled for all calls. */
static const struct lsm_domain set_domain = {
	.modulus = AUDIT_SETS,
	.edges = zero_one,
	.nr_edges = LSM_ARRAY_SIZE(zero_one),
	.tiny = zero,
	.nr_tiny = LSM_ARRAY_SIZE(zero),
	.costly = AUDIT_SET_STIG,
};
DOMAIN(nth_domain, 64, zero_one, zero_one);
DOMAIN(prepend_domain, 2, zero_one, zero_one);

/* x32 calls have bit 30 set; beyond the mask nothing may be read. */
static const struct lsm_span nr_spans[] = {
	{ 0, 4200 },
	{ 0x40000000, 0x40000fff },
	{ 0x7fffffe0, 0x8000001f },
	{ 0xffffffe0, 0xffffffff },
};
static const uint32_t nr_edges[] = {
	0,	    1,		2,	    59,		63,	    64,
	87,	    90,		127,	    128,	257,	    437,
	2031,	    2032,	2047,	    2048,	2049,	    4095,
	0x40000002, 0x40000027, 0x7fffffff, 0x80000000, 0xffffffff,
};
static const uint32_t nr_tiny[] = { 2, 2047 };
SPANS_DOMAIN(nr_domain, 4, nr_spans, nr_edges, nr_tiny);

DOMAIN(who_domain, AUDIT_PEOPLE, zero_to_five, zero);
static const struct lsm_span names_spans[] = { { 0, 0xffff } };
static const uint32_t names_edges[] = { 0, 0x21, 0x12, 1,    0x4321, 6,
					7, 0xe,	 0x1e, 0xd1, 0x35 };
static const uint32_t names_tiny[] = { 0, 1 };
SPANS_DOMAIN(names_domain, 16, names_spans, names_edges, names_tiny);
DOMAIN(exit_domain, AUDIT_EXITS, zero_to_five, zero);

#endif /* LSM_FUZZERS_AUDIT_DOMAINS_H */
