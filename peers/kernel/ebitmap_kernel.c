/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's ebitmap behind the ebitmap contract.
 *
 * It offers what the tree offers and nothing more.  Where the answers are known
 * to differ the engine does not ask; the rows are in fuzzers/fuzz_ebitmap.c.
 */
#include <lsm/alloc.h>
#include <lsm/ebitmap.h>

#include <kernel_adapter.h>
#include <kernel_sets.h>

#include "policydb.h"

extern void ebitmap_cache_init(void);

static void *setup(void)
{
	static int any;

	ebitmap_cache_init();
	return &any;
}

static void teardown(void *setup)
{
	(void)setup;
}

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(struct ebitmap));
}

static void clear(void *self)
{
	ebitmap_destroy(self);
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	return kernel_ebitmap_check(self);
}

static int set_bit_of(void *self, uint32_t bit, bool value)
{
	return ebitmap_set_bit(self, bit, value);
}

static bool get(const void *self, uint32_t bit)
{
	return ebitmap_get_bit(self, bit);
}

/* The kernel looks for members by iterating only. */
static bool next(const void *self, uint32_t bit, uint32_t *out)
{
	const struct ebitmap *e = self;
	struct ebitmap_node *node;
	uint32_t member;

	ebitmap_for_each_positive_bit(e, node, member)
	{
		if (member < bit)
			continue;
		*out = member;
		return true;
	}
	return false;
}

static bool highest(const void *self, uint32_t *out)
{
	const struct ebitmap *e = self;
	struct ebitmap_node *node;
	uint32_t member;

	ebitmap_for_each_positive_bit(e, node, member) *out = member;
	return e->node;
}

static bool equal(const void *a, const void *b)
{
	return ebitmap_cmp(a, b);
}

static int copy(void *dst, const void *src)
{
	clear(dst);
	return ebitmap_cpy(dst, src);
}

static int intersect(void *dst, const void *a, const void *b)
{
	clear(dst);
	return ebitmap_and(dst, a, b);
}

static bool contains(const void *a, const void *b, uint32_t last)
{
	return ebitmap_contains(a, b, last);
}

static void members(void *self, lsm_ebitmap_member_fn *visit, void *arg)
{
	const struct ebitmap *e = self;
	struct ebitmap_node *node;
	uint32_t bit;

	ebitmap_for_each_positive_bit(e, node, bit) visit(bit, arg);
}

LSM_UNGUIDED static void units(const void *self, lsm_ebitmap_unit_fn *visit,
			       void *arg)
{
	kernel_ebitmap_units(self, visit, arg);
}

static int read_image(void *dst, const uint8_t *image, size_t size,
		      size_t *used)
{
	struct policy_file file = { kernel_mutable(image), size };
	int status;

	clear(dst);
	status = ebitmap_read(dst, &file);
	if (!status)
		*used = size - file.len;
	return status;
}

/* Into a buffer that is large enough: the kernel would leave half an image. */
static int write_image(const void *self, uint8_t *buf, size_t size, size_t *len)
{
	struct policy_file file = { (char *)buf, size };
	int status = ebitmap_write(self, &file);

	if (!status)
		*len = size - file.len;
	return status;
}

const struct lsm_ebitmap_ops LSM_KERNEL_SYMBOL(ebitmap) = {
	.base = {
		LSM_KERNEL_PEER("security/selinux/ss/ebitmap.c"),
		.setup = setup,
		.teardown = teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set = set_bit_of,
	.get = get,
	.next = next,
	.highest = highest,
	.equal = equal,
	.copy = copy,
	.intersect = intersect,
	.contains = contains,
	.members = members,
	.units = units,
	.read = read_image,
	.write = write_image,
};
