/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access vector table as buckets of ten rules, each a tag and what it says.
 *
 * A search compares the tags of one cache line, mostly; what rules say is in a
 * table of its own, so small that it stays near.  Slots are but a number, for
 * the statistics.
 */
#include "avtab_bucketed_walk.h"

#include "avtab_hash.h"
#include "avtab_image.h"

#include <lsm/alloc.h>

#include <errno.h>

LSM_UNGUIDED static void release(void *self)
{
	struct bucketed_table *table = self;

	bucketed_drop(table);
	bucketed_forget(&table->items);
	*table = (struct bucketed_table){ .hash = table->hash };
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	struct bucketed_table *table = self;

	release(table);
	table->slots = avtab_slots(size);
	if (size->sizing == LSM_AVTAB_SEED || size->sizing == LSM_AVTAB_MODERN)
		table->expected = size->rules;
	return 0;
}

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	struct bucketed_table *table = lsm_calloc(1, sizeof(*table));

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
	struct bucketed_table *table = self;

	release(table);
	table->slots = 1;
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct bucketed_table *table = self;

	if (table->nr && !table->slots)
		return "rules without slots";
	return bucketed_check(table);
}

static bool has_xperms(const struct lsm_avtab_key *key)
{
	return key->specified & LSM_AVTAB_XPERMS;
}

static BUCKETED_INLINE struct bucketed_triple
triple_of(const struct lsm_avtab_key *key)
{
	return (struct bucketed_triple){
		.source = key->source,
		.target = key->target,
		.class = key->class,
	};
}

static BUCKETED_INLINE const struct bucketed_item *
item_of(const struct bucketed_table *table, uint32_t value)
{
	return &table->items.item[value >> BUCKETED_ITEM];
}

/* The contract's place: twice ours, plus 1 if there are more of the triple. */
static BUCKETED_INLINE uintptr_t shown_place(uint32_t place, uint32_t value)
{
	return (uintptr_t)place << 1 | !!(value & BUCKETED_MORE);
}

static BUCKETED_INLINE uint32_t place_of(const struct lsm_avtab_rule *rule)
{
	return (uint32_t)(rule->place >> 1);
}

static BUCKETED_INLINE void show(const struct bucketed_table *table,
				 struct bucketed_triple triple, uint32_t place,
				 uint32_t value, struct lsm_avtab_rule *rule)
{
	const struct bucketed_item *item = item_of(table, value);

	rule->key.source = triple.source;
	rule->key.target = triple.target;
	rule->key.class = triple.class;
	rule->key.specified = item->kind;
	if (value & BUCKETED_ENABLED)
		rule->key.specified |= LSM_AVTAB_ENABLED;
	rule->datum.data = item->data;
	rule->datum.xperms = NULL;
	if (item->kind & LSM_AVTAB_XPERMS) {
		rule->datum.data = 0;
		rule->datum.xperms = &table->items.xperms[item->data];
	}
	rule->place = shown_place(place, value);
}

/* The next rule of a walk with one of these bits. */
LSM_UNGUIDED static bool find(struct bucketed_walk *walk, uint16_t specified,
			      struct lsm_avtab_rule *rule)
{
	uint32_t place;

	while (bucketed_next(walk, &place)) {
		uint32_t value = bucketed_value(walk->table, place);

		if (item_of(walk->table, value)->kind & specified) {
			show(walk->table, walk->triple, place, value, rule);
			return true;
		}
		if (!(value & BUCKETED_MORE))
			break;
	}
	return false;
}

LSM_UNGUIDED static __attribute__((noinline)) bool
find_from(const struct bucketed_table *table, const struct lsm_avtab_key *key,
	  uint32_t tag, uint32_t home, struct lsm_avtab_rule *rule)
{
	struct bucketed_walk walk;

	bucketed_start(&walk, table, triple_of(key), tag, home);
	return find(&walk, key->specified, rule);
}

/*
 * Most rules are in their first bucket, and nothing else there has their tag;
 * most that is not found has a first bucket that was never full.
 */
LSM_UNGUIDED static bool search(const void *self,
				const struct lsm_avtab_key *key,
				struct lsm_avtab_rule *rule)
{
	const struct bucketed_table *table = self;
	const struct bucketed_bucket *bucket;
	struct bucketed_code code;
	uint32_t home, same, k, value;

	if (!bucketed_may(table, triple_of(key)))
		return false;
	code = bucketed_encode(&table->widths, triple_of(key));
	home = bucketed_home(table, code);
	bucket = &table->bucket[home];
	same = bucketed_same(bucket, code.tag);
	if (!same && !(bucket->tries & BUCKETED_PASSED))
		return false;
	if (!same || table->whole || table->high)
		return find_from(table, key, code.tag, home, rule);
	k = (uint32_t)__builtin_ctz(same);
	value = bucket->value[k];
	if (!value || bucket->tries >> 3 * k & 7 ||
	    !(item_of(table, value)->kind & key->specified))
		return find_from(table, key, code.tag, home, rule);
	show(table, triple_of(key), home * BUCKETED_WIDTH + k, value, rule);
	return true;
}

