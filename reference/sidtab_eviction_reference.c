/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is cached and who goes, obviously: an array in order of use, or of
 * coming.
 */
#include "sidtab_eviction_reference.h"

#include <lsm/alloc.h>

bool sidtab_eviction_reference_init(struct sidtab_eviction_reference *cache,
				    enum lsm_sidtab_eviction eviction,
				    uint32_t capacity)
{
	*cache = (struct sidtab_eviction_reference){ .eviction = eviction,
						     .capacity = capacity };
	if (capacity == 0)
		return true;
	cache->sid = lsm_calloc(capacity, sizeof(*cache->sid));
	cache->marked = lsm_calloc(capacity, sizeof(*cache->marked));
	return cache->sid && cache->marked;
}

void sidtab_eviction_reference_free(struct sidtab_eviction_reference *cache)
{
	lsm_free(cache->sid);
	lsm_free(cache->marked);
	*cache = (struct sidtab_eviction_reference){ 0 };
}

/* Where a SID is, or @nr if it is not cached. */
static uint32_t place(const struct sidtab_eviction_reference *cache,
		      uint32_t sid)
{
	uint32_t at = 0;

	while (at < cache->nr && cache->sid[at] != sid)
		at++;
	return at;
}

bool sidtab_eviction_reference_has(
	const struct sidtab_eviction_reference *cache, uint32_t sid)
{
	return place(cache, sid) < cache->nr;
}

/* Where the hand comes to next, the oldest text coming after the newest. */
static uint32_t newer(const struct sidtab_eviction_reference *cache,
		      uint32_t at)
{
	return at > 0 ? at - 1 : cache->nr - 1;
}

static uint32_t hand(const struct sidtab_eviction_reference *cache)
{
	return cache->hand ? place(cache, cache->hand) : cache->nr - 1;
}

uint32_t
sidtab_eviction_reference_victim(const struct sidtab_eviction_reference *cache)
{
	uint32_t at;

	if (cache->nr < cache->capacity || cache->capacity == 0)
		return 0;
	if (cache->eviction == LSM_SIDTAB_LRU)
		return cache->sid[cache->nr - 1];
	/* Where all are marked the hand comes back to where it began. */
	at = hand(cache);
	for (uint32_t i = 0; i < cache->nr && cache->marked[at]; i++)
		at = newer(cache, at);
	return cache->sid[at];
}

/* Put a SID in front of the @nr first ones. */
static void to_front(struct sidtab_eviction_reference *cache, uint32_t sid,
		     uint32_t nr)
{
	for (uint32_t at = nr; at > 0; at--) {
		cache->sid[at] = cache->sid[at - 1];
		cache->marked[at] = cache->marked[at - 1];
	}
	cache->sid[0] = sid;
	cache->marked[0] = false;
}

static void use(struct sidtab_eviction_reference *cache, uint32_t sid)
{
	if (cache->eviction == LSM_SIDTAB_LRU)
		to_front(cache, sid, place(cache, sid));
	else
		cache->marked[place(cache, sid)] = true;
}

/* Pass the hand over all that is marked to @sid, which goes. */
static void evict(struct sidtab_eviction_reference *cache, uint32_t sid)
{
	uint32_t at = hand(cache);

	while (cache->eviction == LSM_SIDTAB_SIEVE && cache->marked[at]) {
		cache->marked[at] = false;
		at = newer(cache, at);
	}
	at = place(cache, sid);
	cache->hand = at > 0 ? cache->sid[at - 1] : 0;
	for (; at + 1 < cache->nr; at++) {
		cache->sid[at] = cache->sid[at + 1];
		cache->marked[at] = cache->marked[at + 1];
	}
	cache->nr--;
}

const char *
sidtab_eviction_reference_apply(struct sidtab_eviction_reference *cache,
				enum lsm_sidtab_change change, uint32_t sid)
{
	switch (change) {
	case LSM_SIDTAB_INSERT:
		if (sidtab_eviction_reference_has(cache, sid))
			return "a cached text is inserted again";
		if (cache->nr == cache->capacity)
			return "a text is inserted into a full cache";
		to_front(cache, sid, cache->nr);
		cache->nr++;
		return NULL;
	case LSM_SIDTAB_MOVE:
		if (!sidtab_eviction_reference_has(cache, sid))
			return "a text is moved that is not cached";
		use(cache, sid);
		return NULL;
	case LSM_SIDTAB_EVICT:
		if (sid == 0 || sid != sidtab_eviction_reference_victim(cache))
			return "a text is evicted that need not go";
		evict(cache, sid);
		return NULL;
	case LSM_SIDTAB_RENEW:
		cache->nr = 0;
		cache->hand = 0;
		return NULL;
	}
	return "an unknown change";
}
