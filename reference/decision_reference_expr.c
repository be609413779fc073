/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expressions of the decision reference, evaluated. */
#include "decision_reference.h"

static bool join(uint32_t op, bool below, bool top)
{
	switch (op) {
	case LSM_DECISION_OR:
		return below || top;
	case LSM_DECISION_AND:
		return below && top;
	case LSM_DECISION_EQ:
		return below == top;
	default: /* LSM_DECISION_XOR, LSM_DECISION_NEQ */
		return below != top;
	}
}

int decision_reference_evaluate(const struct decision_reference *policy,
				const struct decision_reference_cond *cond)
{
	bool operand[LSM_DECISION_COND_DEPTH];
	size_t pending = 0;

	for (size_t i = 0; i < cond->nr; i++) {
		const struct lsm_decision_token *token = &cond->token[i];

		if (token->op == LSM_DECISION_BOOL) {
			if (pending == LSM_DECISION_COND_DEPTH)
				return -1;
			operand[pending++] = policy->value[token->boolean - 1];
		} else if (token->op == LSM_DECISION_NOT) {
			if (pending < 1)
				return -1;
			operand[pending - 1] = !operand[pending - 1];
		} else {
			if (pending < 2)
				return -1;
			pending--;
			operand[pending - 1] =
				join(token->op, operand[pending - 1],
				     operand[pending]);
		}
	}
	return pending ? operand[0] : -1;
}

bool decision_reference_enabled(const struct decision_reference *policy,
				uint32_t place)
{
	int state;

	if (place <= LSM_DECISION_MARKED)
		return true;
	state = decision_reference_evaluate(policy,
					    &policy->cond[place / 2 - 1]);
	return place % 2 ? state == 0 : state == 1;
}

static bool member(const struct lsm_decision_term *term, uint32_t value)
{
	size_t position = value - 1;

	return position / 64 < term->nr_words &&
	       (term->names[position / 64] >> position % 64 & 1);
}

static bool in_names(const struct lsm_decision_term *term,
		     const struct decision_reference_label *source,
		     const struct decision_reference_label *target)
{
	const struct decision_reference_label *label =
		term->attr & LSM_DECISION_OF_TARGET ? target : source;
	bool found;

	if (term->attr & LSM_DECISION_USER)
		found = member(term, label->user);
	else if (term->attr & LSM_DECISION_ROLE)
		found = member(term, label->role);
	else
		found = member(term, label->type);
	return term->relation == LSM_DECISION_IS ? found : !found;
}

static bool compare(uint32_t relation, bool equal, bool dominates,
		    bool dominated)
{
	switch (relation) {
	case LSM_DECISION_IS:
		return equal;
	case LSM_DECISION_ISNT:
		return !equal;
	case LSM_DECISION_DOM:
		return dominates;
	case LSM_DECISION_DOMBY:
		return dominated;
	default: /* LSM_DECISION_INCOMP */
		return !dominates && !dominated;
	}
}

static bool level_dominates(const struct lsm_decision_level *a,
			    const struct lsm_decision_level *b)
{
	return a->sens >= b->sens && (b->cats & ~a->cats) == 0;
}

static bool compare_levels(uint32_t relation,
			   const struct lsm_decision_level *a,
			   const struct lsm_decision_level *b)
{
	return compare(relation, a->sens == b->sens && a->cats == b->cats,
		       level_dominates(a, b), level_dominates(b, a));
}

static bool comparison(const struct decision_reference *policy,
		       const struct lsm_decision_term *term,
		       const struct decision_reference_label *source,
		       const struct decision_reference_label *target)
{
	switch (term->attr) {
	case LSM_DECISION_USER:
		return compare(term->relation, source->user == target->user,
			       false, false);
	case LSM_DECISION_TYPE:
		return compare(term->relation, source->type == target->type,
			       false, false);
	case LSM_DECISION_ROLE:
		return compare(term->relation, source->role == target->role,
			       *decision_reference_pair(
				       policy->dominates, policy->roles,
				       source->role, target->role),
			       *decision_reference_pair(
				       policy->dominates, policy->roles,
				       target->role, source->role));
	case LSM_DECISION_L1L2:
		return compare_levels(term->relation, &source->level[0],
				      &target->level[0]);
	case LSM_DECISION_L1H2:
		return compare_levels(term->relation, &source->level[0],
				      &target->level[1]);
	case LSM_DECISION_H1L2:
		return compare_levels(term->relation, &source->level[1],
				      &target->level[0]);
	case LSM_DECISION_H1H2:
		return compare_levels(term->relation, &source->level[1],
				      &target->level[1]);
	case LSM_DECISION_L1H1:
		return compare_levels(term->relation, &source->level[0],
				      &source->level[1]);
	default: /* LSM_DECISION_L2H2 */
		return compare_levels(term->relation, &target->level[0],
				      &target->level[1]);
	}
}

/* What constrain() accepted has neither too many operands nor too few. */
bool decision_reference_holds(
	const struct decision_reference *policy,
	const struct decision_reference_constraint *constraint,
	const struct decision_reference_label *source,
	const struct decision_reference_label *target)
{
	bool operand[LSM_DECISION_CONSTRAINT_DEPTH] = { false };
	size_t pending = 0;

	for (size_t i = 0; i < constraint->nr; i++) {
		const struct lsm_decision_term *term = &constraint->term[i];

		switch (term->kind) {
		case LSM_DECISION_CNOT:
			operand[pending - 1] = !operand[pending - 1];
			break;
		case LSM_DECISION_CAND:
			pending--;
			operand[pending - 1] =
				operand[pending - 1] && operand[pending];
			break;
		case LSM_DECISION_COR:
			pending--;
			operand[pending - 1] =
				operand[pending - 1] || operand[pending];
			break;
		case LSM_DECISION_CATTR:
			operand[pending++] =
				comparison(policy, term, source, target);
			break;
		case LSM_DECISION_CNAMES:
			operand[pending++] = in_names(term, source, target);
			break;
		}
	}
	return operand[0];
}
