/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Policies of access decisions, as libsepol keeps them in memory. */
#include "decision_libsepol.h"

#include <lsm/alloc.h>

#include <string.h>

/* Values that a constraint may name, whether or not they exist. */
#define NAMED 128u

/* For the texts that libsepol makes of constraints and throws away. */
static char any_name[] = "name";

static const uint32_t default_count[] = {
	LSM_DECISION_TYPES, LSM_DECISION_CLASSES, LSM_DECISION_ROLES,
	LSM_DECISION_USERS, LSM_DECISION_BOOLS,
};
static const int table_of[] = {
	SYM_TYPES, SYM_CLASSES, SYM_ROLES, SYM_USERS, SYM_BOOLS,
};

static void free_constraints(class_datum_t *class)
{
	while (class->constraints) {
		constraint_node_t *first = class->constraints;

		class->constraints = first->next;
		constraint_expr_destroy(first->expr);
		lsm_free(first);
	}
}

static int empty_table(avtab_t *table)
{
	if (table->htable && !table->nel)
		return 0;
	avtab_destroy(table);
	return avtab_alloc(table, 4);
}

static void free_rules(struct decision_libsepol *decision)
{
	policydb_t *db = &decision->db;

	cond_list_destroy(db->cond_list);
	db->cond_list = NULL;
	while (db->role_allow) {
		role_allow_t *first = db->role_allow;

		db->role_allow = first->next;
		lsm_free(first);
	}
	for (uint32_t i = 0; decision->class && i < db->p_classes.nprim; i++)
		free_constraints(&decision->class[i]);
}

/* Labels that libsepol made for new objects go, ours stay. */
static void trim_labels(sidtab_t *sids)
{
	for (size_t i = 0; sids->nel > LSM_DECISION_SIDS && i < SIDTAB_SIZE;
	     i++)
		for (sidtab_ptr_t *at = &sids->htable[i]; *at;) {
			sidtab_ptr_t node = *at;

			if (node->sid <= LSM_DECISION_SIDS) {
				at = &node->next;
				continue;
			}
			*at = node->next;
			context_destroy(&node->context);
			lsm_free(node);
		}
	sids->nel = LSM_DECISION_SIDS;
	sids->next_sid = LSM_DECISION_SIDS + 1;
}

/* The context, which has no category, of a label of a new object. */
static bool reset_label(const struct decision_libsepol *decision, uint32_t i,
			context_struct_t *context)
{
	const policydb_t *db = &decision->db;

	context->user = i % db->p_users.nprim + 1;
	context->role = i % db->p_roles.nprim + 1;
	context->type = i % db->p_types.nprim + 1;
	context->range.level[0].sens = 1;
	context->range.level[1].sens = i + 1;
	for (uint32_t cat = 0; cat < i; cat++)
		if (ebitmap_set_bit(&context->range.level[1].cat, cat, 1))
			return false;
	return true;
}

static bool make_labels(struct decision_libsepol *decision)
{
	bool ok = !sepol_sidtab_init(&decision->sids);

	for (uint32_t i = 0; ok && i < LSM_DECISION_SIDS; i++) {
		context_struct_t context;

		context_init(&context);
		ok = reset_label(decision, i, &context) &&
		     !sepol_sidtab_insert(&decision->sids, i + 1, &context);
		context_destroy(&context);
	}
	return ok;
}

/* Take a type's attributes away, which most types never had. */
static void make_itself(ebitmap_t *set, uint32_t i)
{
	const ebitmap_node_t *node = set->node;

	if (node && !node->next && node->map == UINT64_C(1) << i % 64)
		return;
	ebitmap_destroy(set);
	ebitmap_set_bit(set, i, 1);
}

void decision_libsepol_clear(void *self)
{
	struct decision_libsepol *decision = self;
	policydb_t *db = &decision->db;

	free_rules(decision);
	empty_table(&db->te_avtab);
	empty_table(&db->te_cond_avtab);
	for (uint32_t i = 0; i < db->p_types.nprim; i++) {
		decision->type[i].bounds = 0;
		make_itself(&db->type_attr_map[i], i);
	}
	for (uint32_t i = 0; i < db->p_classes.nprim; i++) {
		decision->class[i].default_type = 0;
		decision->socket[i] = false;
	}
	for (uint32_t i = 0; i < db->p_roles.nprim; i++)
		ebitmap_destroy(&decision->role[i].dominates);
	for (uint32_t i = 0; i < db->p_bools.nprim; i++)
		decision->boolean[i].state = 0;
	db->process_class = LSM_DECISION_PROCESS;
	db->process_trans_dyntrans = LSM_DECISION_TRANSITIONS;
	trim_labels(&decision->sids);
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++) {
		context_struct_t *context;

		if (!decision->set[i])
			continue;
		context = sepol_sidtab_search(&decision->sids, i + 1);
		context_destroy(context);
		reset_label(decision, i, context);
		decision->set[i] = false;
	}
}

