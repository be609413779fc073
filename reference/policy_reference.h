/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_reference.h - the plain rules section, shared by its two files */
#ifndef LSM_POLICY_REFERENCE_H
#define LSM_POLICY_REFERENCE_H

#include <lsm/policy.h>

/**
 * struct plain_rule - a rule
 * @key: its key
 * @data: what it says
 * @xperms: what it says, if it has extended permissions
 * @conditional: number of its conditional
 * @otherwise: whether it holds if that is false
 */
struct plain_rule {
	struct lsm_avtab_key key;
	uint32_t data;
	struct lsm_avtab_xperms xperms;
	uint32_t conditional;
	bool otherwise;
};

/**
 * struct plain_rules - rules in two orders
 * @rule: as they are in the image
 * @order: their numbers as a search meets them, rules of a triple together
 * @nr: how many
 */
struct plain_rules {
	struct plain_rule *rule;
	uint32_t *order;
	uint32_t nr;
};

/**
 * struct plain_conditional - a conditional
 * @state: of its expression
 * @node: the expression
 * @nodes: how many
 */
struct plain_conditional {
	int state;
	struct lsm_policy_node *node;
	uint32_t nodes;
};

/**
 * struct plain_policy - a rules section
 * @table: unconditional rules
 * @switched: conditional rules
 * @conditional: all conditionals
 * @nr: how many
 */
struct plain_policy {
	struct plain_rules table;
	struct plain_rules switched;
	struct plain_conditional *conditional;
	uint32_t nr;
};

/**
 * policy_reference_clear() - forget everything
 * @policy: empty afterwards
 */
void policy_reference_clear(struct plain_policy *policy);

/**
 * policy_reference_read() - read an image
 * @policy: empty; receives what could be read, also if that is not all
 * @limits: what the policy declares
 * @image: the image
 * @size: its length
 * @whole: with conditionals, or only the table
 * @used: receives the length of what was read
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int policy_reference_read(struct plain_policy *policy,
			  const struct lsm_policy_limits *limits,
			  const uint8_t *image, size_t size, bool whole,
			  size_t *used);

#endif /* LSM_POLICY_REFERENCE_H */
