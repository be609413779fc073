/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that an object of the decision reference holds. */
#include "decision_reference.h"

#include <string.h>

static void tell(const struct lsm_decision_visitor *visitor,
		 enum lsm_decision_fact_kind kind, uint32_t a, uint32_t b,
		 uint32_t c)
{
	const struct lsm_decision_fact fact = { kind, { a, b, c } };

	visitor->fact(&fact, visitor->arg);
}

static void visit_pairs(const struct lsm_decision_visitor *visitor,
			enum lsm_decision_fact_kind kind, const bool *table,
			uint32_t side)
{
	bool reflexive = kind == LSM_DECISION_F_ATTRIBUTE;

	for (uint32_t a = 0; a < side; a++) {
		const bool *row = table + (size_t)a * side;
		const bool *end = row + side;
		const bool *at = row;

		while ((at = memchr(at, true, (size_t)(end - at)))) {
			uint32_t b = (uint32_t)(at++ - row);

			if (!reflexive || a != b)
				tell(visitor, kind, a + 1, b + 1, 0);
		}
	}
}

static void visit_class(const struct decision_reference *policy, uint32_t i,
			const struct lsm_decision_visitor *visitor)
{
	const struct decision_reference_class *class = &policy->class[i];

	if (class->which || class->socket)
		tell(visitor, LSM_DECISION_F_CLASS, i + 1, class->which,
		     class->socket);
	for (size_t k = 0; k < class->nr_constraints; k++)
		tell(visitor, LSM_DECISION_F_CONSTRAINT, i + 1,
		     class->constraint[k].perms,
		     (uint32_t) class->constraint[k].nr);
	for (size_t k = 0; k < class->nr_rules; k++)
		visitor->rule(class->rule[k].place, &class->rule[k].rule,
			      decision_reference_enabled(policy,
							 class->rule[k].place),
			      visitor->arg);
}

static void visit_label(const struct decision_reference_label *label,
			uint32_t i, const struct lsm_decision_visitor *visitor)
{
	const struct lsm_decision_fact fact = {
		LSM_DECISION_F_LABEL,
		{ i, label->user, label->role, label->type },
	};

	visitor->fact(&fact, visitor->arg);
	for (uint32_t end = 0; end < 2; end++) {
		const struct lsm_decision_level *level = &label->level[end];
		const struct lsm_decision_fact range = {
			LSM_DECISION_F_LEVEL,
			{ i, end, level->sens, (uint32_t)level->cats,
			  (uint32_t)(level->cats >> 32) },
		};

		visitor->fact(&range, visitor->arg);
	}
}

void decision_reference_visit(const void *self,
			      const struct lsm_decision_visitor *visitor)
{
	const struct decision_reference *policy = self;

	tell(visitor, LSM_DECISION_F_TYPES, policy->types, 0, 0);
	tell(visitor, LSM_DECISION_F_CLASSES, policy->classes, 0, 0);
	visit_pairs(visitor, LSM_DECISION_F_ATTRIBUTE, policy->has,
		    policy->types);
	for (uint32_t i = 0; i < policy->types; i++)
		if (policy->parent[i])
			tell(visitor, LSM_DECISION_F_BOUNDS, i + 1,
			     policy->parent[i], 0);
	for (uint32_t i = 0; i < policy->classes; i++)
		visit_class(policy, i, visitor);
	tell(visitor, LSM_DECISION_F_PROCESS, policy->process,
	     policy->transitions, 0);
	visit_pairs(visitor, LSM_DECISION_F_ROLE_ALLOW, policy->allows,
		    policy->roles);
	visit_pairs(visitor, LSM_DECISION_F_DOMINATES, policy->dominates,
		    policy->roles);
	for (uint32_t i = 0; i < policy->bools; i++)
		if (policy->value[i])
			tell(visitor, LSM_DECISION_F_BOOLEAN, i + 1, 0, 0);
	for (size_t i = 0; i < policy->nr_conds; i++)
		tell(visitor, LSM_DECISION_F_CONDITIONAL, (uint32_t)i,
		     (uint32_t)decision_reference_evaluate(policy,
							   &policy->cond[i]),
		     0);
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++)
		if (policy->label[i].set)
			visit_label(&policy->label[i], i, visitor);
}
