/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The side list: the few units beyond the word array. */
#include "ebitmap_flat.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

size_t flat_side_find(const struct flat_side *side, uint32_t bit)
{
	uint32_t start = bit - bit % FLAT_WORD_BITS;
	size_t low = 0, high = side->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (side->unit[middle].start < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int make_room(struct flat_side *side)
{
	size_t room = side->room ? 2 * side->room : 4;
	struct flat_unit *unit;

	if (side->nr < side->room)
		return 0;
	unit = lsm_reallocarray(side->unit, room, sizeof(*unit));
	if (!unit)
		return -ENOMEM;
	side->unit = unit;
	side->room = room;
	return 0;
}

int flat_side_set(struct flat_side *side, uint32_t bit, bool value)
{
	uint32_t start = bit - bit % FLAT_WORD_BITS;
	uint64_t mask = UINT64_C(1) << bit % FLAT_WORD_BITS;
	size_t i = flat_side_find(side, bit);
	bool present = i < side->nr && side->unit[i].start == start;

	if (value && !present) {
		if (make_room(side) < 0)
			return -ENOMEM;
		memmove(&side->unit[i + 1], &side->unit[i],
			(side->nr - i) * sizeof(side->unit[0]));
		side->unit[i] = (struct flat_unit){ .start = start };
		side->nr++;
	}
	if (value) {
		side->unit[i].map |= mask;
	} else if (present) {
		side->unit[i].map &= ~mask;
		if (!side->unit[i].map) {
			side->nr--;
			memmove(&side->unit[i], &side->unit[i + 1],
				(side->nr - i) * sizeof(side->unit[0]));
		}
	}
	return 0;
}

int flat_side_append(struct flat_side *side, uint32_t start, uint64_t map)
{
	if (!map)
		return 0;
	if (make_room(side) < 0)
		return -ENOMEM;
	side->unit[side->nr++] = (struct flat_unit){ start, map };
	return 0;
}

int flat_side_combine(struct flat_side *dst, const struct flat_side *a,
		      const struct flat_side *b, flat_word_fn *fn)
{
	size_t i = 0, k = 0;

	while (i < a->nr || k < b->nr) {
		bool in_a = i < a->nr && (k == b->nr ||
					  a->unit[i].start <= b->unit[k].start);
		bool in_b = k < b->nr && (i == a->nr ||
					  b->unit[k].start <= a->unit[i].start);
		uint32_t start = in_a ? a->unit[i].start : b->unit[k].start;
		uint64_t map = fn(in_a ? a->unit[i].map : 0,
				  in_b ? b->unit[k].map : 0);

		if (flat_side_append(dst, start, map) < 0)
			return -ENOMEM;
		i += in_a;
		k += in_b;
	}
	return 0;
}

bool flat_side_contains(const struct flat_side *a, const struct flat_side *b)
{
	size_t i = 0;

	for (size_t k = 0; k < b->nr; k++, i++) {
		while (i < a->nr && a->unit[i].start < b->unit[k].start)
			i++;
		if (i == a->nr || a->unit[i].start != b->unit[k].start ||
		    b->unit[k].map & ~a->unit[i].map)
			return false;
	}
	return true;
}
