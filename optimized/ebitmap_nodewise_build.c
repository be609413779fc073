/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Node lists built as a whole: copies, set algebra, images. */
#include "ebitmap_nodewise.h"

#include "ebitmap_image.h"

#include <lsm/alloc.h>

#include <errno.h>

void nodewise_clear(void *self)
{
	struct set *set = self;
	struct node *node = set->first;

	while (node) {
		struct node *next = node->next;

		lsm_free(node);
		node = next;
	}
	*set = (struct set){ 0 };
}

struct node *nodewise_insert(struct set *set, struct node *before,
			     uint32_t start)
{
	struct node **link = before ? &before->next : &set->first;
	struct node *node = lsm_calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	node->start = start;
	node->next = *link;
	*link = node;
	if (!node->next)
		set->high = node_end(node);
	return node;
}

/* Appends words in ascending order to a set that is being built. */
struct builder {
	struct set *set;
	struct node *last;
};

static struct builder build(struct set *dst)
{
	nodewise_clear(dst);
	return (struct builder){ .set = dst };
}

/* Add the word at @start, a multiple of WORD_BITS; on failure all is undone. */
static int append(struct builder *builder, uint32_t start, uint64_t word)
{
	uint32_t node = node_start(start);

	if (!word)
		return 0;
	if (!builder->last || builder->last->start != node) {
		builder->last =
			nodewise_insert(builder->set, builder->last, node);
		if (!builder->last) {
			nodewise_clear(builder->set);
			return -ENOMEM;
		}
	}
	builder->last->word[(start - node) / WORD_BITS] = word;
	return 0;
}

int nodewise_copy(void *dst, const void *src)
{
	const struct set *from = src;
	struct builder builder = build(dst);

	for (const struct node *n = from->first; n; n = n->next)
		for (uint32_t i = 0; i < NODE_WORDS; i++)
			if (append(&builder, n->start + i * WORD_BITS,
				   n->word[i]) < 0)
				return -ENOMEM;
	return 0;
}

typedef uint64_t word_fn(uint64_t a, uint64_t b);

static uint64_t and_words(uint64_t a, uint64_t b)
{
	return a & b;
}

static uint64_t or_words(uint64_t a, uint64_t b)
{
	return a | b;
}

static uint64_t xor_words(uint64_t a, uint64_t b)
{
	return a ^ b;
}

static int combine(struct set *dst, const struct set *a, const struct set *b,
		   word_fn *fn)
{
	const struct node *n = a->first, *m = b->first;
	struct builder builder = build(dst);

	while (n || m) {
		bool has_n = n && (!m || n->start <= m->start);
		bool has_m = m && (!n || m->start <= n->start);
		uint32_t start = has_n ? n->start : m->start;

		for (uint32_t i = 0; i < NODE_WORDS; i++)
			if (append(&builder, start + i * WORD_BITS,
				   fn(has_n ? n->word[i] : 0,
				      has_m ? m->word[i] : 0)) < 0)
				return -ENOMEM;
		n = has_n ? n->next : n;
		m = has_m ? m->next : m;
	}
	return 0;
}

int nodewise_intersect(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, and_words);
}

int nodewise_unite(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, or_words);
}

int nodewise_differ(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, xor_words);
}

int nodewise_complement(void *dst, const void *src, uint64_t max)
{
	const struct set *set = src;
	const struct node *node = set->first;
	struct builder builder = build(dst);

	for (uint64_t start = 0; start < max; start += WORD_BITS) {
		uint64_t word = 0;

		while (node && node_end(node) <= start)
			node = node->next;
		if (node && node->start <= start)
			word = node->word[(start - node->start) / WORD_BITS];
		word = ~word;
		if (max - start < WORD_BITS)
			word &= (UINT64_C(1) << (max - start)) - 1;
		if (append(&builder, (uint32_t)start, word) < 0)
			return -ENOMEM;
	}
	return 0;
}

int nodewise_read(void *dst, const uint8_t *image, size_t size, size_t *used)
{
	struct builder builder = build(dst);
	struct ebitmap_image reader;
	uint32_t start;
	uint64_t map;
	int status;

	status = ebitmap_image_open(&reader, image, size);
	while (!status && ebitmap_image_next(&reader, &start, &map, &status))
		status = append(&builder, start, map);
	if (status)
		nodewise_clear(dst);
	else
		*used = (size_t)(reader.at - image);
	return status;
}
