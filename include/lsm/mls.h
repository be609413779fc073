/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mls.h - contract of MLS levels and ranges
 *
 * A level is a sensitivity and a set of categories; a range is a low and a high
 * level.  SELinux keeps one range in every security context.  A category with
 * the value v is the position v - 1 of its set.
 *
 * Source: security/selinux/ss/mls.c and mls_types.h (Linux 3.13 to 6.12),
 * libsepol/src/mls.c and mls_types.h (libsepol 3.4).
 */
#ifndef LSM_MLS_H
#define LSM_MLS_H

#include <lsm/structure.h>

/* Positions of a unit, the step in which a category set is dumped. */
#define LSM_MLS_UNIT 64u

/**
 * struct lsm_mls_name - a name of a policy
 * @name: not empty, without any of the separators '-', ':', ',' and '.'
 * @value: at least 1
 */
struct lsm_mls_name {
	const char *name;
	uint32_t value;
};

/**
 * struct lsm_mls_sens - a sensitivity of a policy
 * @name: as in struct lsm_mls_name
 * @value: at least 1
 * @allowed: category positions that may go with it, as closed intervals in
 *	ascending order; nothing keeps them below the policy's @nprim
 * @nr_allowed: how many intervals
 */
struct lsm_mls_sens {
	const char *name;
	uint32_t value;
	const struct lsm_span *allowed;
	size_t nr_allowed;
};

/**
 * struct lsm_mls_policy - what levels mean
 * @sens: sensitivities by ascending value; a value may be missing
 * @nr_sens: how many
 * @nlevels: the highest value of a sensitivity
 * @sens_alias: further names of sensitivities, accepted but never printed
 * @nr_sens_alias: how many
 * @cat: categories by ascending value; a value may be missing
 * @nr_cat: how many
 * @nprim: the highest value of a category, which policies call their number
 * @cat_alias: further names of categories, accepted but never printed
 * @nr_cat_alias: how many
 *
 * No two sensitivities, and no two categories, share a name.
 */
struct lsm_mls_policy {
	const struct lsm_mls_sens *sens;
	size_t nr_sens;
	uint32_t nlevels;
	const struct lsm_mls_name *sens_alias;
	size_t nr_sens_alias;
	const struct lsm_mls_name *cat;
	size_t nr_cat;
	uint32_t nprim;
	const struct lsm_mls_name *cat_alias;
	size_t nr_cat_alias;
};

#define LSM_MLS_SMALL 0 /* made to hurt: gaps, aliases, uneven names */
#define LSM_MLS_BIG 1 /* as Debian's: s0 to s15, c0 to c1023, all allowed */
#define LSM_MLS_POLICIES 2

/* The sensitivity that every policy names and a new range has. */
#define LSM_MLS_FIRST 1u

/* The policies an object can be made with. */
extern const struct lsm_mls_policy lsm_mls_policy[LSM_MLS_POLICIES];

/**
 * enum lsm_mls_part - a part of a range
 * @LSM_MLS_LOW: its low level
 * @LSM_MLS_HIGH: its high level
 * @LSM_MLS_RANGE: all of it
 *
 * An argument called an end is LSM_MLS_LOW or LSM_MLS_HIGH.
 */
enum lsm_mls_part {
	LSM_MLS_LOW,
	LSM_MLS_HIGH,
	LSM_MLS_RANGE,
};

#define LSM_MLS_ENDS 2
#define LSM_MLS_PARTS 3

/**
 * enum lsm_mls_bound - how positions are held against the number of categories
 * @LSM_MLS_BEFORE: a position above it is refused (up to Linux 3.12)
 * @LSM_MLS_SEED: a position above it is refused, but 0 means no bound (since
 *	Linux 3.13, which passes the number as the bound of ebitmap_contains())
 * @LSM_MLS_INTENDED: a position equal to or above it is refused, as the number
 *	counts from 1 and positions from 0
 */
enum lsm_mls_bound {
	LSM_MLS_BEFORE,
	LSM_MLS_SEED,
	LSM_MLS_INTENDED,
};

#define LSM_MLS_BOUNDS 3

/**
 * typedef lsm_mls_unit_fn - told of one non-empty unit of a category set
 * @start: its first position, a multiple of LSM_MLS_UNIT
 * @map: not 0; bit i stands for position @start + i
 * @arg: the caller's
 */
typedef void lsm_mls_unit_fn(uint32_t start, uint64_t map, void *arg);

