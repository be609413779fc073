/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_runs.h - ranges on flat words, shared by their source files */
#ifndef LSM_MLS_RUNS_H
#define LSM_MLS_RUNS_H

#include <lsm/mls.h>

/* A non-empty word of a set; @start is a multiple of LSM_MLS_UNIT. */
struct unit {
	uint32_t start;
	uint64_t map;
};

/* A set: units by ascending start in one array. */
struct cats {
	struct unit *unit;
	uint32_t nr;
	uint32_t max;
};

/* A name found by hash; @name is NULL in a free slot. */
struct entry {
	const char *name;
	uint32_t len;
	uint32_t value;
};

#define PIECE_TEXT 12u /* bytes of a short piece */
#define PIECE_BITS 5u /* of a length that needs no addition of its own */

/**
 * struct piece - a name and the separator before it, ready to be copied
 * @text: both, if they fit
 * @len: their length; 0 if there is no such name
 */
struct piece {
	char text[PIECE_TEXT];
	uint32_t len;
};

/**
 * struct measure - how long the pieces of LSM_MLS_UNIT names are
 * @named: which there are
 * @bit: bit k of their lengths
 * @longer: which are longer than that tells, by a multiple of 2^PIECE_BITS
 */
struct measure {
	uint64_t named;
	uint64_t bit[PIECE_BITS];
	uint64_t longer;
};

/**
 * struct names - the names of sensitivities or categories
 * @slot: names and aliases, open addressing with linear probing
 * @mask: slots - 1; at least half of the slots are free
 * @proper: names proper by value - 1
 * @highest: length of @proper
 * @piece: as @proper
 * @measure: of pieces by unit
 */
struct names {
	struct entry *slot;
	uint32_t mask;
	struct entry *proper;
	uint32_t highest;
	struct piece *piece;
	struct measure *measure;
};

/* A policy made ready; @allowed is by sensitivity - 1. */
struct policy {
	const struct lsm_mls_policy *table;
	struct names sens;
	struct names cat;
	struct cats *allowed;
};

struct level {
	uint32_t sens;
	struct cats cats;
};

struct range {
	const struct policy *policy;
	struct level level[LSM_MLS_ENDS];
};

/**
 * mls_runs_fill() - put all positions of an interval into a set
 * @cats: the set
 * @first: the first position
 * @last: the last one
 *
 * Return: 0; -ENOMEM, some of them in.
 */
int mls_runs_fill(struct cats *cats, uint32_t first, uint32_t last);

/**
 * mls_runs_take_out() - take a position out of a set
 * @cats: the set
 * @position: need not be in
 */
void mls_runs_take_out(struct cats *cats, uint32_t position);

/**
 * mls_runs_contains() - whether one set lies within another
 * @a: a set
 * @b: another
 *
 * Return: true if every member of @b is in @a.
 */
bool mls_runs_contains(const struct cats *a, const struct cats *b);

/**
 * mls_runs_equal() - whether two sets are the same
 * @a: a set
 * @b: another
 *
 * Return: true if they have the same members.
 */
bool mls_runs_equal(const struct cats *a, const struct cats *b);

/**
 * mls_runs_intersect() - make the set of what two sets have in common
 * @dst: all zero; neither @a nor @b
 * @a: a set
 * @b: another, or the same
 *
 * Return: 0; -ENOMEM, @dst untouched.
 */
int mls_runs_intersect(struct cats *dst, const struct cats *a,
		       const struct cats *b);

/**
 * mls_runs_highest() - the greatest member of a set
 * @cats: the set, not empty
 *
 * Return: the member.
 */
uint32_t mls_runs_highest(const struct cats *cats);

/**
 * mls_runs_check() - whether a set is well formed
 * @cats: the set
 *
 * Return: NULL, or why it is not.
 */
const char *mls_runs_check(const struct cats *cats);

/**
 * mls_runs_copy() - copy a level
 * @dst: has no set
 * @src: the level
 *
 * Return: 0; -ENOMEM, @dst without a set.
 */
int mls_runs_copy(struct level *dst, const struct level *src);

/**
 * mls_runs_adopt() - give a part of a range new levels
 * @range: the range
 * @part: which part
 * @level: both levels, or the one at the end @part; their sets are taken over
 */
void mls_runs_adopt(struct range *range, enum lsm_mls_part part,
		    const struct level level[LSM_MLS_ENDS]);

/**
 * mls_runs_same() - whether two levels are equal
 * @a: a level
 * @b: another
 *
 * Return: true if sensitivities and sets are the same.
 */
bool mls_runs_same(const struct level *a, const struct level *b);

/**
 * mls_runs_learn() - make tables of a policy's names
 * @policy: its table is set, its names are all zero
 *
 * Return: true; false if memory ran out, @policy fit for mls_runs_unlearn().
 */
bool mls_runs_learn(struct policy *policy);

/**
 * mls_runs_learn_piece() - make the piece of a name
 * @names: have its proper name
 * @index: its value - 1
 */
void mls_runs_learn_piece(struct names *names, uint32_t index);

/**
 * mls_runs_unlearn() - free the tables of a policy's names
 * @policy: the policy
 */
void mls_runs_unlearn(struct policy *policy);

/* Operations of struct lsm_mls_ops. */
int mls_runs_parse(void *self, enum lsm_mls_part part, const char *text,
		   size_t len);
int mls_runs_length(const void *self, enum lsm_mls_part part, size_t *len);
int mls_runs_print(const void *self, enum lsm_mls_part part, char *buf,
		   size_t size, size_t *len);

#endif /* LSM_MLS_RUNS_H */
