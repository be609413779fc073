/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "avtab_hash.h"

#include <stdlib.h>

#define SEED_SLOTS_MAX 8192u
#define MODERN_SLOTS_MAX 65536u
#define FIXED_SLOTS 32768u

/* Binary digits of a number: 0 has none. */
static uint32_t digits(uint32_t value)
{
	return value ? 32 - (uint32_t)__builtin_clz(value) : 0;
}

static uint32_t at_most(uint32_t slots, uint32_t max)
{
	return slots < max ? slots : max;
}

static uint32_t modern_slots(uint32_t rules)
{
	if (rules == 0)
		return 0;
	if (rules <= 3)
		return 2;
	return at_most(1u << (31 - __builtin_clz(rules / 2)), MODERN_SLOTS_MAX);
}

static uint32_t seed_slots(uint32_t rules)
{
	uint32_t shift = digits(rules);

	if (shift > 2)
		shift -= 2;
	return at_most(1u << shift, SEED_SLOTS_MAX);
}

uint32_t avtab_slots(const struct lsm_avtab_size *size)
{
	switch (size->sizing) {
	case LSM_AVTAB_SEED:
		return seed_slots(size->rules);
	case LSM_AVTAB_MODERN:
		return modern_slots(size->rules);
	case LSM_AVTAB_FIXED:
		return FIXED_SLOTS;
	case LSM_AVTAB_EXPLICIT:
		return 1u << size->shift;
	default:
		return 0;
	}
}

/* The top bits of a product: as many as the mask has. */
static uint32_t top_32(uint32_t product, uint32_t mask)
{
	return mask ? product >> (32 - digits(mask)) : 0;
}

static uint32_t top_64(uint64_t product, uint32_t mask)
{
	return mask ? (uint32_t)(product >> (64 - digits(mask))) : 0;
}

/* Bob Jenkins, lookup2 (1996), for three words. */
static uint32_t jenkins(uint32_t a, uint32_t b, uint32_t c)
{
	static const uint8_t shift[3][3] = {
		{ 13, 8, 13 },
		{ 12, 16, 5 },
		{ 3, 10, 15 },
	};

	a += 0x9e3779b9u;
	b += 0x9e3779b9u;
	for (int i = 0; i < 3; i++) {
		a = (a - b - c) ^ c >> shift[i][0];
		b = (b - c - a) ^ a << shift[i][1];
		c = (c - a - b) ^ b >> shift[i][2];
	}
	return c;
}

static uint32_t rotate(uint32_t value, int by)
{
	return value << by | value >> (32 - by);
}

/* Austin Appleby, MurmurHash3_x86_32 (2011), one round a word. */
static uint32_t murmur_round(uint32_t hash, uint32_t word)
{
	hash ^= rotate(word * 0xcc9e2d51u, 15) * 0x1b873593u;
	return rotate(hash, 13) * 5 + 0xe6546b64u;
}

static uint32_t murmur_final(uint32_t hash)
{
	hash = (hash ^ hash >> 16) * 0x85ebca6bu;
	hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
	return hash ^ hash >> 16;
}

uint32_t avtab_slot(enum lsm_avtab_hash hash, const struct lsm_avtab_key *key,
		    uint32_t mask)
{
	uint32_t value = key->class + ((uint32_t)key->target << 2) +
			 ((uint32_t)key->source << 9);

	switch (hash) {
	case LSM_AVTAB_HASH_LONG_32:
		return top_32(value * 0x9e370001u, mask);
	case LSM_AVTAB_HASH_LONG_OLD:
		return top_64(value * UINT64_C(0x9e37fffffffc0001), mask);
	case LSM_AVTAB_HASH_LONG_NEW:
		return top_64(value * UINT64_C(0x61c8864680b583eb), mask);
	case LSM_AVTAB_JHASH:
		return jenkins(key->class, key->target, key->source) & mask;
	case LSM_AVTAB_MURMUR3:
		value = murmur_round(0, key->class);
		value = murmur_round(value, key->target);
		value = murmur_round(value, key->source);
		return murmur_final(value) & mask;
	default:
		return value & mask;
	}
}

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

void avtab_count_slots(uint32_t *slot, uint32_t rules, uint32_t slots,
		       struct lsm_avtab_statistics *out)
{
	uint32_t length = 0;

	*out = (struct lsm_avtab_statistics){ .rules = rules, .slots = slots };
	qsort(slot, rules, sizeof(*slot), ascending);
	for (uint32_t i = 0; i < rules; i++) {
		bool another = i == 0 || slot[i] != slot[i - 1];

		length = another ? 1 : length + 1;
		out->used += another;
		out->squares += 2 * length - 1; /* n squared, bit by bit */
		if (length > out->longest)
			out->longest = length;
	}
}
