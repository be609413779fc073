/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Places: where rules go, and how a table grows.  Buckets are nine tenths
 * full at most: memory that stays in the cache is worth more than short walks.
 */
#include "avtab_bucketed_walk.h"

#include <lsm/alloc.h>

#include <errno.h>

#define LINE 64u
#define FEW 64u /* buckets: up to there a table grows in long steps */

_Static_assert(sizeof(struct bucketed_bucket) == LINE, "a bucket is a line");

static uint32_t width_for(uint32_t width, uint16_t number)
{
	uint32_t bits = number ? 32 - (uint32_t)__builtin_clz(number) : 0;

	return bits > width ? bits : width;
}

/* The same widths, or wider ones. */
static struct bucketed_widths widen(const struct bucketed_widths *widths,
				    struct bucketed_triple triple)
{
	return bucketed_widths(width_for(widths->source, triple.source),
			       width_for(widths->target, triple.target),
			       width_for(widths->class, triple.class));
}

/* A table must have as many buckets as there are offsets. */
static bool tells_triples(const struct bucketed_table *table)
{
	return table->buckets >> (table->widths.bits - BUCKETED_TAG);
}

LSM_UNGUIDED struct bucketed_triple
bucketed_triple_at(const struct bucketed_table *table, uint32_t place)
{
	uint32_t at = place / BUCKETED_WIDTH, k = place % BUCKETED_WIDTH;
	struct bucketed_code code;
	uint64_t home, tries;

	if (place >= bucketed_inside(table))
		return table->stray[place - bucketed_inside(table)].triple;
	if (table->whole)
		return table->whole[place];
	code.tag = table->bucket[at].tag[k];
	tries = table->bucket[at].tries >> 3 * k & 7;
	home = at + table->buckets -
	       tries * bucketed_step(table, code.tag) % table->buckets;
	code.offset = (uint32_t)((home + table->buckets -
				  bucketed_first(table, code.tag)) %
				 table->buckets);
	return bucketed_decode(&table->widths, code);
}

LSM_UNGUIDED static uint32_t rules_in(const struct bucketed_bucket *bucket)
{
	uint32_t nr = 0;

	while (nr < BUCKETED_WIDTH && bucket->value[nr])
		nr++;
	return nr;
}

/* There can be any number of rules of one triple. */
LSM_UNGUIDED static int room_for_stray(struct bucketed_table *table)
{
	uint32_t more = 2 * table->max_strays + 4;
	void *grown;

	if (table->nr_strays < table->max_strays)
		return 0;
	grown = lsm_reallocarray(table->stray, more, sizeof(*table->stray));
	if (!grown)
		return -ENOMEM;
	table->stray = grown;
	table->max_strays = more;
	return 0;
}

LSM_UNGUIDED static int put_stray(struct bucketed_table *table,
				  struct bucketed_triple triple, uint32_t value)
{
	int status = room_for_stray(table);

	if (!status)
		table->stray[table->nr_strays++] = (struct bucketed_stray){
			.triple = triple,
			.value = value,
		};
	return status;
}

/* Put a rule into a bucket; false if all that are tried are full. */
LSM_UNGUIDED static bool put_inside(struct bucketed_table *table,
				    struct bucketed_triple triple,
				    uint32_t value)
{
	struct bucketed_code code = bucketed_encode(&table->widths, triple);
	uint32_t at = bucketed_home(table, code);
	uint32_t step = bucketed_step(table, code.tag);

	for (uint32_t tries = 0; tries < BUCKETED_TRIES; tries++) {
		struct bucketed_bucket *bucket = &table->bucket[at];
		uint32_t k = rules_in(bucket), place = at * BUCKETED_WIDTH + k;

		if (k < BUCKETED_WIDTH) {
			bucket->tag[k] = code.tag;
			bucket->value[k] = (uint16_t)value;
			bucket->tries |= tries << 3 * k;
			if (table->whole)
				table->whole[place] = triple;
			if (table->high)
				table->high[place] = (uint16_t)(value >> 16);
			return true;
		}
		bucket->tries |= BUCKETED_PASSED;
		at = bucketed_behind(table, at, step);
	}
	return false;
}

LSM_UNGUIDED static int put(struct bucketed_table *table,
			    struct bucketed_triple triple, uint32_t value)
{
	return put_inside(table, triple, value)
		       ? 0
		       : put_stray(table, triple, value);
}

void bucketed_drop(struct bucketed_table *table)
{
	lsm_free(table->block);
	lsm_free(table->whole);
	lsm_free(table->high);
	lsm_free(table->stray);
}

/* Make places for a table with its own buckets and widths, none of them taken.
 */
LSM_UNGUIDED static int make_places(struct bucketed_table *table, bool high)
{
	size_t inside = (size_t)table->buckets * BUCKETED_WIDTH;
	bool whole = !tells_triples(table);
	uintptr_t block;

	table->stray = NULL;
	table->nr_strays = 0;
	table->max_strays = 0;
	table->block = lsm_calloc((size_t)table->buckets + 1, LINE);
	table->whole = whole ? lsm_calloc(inside, sizeof(*table->whole)) : NULL;
	table->high = high ? lsm_calloc(inside, sizeof(*table->high)) : NULL;
	if (!table->block || (whole && !table->whole) ||
	    (high && !table->high)) {
		bucketed_drop(table);
		return -ENOMEM;
	}
	/* The allocator does not say that it begins with a line. */
	block = ((uintptr_t)table->block + LINE - 1) & ~(uintptr_t)(LINE - 1);
	table->bucket = (struct bucketed_bucket *)block;
	return 0;
}

