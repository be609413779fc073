/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ebitmap_image.h"

#include <errno.h>
#include <string.h>

#define UNIT_BYTES 12u

/* Images are little endian, and so are the machines this runs on. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "swap the bytes of images");

static uint32_t load_u32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

int ebitmap_image_open(struct ebitmap_image *image, const uint8_t *data,
		       size_t size)
{
	if (size < UNIT_BYTES || load_u32(data) != LSM_EBITMAP_UNIT)
		return -EINVAL;
	*image = (struct ebitmap_image){
		.at = data + UNIT_BYTES,
		.end = data + size,
		.highbit = load_u32(data + 4),
		.count = load_u32(data + 8),
	};
	/* Refused early: a caller may make room for the units beforehand. */
	if (image->count > (size - UNIT_BYTES) / UNIT_BYTES)
		return -EINVAL;
	if (image->highbit % LSM_EBITMAP_UNIT)
		return -EINVAL;
	return !image->highbit == !image->count ? 0 : -EINVAL;
}

bool ebitmap_image_next(struct ebitmap_image *image, uint32_t *start,
			uint64_t *map, int *status)
{
	*status = 0;
	if (image->done == image->count) {
		/* In 32 bits the end of the last unit of all wraps to 0. */
		if (image->count &&
		    image->highbit - image->start != LSM_EBITMAP_UNIT)
			*status = -EINVAL;
		return false;
	}
	*start = load_u32(image->at);
	memcpy(map, image->at + 4, sizeof(*map));
	if (*start % LSM_EBITMAP_UNIT || !*map ||
	    (image->done && *start <= image->start)) {
		*status = -EINVAL;
		return false;
	}
	image->at += UNIT_BYTES;
	image->start = *start;
	image->done++;
	return true;
}

struct writer {
	uint8_t *at;
	uint32_t count;
};

static void count_unit(uint32_t start, uint64_t map, void *arg)
{
	struct writer *writer = arg;

	(void)start;
	(void)map;
	writer->count++;
}

static void write_unit(uint32_t start, uint64_t map, void *arg)
{
	struct writer *writer = arg;

	memcpy(writer->at, &start, sizeof(start));
	memcpy(writer->at + 4, &map, sizeof(map));
	writer->at += UNIT_BYTES;
}

int ebitmap_image_write(const struct lsm_ebitmap_ops *ops, const void *self,
			uint8_t *buf, size_t size, size_t *len)
{
	struct writer writer = { .at = buf + UNIT_BYTES };
	uint32_t header[3] = { LSM_EBITMAP_UNIT };
	uint32_t last;

	if (ops->highest(self, &last)) {
		if (last >= LSM_EBITMAP_IMAGE_END)
			return -ERANGE;
		header[1] = (last | (LSM_EBITMAP_UNIT - 1)) + 1;
	}
	ops->units(self, count_unit, &writer);
	if (size < LSM_EBITMAP_IMAGE_BYTES(writer.count))
		return -ENOSPC;
	header[2] = writer.count;
	memcpy(buf, header, sizeof(header));
	ops->units(self, write_unit, &writer);
	*len = (size_t)(writer.at - buf);
	return 0;
}
