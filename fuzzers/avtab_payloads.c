/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "avtab_payloads.h"

#include <string.h>

static size_t put(uint8_t *at, uint32_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * i);
	return bytes;
}

/* A rule with an enabled bit now and then, and its datum. */
static size_t make_rule(struct lsm_random *random, uint8_t *at)
{
	static const uint16_t bit[] = {
		0x1, 0x1, 0x2, 0x4, 0x10, 0x20, 0x40, 0x100, 0x200, 0x400,
	};
	uint16_t rule = bit[lsm_random_below(random, LSM_ARRAY_SIZE(bit))];
	bool enabled = lsm_random_below(random, 4) == 0;
	size_t len = 0;

	len += put(at + len, 1 + lsm_random_below(random, 7), 2);
	len += put(at + len, 1 + lsm_random_below(random, 7), 2);
	len += put(at + len, 1 + lsm_random_below(random, 7), 2);
	len += put(at + len, rule | (enabled ? LSM_AVTAB_ENABLED : 0u), 2);
	if (!(rule & LSM_AVTAB_XPERMS))
		return len + put(at + len, 1 + lsm_random_below(random, 7), 4);
	len += put(at + len, 1 + lsm_random_below(random, 2), 1);
	len += put(at + len, lsm_random_below(random, 256), 1);
	for (int i = 0; i < 8; i++)
		len += put(at + len, (uint32_t)lsm_random_u64(random), 4);
	return len;
}

/* Now and then one byte of the image is bent, or the count does not fit. */
static void bend(struct lsm_random *random, uint8_t *buf, size_t len)
{
	if (lsm_random_below(random, 6) == 0)
		buf[4 + lsm_random_below(random, (uint32_t)len - 4)] ^=
			(uint8_t)(1u << lsm_random_below(random, 8));
	if (lsm_random_below(random, 12) == 0)
		buf[0] += (uint8_t)(1 - 2 * lsm_random_below(random, 2));
}

size_t avtab_make_image(struct lsm_random *random, uint8_t *buf, size_t max)
{
	bool many = lsm_random_below(random, 6) == 0;
	uint32_t rules = 1 + lsm_random_below(random, many ? 24 : 4);
	uint32_t done = 0;
	size_t len = 4;

	if (max < len + LSM_AVTAB_IMAGE_XPERMS)
		return 0;
	for (; done < rules && max - len >= LSM_AVTAB_IMAGE_XPERMS; done++)
		len += make_rule(random, buf + len);
	put(buf, done, 4);
	bend(random, buf, len);
	return len;
}

#define BYTES(...)                                         \
	{                                                  \
		(const uint8_t[]){ __VA_ARGS__ },          \
			sizeof((uint8_t[]){ __VA_ARGS__ }) \
	}
#define U16(v) (v) & 0xff, (v) >> 8 & 0xff
#define U32(v) U16(v), (v) >> 16 & 0xff, (uint32_t)(v) >> 24
#define KEY(s, t, c, rule) U16(s), U16(t), U16(c), U16(rule)
#define PERMS(v) U32(v), U32(0), U32(0), U32(0), U32(0), U32(0), U32(0), U32(v)

const struct lsm_blob avtab_tiny_images[AVTAB_TINY_IMAGES] = {
	BYTES(U32(0)),
	BYTES(U32(1), KEY(1, 1, 1, 0x1), U32(3)),
	BYTES(U32(2), KEY(1, 1, 1, 0x8001), U32(3), KEY(1, 1, 1, 0x100), 1, 7,
	      PERMS(5)),
	BYTES(U32(2), KEY(1, 1, 1, 0x1), U32(3), KEY(1, 1, 1, 0x8001), U32(4)),
	BYTES(U32(1), KEY(1, 1, 1, 0x10), U32(0)),
	BYTES(U32(2), KEY(1, 1, 1, 0x1), U32(3), KEY(1, 1, 1, 0x4)),
};
