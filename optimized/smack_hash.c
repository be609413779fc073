/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three hash functions; each takes bytes, never plain char. */
#include "smack_hash.h"

/*
 * D. J. Bernstein's, as he posted it to comp.lang.c: 33 is one more than a
 * power of two, so the product is a shift and a sum; 5381 was found by trial.
 * Two pairs of bytes with the same 33 * first + second collide wherever they
 * stand: "Ez" and "FY" do.
 */
#define DJB_START 5381u
#define DJB_FACTOR 33u

/* Fowler, Noll and Vo: the offset basis and the prime for 32 bits. */
#define FNV_START 2166136261u
#define FNV_PRIME 16777619u

static uint32_t djb33(const unsigned char *byte, size_t len)
{
	uint32_t hash = DJB_START;

	for (size_t i = 0; i < len; i++)
		hash = hash * DJB_FACTOR + byte[i];
	return hash;
}

static uint32_t fnv1a(const unsigned char *byte, size_t len)
{
	uint32_t hash = FNV_START;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ byte[i]) * FNV_PRIME;
	return hash;
}

/*
 * The kernel's for names of files: a byte is added at two places, the sum
 * multiplied by 11; at the end the high half of a long is folded into 32 bits.
 * 64 bits everywhere, so that it says the same in 32-bit programs.
 */
#define NAME_FACTOR 11u
#define NAME_FOLD UINT64_C(0x61c8864680b583eb) /* 2^64 by the golden ratio */

static uint32_t name(const unsigned char *byte, size_t len)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < len; i++) {
		uint64_t c = byte[i];

		hash = (hash + (c << 4) + (c >> 4)) * NAME_FACTOR;
	}
	return (uint32_t)(hash * NAME_FOLD >> 32);
}

uint32_t smack_hash(enum lsm_smack_hash hash, const char *text, size_t len)
{
	const unsigned char *byte = (const unsigned char *)text;

	switch (hash) {
	case LSM_SMACK_DJB33:
		return djb33(byte, len);
	case LSM_SMACK_FNV1A:
		return fnv1a(byte, len);
	case LSM_SMACK_NAME:
		break;
	}
	return name(byte, len);
}
