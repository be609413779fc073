/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Filter rules in lists that are read under RCU, entries from a pool.
 *
 * A writer links an entry when all of it is written, and unlinks it before its
 * memory waits for readers to leave.
 */
#include "audit_pooled.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

#if UINTPTR_MAX > UINT32_MAX && !defined(LSM_SYNC_THREADS) && \
	!defined(LSM_SYNC_FIBERS)
/* Where the kernel has them: the cache model and its figures hang on it. */
_Static_assert(offsetof(struct pooled_entry, mask) == 48, "mask");
_Static_assert(offsetof(struct pooled_entry, nr_fields) == 308, "field count");
_Static_assert(offsetof(struct pooled_entry, field) == 320, "fields");
_Static_assert(offsetof(struct pooled_entry, prio) == 400, "priority");
_Static_assert(sizeof(struct pooled_entry) <= POOLED_STEP, "step");
#endif

static void init_counters(struct pooled_filter *filter)
{
	filter->low = UINT64_MAX / 2;
	filter->high = UINT64_MAX / 2 - 1;
}

void pooled_init(struct pooled_filter *filter, size_t step)
{
	spin_lock_init(&filter->lock);
	for (size_t i = 0; i < POOLED_HOMES; i++)
		INIT_LIST_HEAD(&filter->home[i]);
	for (size_t i = 0; i < LSM_AUDIT_LISTS; i++)
		INIT_LIST_HEAD(&filter->order[i]);
	init_counters(filter);
	pool_init(&filter->pool, step);
}

void *pooled_create(size_t step)
{
	struct pooled_filter *filter = lsm_malloc(sizeof(*filter));

	if (filter)
		pooled_init(filter, step);
	return filter;
}

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return pooled_create(POOLED_STEP);
}

static void free_entry(struct rcu_head *rcu)
{
	pooled_free(container_of(rcu, struct pooled_entry, rcu));
}

void pooled_free_later(struct pooled_entry *entry)
{
	call_rcu(&entry->rcu, free_entry);
}

void pooled_unlink(struct pooled_entry *entry)
{
	list_del_rcu(&entry->link);
	list_del(&entry->order);
}

void pooled_clear(void *self)
{
	struct pooled_filter *filter = self;
	struct pooled_entry *entry, *next;

	for (size_t i = 0; i < LSM_AUDIT_LISTS; i++)
		list_for_each_entry_safe(entry, next, &filter->order[i],
					 order) {
			spin_lock(&filter->lock);
			pooled_unlink(entry);
			spin_unlock(&filter->lock);
			pooled_free_later(entry);
		}
	rcu_barrier();
	init_counters(filter);
}

static void destroy(void *self)
{
	pooled_clear(self);
	lsm_free(self);
}

LSM_UNGUIDED static size_t count_home(const struct list_head *home,
				      size_t index, const char **why)
{
	const struct pooled_entry *entry;
	uint64_t last = UINT64_MAX;
	size_t nr = 0;

	list_for_each_entry(entry, home, link) {
		nr++;
		if (entry->flags)
			*why = "a stored rule asks to be prepended";
		if (entry->home != index)
			*why = "a rule is in another's list";
		if (entry->prio >= last && last != LSM_AUDIT_PRIO_FIXED)
			*why = "priorities do not fall";
		last = entry->prio;
	}
	return nr;
}

LSM_UNGUIDED const char *pooled_check(const void *self)
{
	const struct pooled_filter *filter = self;
	const struct pooled_entry *entry;
	const char *why = pool_check(&filter->pool);
	size_t linked = 0, listed = 0;

	for (size_t i = 0; i < POOLED_HOMES; i++)
		linked += count_home(&filter->home[i], i, &why);
	for (size_t i = 0; i < LSM_AUDIT_LISTS; i++)
		list_for_each_entry(entry, &filter->order[i], order)
			listed++;
	if (linked != listed)
		return "a rule is listed but not linked, or the reverse";
	return why;
}

struct pooled_entry *pooled_find(struct pooled_filter *filter,
				 const struct pooled_request *request)
{
	struct pooled_entry *entry;

	list_for_each_entry(entry, &filter->home[request->home], link)
		if (pooled_is(entry, request))
			return entry;
	return NULL;
}

