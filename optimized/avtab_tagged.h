/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_tagged.h - buckets of tags, shared by the two files of this idea */
#ifndef LSM_AVTAB_TAGGED_H
#define LSM_AVTAB_TAGGED_H

#include <lsm/avtab.h>

#define TAGGED_WIDTH 8u /* triples in a bucket */
#define TAGGED_END UINT32_MAX /* no rule */

/**
 * struct tagged_bucket - a cache line
 * @tag: a hash of the triple, never 0; 0 where there is none, only behind
 * others
 * @first: the first rule of the triple
 */
struct tagged_bucket {
	uint32_t tag[TAGGED_WIDTH];
	uint32_t first[TAGGED_WIDTH];
};

/**
 * struct tagged_rule - a rule
 * @key: its key
 * @data: what it says; with extended permissions, which ones
 * @next: the next rule of its triple, or TAGGED_END
 */
struct tagged_rule {
	struct lsm_avtab_key key;
	uint32_t data;
	uint32_t next;
};

/**
 * struct tagged_table - a table
 * @bucket: buckets, a power of two; what does not fit one is in the next that
 *	has room; NULL if there are no rules
 * @block: the memory they are in
 * @mask: number of buckets - 1
 * @triples: how many triples there are
 * @rule: all rules
 * @nr: how many
 * @max: how many there is room for
 * @xperms: all extended permissions
 * @nr_xperms: how many
 * @max_xperms: how many there is room for
 * @slots: how many slots the contract would have
 * @hash: how they would be filled
 */
struct tagged_table {
	struct tagged_bucket *bucket;
	void *block;
	uint32_t mask;
	uint32_t triples;
	struct tagged_rule *rule;
	uint32_t nr;
	uint32_t max;
	struct lsm_avtab_xperms *xperms;
	uint32_t nr_xperms;
	uint32_t max_xperms;
	uint32_t slots;
	enum lsm_avtab_hash hash;
};

/**
 * tagged_first() - where the rules of a triple begin
 * @table: the table
 * @key: the triple
 *
 * Return: the number of its first rule, to be read and changed, or NULL.
 */
uint32_t *tagged_first(const struct tagged_table *table,
		       const struct lsm_avtab_key *key);

/**
 * tagged_room() - see that there is room for one more triple
 * @table: the table
 *
 * Return: 0; -ENOMEM, @table unchanged.
 */
int tagged_room(struct tagged_table *table);

/**
 * tagged_add() - put a triple in
 * @table: the table, with room for it and without it
 * @key: the triple
 * @first: its first rule
 */
void tagged_add(struct tagged_table *table, const struct lsm_avtab_key *key,
		uint32_t first);

/**
 * tagged_check() - whether every triple is found from its own bucket
 * @table: the table
 *
 * Return: why not, or NULL.
 */
const char *tagged_check(const struct tagged_table *table);

extern const struct lsm_avtab_ops lsm_avtab_tagged;

#endif /* LSM_AVTAB_TAGGED_H */
