/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Category sets as sorted arrays of words. */
#include "mls_runs.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* Index of the first unit that starts at or after @start. */
static uint32_t place(const struct cats *cats, uint32_t start)
{
	uint32_t low = 0, high = cats->nr;

	/* Sets grow at their end more often than not. */
	if (high == 0 || cats->unit[high - 1].start < start)
		return high;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (cats->unit[middle].start < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Put the positions of @map, at least one, into the unit at @start. */
static int put(struct cats *cats, uint32_t start, uint64_t map)
{
	uint32_t at = place(cats, start);

	if (at < cats->nr && cats->unit[at].start == start) {
		cats->unit[at].map |= map;
		return 0;
	}
	if (cats->nr == cats->max) {
		uint32_t max = cats->max ? 2 * cats->max : 2;
		struct unit *unit =
			lsm_realloc(cats->unit, max * sizeof(*unit));

		if (!unit)
			return -ENOMEM;
		cats->unit = unit;
		cats->max = max;
	}
	memmove(&cats->unit[at + 1], &cats->unit[at],
		(cats->nr - at) * sizeof(cats->unit[0]));
	cats->unit[at] = (struct unit){ start, map };
	cats->nr++;
	return 0;
}

int mls_runs_fill(struct cats *cats, uint32_t first, uint32_t last)
{
	uint32_t start = first - first % LSM_MLS_UNIT;
	uint32_t stop = last - last % LSM_MLS_UNIT;
	uint64_t map = ~UINT64_C(0) << first % LSM_MLS_UNIT;

	for (; start < stop; start += LSM_MLS_UNIT, map = ~UINT64_C(0))
		if (put(cats, start, map))
			return -ENOMEM;
	map &= ~UINT64_C(0) >> (LSM_MLS_UNIT - 1 - last % LSM_MLS_UNIT);
	return put(cats, stop, map);
}

void mls_runs_take_out(struct cats *cats, uint32_t position)
{
	uint32_t start = position - position % LSM_MLS_UNIT;
	uint32_t at = place(cats, start);
	struct unit *unit;

	if (at == cats->nr || cats->unit[at].start != start)
		return;
	unit = &cats->unit[at];
	unit->map &= ~(UINT64_C(1) << position % LSM_MLS_UNIT);
	if (unit->map)
		return;
	cats->nr--;
	memmove(unit, unit + 1, (cats->nr - at) * sizeof(*unit));
}

/* Whether @b is within @a. */
bool mls_runs_contains(const struct cats *a, const struct cats *b)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < b->nr; i++, k++) {
		while (k < a->nr && a->unit[k].start < b->unit[i].start)
			k++;
		if (k == a->nr || a->unit[k].start != b->unit[i].start ||
		    b->unit[i].map & ~a->unit[k].map)
			return false;
	}
	return true;
}

bool mls_runs_equal(const struct cats *a, const struct cats *b)
{
	if (a->nr != b->nr)
		return false;
	for (uint32_t i = 0; i < a->nr; i++)
		if (a->unit[i].start != b->unit[i].start ||
		    a->unit[i].map != b->unit[i].map)
			return false;
	return true;
}

int mls_runs_intersect(struct cats *dst, const struct cats *a,
		       const struct cats *b)
{
	uint32_t max = a->nr < b->nr ? a->nr : b->nr;
	uint32_t i = 0, k = 0;

	if (max == 0)
		return 0;
	dst->unit = lsm_malloc(max * sizeof(dst->unit[0]));
	if (!dst->unit)
		return -ENOMEM;
	dst->max = max;
	while (i < a->nr && k < b->nr) {
		const struct unit *one = &a->unit[i], *two = &b->unit[k];

		if (one->start == two->start && one->map & two->map)
			dst->unit[dst->nr++] =
				(struct unit){ one->start,
					       one->map & two->map };
		i += one->start <= two->start;
		k += one->start >= two->start;
	}
	return 0;
}

uint32_t mls_runs_highest(const struct cats *cats)
{
	const struct unit *last = &cats->unit[cats->nr - 1];

	return last->start + 63u - (uint32_t)__builtin_clzll(last->map);
}

const char *mls_runs_check(const struct cats *cats)
{
	if (cats->nr > cats->max)
		return "more units than room";
	for (uint32_t i = 0; i < cats->nr; i++) {
		if (!cats->unit[i].map)
			return "an empty unit";
		if (cats->unit[i].start % LSM_MLS_UNIT)
			return "a unit off its place";
		if (i && cats->unit[i - 1].start >= cats->unit[i].start)
			return "units out of order";
	}
	return NULL;
}
