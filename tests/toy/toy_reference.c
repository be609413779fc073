/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reference toy: one bool a number. */
#include <lsm/alloc.h>
#include <lsm/toy.h>

#include <string.h>

struct toy {
	bool in[LSM_TOY_END];
};

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(struct toy));
}

static void clear(void *self)
{
	memset(self, 0, sizeof(struct toy));
}

static const char *check(const void *self)
{
	(void)self; /* every array of bool is a set */
	return NULL;
}

static void put(void *self, uint32_t number, bool in)
{
	((struct toy *)self)->in[number] = in;
}

static bool has(const void *self, uint32_t number)
{
	return ((const struct toy *)self)->in[number];
}

const struct lsm_toy_ops lsm_toy_reference = {
	.base = {
		.name = "reference",
		.source = "definition of a set",
		.create = create,
		.destroy = lsm_free,
		.clear = clear,
		.check = check,
	},
	.put = put,
	.has = has,
};
