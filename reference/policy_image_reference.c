/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules section of a policy, number by number. */
#include "policy_reference.h"

#include <lsm/alloc.h>

#include <errno.h>

/*
 * @byte, @size: the image
 * @at: how far it has been read
 * @short_of: whether more was asked for than there is
 */
struct bytes {
	const uint8_t *byte;
	size_t size;
	size_t at;
	bool short_of;
};

static uint32_t number(struct bytes *in, int bytes)
{
	uint32_t value = 0;

	for (int i = 0; i < bytes; i++) {
		if (in->at == in->size) {
			in->short_of = true;
			return 0;
		}
		value += (uint32_t)in->byte[in->at] << (8 * i);
		in->at++;
	}
	return value;
}

static bool in_range(uint32_t value, uint32_t last)
{
	return value >= 1 && value <= last;
}

static int rule_bits(uint16_t specified)
{
	int bits = 0;

	for (int i = 0; i < 15; i++)
		if (specified >> i & 1)
			bits++;
	return bits;
}

static bool is_valid(const struct plain_rule *rule,
		     const struct lsm_avtab_limits *limits)
{
	uint16_t bits = rule->key.specified & 0x7fff;

	if (rule_bits(bits) != 1 || !(bits & LSM_AVTAB_RULES))
		return false;
	if (!in_range(rule->key.source, limits->types) ||
	    !in_range(rule->key.target, limits->types) ||
	    !in_range(rule->key.class, limits->classes))
		return false;
	if (bits & LSM_AVTAB_XPERMS)
		return rule->xperms.kind == 1 || rule->xperms.kind == 2;
	if (bits & LSM_AVTAB_TYPE)
		return in_range(rule->data, limits->types);
	return true;
}

static int read_rule(struct bytes *in, const struct lsm_avtab_limits *limits,
		     struct plain_rule *rule)
{
	*rule = (struct plain_rule){ .data = 0 };
	rule->key.source = (uint16_t)number(in, 2);
	rule->key.target = (uint16_t)number(in, 2);
	rule->key.class = (uint16_t)number(in, 2);
	rule->key.specified = (uint16_t)number(in, 2);
	if (rule->key.specified & LSM_AVTAB_XPERMS) {
		rule->xperms.kind = (uint8_t)number(in, 1);
		rule->xperms.driver = (uint8_t)number(in, 1);
		for (int i = 0; i < 8; i++)
			rule->xperms.perms[i] = number(in, 4);
	} else {
		rule->data = number(in, 4);
	}
	return in->short_of || !is_valid(rule, limits) ? -EINVAL : 0;
}

static bool same_triple(const struct lsm_avtab_key *a,
			const struct lsm_avtab_key *b)
{
	return a->source == b->source && a->target == b->target &&
	       a->class == b->class;
}

static bool same_key(const struct lsm_avtab_key *a,
		     const struct lsm_avtab_key *b)
{
	return same_triple(a, b) &&
	       (a->specified & 0x7fff) == (b->specified & 0x7fff);
}

/* Where a new rule goes: see "Order within a triple" in the contract. */
static uint32_t position(const struct plain_rules *rules,
			 const struct lsm_avtab_key *key)
{
	uint32_t behind = rules->nr;

	for (uint32_t i = 0; i < rules->nr; i++) {
		const struct lsm_avtab_key *other =
			&rules->rule[rules->order[i]].key;

		if (same_key(other, key))
			return i;
		if (same_triple(other, key))
			behind = i + 1;
	}
	return behind;
}

static int add(struct plain_rules *rules, const struct plain_rule *rule)
{
	size_t nr = (size_t)rules->nr + 1;
	struct plain_rule *more;
	uint32_t *order, at;

	/* Room doubles: half of it is lost at worst. */
	if ((rules->nr & (rules->nr - 1)) == 0) {
		more = lsm_realloc(rules->rule, 2 * nr * sizeof(*more));
		if (!more)
			return -ENOMEM;
		rules->rule = more;
		order = lsm_realloc(rules->order, 2 * nr * sizeof(*order));
		if (!order)
			return -ENOMEM;
		rules->order = order;
	}
	at = position(rules, &rule->key);
	for (uint32_t i = rules->nr; i > at; i--)
		rules->order[i] = rules->order[i - 1];
	rules->rule[rules->nr] = *rule;
	rules->order[at] = rules->nr;
	rules->nr++;
	return 0;
}

