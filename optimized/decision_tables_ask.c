/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions to decisions over tables. */
#include "decision_tables.h"

#include <string.h>

/* Told of a rule that counts; @specified has no LSM_AVTAB_ENABLED. */
typedef void collect_fn(const struct avtab_node *node, uint16_t specified,
			void *arg);

struct search {
	const struct policy *policy;
	uint32_t source;
	uint32_t target;
	uint16_t tclass;
	uint16_t specified;
	collect_fn *collect;
	void *arg;
};

/* A rule outside of conditionals counts as it is marked, or not. */
static void collect_pair(const struct search *search, uint32_t i, uint32_t j)
{
	const struct lsm_avtab_key key = {
		.source = (uint16_t)i,
		.target = (uint16_t)j,
		.class = search->tclass,
		.specified = search->specified,
	};
	const struct avtab_node *node;

	for (node = avtab_table_search(&search->policy->always, &key); node;
	     node = avtab_table_search_next(node, key.specified))
		if (!(node->key.specified & LSM_AVTAB_ENABLED) ||
		    !(node->key.specified & LSM_AVTAB_VECTOR))
			search->collect(node,
					node->key.specified & LSM_AVTAB_RULES,
					search->arg);
	for (node = avtab_table_search(&search->policy->conditional, &key);
	     node; node = avtab_table_search_next(node, key.specified))
		if (node->key.specified & LSM_AVTAB_ENABLED)
			search->collect(node,
					node->key.specified & LSM_AVTAB_RULES,
					search->arg);
}

static void collect(const struct search *search)
{
	const struct matrix *matrix = &search->policy->attributes;
	const uint64_t *source = row(matrix, search->source);
	const uint64_t *target = row(matrix, search->target);

	for (uint32_t i = 0; i < matrix->stride; i++)
		for (uint64_t a = source[i]; a; a &= a - 1)
			for (uint32_t j = 0; j < matrix->stride; j++)
				for (uint64_t b = target[j]; b; b &= b - 1)
					collect_pair(
						search,
						64 * i + 1 +
							(uint32_t)
								__builtin_ctzll(
									a),
						64 * j + 1 +
							(uint32_t)
								__builtin_ctzll(
									b));
}

static void collect_vector(const struct avtab_node *node, uint16_t specified,
			   void *arg)
{
	struct lsm_decision_av *av = arg;

	switch (specified) {
	case LSM_AVTAB_ALLOWED:
		av->allowed |= node->data;
		break;
	case LSM_AVTAB_AUDITALLOW:
		av->auditallow |= node->data;
		break;
	case LSM_AVTAB_AUDITDENY:
		av->auditdeny &= node->data;
		break;
	}
}

static void decide(const struct policy *policy, const struct label *source,
		   const struct label *target, uint32_t tclass,
		   struct lsm_decision_av *av)
{
	const struct search search = {
		.policy = policy,
		.source = source->type,
		.target = target->type,
		.tclass = (uint16_t)tclass,
		.specified = LSM_AVTAB_VECTOR,
		.collect = collect_vector,
		.arg = av,
	};
	struct label parent_source = *source, parent_target = *target;
	struct lsm_decision_av parent_av;

	*av = (struct lsm_decision_av){ .auditdeny = UINT32_MAX };
	collect(&search);
	for (const struct constraint *c = policy->class[tclass - 1].constraints;
	     c; c = c->next)
		if ((c->perms & av->allowed) &&
		    !decision_tables_holds(policy, c, source, target))
			av->allowed &= ~c->perms;
	if (tclass == policy->process && source->role != target->role &&
	    !related(&policy->allows, source->role, target->role))
		av->allowed &= ~policy->transitions;

	parent_source.type = policy->parent[source->type - 1];
	if (!parent_source.type || !av->allowed)
		return;
	if (policy->parent[target->type - 1])
		parent_target.type = policy->parent[target->type - 1];
	decide(policy, &parent_source, &parent_target, tclass, &parent_av);
	av->allowed &= parent_av.allowed;
}

int decision_tables_av(const void *self, uint32_t source, uint32_t target,
		       uint32_t tclass, struct lsm_decision_av *av)
{
	const struct policy *policy = self;

	*av = (struct lsm_decision_av){ .auditdeny = UINT32_MAX };
	if (within(tclass, policy->classes))
		decide(policy, &policy->label[source], &policy->label[target],
		       tclass, av);
	return 0;
}

