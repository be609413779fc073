/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_bucketed_walk.h - along the rules of a triple, from bucket to bucket */
#ifndef LSM_AVTAB_BUCKETED_WALK_H
#define LSM_AVTAB_BUCKETED_WALK_H

#include "avtab_bucketed.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/**
 * struct bucketed_walk - along the rules of a triple
 * @table: the table
 * @triple: the triple
 * @tag: its tag
 * @at: the bucket it is at
 * @tries: how many were before it; BUCKETED_TRIES among strays
 * @same: places of that bucket still to be looked at
 * @stray: the next stray to be looked at
 */
struct bucketed_walk {
	const struct bucketed_table *table;
	struct bucketed_triple triple;
	uint32_t tag;
	uint32_t at;
	uint32_t tries;
	uint32_t same;
	uint32_t stray;
};

/* Which places of a bucket have a tag, also those without a rule. */
#ifdef __SSE2__
static BUCKETED_INLINE uint32_t bucketed_four(const uint32_t *tag,
					      __m128i wanted)
{
	__m128i four = _mm_loadu_si128((const __m128i_u *)tag);

	return (uint32_t)_mm_movemask_ps(
		_mm_castsi128_ps(_mm_cmpeq_epi32(four, wanted)));
}

static BUCKETED_INLINE uint32_t
bucketed_same(const struct bucketed_bucket *bucket, uint32_t tag)
{
	__m128i wanted = _mm_set1_epi32((int)tag);

	/* The last two are there twice. */
	return bucketed_four(bucket->tag, wanted) |
	       bucketed_four(bucket->tag + 4, wanted) << 4 |
	       bucketed_four(bucket->tag + 6, wanted) << 6;
}
#else
static BUCKETED_INLINE uint32_t
bucketed_same(const struct bucketed_bucket *bucket, uint32_t tag)
{
	uint32_t same = 0;

	for (uint32_t k = 0; k < BUCKETED_WIDTH; k++)
		same |= (uint32_t)(bucket->tag[k] == tag) << k;
	return same;
}
#endif

static BUCKETED_INLINE bool bucketed_equal(struct bucketed_triple a,
					   struct bucketed_triple b)
{
	return a.source == b.source && a.target == b.target &&
	       a.class == b.class;
}

/* Begin a walk at the bucket that is tried first for a tag. */
static BUCKETED_INLINE void bucketed_start(struct bucketed_walk *walk,
					   const struct bucketed_table *table,
					   struct bucketed_triple triple,
					   uint32_t tag, uint32_t home)
{
	*walk = (struct bucketed_walk){
		.table = table,
		.triple = triple,
		.tag = tag,
		.at = home,
		.same = bucketed_same(&table->bucket[home], tag),
	};
}

/* Whether a table may have rules of a triple. */
static BUCKETED_INLINE bool bucketed_may(const struct bucketed_table *table,
					 struct bucketed_triple triple)
{
	return table->bucket && bucketed_holds(&table->widths, triple);
}

/* Begin a walk; false if the table has no rule of the triple for sure. */
static BUCKETED_INLINE bool bucketed_begin(struct bucketed_walk *walk,
					   const struct bucketed_table *table,
					   struct bucketed_triple triple)
{
	struct bucketed_code code;

	*walk = (struct bucketed_walk){ 0 };
	if (!bucketed_may(table, triple))
		return false;
	code = bucketed_encode(&table->widths, triple);
	bucketed_start(walk, table, triple, code.tag,
		       bucketed_home(table, code));
	return true;
}

/* Begin behind a place with a rule of the triple. */
static BUCKETED_INLINE void bucketed_after(struct bucketed_walk *walk,
					   const struct bucketed_table *table,
					   struct bucketed_triple triple,
					   uint32_t place)
{
	uint32_t k = place % BUCKETED_WIDTH;
	const struct bucketed_bucket *bucket;

	*walk = (struct bucketed_walk){ .table = table, .triple = triple };
	if (place >= bucketed_inside(table)) {
		walk->tries = BUCKETED_TRIES;
		walk->stray = place - bucketed_inside(table) + 1;
		return;
	}
	walk->at = place / BUCKETED_WIDTH;
	bucket = &table->bucket[walk->at];
	walk->tag = bucket->tag[k];
	walk->tries = bucket->tries >> 3 * k & 7;
	walk->same = bucketed_same(bucket, walk->tag) & ~((2u << k) - 1);
}

/* Whether a place of a bucket has a rule of the triple, whose tag it has. */
static BUCKETED_INLINE bool bucketed_is(const struct bucketed_walk *walk,
					uint32_t k)
{
	const struct bucketed_table *table = walk->table;
	const struct bucketed_bucket *bucket = &table->bucket[walk->at];

	return (bucket->tries >> 3 * k & 7) == walk->tries &&
	       bucket->value[k] &&
	       (!table->whole ||
		bucketed_equal(table->whole[walk->at * BUCKETED_WIDTH + k],
			       walk->triple));
}

static BUCKETED_INLINE bool bucketed_next_stray(struct bucketed_walk *walk,
						uint32_t *place)
{
	const struct bucketed_table *table = walk->table;

	while (walk->stray < table->nr_strays) {
		uint32_t i = walk->stray++;

		*place = bucketed_inside(table) + i;
		if (bucketed_equal(table->stray[i].triple, walk->triple))
			return true;
	}
	return false;
}

/* Go on; false if there are no more rules, else the place of the next. */
static BUCKETED_INLINE bool bucketed_next(struct bucketed_walk *walk,
					  uint32_t *place)
{
	const struct bucketed_table *table = walk->table;

	while (walk->tries < BUCKETED_TRIES) {
		while (walk->same) {
			uint32_t k = (uint32_t)__builtin_ctz(walk->same);

			walk->same &= walk->same - 1;
			*place = walk->at * BUCKETED_WIDTH + k;
			if (bucketed_is(walk, k))
				return true;
		}
		if (!(table->bucket[walk->at].tries & BUCKETED_PASSED))
			return false;
		walk->tries++;
		walk->at = bucketed_behind(table, walk->at,
					   bucketed_step(table, walk->tag));
		walk->same = bucketed_same(&table->bucket[walk->at], walk->tag);
	}
	return bucketed_next_stray(walk, place);
}

#endif /* LSM_AVTAB_BUCKETED_WALK_H */
