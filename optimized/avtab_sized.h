/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * avtab_sized.h - the hash table whose slots are allocated when the number of
 * rules is known, for its own files and for what is built over it
 *
 * The functions below are those of struct lsm_avtab_ops of the same names,
 * where not said otherwise, on nodes instead of copies of them.  A node stays
 * where it is until its table is freed, so that a conditional can point to the
 * nodes of its rules.
 */
#ifndef LSM_AVTAB_SIZED_H
#define LSM_AVTAB_SIZED_H

#include <lsm/avtab.h>

/**
 * struct avtab_node - a rule
 * @next: the next one of its slot
 * @key: its key; LSM_AVTAB_ENABLED in it may be changed at any time
 * @data: what it says
 * @xperms: the same, if the rule bit is one of LSM_AVTAB_XPERMS; the node's own
 */
struct avtab_node {
	struct avtab_node *next;
	struct lsm_avtab_key key;
	union {
		uint32_t data;
		struct lsm_avtab_xperms *xperms;
	};
};

#define AVTAB_STRETCH 64u

/**
 * struct avtab_table - a table
 * @slot: one list of rules a slot, in ascending order of (source, target,
 *	class); NULL without slots
 * @stretch: one bit for each AVTAB_STRETCH slots: whether any of them was ever
 *	filled, for what goes through all slots.  Part of @slot's block
 * @mask: number of slots - 1, or 0
 * @rules: how many rules there are
 * @hash: from a key to a slot
 */
struct avtab_table {
	struct avtab_node **slot;
	uint64_t *stretch;
	uint32_t mask;
	uint32_t rules;
	enum lsm_avtab_hash hash;
};

/**
 * avtab_table_init() - make a table without slots
 * @table: overwritten, whatever it held
 * @hash: its hash function
 */
void avtab_table_init(struct avtab_table *table, enum lsm_avtab_hash hash);

/**
 * avtab_table_alloc() - free all, then make empty slots
 * @table: the table
 * @size: how many slots
 *
 * Return: 0; -ENOMEM, @table without rules and slots.
 */
int avtab_table_alloc(struct avtab_table *table,
		      const struct lsm_avtab_size *size);

/**
 * avtab_table_release() - free all rules and slots
 * @table: the table, as after avtab_table_init() then
 */
void avtab_table_release(struct avtab_table *table);

/**
 * avtab_table_insert() - put a rule in that may not be there yet
 * @table: the table
 * @key: its key
 * @datum: what it says; copied
 *
 * Return: 0; -EINVAL, -EEXIST or -ENOMEM, @table unchanged.
 */
int avtab_table_insert(struct avtab_table *table,
		       const struct lsm_avtab_key *key,
		       const struct lsm_avtab_datum *datum);

/**
 * avtab_table_insert_nonunique() - put a rule in, whatever is there
 * @table: the table
 * @key: its key
 * @datum: what it says; copied
 * @node: receives its node; may be NULL
 *
 * Return: 0; -EINVAL or -ENOMEM, @table unchanged and @node untouched.
 */
int avtab_table_insert_nonunique(struct avtab_table *table,
				 const struct lsm_avtab_key *key,
				 const struct lsm_avtab_datum *datum,
				 struct avtab_node **node);

/**
 * avtab_table_search() - the first rule of a triple
 * @table: the table
 * @key: the triple, and the rule bits of which it must have one
 *
 * Return: the node, or NULL.
 */
struct avtab_node *avtab_table_search(const struct avtab_table *table,
				      const struct lsm_avtab_key *key);

/**
 * avtab_table_search_next() - the next rule of the same triple
 * @node: the last one
 * @specified: the rule bits of which it must have one
 *
 * Return: the node, or NULL.
 */
struct avtab_node *avtab_table_search_next(const struct avtab_node *node,
					   uint16_t specified);

/**
 * avtab_table_next() - go through the slots
 * @table: the table
 * @slot: where to begin, at most the number of slots
 *
 * Return: the first slot from @slot on that has rules, or the number of slots;
 * without slots, 1.
 */
uint32_t avtab_table_next(const struct avtab_table *table, uint32_t slot);

/**
 * avtab_table_read() - make it the table of a binary image
 * @table: the table
 * @sizing: by which rule to size it
 * @limits: what the policy declares
 * @image: the image, and perhaps other bytes behind it
 * @size: how many bytes there are
 * @used: receives the length of the image
 *
 * Return: 0; -EINVAL or -ENOMEM, @table without rules and slots and @used
 * untouched.
 */
int avtab_table_read(struct avtab_table *table, enum lsm_avtab_sizing sizing,
		     const struct lsm_avtab_limits *limits,
		     const uint8_t *image, size_t size, size_t *used);

/**
 * avtab_table_statistics() - count rules and slots
 * @table: the table
 * @out: receives the figures
 */
void avtab_table_statistics(const struct avtab_table *table,
			    struct lsm_avtab_statistics *out);

#endif /* LSM_AVTAB_SIZED_H */
