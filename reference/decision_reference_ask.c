/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions to the decision reference. */
#include "decision_reference.h"

#include <errno.h>
#include <string.h>

static bool has(const struct decision_reference *policy, uint32_t type,
		uint32_t value)
{
	return *decision_reference_pair(policy->has, policy->types, type,
					value);
}

/* Whether a rule is about these two types and on. */
static bool counts(const struct decision_reference *policy,
		   const struct decision_reference_rule *r, uint32_t source,
		   uint32_t target)
{
	return has(policy, source, r->rule.source) &&
	       has(policy, target, r->rule.target) &&
	       decision_reference_enabled(policy, r->place);
}

static void by_rules(const struct decision_reference *policy, uint32_t source,
		     uint32_t target,
		     const struct decision_reference_class *class,
		     struct lsm_decision_av *av)
{
	for (size_t i = 0; i < class->nr_rules; i++) {
		const struct decision_reference_rule *r = &class->rule[i];

		if (r->place == LSM_DECISION_MARKED ||
		    !counts(policy, r, source, target))
			continue;
		if (r->rule.kind == LSM_DECISION_ALLOW)
			av->allowed |= r->rule.data;
		else if (r->rule.kind == LSM_DECISION_AUDITALLOW)
			av->auditallow |= r->rule.data;
		else if (r->rule.kind == LSM_DECISION_AUDITDENY)
			av->auditdeny &= r->rule.data;
	}
}

static struct lsm_decision_av decide(const struct decision_reference *policy,
				     struct decision_reference_label source,
				     struct decision_reference_label target,
				     uint32_t tclass)
{
	const struct decision_reference_class *class =
		&policy->class[tclass - 1];
	struct lsm_decision_av av = { .auditdeny = UINT32_MAX };
	uint32_t source_parent = policy->parent[source.type - 1];
	uint32_t target_parent = policy->parent[target.type - 1];

	by_rules(policy, source.type, target.type, class, &av);
	for (size_t i = 0; i < class->nr_constraints; i++)
		if (!decision_reference_holds(policy, &class->constraint[i],
					      &source, &target))
			av.allowed &= ~class->constraint[i].perms;
	if (tclass == policy->process && source.role != target.role &&
	    !*decision_reference_pair(policy->allows, policy->roles,
				      source.role, target.role))
		av.allowed &= ~policy->transitions;
	if (source_parent) {
		source.type = source_parent;
		if (target_parent)
			target.type = target_parent;
		av.allowed &= decide(policy, source, target, tclass).allowed;
	}
	return av;
}

static bool class_exists(const struct decision_reference *policy,
			 uint32_t tclass)
{
	return tclass >= 1 && tclass <= policy->classes;
}

int decision_reference_av(const void *self, uint32_t source, uint32_t target,
			  uint32_t tclass, struct lsm_decision_av *av)
{
	const struct decision_reference *policy = self;

	*av = (struct lsm_decision_av){ .auditdeny = UINT32_MAX };
	if (class_exists(policy, tclass))
		*av = decide(policy, policy->label[source],
			     policy->label[target], tclass);
	return 0;
}

static bool test(const uint32_t *set, uint32_t member)
{
	return set[member / 32] >> member % 32 & 1;
}

static void put(uint32_t *set, uint32_t member)
{
	set[member / 32] |= UINT32_C(1) << member % 32;
}

int decision_reference_drivers(const void *self, uint32_t source,
			       uint32_t target, uint32_t tclass,
			       struct lsm_decision_drivers *drivers)
{
	const struct decision_reference *policy = self;
	const struct decision_reference_class *class;

	*drivers = (struct lsm_decision_drivers){ 0 };
	if (!class_exists(policy, tclass))
		return 0;
	class = &policy->class[tclass - 1];
	for (size_t i = 0; i < class->nr_rules; i++) {
		const struct decision_reference_rule *r = &class->rule[i];

		if (!(r->rule.kind & LSM_DECISION_X_KINDS) ||
		    !counts(policy, r, policy->label[source].type,
			    policy->label[target].type))
			continue;
		drivers->any = true;
		for (uint32_t driver = 0; driver < 256; driver++)
			if (r->rule.xkind == LSM_DECISION_DRIVER
				    ? test(r->rule.xperms, driver)
				    : r->rule.driver == driver)
				put(drivers->set, driver);
	}
	return 0;
}

static void say(const struct lsm_decision_rule *rule, uint32_t driver,
		uint32_t used, uint32_t *functions,
		struct lsm_decision_xperms *xperms)
{
	bool whole = rule->xkind == LSM_DECISION_DRIVER;

	if (whole ? !test(rule->xperms, driver) : rule->driver != driver)
		return;
	xperms->used |= used;
	for (uint32_t function = 0; function < 256; function++)
		if (whole || test(rule->xperms, function))
			put(functions, function);
}

int decision_reference_xperms(const void *self, uint32_t source,
			      uint32_t target, uint32_t tclass, uint32_t driver,
			      struct lsm_decision_xperms *xperms)
{
	const struct decision_reference *policy = self;
	const struct decision_reference_class *class;

	*xperms = (struct lsm_decision_xperms){ 0 };
	if (!class_exists(policy, tclass))
		return 0;
	class = &policy->class[tclass - 1];
	for (size_t i = 0; i < class->nr_rules; i++) {
		const struct decision_reference_rule *r = &class->rule[i];

		if (!counts(policy, r, policy->label[source].type,
			    policy->label[target].type))
			continue;
		if (r->rule.kind == LSM_DECISION_XALLOW)
			say(&r->rule, driver, 1, xperms->allowed, xperms);
		else if (r->rule.kind == LSM_DECISION_XAUDITALLOW)
			say(&r->rule, driver, 2, xperms->auditallow, xperms);
		else if (r->rule.kind == LSM_DECISION_XDONTAUDIT)
			say(&r->rule, driver, 4, xperms->dontaudit, xperms);
	}
	return 0;
}

static uint32_t default_type(const struct decision_reference *policy,
			     uint32_t source, uint32_t target, uint32_t tclass)
{
	const struct decision_reference_class *class;

	if (!class_exists(policy, tclass))
		return target;
	class = &policy->class[tclass - 1];
	if (class->which == LSM_DECISION_SOURCE)
		return source;
	if (class->which == LSM_DECISION_TARGET)
		return target;
	return tclass == policy->process || class->socket ? source : target;
}

int decision_reference_new_type(const void *self, uint32_t source,
				uint32_t target, uint32_t tclass, uint32_t kind,
				uint32_t *type)
{
	const struct decision_reference *policy = self;
	uint32_t source_type = policy->label[source].type;
	uint32_t target_type = policy->label[target].type;
	const struct decision_reference_rule *found = NULL;

	*type = default_type(policy, source_type, target_type, tclass);
	if (!class_exists(policy, tclass))
		return 0;
	for (size_t i = 0; i < policy->class[tclass - 1].nr_rules; i++) {
		const struct decision_reference_rule *r =
			&policy->class[tclass - 1].rule[i];

		if (r->rule.kind != kind || r->rule.source != source_type ||
		    r->rule.target != target_type ||
		    !decision_reference_enabled(policy, r->place))
			continue;
		if (!found || r->place <= LSM_DECISION_MARKED)
			found = r;
	}
	if (found)
		*type = found->rule.data;
	return 0;
}

int decision_reference_state(const void *self, uint32_t cond, int *state)
{
	const struct decision_reference *policy = self;

	if (cond >= policy->nr_conds)
		return -EINVAL;
	*state = decision_reference_evaluate(policy, &policy->cond[cond]);
	return 0;
}
