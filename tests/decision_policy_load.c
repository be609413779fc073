/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy that libsepol has read, told to an implementation piece by piece. */
#include "decision_policy_libsepol.h"

#include <errno.h>
#include <string.h>

#define WORDS_MAX 1024
#define TERMS_MAX 256

typedef int pair_fn(void *self, uint32_t a, uint32_t b);

static int load_set(pair_fn *fn, void *object, uint32_t value,
		    const ebitmap_t *set)
{
	int status = 0;

	for (const ebitmap_node_t *n = set->node; n; n = n->next)
		for (uint64_t w = n->map; w && !status; w &= w - 1)
			status = fn(object, value,
				    n->startbit + 1 +
					    (uint32_t)__builtin_ctzll(w));
	return status;
}

static int load_types(const policydb_t *db, const struct lsm_decision_ops *ops,
		      void *object)
{
	int status = 0;

	for (uint32_t i = 0; !status && i < db->p_types.nprim; i++) {
		const type_datum_t *type = db->type_val_to_struct[i];

		status = load_set(ops->attribute, object, i + 1,
				  &db->type_attr_map[i]);
		if (!status && type && type->bounds)
			status = ops->bounds(object, i + 1, type->bounds);
	}
	return status;
}

static int load_constraint(const struct lsm_decision_ops *ops, void *object,
			   uint32_t tclass, const constraint_node_t *c)
{
	static uint64_t names[TERMS_MAX][WORDS_MAX];
	struct lsm_decision_term term[TERMS_MAX];
	size_t nr = 0;

	for (const constraint_expr_t *e = c->expr; e; e = e->next, nr++) {
		uint32_t attr = e->attr;

		if (nr == TERMS_MAX ||
		    ebitmap_length(&e->names) > 64 * WORDS_MAX)
			return -E2BIG;
		if (e->expr_type == CEXPR_ATTR && attr >= CEXPR_L1L2)
			attr = LSM_DECISION_L1L2 - 5 +
			       (uint32_t)__builtin_ctz(attr);
		memset(names[nr], 0, sizeof(names[nr]));
		for (const ebitmap_node_t *n = e->names.node; n; n = n->next)
			names[nr][n->startbit / 64] = n->map;
		term[nr] = (struct lsm_decision_term){
			.kind = e->expr_type,
			.attr = attr,
			.relation = e->op,
			.names = names[nr],
			.nr_words = (ebitmap_length(&e->names) + 63) / 64,
		};
	}
	return ops->constrain(object, tclass, c->permissions, term, nr);
}

/* Kernels know sockets by the names of their classes. */
bool decision_policy_is_socket(const policydb_t *db, uint32_t tclass)
{
	const char *name = db->p_class_val_to_name[tclass - 1];

	return strstr(name, "socket") && strncmp(name, "obsolete_", 9) != 0;
}

static int load_classes(const policydb_t *db,
			const struct lsm_decision_ops *ops, void *object)
{
	int status = 0;

	for (uint32_t i = 0; !status && i < db->p_classes.nprim; i++) {
		const class_datum_t *class = db->class_val_to_struct[i];

		status = ops->class_default(
			object, i + 1,
			(enum lsm_decision_default) class->default_type,
			decision_policy_is_socket(db, i + 1));
		for (const constraint_node_t *c = class->constraints;
		     c && !status; c = c->next)
			status = load_constraint(ops, object, i + 1, c);
	}
	if (!status && db->process_class)
		status = ops->process(object, db->process_class,
				      db->process_trans_dyntrans);
	return status;
}

static int load_roles(const policydb_t *db, const struct lsm_decision_ops *ops,
		      void *object)
{
	int status = 0;

	for (uint32_t i = 0; !status && i < db->p_roles.nprim; i++)
		status = load_set(ops->dominate, object, i + 1,
				  &db->role_val_to_struct[i]->dominates);
	for (const role_allow_t *a = db->role_allow; a && !status; a = a->next)
		status = ops->role_allow(object, a->role, a->new_role);
	return status;
}

static int load_conds(const policydb_t *db, const struct lsm_decision_ops *ops,
		      void *object)
{
	int status = 0;

	for (uint32_t i = 0; !status && i < db->p_bools.nprim; i++)
		status = ops->set_bool(object, i + 1,
				       db->bool_val_to_struct[i]->state);
	for (const cond_node_t *c = db->cond_list; c && !status; c = c->next) {
		struct lsm_decision_token token[TERMS_MAX];
		size_t nr = 0;

		for (const cond_expr_t *e = c->expr; e && nr < TERMS_MAX;
		     e = e->next) {
			token[nr].op = e->expr_type;
			token[nr++].boolean = e->boolean;
		}
		status = ops->conditional(object, token, nr);
	}
	return status;
}

int decision_policy_load(const void *arg, const struct lsm_decision_ops *ops,
			 void *object)
{
	const struct policy *policy = arg;
	const policydb_t *db = &policy->db;
	int status = load_types(db, ops, object);

	if (!status)
		status = load_classes(db, ops, object);
	if (!status)
		status = load_roles(db, ops, object);
	if (!status)
		status = load_conds(db, ops, object);
	for (uint32_t i = 0; !status && i < policy->nr; i++)
		status = ops->rule(object, policy->rule[i].place,
				   &policy->rule[i].rule);
	return status;
}
