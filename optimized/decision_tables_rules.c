/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules and conditionals of decisions over tables. */
#include "decision_tables.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/*
 * Evaluate a postfix expression.  The stack is a number, its bottom the highest
 * bit in use.
 */
static int evaluate(const struct policy *policy, const struct cond *cond)
{
	uint32_t stack = 0, depth = 0;

	for (size_t i = 0; i < cond->nr; i++) {
		const struct lsm_decision_token *token = &cond->token[i];
		uint32_t top = stack & 1, below = stack >> 1 & 1, joined = 0;

		switch (token->op) {
		case LSM_DECISION_BOOL:
			if (depth++ == LSM_DECISION_COND_DEPTH)
				return -1;
			stack = stack << 1 | policy->value[token->boolean - 1];
			continue;
		case LSM_DECISION_NOT:
			if (depth < 1)
				return -1;
			stack ^= 1;
			continue;
		case LSM_DECISION_OR:
			joined = below | top;
			break;
		case LSM_DECISION_AND:
			joined = below & top;
			break;
		case LSM_DECISION_XOR:
		case LSM_DECISION_NEQ:
			joined = below ^ top;
			break;
		case LSM_DECISION_EQ:
			joined = below ^ top ^ 1;
			break;
		}
		if (depth < 2)
			return -1;
		depth--;
		stack = (stack >> 2) << 1 | joined;
	}
	return depth ? (int)(stack >> (depth - 1) & 1) : -1;
}

static void turn(const struct list *list, bool on)
{
	for (uint32_t i = 0; i < list->nr; i++) {
		if (on)
			list->node[i]->key.specified |= LSM_AVTAB_ENABLED;
		else
			list->node[i]->key.specified &=
				(uint16_t)~LSM_AVTAB_ENABLED;
	}
}

void decision_tables_switch(const struct policy *policy, struct cond *cond)
{
	int state = evaluate(policy, cond);

	if (state == cond->state)
		return;
	cond->state = state;
	turn(&cond->list[0], state == 1);
	turn(&cond->list[1], state == 0);
}

int decision_tables_conditional(void *self,
				const struct lsm_decision_token *token,
				size_t nr)
{
	struct policy *policy = self;
	struct cond *cond;

	for (size_t i = 0; i < nr; i++)
		if (!within(token[i].op, LSM_DECISION_NEQ) ||
		    (token[i].op == LSM_DECISION_BOOL &&
		     !within(token[i].boolean, policy->bools)))
			return -EINVAL;
	if (policy->nr_conds == policy->room_conds) {
		uint32_t room = policy->room_conds ? 2 * policy->room_conds : 4;

		cond = lsm_reallocarray(policy->cond, room, sizeof(*cond));
		if (!cond)
			return -ENOMEM;
		policy->cond = cond;
		policy->room_conds = room;
	}
	cond = &policy->cond[policy->nr_conds];
	*cond = (struct cond){ .nr = nr };
	if (nr) {
		cond->token = lsm_malloc(nr * sizeof(*token));
		if (!cond->token)
			return -ENOMEM;
		memcpy(cond->token, token, nr * sizeof(*token));
	}
	policy->nr_conds++;
	cond->state = evaluate(policy, cond);
	return 0;
}

/* Type rules must not contradict each other, whatever the booleans say. */
static bool conflicts(const struct policy *policy, const struct cond *cond,
		      unsigned int branch, const struct lsm_avtab_key *key)
{
	const struct list *other = &cond->list[!branch];
	const struct avtab_node *node;

	if (avtab_table_search(&policy->always, key))
		return true;
	node = avtab_table_search(&policy->conditional, key);
	if (!node)
		return false;
	if (avtab_table_search_next(node, key->specified))
		return true;
	for (uint32_t i = 0; i < other->nr; i++)
		if (other->node[i] == node)
			return false;
	return true;
}

static bool make_room(struct list *list)
{
	struct avtab_node **node;
	uint32_t room = list->room ? 2 * list->room : 4;

	if (list->nr < list->room)
		return true;
	node = lsm_reallocarray(list->node, room, sizeof(struct avtab_node *));
	if (!node)
		return false;
	list->node = node;
	list->room = room;
	return true;
}

static int add_conditional(struct policy *policy, uint32_t place,
			   struct lsm_avtab_key *key,
			   const struct lsm_avtab_datum *datum)
{
	struct cond *cond = &policy->cond[place / 2 - 1];
	unsigned int branch = place % 2;
	struct list *list = &cond->list[branch];
	int status;

	if ((key->specified & LSM_AVTAB_TYPE) &&
	    conflicts(policy, cond, branch, key))
		return -EEXIST;
	if (!make_room(list))
		return -ENOMEM;
	if (cond->state == !branch)
		key->specified |= LSM_AVTAB_ENABLED;
	status = avtab_table_insert_nonunique(&policy->conditional, key, datum,
					      &list->node[list->nr]);
	list->nr += !status;
	return status;
}

int decision_tables_rule(void *self, uint32_t place,
			 const struct lsm_decision_rule *rule)
{
	struct policy *policy = self;
	struct lsm_avtab_xperms xperms;
	struct lsm_avtab_datum datum = { .data = rule->data };
	struct lsm_avtab_key key = {
		.source = (uint16_t)rule->source,
		.target = (uint16_t)rule->target,
		.class = (uint16_t)rule->tclass,
		.specified = (uint16_t)rule->kind,
	};

	if (!within(rule->source, policy->attributes.side) ||
	    !within(rule->target, policy->attributes.side) ||
	    !within(rule->tclass, policy->classes) ||
	    place / 2 > policy->nr_conds)
		return -EINVAL;
	if ((rule->kind & LSM_AVTAB_TYPE) &&
	    !within(rule->data, policy->attributes.side))
		return -EINVAL;
	if (rule->kind & LSM_AVTAB_XPERMS) {
		if (rule->xkind != LSM_AVTAB_XPERMS_FUNCTION &&
		    rule->xkind != LSM_AVTAB_XPERMS_DRIVER)
			return -EINVAL;
		xperms.kind = (uint8_t)rule->xkind;
		xperms.driver = (uint8_t)rule->driver;
		memcpy(xperms.perms, rule->xperms, sizeof(xperms.perms));
		datum.xperms = &xperms;
	}
	if (place > LSM_DECISION_MARKED)
		return add_conditional(policy, place, &key, &datum);
	if (place == LSM_DECISION_MARKED)
		key.specified |= LSM_AVTAB_ENABLED;
	return avtab_table_insert(&policy->always, &key, &datum);
}
