/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_nodewise.h - the node list, shared by its two source files */
#ifndef LSM_EBITMAP_NODEWISE_H
#define LSM_EBITMAP_NODEWISE_H

#include <lsm/ebitmap.h>

#define NODE_WORDS 6u /* with its header a node fills one cache line */
#define WORD_BITS 64u
#define NODE_BITS (NODE_WORDS * WORD_BITS)

struct node {
	struct node *next;
	uint64_t word[NODE_WORDS];
	uint32_t start; /* a multiple of NODE_BITS */
};

/*
 * Starts are strictly increasing and no node is empty.  @high is the end of
 * the last node, 0 if there is none; the last node of all ends beyond 2^32.
 */
struct set {
	struct node *first;
	uint64_t high;
};

static inline uint32_t node_start(uint32_t bit)
{
	return bit - bit % NODE_BITS;
}

static inline uint64_t node_end(const struct node *node)
{
	return (uint64_t)node->start + NODE_BITS;
}

/**
 * nodewise_insert() - link a new empty node in
 * @set: the set
 * @before: the node to put it behind, NULL for the front
 * @start: where it starts
 *
 * Return: the node, which the caller must not leave empty; NULL if memory ran
 * out, @set unchanged.
 */
struct node *nodewise_insert(struct set *set, struct node *before,
			     uint32_t start);

/* The operations that build a whole set; see struct lsm_ebitmap_ops. */
void nodewise_clear(void *self);
int nodewise_copy(void *dst, const void *src);
int nodewise_intersect(void *dst, const void *a, const void *b);
int nodewise_unite(void *dst, const void *a, const void *b);
int nodewise_differ(void *dst, const void *a, const void *b);
int nodewise_complement(void *dst, const void *src, uint64_t max);
int nodewise_read(void *dst, const uint8_t *image, size_t size, size_t *used);

#endif /* LSM_EBITMAP_NODEWISE_H */