/**
 * struct lsm_mls_ops - an implementation of MLS ranges
 * @base: what every implementation provides.  create() takes one parameter, the
 *	index of a policy in [0, LSM_MLS_POLICIES - 1], which stays with the
 *	object for life.  A new range has the sensitivity LSM_MLS_FIRST and no
 *	category at both ends
 * @set_sens: gives an end a sensitivity, any number at all
 * @sens: the sensitivity of an end
 * @set_cat: puts a position into the set of an end, or out of it if @value is
 *	false.  Any position is legal; taking out what is not in changes
 *	nothing.  Return: 0; -ENOMEM
 * @units: calls @visit for each non-empty unit of an end in ascending order
 * @copy: gives @dst both levels of @src; @dst keeps its policy and must not be
 *	@src.  Return: 0; -ENOMEM
 * @copy_level: gives one end of @dst the level of one end of @src, which may be
 *	the same object and end.  Return: 0; -ENOMEM
 * @parse: sets the named part from text.  @text need not end in NUL: it ends
 *	at the first NUL or after @len bytes.  Return: 0; -EINVAL if the text is
 *	not a level (for an end) or a range (for the whole); -ENOMEM
 * @length: finds how many bytes the named part takes as text, a NUL included.
 *	Allocates nothing.  Return: 0, and the number in @len; -EINVAL if the
 *	policy has no name for what must be printed, @len untouched
 * @print: writes the named part as text and a NUL to @buf of @size bytes.
 *	Return: 0, and what @length says in @len; -EINVAL as @length, whatever
 *	@size is; -ENOSPC if @size is smaller than that; @buf and @len untouched
 *	after both
 * @level_valid: true if the object's policy has the sensitivity of the end and
 *	cats_valid() of its set, of the set allowed for that sensitivity and of
 *	the policy's nprim
 * @range_valid: true if both levels are valid and high dominates low
 * @cats_valid: true if the set of an end of @asked lies within the set of an
 *	end of @allowed and no member of it breaks @bound for @nprim, any number
 * @dominates: true if the sensitivity of the first level is not below the
 *	second's and its set contains the second's
 * @equal: true if both levels have the same sensitivity and categories
 * @incomparable: true if neither level dominates the other
 * @range_equal: true if both ends of both ranges are equal
 * @range_contains: true if @inner's low level dominates @outer's, and
 *	@outer's high level dominates @inner's
 * @glblub: gives @dst the common range of @a and @b: the greater of the low
 *	and the lesser of the high sensitivities, and at each end the categories
 *	that both have there.  @dst may be @a, @b or both; it keeps its policy.
 *	Return: 0; -EINVAL if the high sensitivity of one range is below the low
 *	one of the other; -ENOMEM
 *
 * Text: a range is a level, or the low and the high level joined by '-', where
 * the first '-' divides; if one level is given both ends get it.  A level is
 * the name of a sensitivity, or that, ':' and a list of categories, where the
 * first ':' divides.  A list has one or more items joined by ','; an item is
 * the name of a category, or two joined by '.', where the first '.' divides,
 * and stands for all positions from the first to the second, which must be
 * greater.  Items come in any order and may repeat.  Nothing is trimmed, case
 * counts, nothing may be empty, aliases are accepted.
 *
 * As text, a level is printed by its names proper: runs of neighbouring
 * positions, lowest first, joined by ','; a run of one prints its name, a run
 * of two both joined by ',', a longer one its first and last joined by '.'.
 * What is inside of a longer run needs no name.  A range prints its high level
 * only if the levels are not equal.
 *
 * After any error the object is unchanged.  Relations between two objects go by
 * numbers alone, so the objects may have different policies.
 *
 * Context: one thread at a time per object, and per setup.
 */
struct lsm_mls_ops {
	struct lsm_ops base;
	void (*set_sens)(void *self, enum lsm_mls_part end, uint32_t sens);
	uint32_t (*sens)(const void *self, enum lsm_mls_part end);
	int (*set_cat)(void *self, enum lsm_mls_part end, uint32_t position,
		       bool value);
	void (*units)(const void *self, enum lsm_mls_part end,
		      lsm_mls_unit_fn *visit, void *arg);
	int (*copy)(void *dst, const void *src);
	int (*copy_level)(void *dst, enum lsm_mls_part dst_end, const void *src,
			  enum lsm_mls_part src_end);
	int (*parse)(void *self, enum lsm_mls_part part, const char *text,
		     size_t len);
	int (*length)(const void *self, enum lsm_mls_part part, size_t *len);
	int (*print)(const void *self, enum lsm_mls_part part, char *buf,
		     size_t size, size_t *len);
	bool (*level_valid)(const void *self, enum lsm_mls_part end,
			    enum lsm_mls_bound bound);
	bool (*range_valid)(const void *self, enum lsm_mls_bound bound);
	bool (*cats_valid)(const void *asked, enum lsm_mls_part asked_end,
			   const void *allowed, enum lsm_mls_part allowed_end,
			   uint32_t nprim, enum lsm_mls_bound bound);
	bool (*dominates)(const void *a, enum lsm_mls_part a_end, const void *b,
			  enum lsm_mls_part b_end);
	bool (*equal)(const void *a, enum lsm_mls_part a_end, const void *b,
		      enum lsm_mls_part b_end);
	bool (*incomparable)(const void *a, enum lsm_mls_part a_end,
			     const void *b, enum lsm_mls_part b_end);
	bool (*range_equal)(const void *a, const void *b);
	bool (*range_contains)(const void *outer, const void *inner);
	int (*glblub)(void *dst, const void *a, const void *b);
};

#endif /* LSM_MLS_H */
