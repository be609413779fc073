/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules section as lists, gone through from one end to the other. */
#include "policy_reference.h"

#include <lsm/alloc.h>

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(struct plain_policy));
}

void policy_reference_clear(struct plain_policy *policy)
{
	for (uint32_t i = 0; i < policy->nr; i++)
		lsm_free(policy->conditional[i].node);
	lsm_free(policy->conditional);
	lsm_free(policy->table.rule);
	lsm_free(policy->table.order);
	lsm_free(policy->switched.rule);
	lsm_free(policy->switched.order);
	*policy = (struct plain_policy){ .nr = 0 };
}

static void clear(void *self)
{
	policy_reference_clear(self);
}

static void destroy(void *self)
{
	policy_reference_clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->switched.nr; i++)
		if (policy->switched.rule[i].conditional >= policy->nr)
			return "a rule of no conditional";
	return NULL;
}

/* The value of an expression, or -1. */
static int value(const struct plain_conditional *conditional, uint32_t values)
{
	int stack[LSM_POLICY_DEPTH], depth = 0;

	for (uint32_t i = 0; i < conditional->nodes; i++) {
		const struct lsm_policy_node *node = &conditional->node[i];
		int left, right;

		if (node->kind == LSM_POLICY_BOOLEAN) {
			if (depth == LSM_POLICY_DEPTH)
				return -1;
			stack[depth++] =
				(int)(values >> (node->boolean - 1) & 1);
			continue;
		}
		if (depth == 0)
			return -1;
		right = stack[--depth];
		if (node->kind == LSM_POLICY_NOT) {
			stack[depth++] = !right;
			continue;
		}
		if (depth == 0)
			return -1;
		left = stack[--depth];
		if (node->kind == LSM_POLICY_OR)
			stack[depth++] = left || right;
		else if (node->kind == LSM_POLICY_AND)
			stack[depth++] = left && right;
		else if (node->kind == LSM_POLICY_EQ)
			stack[depth++] = left == right;
		else
			stack[depth++] = left != right;
	}
	return depth == 0 ? -1 : stack[0];
}

static void evaluate(void *self, uint32_t values)
{
	struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->nr; i++)
		policy->conditional[i].state =
			value(&policy->conditional[i], values);
	for (uint32_t i = 0; i < policy->switched.nr; i++) {
		struct plain_rule *rule = &policy->switched.rule[i];
		int state = policy->conditional[rule->conditional].state;

		rule->key.specified &= 0x7fff;
		if (state == (rule->otherwise ? 0 : 1))
			rule->key.specified |= LSM_AVTAB_ENABLED;
	}
}

static int read_all(void *self, const struct lsm_policy_limits *limits,
		    uint32_t values, const uint8_t *image, size_t size,
		    size_t *used)
{
	int status;

	clear(self);
	status = policy_reference_read(self, limits, image, size, true, used);
	if (status)
		clear(self);
	else
		evaluate(self, values);
	return status;
}

static int read_rules(void *self, const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	const struct lsm_policy_limits whole = { .rules = *limits };
	int status;

	clear(self);
	status = policy_reference_read(self, &whole, image, size, false, used);
	if (status)
		clear(self);
	return status;
}

static struct lsm_avtab_rule show(const struct plain_rule *from)
{
	struct lsm_avtab_rule rule = { .key = from->key };

	if (from->key.specified & LSM_AVTAB_XPERMS)
		rule.datum.xperms = &from->xperms;
	else
		rule.datum.data = from->data;
	return rule;
}

/* Whether a rule is one that a query asks for. */
static bool answers(const struct plain_rule *rule,
		    const struct lsm_avtab_key *key)
{
	return rule->key.source == key->source &&
	       rule->key.target == key->target &&
	       rule->key.class == key->class &&
	       rule->key.specified & key->specified & 0x7fff;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->table.nr; i++) {
		const struct plain_rule *at =
			&policy->table.rule[policy->table.order[i]];

		if (answers(at, key)) {
			*rule = show(at);
			return true;
		}
	}
	return false;
}

static bool conditional(const void *self, uint32_t nth,
			struct lsm_policy_conditional *out)
{
	const struct plain_policy *policy = self;

	if (nth >= policy->nr)
		return false;
	out->state = policy->conditional[nth].state;
	out->nodes = policy->conditional[nth].nodes;
	return true;
}

static void expression(const void *self, uint32_t nth,
		       lsm_policy_visit_fn *visit, void *arg)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->conditional[nth].nodes; i++)
		visit(&policy->conditional[nth].node[i], arg);
}

static void branch(const void *self, uint32_t nth, bool otherwise,
		   lsm_avtab_visit_fn *visit, void *arg)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->switched.nr; i++) {
		const struct plain_rule *at = &policy->switched.rule[i];

		if (at->conditional == nth && at->otherwise == otherwise) {
			struct lsm_avtab_rule rule = show(at);

			visit(&rule, arg);
		}
	}
}

static void walk(const void *self, const struct lsm_avtab_key *key,
		 lsm_avtab_visit_fn *visit, void *arg)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->switched.nr; i++) {
		const struct plain_rule *at =
			&policy->switched.rule[policy->switched.order[i]];

		if (answers(at, key)) {
			struct lsm_avtab_rule rule = show(at);

			visit(&rule, arg);
		}
	}
}

static void rules(const void *self, lsm_avtab_visit_fn *visit, void *arg)
{
	const struct plain_policy *policy = self;

	for (uint32_t i = 0; i < policy->table.nr; i++) {
		struct lsm_avtab_rule rule =
			show(&policy->table.rule[policy->table.order[i]]);

		visit(&rule, arg);
	}
}

const struct lsm_policy_ops lsm_policy_reference = {
	.base = {
		.name = "reference",
		.source = "lists of rules; own work",
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
