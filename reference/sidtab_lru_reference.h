/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sidtab_lru_reference.h - which texts a cache of SID texts must hold
 *
 * The list itself, without texts: the reference answers from it, and drivers
 * with threads replay a log of changes through it.
 */
#ifndef LSM_REFERENCE_SIDTAB_LRU_REFERENCE_H
#define LSM_REFERENCE_SIDTAB_LRU_REFERENCE_H

#include <lsm/sidtab.h>

/**
 * struct sidtab_lru_reference - cached SIDs, the most recent one first
 * @sid: room for @capacity SIDs
 * @nr: how many there are
 * @capacity: how many there may be
 */
struct sidtab_lru_reference {
	uint32_t *sid;
	uint32_t nr;
	uint32_t capacity;
};

/**
 * sidtab_lru_reference_init() - make an empty list
 * @lru: the list
 * @capacity: how many SIDs it may hold; 0 is allowed
 *
 * Return: true; false if memory ran out, @lru then fit to be freed.
 */
bool sidtab_lru_reference_init(struct sidtab_lru_reference *lru,
			       uint32_t capacity);

/**
 * sidtab_lru_reference_free() - free what a list holds
 * @lru: the list
 */
void sidtab_lru_reference_free(struct sidtab_lru_reference *lru);

/**
 * sidtab_lru_reference_has() - whether a SID is cached
 * @lru: the list
 * @sid: the SID
 *
 * Return: true if it is.
 */
bool sidtab_lru_reference_has(const struct sidtab_lru_reference *lru,
			      uint32_t sid);

/**
 * sidtab_lru_reference_victim() - who has to go before another one can come
 * @lru: the list
 *
 * Return: a SID; 0 if there is room, or if the capacity is 0.
 */
uint32_t sidtab_lru_reference_victim(const struct sidtab_lru_reference *lru);

/**
 * sidtab_lru_reference_apply() - follow a change of a cache
 * @lru: the list, changed if the change is right
 * @change: what a cache says it did
 * @sid: with whom
 *
 * Return: NULL, or why a cache must not do that.
 */
const char *sidtab_lru_reference_apply(struct sidtab_lru_reference *lru,
				       enum lsm_sidtab_change change,
				       uint32_t sid);

#endif /* LSM_REFERENCE_SIDTAB_LRU_REFERENCE_H */
