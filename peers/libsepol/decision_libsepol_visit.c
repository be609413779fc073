/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that an object of the decision adapter holds. */
#include "decision_libsepol.h"

#include <string.h>

static void tell(const struct lsm_decision_visitor *visitor,
		 enum lsm_decision_fact_kind kind, uint32_t a, uint32_t b,
		 uint32_t c)
{
	const struct lsm_decision_fact fact = { kind, { a, b, c } };

	visitor->fact(&fact, visitor->arg);
}

static void tell_set(const struct lsm_decision_visitor *visitor,
		     enum lsm_decision_fact_kind kind, uint32_t value,
		     const ebitmap_t *set)
{
	for (const ebitmap_node_t *n = set->node; n; n = n->next)
		for (uint64_t w = n->map; w; w &= w - 1) {
			uint32_t other =
				n->startbit + 1 + (uint32_t)__builtin_ctzll(w);

			if (kind != LSM_DECISION_F_ATTRIBUTE || other != value)
				tell(visitor, kind, value, other, 0);
		}
}

static void tell_rule(const struct lsm_decision_visitor *visitor,
		      uint32_t place, bool enabled,
		      const struct avtab_node *node)
{
	struct lsm_decision_rule rule = {
		.source = node->key.source_type,
		.target = node->key.target_type,
		.tclass = node->key.target_class,
		.kind = node->key.specified &
			(AVTAB_AV | AVTAB_TYPE | AVTAB_XPERMS),
		.data = node->datum.data,
	};

	if (rule.kind & AVTAB_XPERMS) {
		rule.xkind = node->datum.xperms->specified;
		rule.driver = node->datum.xperms->driver;
		memcpy(rule.xperms, node->datum.xperms->perms,
		       sizeof(rule.xperms));
	}
	visitor->rule(place, &rule, enabled, visitor->arg);
}

static void tell_always(const avtab_t *table,
			const struct lsm_decision_visitor *visitor)
{
	for (uint32_t i = 0; table->nel && i < table->nslot; i++)
		for (const struct avtab_node *n = table->htable[i]; n;
		     n = n->next)
			tell_rule(visitor,
				  n->key.specified & AVTAB_ENABLED
					  ? LSM_DECISION_MARKED
					  : LSM_DECISION_ALWAYS,
				  true, n);
}

static void tell_branch(const cond_av_list_t *list, uint32_t place,
			const struct lsm_decision_visitor *visitor)
{
	for (; list; list = list->next)
		tell_rule(visitor, place,
			  list->node->key.specified & AVTAB_ENABLED,
			  list->node);
}

static void tell_class(const struct decision_libsepol *decision, uint32_t i,
		       const struct lsm_decision_visitor *visitor)
{
	const class_datum_t *class = &decision->class[i];

	if (class->default_type || decision->socket[i])
		tell(visitor, LSM_DECISION_F_CLASS, i + 1,
		     (uint32_t) class->default_type, decision->socket[i]);
	for (const constraint_node_t *c = class->constraints; c; c = c->next) {
		uint32_t terms = 0;

		for (const constraint_expr_t *e = c->expr; e; e = e->next)
			terms++;
		tell(visitor, LSM_DECISION_F_CONSTRAINT, i + 1, c->permissions,
		     terms);
	}
}

static void tell_label(const context_struct_t *context, uint32_t i,
		       const struct lsm_decision_visitor *visitor)
{
	struct lsm_decision_fact fact = {
		LSM_DECISION_F_LABEL,
		{ i, context->user, context->role, context->type },
	};

	visitor->fact(&fact, visitor->arg);
	fact.kind = LSM_DECISION_F_LEVEL;
	for (uint32_t end = 0; end < 2; end++) {
		const mls_level_t *level = &context->range.level[end];
		uint64_t cats = level->cat.node ? level->cat.node->map : 0;

		fact.value[1] = end;
		fact.value[2] = level->sens;
		fact.value[3] = (uint32_t)cats;
		fact.value[4] = (uint32_t)(cats >> 32);
		visitor->fact(&fact, visitor->arg);
	}
}

static void tell_symbols(const struct decision_libsepol *decision,
			 const struct lsm_decision_visitor *visitor)
{
	const policydb_t *db = &decision->db;

	for (uint32_t i = 0; i < db->p_types.nprim; i++) {
		tell_set(visitor, LSM_DECISION_F_ATTRIBUTE, i + 1,
			 &db->type_attr_map[i]);
		if (decision->type[i].bounds)
			tell(visitor, LSM_DECISION_F_BOUNDS, i + 1,
			     decision->type[i].bounds, 0);
	}
	for (uint32_t i = 0; i < db->p_classes.nprim; i++)
		tell_class(decision, i, visitor);
	for (uint32_t i = 0; i < db->p_roles.nprim; i++)
		tell_set(visitor, LSM_DECISION_F_DOMINATES, i + 1,
			 &decision->role[i].dominates);
	for (uint32_t i = 0; i < db->p_bools.nprim; i++)
		if (decision->boolean[i].state)
			tell(visitor, LSM_DECISION_F_BOOLEAN, i + 1, 0, 0);
}

void decision_libsepol_visit(const void *self,
			     const struct lsm_decision_visitor *visitor)
{
	const struct decision_libsepol *decision = self;
	const policydb_t *db = &decision->db;
	uint32_t index = 0;

	tell(visitor, LSM_DECISION_F_TYPES, db->p_types.nprim, 0, 0);
	tell(visitor, LSM_DECISION_F_CLASSES, db->p_classes.nprim, 0, 0);
	tell(visitor, LSM_DECISION_F_PROCESS, db->process_class,
	     db->process_trans_dyntrans, 0);
	tell_symbols(decision, visitor);
	for (const role_allow_t *a = db->role_allow; a; a = a->next)
		tell(visitor, LSM_DECISION_F_ROLE_ALLOW, a->role, a->new_role,
		     0);
	tell_always(&db->te_avtab, visitor);
	for (const cond_node_t *c = db->cond_list; c; c = c->next, index++) {
		tell(visitor, LSM_DECISION_F_CONDITIONAL, index,
		     (uint32_t)c->cur_state, 0);
		tell_branch(c->true_list, LSM_DECISION_TRUE(index), visitor);
		tell_branch(c->false_list, LSM_DECISION_FALSE(index), visitor);
	}
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++) {
		sidtab_t *sids = (sidtab_t *)(uintptr_t)&decision->sids;

		if (decision->set[i])
			tell_label(sepol_sidtab_search(sids, i + 1), i,
				   visitor);
	}
}
