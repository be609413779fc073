/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_domains.h - arguments of the Smack operations; for fuzz_smack.c only */
#ifndef LSM_FUZZERS_SMACK_DOMAINS_H
#define LSM_FUZZERS_SMACK_DOMAINS_H

#include <lsm/smack.h>

#define DOMAIN(name, mod, tiny_list)                  \
	static const struct lsm_domain name = {       \
		.modulus = mod,                       \
		.tiny = tiny_list,                    \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list), \
	}

#define DOMAIN_WITH(name, mod, span_list, edge_list, tiny_list) \
	static const struct lsm_domain name = {                 \
		.modulus = mod,                                 \
		.spans = span_list,                             \
		.nr_spans = LSM_ARRAY_SIZE(span_list),          \
		.edges = edge_list,                             \
		.nr_edges = LSM_ARRAY_SIZE(edge_list),          \
		.tiny = tiny_list,                              \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list),           \
	}

static const uint32_t zero[] = { 0 }, zero_one[] = { 0, 1 };
static const uint32_t long_change[] = { LSM_SMACK_LONG, LSM_SMACK_CHANGE };
static const uint32_t only_long[] = { LSM_SMACK_LONG };
DOMAIN(hash_domain, LSM_SMACK_HASHES, zero);
DOMAIN(scope_domain, LSM_SMACK_SCOPES, zero_one);
DOMAIN(format_domain, LSM_SMACK_FORMATS, long_change);
DOMAIN(query_format_domain, LSM_SMACK_FORMATS - 1, only_long);

/* 0 is the default; what is no power of two is 0. */
static const struct lsm_span slots_spans[] = {
	{ 4, 4 },   { 8, 8 },	  { 16, 16 },	{ 32, 32 },
	{ 64, 64 }, { 128, 128 }, { 256, 256 }, { 512, 512 },
};
static const uint32_t slots_edges[] = { 4, 8, 16, 32, 64, 128, 256, 512 };
DOMAIN_WITH(slots_domain, 1, slots_spans, slots_edges, zero);

/* Secids: the reserved ones, a few labels, and what may be taken for them. */
static const struct lsm_span secid_spans[] = {
	{ 0, 127 },
	{ 256, 271 },
	{ 65536, 65551 },
	{ 0x7ffffff0, 0x8000000f },
	{ 0xfffffff0, 0xffffffff },
};
static const uint32_t secid_edges[] = {
	0, 1,  2,  3,	4,     5,	   6,	       7,	   8,
	9, 10, 11, 266, 65546, 0x7fffffff, 0x80000000, 0xffffffff,
};
static const uint32_t subject_tiny[] = { LSM_SMACK_HAT, 10 };
static const uint32_t object_tiny[] = { LSM_SMACK_FLOOR, 10, 11 };
static const uint32_t secid_tiny[] = { 1, 11 };
static const uint32_t unconfined_tiny[] = { 0, 10 };
DOMAIN_WITH(subject_domain, 16, secid_spans, secid_edges, subject_tiny);
DOMAIN_WITH(object_domain, 16, secid_spans, secid_edges, object_tiny);
DOMAIN_WITH(secid_domain, 16, secid_spans, secid_edges, secid_tiny);
DOMAIN_WITH(unconfined_domain, 16, secid_spans, secid_edges, unconfined_tiny);

static const uint32_t request_edges[] = {
	0,
	LSM_SMACK_READ,
	LSM_SMACK_WRITE,
	LSM_SMACK_EXEC,
	LSM_SMACK_READ | LSM_SMACK_EXEC,
	LSM_SMACK_LOCK,
	LSM_SMACK_READ | LSM_SMACK_LOCK,
	LSM_SMACK_WRITE | LSM_SMACK_LOCK,
	LSM_SMACK_TRANSMUTE,
	LSM_SMACK_BRINGUP,
	LSM_SMACK_READ | LSM_SMACK_BRINGUP,
	LSM_SMACK_ALL,
};
static const uint32_t request_tiny[] = {
	0,
	LSM_SMACK_READ,
	LSM_SMACK_READ | LSM_SMACK_LOCK,
};
static const struct lsm_domain request_domain = {
	.modulus = LSM_SMACK_ALL + 1,
	.edges = request_edges,
	.nr_edges = LSM_ARRAY_SIZE(request_edges),
	.tiny = request_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(request_tiny),
};

/* Blanks before a write, up to where it is cut. */
static const struct lsm_span fill_spans[] = { { 3072, 4160 } };
static const uint32_t fill_edges[] = {
	4000, 4080, 4085, 4088, 4089, 4090, 4091,
	4092, 4093, 4094, 4095, 4096, 4097,
};
DOMAIN_WITH(fill_domain, 64, fill_spans, fill_edges, zero);

#define FILL_MAX 4160u

#endif /* LSM_FUZZERS_SMACK_DOMAINS_H */
