/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules and expressions of the decision reference. */
#include "decision_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* Make room for one more, now and then; what was there stays. */
static void *room_for_one(void *array, size_t nr, size_t size)
{
	if (nr & (nr - 1))
		return array;
	return lsm_reallocarray(array, nr ? 2 * nr : 1, size);
}

static bool exists(uint32_t value, uint32_t nr)
{
	return value >= 1 && value <= nr;
}

static int add_cond(struct decision_reference *policy,
		    struct lsm_decision_token *token, size_t nr)
{
	struct decision_reference_cond *cond =
		room_for_one(policy->cond, policy->nr_conds, sizeof(*cond));

	if (!cond)
		return -ENOMEM;
	policy->cond = cond;
	cond[policy->nr_conds].token = token;
	cond[policy->nr_conds++].nr = nr;
	return 0;
}

int decision_reference_conditional(void *self,
				   const struct lsm_decision_token *token,
				   size_t nr)
{
	struct decision_reference *policy = self;
	struct lsm_decision_token *copy;

	for (size_t i = 0; i < nr; i++)
		if (token[i].op < LSM_DECISION_BOOL ||
		    token[i].op > LSM_DECISION_NEQ ||
		    (token[i].op == LSM_DECISION_BOOL &&
		     !exists(token[i].boolean, policy->bools)))
			return -EINVAL;
	copy = lsm_calloc(nr + 1, sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	if (nr)
		memcpy(copy, token, nr * sizeof(*copy));
	if (!add_cond(policy, copy, nr))
		return 0;
	lsm_free(copy);
	return -ENOMEM;
}

static bool is_comparison(const struct lsm_decision_term *term)
{
	bool ordered = term->attr == LSM_DECISION_ROLE ||
		       term->attr >= LSM_DECISION_L1L2;

	if (term->attr != LSM_DECISION_USER &&
	    term->attr != LSM_DECISION_ROLE &&
	    term->attr != LSM_DECISION_TYPE &&
	    (term->attr < LSM_DECISION_L1L2 || term->attr > LSM_DECISION_L2H2))
		return false;
	return term->relation >= LSM_DECISION_IS &&
	       term->relation <=
		       (ordered ? LSM_DECISION_INCOMP : LSM_DECISION_ISNT);
}

static bool is_membership(const struct lsm_decision_term *term)
{
	uint32_t attr = term->attr & ~(uint32_t)LSM_DECISION_OF_TARGET;

	return (attr == LSM_DECISION_USER || attr == LSM_DECISION_ROLE ||
		attr == LSM_DECISION_TYPE) &&
	       (term->relation == LSM_DECISION_IS ||
		term->relation == LSM_DECISION_ISNT);
}

/* Whether the terms are a postfix expression that leaves one operand. */
static bool is_expression(const struct lsm_decision_term *term, size_t nr)
{
	size_t pending = 0;

	for (size_t i = 0; i < nr; i++) {
		switch (term[i].kind) {
		case LSM_DECISION_CNOT:
			if (pending < 1)
				return false;
			break;
		case LSM_DECISION_CAND:
		case LSM_DECISION_COR:
			if (pending < 2)
				return false;
			pending--;
			break;
		case LSM_DECISION_CATTR:
			if (!is_comparison(&term[i]))
				return false;
			pending++;
			break;
		case LSM_DECISION_CNAMES:
			if (!is_membership(&term[i]))
				return false;
			pending++;
			break;
		default:
			return false;
		}
		if (pending > LSM_DECISION_CONSTRAINT_DEPTH)
			return false;
	}
	return pending == 1;
}

static void free_terms(struct lsm_decision_term *term, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		lsm_free((void *)(uintptr_t)term[i].names);
	lsm_free(term);
}

static struct lsm_decision_term *
copy_terms(const struct lsm_decision_term *term, size_t nr)
{
	struct lsm_decision_term *copy = lsm_calloc(nr, sizeof(*copy));

	for (size_t i = 0; copy && i < nr; i++) {
		size_t size = term[i].nr_words * sizeof(*term[i].names);
		uint64_t *names;

		copy[i] = term[i];
		copy[i].names = NULL;
		if (term[i].kind != LSM_DECISION_CNAMES || !size)
			continue;
		names = lsm_malloc(size);
		if (!names) {
			free_terms(copy, i);
			return NULL;
		}
		memcpy(names, term[i].names, size);
		copy[i].names = names;
	}
	return copy;
}

int decision_reference_constrain(void *self, uint32_t tclass, uint32_t perms,
				 const struct lsm_decision_term *term,
				 size_t nr)
{
	struct decision_reference *policy = self;
	struct decision_reference_constraint *constraint;
	struct decision_reference_class *class;
	struct lsm_decision_term *copy;

	if (!exists(tclass, policy->classes) || !is_expression(term, nr))
		return -EINVAL;
	class = &policy->class[tclass - 1];
	copy = copy_terms(term, nr);
	if (!copy)
		return -ENOMEM;
	constraint = room_for_one(class->constraint, class->nr_constraints,
				  sizeof(*constraint));
	if (!constraint) {
		free_terms(copy, nr);
		return -ENOMEM;
	}
	class->constraint = constraint;
	constraint[class->nr_constraints++] =
		(struct decision_reference_constraint){ perms, copy, nr };
	return 0;
}

static bool rule_exists(const struct decision_reference *policy, uint32_t place,
			const struct lsm_decision_rule *rule)
{
	if (place >= LSM_DECISION_TRUE(policy->nr_conds) ||
	    !exists(rule->source, policy->types) ||
	    !exists(rule->target, policy->types) ||
	    !exists(rule->tclass, policy->classes))
		return false;
	if (rule->kind & LSM_DECISION_TYPE_KINDS)
		return exists(rule->data, policy->types);
	if (rule->kind & LSM_DECISION_X_KINDS)
		return rule->xkind == LSM_DECISION_FUNCTION ||
		       rule->xkind == LSM_DECISION_DRIVER;
	return true;
}

/* Whether a rule of the same key forbids another one at @place. */
static bool forbids(uint32_t there, uint32_t place, uint32_t kind)
{
	bool outside = there <= LSM_DECISION_MARKED;

	if (place <= LSM_DECISION_MARKED)
		return outside && !(kind & LSM_DECISION_X_KINDS);
	/* Of a conditional's type rules only the other branch may have one. */
	return (kind & LSM_DECISION_TYPE_KINDS) &&
	       (outside || there == place || there / 2 != place / 2);
}

int decision_reference_rule(void *self, uint32_t place,
			    const struct lsm_decision_rule *rule)
{
	struct decision_reference *policy = self;
	struct decision_reference_class *class;
	struct decision_reference_rule *grown;

	if (!rule_exists(policy, place, rule))
		return -EINVAL;
	class = &policy->class[rule->tclass - 1];
	for (size_t i = 0; i < class->nr_rules; i++) {
		const struct lsm_decision_rule *other = &class->rule[i].rule;

		if (other->source == rule->source &&
		    other->target == rule->target &&
		    other->kind == rule->kind &&
		    forbids(class->rule[i].place, place, rule->kind))
			return -EEXIST;
	}
	grown = room_for_one(class->rule, class->nr_rules, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	class->rule = grown;
	grown[class->nr_rules].place = place;
	grown[class->nr_rules++].rule = *rule;
	return 0;
}