static bool has_key(const struct plain_rules *rules,
		    const struct lsm_avtab_key *key)
{
	for (uint32_t i = 0; i < rules->nr; i++)
		if (same_key(&rules->rule[i].key, key))
			return true;
	return false;
}

static int read_table(struct plain_policy *policy, struct bytes *in,
		      const struct lsm_avtab_limits *limits)
{
	uint32_t count = number(in, 4);
	struct plain_rule rule;
	int status = 0;

	if (in->short_of || count == 0 || count == UINT32_MAX)
		return -EINVAL;
	for (uint32_t i = 0; i < count && !status; i++) {
		status = read_rule(in, limits, &rule);
		if (status)
			return status;
		if (!(rule.key.specified & LSM_AVTAB_XPERMS) &&
		    has_key(&policy->table, &rule.key))
			return -EINVAL;
		status = add(&policy->table, &rule);
	}
	return status;
}

/* Whether a conditional type rule clashes with what was read before it. */
static bool clashes(const struct plain_policy *policy,
		    const struct plain_rule *rule)
{
	if (!(rule->key.specified & LSM_AVTAB_TYPE))
		return false;
	if (has_key(&policy->table, &rule->key))
		return true;
	for (uint32_t i = 0; i < policy->switched.nr; i++) {
		const struct plain_rule *other = &policy->switched.rule[i];

		if (same_key(&other->key, &rule->key) &&
		    (other->conditional != rule->conditional ||
		     other->otherwise == rule->otherwise))
			return true;
	}
	return false;
}

static int read_branch(struct plain_policy *policy, struct bytes *in,
		       const struct lsm_avtab_limits *limits, bool otherwise)
{
	uint32_t count = number(in, 4);
	struct plain_rule rule;
	int status = in->short_of ? -EINVAL : 0;

	for (uint32_t i = 0; i < count && !status; i++) {
		status = read_rule(in, limits, &rule);
		if (status)
			return status;
		rule.conditional = policy->nr - 1;
		rule.otherwise = otherwise;
		if (clashes(policy, &rule))
			return -EINVAL;
		status = add(&policy->switched, &rule);
	}
	return status;
}

static int read_expression(struct plain_conditional *into, struct bytes *in,
			   uint32_t booleans)
{
	uint32_t count = number(in, 4);

	if (in->short_of)
		return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		struct lsm_policy_node node, *more;

		node.kind = number(in, 4);
		node.boolean = number(in, 4);
		if (in->short_of || node.kind < LSM_POLICY_BOOLEAN ||
		    node.kind > LSM_POLICY_NEQ || node.boolean > booleans)
			return -EINVAL;
		if (node.kind == LSM_POLICY_BOOLEAN && node.boolean == 0)
			return -EINVAL;
		more = lsm_realloc(into->node, (i + 1) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		more[i] = node;
		into->node = more;
		into->nodes = i + 1;
	}
	return 0;
}

static int read_conditional(struct plain_policy *policy, struct bytes *in,
			    const struct lsm_policy_limits *limits)
{
	struct plain_conditional *more = lsm_realloc(
		policy->conditional, ((size_t)policy->nr + 1) * sizeof(*more));
	int status;

	if (!more)
		return -ENOMEM;
	policy->conditional = more;
	more[policy->nr] = (struct plain_conditional){ .nodes = 0 };
	policy->nr++;
	number(in, 4); /* its state: to be evaluated */
	status = read_expression(&more[policy->nr - 1], in, limits->booleans);
	if (!status)
		status = read_branch(policy, in, &limits->rules, false);
	if (!status)
		status = read_branch(policy, in, &limits->rules, true);
	return status;
}

int policy_reference_read(struct plain_policy *policy,
			  const struct lsm_policy_limits *limits,
			  const uint8_t *image, size_t size, bool whole,
			  size_t *used)
{
	struct bytes in = { .byte = image, .size = size };
	int status = read_table(policy, &in, &limits->rules);

	if (!status && whole) {
		uint32_t count = number(&in, 4);

		if (in.short_of)
			return -EINVAL;
		for (uint32_t i = 0; i < count && !status; i++)
			status = read_conditional(policy, &in, limits);
	}
	if (!status)
		*used = in.at;
	return status;
}
