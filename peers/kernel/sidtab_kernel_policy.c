/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The policies of SID tables, as the kernel keeps them in memory: users, roles
 * and types beside the MLS policies of the other adapter.
 */
#include "sidtab_kernel.h"

#include <lsm/alloc.h>

static bool set_bits(struct ebitmap *set, uint64_t bits)
{
	for (; bits; bits &= bits - 1)
		if (ebitmap_set_bit(set, (u32)__builtin_ctzll(bits), 1))
			return false;
	return true;
}

static bool add_users(struct policydb *db, struct user_datum *datum,
		      const struct lsm_sidtab_policy *table)
{
	for (size_t i = 0; i < table->nr_users; i++) {
		const struct lsm_sidtab_user *user = &table->user[i];
		struct context range = { 0 };
		char *text = lsm_strdup(user->range);
		bool ok =
			text && !mls_from_string(db, text, &range, GFP_KERNEL);

		lsm_free(text);
		datum[i].value = user->value;
		datum[i].range = range.range;
		db->sym_val_to_name[SYM_USERS][user->value - 1] =
			kernel_mutable(user->name);
		db->user_val_to_struct[user->value - 1] = &datum[i];
		if (!ok || !set_bits(&datum[i].roles, user->roles) ||
		    symtab_insert(&db->p_users, kernel_mutable(user->name),
				  &datum[i]))
			return false;
	}
	return true;
}

static bool add_roles(struct policydb *db, struct role_datum *datum,
		      const struct lsm_sidtab_policy *table)
{
	for (size_t i = 0; i < table->nr_roles; i++) {
		const struct lsm_sidtab_role *role = &table->role[i];

		datum[i].value = role->value;
		db->sym_val_to_name[SYM_ROLES][role->value - 1] =
			kernel_mutable(role->name);
		db->role_val_to_struct[role->value - 1] = &datum[i];
		if (!set_bits(&datum[i].types, role->types) ||
		    symtab_insert(&db->p_roles, kernel_mutable(role->name),
				  &datum[i]))
			return false;
	}
	return true;
}

static bool add_types(struct policydb *db, struct type_datum *datum,
		      const struct lsm_sidtab_policy *table)
{
	for (size_t i = 0; i < table->nr_types; i++) {
		const struct lsm_sidtab_type *type = &table->type[i];
		char **name = &db->sym_val_to_name[SYM_TYPES][type->value - 1];

		datum[i].value = type->value;
		datum[i].attribute = type->attribute;
		datum[i].primary = !*name;
		if (!*name)
			*name = kernel_mutable(type->name);
		db->p_types.nprim = max(db->p_types.nprim, type->value);
		if (symtab_insert(&db->p_types, kernel_mutable(type->name),
				  &datum[i]))
			return false;
	}
	return true;
}

static bool make_room(struct policydb *db,
		      const struct lsm_sidtab_policy *table)
{
	db->sym_val_to_name[SYM_USERS] =
		lsm_calloc(table->nr_users, sizeof(char *));
	db->sym_val_to_name[SYM_ROLES] =
		lsm_calloc(table->nr_roles, sizeof(char *));
	db->sym_val_to_name[SYM_TYPES] =
		lsm_calloc(table->nr_types, sizeof(char *));
	db->user_val_to_struct = lsm_calloc(table->nr_users, sizeof(void *));
	db->role_val_to_struct = lsm_calloc(table->nr_roles, sizeof(void *));
	db->p_users.nprim = (u32)table->nr_users;
	db->p_roles.nprim = (u32)table->nr_roles;
	return db->sym_val_to_name[SYM_USERS] &&
	       db->sym_val_to_name[SYM_ROLES] &&
	       db->sym_val_to_name[SYM_TYPES] && db->user_val_to_struct &&
	       db->role_val_to_struct &&
	       !hashtab_init(&db->p_users.table, (u32)table->nr_users) &&
	       !hashtab_init(&db->p_roles.table, (u32)table->nr_roles) &&
	       !hashtab_init(&db->p_types.table, (u32)table->nr_types);
}

static bool complete(struct sidtab_kernel_setup *setup, uint32_t index)
{
	const struct lsm_sidtab_policy *table = &lsm_sidtab_policy[index];
	struct policydb *db;

	setup->mls[index] = mls_kernel_setup();
	setup->user[index] =
		lsm_calloc(table->nr_users, sizeof(struct user_datum));
	setup->role[index] =
		lsm_calloc(table->nr_roles, sizeof(struct role_datum));
	setup->type[index] =
		lsm_calloc(table->nr_types, sizeof(struct type_datum));
	if (!setup->mls[index] || !setup->user[index] || !setup->role[index] ||
	    !setup->type[index])
		return false;
	db = sidtab_kernel_policy(setup, index);
	return make_room(db, table) &&
	       add_users(db, setup->user[index], table) &&
	       add_roles(db, setup->role[index], table) &&
	       add_types(db, setup->type[index], table);
}

static void discard(struct sidtab_kernel_setup *setup, uint32_t index)
{
	const struct lsm_sidtab_policy *table = &lsm_sidtab_policy[index];
	struct policydb *db;

	for (size_t i = 0; setup->user[index] && i < table->nr_users; i++) {
		struct user_datum *user = &setup->user[index][i];

		ebitmap_destroy(&user->roles);
		ebitmap_destroy(&user->range.level[0].cat);
		ebitmap_destroy(&user->range.level[1].cat);
	}
	for (size_t i = 0; setup->role[index] && i < table->nr_roles; i++)
		ebitmap_destroy(&setup->role[index][i].types);
	lsm_free(setup->user[index]);
	lsm_free(setup->role[index]);
	lsm_free(setup->type[index]);
	if (!setup->mls[index])
		return;
	db = sidtab_kernel_policy(setup, index);
	hashtab_destroy(&db->p_users.table);
	hashtab_destroy(&db->p_roles.table);
	hashtab_destroy(&db->p_types.table);
	lsm_free(db->sym_val_to_name[SYM_USERS]);
	lsm_free(db->sym_val_to_name[SYM_ROLES]);
	lsm_free(db->sym_val_to_name[SYM_TYPES]);
	lsm_free(db->user_val_to_struct);
	lsm_free(db->role_val_to_struct);
	mls_kernel_teardown(setup->mls[index]);
}

void sidtab_kernel_teardown(void *arg)
{
	struct sidtab_kernel_setup *setup = arg;

	for (uint32_t i = 0; i < LSM_SIDTAB_POLICIES; i++)
		discard(setup, i);
	lsm_free(setup);
}

void *sidtab_kernel_setup(void)
{
	struct sidtab_kernel_setup *setup = lsm_calloc(1, sizeof(*setup));

	for (uint32_t i = 0; setup && i < LSM_SIDTAB_POLICIES; i++)
		if (!complete(setup, i)) {
			sidtab_kernel_teardown(setup);
			return NULL;
		}
	return setup;
}
