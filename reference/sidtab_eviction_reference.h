/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sidtab_eviction_reference.h - which texts a cache of SID texts must hold
 *
 * The list itself, without texts: the reference answers from it, and drivers
 * with threads replay a log of changes through it.
 */
#ifndef LSM_REFERENCE_SIDTAB_EVICTION_REFERENCE_H
#define LSM_REFERENCE_SIDTAB_EVICTION_REFERENCE_H

#include <lsm/sidtab.h>

/**
 * struct sidtab_eviction_reference - cached SIDs, the most recent one first
 * @eviction: who goes
 * @sid: room for @capacity SIDs
 * @marked: for each of them, whether it was used; LSM_SIDTAB_SIEVE
 * @hand: the SID before which the hand stands; 0: the oldest
 * @nr: how many there are
 * @capacity: how many there may be
 */
struct sidtab_eviction_reference {
	enum lsm_sidtab_eviction eviction;
	uint32_t *sid;
	bool *marked;
	uint32_t hand;
	uint32_t nr;
	uint32_t capacity;
};

/**
 * sidtab_eviction_reference_init() - make an empty list
 * @cache: the list
 * @eviction: who goes when it is full
 * @capacity: how many SIDs it may hold; 0 is allowed
 *
 * Return: true; false if memory ran out, @cache then fit to be freed.
 */
bool sidtab_eviction_reference_init(struct sidtab_eviction_reference *cache,
				    enum lsm_sidtab_eviction eviction,
				    uint32_t capacity);

/**
 * sidtab_eviction_reference_free() - free what a list holds
 * @cache: the list
 */
void sidtab_eviction_reference_free(struct sidtab_eviction_reference *cache);

/**
 * sidtab_eviction_reference_has() - whether a SID is cached
 * @cache: the list
 * @sid: the SID
 *
 * Return: true if it is.
 */
bool sidtab_eviction_reference_has(
	const struct sidtab_eviction_reference *cache, uint32_t sid);

/**
 * sidtab_eviction_reference_victim() - who has to go before another one can
 * come
 * @cache: the list
 *
 * Return: a SID; 0 if there is room, or if the capacity is 0.
 */
uint32_t
sidtab_eviction_reference_victim(const struct sidtab_eviction_reference *cache);

/**
 * sidtab_eviction_reference_apply() - follow a change of a cache
 * @cache: the list, changed if the change is right
 * @change: what a cache says it did; LSM_SIDTAB_MOVE marks with
 *	LSM_SIDTAB_SIEVE
 * @sid: with whom
 *
 * Return: NULL, or why a cache must not do that.
 */
const char *
sidtab_eviction_reference_apply(struct sidtab_eviction_reference *cache,
				enum lsm_sidtab_change change, uint32_t sid);

#endif /* LSM_REFERENCE_SIDTAB_EVICTION_REFERENCE_H */
