/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked of a SID table at rest: its contents, and whether it is sound.
 */
#include "sidtab_cached.h"

#include <string.h>

LSM_UNGUIDED static struct table *table_of(const void *self,
					   enum lsm_sidtab_which which)
{
	const struct state *state = self;

	return which == LSM_SIDTAB_CURRENT
		       ? rcu_dereference_protected(state->current, true)
		       : state->next;
}

LSM_UNGUIDED uint32_t sidtab_cached_policy(const void *self,
					   enum lsm_sidtab_which which)
{
	const struct table *table = table_of(self, which);

	return table ? table->number : LSM_SIDTAB_POLICIES;
}

LSM_UNGUIDED bool sidtab_cached_frozen(const void *self)
{
	return table_of(self, LSM_SIDTAB_CURRENT)->frozen;
}

/* As sidtab_cached_entry(), but unguided; @sid is not above the last one. */
LSM_UNGUIDED static struct entry *entry_of(const struct table *table,
					   uint32_t sid)
{
	uint32_t at = sid - LSM_SIDTAB_INITIAL - 1, size = SEGMENT;
	size_t k = 0;

	if (sid <= LSM_SIDTAB_INITIAL)
		return rcu_dereference_protected(table->initial[sid - 1], true);
	for (; at >= size; size *= 2, k++)
		at -= size;
	return &rcu_dereference_protected(table->segment[k], true)[at];
}

LSM_UNGUIDED static void show(const struct entry *entry,
			      const struct lsm_sidtab_visitor *visitor)
{
	const struct context *context = &entry->context;
	struct lsm_sidtab_view view = {
		.sid = entry->sid,
		.text = context->text,
		.user = context->user,
		.role = context->role,
		.type = context->type,
	};

	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++)
		if (context->range)
			view.sens[end] = RANGES->sens(context->range, end);
	visitor->context(&view, visitor->arg);
	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++)
		if (context->range)
			RANGES->units(context->range, end, visitor->unit,
				      visitor->arg);
}

LSM_UNGUIDED void
sidtab_cached_contexts(const void *self, enum lsm_sidtab_which which,
		       const struct lsm_sidtab_visitor *visitor)
{
	const struct table *table = table_of(self, which);
	uint32_t last;

	if (!table)
		return;
	last = LSM_SIDTAB_INITIAL + table->count;
	for (uint32_t sid = 1; sid && sid <= last; sid++) {
		const struct entry *entry = entry_of(table, sid);

		if (entry)
			show(entry, visitor);
	}
}

/* How many slots are looked at until the entry of slot @at is found. */
LSM_UNGUIDED static uint32_t distance(const struct index *index, uint32_t at)
{
	const struct entry *entry =
		rcu_dereference_protected(index->slot[at], true);

	return ((at - entry->context.hash) & index->mask) + 1;
}

LSM_UNGUIDED void sidtab_cached_stats(const void *self,
				      struct lsm_sidtab_stats *stats)
{
	const struct table *table = table_of(self, LSM_SIDTAB_CURRENT);
	const struct index *index =
		rcu_dereference_protected(table->index, true);

	*stats = (struct lsm_sidtab_stats){
		.sids = table->count,
		.slots = index->mask + 1,
		.cached = table->capacity - table->room,
		.room = table->room,
	};
	for (uint32_t at = 0; at <= index->mask; at++) {
		if (!rcu_access_pointer(index->slot[at]))
			continue;
		stats->contexts++;
		if (distance(index, at) > stats->longest)
			stats->longest = distance(index, at);
	}
}

LSM_UNGUIDED void sidtab_cached_cached(const void *self,
				       lsm_sidtab_sid_fn *visit, void *arg)
{
	const struct table *table = table_of(self, LSM_SIDTAB_CURRENT);
	const struct line *line;

	list_for_each_entry(line, &table->lru, lru)
		visit(line->entry->sid, arg);
}

/* Longer than any text of the policies. */
#define TEXT_MAX 16384

/* Whether a cached text is the text of its entry; allocates nothing. */
LSM_UNGUIDED static bool right(const struct table *table,
			       const struct line *line)
{
	char text[TEXT_MAX];
	size_t len;

	if (line->entry->context.text ||
	    sidtab_cached_length_of(table->policy, &line->entry->context,
				    &len) ||
	    len != line->len || len > TEXT_MAX)
		return false;
	sidtab_cached_write(table->policy, &line->entry->context, text, len);
	return !memcmp(line->text, text, len);
}

LSM_UNGUIDED static const char *check_lines(const struct table *table)
{
	const struct line *line;
	uint32_t nr = 0;

	if (table->room > table->capacity)
		return "the cache has more room than it ever had";
	list_for_each_entry(line, &table->lru, lru) {
		if (line->lru.next->prev != &line->lru ||
		    line->lru.prev->next != &line->lru)
			return "links of the cache's list do not match";
		if (rcu_access_pointer(line->entry->line) != line)
			return "a text in the cache's list is not published";
		if (!right(table, line))
			return "a cached text is not its context's";
		if (++nr > table->capacity)
			return "the cache holds more than it may";
	}
	if (nr + table->room != table->capacity)
		return "texts and room of the cache are not its capacity";
	return NULL;
}

/* Whether a look-up comes across an entry. */
LSM_UNGUIDED static bool is_in(const struct index *index,
			       const struct entry *entry)
{
	for (uint32_t i = entry->context.hash & index->mask;;
	     i = (i + 1) & index->mask) {
		const struct entry *other =
			rcu_dereference_protected(index->slot[i], true);

		if (!other || other == entry)
			return other;
	}
}

LSM_UNGUIDED static const char *check_entries(struct table *table)
{
	uint32_t last = LSM_SIDTAB_INITIAL + table->count;
	uint32_t nr = 0, first = 0;
	const struct index *index = rcu_dereference(table->index);

	if (table->count > table->limit)
		return "there are more SIDs than there may be";
	if (2 * index->nr > index->mask + 1)
		return "the index is too full";
	for (uint32_t sid = 1; sid && sid <= last; sid++) {
		const struct entry *entry = entry_of(table, sid);

		if (!entry)
			continue;
		if (entry->sid != sid)
			return "an entry is in the wrong place";
		if (is_in(index, entry))
			first++;
		else if (!sidtab_cached_find(table, &entry->context))
			return "a context cannot be found";
		nr += rcu_access_pointer(entry->line) != NULL;
	}
	if (first != index->nr)
		return "the index has another number of contexts";
	if (nr != table->capacity - table->room)
		return "a published text is not in the cache's list";
	return NULL;
}

LSM_UNGUIDED const char *sidtab_cached_check(const void *self)
{
	const struct state *state = self;
	struct table *table = table_of(self, LSM_SIDTAB_CURRENT);
	const char *why;

	if (!table)
		return "there is no table";
	if (table->target != (table->frozen ? NULL : state->next))
		return "what is added is not added where it should be";
	rcu_read_lock();
	why = check_lines(table);
	if (!why)
		why = check_entries(table);
	if (!why && state->next)
		why = check_entries(state->next);
	if (!why && state->next && state->next->count != table->count)
		why = "the tables have different numbers of SIDs";
	rcu_read_unlock();
	return why;
}
