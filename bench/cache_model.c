/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cache_model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int cache_model_init(struct cache_model *cache, size_t sets, size_t ways)
{
	cache->sets = sets;
	cache->ways = ways;
	cache->accesses = 0;
	cache->misses = 0;
	cache->line = calloc(sets * ways, sizeof(*cache->line));
	return cache->line ? 0 : -ENOMEM;
}

void cache_model_free(struct cache_model *cache)
{
	free(cache->line);
}

bool cache_model_touch(struct cache_model *cache, uint64_t address)
{
	uint64_t wanted = address / CACHE_LINE + 1;
	uint64_t *set = cache->line + (wanted - 1) % cache->sets * cache->ways;
	size_t at = 0;
	bool hit;

	while (at < cache->ways - 1 && set[at] != wanted)
		at++;
	hit = set[at] == wanted;
	memmove(set + 1, set, at * sizeof(*set));
	set[0] = wanted;
	cache->accesses++;
	cache->misses += !hit;
	return hit;
}

/* Xorshift: what order comes out matters less than that it can be had again. */
static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

void shuffle(uint32_t *number, size_t nr, uint32_t seed)
{
	uint32_t state = seed * 2654435761u + 1;

	state += !state;
	for (size_t i = 0; i < nr; i++)
		number[i] = (uint32_t)i;
	for (size_t i = nr; i > 1; i--) {
		size_t other = next(&state) % i;
		uint32_t kept = number[i - 1];

		number[i - 1] = number[other];
		number[other] = kept;
	}
}

int page_map_init(struct page_map *map, size_t nr, uint32_t seed)
{
	map->nr = nr;
	map->frame = calloc(nr, sizeof(*map->frame));
	if (!map->frame)
		return -ENOMEM;
	shuffle(map->frame, nr, seed);
	return 0;
}

void page_map_free(struct page_map *map)
{
	free(map->frame);
}

uint64_t page_map_address(const struct page_map *map, uint64_t address)
{
	return (uint64_t)map->frame[address / CACHE_PAGE] * CACHE_PAGE +
	       address % CACHE_PAGE;
}
