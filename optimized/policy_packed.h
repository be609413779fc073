/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_packed.h - the packed rules section, shared by its two files */
#ifndef LSM_POLICY_PACKED_H
#define LSM_POLICY_PACKED_H

#include "avtab_image.h"
#include "avtab_tagged.h"

#include <lsm/policy.h>

/**
 * struct packed_conditional - a conditional
 * @state: of its expression
 * @node: its first node
 * @nodes: how many
 * @rule: the first rule of each branch, and the end of the second
 */
struct packed_conditional {
	int state;
	uint32_t node;
	uint32_t nodes;
	uint32_t rule[3];
};

/**
 * struct packed_policy - a rules section
 * @table: unconditional rules
 * @switched: conditional rules
 * @conditional: all conditionals
 * @nr: how many
 * @node: all nodes
 * @nr_nodes: how many
 */
struct packed_policy {
	struct tagged_table *table;
	struct tagged_table *switched;
	struct packed_conditional *conditional;
	uint32_t nr;
	struct lsm_policy_node *node;
	uint32_t nr_nodes;
};

/**
 * packed_read() - read the conditionals that follow the table
 * @policy: with its table, and nothing else
 * @image: moved behind what is read
 * @booleans: how many there are
 *
 * Return: 0; -EINVAL or -ENOMEM, and @policy fit for clear() only.
 */
int packed_read(struct packed_policy *policy, struct avtab_image *image,
		uint32_t booleans);

#endif /* LSM_POLICY_PACKED_H */
