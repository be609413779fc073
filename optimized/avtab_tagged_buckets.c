/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Buckets of the size of a cache line: a search that finds nothing, as nearly
 * all do, looks at one line and at no rule.
 */
#include "avtab_tagged.h"

#include <lsm/alloc.h>

#include <errno.h>

_Static_assert(sizeof(struct tagged_bucket) == 64, "a bucket fills a line");

/* The low half chooses the bucket, the high half is the tag. */
static uint64_t mix(const struct lsm_avtab_key *key)
{
	uint64_t h = (uint64_t)key->source << 32 | (uint64_t)key->target << 16 |
		     key->class;

	h *= UINT64_C(0x9e3779b97f4a7c15);
	h ^= h >> 29;
	return h * UINT64_C(0xbf58476d1ce4e5b9);
}

static uint32_t tag_of(uint64_t mixed)
{
	uint32_t tag = (uint32_t)(mixed >> 32);

	return tag ? tag : 1;
}

static uint32_t home_of(uint64_t mixed, uint32_t mask)
{
	return (uint32_t)mixed >> 7 & mask;
}

static bool same_triple(const struct lsm_avtab_key *a,
			const struct lsm_avtab_key *b)
{
	return a->source == b->source && a->target == b->target &&
	       a->class == b->class;
}

/* Without a branch, so that the compiler does all of them at once. */
LSM_UNGUIDED static uint32_t tags_equal(const struct tagged_bucket *bucket,
					uint32_t tag)
{
	uint32_t same = 0;

	for (uint32_t k = 0; k < TAGGED_WIDTH; k++)
		same |= (uint32_t)(bucket->tag[k] == tag) << k;
	return same;
}

uint32_t *tagged_first(const struct tagged_table *table,
		       const struct lsm_avtab_key *key)
{
	uint64_t mixed = mix(key);
	uint32_t tag = tag_of(mixed);
	uint32_t home = home_of(mixed, table->mask);

	if (!table->bucket)
		return NULL;
	for (uint32_t i = home;; i = (i + 1) & table->mask) {
		struct tagged_bucket *bucket = &table->bucket[i];
		uint32_t same = tags_equal(bucket, tag);

		for (; same; same &= same - 1) {
			uint32_t k = (uint32_t)__builtin_ctz(same);

			/* Different triples can have the same tag. */
			if (same_triple(&table->rule[bucket->first[k]].key,
					key))
				return &bucket->first[k];
		}
		/* At least one place of all is empty. */
		if (!bucket->tag[TAGGED_WIDTH - 1])
			return NULL;
	}
}

void tagged_add(struct tagged_table *table, const struct lsm_avtab_key *key,
		uint32_t first)
{
	uint64_t mixed = mix(key);
	uint32_t i = home_of(mixed, table->mask), k = 0;

	while (table->bucket[i].tag[TAGGED_WIDTH - 1])
		i = (i + 1) & table->mask;
	while (table->bucket[i].tag[k])
		k++;
	/* Whoever sees the tag must find the rule. */
	table->bucket[i].first[k] = first;
	__atomic_store_n(&table->bucket[i].tag[k], tag_of(mixed),
			 __ATOMIC_RELEASE);
	table->triples++;
}

/* Buckets begin with a cache line; the allocator does not say so. */
static struct tagged_bucket *align(void *block)
{
	uintptr_t at = (uintptr_t)block;

	return (struct tagged_bucket *)((at + 63) & ~(uintptr_t)63);
}

static int rebuild(struct tagged_table *table, uint32_t buckets)
{
	const struct tagged_table old = *table;
	void *block = lsm_calloc(buckets + 1, sizeof(struct tagged_bucket));

	if (!block)
		return -ENOMEM;
	table->block = block;
	table->bucket = align(block);
	table->mask = buckets - 1;
	table->triples = 0;
	for (uint32_t i = 0; old.bucket && i <= old.mask; i++)
		for (uint32_t k = 0; k < TAGGED_WIDTH; k++) {
			uint32_t first = old.bucket[i].first[k];

			if (old.bucket[i].tag[k])
				tagged_add(table, &table->rule[first].key,
					   first);
		}
	lsm_free(old.block);
	return 0;
}

int tagged_room(struct tagged_table *table)
{
	uint32_t buckets = table->bucket ? table->mask + 1 : 0;

	if (!buckets)
		return rebuild(table, 1);
	/* Three quarters full, so that most triples are in their own bucket. */
	if (table->triples < buckets * TAGGED_WIDTH / 4 * 3)
		return 0;
	return rebuild(table, buckets * 2);
}

LSM_UNGUIDED const char *tagged_check(const struct tagged_table *table)
{
	uint32_t triples = 0;

	for (uint32_t i = 0; table->bucket && i <= table->mask; i++)
		for (uint32_t k = 0; k < TAGGED_WIDTH; k++) {
			uint32_t *first = &table->bucket[i].first[k];

			if (!table->bucket[i].tag[k])
				continue;
			triples++;
			if (*first >= table->nr)
				return "a bucket points to no rule";
			if (tagged_first(table, &table->rule[*first].key) !=
			    first)
				return "a triple is not found where it is";
		}
	return triples == table->triples ? NULL : "triples are miscounted";
}
