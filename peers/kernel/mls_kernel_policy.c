/* SPDX-License-Identifier: GPL-2.0-only */
/* The policies of MLS ranges, as the kernel keeps them in memory. */
#include "mls_kernel.h"

#include <lsm/alloc.h>

extern void ebitmap_cache_init(void);
extern void hashtab_cache_init(void);

static bool add_sens(struct mls_kernel_policy *policy, const char *name,
		     uint32_t value, bool alias,
		     const struct lsm_mls_sens *sens)
{
	size_t index = policy->nr_level++;
	struct level_datum *datum = &policy->level[index];
	struct mls_level *level;

#ifdef LSM_KERNEL_LEVEL_IS_POINTER
	datum->level = &policy->allowed[index];
#endif
	level = mls_kernel_level(datum);
	level->sens = value;
	datum->isalias = alias;
	for (size_t i = 0; sens && i < sens->nr_allowed; i++)
		for (uint32_t bit = sens->allowed[i].first;
		     bit <= sens->allowed[i].last; bit++)
			if (ebitmap_set_bit(&level->cat, bit, 1))
				return false;
	return !symtab_insert(&policy->db.p_levels, kernel_mutable(name),
			      datum);
}

static bool add_levels(struct mls_kernel_policy *policy,
		       const struct lsm_mls_policy *table)
{
	char **names = policy->db.sym_val_to_name[SYM_LEVELS];

	for (size_t i = 0; i < table->nr_sens; i++) {
		const struct lsm_mls_sens *sens = &table->sens[i];

		if (!add_sens(policy, sens->name, sens->value, false, sens))
			return false;
		names[sens->value - 1] = kernel_mutable(sens->name);
	}
	for (size_t i = 0; i < table->nr_sens_alias; i++)
		if (!add_sens(policy, table->sens_alias[i].name,
			      table->sens_alias[i].value, true, NULL))
			return false;
	return true;
}

static bool add_cats(struct mls_kernel_policy *policy,
		     const struct lsm_mls_name *name, size_t nr, bool alias,
		     struct cat_datum *datum)
{
	for (size_t i = 0; i < nr; i++) {
		datum[i].value = name[i].value;
		datum[i].isalias = alias;
		if (symtab_insert(&policy->db.p_cats,
				  kernel_mutable(name[i].name), &datum[i]))
			return false;
		if (!alias)
			policy->db
				.sym_val_to_name[SYM_CATS][name[i].value - 1] =
				kernel_mutable(name[i].name);
	}
	return true;
}

static bool build(struct mls_kernel_policy *policy,
		  const struct lsm_mls_policy *table)
{
	size_t levels = table->nr_sens + table->nr_sens_alias;
	size_t cats = table->nr_cat + table->nr_cat_alias;
	struct policydb *db = &policy->db;

	db->mls_enabled = 1;
	policy->level = lsm_calloc(levels, sizeof(*policy->level));
	policy->allowed = lsm_calloc(levels, sizeof(*policy->allowed));
	policy->cat = lsm_calloc(cats + 1, sizeof(*policy->cat));
	db->sym_val_to_name[SYM_LEVELS] =
		lsm_calloc(table->nlevels, sizeof(char *));
	db->sym_val_to_name[SYM_CATS] =
		lsm_calloc(table->nprim + 1, sizeof(char *));
	if (!policy->level || !policy->allowed || !policy->cat ||
	    !db->sym_val_to_name[SYM_LEVELS] ||
	    !db->sym_val_to_name[SYM_CATS] ||
	    symtab_init(&db->p_levels, (uint32_t)levels) ||
	    symtab_init(&db->p_cats, (uint32_t)cats))
		return false;
	db->p_levels.nprim = table->nlevels;
	db->p_cats.nprim = table->nprim;
	return add_levels(policy, table) &&
	       add_cats(policy, table->cat, table->nr_cat, false,
			policy->cat) &&
	       add_cats(policy, table->cat_alias, table->nr_cat_alias, true,
			policy->cat + table->nr_cat);
}

static void unbuild(struct mls_kernel_policy *policy)
{
	for (size_t i = 0; i < policy->nr_level; i++)
		ebitmap_destroy(&mls_kernel_level(&policy->level[i])->cat);
	hashtab_destroy(&policy->db.p_levels.table);
	hashtab_destroy(&policy->db.p_cats.table);
	lsm_free(policy->db.sym_val_to_name[SYM_LEVELS]);
	lsm_free(policy->db.sym_val_to_name[SYM_CATS]);
	lsm_free(policy->level);
	lsm_free(policy->allowed);
	lsm_free(policy->cat);
}

/* At most every name twice, each with a separator. */
static size_t longest_text(void)
{
	size_t longest = 0;

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++) {
		const struct lsm_mls_policy *table = &lsm_mls_policy[i];
		size_t len = 2;

		for (size_t k = 0; k < table->nr_sens; k++)
			len += 2 * (strlen(table->sens[k].name) + 1);
		for (size_t k = 0; k < table->nr_cat; k++)
			len += 2 * (strlen(table->cat[k].name) + 1);
		longest = max(longest, len);
	}
	return longest;
}

void mls_kernel_teardown(void *arg)
{
	struct mls_kernel_setup *setup = arg;

	for (size_t i = 0; i <= LSM_MLS_POLICIES; i++)
		unbuild(&setup->policy[i]);
	lsm_free(setup->text);
	lsm_free(setup);
}

void *mls_kernel_setup(void)
{
	static const struct lsm_mls_sens any = { "any", 1, NULL, 0 };
	static const struct lsm_mls_policy scratch = {
		.sens = &any,
		.nr_sens = 1,
		.nlevels = 1,
	};
	struct mls_kernel_setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok;

	if (!setup)
		return NULL;
	ebitmap_cache_init();
	hashtab_cache_init();
	setup->text = lsm_malloc(longest_text());
	ok = setup->text && build(&setup->policy[MLS_KERNEL_SCRATCH], &scratch);
	for (size_t i = 0; ok && i < LSM_MLS_POLICIES; i++)
		ok = build(&setup->policy[i], &lsm_mls_policy[i]);
	if (!ok) {
		mls_kernel_teardown(setup);
		return NULL;
	}
	return setup;
}
