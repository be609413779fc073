/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies made ready: sorted names, and the ranges of users. */
#include "sidtab_cached.h"

#include <lsm/alloc.h>

#include <stdlib.h>
#include <string.h>

struct word { /* a name of a policy and what it means */
	const char *name;
	uint32_t value;
};

static int by_name(const void *a, const void *b)
{
	const struct word *first = a, *second = b;

	return strcmp(first->name, second->name);
}

/* Make room for @nr names of a policy with values up to @highest. */
static bool make_room(struct dictionary *dict, uint32_t policy, size_t nr,
		      uint32_t highest)
{
	dict->policy = policy;
	dict->word = lsm_calloc(nr, sizeof(*dict->word));
	dict->proper = lsm_calloc(highest, sizeof(*dict->proper));
	dict->highest = highest;
	return dict->word && dict->proper;
}

/* The first name of a value is the proper one. */
static void learn(struct dictionary *dict, const char *name, uint32_t value)
{
	dict->word[dict->nr++] = (struct word){ name, value };
	if (!dict->proper[value - 1])
		dict->proper[value - 1] = name;
}

static void sort(struct dictionary *dict)
{
	qsort(dict->word, dict->nr, sizeof(*dict->word), by_name);
}

static void unlearn(struct dictionary *dict)
{
	lsm_free(dict->word);
	lsm_free(dict->proper);
	for (size_t i = 0; i < LSM_SIDTAB_POLICIES; i++)
		lsm_free(dict->elsewhere[i]);
}

uint32_t sidtab_cached_meaning(const struct dictionary *dict, const char *name,
			       size_t len)
{
	size_t low = 0, high = dict->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct word *word = &dict->word[middle];
		int order = strncmp(name, word->name, len);

		if (!order && !word->name[len])
			return word->value;
		if (order > 0)
			low = middle + 1;
		else
			high = middle; /* also if the word goes on */
	}
	return 0;
}

uint32_t sidtab_cached_reword(const struct dictionary *from,
			      const struct dictionary *to, uint32_t value)
{
	return value <= from->highest ? from->elsewhere[to->policy][value - 1]
				      : 0;
}

/* Find each name in another policy. */
static bool match(struct dictionary *from, const struct dictionary *to)
{
	uint32_t *value = lsm_calloc(from->highest, sizeof(*value));

	from->elsewhere[to->policy] = value;
	for (uint32_t i = 0; value && i < from->highest; i++) {
		const char *name = from->proper[i];

		if (name)
			value[i] =
				sidtab_cached_meaning(to, name, strlen(name));
	}
	return value;
}

static bool match_policies(struct policy *from, const struct policy *to)
{
	return match(&from->user, &to->user) && match(&from->role, &to->role) &&
	       match(&from->type, &to->type) && match(&from->sens, &to->sens) &&
	       match(&from->cat, &to->cat);
}

static bool learn_names(struct policy *policy, uint32_t number)
{
	const struct lsm_sidtab_policy *table = policy->table;

	if (!make_room(&policy->user, number, table->nr_users,
		       (uint32_t)table->nr_users) ||
	    !make_room(&policy->role, number, table->nr_roles,
		       (uint32_t)table->nr_roles) ||
	    !make_room(&policy->type, number, table->nr_types,
		       (uint32_t)table->nr_types))
		return false;
	for (size_t i = 0; i < table->nr_users; i++)
		learn(&policy->user, table->user[i].name, table->user[i].value);
	for (size_t i = 0; i < table->nr_roles; i++)
		learn(&policy->role, table->role[i].name, table->role[i].value);
	for (size_t i = 0; i < table->nr_types; i++)
		if (!table->type[i].attribute)
			learn(&policy->type, table->type[i].name,
			      table->type[i].value);
	sort(&policy->user);
	sort(&policy->role);
	sort(&policy->type);
	return true;
}

