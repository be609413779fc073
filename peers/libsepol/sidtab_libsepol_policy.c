/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policies of SID tables, as libsepol keeps them in memory: users, roles
 * and types beside the MLS policies of the other adapter.
 */
#include "sidtab_libsepol.h"

#include <lsm/alloc.h>

#include <string.h>

/* Global in libsepol.a, but in no installed header. */
extern int mls_context_to_sid(const policydb_t *policydb, char oldc,
			      char **scontext, context_struct_t *context);

/* Put a name into a table, which takes @datum over; NULL if memory ran out. */
static char *enter(symtab_t *symtab, const char *name, void *datum)
{
	char *key = lsm_strdup(name);

	if (key && !hashtab_insert(symtab->table, key, datum))
		return key;
	lsm_free(key);
	return NULL;
}

static bool set_bits(ebitmap_t *set, uint64_t bits)
{
	for (; bits; bits &= bits - 1)
		if (ebitmap_set_bit(set, (unsigned int)__builtin_ctzll(bits),
				    1))
			return false;
	return true;
}

/* The range, as text, of a user. */
static bool set_range(const policydb_t *policy, const char *text,
		      mls_range_t *range)
{
	char *copy = lsm_strdup(text), *cursor = copy;
	context_struct_t context;
	bool ok;

	context_init(&context);
	ok = copy && !mls_context_to_sid(policy, ':', &cursor, &context);
	lsm_free(copy);
	*range = context.range;
	return ok;
}

static bool add_user(policydb_t *policy, const struct lsm_sidtab_user *user)
{
	user_datum_t *datum = lsm_malloc(sizeof(*datum));
	char *key;

	if (!datum)
		return false;
	user_datum_init(datum);
	datum->s.value = user->value;
	key = enter(&policy->p_users, user->name, datum);
	if (!key) {
		lsm_free(datum);
		return false;
	}
	policy->p_user_val_to_name[user->value - 1] = key;
	policy->user_val_to_struct[user->value - 1] = datum;
	return set_bits(&datum->cache, user->roles) &&
	       set_range(policy, user->range, &datum->exp_range);
}

static bool add_role(policydb_t *policy, const struct lsm_sidtab_role *role)
{
	/* The role that goes with every type is in every policy. */
	role_datum_t *datum = hashtab_search(policy->p_roles.table, role->name);
	char *key = policy->p_role_val_to_name[role->value - 1];

	if (!datum) {
		datum = lsm_malloc(sizeof(*datum));
		if (!datum)
			return false;
		role_datum_init(datum);
		datum->s.value = role->value;
		key = enter(&policy->p_roles, role->name, datum);
		if (!key) {
			lsm_free(datum);
			return false;
		}
	}
	policy->p_role_val_to_name[role->value - 1] = key;
	policy->role_val_to_struct[role->value - 1] = datum;
	return set_bits(&datum->cache, role->types);
}

static bool add_type(policydb_t *policy, const struct lsm_sidtab_type *type)
{
	type_datum_t *datum = lsm_malloc(sizeof(*datum));
	char **name = &policy->p_type_val_to_name[type->value - 1];
	char *key;

	if (!datum)
		return false;
	type_datum_init(datum);
	datum->s.value = type->value;
	datum->primary = !*name;
	datum->flavor = type->attribute ? TYPE_ATTRIB : TYPE_TYPE;
	key = enter(&policy->p_types, type->name, datum);
	if (!key) {
		lsm_free(datum);
		return false;
	}
	if (!*name) {
		*name = key;
		policy->type_val_to_struct[type->value - 1] = datum;
	}
	return true;
}

/* Make room for names and data of values up to @nr. */
static bool make_room(policydb_t *policy, const struct lsm_sidtab_policy *table)
{
	policy->p_user_val_to_name =
		lsm_calloc(table->nr_users, sizeof(char *));
	policy->p_role_val_to_name =
		lsm_calloc(table->nr_roles, sizeof(char *));
	policy->p_type_val_to_name =
		lsm_calloc(table->nr_types, sizeof(char *));
	policy->user_val_to_struct =
		lsm_calloc(table->nr_users, sizeof(void *));
	policy->role_val_to_struct =
		lsm_calloc(table->nr_roles, sizeof(void *));
	policy->type_val_to_struct =
		lsm_calloc(table->nr_types, sizeof(void *));
	policy->p_users.nprim = (uint32_t)table->nr_users;
	policy->p_roles.nprim = (uint32_t)table->nr_roles;
	return policy->p_user_val_to_name && policy->p_role_val_to_name &&
	       policy->p_type_val_to_name && policy->user_val_to_struct &&
	       policy->role_val_to_struct && policy->type_val_to_struct;
}

static int find_key(hashtab_key_t key, hashtab_datum_t datum, void *arg)
{
	const role_datum_t *role = datum;
	char **name = arg;

	if (role->s.value == OBJECT_R_VAL)
		*name = key;
	return 0;
}

static bool complete(policydb_t *policy, const struct lsm_sidtab_policy *table)
{
	bool ok = make_room(policy, table);

	if (ok)
		hashtab_map(policy->p_roles.table, find_key,
			    &policy->p_role_val_to_name[OBJECT_R_VAL - 1]);
	for (size_t i = 0; ok && i < table->nr_users; i++)
		ok = add_user(policy, &table->user[i]);
	for (size_t i = 0; ok && i < table->nr_roles; i++)
		ok = add_role(policy, &table->role[i]);
	for (size_t i = 0; ok && i < table->nr_types; i++) {
		ok = add_type(policy, &table->type[i]);
		if (table->type[i].value > policy->p_types.nprim)
			policy->p_types.nprim = table->type[i].value;
	}
	return ok;
}

static bool read_initial(struct sidtab_libsepol_setup *setup, uint32_t index)
{
	const struct lsm_sidtab_policy *table = &lsm_sidtab_policy[index];

	for (size_t i = 0; i < table->nr_initial; i++)
		if (context_from_string(
			    NULL, sidtab_libsepol_policy(setup, index),
			    &setup->initial[index][i], table->initial[i].text,
			    strlen(table->initial[i].text)))
			return false;
	return true;
}

void sidtab_libsepol_teardown(void *arg)
{
	struct sidtab_libsepol_setup *setup = arg;

	for (size_t i = 0; i < LSM_SIDTAB_POLICIES; i++) {
		for (size_t k = 0; k < LSM_SIDTAB_INITIAL; k++) {
			context_destroy(setup->initial[i][k]);
			lsm_free(setup->initial[i][k]);
		}
	}
	for (size_t i = 0; i < LSM_SIDTAB_POLICIES; i++)
		if (setup->mls[i])
			mls_libsepol_teardown(setup->mls[i]);
	lsm_free(setup);
}

void *sidtab_libsepol_setup(void)
{
	struct sidtab_libsepol_setup *setup = lsm_calloc(1, sizeof(*setup));
	bool ok = setup;

	for (uint32_t i = 0; ok && i < LSM_SIDTAB_POLICIES; i++) {
		setup->mls[i] = mls_libsepol_setup();
		ok = setup->mls[i] &&
		     complete(sidtab_libsepol_policy(setup, i),
			      &lsm_sidtab_policy[i]) &&
		     read_initial(setup, i);
	}
	if (setup && !ok) {
		sidtab_libsepol_teardown(setup);
		return NULL;
	}
	return setup;
}
