/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_pool.h - memory for objects of one size at steps of one's choice
 *
 * What the patch's dedicated object cache is to a kernel: made once, before the
 * first object, and objects follow each other at the step it was made with.
 */
#ifndef LSM_OPTIMIZED_AUDIT_POOL_H
#define LSM_OPTIMIZED_AUDIT_POOL_H

#include <lsm/rculist.h>

#define POOL_LINE 64u /* bytes of a cache line */
#define POOL_SLAB 4096u /* bytes of objects that are allocated at a time */

/**
 * struct pool - the pool
 * @lock: protects the rest
 * @slabs: its slabs, those with room first
 * @step: from one object to the next, in bytes
 */
struct pool {
	spinlock_t lock;
	struct list_head slabs;
	size_t step;
};

/**
 * struct pool_slab - memory for a few objects
 * @link: in the pool's list
 * @pool: the pool
 * @base: its first object
 * @used: bit i stands for object i
 */
struct pool_slab {
	struct list_head link;
	struct pool *pool;
	char *base;
	uint64_t used;
};

/**
 * pool_init() - make a pool; allocates nothing
 * @pool: memory for it
 * @step: from one object to the next: a multiple of POOL_LINE
 */
void pool_init(struct pool *pool, size_t step);

/**
 * pool_alloc() - get an object, all zeros
 * @pool: the pool
 * @slab: receives its slab
 *
 * Return: the object; NULL if memory ran out.
 */
void *pool_alloc(struct pool *pool, struct pool_slab **slab);

/**
 * pool_free() - give an object back
 * @slab: its slab, freed with its last object
 * @object: the object
 */
void pool_free(struct pool_slab *slab, void *object);

/**
 * pool_check() - whether a pool is in order
 * @pool: the pool
 *
 * Return: NULL, or why not.
 */
const char *pool_check(const struct pool *pool);

#endif /* LSM_OPTIMIZED_AUDIT_POOL_H */