void decision_libsepol_destroy(void *self)
{
	struct decision_libsepol *decision = self;
	policydb_t *db = &decision->db;

	free_rules(decision);
	avtab_destroy(&db->te_avtab);
	avtab_destroy(&db->te_cond_avtab);
	for (uint32_t i = 0; db->type_attr_map && i < db->p_types.nprim; i++)
		ebitmap_destroy(&db->type_attr_map[i]);
	for (uint32_t i = 0; decision->role && i < db->p_roles.nprim; i++) {
		ebitmap_destroy(&decision->role[i].dominates);
		ebitmap_destroy(&decision->role[i].types.types);
		ebitmap_destroy(&decision->role[i].cache);
	}
	for (uint32_t i = 0; decision->user && i < db->p_users.nprim; i++) {
		ebitmap_destroy(&decision->user[i].roles.roles);
		ebitmap_destroy(&decision->user[i].cache);
	}
	if (decision->sids.htable)
		sepol_sidtab_destroy(&decision->sids);
	for (size_t i = 0; i < SYM_NUM; i++)
		lsm_free(db->sym_val_to_name[i]);
	lsm_free(db->type_attr_map);
	lsm_free(db->type_val_to_struct);
	lsm_free(db->class_val_to_struct);
	lsm_free(db->role_val_to_struct);
	lsm_free(db->user_val_to_struct);
	lsm_free(db->bool_val_to_struct);
	lsm_free(decision->type);
	lsm_free(decision->class);
	lsm_free(decision->role);
	lsm_free(decision->user);
	lsm_free(decision->boolean);
	lsm_free(decision->socket);
	lsm_free(decision);
}

static bool make_names(policydb_t *db, int table)
{
	uint32_t nr = db->symtab[table].nprim;

	nr = nr < NAMED ? NAMED : nr;
	db->sym_val_to_name[table] = lsm_calloc(nr, sizeof(char *));
	for (uint32_t i = 0; db->sym_val_to_name[table] && i < nr; i++)
		db->sym_val_to_name[table][i] = any_name;
	return db->sym_val_to_name[table];
}

/* An array of symbols, and the array of pointers to them. */
#define MAKE_SYMBOLS(name, table)                                         \
	static bool make_##name(struct decision_libsepol *decision)       \
	{                                                                 \
		policydb_t *db = &decision->db;                           \
		uint32_t nr = db->symtab[table].nprim;                    \
                                                                          \
		decision->name = lsm_calloc(nr, sizeof(*decision->name)); \
		db->name##_VALUES = lsm_calloc(nr, sizeof(void *));       \
		for (uint32_t i = 0;                                      \
		     decision->name && db->name##_VALUES && i < nr; i++)  \
			db->name##_VALUES[i] = &decision->name[i];        \
		return decision->name && db->name##_VALUES &&             \
		       make_names(db, table);                             \
	}

#define type_VALUES type_val_to_struct
#define class_VALUES class_val_to_struct
#define role_VALUES role_val_to_struct
#define user_VALUES user_val_to_struct
#define boolean_VALUES bool_val_to_struct
MAKE_SYMBOLS(type, SYM_TYPES)
MAKE_SYMBOLS(class, SYM_CLASSES)
MAKE_SYMBOLS(role, SYM_ROLES)
MAKE_SYMBOLS(user, SYM_USERS)
MAKE_SYMBOLS(boolean, SYM_BOOLS)

static bool fill(ebitmap_t *set, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (ebitmap_set_bit(set, i, 1))
			return false;
	return true;
}

/* Every user may have every role, and every role every type. */
static bool permit_labels(struct decision_libsepol *decision)
{
	const policydb_t *db = &decision->db;

	for (uint32_t i = 0; i < db->p_roles.nprim; i++)
		if (!fill(&decision->role[i].types.types, db->p_types.nprim) ||
		    !fill(&decision->role[i].cache, db->p_types.nprim))
			return false;
	for (uint32_t i = 0; i < db->p_users.nprim; i++)
		if (!fill(&decision->user[i].roles.roles, db->p_roles.nprim) ||
		    !fill(&decision->user[i].cache, db->p_roles.nprim))
			return false;
	return true;
}

static bool make_maps(struct decision_libsepol *decision)
{
	policydb_t *db = &decision->db;

	db->type_attr_map =
		lsm_calloc(db->p_types.nprim, sizeof(*db->type_attr_map));
	for (uint32_t i = 0; db->type_attr_map && i < db->p_types.nprim; i++)
		if (ebitmap_set_bit(&db->type_attr_map[i], i, 1))
			return false;
	decision->socket =
		lsm_calloc(db->p_classes.nprim, sizeof(*decision->socket));
	return db->type_attr_map && decision->socket;
}

void *decision_libsepol_create(void *setup, const uint32_t *param)
{
	struct decision_libsepol *decision = lsm_calloc(1, sizeof(*decision));
	policydb_t *db;

	(void)setup;
	if (!decision)
		return NULL;
	db = &decision->db;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(table_of); i++)
		db->symtab[table_of[i]].nprim =
			param[i] ? param[i] : default_count[i];
	db->policy_type = POLICY_KERN;
	db->policyvers = POLICYDB_VERSION_MAX;
	db->process_class = LSM_DECISION_PROCESS;
	db->process_trans_dyntrans = LSM_DECISION_TRANSITIONS;
	if (make_type(decision) && make_class(decision) &&
	    make_role(decision) && make_user(decision) &&
	    make_boolean(decision) && make_maps(decision) &&
	    permit_labels(decision) && make_labels(decision) &&
	    !empty_table(&db->te_avtab) && !empty_table(&db->te_cond_avtab))
		return decision;
	decision_libsepol_destroy(decision);
	return NULL;
}
