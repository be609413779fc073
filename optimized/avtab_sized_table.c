/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table itself: slots in number by the rules, each a sorted list.
 *
 * A reader must never meet what is half made: a node is complete before it is
 * linked in, and slots are there before their number is.
 */
#include "avtab_sized.h"

#include "avtab_hash.h"
#include "avtab_image.h"

#include <lsm/alloc.h>

#include <errno.h>

void avtab_table_init(struct avtab_table *table, enum lsm_avtab_hash hash)
{
	*table = (struct avtab_table){ .hash = hash };
}

static size_t stretch_bytes(uint32_t slots)
{
	const uint32_t slots_a_word = AVTAB_STRETCH * 64;

	return (slots + slots_a_word - 1) / slots_a_word * sizeof(uint64_t);
}

int avtab_table_alloc(struct avtab_table *table,
		      const struct lsm_avtab_size *size)
{
	uint32_t slots = avtab_slots(size);
	struct avtab_node **slot;

	avtab_table_release(table);
	if (!slots)
		return 0;
	slot = lsm_calloc(1, slots * sizeof(*slot) + stretch_bytes(slots));
	if (!slot)
		return -ENOMEM;
	table->stretch = (uint64_t *)(slot + slots);
	table->mask = slots - 1;
	table->slot = slot;
	return 0;
}

static bool has_xperms(const struct lsm_avtab_key *key)
{
	return key->specified & LSM_AVTAB_XPERMS;
}

static void free_list(struct avtab_node *node)
{
	while (node) {
		struct avtab_node *next = node->next;

		if (has_xperms(&node->key))
			lsm_free(node->xperms);
		lsm_free(node);
		node = next;
	}
}

/* The first bit from @bit on that is set, or a number past all of them. */
LSM_UNGUIDED static uint32_t next_bit(const uint64_t *word, uint32_t bit,
				      uint32_t bits)
{
	while (bit < bits) {
		uint64_t rest = word[bit / 64] >> bit % 64;

		if (rest)
			return bit + (uint32_t)__builtin_ctzll(rest);
		bit += 64 - bit % 64;
	}
	return bits;
}

/* Unguided: how many slots there are is no news to a fuzzer. */
LSM_UNGUIDED uint32_t avtab_table_next(const struct avtab_table *table,
				       uint32_t slot)
{
	uint32_t stretches = table->mask / AVTAB_STRETCH + 1;

	/* Memory of slots that were never filled is never looked at. */
	while (table->slot && slot <= table->mask) {
		uint32_t stretch = next_bit(table->stretch,
					    slot / AVTAB_STRETCH, stretches);

		if (stretch > slot / AVTAB_STRETCH)
			slot = stretch * AVTAB_STRETCH;
		else if (table->slot[slot])
			return slot;
		else
			slot++;
	}
	return table->mask + 1;
}

void avtab_table_release(struct avtab_table *table)
{
	for (uint32_t i = avtab_table_next(table, 0); i <= table->mask;
	     i = avtab_table_next(table, i + 1))
		free_list(table->slot[i]);
	lsm_free(table->slot);
	avtab_table_init(table, table->hash);
}

/* Triples as numbers, in the order of a slot's list. */
static uint64_t triple(const struct lsm_avtab_key *key)
{
	return (uint64_t)key->source << 32 | (uint64_t)key->target << 16 |
	       key->class;
}

static uint16_t rule_bits(uint16_t specified)
{
	return specified & LSM_AVTAB_RULES;
}

/*
 * Where a rule goes: before the first rule of its triple that has its rule bit,
 * or behind the triple.  Says in @present which of the two.
 */
static struct avtab_node **find_link(const struct avtab_table *table,
				     const struct lsm_avtab_key *key,
				     bool *present)
{
	uint16_t bits = rule_bits(key->specified);
	uint64_t wanted = triple(key);
	uint32_t slot = avtab_slot(table->hash, key, table->mask);
	uint32_t stretch = slot / AVTAB_STRETCH;
	struct avtab_node **link = &table->slot[slot];

	if (!*link) /* whoever asks is about to fill it */
		table->stretch[stretch / 64] |= UINT64_C(1) << stretch % 64;

	for (; *link; link = &(*link)->next) {
		const struct lsm_avtab_key *there = &(*link)->key;
		uint64_t other = triple(there);

		*present = wanted == other && bits & there->specified;
		if (wanted < other || *present)
			return link;
	}
	*present = false;
	return link;
}

