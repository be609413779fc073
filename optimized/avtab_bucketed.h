/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_bucketed.h - buckets of ten rules, shared by the files of this idea */
#ifndef LSM_AVTAB_BUCKETED_H
#define LSM_AVTAB_BUCKETED_H

#include <lsm/avtab.h>

#include "avtab_bucketed_code.h"

#define BUCKETED_WIDTH 10u /* rules in a bucket */
#define BUCKETED_TRIES 8u /* buckets that a rule may be in */

/**
 * struct bucketed_bucket - a cache line
 * @tag: of the triple of a rule
 * @value: low half of the rule's value, never 0; 0 where there is no rule, only
 *	behind others
 * @tries: three bits a rule, how many buckets were full before this one; bit 30
 *	is set if this one was full for some rule
 */
struct bucketed_bucket {
	uint32_t tag[BUCKETED_WIDTH];
	uint16_t value[BUCKETED_WIDTH];
	uint32_t tries;
};

#define BUCKETED_PASSED (1u << 30) /* of @tries */

/* Of a value: the rule is enabled; another of its triple comes behind it. */
#define BUCKETED_ENABLED 1u
#define BUCKETED_MORE 2u
#define BUCKETED_ITEM 2u /* bits to shift the number of its item */

/**
 * struct bucketed_item - what rules of many triples say
 * @data: permissions or a type; with extended permissions, which ones
 * @kind: the rule bit; 0 if nobody says it
 */
struct bucketed_item {
	uint32_t data;
	uint16_t kind;
};

/* Items nobody says, so that the low half of no value is 0: multiples of it. */
#define BUCKETED_NOBODY (1u << (16 - BUCKETED_ITEM))

/**
 * struct bucketed_items - all that is said
 * @item: by number
 * @nr: the next number
 * @max: how many there is room for
 * @slot: numbers by hash, 0 where there is none; open addressing
 * @mask: number of slots - 1
 * @xperms: extended permissions
 * @nr_xperms: how many
 * @max_xperms: how many there is room for
 */
struct bucketed_items {
	struct bucketed_item *item;
	uint32_t nr;
	uint32_t max;
	uint32_t *slot;
	uint32_t mask;
	struct lsm_avtab_xperms *xperms;
	uint32_t nr_xperms;
	uint32_t max_xperms;
};

/* A rule for which all buckets were full. */
struct bucketed_stray {
	struct bucketed_triple triple;
	uint32_t value;
};

/**
 * struct bucketed_table - a table
 * @bucket: the buckets; NULL if there are no rules
 * @block: the memory they are in
 * @buckets: how many; any number
 * @widths: of the triples in it
 * @whole: the triple of each place if tag and bucket do not tell it, in a
 *	small table of large numbers; else NULL
 * @high: upper half of the value of each place; NULL while all are 0
 * @stray: rules that are in no bucket
 * @nr_strays: how many
 * @max_strays: how many there is room for
 * @nr: how many rules
 * @expected: how many there will be; 0 if nobody said
 * @items: what they say
 * @slots: how many slots the contract would have
 * @hash: how they would be filled
 *
 * A rule's value is the number of its item and two flags: to enable one takes
 * no memory.  Its place is its bucket times BUCKETED_WIDTH plus where it is
 * there; strays come behind.  Rules of a triple are in their order in the
 * buckets that are tried for it, others in between.
 */
struct bucketed_table {
	struct bucketed_bucket *bucket;
	void *block;
	uint32_t buckets;
	struct bucketed_widths widths;
	struct bucketed_triple *whole;
	uint16_t *high;
	struct bucketed_stray *stray;
	uint32_t nr_strays;
	uint32_t max_strays;
	uint32_t nr;
	uint32_t expected;
	struct bucketed_items items;
	uint32_t slots;
	enum lsm_avtab_hash hash;
};

/**
 * bucketed_intern() - find or add what a rule says
 * @items: the items
 * @kind: the rule bit
 * @datum: what it says; extended permissions are never shared
 *
 * Return: its number; 0 if memory ran out, nothing added.
 */
uint32_t bucketed_intern(struct bucketed_items *items, uint16_t kind,
			 const struct lsm_avtab_datum *datum);

/**
 * bucketed_forget() - free all items
 * @items: the items; none afterwards
 */
void bucketed_forget(struct bucketed_items *items);

/**
 * bucketed_add() - add a rule behind all others of its triple
 * @table: the table
 * @triple: the triple
 * @value: its value
 *
 * The rule before it does not say yet that there are more.
 *
 * Return: 0; -ENOMEM, the rules as they were.
 */
int bucketed_add(struct bucketed_table *table, struct bucketed_triple triple,
		 uint32_t value);

/**
 * bucketed_drop() - free the places of a table
 * @table: the table; of no use afterwards
 */
void bucketed_drop(struct bucketed_table *table);

/**
 * bucketed_triple_at() - whose rule a place holds
 * @table: the table
 * @place: a place with a rule
 *
 * Return: its triple.
 */
struct bucketed_triple bucketed_triple_at(const struct bucketed_table *table,
					  uint32_t place);

/**
 * bucketed_check() - whether every rule is found where it is
 * @table: the table
 *
 * Return: why not, or NULL.
 */
const char *bucketed_check(const struct bucketed_table *table);

/* How many places are in buckets. */
static BUCKETED_INLINE uint32_t
bucketed_inside(const struct bucketed_table *table)
{
	return table->buckets * BUCKETED_WIDTH;
}

/* How many places there are; some have no rule. */
static BUCKETED_INLINE uint32_t
bucketed_places(const struct bucketed_table *table)
{
	return bucketed_inside(table) + table->nr_strays;
}

/* The value of a place; 0 if there is no rule. */
static BUCKETED_INLINE uint32_t
bucketed_value(const struct bucketed_table *table, uint32_t place)
{
	uint32_t low;

	if (place >= bucketed_inside(table))
		return table->stray[place - bucketed_inside(table)].value;
	low = table->bucket[place / BUCKETED_WIDTH]
		      .value[place % BUCKETED_WIDTH];
	return table->high ? (uint32_t)table->high[place] << 16 | low : low;
}

/* The first bucket that is tried for a tag, but for what the offset adds. */
static BUCKETED_INLINE uint32_t
bucketed_first(const struct bucketed_table *table, uint32_t tag)
{
	return (uint32_t)((uint64_t)tag * table->buckets >> 32);
}

/* The bucket that many behind, in the ring of all. */
static BUCKETED_INLINE uint32_t bucketed_behind(
	const struct bucketed_table *table, uint32_t bucket, uint32_t distance)
{
	uint32_t left = table->buckets - bucket;

	return distance < left ? bucket + distance : distance - left;
}

/* The first bucket that is tried for a code. */
static BUCKETED_INLINE uint32_t
bucketed_home(const struct bucketed_table *table, struct bucketed_code code)
{
	uint32_t first = bucketed_first(table, code.tag);

	/* Codes of one tag have different homes, and so are told apart. */
	return table->whole ? first
			    : bucketed_behind(table, first, code.offset);
}

/* How far the next bucket to be tried is, from 1 on but for a single one. */
static BUCKETED_INLINE uint32_t
bucketed_step(const struct bucketed_table *table, uint32_t tag)
{
	uint32_t mixed = tag * 0x9e3779b1u;

	return 1 + (uint32_t)((uint64_t)mixed * (table->buckets - 1) >> 32);
}

extern const struct lsm_avtab_ops lsm_avtab_bucketed;

#endif /* LSM_AVTAB_BUCKETED_H */
