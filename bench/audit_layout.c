/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_layout.h"

#include "cache_model.h"

#include <errno.h>

/* Offsets in a kernel's entry, and what a field of it takes, on 64 bits. */
#define LINK 0u
#define MASK 48u
#define NR_FIELDS 308u
#define FIELDS 320u
#define PRIO 400u
#define FIELD_BYTES 32u

/* A record of the packed layout: priority, action, fields behind. */
#define RECORD_BYTES 16u
#define RECORD_FIELD 12u

static uint64_t round_up(uint64_t value, uint64_t step)
{
	return (value + step - 1) / step * step;
}

/*
 * A slab deals its places out in random order.  The general one of before is
 * also used by others: rules get one place in two.  The pool's is for rules
 * alone: they fill it.
 */
static uint64_t place_entries(struct layout *layout, uint64_t step, bool shared,
			      uint32_t seed)
{
	uint32_t place[2 * LAYOUT_RULES_MAX + POOL_SLAB / CACHE_LINE] = { 0 };
	size_t per_slab = POOL_SLAB / step;
	size_t slabs =
		(layout->nr * (shared ? 2 : 1) + per_slab - 1) / per_slab;

	if (shared)
		shuffle(place, slabs * per_slab, seed);
	for (size_t i = 0; i < slabs && !shared; i++) {
		shuffle(place + i * per_slab, per_slab, seed + (uint32_t)i);
		for (size_t k = 0; k < per_slab; k++)
			place[i * per_slab + k] += (uint32_t)(i * per_slab);
	}
	for (size_t i = 0; i < layout->nr; i++)
		layout->at[i] = place[i] / per_slab * POOL_SLAB +
				place[i] % per_slab * step;
	return slabs * POOL_SLAB;
}

/* Fields are blocks of their own, of powers of two. */
static uint64_t place_fields(struct layout *layout, uint64_t at)
{
	for (size_t i = 0; i < layout->nr; i++) {
		uint64_t bytes = FIELD_BYTES;

		while (bytes < layout->entry[i]->nr_fields * FIELD_BYTES)
			bytes *= 2;
		at = round_up(at, bytes);
		layout->fields[i] = at;
		at += bytes;
	}
	return at;
}

static uint64_t place_packed(struct layout *layout)
{
	uint64_t at = LSM_AUDIT_MASK_BITS * round_up(layout->nr, 64) / 8;

	layout->rows = 0;
	for (size_t i = 0; i < layout->nr; i++) {
		layout->at[i] = at;
		layout->fields[i] = at + RECORD_BYTES;
		at += RECORD_BYTES + layout->entry[i]->nr_fields * RECORD_FIELD;
		at = round_up(at, 4);
	}
	return at;
}

int layout_place(struct layout *layout, const struct pooled_filter *filter,
		 enum layout_kind kind, uint32_t seed)
{
	const struct pooled_entry *entry;
	uint64_t end;

	layout->kind = kind;
	layout->nr = 0;
	for (size_t home = 0; home < POOLED_HOMES; home++)
		list_for_each_entry(entry, &filter->home[home], link) {
			if (layout->nr == LAYOUT_RULES_MAX)
				return -E2BIG;
			layout->entry[layout->nr++] = entry;
		}
	if (kind == LAYOUT_PACKED)
		end = place_packed(layout);
	else
		end = place_fields(layout,
				   kind == LAYOUT_SLAB
					   ? place_entries(layout,
							   POOLED_SLAB_STEP,
							   true, seed)
					   : place_entries(layout, POOLED_STEP,
							   false, seed));
	layout->end = round_up(end, CACHE_PAGE);
	return 0;
}

struct walk {
	const struct layout *layout;
	const struct lsm_audit_event *event;
	layout_touch_fn *touch;
	void *arg;
	uint64_t prio;
};

static void touch(const struct walk *walk, uint64_t address)
{
	walk->touch(address, walk->arg);
}

/* Fields up to the first that does not hold; whether all do. */
static bool walk_fields(const struct walk *walk, size_t rule, uint64_t bytes,
			const struct lsm_audit_name *name)
{
	const struct pooled_entry *entry = walk->layout->entry[rule];

	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		touch(walk, walk->layout->fields[rule] + i * bytes);
		if (!pooled_field_holds(&entry->field[i], walk->event, true,
					name))
			return false;
	}
	return true;
}

/* Whether the rule at a place of an entry decided. */
static bool walk_entry(struct walk *walk, size_t rule,
		       const struct lsm_audit_name *name)
{
	const struct pooled_entry *entry = walk->layout->entry[rule];
	uint64_t at = walk->layout->at[rule];
	uint32_t nr = walk->event->nr;

	touch(walk, at + LINK);
	touch(walk, at + MASK + 4 * (nr / 32));
	if (!(entry->mask[nr / 32] >> nr % 32 & 1))
		return false;
	touch(walk, at + PRIO);
	if (entry->prio <= walk->prio)
		return false;
	touch(walk, at + NR_FIELDS);
	touch(walk, at + FIELDS);
	if (!walk_fields(walk, rule, FIELD_BYTES, name))
		return false;
	walk->prio = entry->prio;
	return true;
}

static bool walk_record(struct walk *walk, size_t rule,
			const struct lsm_audit_name *name)
{
	const struct pooled_entry *entry = walk->layout->entry[rule];
	uint32_t nr = walk->event->nr;

	if (!(entry->mask[nr / 32] >> nr % 32 & 1))
		return false;
	touch(walk, walk->layout->at[rule]);
	if (entry->prio <= walk->prio ||
	    !walk_fields(walk, rule, RECORD_FIELD, name))
		return false;
	walk->prio = entry->prio;
	return true;
}

static bool walk_home(struct walk *walk, size_t home,
		      const struct lsm_audit_name *name)
{
	const struct layout *layout = walk->layout;
	bool packed = layout->kind == LAYOUT_PACKED;
	uint64_t row = round_up(layout->nr, 64) / 8;

	for (size_t i = 0; i < layout->nr; i++) {
		if (layout->entry[i]->home != home)
			continue;
		if (packed)
			touch(walk, layout->rows + walk->event->nr * row +
					    i / 64 * 8);
		if (packed ? walk_record(walk, i, name)
			   : walk_entry(walk, i, name))
			return true;
	}
	return false;
}

void layout_walk(const struct layout *layout,
		 const struct lsm_audit_event *event, layout_touch_fn *fn,
		 void *arg)
{
	struct walk walk = { layout, event, fn, arg, 0 };
	bool found = false;

	if (event->nr >= LSM_AUDIT_MASK_BITS)
		return;
	walk_home(&walk, LSM_AUDIT_EXIT, NULL);
	for (size_t i = 0; i < event->nr_names && !found; i++) {
		uint32_t bucket =
			(uint32_t)event->name[i].inode.ino % LSM_AUDIT_BUCKETS;

		found = walk_home(&walk, LSM_AUDIT_LISTS + bucket,
				  &event->name[i]);
	}
}
