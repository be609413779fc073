/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access decisions, obviously: a policy is arrays of what was added, relations
 * are square tables, and every question looks at every rule of its class.
 */
#include "decision_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

static void forget_class(struct decision_reference_class *class)
{
	for (size_t i = 0; i < class->nr_constraints; i++) {
		struct decision_reference_constraint *constraint =
			&class->constraint[i];

		for (size_t k = 0; k < constraint->nr; k++)
			lsm_free((void *)(uintptr_t)constraint->term[k].names);
		lsm_free(constraint->term);
	}
	lsm_free(class->constraint);
	lsm_free(class->rule);
	*class = (struct decision_reference_class){ 0 };
}

static void clear(void *self)
{
	struct decision_reference *policy = self;
	uint32_t types = policy->types, roles = policy->roles;

	memset(policy->has, 0, (size_t)types * types * sizeof(bool));
	for (uint32_t type = 1; type <= types; type++)
		*decision_reference_pair(policy->has, types, type, type) = true;
	memset(policy->parent, 0, types * sizeof(*policy->parent));
	for (uint32_t i = 0; i < policy->classes; i++)
		forget_class(&policy->class[i]);
	policy->process = LSM_DECISION_PROCESS;
	policy->transitions = LSM_DECISION_TRANSITIONS;
	memset(policy->allows, 0, (size_t)roles * roles * sizeof(bool));
	memset(policy->dominates, 0, (size_t)roles * roles * sizeof(bool));
	memset(policy->value, 0, policy->bools * sizeof(bool));
	for (size_t i = 0; i < policy->nr_conds; i++)
		lsm_free(policy->cond[i].token);
	lsm_free(policy->cond);
	policy->cond = NULL;
	policy->nr_conds = 0;
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++)
		policy->label[i] = (struct decision_reference_label){
			.user = i % policy->users + 1,
			.role = i % roles + 1,
			.type = i % types + 1,
			.level = { { 1, 0 },
				   { 1 + i, (UINT64_C(1) << i) - 1 } },
		};
}

static void destroy(void *self)
{
	struct decision_reference *policy = self;

	if (policy->has && policy->parent && policy->class && policy->allows &&
	    policy->dominates && policy->value)
		clear(policy);
	lsm_free(policy->has);
	lsm_free(policy->parent);
	lsm_free(policy->class);
	lsm_free(policy->allows);
	lsm_free(policy->dominates);
	lsm_free(policy->value);
	lsm_free(policy);
}

static void *create(void *setup, const uint32_t *param)
{
	struct decision_reference *policy = lsm_calloc(1, sizeof(*policy));

	(void)setup;
	if (!policy)
		return NULL;
	policy->types = param[0] ? param[0] : LSM_DECISION_TYPES;
	policy->classes = param[1] ? param[1] : LSM_DECISION_CLASSES;
	policy->roles = param[2] ? param[2] : LSM_DECISION_ROLES;
	policy->users = param[3] ? param[3] : LSM_DECISION_USERS;
	policy->bools = param[4] ? param[4] : LSM_DECISION_BOOLS;
	policy->has =
		lsm_calloc((size_t)policy->types * policy->types, sizeof(bool));
	policy->parent = lsm_calloc(policy->types, sizeof(*policy->parent));
	policy->class = lsm_calloc(policy->classes, sizeof(*policy->class));
	policy->allows =
		lsm_calloc((size_t)policy->roles * policy->roles, sizeof(bool));
	policy->dominates =
		lsm_calloc((size_t)policy->roles * policy->roles, sizeof(bool));
	policy->value = lsm_calloc(policy->bools, sizeof(bool));
	if (!policy->has || !policy->parent || !policy->class ||
	    !policy->allows || !policy->dominates || !policy->value) {
		destroy(policy);
		return NULL;
	}
	clear(policy);
	return policy;
}

static const char *check(const void *self)
{
	const struct decision_reference *policy = self;

	for (uint32_t type = 1; type <= policy->types; type++)
		if (!*decision_reference_pair(policy->has, policy->types, type,
					      type))
			return "a type is not itself";
	return NULL;
}

