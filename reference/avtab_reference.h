/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_reference.h - what the parts of the avtab reference share */
#ifndef LSM_REFERENCE_AVTAB_REFERENCE_H
#define LSM_REFERENCE_AVTAB_REFERENCE_H

#include <lsm/avtab.h>

/**
 * struct avtab_reference_rule - a rule
 * @key: its key
 * @data: what it says
 * @xperms: the same, if it has extended permissions
 */
struct avtab_reference_rule {
	struct lsm_avtab_key key;
	uint32_t data;
	struct lsm_avtab_xperms xperms;
};

/**
 * struct avtab_reference_table - an object of the reference
 * @rule: the rules, those of one triple one after the other, else in no order
 * @nr: how many
 * @max: how many there is room for
 * @slots: how many slots there would be
 * @hash: how they would be filled
 */
struct avtab_reference_table {
	struct avtab_reference_rule *rule;
	uint32_t nr;
	uint32_t max;
	uint32_t slots;
	enum lsm_avtab_hash hash;
};

/**
 * avtab_reference_slots() - how many slots a table is to have
 * @size: by which rule
 *
 * Return: as struct lsm_avtab_size says.
 */
uint32_t avtab_reference_slots(const struct lsm_avtab_size *size);

/**
 * avtab_reference_slot() - where a key would go
 * @hash: the hash function
 * @key: the key
 * @slots: how many slots there are, a power of two
 *
 * Return: as enum lsm_avtab_hash says.
 */
uint32_t avtab_reference_slot(enum lsm_avtab_hash hash,
			      const struct lsm_avtab_key *key, uint32_t slots);

/**
 * avtab_reference_read() - the read operation of struct lsm_avtab_ops
 * @ops: how to fill @self: its alloc, insert and release are used
 * @self: the table
 * @sizing: by which rule to size it
 * @limits: what the policy declares
 * @image: the image
 * @size: bytes of @image
 * @used: receives the length of the image
 *
 * Return: as the operation.
 */
int avtab_reference_read(const struct lsm_avtab_ops *ops, void *self,
			 enum lsm_avtab_sizing sizing,
			 const struct lsm_avtab_limits *limits,
			 const uint8_t *image, size_t size, size_t *used);

#endif /* LSM_REFERENCE_AVTAB_REFERENCE_H */
