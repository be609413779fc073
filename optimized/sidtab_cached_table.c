/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables: entries in segments that never move, so that readers need no lock,
 * and an index that is replaced by one of twice the size when it is half full.
 */
#include "sidtab_cached.h"

#include <lsm/alloc.h>

#include <errno.h>

#define SLOTS_FIRST 16u

/* Where the entry lies that @at others come before. */
static struct entry __rcu **segment_of(struct table *table, uint32_t at,
				       size_t *offset)
{
	uint64_t place = (uint64_t)at + SEGMENT;
	unsigned int k = 63u - (unsigned int)__builtin_clzll(place / SEGMENT);

	*offset = (size_t)(place - ((uint64_t)SEGMENT << k));
	return &table->segment[k];
}

struct entry *sidtab_cached_entry(struct table *table, uint32_t sid)
{
	uint32_t at = sid - LSM_SIDTAB_INITIAL - 1;
	struct entry __rcu **segment;
	size_t offset;

	if (sid == 0)
		return NULL;
	if (sid <= LSM_SIDTAB_INITIAL)
		return rcu_dereference_check(table->initial[sid - 1],
					     lockdep_is_held(&table->lock));
	if (at >= smp_load_acquire(&table->count))
		return NULL;
	segment = segment_of(table, at, &offset);
	return rcu_dereference_check(*segment, lockdep_is_held(&table->lock)) +
	       offset;
}

struct entry *sidtab_cached_find(struct table *table,
				 const struct context *context)
{
	struct index *index = rcu_dereference_check(
		table->index, lockdep_is_held(&table->lock));

	for (uint32_t i = context->hash & index->mask;;
	     i = (i + 1) & index->mask) {
		struct entry *entry = rcu_dereference_check(
			index->slot[i], lockdep_is_held(&table->lock));

		if (!entry || sidtab_cached_equal(&entry->context, context))
			return entry;
	}
}

/* An index takes in only what no entry of it is equal to. */
static void enter(struct index *index, struct entry *entry)
{
	uint32_t i = entry->context.hash & index->mask;

	for (; rcu_access_pointer(index->slot[i]); i = (i + 1) & index->mask)
		;
	rcu_assign_pointer(index->slot[i], entry);
	index->nr++;
}

static struct index *new_index(uint32_t slots)
{
	struct index *index =
		lsm_calloc(1, sizeof(*index) + slots * sizeof(void *));

	if (index)
		index->mask = slots - 1;
	return index;
}

static void free_index(struct rcu_head *head)
{
	lsm_free(container_of(head, struct index, rcu));
}

/* See to it that the index has room for one more; the lock is held. */
static int grow_index(struct table *table)
{
	struct index *old = rcu_dereference_protected(
		table->index, lockdep_is_held(&table->lock));
	struct index *index;

	if (2 * (old->nr + 1) <= old->mask + 1)
		return 0;
	index = new_index(2 * (old->mask + 1));
	if (!index)
		return -ENOMEM;
	for (uint32_t i = 0; i <= old->mask; i++) {
		struct entry *entry = rcu_dereference_protected(
			old->slot[i], lockdep_is_held(&table->lock));

		if (entry)
			enter(index, entry);
	}
	rcu_assign_pointer(table->index, index);
	call_rcu(&old->rcu, free_index);
	return 0;
}

