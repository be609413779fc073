/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Binary images that ebitmap programs read. */
#include "ebitmap_payloads.h"

#include <string.h>

static void put_u32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* Enough units in a row, with all or nearly all positions, to fill a block. */
static size_t full_image(struct lsm_random *random, uint8_t *buf, size_t max)
{
	uint32_t units = 8 + lsm_random_below(random, 9);
	uint32_t start = 64 * lsm_random_below(random, 9);
	size_t len = 12;

	if (max < LSM_EBITMAP_IMAGE_BYTES(units))
		return 0;
	if (lsm_random_below(random, 2))
		start += 512 * lsm_random_below(random, 112);
	for (uint32_t i = 0; i < units; i++, len += 12) {
		put_u32(buf + len, start + 64 * i);
		memset(buf + len + 4, 0xff, 8);
	}
	if (lsm_random_below(random, 4) == 0)
		buf[len - 1 - lsm_random_below(random, 8)] = 0xfe;
	put_u32(buf, 64);
	put_u32(buf + 4, start + 64 * units);
	put_u32(buf + 8, units);
	return len;
}

/* A canonical image of a few units, now and then with one word bent. */
size_t ebitmap_make_image(struct lsm_random *random, uint8_t *buf, size_t max)
{
	bool many = lsm_random_below(random, 6) == 0;
	uint32_t units = lsm_random_below(random, many ? 24 : 5);
	uint32_t start = many ? 64u << lsm_random_below(random, 26) : 0;
	size_t len = 12;

	if (lsm_random_below(random, 12) == 0)
		return full_image(random, buf, max);
	if (max < LSM_EBITMAP_IMAGE_BYTES(units))
		return 0;
	for (uint32_t i = 0; i < units; i++, len += 12) {
		uint64_t map = lsm_random_u64(random) & lsm_random_u64(random);

		start += 64 * (i > 0) + 64 * lsm_random_below(random, 8);
		if (i == units - 1 && lsm_random_below(random, 8) == 0)
			start = 0u - 64 * (1 + lsm_random_below(random, 8));
		put_u32(buf + len, start);
		map |= map == 0;
		memcpy(buf + len + 4, &map, sizeof(map));
	}
	put_u32(buf, 64);
	put_u32(buf + 4, units ? start + 64 : 0);
	put_u32(buf + 8, units);
	if (lsm_random_below(random, 4) == 0)
		put_u32(buf + 4 * lsm_random_below(random, (uint32_t)len / 4),
			lsm_random_below(random, 8) * 64 -
				lsm_random_below(random, 2) * 320);
	return len;
}

#define BYTES(...)                                         \
	{                                                  \
		(const uint8_t[]){ __VA_ARGS__ },          \
			sizeof((uint8_t[]){ __VA_ARGS__ }) \
	}
#define U32(v) \
	(v) & 0xff, (v) >> 8 & 0xff, (v) >> 16 & 0xff, (uint32_t)(v) >> 24

const struct lsm_blob ebitmap_tiny_images[EBITMAP_TINY_IMAGES] = {
	BYTES(U32(64), U32(0), U32(0)),
	BYTES(U32(64), U32(64), U32(0)),
	BYTES(U32(64), U32(64), U32(1), U32(0), U32(3), U32(0)),
	BYTES(U32(64), U32(448), U32(2), U32(0), U32(1), U32(1), U32(384),
	      U32(1), U32(0)),
	BYTES(U32(64), U32(64), U32(1), U32(0), U32(0), U32(0)),
	BYTES(U32(64), U32(0), U32(1), U32(0xffffffc0), U32(1), U32(0)),
};
