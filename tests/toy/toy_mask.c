/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Toy as one 64-bit mask. */
#include <lsm/alloc.h>
#include <lsm/toy.h>

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(uint64_t));
}

static void clear(void *self)
{
	*(uint64_t *)self = 0;
}

static const char *check(const void *self)
{
	(void)self;
	return NULL;
}

static void put(void *self, uint32_t number, bool in)
{
	uint64_t *mask = self, bit = UINT64_C(1) << number;

	*mask = in ? *mask | bit : *mask & ~bit;
}

static bool has(const void *self, uint32_t number)
{
	return *(const uint64_t *)self >> number & 1;
}

const struct lsm_toy_ops lsm_toy_mask = {
	.base = {
		.name = "mask",
		.source = "bit mask",
		.create = create,
		.destroy = lsm_free,
		.clear = clear,
		.check = check,
	},
	.put = put,
	.has = has,
};
