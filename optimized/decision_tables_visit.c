/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that an object of decisions over tables holds. */
#include "decision_tables.h"

#include <string.h>

LSM_UNGUIDED static void tell(const struct lsm_decision_visitor *visitor,
			      enum lsm_decision_fact_kind kind, uint32_t a,
			      uint32_t b, uint32_t c)
{
	const struct lsm_decision_fact fact = { kind, { a, b, c } };

	visitor->fact(&fact, visitor->arg);
}

LSM_UNGUIDED static void tell_matrix(const struct lsm_decision_visitor *visitor,
				     enum lsm_decision_fact_kind kind,
				     const struct matrix *matrix)
{
	for (uint32_t a = 1; a <= matrix->side; a++)
		for (uint32_t i = 0; i < matrix->stride; i++)
			for (uint64_t w = row(matrix, a)[i]; w; w &= w - 1) {
				uint32_t b = 64 * i + 1 +
					     (uint32_t)__builtin_ctzll(w);

				if (kind != LSM_DECISION_F_ATTRIBUTE || a != b)
					tell(visitor, kind, a, b, 0);
			}
}

LSM_UNGUIDED static void tell_rule(const struct lsm_decision_visitor *visitor,
				   uint32_t place, bool enabled,
				   const struct avtab_node *node)
{
	struct lsm_decision_rule rule = {
		.source = node->key.source,
		.target = node->key.target,
		.tclass = node->key.class,
		.kind = node->key.specified & LSM_AVTAB_RULES,
	};

	if (rule.kind & LSM_AVTAB_XPERMS) {
		rule.xkind = node->xperms->kind;
		rule.driver = node->xperms->driver;
		memcpy(rule.xperms, node->xperms->perms, sizeof(rule.xperms));
	} else {
		rule.data = node->data;
	}
	visitor->rule(place, &rule, enabled, visitor->arg);
}

LSM_UNGUIDED static void tell_always(const struct policy *policy,
				     const struct lsm_decision_visitor *visitor)
{
	const struct avtab_table *table = &policy->always;

	for (uint32_t i = 0; table->rules && i <= table->mask; i++)
		for (const struct avtab_node *n = table->slot[i]; n;
		     n = n->next)
			tell_rule(visitor,
				  n->key.specified & LSM_AVTAB_ENABLED
					  ? LSM_DECISION_MARKED
					  : LSM_DECISION_ALWAYS,
				  true, n);
}

LSM_UNGUIDED static void tell_cond(const struct policy *policy, uint32_t i,
				   const struct lsm_decision_visitor *visitor)
{
	const struct cond *cond = &policy->cond[i];

	tell(visitor, LSM_DECISION_F_CONDITIONAL, i, (uint32_t)cond->state, 0);
	for (uint32_t branch = 0; branch < 2; branch++)
		for (uint32_t k = 0; k < cond->list[branch].nr; k++) {
			const struct avtab_node *node =
				cond->list[branch].node[k];

			tell_rule(visitor, LSM_DECISION_TRUE(i) + branch,
				  node->key.specified & LSM_AVTAB_ENABLED,
				  node);
		}
}

LSM_UNGUIDED static void tell_class(const struct policy *policy, uint32_t i,
				    const struct lsm_decision_visitor *visitor)
{
	const struct class *class = &policy->class[i];

	if (class->which || class->socket)
		tell(visitor, LSM_DECISION_F_CLASS, i + 1, class->which,
		     class->socket);
	for (const struct constraint *c = class->constraints; c; c = c->next)
		tell(visitor, LSM_DECISION_F_CONSTRAINT, i + 1, c->perms,
		     (uint32_t)c->nr);
}

LSM_UNGUIDED static void tell_label(const struct label *label, uint32_t i,
				    const struct lsm_decision_visitor *visitor)
{
	struct lsm_decision_fact fact = {
		LSM_DECISION_F_LABEL,
		{ i, label->user, label->role, label->type },
	};

	visitor->fact(&fact, visitor->arg);
	fact.kind = LSM_DECISION_F_LEVEL;
	for (uint32_t end = 0; end < 2; end++) {
		fact.value[1] = end;
		fact.value[2] = label->level[end].sens;
		fact.value[3] = (uint32_t)label->level[end].cats;
		fact.value[4] = (uint32_t)(label->level[end].cats >> 32);
		visitor->fact(&fact, visitor->arg);
	}
}

LSM_UNGUIDED void
decision_tables_visit(const void *self,
		      const struct lsm_decision_visitor *visitor)
{
	const struct policy *policy = self;

	tell(visitor, LSM_DECISION_F_TYPES, policy->attributes.side, 0, 0);
	tell(visitor, LSM_DECISION_F_CLASSES, policy->classes, 0, 0);
	tell(visitor, LSM_DECISION_F_PROCESS, policy->process,
	     policy->transitions, 0);
	tell_matrix(visitor, LSM_DECISION_F_ATTRIBUTE, &policy->attributes);
	tell_matrix(visitor, LSM_DECISION_F_ROLE_ALLOW, &policy->allows);
	tell_matrix(visitor, LSM_DECISION_F_DOMINATES, &policy->dominates);
	for (uint32_t i = 0; i < policy->attributes.side; i++)
		if (policy->parent[i])
			tell(visitor, LSM_DECISION_F_BOUNDS, i + 1,
			     policy->parent[i], 0);
	for (uint32_t i = 0; i < policy->classes; i++)
		tell_class(policy, i, visitor);
	for (uint32_t i = 0; i < policy->bools; i++)
		if (policy->value[i])
			tell(visitor, LSM_DECISION_F_BOOLEAN, i + 1, 0, 0);
	tell_always(policy, visitor);
	for (uint32_t i = 0; i < policy->nr_conds; i++)
		tell_cond(policy, i, visitor);
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++)
		if (policy->label[i].set)
			tell_label(&policy->label[i], i, visitor);
}