/* Move the rules of the triple that a place has the first rule of. */
LSM_UNGUIDED static int move_triple(const struct bucketed_table *from,
				    uint32_t first, struct bucketed_table *to)
{
	struct bucketed_triple triple = bucketed_triple_at(from, first);
	struct bucketed_walk walk;
	uint32_t place;
	int status = 0;

	if (!bucketed_begin(&walk, from, triple) ||
	    !bucketed_next(&walk, &place) || place != first)
		return 0;
	do
		status = put(to, triple, bucketed_value(from, place));
	while (!status && bucketed_next(&walk, &place));
	return status;
}

LSM_UNGUIDED static int move_rules(const struct bucketed_table *from,
				   struct bucketed_table *to)
{
	int status = 0;

	for (uint32_t place = 0; !status && place < bucketed_places(from);
	     place++)
		if (bucketed_value(from, place))
			status = move_triple(from, place, to);
	return status;
}

LSM_UNGUIDED static uint32_t buckets_for(uint32_t rules)
{
	return (uint32_t)((uint64_t)rules * 10 / (9 * BUCKETED_WIDTH)) + 1;
}

/* Some more buckets: as many as the rules to come need, if these are near. */
LSM_UNGUIDED static uint32_t more_buckets(const struct bucketed_table *table)
{
	uint32_t more = table->buckets < FEW ? 2 * table->buckets
					     : table->buckets / 4 * 5;
	uint32_t expected = buckets_for(table->expected);

	return expected > table->buckets && expected < 2 * more ? expected
								: more;
}

/* Replace places by others. */
LSM_UNGUIDED static int rebuild(struct bucketed_table *table, uint32_t buckets,
				struct bucketed_widths widths)
{
	struct bucketed_table grown = *table;

	grown.buckets = buckets;
	grown.widths = widths;
	if (make_places(&grown, table->high))
		return -ENOMEM;
	if (table->bucket && move_rules(table, &grown)) {
		bucketed_drop(&grown);
		return -ENOMEM;
	}
	bucketed_drop(table);
	*table = grown;
	return 0;
}

/* Whether more buckets would leave fewer strays. */
LSM_UNGUIDED static bool too_many_strays(const struct bucketed_table *table)
{
	return table->nr_strays > 4 + table->buckets / 128 &&
	       table->nr > bucketed_inside(table) / 2;
}

/* See that there is a place for a rule, and that widths hold its triple. */
LSM_UNGUIDED static int make_room(struct bucketed_table *table,
				  struct bucketed_triple triple)
{
	struct bucketed_widths widths = widen(&table->widths, triple);
	uint32_t buckets = buckets_for(table->nr + 1);

	if (!table->bucket)
		return rebuild(table, buckets, widths);
	if (buckets > table->buckets || too_many_strays(table))
		return rebuild(table, more_buckets(table), widths);
	if (!bucketed_holds(&table->widths, triple))
		return rebuild(table, table->buckets, widths);
	return 0;
}

/* For the first value that has an upper half. */
LSM_UNGUIDED static int make_high(struct bucketed_table *table)
{
	table->high = lsm_calloc(bucketed_inside(table), sizeof(*table->high));
	return table->high ? 0 : -ENOMEM;
}

LSM_UNGUIDED int bucketed_add(struct bucketed_table *table,
			      struct bucketed_triple triple, uint32_t value)
{
	int status = make_room(table, triple);

	if (!status && value >> 16 && !table->high)
		status = make_high(table);
	if (!status)
		status = put(table, triple, value);
	if (!status)
		table->nr++;
	return status;
}

/* Whether a walk comes by a place, and what is said about more is true. */
LSM_UNGUIDED static bool in_order(const struct bucketed_table *table,
				  uint32_t wanted)
{
	struct bucketed_walk walk;
	uint32_t place, value = bucketed_value(table, wanted);

	if (!bucketed_begin(&walk, table, bucketed_triple_at(table, wanted)))
		return false;
	while (bucketed_next(&walk, &place))
		if (place == wanted)
			return bucketed_next(&walk, &place) ==
			       !!(value & BUCKETED_MORE);
	return false;
}

LSM_UNGUIDED const char *bucketed_check(const struct bucketed_table *table)
{
	uint32_t rules = 0;

	for (uint32_t place = 0; place < bucketed_places(table); place++) {
		uint32_t value = bucketed_value(table, place);
		uint32_t item = value >> BUCKETED_ITEM;

		if (!value)
			continue;
		rules++;
		if (place < bucketed_inside(table) && place % BUCKETED_WIDTH &&
		    !bucketed_value(table, place - 1))
			return "a bucket has a gap";
		if (item >= table->items.nr || !table->items.item[item].kind)
			return "a rule says nothing";
		if (!in_order(table, place))
			return "a rule is not found where it is";
	}
	return rules == table->nr ? NULL : "rules are miscounted";
}