LSM_UNGUIDED static bool
search_next(const void *self, struct lsm_avtab_rule *rule, uint16_t specified)
{
	struct bucketed_walk walk;

	if (!(rule->place & 1))
		return false;
	bucketed_after(&walk, self, triple_of(&rule->key), place_of(rule));
	return find(&walk, specified, rule);
}

LSM_UNGUIDED static void set_value(struct bucketed_table *table, uint32_t place,
				   uint32_t value)
{
	if (place >= bucketed_inside(table)) {
		table->stray[place - bucketed_inside(table)].value = value;
		return;
	}
	table->bucket[place / BUCKETED_WIDTH].value[place % BUCKETED_WIDTH] =
		(uint16_t)value;
	if (table->high)
		table->high[place] = (uint16_t)(value >> 16);
}

/*
 * A new rule is behind all others of its triple: put what it says before the
 * first of its kind, what each rule from there on says into the place of the
 * next, and say of all but the last that there are more.
 */
LSM_UNGUIDED static void move_up(struct bucketed_table *table,
				 struct bucketed_triple triple, uint32_t new)
{
	uint16_t kind = item_of(table, new)->kind;
	uint32_t carried = new, place, next = 0;
	struct bucketed_walk walk;
	bool there = bucketed_begin(&walk, table, triple) &&
		     bucketed_next(&walk, &place);

	for (bool moving = false; there; place = next) {
		uint32_t value = bucketed_value(table, place);

		moving |= item_of(table, value)->kind == kind;
		if (moving) {
			uint32_t said = carried;

			carried = value;
			value = said;
		}
		there = bucketed_next(&walk, &next);
		set_value(table, place, value | (there ? BUCKETED_MORE : 0));
	}
}

LSM_UNGUIDED static int insert_nonunique(void *self,
					 const struct lsm_avtab_key *key,
					 const struct lsm_avtab_datum *datum)
{
	struct bucketed_table *table = self;
	bool enabled = key->specified & LSM_AVTAB_ENABLED;
	uint32_t item, value;

	if (!table->slots)
		return -EINVAL;
	item = bucketed_intern(&table->items, key->specified & LSM_AVTAB_RULES,
			       datum);
	value = item << BUCKETED_ITEM | (enabled ? BUCKETED_ENABLED : 0);
	if (!item || bucketed_add(table, triple_of(key), value))
		return -ENOMEM;
	move_up(table, triple_of(key), value);
	return 0;
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	const struct bucketed_table *table = self;
	struct lsm_avtab_rule found;

	if (!table->slots)
		return -EINVAL;
	if (!has_xperms(key) && search(self, key, &found))
		return -EEXIST;
	return insert_nonunique(self, key, datum);
}

LSM_UNGUIDED static void enable(void *self, const struct lsm_avtab_rule *rule,
				bool value)
{
	struct bucketed_table *table = self;
	uint32_t place = place_of(rule);

	set_value(table, place,
		  (bucketed_value(table, place) & ~BUCKETED_ENABLED) |
			  (value ? BUCKETED_ENABLED : 0));
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	return avtab_image_read(&lsm_avtab_bucketed, self, sizing, limits,
				image, size, used);
}

/* There are no slots to look at. */
LSM_UNGUIDED static int statistics(const void *self,
				   struct lsm_avtab_statistics *out)
{
	const struct bucketed_table *table = self;
	uint32_t *slot = lsm_malloc((table->nr + 1) * sizeof(*slot));
	uint32_t nr = 0;

	if (!slot)
		return -ENOMEM;
	for (uint32_t i = 0; i < bucketed_places(table); i++) {
		uint32_t value = bucketed_value(table, i);
		struct lsm_avtab_rule rule;

		if (!value)
			continue;
		show(table, bucketed_triple_at(table, i), i, value, &rule);
		slot[nr++] =
			avtab_slot(table->hash, &rule.key, table->slots - 1);
	}
	avtab_count_slots(slot, nr, table->slots, out);
	lsm_free(slot);
	return 0;
}

/* From the first rule of each triple its others are visited. */
LSM_UNGUIDED static void rules(const void *self, lsm_avtab_visit_fn *visit,
			       void *arg)
{
	const struct bucketed_table *table = self;

	for (uint32_t i = 0; i < bucketed_places(table); i++) {
		struct bucketed_walk walk;
		struct lsm_avtab_rule rule;

		if (!bucketed_value(table, i) ||
		    !bucketed_begin(&walk, table,
				    bucketed_triple_at(table, i)) ||
		    !find(&walk, LSM_AVTAB_RULES, &rule) ||
		    place_of(&rule) != i)
			continue;
		do
			visit(&rule, arg);
		while (find(&walk, LSM_AVTAB_RULES, &rule));
	}
}

const struct lsm_avtab_ops lsm_avtab_bucketed = {
	.base = {
		.name = "bucketed",
		.twin = "tagged", /* a fuzzer has no time for both */
		.source = "ten rules in a cache line, by codes that can be "
			  "reversed; own work",
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
