/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_reference.h - what the two halves of the MLS reference share */
#ifndef LSM_REFERENCE_MLS_REFERENCE_H
#define LSM_REFERENCE_MLS_REFERENCE_H

#include <lsm/mls.h>

/**
 * struct mls_reference_level - a level
 * @sens: its sensitivity
 * @member: its categories' positions in ascending order, or NULL
 * @nr: how many
 * @max: how many there is room for
 */
struct mls_reference_level {
	uint32_t sens;
	uint32_t *member;
	size_t nr;
	size_t max;
};

/**
 * struct mls_reference_range - an object of the reference
 * @policy: what its levels mean
 * @level: low and high
 */
struct mls_reference_range {
	const struct lsm_mls_policy *policy;
	struct mls_reference_level level[LSM_MLS_ENDS];
};

/**
 * mls_reference_put() - put a position into a level's set
 * @level: the level
 * @position: any position; may be in already
 *
 * Return: 0; -ENOMEM, the set unchanged.
 */
int mls_reference_put(struct mls_reference_level *level, uint32_t position);

/**
 * mls_reference_same() - whether two levels are equal
 * @a: a level
 * @b: another
 *
 * Return: true if sensitivities and sets are the same.
 */
bool mls_reference_same(const struct mls_reference_level *a,
			const struct mls_reference_level *b);

/**
 * mls_reference_replace() - give a part of a range new levels
 * @range: the range
 * @part: which part
 * @level: both levels, or the one at the end @part; their sets are taken over
 */
void mls_reference_replace(struct mls_reference_range *range,
			   enum lsm_mls_part part,
			   struct mls_reference_level level[LSM_MLS_ENDS]);

/**
 * mls_reference_copy() - copy a level
 * @dst: has no set
 * @src: the level
 *
 * Return: 0; -ENOMEM, @dst without a set.
 */
int mls_reference_copy(struct mls_reference_level *dst,
		       const struct mls_reference_level *src);

/* The operations of struct lsm_mls_ops that read and write text. */
int mls_reference_parse(void *self, enum lsm_mls_part part, const char *text,
			size_t len);
int mls_reference_length(const void *self, enum lsm_mls_part part, size_t *len);
int mls_reference_print(const void *self, enum lsm_mls_part part, char *buf,
			size_t size, size_t *len);

#endif /* LSM_REFERENCE_MLS_REFERENCE_H */