static void collect_extended(const struct policy *policy, uint32_t source,
			     uint32_t target, uint32_t tclass, collect_fn *fn,
			     void *arg)
{
	const struct search search = {
		.policy = policy,
		.source = policy->label[source].type,
		.target = policy->label[target].type,
		.tclass = (uint16_t)tclass,
		.specified = LSM_AVTAB_XPERMS,
		.collect = fn,
		.arg = arg,
	};

	if (within(tclass, policy->classes))
		collect(&search);
}

static void add_set(uint32_t *to, const uint32_t *from)
{
	for (size_t i = 0; i < LSM_DECISION_XPERM_WORDS; i++)
		to[i] |= from[i];
}

static void collect_drivers(const struct avtab_node *node, uint16_t specified,
			    void *arg)
{
	const struct lsm_avtab_xperms *xperms = node->xperms;
	struct lsm_decision_drivers *drivers = arg;

	(void)specified;
	drivers->any = true;
	if (xperms->kind == LSM_AVTAB_XPERMS_DRIVER)
		add_set(drivers->set, xperms->perms);
	else
		drivers->set[xperms->driver >> 5] |= UINT32_C(1)
						     << (xperms->driver & 31);
}

int decision_tables_drivers(const void *self, uint32_t source, uint32_t target,
			    uint32_t tclass,
			    struct lsm_decision_drivers *drivers)
{
	*drivers = (struct lsm_decision_drivers){ 0 };
	collect_extended(self, source, target, tclass, collect_drivers,
			 drivers);
	return 0;
}

struct asked {
	uint32_t driver;
	struct lsm_decision_xperms *xperms;
};

static void collect_functions(const struct avtab_node *node, uint16_t specified,
			      void *arg)
{
	static const uint32_t all[LSM_DECISION_XPERM_WORDS] = {
		UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
		UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
	};
	const struct asked *asked = arg;
	const struct lsm_avtab_xperms *from = node->xperms;
	const uint32_t *functions = from->perms;

	if (from->kind == LSM_AVTAB_XPERMS_DRIVER) {
		if (!(from->perms[asked->driver >> 5] >> (asked->driver & 31) &
		      1))
			return;
		functions = all;
	} else if (from->driver != asked->driver) {
		return;
	}
	if (specified == LSM_AVTAB_XPERMS_ALLOWED) {
		asked->xperms->used |= 1;
		add_set(asked->xperms->allowed, functions);
	} else if (specified == LSM_AVTAB_XPERMS_AUDITALLOW) {
		asked->xperms->used |= 2;
		add_set(asked->xperms->auditallow, functions);
	} else {
		asked->xperms->used |= 4;
		add_set(asked->xperms->dontaudit, functions);
	}
}

int decision_tables_xperms(const void *self, uint32_t source, uint32_t target,
			   uint32_t tclass, uint32_t driver,
			   struct lsm_decision_xperms *xperms)
{
	struct asked asked = { driver, xperms };

	*xperms = (struct lsm_decision_xperms){ 0 };
	collect_extended(self, source, target, tclass, collect_functions,
			 &asked);
	return 0;
}

static uint32_t type_without_rule(const struct policy *policy, uint32_t source,
				  uint32_t target, uint32_t tclass)
{
	const struct class *class;

	if (!within(tclass, policy->classes))
		return target;
	class = &policy->class[tclass - 1];
	switch (class->which) {
	case LSM_DECISION_SOURCE:
		return source;
	case LSM_DECISION_TARGET:
		return target;
	default:
		return class->socket || tclass == policy->process ? source
								  : target;
	}
}

int decision_tables_new_type(const void *self, uint32_t source, uint32_t target,
			     uint32_t tclass, uint32_t kind, uint32_t *type)
{
	const struct policy *policy = self;
	const struct lsm_avtab_key key = {
		.source = (uint16_t)policy->label[source].type,
		.target = (uint16_t)policy->label[target].type,
		.class = (uint16_t)tclass,
		.specified = (uint16_t)kind,
	};
	const struct avtab_node *node;

	node = avtab_table_search(&policy->always, &key);
	if (!node) {
		node = avtab_table_search(&policy->conditional, &key);
		while (node && !(node->key.specified & LSM_AVTAB_ENABLED))
			node = avtab_table_search_next(node, key.specified);
	}
	*type = node ? node->data
		     : type_without_rule(policy, key.source, key.target,
					 tclass);
	return 0;
}
