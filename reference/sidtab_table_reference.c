/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table, obviously: an array searched from its start. */
#include "sidtab_reference.h"

#include <lsm/alloc.h>

void sidtab_reference_drop(struct sidtab_reference_table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->nr; i++) {
		sidtab_reference_forget(&table->entry[i].context);
		lsm_free(table->entry[i].copy);
	}
	lsm_free(table->entry);
	sidtab_eviction_reference_free(&table->cache);
	lsm_free(table);
}

struct sidtab_reference_entry *
sidtab_reference_entry(const struct sidtab_reference_table *table, uint32_t sid)
{
	for (size_t i = 0; i < table->nr; i++)
		if (table->entry[i].sid == sid)
			return &table->entry[i];
	return NULL;
}

bool sidtab_reference_room(struct sidtab_reference_table *table)
{
	size_t max = table->max ? 2 * table->max : 8;
	struct sidtab_reference_entry *entry;

	if (table->nr < table->max)
		return true;
	entry = lsm_realloc(table->entry, max * sizeof(*entry));
	if (!entry)
		return false;
	table->entry = entry;
	table->max = max;
	return true;
}

bool sidtab_reference_append(struct sidtab_reference_table *table, uint32_t sid,
			     const struct sidtab_reference_context *context)
{
	if (!sidtab_reference_room(table))
		return false;
	table->entry[table->nr++] = (struct sidtab_reference_entry){
		.sid = sid,
		.context = *context,
	};
	if (sid > LSM_SIDTAB_INITIAL)
		table->added++;
	return true;
}

struct sidtab_reference_table *
sidtab_reference_table(const struct sidtab_reference_setup *setup,
		       uint32_t index, const struct lsm_sidtab_param *param)
{
	const struct sidtab_reference_policy *policy = &setup->policy[index];
	struct sidtab_reference_table *table = lsm_calloc(1, sizeof(*table));
	bool ok = table &&
		  sidtab_eviction_reference_init(&table->cache, param->eviction,
						 param->capacity);

	if (table) {
		table->index = index;
		table->policy = policy;
	}
	for (size_t i = 0; ok && i < policy->table->nr_initial; i++) {
		struct sidtab_reference_context context;

		if (sidtab_reference_copy(policy, &policy->initial[i],
					  &context)) {
			ok = false;
			break;
		}
		ok = sidtab_reference_append(
			table, policy->table->initial[i].sid, &context);
		if (!ok)
			sidtab_reference_forget(&context);
	}
	if (ok)
		return table;
	sidtab_reference_drop(table);
	return NULL;
}

uint32_t sidtab_reference_find(const struct sidtab_reference_table *table,
			       const struct sidtab_reference_context *context)
{
	for (size_t i = 0; i < table->nr; i++)
		if (sidtab_reference_equal(&table->entry[i].context, context))
			return table->entry[i].sid;
	return 0;
}
