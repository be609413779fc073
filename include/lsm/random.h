/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random.h - the only source of chance besides the input itself
 *
 * splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014): small, seedable, good enough to choose mutations.
 */
#ifndef LSM_RANDOM_H
#define LSM_RANDOM_H

#include <stdint.h>

/**
 * struct lsm_random - a generator
 * @state: set it to the seed; any value will do
 */
struct lsm_random {
	uint64_t state;
};

/**
 * lsm_random_u64() - the next number
 * @random: the generator
 *
 * Return: 64 random bits.
 */
static inline uint64_t lsm_random_u64(struct lsm_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/**
 * lsm_random_below() - a number below a limit
 * @random: the generator
 * @limit: at least 1
 *
 * Return: a number in [0, @limit); the bias is below @limit / 2^32.
 */
static inline uint32_t lsm_random_below(struct lsm_random *random,
					uint32_t limit)
{
	return (uint32_t)((lsm_random_u64(random) >> 32) * limit >> 32);
}

#endif /* LSM_RANDOM_H */
