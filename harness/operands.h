/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operands.h - how the mutator chooses what an operation is about */
#ifndef LSM_HARNESS_OPERANDS_H
#define LSM_HARNESS_OPERANDS_H

#include <lsm/program.h>

#define LSM_UNITS_MAX 1024 /* operations of a program that are worked on */
#define LSM_MADE_MAX 1024 /* longest payload made here */

/**
 * struct lsm_unit - an operation with its payload: what mutations work on
 * @offset: where it starts in the program
 * @size: its bytes
 */
struct lsm_unit {
	size_t offset;
	size_t size;
};

/**
 * struct lsm_units - a program in the course of a mutation
 * @s: the structure
 * @data: the program
 * @size: its length in bytes
 * @max: room in @data
 * @random: where chance comes from
 * @narrow: new values are mostly among so many of their domain, so that they
 *	meet; 0 for all of it
 * @from: and among those from here on, where there are so many
 * @unit: its operations
 * @nr: how many
 */
struct lsm_units {
	const struct lsm_structure *s;
	uint8_t *data;
	size_t size;
	size_t max;
	struct lsm_random *random;
	uint32_t narrow;
	uint32_t from;
	struct lsm_unit unit[LSM_UNITS_MAX];
	size_t nr;
};

static inline uint32_t lsm_units_below(struct lsm_units *u, size_t limit)
{
	return lsm_random_below(u->random, (uint32_t)limit);
}

static inline bool lsm_units_one_in(struct lsm_units *u, uint32_t n)
{
	return lsm_units_below(u, n) == 0;
}

/**
 * lsm_choose_step() - an operation that may belong to the others
 * @u: the program
 * @step: receives it
 * @payload: receives its payload
 * @max: room there
 */
void lsm_choose_step(struct lsm_units *u, struct lsm_step *step,
		     uint8_t *payload, size_t max);

/**
 * lsm_tweak_step() - change an argument, or the payload, of an operation
 * @u: the program
 * @step: the operation
 * @payload: room of LSM_MADE_MAX bytes for its payload
 *
 * Return: false if there is nothing to change.
 */
bool lsm_tweak_step(struct lsm_units *u, struct lsm_step *step,
		    uint8_t *payload);

#endif /* LSM_HARNESS_OPERANDS_H */