/* See to it that there is an entry behind @at others; the lock is held. */
static int grow_segments(struct table *table, uint32_t at)
{
	size_t offset;
	struct entry __rcu **segment = segment_of(table, at, &offset);
	struct entry *entry;

	if (rcu_access_pointer(*segment))
		return 0;
	entry = lsm_calloc((size_t)SEGMENT << (segment - table->segment),
			   sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	rcu_assign_pointer(*segment, entry);
	return 0;
}

static int reserve(struct table *table, uint32_t at)
{
	int status = grow_segments(table, at);

	return status ? status : grow_index(table);
}

/* The first of equal contexts is the one that is found. */
static void make_known(struct table *table, struct entry *entry)
{
	struct index *index = rcu_dereference_protected(
		table->index, lockdep_is_held(&table->lock));

	if (!sidtab_cached_find(table, &entry->context))
		enter(index, entry);
}

/* Fill the reserved entry behind @at others; the lock is held. */
static struct entry *occupy(struct table *table, uint32_t at,
			    const struct context *context)
{
	size_t offset;
	struct entry __rcu **segment = segment_of(table, at, &offset);
	struct entry *entry = rcu_dereference_protected(
				      *segment, lockdep_is_held(&table->lock)) +
			      offset;

	entry->context = *context;
	entry->sid = at + LSM_SIDTAB_INITIAL + 1;
	return entry;
}

/* Whoever finds a context must find its SID, too, so the count comes first. */
static struct entry *append(struct table *table, const struct context *context)
{
	struct entry *entry = occupy(table, table->count, context);

	smp_store_release(&table->count, table->count + 1);
	make_known(table, entry);
	return entry;
}

/* Add to the table being filled what is about to be added to @table. */
static int add_to_target(struct table *table, const struct context *context)
{
	struct table *target = table->target;
	struct context copy;
	int status = sidtab_cached_convert(table->policy, target->policy,
					   context, &copy);

	if (status)
		return status;
	spin_lock(&target->lock);
	status = reserve(target, target->count);
	if (!status)
		append(target, &copy);
	spin_unlock(&target->lock);
	if (status)
		sidtab_cached_forget(&copy);
	return status;
}

int sidtab_cached_add(struct table *table, struct context *context,
		      struct entry **entry)
{
	int status;

	if (table->frozen)
		return -ESTALE;
	if (table->count == table->limit)
		return -EOVERFLOW;
	status = reserve(table, table->count);
	if (!status && table->target)
		status = add_to_target(table, context);
	if (status)
		return status;
	*entry = append(table, context);
	return 0;
}

int sidtab_cached_add_initial(struct table *table, uint32_t sid,
			      struct context *context)
{
	struct entry *entry = lsm_calloc(1, sizeof(*entry));
	int status = entry ? grow_index(table) : -ENOMEM;

	if (status) {
		lsm_free(entry);
		return status;
	}
	entry->context = *context;
	entry->sid = sid;
	rcu_assign_pointer(table->initial[sid - 1], entry);
	make_known(table, entry);
	return 0;
}

int sidtab_cached_fill(struct table *table, struct table *target, uint32_t at)
{
	struct context context;
	struct entry *old;
	int status;

	rcu_read_lock();
	old = sidtab_cached_entry(table, at + LSM_SIDTAB_INITIAL + 1);
	status = sidtab_cached_convert(table->policy, target->policy,
				       &old->context, &context);
	rcu_read_unlock();
	if (status)
		return status;
	spin_lock(&target->lock);
	status = reserve(target, at);
	if (!status)
		make_known(target, occupy(target, at, &context));
	spin_unlock(&target->lock);
	if (status)
		sidtab_cached_forget(&context);
	return status;
}

static void forget_entry(struct entry *entry)
{
	sidtab_cached_forget(&entry->context);
	lsm_free(rcu_dereference_protected(entry->line, true));
}

void sidtab_cached_drop(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < LSM_SIDTAB_INITIAL; i++) {
		struct entry *entry =
			rcu_dereference_protected(table->initial[i], true);

		if (entry)
			forget_entry(entry);
		lsm_free(entry);
	}
	for (size_t k = 0; k < SEGMENTS; k++) {
		struct entry *entry =
			rcu_dereference_protected(table->segment[k], true);

		for (size_t i = 0; entry && i < (size_t)SEGMENT << k; i++)
			forget_entry(&entry[i]);
		lsm_free(entry);
	}
	lsm_free(rcu_dereference_protected(table->index, true));
	lsm_free(table);
}

static int add_initials(struct table *table)
{
	const struct lsm_sidtab_policy *policy = table->policy->table;
	int status = 0;

	for (size_t i = 0; !status && i < policy->nr_initial; i++) {
		struct context context;

		status = sidtab_cached_copy(
			table->policy, &table->policy->initial[i], &context);
		if (status)
			break;
		spin_lock(&table->lock);
		status = sidtab_cached_add_initial(
			table, policy->initial[i].sid, &context);
		spin_unlock(&table->lock);
		if (status)
			sidtab_cached_forget(&context);
	}
	return status;
}

struct table *sidtab_cached_table(struct state *state, uint32_t number)
{
	struct table *table = lsm_calloc(1, sizeof(*table));
	struct index *index = table ? new_index(SLOTS_FIRST) : NULL;

	if (!index) {
		lsm_free(table);
		return NULL;
	}
	table->serial = ++state->serial;
	table->number = number;
	table->policy = &state->setup->policy[number];
	table->limit = state->param.limit;
	table->eviction = state->param.eviction;
	table->capacity = state->param.capacity;
	table->room = table->capacity;
	spin_lock_init(&table->lock);
	INIT_LIST_HEAD(&table->lru);
	RCU_INIT_POINTER(table->index, index);
	if (!add_initials(table))
		return table;
	sidtab_cached_drop(table);
	return NULL;
}
