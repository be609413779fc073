/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where libsepol is known to answer differently; see FINDINGS.md. */
#include "decision_words.h"

static const struct lsm_decision_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_decision_ops *)call->ops; /* base is first */
}

/* More than there are in any program. */
#define TYPES 128u

/* What the reference says of the types, classes and constraints in question. */
struct question {
	const struct lsm_call *call;
	uint32_t source_type;
	uint32_t parent[TYPES];
	uint32_t classes;
	bool constrained;
	bool socket;
	bool process;
	bool has_default;
};

static void no_rule(uint32_t place, const struct lsm_decision_rule *rule,
		    bool enabled, void *arg)
{
	(void)place;
	(void)rule;
	(void)enabled;
	(void)arg;
}

/* Labels that were not set keep the type of a new object's. */
static void note(const struct lsm_decision_fact *fact, void *arg)
{
	struct question *question = arg;
	uint32_t tclass = question->call->arg[3];
	const uint32_t *value = fact->value;

	switch (fact->kind) {
	case LSM_DECISION_F_TYPES:
		question->source_type = question->call->arg[1] % value[0] + 1;
		break;
	case LSM_DECISION_F_LABEL:
		if (value[0] == question->call->arg[1])
			question->source_type = value[3];
		break;
	case LSM_DECISION_F_BOUNDS:
		question->parent[value[0] % TYPES] = value[1];
		break;
	case LSM_DECISION_F_CLASSES:
		question->classes = value[0];
		break;
	case LSM_DECISION_F_CONSTRAINT:
		question->constrained |= value[0] == tclass;
		break;
	case LSM_DECISION_F_PROCESS:
		question->process = value[0] == tclass;
		break;
	case LSM_DECISION_F_CLASS:
		if (value[0] != tclass)
			break;
		question->has_default = value[1] != LSM_DECISION_UNSET;
		question->socket = value[2];
		break;
	default:
		break;
	}
}

static struct question ask(const struct lsm_call *call)
{
	struct question question = { .call = call };
	const struct lsm_decision_visitor visitor = {
		.fact = note,
		.rule = no_rule,
		.arg = &question,
	};

	table(call)->visit(call->slot[call->arg[0]], &visitor);
	return question;
}

/* It refuses to be asked about a class that the policy does not have. */
bool decision_no_class(const struct lsm_call *call)
{
	uint32_t tclass = call->arg[3];

	return tclass < 1 || tclass > ask(call).classes;
}

/* It stumbles when it decides for a parent that has a parent. */
bool decision_line_of_bounds(const struct lsm_call *call)
{
	struct question question = ask(call);
	uint32_t parent = question.parent[question.source_type % TYPES];

	return parent && question.parent[parent % TYPES];
}

/* It takes a constraint that it has no memory to evaluate for true. */
bool decision_constraint_fails(const struct lsm_call *call)
{
	return call->fail && ask(call).constrained;
}

/* It knows no sockets: new objects get the target's type. */
bool decision_is_socket(const struct lsm_call *call)
{
	struct question question = ask(call);

	return question.socket && !question.has_default && !question.process;
}
