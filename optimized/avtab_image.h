/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_image.h - binary images of tables, rule by rule */
#ifndef LSM_AVTAB_IMAGE_H
#define LSM_AVTAB_IMAGE_H

#include <lsm/avtab.h>

/**
 * struct avtab_image - an image being read
 * @at: where its next rule lies
 * @end: the end of the bytes at hand
 * @limits: what the policy declares
 */
struct avtab_image {
	const uint8_t *at;
	const uint8_t *end;
	const struct lsm_avtab_limits *limits;
};

/**
 * avtab_image_count() - read the number of rules that begins a table
 * @image: moved behind it
 * @count: receives it
 *
 * Return: 0; -EINVAL if it is truncated, or no table has so many rules, or so
 * many do not fit into the bytes at hand, so that a caller may make room for
 * them beforehand.
 */
int avtab_image_count(struct avtab_image *image, uint32_t *count);

/**
 * avtab_image_rule() - read the next rule
 * @image: moved behind it
 * @key: receives its key
 * @datum: receives what it says; its @xperms are @xperms
 * @xperms: receives its extended permissions, if it has any
 *
 * Return: 0, or -EINVAL if it is truncated or not valid.
 */
int avtab_image_rule(struct avtab_image *image, struct lsm_avtab_key *key,
		     struct lsm_avtab_datum *datum,
		     struct lsm_avtab_xperms *xperms);

/**
 * avtab_image_read() - make a table that of an image, as its contract says
 * @ops: how to fill the table
 * @self: the table
 * @sizing: how many slots it is to have
 * @limits: what the policy declares
 * @image: the image
 * @size: its length and that of what follows it
 * @used: receives its length
 *
 * Return: as struct lsm_avtab_ops says of read().
 */
int avtab_image_read(const struct lsm_avtab_ops *ops, void *self,
		     enum lsm_avtab_sizing sizing,
		     const struct lsm_avtab_limits *limits,
		     const uint8_t *image, size_t size, size_t *used);

#endif /* LSM_AVTAB_IMAGE_H */
