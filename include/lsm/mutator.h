/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mutator.h - change programs by whole operations
 *
 * One core for libFuzzer and AFL++.  Bytes that a byte-wise mutator would waste
 * on breaking records are spent on inserting, removing, repeating, swapping and
 * splicing operations and on moving arguments toward the edges of their domain.
 */
#ifndef LSM_MUTATOR_H
#define LSM_MUTATOR_H

#include <lsm/program.h>

/**
 * lsm_mutate() - change a program a little
 * @s: the structure
 * @data: the program, changed in place
 * @size: its length in bytes
 * @max: room in @data
 * @random: where chance comes from
 *
 * Return: the new length: whole records, at most @max; 0 only if @max has no
 * room for one record.
 */
size_t lsm_mutate(const struct lsm_structure *s, uint8_t *data, size_t size,
		  size_t max, struct lsm_random *random);

/**
 * lsm_settle() - keep what is costly rare
 * @s: the structure
 * @data: the program, changed in place
 * @size: its length in bytes
 * @random: where chance comes from
 *
 * A program that runs out of memory costs new objects and runs operations
 * twice, and inputs that do find new paths, so they would take over the corpus.
 * Leaves one failing allocation in some programs and none in the others.
 * Arguments that their domain calls costly become 0 in most programs.
 */
void lsm_settle(const struct lsm_structure *s, uint8_t *data, size_t size,
		struct lsm_random *random);

/**
 * lsm_crossover() - splice two programs
 * @s: the structure
 * @a: gives the beginning
 * @b: gives the end
 * @out: receives the result
 * @max: room in @out
 * @random: where chance comes from
 *
 * Both are cut between operations.
 *
 * Return: the length of the result, at most @max.
 */
size_t lsm_crossover(const struct lsm_structure *s, struct lsm_blob a,
		     struct lsm_blob b, uint8_t *out, size_t max,
		     struct lsm_random *random);

#endif /* LSM_MUTATOR_H */
