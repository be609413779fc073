/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of grouped labels: making labels known, and its life. */
#include "smack_grouped.h"

#include <lsm/alloc.h>

#include <string.h>

#define LABELS 16u /* room of a new table */
#define CACHE_LINE 64u

static const struct {
	char text;
	uint32_t secid;
} known[RESERVED] = {
	{ '?', LSM_SMACK_HUH },	 { '^', LSM_SMACK_HAT },
	{ '*', LSM_SMACK_STAR }, { '_', LSM_SMACK_FLOOR },
	{ '@', LSM_SMACK_WEB },
};

/* Into the first free slot from the place on that the hash says. */
static void enter(struct index *index, struct label *label)
{
	size_t at = (label->hash & index->mask) * GROUP;

	while (index->tag[at])
		at = (at + 1) & (index->mask * GROUP + GROUP - 1);
	index->slot[at] = label;
	index->tag[at] = tag_of(label->hash);
}

/* One block: slots, then tags. */
static bool make_index(struct index *index, size_t groups)
{
	size_t slots = groups * GROUP;

	index->slot = lsm_calloc(slots, sizeof(struct label *) + 1);
	if (!index->slot)
		return false;
	index->tag = (uint8_t *)(index->slot + slots);
	index->mask = groups - 1;
	return true;
}

LSM_UNGUIDED static void drop_index(struct table *table)
{
	if (table->index.slot != table->first_slot)
		lsm_free(table->index.slot);
}

/* Twice the groups as soon as seven of eight slots are taken. */
static bool make_room_in_index(struct table *table)
{
	size_t groups = table->index.mask + 1;
	struct index wider;

	if (table->used < groups * GROUP / 8 * 7)
		return true;
	if (!make_index(&wider, 2 * groups))
		return false;
	for (uint32_t i = 0; i < table->next_secid; i++)
		if (table->label[i]->secid == i)
			enter(&wider, table->label[i]);
	drop_index(table);
	table->index = wider;
	return true;
}

static bool make_room_for_secid(struct table *table)
{
	struct label **label;

	if (table->next_secid < table->room)
		return true;
	label = lsm_reallocarray(table->label, 2 * (size_t)table->room,
				 sizeof(struct label *));
	if (!label)
		return false;
	table->label = label;
	table->room *= 2;
	return true;
}

/* A label that begins at a cache line, its text behind it if that is long. */
static struct label *new_label(const char *text, size_t len)
{
	size_t rest = len < KEY_BYTES ? 0 : len + 1;
	char *block =
		lsm_calloc(1, sizeof(struct label) + rest + CACHE_LINE - 1);
	struct label *label;

	if (!block)
		return NULL;
	label = (struct label *)(block + -(uintptr_t)block % CACHE_LINE);
	label->block = block;
	label->text = label->key;
	label->len = (uint32_t)len;
	memcpy(label->key, text, len < KEY_BYTES ? len : KEY_BYTES);
	if (rest)
		label->text = memcpy(label + 1, text, len);
	return label;
}

struct label *smack_grouped_add(struct table *table, const char *text,
				size_t len)
{
	struct label *label;

	if (!make_room_in_index(table) || !make_room_for_secid(table))
		return NULL;
	label = new_label(text, len);
	if (!label)
		return NULL;
	label->secid = table->next_secid;
	label->hash = table->way->hash(text, len);
	table->label[table->next_secid++] = label;
	table->used++;
	enter(&table->index, label);
	return label;
}

LSM_UNGUIDED static void reserve(struct table *table)
{
	for (uint32_t i = 0; i < LSM_SMACK_FIRST; i++)
		table->label[i] = &table->reserved[0];
	for (size_t i = 0; i < RESERVED; i++) {
		struct label *label = &table->reserved[i];

		*label = (struct label){
			.key = { known[i].text },
			.text = label->key,
			.len = 1,
			.secid = known[i].secid,
			.hash = table->way->hash(&known[i].text, 1),
		};
		table->label[label->secid] = label;
		enter(&table->index, label);
	}
	table->next_secid = LSM_SMACK_FIRST;
	table->used = RESERVED;
}

LSM_UNGUIDED void smack_grouped_clear(void *self)
{
	struct table *table = self;

	for (uint32_t i = LSM_SMACK_FIRST; i < table->next_secid; i++)
		lsm_free(table->label[i]->block);
	for (size_t i = 0; i < LSM_SMACK_SCOPES; i++)
		smack_grouped_forget(&table->rules[i]);
	drop_index(table);
	memset(table->first_tag, 0, sizeof(table->first_tag));
	table->index = (struct index){
		.tag = table->first_tag,
		.slot = table->first_slot,
	};
	table->unconfined = NULL;
	reserve(table);
}

void smack_grouped_destroy(void *self)
{
	struct table *table = self;

	smack_grouped_clear(table);
	lsm_free(table->label);
	lsm_free(table);
}

void *smack_grouped_create(const struct way *way)
{
	struct table *table = lsm_calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->label = lsm_calloc(LABELS, sizeof(struct label *));
	if (!table->label) {
		lsm_free(table);
		return NULL;
	}
	table->room = LABELS;
	table->way = way;
	smack_grouped_clear(table);
	return table;
}

/* Why a label cannot be as it is, or NULL. */
LSM_UNGUIDED static const char *bad_label(const struct table *table,
					  const struct label *label)
{
	const struct rules *system = &table->rules[LSM_SMACK_SYSTEM];

	if (strlen(label->text) != label->len)
		return "a label has another length than its text";
	if (strncmp(label->key, label->text, KEY_BYTES) != 0)
		return "a label has another key than its text";
	if (table->way->find(&table->index, label->text, label->len) != label)
		return "a label is not found by its text";
	for (uint32_t i = label->rules; i; i = system->rule[i - 1].next)
		if (i > system->nr ||
		    system->rule[i - 1].subject != label->secid)
			return "a rule is with another subject than its own";
	return NULL;
}

LSM_UNGUIDED const char *smack_grouped_check(const void *self)
{
	const struct table *table = self;
	size_t slots = (table->index.mask + 1) * GROUP, used = 0;
	const char *why = NULL;

	if (table->next_secid > table->room)
		return "more labels than room";
	for (size_t i = 0; i < slots; i++)
		used += table->index.tag[i] != 0;
	if (used != table->used || used == slots)
		return "another number of slots is taken than there are labels";
	for (size_t i = 0; !why && i < LSM_SMACK_SCOPES; i++)
		why = smack_grouped_check_rules(&table->rules[i]);
	for (uint32_t i = 0; !why && i < table->next_secid; i++) {
		const struct label *label = table->label[i];

		if (i < LSM_SMACK_FIRST && label->secid == LSM_SMACK_HUH)
			continue;
		why = label->secid == i ? bad_label(table, label)
					: "a label is not where its secid says";
	}
	return why;
}
