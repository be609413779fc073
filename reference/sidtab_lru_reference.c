/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The least recently used list, obviously: an array in order of use. */
#include "sidtab_lru_reference.h"

#include <lsm/alloc.h>

bool sidtab_lru_reference_init(struct sidtab_lru_reference *lru,
			       uint32_t capacity)
{
	*lru = (struct sidtab_lru_reference){ .capacity = capacity };
	if (capacity == 0)
		return true;
	lru->sid = lsm_calloc(capacity, sizeof(*lru->sid));
	return lru->sid != NULL;
}

void sidtab_lru_reference_free(struct sidtab_lru_reference *lru)
{
	lsm_free(lru->sid);
	*lru = (struct sidtab_lru_reference){ 0 };
}

/* Where a SID is, or @nr if it is not cached. */
static uint32_t place(const struct sidtab_lru_reference *lru, uint32_t sid)
{
	uint32_t at = 0;

	while (at < lru->nr && lru->sid[at] != sid)
		at++;
	return at;
}

bool sidtab_lru_reference_has(const struct sidtab_lru_reference *lru,
			      uint32_t sid)
{
	return place(lru, sid) < lru->nr;
}

uint32_t sidtab_lru_reference_victim(const struct sidtab_lru_reference *lru)
{
	if (lru->nr < lru->capacity || lru->capacity == 0)
		return 0;
	return lru->sid[lru->nr - 1];
}

/* Put a SID in front of the @nr first ones. */
static void to_front(struct sidtab_lru_reference *lru, uint32_t sid,
		     uint32_t nr)
{
	for (uint32_t at = nr; at > 0; at--)
		lru->sid[at] = lru->sid[at - 1];
	lru->sid[0] = sid;
}

const char *sidtab_lru_reference_apply(struct sidtab_lru_reference *lru,
				       enum lsm_sidtab_change change,
				       uint32_t sid)
{
	switch (change) {
	case LSM_SIDTAB_INSERT:
		if (sidtab_lru_reference_has(lru, sid))
			return "a cached text is inserted again";
		if (lru->nr == lru->capacity)
			return "a text is inserted into a full cache";
		to_front(lru, sid, lru->nr);
		lru->nr++;
		return NULL;
	case LSM_SIDTAB_MOVE:
		if (!sidtab_lru_reference_has(lru, sid))
			return "a text is moved that is not cached";
		to_front(lru, sid, place(lru, sid));
		return NULL;
	case LSM_SIDTAB_EVICT:
		if (sid == 0 || sid != sidtab_lru_reference_victim(lru))
			return "a text is evicted that need not go";
		lru->nr--;
		return NULL;
	case LSM_SIDTAB_RENEW:
		lru->nr = 0;
		return NULL;
	}
	return "an unknown change";
}
