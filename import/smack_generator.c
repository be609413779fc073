/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "smack_generator.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The set of the patch of 2013. */
#define APPLICATION_LABELS 600u
#define APPLICATION_SUBJECTS 379u
#define APPLICATION_RULES 23895u
#define APPLICATION_MIN 5u
#define APPLICATION_MAX 60u

struct set {
	struct lsm_random random;
	FILE *out;
	char (*label)[APPLICATION_MAX + 1];
	uint32_t nr;
	uint32_t *order; /* scratch: the numbers below nr in some order */
	size_t rules;
};

static uint32_t below(struct set *set, uint32_t limit)
{
	return lsm_random_below(&set->random, limit);
}

static uint32_t between(struct set *set, uint32_t least, uint32_t most)
{
	return least + below(set, most - least + 1);
}

static bool is_taken(const struct set *set, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (!strcmp(set->label[i], set->label[nr]))
			return true;
	return false;
}

/* One in four is User::App::name, the rest are names with dots. */
static void name_application(struct set *set, char *label)
{
	static const char letter[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
	static const char *const start[] = {
		"User::App::",	 "org.",   "com.", "com.vendor.",
		"org.platform.", "User::", "",	   "sys.",
	};
	const char *word = start[below(set, 4) ? below(set, 8) : 0];
	size_t len = strlen(word);
	size_t wanted = between(set, APPLICATION_MIN, APPLICATION_MAX);
	if (wanted <= len)
		wanted = len + 1;
	memcpy(label, word, len);
	while (len < wanted) {
		bool dot = len && len + 1 < wanted && label[len - 1] != '.' &&
			   below(set, 8) == 0;

		/* The first byte is a letter: a '-' could not begin a label. */
		label[len] = letter[below(set, len ? 38 : 26)];
		if (dot)
			label[len] = '.';
		len++;
	}
	label[len] = '\0';
}

static void name_all(struct set *set)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		do
			name_application(set, set->label[i]);
		while (is_taken(set, i));
	}
}

/*
 * "Ez" and "FY" have the same DJB-33 hash, "ba" and "al" the same hash as a
 * name, whatever stands before and behind: bit i of a label's number chooses
 * the i-th pair.
 */
static void name_collisions(struct set *set, const char *const pair[2])
{
	uint32_t pairs = 0;

	while (UINT32_C(1) << pairs < set->nr)
		pairs++;
	for (uint32_t i = 0; i < set->nr; i++) {
		for (uint32_t k = 0; k < pairs; k++)
			memcpy(set->label[i] + (size_t)2 * k, pair[i >> k & 1],
			       2);
		set->label[i][2 * pairs] = '\0';
	}
}

static void name_labels(struct set *set, enum generator_shape shape)
{
	static const char *const djb33[] = { "Ez", "FY" };
	static const char *const name[] = { "ba", "al" };

	if (shape == GENERATOR_COLLISIONS)
		name_collisions(set, djb33);
	else if (shape == GENERATOR_NAME_COLLISIONS)
		name_collisions(set, name);
	else
		name_all(set);
}

static void shuffle(struct set *set)
{
	for (uint32_t i = 0; i < set->nr; i++)
		set->order[i] = i;
	for (uint32_t i = set->nr; i > 1; i--) {
		uint32_t k = below(set, i), swap = set->order[i - 1];

		set->order[i - 1] = set->order[k];
		set->order[k] = swap;
	}
}

static void print_rule(struct set *set, uint32_t subject, uint32_t object)
{
	static const char *const letters[] = {
		"rx",	 "r",	 "rwx",	 "rwxat", "rwxatl", "w",
		"rwxat", "-w--", "rwxl", "x",	  "-",	    "rb",
	};

	fprintf(set->out, "%s %s %s\n", set->label[subject], set->label[object],
		letters[below(set, 12)]);
	set->rules++;
}

/* Rules of one subject about @nr different objects. */
static void print_subject(struct set *set, uint32_t subject, uint32_t nr,
			  uint32_t merges)
{
	shuffle(set);
	for (uint32_t i = 0; i < nr; i++)
		for (uint32_t k = 0; k <= merges; k++)
			print_rule(set, subject, set->order[i]);
}

/* Each subject has its share of what is left, give or take a half. */
static void print_applications(struct set *set)
{
	uint32_t left = APPLICATION_RULES;

	for (uint32_t i = 0; i < APPLICATION_SUBJECTS; i++) {
		uint32_t subjects = APPLICATION_SUBJECTS - i;
		uint32_t share = left / subjects;
		uint32_t nr = subjects == 1 ? left
					    : between(set, share / 2,
						      share + share / 2);

		print_subject(set, i, nr, 0);
		left -= nr;
	}
}

static void print_benchmark(struct set *set, const struct generator *generator)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		uint32_t percent = between(set, generator->density_min,
					   generator->density_max);
		uint32_t nr = (set->nr * percent + 99) / 100;

		print_subject(set, i, nr, generator->merges);
	}
}

static uint32_t labels_of(const struct generator *generator)
{
	uint32_t nr = 2;

	if (generator->shape == GENERATOR_APPLICATIONS)
		return APPLICATION_LABELS;
	if (generator->shape == GENERATOR_BENCHMARK)
		return generator->labels;
	while (nr < generator->labels)
		nr *= 2;
	return nr;
}

size_t generator_print(FILE *out, const struct generator *generator)
{
	struct set set = { .random = { generator->seed }, .out = out };

	set.nr = labels_of(generator);
	set.label = calloc(set.nr, sizeof(*set.label));
	set.order = calloc(set.nr, sizeof(*set.order));
	if (set.label && set.order) {
		fprintf(out, "# seed %" PRIu64 "\n", generator->seed);
		name_labels(&set, generator->shape);
		if (generator->shape == GENERATOR_APPLICATIONS)
			print_applications(&set);
		else
			print_benchmark(&set, generator);
	}
	free(set.label);
	free(set.order);
	return set.rules;
}
