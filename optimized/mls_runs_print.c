/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranges on flat words, to text.  Each run is named by its edges, where it
 * begins and where it ends, and shifts and masks find all edges of a word at
 * once.  An edge is a piece: a separator and a name.  How long the pieces of a
 * word are together is a few population counts; to print one is a copy of 16
 * bytes, most of them of what comes next.
 */
#include "mls_runs.h"

#include <errno.h>
#include <string.h>

void mls_runs_learn_piece(struct names *names, uint32_t index)
{
	struct measure *measure = &names->measure[index / LSM_MLS_UNIT];
	uint64_t mask = UINT64_C(1) << index % LSM_MLS_UNIT;
	const struct entry *entry = &names->proper[index];
	struct piece *piece = &names->piece[index];

	piece->len = 1 + entry->len;
	piece->text[0] = ',';
	if (piece->len <= PIECE_TEXT)
		memcpy(piece->text + 1, entry->name, entry->len);
	measure->named |= mask;
	for (uint32_t i = 0; i < PIECE_BITS; i++)
		if (piece->len >> i & 1)
			measure->bit[i] |= mask;
	if (piece->len >> PIECE_BITS)
		measure->longer |= mask;
}

/**
 * struct walk - a way along a set, from unit to unit that has edges of runs
 * @cats: the set
 * @next: the unit to look at next
 * @start: of the unit that was looked at last
 * @first: the first members of runs in it
 * @last: the last members; one that is alone is both
 * @dots: those of them that a dot precedes, as members lie between
 */
struct walk {
	const struct cats *cats;
	uint32_t next;
	uint32_t start;
	uint64_t first;
	uint64_t last;
	uint64_t dots;
};

/* Whether a run goes on from the unit before this one. */
static bool goes_on(const struct unit *unit)
{
	return unit->map & 1 && unit[-1].map >> 63 &&
	       unit[-1].start + LSM_MLS_UNIT == unit->start;
}

/* From a unit that a run enters to the one in which it ends. */
static uint32_t end_of_run(const struct cats *cats, uint32_t i)
{
	while (i + 1 < cats->nr && !~cats->unit[i].map &&
	       goes_on(&cats->unit[i + 1]))
		i++;
	return i;
}

static bool next_unit(struct walk *walk)
{
	const struct cats *cats = walk->cats;
	const struct unit *unit;
	uint64_t enters, second;
	uint32_t i = walk->next;

	if (i == cats->nr)
		return false;
	enters = i && goes_on(&cats->unit[i]);
	/* The second member of a run may be the first of its unit. */
	second = enters ? walk->first >> 63 : 0;
	if (enters && !~cats->unit[i].map) {
		uint32_t end = end_of_run(cats, i);

		second = i == end ? second : 0;
		i = end;
	}
	unit = &cats->unit[i];
	walk->next = i + 1;
	walk->start = unit->start;
	walk->first = unit->map & ~(unit->map << 1 | enters);
	walk->last = unit->map & ~(unit->map >> 1);
	if (i + 1 < cats->nr && goes_on(unit + 1))
		walk->last &= ~(UINT64_C(1) << 63);
	second |= walk->first << 1;
	walk->dots = walk->last & ~walk->first & ~second;
	return true;
}

/* Few processors that have an instruction for it can be assumed to. */
static uint32_t count_bits(uint64_t word)
{
	word -= word >> 1 & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) +
	       (word >> 2 & UINT64_C(0x3333333333333333));
	word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Adds up the pieces in a unit; false if one is missing. */
