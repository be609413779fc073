/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ebitmap as a sorted list of fixed-size nodes, compared word by word.
 *
 * The idea of the 2013 patch: containment walks both lists together and tests a
 * machine word at a time, and the bound is tested once, on the last word of the
 * contained set, instead of asking for every single bit.
 */
#include "ebitmap_nodewise.h"

#include "ebitmap_image.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

LSM_UNGUIDED static bool node_empty(const struct node *node)
{
	uint64_t any = 0;

	for (size_t i = 0; i < NODE_WORDS; i++)
		any |= node->word[i];
	return any == 0;
}

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(struct set));
}

static void destroy(void *self)
{
	nodewise_clear(self);
	lsm_free(self);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct set *set = self;
	const struct node *last = NULL;

	for (const struct node *n = set->first; n; last = n, n = n->next) {
		if (n->start % NODE_BITS)
			return "a node starts between node boundaries";
		if (last && last->start >= n->start)
			return "nodes are not in order";
		if (node_empty(n))
			return "a node is empty";
	}
	return set->high == (last ? node_end(last) : 0) ? NULL
							: "high bit is stale";
}

/* The last node that starts before @start, or NULL. */
static struct node *node_before(const struct set *set, uint32_t start)
{
	struct node *before = NULL;

	for (struct node *n = set->first; n && n->start < start; n = n->next)
		before = n;
	return before;
}

static void remove_after(struct set *set, struct node *before)
{
	struct node **link = before ? &before->next : &set->first;
	struct node *node = *link;

	*link = node->next;
	lsm_free(node);
	if (!*link)
		set->high = before ? node_end(before) : 0;
}

static int set_bit(void *self, uint32_t bit, bool value)
{
	struct set *set = self;
	uint32_t start = node_start(bit);
	struct node *before = node_before(set, start);
	struct node *node = before ? before->next : set->first;
	uint64_t mask = UINT64_C(1) << bit % WORD_BITS;
	size_t word = (bit - start) / WORD_BITS;

	if (!node || node->start != start) {
		if (!value)
			return 0;
		node = nodewise_insert(set, before, start);
		if (!node)
			return -ENOMEM;
	}
	if (value) {
		node->word[word] |= mask;
		return 0;
	}
	node->word[word] &= ~mask;
	if (node_empty(node))
		remove_after(set, before);
	return 0;
}

static bool get(const void *self, uint32_t bit)
{
	const struct set *set = self;
	uint32_t start = node_start(bit);
	const struct node *node = set->first;

	while (node && node->start < start)
		node = node->next;
	return node && node->start == start &&
	       node->word[(bit - start) / WORD_BITS] >> bit % WORD_BITS & 1;
}

static bool next(const void *self, uint32_t bit, uint32_t *out)
{
	const struct set *set = self;
	const struct node *node = set->first;

	while (node && node_end(node) <= bit)
		node = node->next;
	for (; node; node = node->next) {
		uint32_t from = node->start < bit ? bit - node->start : 0;
		uint64_t mask = ~UINT64_C(0) << from % WORD_BITS;

		for (size_t i = from / WORD_BITS; i < NODE_WORDS; i++) {
			uint64_t rest = node->word[i] & mask;

			mask = ~UINT64_C(0);
			if (!rest)
				continue;
			*out = node->start + (uint32_t)i * WORD_BITS +
			       (uint32_t)__builtin_ctzll(rest);
			return true;
		}
	}
	return false;
}

/* Position of the highest bit of a word that is not 0. */
static uint32_t last_bit(uint64_t word)
{
	return 63 - (uint32_t)__builtin_clzll(word);
}

static bool highest(const void *self, uint32_t *out)
{
	const struct set *set = self;
	const struct node *last = set->first;
	size_t i = NODE_WORDS - 1;

	if (!last)
		return false;
	while (last->next)
		last = last->next;
	while (!last->word[i])
		i--;
	*out = last->start + (uint32_t)i * WORD_BITS + last_bit(last->word[i]);
	return true;
}

static bool equal(const void *a, const void *b)
{
	const struct set *x = a, *y = b;
	const struct node *n = x->first, *m = y->first;

	if (x->high != y->high)
		return false;
	for (; n && m; n = n->next, m = m->next)
		if (n->start != m->start ||
		    memcmp(n->word, m->word, sizeof(n->word)) != 0)
			return false;
	return n == m;
}

/* Whether a node of the contained set that is the last stays in the bound. */
static bool within(const struct node *node, uint32_t last)
{
	size_t i = NODE_WORDS - 1;

	while (!node->word[i])
		i--;
	return node->start + i * WORD_BITS + last_bit(node->word[i]) <= last;
}

static bool contains(const void *a, const void *b, uint32_t last)
{
	const struct set *outer = a, *inner = b;
	const struct node *n = outer->first, *m = inner->first;

	if (outer->high < inner->high)
		return false;
	for (; m; m = m->next) {
		while (n && n->start < m->start)
			n = n->next;
		if (!n || n->start != m->start)
			return false;
		if (last && !m->next && !within(m, last))
			return false;
		for (size_t i = 0; i < NODE_WORDS; i++)
			if (m->word[i] & ~n->word[i])
				return false;
	}
	return true;
}

static uint64_t cardinality(const void *self)
{
	const struct set *set = self;
	uint64_t sum = 0;

	for (const struct node *n = set->first; n; n = n->next)
		for (size_t i = 0; i < NODE_WORDS; i++)
			sum += (uint64_t)__builtin_popcountll(n->word[i]);
	return sum;
}

static void members(void *self, lsm_ebitmap_member_fn *visit, void *arg)
{
	const struct set *set = self;
	const struct node *node = set->first;

	while (node) {
		/* The visitor may clear the last member and so free the node.
		 */
		const struct node copy_of_node = *node;

		for (uint32_t i = 0; i < NODE_WORDS; i++)
			for (uint64_t rest = copy_of_node.word[i]; rest;
			     rest &= rest - 1)
				visit(copy_of_node.start + i * WORD_BITS +
					      (uint32_t)__builtin_ctzll(rest),
				      arg);
		node = copy_of_node.next;
	}
}

LSM_UNGUIDED static void units(const void *self, lsm_ebitmap_unit_fn *visit,
			       void *arg)
{
	const struct set *set = self;

	for (const struct node *n = set->first; n; n = n->next)
		for (uint32_t i = 0; i < NODE_WORDS; i++)
			if (n->word[i])
				visit(n->start + i * WORD_BITS, n->word[i],
				      arg);
}

extern const struct lsm_ebitmap_ops lsm_ebitmap_nodewise;

static int write_image(const void *self, uint8_t *buf, size_t size, size_t *len)
{
	return ebitmap_image_write(&lsm_ebitmap_nodewise, self, buf, size, len);
}

const struct lsm_ebitmap_ops lsm_ebitmap_nodewise = {
	.base = {
		.name = "nodewise",
		.source = "Linux 3.13, security/selinux/ss/ebitmap.c",
		.create = create,
		.destroy = destroy,
		.clear = nodewise_clear,
		.check = check,
	},
	.set = set_bit,
	.get = get,
	.next = next,
	.highest = highest,
	.equal = equal,
	.copy = nodewise_copy,
	.intersect = nodewise_intersect,
	.unite = nodewise_unite,
	.differ = nodewise_differ,
	.complement = nodewise_complement,
	.contains = contains,
	.cardinality = cardinality,
	.members = members,
	.units = units,
	.read = nodewise_read,
	.write = write_image,
};
