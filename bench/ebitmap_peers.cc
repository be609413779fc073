// SPDX-License-Identifier: GPL-2.0-or-later
#include "ebitmap_peers.h"

#include <boost/dynamic_bitset.hpp>
#include <new>
#include <roaring/roaring.h>

// CRoaring

static void *roaring_create_set(void *, const uint32_t *)
{
	return roaring_bitmap_create();
}

static void roaring_destroy(void *self)
{
	roaring_bitmap_free((roaring_bitmap_t *)self);
}

static int roaring_set(void *self, uint32_t bit, bool value)
{
	roaring_bitmap_t *set = (roaring_bitmap_t *)self;

	value ? roaring_bitmap_add(set, bit) : roaring_bitmap_remove(set, bit);
	return 0;
}

static bool roaring_get(const void *self, uint32_t bit)
{
	return roaring_bitmap_contains((const roaring_bitmap_t *)self, bit);
}

static bool roaring_contains(const void *a, const void *b, uint32_t last)
{
	const roaring_bitmap_t *inner = (const roaring_bitmap_t *)b;

	if (last && !roaring_bitmap_is_empty(inner) &&
	    roaring_bitmap_maximum(inner) > last)
		return false;
	return roaring_bitmap_is_subset(inner, (const roaring_bitmap_t *)a);
}

const lsm_ebitmap_ops bench_ebitmap_roaring = {
	.base = {
		.name = "roaring",
		.source = "CRoaring",
		.peer = true,
		.create = roaring_create_set,
		.destroy = roaring_destroy,
	},
	.set = roaring_set,
	.get = roaring_get,
	.contains = roaring_contains,
};

// boost::dynamic_bitset: two of different lengths cannot be compared, so the
// shorter is made as long first; sets of one benchmark have equal lengths.

using bits = boost::dynamic_bitset<uint64_t>;

static void *boost_create(void *, const uint32_t *)
{
	return new bits();
}

static void boost_destroy(void *self)
{
	delete (bits *)self;
}

static int boost_set(void *self, uint32_t bit, bool value)
{
	bits *set = (bits *)self;

	if (bit >= set->size()) {
		if (!value)
			return 0;
		set->resize((bit / 1024 + 1) * 1024);
	}
	set->set(bit, value);
	return 0;
}

static bool boost_get(const void *self, uint32_t bit)
{
	const bits *set = (const bits *)self;

	return bit < set->size() && set->test(bit);
}

static bool boost_subset_any_length(const bits *a, const bits *b)
{
	bits outer = *a, inner = *b;

	outer.resize(std::max(a->size(), b->size()));
	inner.resize(outer.size());
	return inner.is_subset_of(outer);
}

static bool boost_contains(const void *a, const void *b, uint32_t last)
{
	const bits *outer = (const bits *)a, *inner = (const bits *)b;

	if (last && inner->find_next(last) != bits::npos)
		return false;
	if (outer->size() != inner->size())
		return boost_subset_any_length(outer, inner);
	return inner->is_subset_of(*outer);
}

const lsm_ebitmap_ops bench_ebitmap_boost = {
	.base = {
		.name = "boost",
		.source = "boost::dynamic_bitset",
		.peer = true,
		.create = boost_create,
		.destroy = boost_destroy,
	},
	.set = boost_set,
	.get = boost_get,
	.contains = boost_contains,
};

// Before the patch: nodes of two words, a walk from the first for every bit.

struct node {
	node *next;
	uint32_t start;
	uint64_t map[2];
};

struct list {
	node *first;
};

static void *bitwise_create(void *, const uint32_t *)
{
	return new list{ nullptr };
}

static void bitwise_destroy(void *self)
{
	list *set = (list *)self;

	while (node *gone = set->first) {
		set->first = gone->next;
		delete gone;
	}
	delete set;
}

static int bitwise_set(void *self, uint32_t bit, bool value)
{
	node **at = &((list *)self)->first;
	uint32_t start = bit / 128 * 128;
	uint64_t mask = UINT64_C(1) << bit % 64;

	while (*at && (*at)->start < start)
		at = &(*at)->next;
	if (!*at || (*at)->start != start) {
		if (!value)
			return 0;
		*at = new node{ *at, start, { 0, 0 } };
	}
	uint64_t &word = (*at)->map[bit / 64 % 2];
	word = value ? word | mask : word & ~mask;
	return 0;
}

static bool bitwise_get(const void *self, uint32_t bit)
{
	const node *n = ((const list *)self)->first;

	while (n && n->start + 127 < bit)
		n = n->next;
	return n && n->start <= bit && n->map[bit / 64 % 2] >> bit % 64 & 1;
}

// Like the kernel's loop: every position of every node, each set one looked up.
static bool bitwise_contains(const void *a, const void *b, uint32_t last)
{
	for (const node *n = ((const list *)b)->first; n; n = n->next)
		for (uint32_t i = 0; i < 128; i++) {
			if (!(n->map[i / 64] >> i % 64 & 1))
				continue;
			if ((last && n->start + i > last) ||
			    !bitwise_get(a, n->start + i))
				return false;
		}
	return true;
}

const lsm_ebitmap_ops bench_ebitmap_bitwise = {
	.base = {
		.name = "bitwise",
		.source = "security/selinux/ss/mls.c before Linux 3.13",
		.peer = true,
		.create = bitwise_create,
		.destroy = bitwise_destroy,
	},
	.set = bitwise_set,
	.get = bitwise_get,
	.contains = bitwise_contains,
};