static struct avtab_node *new_node(const struct lsm_avtab_key *key,
				   const struct lsm_avtab_datum *datum)
{
	struct avtab_node *node = lsm_malloc(sizeof(*node));

	if (!node)
		return NULL;
	node->key = *key;
	if (!has_xperms(key)) {
		node->data = datum->data;
		return node;
	}
	node->xperms = lsm_malloc(sizeof(*node->xperms));
	if (!node->xperms) {
		lsm_free(node);
		return NULL;
	}
	*node->xperms = *datum->xperms;
	return node;
}

static int link_node(struct avtab_table *table, struct avtab_node **link,
		     const struct lsm_avtab_key *key,
		     const struct lsm_avtab_datum *datum,
		     struct avtab_node **out)
{
	struct avtab_node *node = new_node(key, datum);

	if (!node)
		return -ENOMEM;
	node->next = *link;
	__atomic_store_n(link, node, __ATOMIC_RELEASE);
	table->rules++;
	if (out)
		*out = node;
	return 0;
}

int avtab_table_insert(struct avtab_table *table,
		       const struct lsm_avtab_key *key,
		       const struct lsm_avtab_datum *datum)
{
	struct avtab_node **link;
	bool present = false;

	if (!table->slot)
		return -EINVAL;
	link = find_link(table, key, &present);
	if (present && !has_xperms(key))
		return -EEXIST;
	return link_node(table, link, key, datum, NULL);
}

int avtab_table_insert_nonunique(struct avtab_table *table,
				 const struct lsm_avtab_key *key,
				 const struct lsm_avtab_datum *datum,
				 struct avtab_node **node)
{
	bool present;

	if (!table->slot)
		return -EINVAL;
	return link_node(table, find_link(table, key, &present), key, datum,
			 node);
}

/* The first rule from @node on of a triple that has one of these bits. */
static struct avtab_node *find(struct avtab_node *node, uint64_t wanted,
			       uint16_t bits)
{
	for (; node; node = node->next) {
		uint64_t there = triple(&node->key);

		if (wanted < there)
			return NULL;
		if (wanted == there && bits & node->key.specified)
			return node;
	}
	return NULL;
}

struct avtab_node *avtab_table_search(const struct avtab_table *table,
				      const struct lsm_avtab_key *key)
{
	if (!table->slot)
		return NULL;
	return find(table->slot[avtab_slot(table->hash, key, table->mask)],
		    triple(key), rule_bits(key->specified));
}

struct avtab_node *avtab_table_search_next(const struct avtab_node *node,
					   uint16_t specified)
{
	return find(node->next, triple(&node->key), rule_bits(specified));
}

static int read_rules(struct avtab_table *table, enum lsm_avtab_sizing sizing,
		      struct avtab_image *image)
{
	struct lsm_avtab_size size = { .sizing = sizing };
	int status = avtab_image_count(image, &size.rules);

	if (!status)
		status = avtab_table_alloc(table, &size);
	for (uint32_t i = 0; !status && i < size.rules; i++) {
		struct lsm_avtab_xperms xperms;
		struct lsm_avtab_datum datum;
		struct lsm_avtab_key key;

		status = avtab_image_rule(image, &key, &datum, &xperms);
		if (!status)
			status = avtab_table_insert(table, &key, &datum);
	}
	/* To whoever reads an image, a key twice is just not valid. */
	return status == -EEXIST ? -EINVAL : status;
}

int avtab_table_read(struct avtab_table *table, enum lsm_avtab_sizing sizing,
		     const struct lsm_avtab_limits *limits,
		     const uint8_t *image, size_t size, size_t *used)
{
	struct avtab_image in = {
		.at = image,
		.end = image + size,
		.limits = limits,
	};
	int status = read_rules(table, sizing, &in);

	if (status)
		avtab_table_release(table);
	else
		*used = (size_t)(in.at - image);
	return status;
}

void avtab_table_statistics(const struct avtab_table *table,
			    struct lsm_avtab_statistics *out)
{
	*out = (struct lsm_avtab_statistics){
		.rules = table->rules,
		.slots = table->slot ? table->mask + 1 : 0,
	};
	for (uint32_t i = avtab_table_next(table, 0); i <= table->mask;
	     i = avtab_table_next(table, i + 1)) {
		uint32_t length = 0;

		for (const struct avtab_node *n = table->slot[i]; n;
		     n = n->next)
			length++;
		out->used++;
		out->squares += (uint64_t)length * length;
		if (length > out->longest)
			out->longest = length;
	}
}
