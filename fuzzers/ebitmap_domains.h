/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_domains.h - the values arguments of ebitmap programs can take */
#ifndef LSM_FUZZERS_EBITMAP_DOMAINS_H
#define LSM_FUZZERS_EBITMAP_DOMAINS_H

#include <lsm/structure.h>

#define COMPLEMENT_MAX 449u

/*
 * Programs dwell below 1,024, where operations meet.  Positions of real
 * policies, those around each power of two and the far end stand for
 * themselves.
 */
static const struct lsm_span bit_spans[] = {
	{ 0, 131071 },
	{ 0x3ffc0, 0x4003f },
	{ 0x7ffc0, 0x8003f },
	{ 0xfffc0, 0x10003f },
	{ 0x1fffc0, 0x20003f },
	{ 0x3fffc0, 0x40003f },
	{ 0x7fffc0, 0x80003f },
	{ 0xffffc0, 0x100003f },
	{ 0x1ffffc0, 0x200003f },
	{ 0x3ffffc0, 0x400003f },
	{ 0x7ffffc0, 0x800003f },
	{ 0xfffffc0, 0x1000003f },
	{ 0x1fffffc0, 0x2000003f },
	{ 0x3fffffc0, 0x4000003f },
	{ 0x7fffff00, 0x800000ff },
	{ 0xffff0000, 0xffffffff },
};
static const uint32_t bit_edges[] = {
	0,	    1,		31,	    32,		63,	    64,
	65,	    127,	128,	    191,	192,	    193,
	383,	    384,	385,	    511,	512,	    767,
	768,	    1023,	1024,	    4095,	4096,	    65535,
	65536,	    0x7fffffff, 0x80000000, 0xffff0000, 0xfffffe80, 0xfffffebf,
	0xfffffec0, 0xfffffeff, 0xffffff00, 0xffffff7f, 0xffffff80, 0xffffffbf,
	0xffffffc0, 0xfffffffe, 0xffffffff,
};
static const uint32_t bit_tiny[] = { 0, 1, 63, 64, 384, 0xffffffff };
static const struct lsm_domain bit_domain = {
	.modulus = 1024,
	.spans = bit_spans,
	.nr_spans = LSM_ARRAY_SIZE(bit_spans),
	.edges = bit_edges,
	.nr_edges = LSM_ARRAY_SIZE(bit_edges),
	.tiny = bit_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(bit_tiny),
};

/* A bound of 0 means none, so it is worth trying as often as the others. */
static const uint32_t last_tiny[] = { 0, 1, 63, 64, 383 };
static const struct lsm_domain last_domain = {
	.modulus = 1024,
	.spans = bit_spans,
	.nr_spans = LSM_ARRAY_SIZE(bit_spans),
	.edges = bit_edges,
	.nr_edges = LSM_ARRAY_SIZE(bit_edges),
	.tiny = last_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(last_tiny),
};

/* A complement makes large sets, which slow everything after it down. */
static const uint32_t max_edges[] = { 0,   1,	2,   63,  64,  65,  127, 128,
				      129, 191, 192, 193, 383, 384, 385 };
static const uint32_t max_tiny[] = { 0, 1, 64, 65 };
static const struct lsm_domain max_domain = {
	.modulus = COMPLEMENT_MAX + 1,
	.edges = max_edges,
	.nr_edges = LSM_ARRAY_SIZE(max_edges),
	.tiny = max_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(max_tiny),
};

/* How a sieve chooses whom to clear: members with bit % step == 0. */
static const uint32_t step_tiny[] = { 1, 64 };
static const struct lsm_domain step_domain = {
	.modulus = 256,
	.tiny = step_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(step_tiny),
};

/* How many bytes a buffer is too short. */
static const uint32_t less_tiny[] = { 0, 1 };
static const struct lsm_domain less_domain = {
	.modulus = 40,
	.edges = less_tiny,
	.nr_edges = LSM_ARRAY_SIZE(less_tiny),
	.tiny = less_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(less_tiny),
};

#endif /* LSM_FUZZERS_EBITMAP_DOMAINS_H */
