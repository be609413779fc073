/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policies of MLS ranges, as libsepol keeps them in memory. */
#include "mls_libsepol.h"

#include <lsm/alloc.h>

#include <string.h>

/* Put a name into a table, which takes @datum over, and say where it is kept.
 */
static char *enter(symtab_t *symtab, const char *name, void *datum)
{
	char *key = datum ? lsm_strdup(name) : NULL;

	if (key && !hashtab_insert(symtab->table, key, datum))
		return key;
	lsm_free(key);
	return NULL;
}

static char *add_sens(policydb_t *policy, const char *name, uint32_t value,
		      bool alias, const struct lsm_mls_sens *sens)
{
	level_datum_t *datum = lsm_calloc(1, sizeof(*datum));
	char *key;

	if (!datum)
		return NULL;
	datum->isalias = alias;
	datum->level = lsm_calloc(1, sizeof(*datum->level));
	key = datum->level ? enter(&policy->p_levels, name, datum) : NULL;
	if (!key) {
		lsm_free(datum->level);
		lsm_free(datum);
		return NULL;
	}
	datum->level->sens = value;
	for (size_t i = 0; sens && i < sens->nr_allowed; i++)
		for (uint32_t bit = sens->allowed[i].first;
		     bit <= sens->allowed[i].last; bit++)
			if (ebitmap_set_bit(&datum->level->cat, bit, 1))
				return NULL;
	return key;
}

static char *add_cat(policydb_t *policy, const struct lsm_mls_name *name,
		     bool alias)
{
	cat_datum_t *datum = lsm_calloc(1, sizeof(*datum));
	char *key = enter(&policy->p_cats, name->name, datum);

	if (!key) {
		lsm_free(datum);
		return NULL;
	}
	datum->s.value = name->value;
	datum->isalias = alias;
	return key;
}

static bool add_names(policydb_t *policy, const struct lsm_mls_policy *table)
{
	for (size_t i = 0; i < table->nr_sens; i++) {
		const struct lsm_mls_sens *sens = &table->sens[i];
		char *key =
			add_sens(policy, sens->name, sens->value, false, sens);

		if (!key)
			return false;
		policy->p_sens_val_to_name[sens->value - 1] = key;
	}
	for (size_t i = 0; i < table->nr_sens_alias; i++)
		if (!add_sens(policy, table->sens_alias[i].name,
			      table->sens_alias[i].value, true, NULL))
			return false;
	for (size_t i = 0; i < table->nr_cat; i++) {
		char *key = add_cat(policy, &table->cat[i], false);

		if (!key)
			return false;
		policy->p_cat_val_to_name[table->cat[i].value - 1] = key;
	}
	for (size_t i = 0; i < table->nr_cat_alias; i++)
		if (!add_cat(policy, &table->cat_alias[i], true))
			return false;
	return true;
}

static bool build(struct mls_libsepol_setup *setup, size_t index,
		  const struct lsm_mls_policy *table)
{
	policydb_t *policy = &setup->policy[index];

	if (policydb_init(policy))
		return false;
	setup->built[index] = true;
	policy->mls = 1;
	policy->p_levels.nprim = table->nlevels;
	policy->p_cats.nprim = table->nprim;
	policy->p_sens_val_to_name = lsm_calloc(table->nlevels, sizeof(char *));
	policy->p_cat_val_to_name =
		lsm_calloc(table->nprim + 1, sizeof(char *));
	return policy->p_sens_val_to_name && policy->p_cat_val_to_name &&
	       add_names(policy, table);
}

/* At most every name twice, each with a separator. */
static size_t longest_text(void)
{
	size_t longest = 0;

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		const struct lsm_mls_policy *table = &lsm_mls_policy[i];
		size_t len = 1;

		for (size_t k = 0; k < table->nr_sens; k++)
			len += 2 * (strlen(table->sens[k].name) + 1);
		for (size_t k = 0; k < table->nr_cat; k++)
			len += 2 * (strlen(table->cat[k].name) + 1);
		if (len > longest)
			longest = len;
	}
	return longest;
}

void mls_libsepol_teardown(void *arg)
{
	struct mls_libsepol_setup *setup = arg;

	for (size_t i = 0; i <= LSM_MLS_POLICIES; i++)
		if (setup->built[i])
			policydb_destroy(&setup->policy[i]);
	lsm_free(setup->text);
	lsm_free(setup);
}

void *mls_libsepol_setup(void)
{
	static const struct lsm_mls_sens any = { "any", 1, NULL, 0 };
	static const struct lsm_mls_policy scratch = {
		.sens = &any,
		.nr_sens = 1,
		.nlevels = 1,
	};
	struct mls_libsepol_setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok = setup;

	if (ok) {
		setup->text = lsm_malloc(longest_text() + 1);
		ok = setup->text &&
		     build(setup, MLS_LIBSEPOL_SCRATCH, &scratch);
	}
	for (size_t i = 0; ok && i < LSM_MLS_POLICIES; i++)
		ok = build(setup, i, &lsm_mls_policy[i]);
	if (setup && !ok) {
		mls_libsepol_teardown(setup);
		return NULL;
	}
	return setup;
}
