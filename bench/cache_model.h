/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cache_model.h - a cache of sets and ways, and pages that lie anywhere
 *
 * Least recently used, by lines of 64 bytes; no prefetcher.
 */
#ifndef LSM_BENCH_CACHE_MODEL_H
#define LSM_BENCH_CACHE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CACHE_LINE 64u
#define CACHE_PAGE 4096u

/**
 * struct cache_model - a cache
 * @sets: a power of two
 * @ways: lines of a set
 * @line: @sets times @ways lines plus 1, 0 for none; newest of a set first
 * @accesses: so far
 * @misses: so far
 */
struct cache_model {
	size_t sets;
	size_t ways;
	uint64_t *line;
	uint64_t accesses;
	uint64_t misses;
};

/**
 * cache_model_init() - an empty cache
 * @cache: receives it; to be freed
 * @sets: a power of two
 * @ways: at least 1
 *
 * Return: 0 or -ENOMEM.
 */
int cache_model_init(struct cache_model *cache, size_t sets, size_t ways);

/**
 * cache_model_free() - the end of it
 * @cache: of cache_model_init()
 */
void cache_model_free(struct cache_model *cache);

/**
 * cache_model_touch() - read or write a byte
 * @cache: the cache
 * @address: of the byte
 *
 * Return: true if its line was there.
 */
bool cache_model_touch(struct cache_model *cache, uint64_t address);

/**
 * struct page_map - where pages lie
 * @frame: frame of each page
 * @nr: how many pages
 */
struct page_map {
	uint32_t *frame;
	size_t nr;
};

/**
 * page_map_init() - put pages into frames by chance
 * @map: receives where; to be freed
 * @nr: pages, and frames
 * @seed: any; the same seed gives the same map
 *
 * Return: 0 or -ENOMEM.
 */
int page_map_init(struct page_map *map, size_t nr, uint32_t seed);

/**
 * page_map_free() - the end of it
 * @map: of page_map_init()
 */
void page_map_free(struct page_map *map);

/**
 * page_map_address() - where a byte lies
 * @map: the map
 * @address: below nr pages
 *
 * Return: its address by frames.
 */
uint64_t page_map_address(const struct page_map *map, uint64_t address);

/**
 * shuffle() - numbers in an order of chance
 * @number: receives 0 to @nr - 1
 * @nr: how many
 * @seed: any; the same seed gives the same order
 */
void shuffle(uint32_t *number, size_t nr, uint32_t seed);

#endif /* LSM_BENCH_CACHE_MODEL_H */
