/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policy_sets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_word[] = {
	[LSM_POLICY_ATTRIBUTE] = "attribute",
	[LSM_POLICY_TYPE] = "type",
	[LSM_POLICY_ROLE] = "role",
	[LSM_POLICY_DOMINANCE] = "dominance",
	[LSM_POLICY_USER] = "user",
	[LSM_POLICY_SENSITIVITY] = "sensitivity",
	[LSM_POLICY_USER_LOW] = "user-low",
	[LSM_POLICY_USER_HIGH] = "user-high",
	[LSM_POLICY_USER_LEVEL] = "user-level",
	[LSM_POLICY_RANGE_LOW] = "range-low",
	[LSM_POLICY_RANGE_HIGH] = "range-high",
};
_Static_assert(sizeof(kind_word) / sizeof(kind_word[0]) == LSM_POLICY_KINDS,
	       "a kind has no word");

const char *import_kind_word(enum lsm_policy_kind kind)
{
	return kind_word[kind];
}

uint64_t import_set_members(const struct lsm_policy_set *set)
{
	uint64_t members = 0;

	for (size_t i = 0; i < set->nr_units; i++)
		members +=
			(unsigned int)__builtin_popcountll(set->units[i].map);
	return members;
}

uint32_t import_set_highest(const struct lsm_policy_set *set)
{
	const struct lsm_policy_unit *last = &set->units[set->nr_units - 1];

	return last->start + 63 - (uint32_t)__builtin_clzll(last->map);
}

bool import_set_within(const struct lsm_policy_set *inner,
		       const struct lsm_policy_set *outer)
{
	size_t o = 0;

	for (size_t i = 0; i < inner->nr_units; i++) {
		while (o < outer->nr_units &&
		       outer->units[o].start < inner->units[i].start)
			o++;
		if (o == outer->nr_units ||
		    outer->units[o].start != inner->units[i].start ||
		    inner->units[i].map & ~outer->units[o].map)
			return false;
	}
	return true;
}

/* Add the members of one unit, from run->bit on, that have no gap. */
static bool extend_run(const struct lsm_policy_set *set, struct import_run *run)
{
	uint64_t rest = set->units[run->unit].map >> run->bit;
	unsigned int more = ~rest ? (unsigned int)__builtin_ctzll(~rest) : 64;

	run->length += more;
	run->bit += more;
	if (run->bit < 64)
		return false;
	run->bit = 0;
	run->unit++;
	return run->unit < set->nr_units &&
	       set->units[run->unit].start ==
		       set->units[run->unit - 1].start + 64;
}

bool import_next_run(const struct lsm_policy_set *set, struct import_run *run)
{
	while (run->unit < set->nr_units &&
	       !(set->units[run->unit].map >> run->bit)) {
		run->unit++;
		run->bit = 0;
	}
	if (run->unit == set->nr_units)
		return false;
	run->bit += (unsigned int)__builtin_ctzll(set->units[run->unit].map >>
						  run->bit);
	run->first = set->units[run->unit].start + run->bit;
	run->length = 0;
	while (extend_run(set, run))
		;
	return true;
}

/* Return: whether both have the same members. */
static bool same(const struct lsm_policy_set *a, const struct lsm_policy_set *b)
{
	if (a->nr_units != b->nr_units)
		return false;
	for (size_t i = 0; i < a->nr_units; i++)
		if (a->units[i].start != b->units[i].start ||
		    a->units[i].map != b->units[i].map)
			return false;
	return true;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* Return: where in the index the set is, or where it would go. */
static size_t find(const struct import_sets *sets,
		   const struct lsm_policy_set *set)
{
	uint64_t hash = set->nr_units;
	size_t at;

	for (size_t i = 0; i < set->nr_units; i++) {
		hash = mix(hash, set->units[i].start);
		hash = mix(hash, set->units[i].map);
	}
	at = hash & (sets->index_size - 1);
	while (sets->index[at] &&
	       !same(&sets->set[sets->index[at] - 1].set, set))
		at = (at + 1) & (sets->index_size - 1);
	return at;
}

/* Room for one more set, and an index at most half full. */
static int make_room(struct import_sets *sets)
{
	size_t room = sets->room ? 2 * sets->room : 256;
	struct import_set *set;
	uint32_t *index;

	if (sets->nr < sets->room)
		return 0;
	set = realloc(sets->set, room * sizeof(*set));
	if (!set)
		return -ENOMEM;
	sets->set = set;
	index = calloc(2 * room, sizeof(*index));
	if (!index)
		return -ENOMEM;
	free(sets->index);
	sets->index = index;
	sets->index_size = 2 * room;
	sets->room = room;
	for (size_t i = 0; i < sets->nr; i++)
		index[find(sets, &sets->set[i].set)] = (uint32_t)i + 1;
	return 0;
}

static int copy_set(struct lsm_policy_set *to,
		    const struct lsm_policy_set *from)
{
	size_t bytes = from->nr_units * sizeof(*from->units);
	struct lsm_policy_unit *units = malloc(bytes + 1);
	char *name = strdup(from->name);

	if (!units || !name) {
		free(units);
		free(name);
		return -ENOMEM;
	}
	if (bytes)
		memcpy(units, from->units, bytes);
	*to = *from;
	to->units = units;
	to->name = name;
	return 0;
}

int import_sets_add(struct import_sets *sets, const struct lsm_policy_set *set)
{
	int status = make_room(sets);
	size_t at;

	if (status)
		return status;
	at = find(sets, set);
	if (!sets->index[at]) {
		if (sets->nr == IMPORT_SETS_MAX)
			return -E2BIG;
		status = copy_set(&sets->set[sets->nr].set, set);
		if (status)
			return status;
		sets->set[sets->nr].seen = 0;
		sets->index[at] = (uint32_t)++sets->nr;
	}
	sets->set[sets->index[at] - 1].seen++;
	sets->read[set->kind]++;
	return 0;
}

void import_sets_free(struct import_sets *sets)
{
	for (size_t i = 0; i < sets->nr; i++) {
		/* Const for everybody else: we made them. */
		free((void *)(uintptr_t)sets->set[i].set.units);
		free((void *)(uintptr_t)sets->set[i].set.name);
	}
	free(sets->set);
	free(sets->index);
	*sets = (struct import_sets){ 0 };
}