static bool learn_mls(struct policy *policy, uint32_t number)
{
	const struct lsm_mls_policy *mls = &lsm_mls_policy[policy->table->mls];

	if (!make_room(&policy->sens, number, mls->nr_sens + mls->nr_sens_alias,
		       mls->nlevels) ||
	    !make_room(&policy->cat, number, mls->nr_cat + mls->nr_cat_alias,
		       mls->nprim))
		return false;
	for (size_t i = 0; i < mls->nr_sens; i++)
		learn(&policy->sens, mls->sens[i].name, mls->sens[i].value);
	for (size_t i = 0; i < mls->nr_sens_alias; i++)
		learn(&policy->sens, mls->sens_alias[i].name,
		      mls->sens_alias[i].value);
	for (size_t i = 0; i < mls->nr_cat; i++)
		learn(&policy->cat, mls->cat[i].name, mls->cat[i].value);
	for (size_t i = 0; i < mls->nr_cat_alias; i++)
		learn(&policy->cat, mls->cat_alias[i].name,
		      mls->cat_alias[i].value);
	sort(&policy->sens);
	sort(&policy->cat);
	return true;
}

static bool learn_ranges(struct policy *policy)
{
	const struct lsm_sidtab_policy *table = policy->table;
	const uint32_t param[LSM_ARGS_MAX] = { table->mls };

	policy->range = lsm_calloc(table->nr_users, sizeof(*policy->range));
	if (!policy->range)
		return false;
	for (size_t i = 0; i < table->nr_users; i++) {
		const char *text = table->user[i].range;
		void *range = RANGES->base.create(policy->ranges, param);

		policy->range[i] = range;
		if (!range ||
		    RANGES->parse(range, LSM_MLS_RANGE, text, strlen(text)))
			return false;
	}
	return true;
}

static bool learn_initial(struct policy *policy)
{
	const struct lsm_sidtab_policy *table = policy->table;

	policy->initial =
		lsm_calloc(table->nr_initial, sizeof(*policy->initial));
	for (size_t i = 0; policy->initial && i < table->nr_initial; i++) {
		const char *text = table->initial[i].text;

		if (sidtab_cached_parse(policy, text, strlen(text), false,
					&policy->initial[i]))
			return false;
	}
	return policy->initial;
}

static void forget_policy(struct policy *policy)
{
	for (size_t i = 0; policy->initial && i < policy->table->nr_initial;
	     i++)
		sidtab_cached_forget(&policy->initial[i]);
	lsm_free(policy->initial);
	for (size_t i = 0; policy->range && i < policy->table->nr_users; i++)
		if (policy->range[i])
			RANGES->base.destroy(policy->range[i]);
	lsm_free(policy->range);
	unlearn(&policy->user);
	unlearn(&policy->role);
	unlearn(&policy->type);
	unlearn(&policy->sens);
	unlearn(&policy->cat);
}

void sidtab_cached_teardown(void *arg)
{
	struct setup *setup = arg;

	for (size_t i = 0; i < LSM_SIDTAB_POLICIES; i++)
		forget_policy(&setup->policy[i]);
	if (setup->ranges)
		RANGES->base.teardown(setup->ranges);
	lsm_free(setup);
}

void *sidtab_cached_setup(void)
{
	struct setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok;

	if (!setup)
		return NULL;
	setup->ranges = RANGES->base.setup();
	ok = setup->ranges;
	for (uint32_t i = 0; ok && i < LSM_SIDTAB_POLICIES; i++) {
		struct policy *policy = &setup->policy[i];

		policy->table = &lsm_sidtab_policy[i];
		policy->ranges = setup->ranges;
		ok = learn_names(policy, i) && learn_mls(policy, i) &&
		     learn_ranges(policy) && learn_initial(policy);
	}
	for (size_t i = 0; ok && i < LSM_SIDTAB_POLICIES; i++)
		for (size_t k = 0; ok && k < LSM_SIDTAB_POLICIES; k++)
			ok = match_policies(&setup->policy[i],
					    &setup->policy[k]);
	if (ok)
		return setup;
	sidtab_cached_teardown(setup);
	return NULL;
}