static bool add_unit(const struct names *names, uint32_t start, uint64_t pieces,
		     size_t *len)
{
	const struct measure *measure;

	if (!pieces)
		return true;
	if (start >= names->highest)
		return false;
	measure = &names->measure[start / LSM_MLS_UNIT];
	if (pieces & ~measure->named)
		return false;
	for (uint32_t i = 0; i < PIECE_BITS; i++)
		if (pieces & measure->bit[i])
			*len += (size_t)count_bits(pieces & measure->bit[i])
				<< i;
	for (uint64_t rest = pieces & measure->longer; rest; rest &= rest - 1)
		*len += names->piece[start + (uint32_t)__builtin_ctzll(rest)]
				.len >>
			PIECE_BITS << PIECE_BITS;
	return true;
}

/* Adds the length of a level's text; false if a name is missing. */
static bool add_level(const struct policy *policy, const struct level *level,
		      size_t *len)
{
	struct walk walk = { .cats = &level->cats };

	if (level->sens - 1 >= policy->sens.highest ||
	    !policy->sens.proper[level->sens - 1].name)
		return false;
	*len += policy->sens.proper[level->sens - 1].len;
	while (next_unit(&walk))
		if (!add_unit(&policy->cat, walk.start, walk.first | walk.last,
			      len))
			return false;
	return true;
}

/* Prints a piece where @end is the end of all text. */
static char *put_piece(char *to, const char *end, const struct names *names,
		       uint32_t index)
{
	const struct piece *piece = &names->piece[index];

	if (piece->len <= PIECE_TEXT && (size_t)(end - to) >= sizeof(*piece)) {
		/* Of one size always; what is too much is printed over. */
		memcpy(to, piece, sizeof(*piece));
	} else {
		to[0] = ',';
		memcpy(to + 1, names->proper[index].name, piece->len - 1);
	}
	return to + piece->len;
}

static char *put_level(char *to, const char *end, const struct policy *policy,
		       const struct level *level)
{
	const struct entry *sens = &policy->sens.proper[level->sens - 1];
	struct walk walk = { .cats = &level->cats };
	char *colon;

	memcpy(to, sens->name, sens->len);
	to += sens->len;
	colon = to;
	while (next_unit(&walk)) {
		uint64_t rest = walk.first | walk.last;

		for (; rest; rest &= rest - 1) {
			uint32_t bit = (uint32_t)__builtin_ctzll(rest);
			char *separator = to;

			to = put_piece(to, end, &policy->cat, walk.start + bit);
			if (walk.dots >> bit & 1)
				*separator = '.';
		}
	}
	if (to != colon)
		*colon = ':';
	return to;
}

/* Whether both levels of a part have to be printed. */
static bool both(const struct range *range, enum lsm_mls_part part)
{
	return part == LSM_MLS_RANGE &&
	       !mls_runs_same(&range->level[LSM_MLS_LOW],
			      &range->level[LSM_MLS_HIGH]);
}

/* The first or only level of a part. */
static const struct level *first_of(const struct range *range,
				    enum lsm_mls_part part)
{
	return &range->level[part == LSM_MLS_RANGE ? LSM_MLS_LOW : part];
}

int mls_runs_length(const void *self, enum lsm_mls_part part, size_t *len)
{
	const struct range *range = self;
	size_t sum = 1; /* the NUL */

	if (!add_level(range->policy, first_of(range, part), &sum))
		return -EINVAL;
	if (both(range, part)) {
		sum++; /* the dash */
		if (!add_level(range->policy, &range->level[LSM_MLS_HIGH],
			       &sum))
			return -EINVAL;
	}
	*len = sum;
	return 0;
}

int mls_runs_print(const void *self, enum lsm_mls_part part, char *buf,
		   size_t size, size_t *len)
{
	const struct range *range = self;
	char *to = buf;
	size_t need;
	int status = mls_runs_length(self, part, &need);

	if (status)
		return status;
	if (size < need)
		return -ENOSPC;
	to = put_level(to, buf + need, range->policy, first_of(range, part));
	if (both(range, part)) {
		*to++ = '-';
		to = put_level(to, buf + need, range->policy,
			       &range->level[LSM_MLS_HIGH]);
	}
	*to = '\0';
	*len = need;
	return 0;
}
