/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What rules say, each thing once: a policy of a hundred thousand rules says
 * some thousand things.  Extended permissions are too long to be compared
 * for the few that are equal.
 */
#include "avtab_bucketed.h"

#include <lsm/alloc.h>

#include <errno.h>

#define SLOTS_FIRST 16u

LSM_UNGUIDED static uint32_t hash_of(const struct bucketed_item *item)
{
	uint32_t h = (item->data ^ (uint32_t)item->kind << 20) * 0x9e3779b1u;

	return h ^ h >> 15;
}

/* The slot of an equal item, or that where it would be. */
LSM_UNGUIDED static uint32_t *slot_of(const struct bucketed_items *items,
				      const struct bucketed_item *wanted)
{
	uint32_t i = hash_of(wanted) & items->mask;

	for (;; i = (i + 1) & items->mask) {
		uint32_t *slot = &items->slot[i];
		const struct bucketed_item *item = &items->item[*slot];

		if (!*slot ||
		    (item->kind == wanted->kind && item->data == wanted->data))
			return slot;
	}
}

/* See that an array of @nr elements has room for one more. */
LSM_UNGUIDED static int room(void *array, uint32_t nr, uint32_t *max,
			     size_t size)
{
	uint32_t more = nr + nr / 8 + 8;
	void **block = array, *grown;

	if (nr < *max)
		return 0;
	grown = lsm_reallocarray(*block, more, size);
	if (!grown)
		return -ENOMEM;
	*block = grown;
	*max = more;
	return 0;
}

/* At most three quarters of the slots are taken. */
LSM_UNGUIDED static int slots(struct bucketed_items *items)
{
	struct bucketed_items grown = *items;

	if (items->slot && items->nr < (items->mask + 1) / 4 * 3)
		return 0;
	grown.mask = items->slot ? 2 * items->mask + 1 : SLOTS_FIRST - 1;
	grown.slot = lsm_calloc((size_t)grown.mask + 1, sizeof(*grown.slot));
	if (!grown.slot)
		return -ENOMEM;
	for (uint32_t i = 0; i < items->nr; i++)
		if (items->item[i].kind)
			*slot_of(&grown, &items->item[i]) = i;
	lsm_free(items->slot);
	*items = grown;
	return 0;
}

LSM_UNGUIDED static int room_for_item(struct bucketed_items *items)
{
	void *item = items->item;
	int status =
		room(&item, items->nr + 1, &items->max, sizeof(*items->item));

	items->item = item;
	if (status)
		return status;
	if (items->nr % BUCKETED_NOBODY == 0)
		items->item[items->nr++] = (struct bucketed_item){ 0 };
	return slots(items);
}

LSM_UNGUIDED static int room_for_xperms(struct bucketed_items *items)
{
	void *xperms = items->xperms;
	int status = room(&xperms, items->nr_xperms, &items->max_xperms,
			  sizeof(*items->xperms));

	items->xperms = xperms;
	return status;
}

LSM_UNGUIDED uint32_t bucketed_intern(struct bucketed_items *items,
				      uint16_t kind,
				      const struct lsm_avtab_datum *datum)
{
	struct bucketed_item item = { .data = datum->data, .kind = kind };
	bool shared = !(kind & LSM_AVTAB_XPERMS);
	uint32_t *slot;

	if (room_for_item(items) || (!shared && room_for_xperms(items)))
		return 0;
	if (!shared) {
		item.data = items->nr_xperms;
		items->xperms[items->nr_xperms++] = *datum->xperms;
	}
	slot = slot_of(items, &item);
	if (!*slot) {
		items->item[items->nr] = item;
		*slot = items->nr++;
	}
	return *slot;
}

void bucketed_forget(struct bucketed_items *items)
{
	lsm_free(items->item);
	lsm_free(items->slot);
	lsm_free(items->xperms);
	*items = (struct bucketed_items){ 0 };
}