static void set_priority(struct pooled_filter *filter,
			 struct pooled_entry *entry)
{
	if (entry->list != LSM_AUDIT_EXIT && entry->list != LSM_AUDIT_URING)
		entry->prio = LSM_AUDIT_PRIO_FIXED;
	else if (entry->flags & LSM_AUDIT_PREPEND)
		entry->prio = ++filter->high;
	else
		entry->prio = --filter->low;
}

/* Readers see the entry from the last line on, so it is complete before. */
void pooled_link(struct pooled_filter *filter, struct pooled_entry *entry)
{
	bool prepend = entry->flags & LSM_AUDIT_PREPEND;
	struct list_head *home = &filter->home[entry->home];
	struct list_head *order = &filter->order[entry->list];

	set_priority(filter, entry);
	entry->flags = 0;
	if (prepend) {
		list_add(&entry->order, order);
		list_add_rcu(&entry->link, home);
	} else {
		list_add_tail(&entry->order, order);
		list_add_tail_rcu(&entry->link, home);
	}
}

static int add(void *self, const struct lsm_audit_rule *rule)
{
	struct pooled_filter *filter = self;
	struct pooled_request request;
	struct pooled_entry *entry;
	int status = pooled_examine(rule, &request);

	if (status)
		return status;
	entry = pooled_build(&filter->pool, &request);
	if (!entry)
		return -ENOMEM;
	spin_lock(&filter->lock);
	if (pooled_find(filter, &request))
		status = -EEXIST;
	else
		pooled_link(filter, entry);
	spin_unlock(&filter->lock);
	if (status)
		pooled_free(entry);
	return status;
}

static int del(void *self, const struct lsm_audit_rule *rule)
{
	struct pooled_filter *filter = self;
	struct pooled_request request;
	struct pooled_entry *entry;
	int status = pooled_examine(rule, &request);

	if (status)
		return status;
	spin_lock(&filter->lock);
	entry = pooled_find(filter, &request);
	if (entry)
		pooled_unlink(entry);
	spin_unlock(&filter->lock);
	if (!entry)
		return -ENOENT;
	pooled_free_later(entry);
	return 0;
}

LSM_UNGUIDED static void show(const struct pooled_entry *entry,
			      struct lsm_audit_rule *rule)
{
	rule->flags = entry->list;
	rule->action = entry->action;
	rule->nr_fields = entry->nr_fields;
	memcpy(rule->mask, entry->mask, sizeof(rule->mask));
	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		const struct pooled_field *field = &entry->field[i];
		bool unset = entry->legacy &&
			     field->type == LSM_AUDIT_AUID_SET && !field->value;

		rule->field[i] = (struct lsm_audit_field){
			.type = unset ? LSM_AUDIT_AUID : field->type,
			.op = field->op,
			.value = unset ? LSM_AUDIT_UNSET : field->value,
			.text = field->text,
			.len = field->len,
		};
	}
}

LSM_UNGUIDED void pooled_list(const void *self, lsm_audit_rule_fn *visit,
			      void *arg)
{
	/* A listing keeps writers out, so it must be able to take the lock. */
	struct pooled_filter *filter = (void *)(uintptr_t)self;
	struct lsm_audit_rule rule;
	const struct pooled_entry *entry;
	bool more = true;

	spin_lock(&filter->lock);
	for (size_t i = 0; i < LSM_AUDIT_LISTS && more; i++)
		list_for_each_entry(entry, &filter->order[i], order) {
			show(entry, &rule);
			more = visit(&rule, entry->prio, arg);
			if (!more)
				break;
		}
	spin_unlock(&filter->lock);
}

const struct lsm_audit_ops lsm_audit_pooled = {
	.base = {
		.name = "pooled",
		.source = "audit: entries from an object cache (patch of "
			  "December 2023), on Linux 6.12",
		.create = create,
		.destroy = destroy,
		.clear = pooled_clear,
		.check = pooled_check,
	},
	.add = add,
	.del = del,
	.list = pooled_list,
	.fork = pooled_fork,
	.syscall = pooled_syscall,
	.uring = pooled_uring,
	.allowed = pooled_allowed,
	.collects = pooled_collects,
};
