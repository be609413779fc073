/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The constraints of decisions over tables. */
#include "decision_tables.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

#define OF_LABEL (LSM_DECISION_USER | LSM_DECISION_ROLE | LSM_DECISION_TYPE)

static bool one_bit(uint32_t bits)
{
	return bits && !(bits & (bits - 1));
}

/* How many operands a term leaves minus how many it takes; 2 if it is none. */
static int effect(const struct lsm_decision_term *term)
{
	uint32_t relations = LSM_DECISION_ISNT;

	switch (term->kind) {
	case LSM_DECISION_CNOT:
		return 0;
	case LSM_DECISION_CAND:
	case LSM_DECISION_COR:
		return -1;
	case LSM_DECISION_CATTR:
		if (term->attr == LSM_DECISION_ROLE ||
		    (term->attr >= LSM_DECISION_L1L2 &&
		     term->attr <= LSM_DECISION_L2H2))
			relations = LSM_DECISION_INCOMP;
		else if (term->attr != LSM_DECISION_USER &&
			 term->attr != LSM_DECISION_TYPE)
			return 2;
		break;
	case LSM_DECISION_CNAMES:
		if (term->attr & ~(OF_LABEL | LSM_DECISION_OF_TARGET) ||
		    !one_bit(term->attr & OF_LABEL))
			return 2;
		break;
	default:
		return 2;
	}
	return within(term->relation, relations) ? 1 : 2;
}

static bool well_formed(const struct lsm_decision_term *term, size_t nr)
{
	int depth = 0;

	for (size_t i = 0; i < nr; i++) {
		int change = effect(&term[i]);

		if (change == 2 || depth < 1 - change ||
		    depth + change > LSM_DECISION_CONSTRAINT_DEPTH)
			return false;
		depth += change;
	}
	return depth == 1;
}

int decision_tables_constrain(void *self, uint32_t tclass, uint32_t perms,
			      const struct lsm_decision_term *term, size_t nr)
{
	struct policy *policy = self;
	struct constraint *constraint;
	size_t words = 0;
	uint64_t *names;

	if (!within(tclass, policy->classes) || !well_formed(term, nr))
		return -EINVAL;
	constraint = lsm_malloc(sizeof(*constraint) + nr * sizeof(*term));
	for (size_t i = 0; i < nr; i++)
		words += term[i].nr_words;
	names = lsm_malloc((words + 1) * sizeof(*names));
	if (!constraint || !names) {
		lsm_free(constraint);
		lsm_free(names);
		return -ENOMEM;
	}
	constraint->perms = perms;
	constraint->nr = nr;
	constraint->names = names;
	memcpy(constraint->term, term, nr * sizeof(*term));
	for (size_t i = 0; i < nr; i++) {
		if (term[i].nr_words)
			memcpy(names, term[i].names,
			       term[i].nr_words * sizeof(*names));
		constraint->term[i].names = names;
		names += term[i].nr_words;
	}
	constraint->next = policy->class[tclass - 1].constraints;
	policy->class[tclass - 1].constraints = constraint;
	return 0;
}

static bool dominates(const struct lsm_decision_level *a,
		      const struct lsm_decision_level *b)
{
	return a->sens >= b->sens && (a->cats & b->cats) == b->cats;
}

static bool compare_levels(uint32_t relation,
			   const struct lsm_decision_level *a,
			   const struct lsm_decision_level *b)
{
	switch (relation) {
	case LSM_DECISION_DOM:
		return dominates(a, b);
	case LSM_DECISION_DOMBY:
		return dominates(b, a);
	case LSM_DECISION_INCOMP:
		return !dominates(a, b) && !dominates(b, a);
	default:
		return (a->sens == b->sens && a->cats == b->cats) ==
		       (relation == LSM_DECISION_IS);
	}
}

static bool compare_roles(const struct policy *policy, uint32_t relation,
			  uint32_t a, uint32_t b)
{
	switch (relation) {
	case LSM_DECISION_DOM:
		return related(&policy->dominates, a, b);
	case LSM_DECISION_DOMBY:
		return related(&policy->dominates, b, a);
	case LSM_DECISION_INCOMP:
		return !related(&policy->dominates, a, b) &&
		       !related(&policy->dominates, b, a);
	default:
		return (a == b) == (relation == LSM_DECISION_IS);
	}
}

static bool compare(const struct policy *policy,
		    const struct lsm_decision_term *term,
		    const struct label *source, const struct label *target)
{
	/* Which ends the relations of levels compare, in their order. */
	static const struct {
		bool a_target, a_high, b_target, b_high;
	} ends[] = {
		{ false, false, true, false }, { false, false, true, true },
		{ false, true, true, false },  { false, true, true, true },
		{ false, false, false, true }, { true, false, true, true },
	};
	uint32_t i = term->attr - LSM_DECISION_L1L2;
	bool is = term->relation == LSM_DECISION_IS;

	switch (term->attr) {
	case LSM_DECISION_USER:
		return (source->user == target->user) == is;
	case LSM_DECISION_TYPE:
		return (source->type == target->type) == is;
	case LSM_DECISION_ROLE:
		return compare_roles(policy, term->relation, source->role,
				     target->role);
	default:
		return compare_levels(term->relation,
				      &(ends[i].a_target ? target : source)
					       ->level[ends[i].a_high],
				      &(ends[i].b_target ? target : source)
					       ->level[ends[i].b_high]);
	}
}

static bool named(const struct lsm_decision_term *term,
		  const struct label *source, const struct label *target)
{
	const struct label *label =
		term->attr & LSM_DECISION_OF_TARGET ? target : source;
	uint32_t value = term->attr & LSM_DECISION_USER	  ? label->user
			 : term->attr & LSM_DECISION_ROLE ? label->role
							  : label->type;
	bool found = (value - 1) / 64 < term->nr_words &&
		     (term->names[(value - 1) / 64] >> (value - 1) % 64 & 1);

	return found == (term->relation == LSM_DECISION_IS);
}

/* The stack is a number; the expression is known to be well formed. */
bool decision_tables_holds(const struct policy *policy,
			   const struct constraint *constraint,
			   const struct label *source,
			   const struct label *target)
{
	uint32_t stack = 0;

	for (size_t i = 0; i < constraint->nr; i++) {
		const struct lsm_decision_term *term = &constraint->term[i];

		switch (term->kind) {
		case LSM_DECISION_CNOT:
			stack ^= 1;
			break;
		case LSM_DECISION_CAND:
			stack = stack >> 1 & (stack | ~UINT32_C(1));
			break;
		case LSM_DECISION_COR:
			stack = stack >> 1 | (stack & 1);
			break;
		case LSM_DECISION_CATTR:
			stack = stack << 1 |
				compare(policy, term, source, target);
			break;
		default:
			stack = stack << 1 | named(term, source, target);
			break;
		}
	}
	return stack & 1;
}
