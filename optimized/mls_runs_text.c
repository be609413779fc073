/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranges on flat words, from text: names are hashed while they are scanned, and
 * an item a.b sets whole words.
 */
#include "mls_runs.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* FNV-1a (Fowler, Noll and Vo); the names of real policies hardly collide. */
#define HASH_START 2166136261u

static inline uint32_t hash_step(uint32_t hash, char c)
{
	return (hash ^ (unsigned char)c) * 16777619u;
}

static uint32_t home(uint32_t hash, const struct names *names)
{
	return (hash ^ hash >> 15) & names->mask;
}

static void learn(struct names *names, const char *name, uint32_t value)
{
	uint32_t hash = HASH_START, at;
	const char *c;

	for (c = name; *c; c++)
		hash = hash_step(hash, *c);
	for (at = home(hash, names); names->slot[at].name;)
		at = (at + 1) & names->mask;
	names->slot[at] = (struct entry){ name, (uint32_t)(c - name), value };
}

static bool make_room(struct names *names, size_t nr, uint32_t highest)
{
	uint32_t slots = 2;

	while (slots < 2 * nr)
		slots *= 2;
	names->mask = slots - 1;
	names->slot = lsm_calloc(slots, sizeof(*names->slot));
	names->proper = lsm_calloc(highest, sizeof(*names->proper));
	names->highest = highest;
	names->piece = lsm_calloc(highest, sizeof(*names->piece));
	names->measure =
		lsm_calloc(highest / LSM_MLS_UNIT + 1, sizeof(*names->measure));
	return names->slot && names->proper && names->piece && names->measure;
}

static void learn_proper(struct names *names, const char *name, uint32_t value)
{
	learn(names, name, value);
	names->proper[value - 1] =
		(struct entry){ name, (uint32_t)strlen(name), value };
	mls_runs_learn_piece(names, value - 1);
}

static void forget(struct names *names)
{
	lsm_free(names->slot);
	lsm_free(names->proper);
	lsm_free(names->piece);
	lsm_free(names->measure);
}

bool mls_runs_learn(struct policy *policy)
{
	const struct lsm_mls_policy *table = policy->table;

	if (!make_room(&policy->sens, table->nr_sens + table->nr_sens_alias,
		       table->nlevels) ||
	    !make_room(&policy->cat, table->nr_cat + table->nr_cat_alias,
		       table->nprim))
		return false;
	for (size_t i = 0; i < table->nr_sens; i++)
		learn_proper(&policy->sens, table->sens[i].name,
			     table->sens[i].value);
	for (size_t i = 0; i < table->nr_sens_alias; i++)
		learn(&policy->sens, table->sens_alias[i].name,
		      table->sens_alias[i].value);
	for (size_t i = 0; i < table->nr_cat; i++)
		learn_proper(&policy->cat, table->cat[i].name,
			     table->cat[i].value);
	for (size_t i = 0; i < table->nr_cat_alias; i++)
		learn(&policy->cat, table->cat_alias[i].name,
		      table->cat_alias[i].value);
	return true;
}

void mls_runs_unlearn(struct policy *policy)
{
	forget(&policy->sens);
	forget(&policy->cat);
}

/* The text still to be parsed: [at, end). */
struct scan {
	const char *at;
	const char *end;
};

/*
 * The value of the name up to @stop, @stop2 or the end, or 0; what it stopped
 * at is passed and handed out in @found, '\0' for the end.
 */
static uint32_t scan_name(struct scan *scan, const struct names *names,
			  char stop, char stop2, char *found)
{
	const char *from = scan->at, *at = from;
	uint32_t hash = HASH_START, len;

	while (at < scan->end && *at != stop && *at != stop2)
		hash = hash_step(hash, *at++);
	len = (uint32_t)(at - from);
	*found = '\0';
	if (at < scan->end)
		*found = *at++;
	scan->at = at;
	for (uint32_t i = home(hash, names); names->slot[i].name;
	     i = (i + 1) & names->mask)
		if (names->slot[i].len == len &&
		    !memcmp(names->slot[i].name, from, len))
			return names->slot[i].value;
	return 0;
}

static int scan_level(struct scan scan, const struct policy *policy,
		      struct level *level)
{
	char found;

	level->sens = scan_name(&scan, &policy->sens, ':', ':', &found);
	if (!level->sens)
		return -EINVAL;
	while (found) {
		uint32_t first, last;

		first = scan_name(&scan, &policy->cat, '.', ',', &found);
		if (!first)
			return -EINVAL;
		last = first;
		if (found == '.') {
			last = scan_name(&scan, &policy->cat, ',', ',', &found);
			if (last <= first)
				return -EINVAL;
		}
		if (mls_runs_fill(&level->cats, first - 1, last - 1))
			return -ENOMEM;
	}
	return 0;
}

static int scan_range(struct scan scan, const struct policy *policy,
		      struct level level[LSM_MLS_ENDS])
{
	const char *dash = memchr(scan.at, '-', (size_t)(scan.end - scan.at));
	struct scan low = { scan.at, dash ? dash : scan.end };
	int status = scan_level(low, policy, &level[LSM_MLS_LOW]);

	if (status)
		return status;
	if (!dash)
		return mls_runs_copy(&level[LSM_MLS_HIGH], &level[LSM_MLS_LOW]);
	scan.at = dash + 1;
	return scan_level(scan, policy, &level[LSM_MLS_HIGH]);
}

int mls_runs_parse(void *self, enum lsm_mls_part part, const char *text,
		   size_t len)
{
	struct range *range = self;
	struct scan scan = { text, text + strnlen(text, len) };
	struct level level[LSM_MLS_ENDS] = { 0 };
	int status;

	if (part == LSM_MLS_RANGE)
		status = scan_range(scan, range->policy, level);
	else
		status = scan_level(scan, range->policy, &level[part]);
	if (!status) {
		mls_runs_adopt(range, part, level);
		return 0;
	}
	lsm_free(level[LSM_MLS_LOW].cats.unit);
	lsm_free(level[LSM_MLS_HIGH].cats.unit);
	return status;
}
