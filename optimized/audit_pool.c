/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_pool.h"

#include <lsm/alloc.h>
#include <lsm/structure.h>

#include <string.h>

static size_t objects(const struct pool *pool)
{
	return POOL_SLAB / pool->step;
}

static uint64_t full(const struct pool *pool)
{
	return (UINT64_C(1) << objects(pool)) - 1;
}

void pool_init(struct pool *pool, size_t step)
{
	spin_lock_init(&pool->lock);
	INIT_LIST_HEAD(&pool->slabs);
	pool->step = step;
}

/* Objects of a step that is a power of two begin at a multiple of it. */
static struct pool_slab *new_slab(struct pool *pool)
{
	size_t align = pool->step & -pool->step;
	struct pool_slab *slab =
		lsm_malloc(sizeof(*slab) + POOL_SLAB + align - 1);
	uintptr_t end;

	if (!slab)
		return NULL;
	end = (uintptr_t)(slab + 1);
	slab->pool = pool;
	slab->used = 0;
	slab->base = (char *)(slab + 1) + (align - end % align) % align;
	return slab;
}

/* Object @nth of @slab, whose lock is held. */
static void *take(struct pool_slab *slab, uint32_t nth)
{
	slab->used |= UINT64_C(1) << nth;
	if (slab->used == full(slab->pool)) {
		list_del(&slab->link);
		list_add_tail(&slab->link, &slab->pool->slabs);
	}
	return slab->base + nth * slab->pool->step;
}

static void *take_free(struct pool *pool, struct pool_slab **slab)
{
	struct pool_slab *first;

	if (list_empty(&pool->slabs))
		return NULL;
	first = list_entry(pool->slabs.next, struct pool_slab, link);
	if (first->used == full(pool))
		return NULL;
	*slab = first;
	return take(first, (uint32_t)__builtin_ctzll(~first->used));
}

void *pool_alloc(struct pool *pool, struct pool_slab **slab)
{
	void *object;

	spin_lock(&pool->lock);
	object = take_free(pool, slab);
	spin_unlock(&pool->lock);
	if (!object) {
		*slab = new_slab(pool);
		if (!*slab)
			return NULL;
		spin_lock(&pool->lock);
		list_add(&(*slab)->link, &pool->slabs);
		object = take(*slab, 0);
		spin_unlock(&pool->lock);
	}
	memset(object, 0, pool->step);
	return object;
}

void pool_free(struct pool_slab *slab, void *object)
{
	struct pool *pool = slab->pool;
	size_t nth = (size_t)((char *)object - slab->base) / pool->step;
	bool empty;

	spin_lock(&pool->lock);
	list_del(&slab->link);
	slab->used &= ~(UINT64_C(1) << nth);
	empty = !slab->used;
	if (!empty)
		list_add(&slab->link, &pool->slabs);
	spin_unlock(&pool->lock);
	if (empty)
		lsm_free(slab);
}

LSM_UNGUIDED const char *pool_check(const struct pool *pool)
{
	const struct pool_slab *slab;
	bool seen_full = false;

	list_for_each_entry(slab, &pool->slabs, link) {
		if (!slab->used)
			return "an empty slab was kept";
		if (seen_full && slab->used != full(pool))
			return "a slab with room is behind a full one";
		seen_full = slab->used == full(pool);
		if ((uintptr_t)slab->base % POOL_LINE)
			return "a slab does not begin at a cache line";
	}
	return NULL;
}
