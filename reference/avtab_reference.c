/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access vector table, the obvious way: an array, searched from its beginning.
 *
 * Slots are but a number, and where a key would go is worked out anew for the
 * statistics.
 */
#include "avtab_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

#define GROWTH 8

extern const struct lsm_avtab_ops lsm_avtab_reference;

static bool has_xperms(const struct lsm_avtab_key *key)
{
	return (key->specified & LSM_AVTAB_XPERMS) != 0;
}

static bool same_triple(const struct lsm_avtab_key *a,
			const struct lsm_avtab_key *b)
{
	return a->source == b->source && a->target == b->target &&
	       a->class == b->class;
}

/* Whether a rule is of the key's triple and has one of the key's rule bits. */
static bool matches(const struct avtab_reference_rule *rule,
		    const struct lsm_avtab_key *key)
{
	return same_triple(&rule->key, key) &&
	       (rule->key.specified & key->specified & LSM_AVTAB_RULES) != 0;
}

static void release(void *self)
{
	struct avtab_reference_table *table = self;

	lsm_free(table->rule);
	table->rule = NULL;
	table->nr = 0;
	table->max = 0;
	table->slots = 0;
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	struct avtab_reference_table *table = self;

	release(table);
	table->slots = avtab_reference_slots(size);
	return 0;
}

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	struct avtab_reference_table *table = lsm_calloc(1, sizeof(*table));

	(void)setup;
	if (!table)
		return NULL;
	table->hash = param[LSM_AVTAB_PARAM_HASH];
	alloc(table, &size);
	return table;
}

static void destroy(void *self)
{
	release(self);
	lsm_free(self);
}

/* Only tables made without parameters are cleared: they have one slot. */
static void clear(void *self)
{
	struct avtab_reference_table *table = self;

	release(table);
	table->slots = 1;
}

static const char *check(const void *self)
{
	const struct avtab_reference_table *table = self;

	return table->nr && !table->slots ? "rules, but no slots" : NULL;
}

/* Put a rule in at a place of the array. */
static int put(struct avtab_reference_table *table, uint32_t at,
	       const struct lsm_avtab_key *key,
	       const struct lsm_avtab_datum *datum)
{
	struct avtab_reference_rule rule = { .key = *key };

	if (table->nr == table->max) {
		uint32_t max = table->max + table->max / 2 + GROWTH;
		void *grown = lsm_reallocarray(table->rule, max, sizeof(rule));

		if (!grown)
			return -ENOMEM;
		table->rule = grown;
		table->max = max;
	}
	if (has_xperms(key))
		rule.xperms = *datum->xperms;
	else
		rule.data = datum->data;
	memmove(&table->rule[at + 1], &table->rule[at],
		(table->nr - at) * sizeof(rule));
	table->rule[at] = rule;
	table->nr++;
	return 0;
}

/* Before the first rule that matches, else behind the triple, else last. */
static uint32_t place_for(const struct avtab_reference_table *table,
			  const struct lsm_avtab_key *key)
{
	uint32_t place = table->nr;

	for (uint32_t i = 0; i < table->nr; i++) {
		if (matches(&table->rule[i], key))
			return i;
		if (same_triple(&table->rule[i].key, key))
			place = i + 1;
	}
	return place;
}

static int insert_nonunique(void *self, const struct lsm_avtab_key *key,
			    const struct lsm_avtab_datum *datum)
{
	struct avtab_reference_table *table = self;

	if (!table->slots)
		return -EINVAL;
	return put(table, place_for(table, key), key, datum);
}

/* The first rule from @from on that matches. */
static bool find(const struct avtab_reference_table *table, uint32_t from,
		 const struct lsm_avtab_key *key, struct lsm_avtab_rule *out)
{
	for (uint32_t i = from; i < table->nr; i++) {
		const struct avtab_reference_rule *rule = &table->rule[i];

		if (!matches(rule, key))
			continue;
		out->key = rule->key;
		out->datum.data = rule->data;
		out->datum.xperms =
			has_xperms(&rule->key) ? &rule->xperms : NULL;
		out->place = i;
		return true;
	}
	return false;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	return find(self, 0, key, rule);
}

static bool search_next(const void *self, struct lsm_avtab_rule *rule,
			uint16_t specified)
{
	struct lsm_avtab_key key = rule->key;

	key.specified = specified;
	return find(self, (uint32_t)rule->place + 1, &key, rule);
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	const struct avtab_reference_table *table = self;
	struct lsm_avtab_rule found;

	if (!table->slots)
		return -EINVAL;
	if (!has_xperms(key) && search(self, key, &found))
		return -EEXIST;
	return insert_nonunique(self, key, datum);
}

static void enable(void *self, const struct lsm_avtab_rule *rule, bool value)
{
	struct avtab_reference_table *table = self;
	struct lsm_avtab_key *key = &table->rule[rule->place].key;

	key->specified &= LSM_AVTAB_RULES;
	if (value)
		key->specified |= LSM_AVTAB_ENABLED;
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	return avtab_reference_read(&lsm_avtab_reference, self, sizing, limits,
				    image, size, used);
}

/* How many of the first @nr rules share the slot of rule @i. */
static uint32_t in_slot_of(const struct avtab_reference_table *table,
			   uint32_t i, uint32_t nr)
{
	uint32_t slot = avtab_reference_slot(table->hash, &table->rule[i].key,
					     table->slots);
	uint32_t count = 0;

	for (uint32_t k = 0; k < nr; k++)
		count += avtab_reference_slot(table->hash, &table->rule[k].key,
					      table->slots) == slot;
	return count;
}

static int statistics(const void *self, struct lsm_avtab_statistics *out)
{
	const struct avtab_reference_table *table = self;

	*out = (struct lsm_avtab_statistics){
		.rules = table->nr,
		.slots = table->slots,
	};
	for (uint32_t i = 0; i < table->nr; i++) {
		uint32_t length = in_slot_of(table, i, table->nr);

		/* The first rule of a slot counts it. */
		if (in_slot_of(table, i, i) == 0) {
			out->used++;
			out->squares += (uint64_t)length * length;
		}
		if (length > out->longest)
			out->longest = length;
	}
	return 0;
}

static void rules(const void *self, lsm_avtab_visit_fn *visit, void *arg)
{
	const struct avtab_reference_table *table = self;

	for (uint32_t i = 0; i < table->nr; i++) {
		struct lsm_avtab_rule rule;

		find(table, i, &table->rule[i].key, &rule);
		visit(&rule, arg);
	}
}

const struct lsm_avtab_ops lsm_avtab_reference = {
	.base = {
		.name = "reference",
		.source = "an array in which every search begins at the front",
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
