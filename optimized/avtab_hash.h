/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_hash.h - how many slots a table gets, and which one is a key's */
#ifndef LSM_AVTAB_HASH_H
#define LSM_AVTAB_HASH_H

#include <lsm/avtab.h>

/**
 * avtab_slots() - how many slots a table is to have
 * @size: by which rule
 *
 * Return: 0 or a power of two.
 */
uint32_t avtab_slots(const struct lsm_avtab_size *size);

/**
 * avtab_slot() - the slot of a key
 * @hash: the hash function
 * @key: the key; its specified is not part of the hash
 * @mask: number of slots - 1; there is at least one
 *
 * Return: in [0, @mask].
 */
uint32_t avtab_slot(enum lsm_avtab_hash hash, const struct lsm_avtab_key *key,
		    uint32_t mask);

/**
 * avtab_count_slots() - the statistics of a table that has no slots to look at
 * @slot: for each rule, the slot that it would be in; is sorted
 * @rules: how many rules
 * @slots: how many slots
 * @out: receives the statistics
 */
void avtab_count_slots(uint32_t *slot, uint32_t rules, uint32_t slots,
		       struct lsm_avtab_statistics *out);

#endif /* LSM_AVTAB_HASH_H */
