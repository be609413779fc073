/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access vector table with as many slots as the policy needs.
 *
 * The idea of the patch of 2007: allocate the slots when the number of rules is
 * known, instead of 32,768 in any case.  Sizing rule and hash function are
 * parameters, so that the choices of that patch, of what was there before and
 * of what came after can be compared.
 */
#include "avtab_sized.h"

#include "avtab_hash.h"

#include <lsm/alloc.h>

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	struct avtab_table *table = lsm_malloc(sizeof(*table));

	(void)setup;
	if (!table)
		return NULL;
	avtab_table_init(table, param[LSM_AVTAB_PARAM_HASH]);
	if (!avtab_table_alloc(table, &size))
		return table;
	lsm_free(table);
	return NULL;
}

static void destroy(void *self)
{
	avtab_table_release(self);
	lsm_free(self);
}

/* Tables made without parameters have one slot, all others are not re-used. */
static void clear(void *self)
{
	static const struct lsm_avtab_size one_slot;

	avtab_table_alloc(self, &one_slot);
}

LSM_UNGUIDED static bool in_order(const struct lsm_avtab_key *a,
				  const struct lsm_avtab_key *b)
{
	if (a->source != b->source)
		return a->source < b->source;
	if (a->target != b->target)
		return a->target < b->target;
	return a->class <= b->class;
}

LSM_UNGUIDED static bool one_rule_bit(uint16_t specified)
{
	specified &= (uint16_t)~LSM_AVTAB_ENABLED;
	return specified && !(specified & (specified - 1)) &&
	       !(specified & ~LSM_AVTAB_RULES);
}

LSM_UNGUIDED static const char *check_list(const struct avtab_table *table,
					   uint32_t slot, uint32_t *left)
{
	for (const struct avtab_node *n = table->slot[slot]; n; n = n->next) {
		if (!one_rule_bit(n->key.specified))
			return "a rule has not one rule bit";
		if (avtab_slot(table->hash, &n->key, table->mask) != slot)
			return "a rule is in another's slot";
		if (n->next && !in_order(&n->key, &n->next->key))
			return "rules of a slot are not in order";
		if (!(*left)--)
			return "more rules than were counted";
	}
	return NULL;
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct avtab_table *table = self;
	const char *fault = NULL;
	uint32_t left = table->rules;

	if (!table->slot)
		return table->mask || table->rules ? "rules or a mask, no slots"
						   : NULL;
	for (uint32_t i = avtab_table_next(table, 0);
	     !fault && i <= table->mask; i = avtab_table_next(table, i + 1))
		fault = check_list(table, i, &left);
	if (!fault && left)
		fault = "fewer rules than were counted";
	return fault;
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	return avtab_table_alloc(self, size);
}

static void release(void *self)
{
	avtab_table_release(self);
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	return avtab_table_insert(self, key, datum);
}

static int insert_nonunique(void *self, const struct lsm_avtab_key *key,
			    const struct lsm_avtab_datum *datum)
{
	return avtab_table_insert_nonunique(self, key, datum, NULL);
}

LSM_UNGUIDED static struct lsm_avtab_rule show(const struct avtab_node *node)
{
	struct lsm_avtab_rule rule = {
		.key = node->key,
		.place = (uintptr_t)node,
	};

	if (node->key.specified & LSM_AVTAB_XPERMS)
		rule.datum.xperms = node->xperms;
	else
		rule.datum.data = node->data;
	return rule;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	const struct avtab_node *node = avtab_table_search(self, key);

	if (node)
		*rule = show(node);
	return node;
}

static bool search_next(const void *self, struct lsm_avtab_rule *rule,
			uint16_t specified)
{
	const struct avtab_node *last = (const struct avtab_node *)rule->place;
	const struct avtab_node *node =
		avtab_table_search_next(last, specified);

	(void)self;
	if (node)
		*rule = show(node);
	return node;
}

static void enable(void *self, const struct lsm_avtab_rule *rule, bool value)
{
	struct avtab_node *node = (struct avtab_node *)rule->place;

	(void)self;
	if (value)
		node->key.specified |= LSM_AVTAB_ENABLED;
	else
		node->key.specified &= (uint16_t)~LSM_AVTAB_ENABLED;
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	return avtab_table_read(self, sizing, limits, image, size, used);
}

static int statistics(const void *self, struct lsm_avtab_statistics *out)
{
	avtab_table_statistics(self, out);
	return 0;
}

LSM_UNGUIDED static void rules(const void *self, lsm_avtab_visit_fn *visit,
			       void *arg)
{
	const struct avtab_table *table = self;

	for (uint32_t i = avtab_table_next(table, 0); i <= table->mask;
	     i = avtab_table_next(table, i + 1))
		for (const struct avtab_node *n = table->slot[i]; n;
		     n = n->next) {
			struct lsm_avtab_rule rule = show(n);

			visit(&rule, arg);
		}
}

const struct lsm_avtab_ops lsm_avtab_sized = {
	.base = {
		.name = "sized",
		.source = "Linux 2.6.24, security/selinux/ss/avtab.c",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.alloc = alloc,
	.release = release,
	.insert = insert,
	.insert_nonunique = insert_nonunique,
	.search = search,
	.search_next = search_next,
	.enable = enable,
	.read = read_image,
	.statistics = statistics,
	.rules = rules,
};
