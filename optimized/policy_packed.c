/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rules section in a few blocks of memory.
 *
 * Both sets of rules are tables of tags, in which a rule's place is its number:
 * rules of a branch lie one after the other there, so a conditional needs no
 * list of them, and is never found by a key.  All expressions share one array.
 */
#include "policy_packed.h"

#include <lsm/alloc.h>

static const struct lsm_avtab_ops *const tags = &lsm_avtab_tagged;

static void clear(void *self)
{
	struct packed_policy *policy = self;

	tags->release(policy->table);
	tags->release(policy->switched);
	lsm_free(policy->conditional);
	lsm_free(policy->node);
	policy->conditional = NULL;
	policy->nr = 0;
	policy->node = NULL;
	policy->nr_nodes = 0;
}

static void *create(void *setup, const uint32_t *param)
{
	static const uint32_t none[LSM_ARGS_MAX] = { LSM_AVTAB_NONE };
	struct packed_policy *policy = lsm_calloc(1, sizeof(*policy));

	(void)setup;
	(void)param;
	if (!policy)
		return NULL;
	policy->table = tags->base.create(NULL, none);
	policy->switched = policy->table ? tags->base.create(NULL, none) : NULL;
	if (policy->switched)
		return policy;
	if (policy->table)
		tags->base.destroy(policy->table);
	lsm_free(policy);
	return NULL;
}

static void destroy(void *self)
{
	struct packed_policy *policy = self;

	clear(policy);
	tags->base.destroy(policy->table);
	tags->base.destroy(policy->switched);
	lsm_free(policy);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct packed_policy *policy = self;
	const char *fault = tags->base.check(policy->table);
	uint32_t rule = 0, node = 0;

	if (!fault)
		fault = tags->base.check(policy->switched);
	if (fault)
		return fault;
	for (uint32_t i = 0; i < policy->nr; i++) {
		const struct packed_conditional *at = &policy->conditional[i];

		if (at->node != node || at->rule[0] != rule ||
		    at->rule[1] < at->rule[0] || at->rule[2] < at->rule[1])
			return "conditionals do not join";
		node += at->nodes;
		rule = at->rule[2];
	}
	if (node != policy->nr_nodes || rule != policy->switched->nr)
		return "nodes or rules of no conditional";
	return NULL;
}

/* The value of an expression, or -1; waiting operands are bits of a word. */
static int value(const struct lsm_policy_node *node, uint32_t nodes,
		 uint32_t values)
{
	uint32_t stack = 0, depth = 0;

	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t top, below;

		if (node[i].kind == LSM_POLICY_BOOLEAN) {
			if (depth++ == LSM_POLICY_DEPTH)
				return -1;
			stack = stack << 1 |
				(values >> (node[i].boolean - 1) & 1);
			continue;
		}
		if (depth < (node[i].kind == LSM_POLICY_NOT ? 1u : 2u))
			return -1;
		if (node[i].kind == LSM_POLICY_NOT) {
			stack ^= 1;
			continue;
		}
		top = stack & 1;
		stack >>= 1;
		depth--;
		below = stack & 1;
		switch (node[i].kind) {
		case LSM_POLICY_OR:
			stack |= top;
			break;
		case LSM_POLICY_AND:
			stack &= ~(below & ~top);
			break;
		case LSM_POLICY_EQ:
			stack ^= !top;
			break;
		default:
			stack ^= top;
		}
	}
	return depth ? (int)(stack >> (depth - 1) & 1) : -1;
}

static void switch_rules(struct tagged_table *table, uint32_t from, uint32_t to,
			 bool on)
{
	for (uint32_t i = from; i < to; i++) {
		struct lsm_avtab_key *key = &table->rule[i].key;

		key->specified &= (uint16_t)~LSM_AVTAB_ENABLED;
		if (on)
			key->specified |= LSM_AVTAB_ENABLED;
	}
}

static void evaluate(void *self, uint32_t values)
{
	struct packed_policy *policy = self;

	for (uint32_t i = 0; i < policy->nr; i++) {
		struct packed_conditional *at = &policy->conditional[i];

		at->state = at->nodes ? value(policy->node + at->node,
					      at->nodes, values)
				      : -1;
		switch_rules(policy->switched, at->rule[0], at->rule[1],
			     at->state == 1);
		switch_rules(policy->switched, at->rule[1], at->rule[2],
			     at->state == 0);
	}
}

static int read_rules(void *self, const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	struct packed_policy *policy = self;

	clear(policy);
	return tags->read(policy->table, LSM_AVTAB_SEED, limits, image, size,
			  used);
}

static int read_all(void *self, const struct lsm_policy_limits *limits,
		    uint32_t values, const uint8_t *image, size_t size,
		    size_t *used)
{
	size_t table;
	int status = read_rules(self, &limits->rules, image, size, &table);
	struct avtab_image in = {
		.end = image + size,
		.limits = &limits->rules,
	};

	if (status)
		return status;
	in.at = image + table;
	status = packed_read(self, &in, limits->booleans);
	if (status) {
		clear(self);
		return status;
	}
	evaluate(self, values);
	*used = (size_t)(in.at - image);
	return 0;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	const struct packed_policy *policy = self;

	return tags->search(policy->table, key, rule);
}

static bool conditional(const void *self, uint32_t nth,
			struct lsm_policy_conditional *out)
{
	const struct packed_policy *policy = self;

	if (nth >= policy->nr)
		return false;
	*out = (struct lsm_policy_conditional){
		.state = policy->conditional[nth].state,
		.nodes = policy->conditional[nth].nodes,
	};
	return true;
}

static void expression(const void *self, uint32_t nth,
		       lsm_policy_visit_fn *visit, void *arg)
{
	const struct packed_policy *policy = self;
	const struct packed_conditional *at = &policy->conditional[nth];

	for (uint32_t i = 0; i < at->nodes; i++)
		visit(&policy->node[at->node + i], arg);
}

static void branch(const void *self, uint32_t nth, bool otherwise,
		   lsm_avtab_visit_fn *visit, void *arg)
{
	const struct packed_policy *policy = self;
	const uint32_t *range = policy->conditional[nth].rule + otherwise;

	for (uint32_t i = range[0]; i < range[1]; i++) {
		const struct tagged_rule *at = &policy->switched->rule[i];
		struct lsm_avtab_rule rule = { .key = at->key };

		if (at->key.specified & LSM_AVTAB_XPERMS)
			rule.datum.xperms = &policy->switched->xperms[at->data];
		else
			rule.datum.data = at->data;
		visit(&rule, arg);
	}
}

static void walk(const void *self, const struct lsm_avtab_key *key,
		 lsm_avtab_visit_fn *visit, void *arg)
{
	const struct packed_policy *policy = self;
	struct lsm_avtab_rule rule;
	bool found = tags->search(policy->switched, key, &rule);

	for (; found;
	     found = tags->search_next(policy->switched, &rule, key->specified))
		visit(&rule, arg);
}

static void rules(const void *self, lsm_avtab_visit_fn *visit, void *arg)
{
	const struct packed_policy *policy = self;

	tags->rules(policy->table, visit, arg);
}

const struct lsm_policy_ops lsm_policy_packed = {
	.base = {
		.name = "packed",
		.source = "tables of tags, branches as ranges; own work",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.read = read_all,
	.read_rules = read_rules,
	.evaluate = evaluate,
	.search = search,
	.conditional = conditional,
	.expression = expression,
	.branch = branch,
	.walk = walk,
	.rules = rules,
};
