/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access vector table as buckets of tags, with rules in one array.
 *
 * A search compares the tags of one cache line; rules of one triple are a list
 * of array indices.  Slots are but a number, for the statistics.
 */
#include "avtab_tagged.h"

#include "avtab_hash.h"
#include "avtab_image.h"

#include <lsm/alloc.h>

#include <errno.h>

static void release(void *self)
{
	struct tagged_table *table = self;

	lsm_free(table->block);
	lsm_free(table->rule);
	lsm_free(table->xperms);
	*table = (struct tagged_table){ .hash = table->hash };
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	struct tagged_table *table = self;

	release(table);
	table->slots = avtab_slots(size);
	return 0;
}

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	struct tagged_table *table = lsm_calloc(1, sizeof(*table));

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

/* Tables made without parameters have one slot, all others are not re-used. */
static void clear(void *self)
{
	struct tagged_table *table = self;

	release(table);
	table->slots = 1;
}

static bool has_xperms(const struct lsm_avtab_key *key)
{
	return key->specified & LSM_AVTAB_XPERMS;
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct tagged_table *table = self;
	uint32_t rules = 0;

	if (table->nr && !table->slots)
		return "rules without slots";
	for (uint32_t i = 0; table->bucket && i <= table->mask; i++)
		for (uint32_t k = 0; k < TAGGED_WIDTH; k++) {
			uint32_t at = table->bucket[i].tag[k]
					      ? table->bucket[i].first[k]
					      : TAGGED_END;

			for (; at != TAGGED_END; at = table->rule[at].next)
				if (at >= table->nr || rules++ > table->nr)
					return "a list of rules is broken";
		}
	return rules == table->nr ? tagged_check(table)
				  : "rules are lost or shared";
}

/* See that an array of @nr elements has room for one more. */
static int room(void *array, uint32_t nr, uint32_t *max, size_t size)
{
	uint32_t more = nr + nr / 2 + 8;
	void **block = array, *grown;

	if (nr < *max)
		return 0;
	grown = lsm_reallocarray(*block, more, size);
	if (!grown)
		return -ENOMEM;
	*block = grown;
	*max = more;
	return 0;
}

static int make_room(struct tagged_table *table,
		     const struct lsm_avtab_key *key)
{
	void *rule = table->rule, *xperms = table->xperms;
	int status = room(&rule, table->nr, &table->max, sizeof(*table->rule));

	table->rule = rule;
	if (!status && has_xperms(key))
		status = room(&xperms, table->nr_xperms, &table->max_xperms,
			      sizeof(*table->xperms));
	table->xperms = xperms;
	return status ? status : tagged_room(table);
}

/*
 * The link to the first rule of a triple that has one of these bits; if there
 * is none, the link at the end of the triple.
 */
static uint32_t *find_link(const struct tagged_table *table, uint32_t *link,
			   uint16_t bits)
{
	while (*link != TAGGED_END &&
	       !(table->rule[*link].key.specified & bits))
		link = &table->rule[*link].next;
	return link;
}

static uint16_t rule_bits(uint16_t specified)
{
	return specified & LSM_AVTAB_RULES;
}

static int insert_nonunique(void *self, const struct lsm_avtab_key *key,
			    const struct lsm_avtab_datum *datum)
{
	struct tagged_table *table = self;
	struct tagged_rule rule = { .key = *key, .next = TAGGED_END };
	uint32_t *link, number = table->nr;

	if (!table->slots)
		return -EINVAL;
	if (make_room(table, key))
		return -ENOMEM;
	rule.data = datum->data;
	if (has_xperms(key)) {
		rule.data = table->nr_xperms++;
		table->xperms[rule.data] = *datum->xperms;
	}
	link = tagged_first(table, key);
	if (link) {
		link = find_link(table, link, rule_bits(key->specified));
		rule.next = *link;
	}
	table->rule[table->nr++] = rule;
	if (link)
		__atomic_store_n(link, number, __ATOMIC_RELEASE);
	else
		tagged_add(table, key, number);
	return 0;
}

static struct lsm_avtab_rule show(const struct tagged_table *table, uint32_t at)
{
	const struct tagged_rule *found = &table->rule[at];
	struct lsm_avtab_rule rule = { .key = found->key, .place = at };

	if (has_xperms(&found->key))
		rule.datum.xperms = &table->xperms[found->data];
	else
		rule.datum.data = found->data;
	return rule;
}

static bool find(const struct tagged_table *table, uint32_t *link,
		 uint16_t specified, struct lsm_avtab_rule *rule)
{
	uint32_t at = *find_link(table, link, rule_bits(specified));

	if (at == TAGGED_END)
		return false;
	*rule = show(table, at);
	return true;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	uint32_t *first = tagged_first(self, key);

	return first && find(self, first, key->specified, rule);
}

static bool search_next(const void *self, struct lsm_avtab_rule *rule,
			uint16_t specified)
{
	const struct tagged_table *table = self;

	return find(table, &table->rule[rule->place].next, specified, rule);
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	const struct tagged_table *table = self;
	struct lsm_avtab_rule found;

	if (!table->slots)
		return -EINVAL;
	if (!has_xperms(key) && search(self, key, &found))
		return -EEXIST;
	return insert_nonunique(self, key, datum);
}

static void enable(void *self, const struct lsm_avtab_rule *rule, bool value)
{
	struct tagged_table *table = self;
	struct lsm_avtab_key *key = &table->rule[rule->place].key;

	if (value)
		key->specified |= LSM_AVTAB_ENABLED;
	else
		key->specified &= (uint16_t)~LSM_AVTAB_ENABLED;
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	return avtab_image_read(&lsm_avtab_tagged, self, sizing, limits, image,
				size, used);
}

/* There are no slots to look at. */
static int statistics(const void *self, struct lsm_avtab_statistics *out)
{
	const struct tagged_table *table = self;
	uint32_t *slot = lsm_malloc((table->nr + 1) * sizeof(*slot));

	if (!slot)
		return -ENOMEM;
	for (uint32_t i = 0; i < table->nr; i++)
		slot[i] = avtab_slot(table->hash, &table->rule[i].key,
				     table->slots - 1);
	avtab_count_slots(slot, table->nr, table->slots, out);
	lsm_free(slot);
	return 0;
}

LSM_UNGUIDED static void rules(const void *self, lsm_avtab_visit_fn *visit,
			       void *arg)
{
	const struct tagged_table *table = self;

	for (uint32_t i = 0; table->bucket && i <= table->mask; i++)
		for (uint32_t k = 0; k < TAGGED_WIDTH; k++) {
			uint32_t at = table->bucket[i].tag[k]
					      ? table->bucket[i].first[k]
					      : TAGGED_END;

			for (; at != TAGGED_END; at = table->rule[at].next) {
				struct lsm_avtab_rule rule = show(table, at);

				visit(&rule, arg);
			}
		}
}

const struct lsm_avtab_ops lsm_avtab_tagged = {
	.base = {
		.name = "tagged",
		.source = "buckets of tags in cache lines; own work",
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
