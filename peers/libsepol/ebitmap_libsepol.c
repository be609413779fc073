/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's ebitmap behind the ebitmap contract.
 *
 * It offers what libsepol offers and nothing more.  Where the answers are known
 * to differ the engine does not ask; the rows are in fuzzers/fuzz_ebitmap.c.
 */
#include <lsm/alloc.h>
#include <lsm/ebitmap.h>

#include <errno.h>
#include <sepol/policydb/ebitmap.h>
#include <sepol/policydb/policydb.h>

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(ebitmap_t));
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

static const char *check(const void *self)
{
	const ebitmap_t *e = self;
	uint32_t end = 0;

	for (const ebitmap_node_t *n = e->node; n; n = n->next) {
		if (!n->map)
			return "a node is empty";
		if (n->next && n->next->startbit <= n->startbit)
			return "nodes are not in order";
		end = n->startbit + MAPSIZE;
	}
	return end == e->highbit ? NULL : "high bit is stale";
}

/* libsepol says -1 or a code of its own where memory ran out. */
static int no_memory(int status)
{
	return status < 0 ? -ENOMEM : 0;
}

static int set_bit(void *self, uint32_t bit, bool value)
{
	return no_memory(ebitmap_set_bit(self, bit, value));
}

static bool get(const void *self, uint32_t bit)
{
	return ebitmap_get_bit(self, bit);
}

static bool next(const void *self, uint32_t bit, uint32_t *out)
{
	const ebitmap_t *e = self;
	ebitmap_node_t *node;
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
	const ebitmap_t *e = self;

	if (ebitmap_is_empty(e))
		return false;
	*out = ebitmap_highest_set_bit(e);
	return true;
}

static bool equal(const void *a, const void *b)
{
	return ebitmap_cmp(a, b);
}

static int copy(void *dst, const void *src)
{
	clear(dst);
	return no_memory(ebitmap_cpy(dst, src));
}

static int intersect(void *dst, const void *a, const void *b)
{
	clear(dst);
	return no_memory(ebitmap_and(dst, a, b));
}

static int unite(void *dst, const void *a, const void *b)
{
	clear(dst);
	return no_memory(ebitmap_or(dst, a, b));
}

static int differ(void *dst, const void *a, const void *b)
{
	clear(dst);
	return no_memory(ebitmap_xor(dst, a, b));
}

static int complement(void *dst, const void *src, uint64_t max)
{
	clear(dst);
	return no_memory(ebitmap_not(dst, src, (unsigned int)max));
}

/* Without a bound: the engine does not ask with one. */
static bool contains(const void *a, const void *b, uint32_t last)
{
	(void)last;
	return ebitmap_contains(a, b);
}

static uint64_t cardinality(const void *self)
{
	return ebitmap_cardinality(self);
}

static void members(void *self, lsm_ebitmap_member_fn *visit, void *arg)
{
	const ebitmap_t *e = self;
	ebitmap_node_t *node;
	uint32_t bit;

	ebitmap_for_each_positive_bit(e, node, bit) visit(bit, arg);
}

static void units(const void *self, lsm_ebitmap_unit_fn *visit, void *arg)
{
	const ebitmap_t *e = self;

	for (const ebitmap_node_t *n = e->node; n; n = n->next)
		visit(n->startbit, n->map, arg);
}

static int read_image(void *dst, const uint8_t *image, size_t size,
		      size_t *used)
{
	union {
		const uint8_t *in;
		char *data; /* libsepol only reads it */
	} bytes = { .in = image };
	struct policy_file file;
	int status;

	policy_file_init(&file);
	file.type = PF_USE_MEMORY;
	file.data = bytes.data;
	file.len = size;
	file.size = size;
	clear(dst);
	status = ebitmap_read(dst, &file);
	if (status < 0) {
		clear(dst);
		return status == -ENOMEM ? -ENOMEM : -EINVAL;
	}
	*used = size - file.len;
	return 0;
}

const struct lsm_ebitmap_ops lsm_ebitmap_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/ebitmap.c",
		.peer = true,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set = set_bit,
	.get = get,
	.next = next,
	.highest = highest,
	.equal = equal,
	.copy = copy,
	.intersect = intersect,
	.unite = unite,
	.differ = differ,
	.complement = complement,
	.contains = contains,
	.cardinality = cardinality,
	.members = members,
	.units = units,
	.read = read_image,
};
