/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_image.h - binary images of ebitmaps, unit by unit, in one pass */
#ifndef LSM_EBITMAP_IMAGE_H
#define LSM_EBITMAP_IMAGE_H

#include <lsm/ebitmap.h>

/**
 * struct ebitmap_image - an image being read
 * @at: where its next unit lies
 * @end: the end of the bytes at hand
 * @highbit: as the header promises
 * @count: units as the header promises
 * @done: units read so far
 * @start: start of the last unit read
 */
struct ebitmap_image {
	const uint8_t *at;
	const uint8_t *end;
	uint32_t highbit;
	uint32_t count;
	uint32_t done;
	uint32_t start;
};

/**
 * ebitmap_image_open() - read the header
 * @image: the image
 * @data: its bytes, and perhaps others behind them
 * @size: how many there are
 *
 * Return: 0, or -EINVAL if no canonical image begins like this.
 */
int ebitmap_image_open(struct ebitmap_image *image, const uint8_t *data,
		       size_t size);

/**
 * ebitmap_image_next() - read the next unit
 * @image: the image
 * @start: receives its first position
 * @map: receives its map, not 0
 * @status: receives 0, or -EINVAL if the image is not canonical
 *
 * Return: true and the unit; false at the end or after an error.
 */
bool ebitmap_image_next(struct ebitmap_image *image, uint32_t *start,
			uint64_t *map, int *status);

/**
 * ebitmap_image_write() - write a set's image
 * @ops: how to ask the set: its units and highest are used
 * @self: the set
 * @buf: receives the image
 * @size: room in @buf
 * @len: receives its length
 *
 * Return: as the write operation of struct lsm_ebitmap_ops.
 */
int ebitmap_image_write(const struct lsm_ebitmap_ops *ops, const void *self,
			uint8_t *buf, size_t size, size_t *len);

#endif /* LSM_EBITMAP_IMAGE_H */
