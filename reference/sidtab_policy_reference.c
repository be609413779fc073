/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What does not change between contexts: ranges of users, and what the names of
 * one MLS policy mean in another, each looked up by name.
 */
#include "sidtab_reference.h"

#include <lsm/alloc.h>

#include <string.h>

extern const struct lsm_mls_ops lsm_mls_reference;

bool sidtab_reference_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static uint32_t among(const struct lsm_mls_name *names, size_t nr,
		      const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (sidtab_reference_same(names[i].name, name))
			return names[i].value;
	return 0;
}

static uint32_t find_sens(const struct lsm_mls_policy *mls, const char *name)
{
	for (size_t i = 0; i < mls->nr_sens; i++)
		if (sidtab_reference_same(mls->sens[i].name, name))
			return mls->sens[i].value;
	return among(mls->sens_alias, mls->nr_sens_alias, name);
}

static uint32_t find_cat(const struct lsm_mls_policy *mls, const char *name)
{
	uint32_t value = among(mls->cat, mls->nr_cat, name);

	return value ? value : among(mls->cat_alias, mls->nr_cat_alias, name);
}

static bool compare(const struct lsm_mls_policy *from,
		    const struct lsm_mls_policy *to,
		    struct sidtab_reference_names *names)
{
	names->sens = lsm_calloc(from->nlevels, sizeof(*names->sens));
	names->cat = lsm_calloc(from->nprim, sizeof(*names->cat));
	if (!names->sens || !names->cat)
		return false;
	for (size_t i = 0; i < from->nr_sens; i++)
		names->sens[from->sens[i].value - 1] =
			find_sens(to, from->sens[i].name);
	for (size_t i = 0; i < from->nr_cat; i++)
		names->cat[from->cat[i].value - 1] =
			find_cat(to, from->cat[i].name);
	return true;
}

static bool learn(struct sidtab_reference_policy *policy,
		  const struct lsm_sidtab_policy *table)
{
	const struct lsm_mls_ops *mls = &lsm_mls_reference;
	const uint32_t param[LSM_ARGS_MAX] = { table->mls };

	policy->table = table;
	policy->range = lsm_calloc(table->nr_users, sizeof(*policy->range));
	for (size_t i = 0; policy->range && i < table->nr_users; i++) {
		const char *text = table->user[i].range;

		policy->range[i] = mls->base.create(NULL, param);
		if (!policy->range[i] ||
		    mls->parse(policy->range[i], LSM_MLS_RANGE, text,
			       strlen(text)))
			return false;
	}
	return policy->range != NULL;
}

void sidtab_reference_teardown(void *arg)
{
	struct sidtab_reference_setup *setup = arg;

	for (size_t i = 0; i < LSM_SIDTAB_POLICIES; i++) {
		struct sidtab_reference_policy *policy = &setup->policy[i];

		for (size_t k = 0; policy->range && k < policy->table->nr_users;
		     k++)
			if (policy->range[k])
				lsm_mls_reference.base.destroy(
					policy->range[k]);
		lsm_free(policy->range);
	}
	for (size_t from = 0; from < LSM_MLS_POLICIES; from++) {
		for (size_t to = 0; to < LSM_MLS_POLICIES; to++) {
			lsm_free(setup->names[from][to].sens);
			lsm_free(setup->names[from][to].cat);
		}
	}
	lsm_free(setup);
}

void *sidtab_reference_setup(void)
{
	struct sidtab_reference_setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok = setup;

	for (size_t from = 0; ok && from < LSM_MLS_POLICIES; from++)
		for (size_t to = 0; ok && to < LSM_MLS_POLICIES; to++)
			ok = compare(&lsm_mls_policy[from], &lsm_mls_policy[to],
				     &setup->names[from][to]);
	for (size_t i = 0; ok && i < LSM_SIDTAB_POLICIES; i++) {
		const struct lsm_sidtab_policy *table = &lsm_sidtab_policy[i];

		for (size_t to = 0; to < LSM_MLS_POLICIES; to++)
			setup->policy[i].names[to] =
				&setup->names[table->mls][to];
		ok = learn(&setup->policy[i], table);
	}
	if (setup && !ok) {
		sidtab_reference_teardown(setup);
		return NULL;
	}
	return setup;
}
