/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policy_select.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Positions of a node in today's kernel on 64-bit machines. */
#define NODE_POSITIONS 384u

/* What a set looks like to an implementation. */
enum trait {
	ONE, /* 1, to divide by */
	EMPTY, /* 1 if it is */
	UNITS,
	MEMBERS,
	RUNS, /* of neighbouring members */
	LONGEST, /* of the runs */
	SPAN, /* from the lowest to the highest member */
	LOWEST,
	FULL, /* units without a gap */
	EDGES, /* members that are the first or the last of a node */
	TRAITS,
};

struct shape {
	uint64_t trait[TRAITS];
	uint8_t size[TRAITS]; /* orders of magnitude, to compare by */
};

static uint8_t magnitude(uint64_t value)
{
	return value ? (uint8_t)(64 - __builtin_clzll(value)) : 0;
}

static void measure_runs(uint64_t *trait, const struct lsm_policy_set *set)
{
	struct import_run run = { 0 };

	while (import_next_run(set, &run)) {
		if (!trait[RUNS]++)
			trait[LOWEST] = run.first;
		trait[MEMBERS] += run.length;
		if (run.length > trait[LONGEST])
			trait[LONGEST] = run.length;
		trait[SPAN] = run.first + run.length - trait[LOWEST];
	}
}

static void measure(struct shape *shape, const struct lsm_policy_set *set)
{
	uint64_t *trait = shape->trait;

	trait[ONE] = 1;
	trait[EMPTY] = !set->nr_units;
	trait[UNITS] = set->nr_units;
	measure_runs(trait, set);
	for (size_t i = 0; i < set->nr_units; i++) {
		const struct lsm_policy_unit *unit = &set->units[i];
		uint32_t at = unit->start % NODE_POSITIONS;

		trait[FULL] += unit->map == UINT64_MAX;
		trait[EDGES] += at == 0 && unit->map & 1;
		trait[EDGES] += at == NODE_POSITIONS - 64 && unit->map >> 63;
	}
	for (int i = 0; i < TRAITS; i++)
		shape->size[i] = magnitude(trait[i]);
}

static struct shape *measure_all(const struct import_sets *sets)
{
	struct shape *shapes = calloc(sets->nr + 1, sizeof(*shapes));

	for (size_t i = 0; shapes && i < sets->nr; i++)
		measure(&shapes[i], &sets->set[i].set);
	return shapes;
}

/* Extremes: the sets with the most of one trait for each of another. */
static const struct extreme {
	enum trait of, per;
} extremes[] = {
	{ EMPTY, ONE },	    { ONE, MEMBERS }, { UNITS, ONE },
	{ MEMBERS, ONE },   { LONGEST, ONE }, { FULL, ONE },
	{ EDGES, ONE },	    { RUNS, ONE },    { LOWEST, ONE },
	{ MEMBERS, UNITS }, /* dense */
	{ UNITS, MEMBERS }, /* sparse */
	{ SPAN, MEMBERS }, /* spread */
};
#define NR_EXTREMES (sizeof(extremes) / sizeof(extremes[0]))

/* Return: 0 for a shape that is no candidate. */
static uint64_t score(const struct shape *shape, const struct extreme *extreme)
{
	uint64_t per = shape->trait[extreme->per];

	/* One unit says nothing about how units are filled. */
	if (extreme->of != ONE && extreme->per != ONE &&
	    shape->trait[UNITS] < 2)
		return 0;
	return per ? (shape->trait[extreme->of] << 24) / per : 0;
}

static unsigned int distance(const struct shape *a, const struct shape *b)
{
	unsigned int sum = 0;

	for (int i = 0; i < TRAITS; i++)
		sum += (unsigned int)abs(a->size[i] - b->size[i]);
	return sum;
}

/* Who is chosen, and how far everybody else is from the nearest of them. */
struct choice {
	const struct shape *shapes;
	size_t nr;
	bool *chosen;
	unsigned int *nearest;
	size_t left; /* how many more to choose */
};

static void choose(struct choice *choice, size_t at)
{
	choice->chosen[at] = true;
	choice->left--;
	for (size_t i = 0; i < choice->nr; i++) {
		unsigned int d =
			distance(&choice->shapes[i], &choice->shapes[at]);

		if (d < choice->nearest[i])
			choice->nearest[i] = d;
	}
}

static void choose_extremes(struct choice *choice)
{
	for (size_t e = 0; e < NR_EXTREMES && choice->left; e++) {
		uint64_t best = 0;
		size_t at = choice->nr;

		for (size_t i = 0; i < choice->nr; i++) {
			uint64_t s = score(&choice->shapes[i], &extremes[e]);

			if (s > best) {
				best = s;
				at = i;
			}
		}
		if (at < choice->nr && !choice->chosen[at])
			choose(choice, at);
	}
}

static void choose_farthest(struct choice *choice)
{
	size_t at = choice->nr;

	for (size_t i = 0; i < choice->nr; i++)
		if (!choice->chosen[i] &&
		    (at == choice->nr ||
		     choice->nearest[i] > choice->nearest[at]))
			at = i;
	choose(choice, at);
}

int import_select(const struct import_sets *sets, size_t wanted, bool *chosen)
{
	struct choice choice = {
		.shapes = measure_all(sets),
		.nr = sets->nr,
		.chosen = chosen,
		.nearest = malloc((sets->nr + 1) * sizeof(unsigned int)),
		.left = wanted < sets->nr ? wanted : sets->nr,
	};
	int status = -ENOMEM;

	if (choice.shapes && choice.nearest) {
		memset(choice.nearest, 0xff, sets->nr * sizeof(unsigned int));
		choose_extremes(&choice);
		while (choice.left)
			choose_farthest(&choice);
		status = 0;
	}
	free((void *)(uintptr_t)choice.shapes);
	free(choice.nearest);
	return status;
}

int import_minimise(const struct import_sets *sets, bool *chosen)
{
	struct shape *shapes = measure_all(sets);
	size_t kept = 0;

	if (!shapes)
		return -ENOMEM;
	for (size_t i = 0; i < sets->nr; i++) {
		size_t k = 0;

		while (k < kept && distance(&shapes[k], &shapes[i]))
			k++;
		if (k < kept)
			continue;
		/* The kept shapes gather at the front: kept <= i. */
		shapes[kept++] = shapes[i];
		chosen[i] = true;
	}
	free(shapes);
	return 0;
}
