/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where keys would go: sizing rules and hash functions, spelled out. */
#include "avtab_reference.h"

static uint32_t seed_slots(uint32_t rules)
{
	uint32_t digits = 0, slots = 1;

	for (uint32_t rest = rules; rest > 0; rest /= 2)
		digits++;
	if (digits > 2)
		digits -= 2;
	for (uint32_t i = 0; i < digits && slots < 8192; i++)
		slots *= 2;
	return slots;
}

static uint32_t modern_slots(uint32_t rules)
{
	uint32_t slots = 2;

	if (rules == 0)
		return 0;
	while (slots < 65536 && slots * 2 <= rules / 2)
		slots *= 2;
	return slots;
}

uint32_t avtab_reference_slots(const struct lsm_avtab_size *size)
{
	uint32_t slots = 1;

	switch (size->sizing) {
	case LSM_AVTAB_SEED:
		return seed_slots(size->rules);
	case LSM_AVTAB_MODERN:
		return modern_slots(size->rules);
	case LSM_AVTAB_FIXED:
		return 32768;
	case LSM_AVTAB_EXPLICIT:
		for (uint32_t i = 0; i < size->shift; i++)
			slots *= 2;
		return slots;
	default:
		return 0;
	}
}

static uint32_t jenkins(uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t golden = 0x9e3779b9;

	a += golden;
	b += golden;

	a -= b;
	a -= c;
	a ^= c >> 13;
	b -= c;
	b -= a;
	b ^= a << 8;
	c -= a;
	c -= b;
	c ^= b >> 13;

	a -= b;
	a -= c;
	a ^= c >> 12;
	b -= c;
	b -= a;
	b ^= a << 16;
	c -= a;
	c -= b;
	c ^= b >> 5;

	a -= b;
	a -= c;
	a ^= c >> 3;
	b -= c;
	b -= a;
	b ^= a << 10;
	c -= a;
	c -= b;
	c ^= b >> 15;
	return c;
}

static uint32_t murmur3(const uint32_t word[3])
{
	uint32_t hash = 0;

	for (int i = 0; i < 3; i++) {
		uint32_t k = word[i];

		k *= 0xcc9e2d51;
		k = (k << 15) | (k >> 17);
		k *= 0x1b873593;
		hash ^= k;
		hash = (hash << 13) | (hash >> 19);
		hash *= 5;
		hash += 0xe6546b64;
	}
	hash ^= hash >> 16;
	hash *= 0x85ebca6b;
	hash ^= hash >> 13;
	hash *= 0xc2b2ae35;
	hash ^= hash >> 16;
	return hash;
}

/* The top bits of a number of @width bits, so many that they are < @slots. */
static uint32_t top(uint64_t number, uint32_t width, uint32_t slots)
{
	while (slots > 1) {
		width--;
		slots /= 2;
	}
	return width < 64 ? (uint32_t)(number >> width) : 0;
}

uint32_t avtab_reference_slot(enum lsm_avtab_hash hash,
			      const struct lsm_avtab_key *key, uint32_t slots)
{
	const uint32_t word[3] = { key->class, key->target, key->source };
	const uint32_t value = word[0] + word[1] * 4 + word[2] * 512;

	switch (hash) {
	case LSM_AVTAB_DEFAULT:
		return value % slots;
	case LSM_AVTAB_HASH_LONG_32:
		return top((uint32_t)(value * 0x9e370001), 32, slots);
	case LSM_AVTAB_HASH_LONG_OLD:
		return top(value * UINT64_C(0x9e37fffffffc0001), 64, slots);
	case LSM_AVTAB_HASH_LONG_NEW:
		return top(value * UINT64_C(0x61c8864680b583eb), 64, slots);
	case LSM_AVTAB_JHASH:
		return jenkins(word[0], word[1], word[2]) % slots;
	default:
		return murmur3(word) % slots;
	}
}