static bool exists(uint32_t value, uint32_t nr)
{
	return value >= 1 && value <= nr;
}

static int attribute(void *self, uint32_t type, uint32_t attribute)
{
	struct decision_reference *policy = self;

	if (!exists(type, policy->types) || !exists(attribute, policy->types))
		return -EINVAL;
	*decision_reference_pair(policy->has, policy->types, type, attribute) =
		true;
	return 0;
}

static bool line_too_long(const struct decision_reference *policy)
{
	for (uint32_t type = 1; type <= policy->types; type++) {
		uint32_t above = 0;

		for (uint32_t at = policy->parent[type - 1]; at;
		     at = policy->parent[at - 1])
			if (++above > LSM_DECISION_BOUNDS_MAX)
				return true;
	}
	return false;
}

static int bounds(void *self, uint32_t type, uint32_t parent)
{
	struct decision_reference *policy = self;
	uint32_t before;

	if (!exists(type, policy->types) || parent > policy->types)
		return -EINVAL;
	before = policy->parent[type - 1];
	policy->parent[type - 1] = parent;
	if (!line_too_long(policy))
		return 0;
	policy->parent[type - 1] = before;
	return -EINVAL;
}

static int class_default(void *self, uint32_t tclass,
			 enum lsm_decision_default which, bool socket)
{
	struct decision_reference *policy = self;

	if (!exists(tclass, policy->classes))
		return -EINVAL;
	policy->class[tclass - 1].which = which;
	policy->class[tclass - 1].socket = socket;
	return 0;
}

static int process(void *self, uint32_t tclass, uint32_t perms)
{
	struct decision_reference *policy = self;

	if (!exists(tclass, policy->classes))
		return -EINVAL;
	policy->process = tclass;
	policy->transitions = perms;
	return 0;
}

static int join(const struct decision_reference *policy, bool *table,
		uint32_t role, uint32_t other)
{
	if (!exists(role, policy->roles) || !exists(other, policy->roles))
		return -EINVAL;
	*decision_reference_pair(table, policy->roles, role, other) = true;
	return 0;
}

static int role_allow(void *self, uint32_t role, uint32_t new_role)
{
	struct decision_reference *policy = self;

	return join(policy, policy->allows, role, new_role);
}

static int dominate(void *self, uint32_t role, uint32_t dominated)
{
	struct decision_reference *policy = self;

	return join(policy, policy->dominates, role, dominated);
}

static int set_bool(void *self, uint32_t boolean, bool value)
{
	struct decision_reference *policy = self;

	if (!exists(boolean, policy->bools))
		return -EINVAL;
	policy->value[boolean - 1] = value;
	return 0;
}

static int label(void *self, uint32_t sid, uint32_t user, uint32_t role,
		 uint32_t type)
{
	struct decision_reference *policy = self;

	if (!exists(user, policy->users) || !exists(role, policy->roles) ||
	    !exists(type, policy->types))
		return -EINVAL;
	policy->label[sid].user = user;
	policy->label[sid].role = role;
	policy->label[sid].type = type;
	policy->label[sid].set = true;
	return 0;
}

static int range(void *self, uint32_t sid, const struct lsm_decision_level *low,
		 const struct lsm_decision_level *high)
{
	struct decision_reference *policy = self;

	policy->label[sid].level[0] = *low;
	policy->label[sid].level[1] = *high;
	policy->label[sid].set = true;
	return 0;
}

const struct lsm_decision_ops lsm_decision_reference = {
	.base = {
		.name = "reference",
		.source = "the definitions of lsm/decision.h",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.attribute = attribute,
	.bounds = bounds,
	.class_default = class_default,
	.process = process,
	.role_allow = role_allow,
	.dominate = dominate,
	.set_bool = set_bool,
	.label = label,
	.range = range,
	.conditional = decision_reference_conditional,
	.constrain = decision_reference_constrain,
	.rule = decision_reference_rule,
	.av = decision_reference_av,
	.drivers = decision_reference_drivers,
	.xperms = decision_reference_xperms,
	.new_type = decision_reference_new_type,
	.state = decision_reference_state,
	.visit = decision_reference_visit,
};
