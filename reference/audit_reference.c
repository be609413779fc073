/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filter rules as a list: storing, finding, listing. */
#include "audit_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

static void *create(void *setup, const uint32_t *param)
{
	struct reference_filter *filter = lsm_calloc(1, sizeof(*filter));

	(void)setup;
	(void)param;
	if (!filter)
		return NULL;
	filter->low = UINT64_MAX / 2;
	filter->high = UINT64_MAX / 2 - 1;
	return filter;
}

static void clear(void *self)
{
	struct reference_filter *filter = self;

	while (filter->first) {
		struct reference_entry *entry = filter->first;

		filter->first = entry->next;
		reference_free(entry);
	}
	filter->low = UINT64_MAX / 2;
	filter->high = UINT64_MAX / 2 - 1;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct reference_filter *filter = self;

	for (const struct reference_entry *e = filter->first; e; e = e->next) {
		if ((uintptr_t)e % ENTRY_STEP)
			return "an entry is not on a 512-byte step";
		if (e->prepend)
			return "a stored rule asks to be prepended";
	}
	return NULL;
}

static bool same_field(const struct lsm_audit_field *a,
		       const struct lsm_audit_field *b)
{
	if (a->type != b->type || a->op != b->op)
		return false;
	if (lsm_audit_takes_text(a->type))
		return strcmp(a->text, b->text) == 0;
	return a->value == b->value;
}

static bool same_rule(const struct reference_entry *a,
		      const struct reference_entry *b)
{
	if (a->list != b->list || a->prepend != b->prepend ||
	    a->legacy != b->legacy || a->action != b->action ||
	    a->nr_fields != b->nr_fields)
		return false;
	for (uint32_t i = 0; i < a->nr_fields; i++)
		if (!same_field(&a->field[i].asked, &b->field[i].asked))
			return false;
	return memcmp(a->mask, b->mask, sizeof(a->mask)) == 0;
}

/* The link to the first stored rule equal to @entry, or to the end. */
static struct reference_entry **find(struct reference_filter *filter,
				     const struct reference_entry *entry)
{
	struct reference_entry **link = &filter->first;

	while (*link && !same_rule(*link, entry))
		link = &(*link)->next;
	return link;
}

static uint64_t next_priority(struct reference_filter *filter,
			      const struct reference_entry *entry)
{
	if (entry->list != LSM_AUDIT_EXIT && entry->list != LSM_AUDIT_URING)
		return LSM_AUDIT_PRIO_FIXED;
	return entry->prepend ? ++filter->high : --filter->low;
}

static int add(void *self, const struct lsm_audit_rule *rule)
{
	struct reference_filter *filter = self;
	struct reference_entry *entry, **link;
	int status = reference_build(rule, &entry);

	if (status)
		return status;
	if (*find(filter, entry)) {
		reference_free(entry);
		return -EEXIST;
	}
	entry->prio = next_priority(filter, entry);
	link = &filter->first;
	if (!entry->prepend)
		while (*link)
			link = &(*link)->next;
	entry->prepend = false;
	entry->next = *link;
	*link = entry;
	return 0;
}

static int del(void *self, const struct lsm_audit_rule *rule)
{
	struct reference_filter *filter = self;
	struct reference_entry *entry, *found, **link;
	int status = reference_build(rule, &entry);

	if (status)
		return status;
	link = find(filter, entry);
	reference_free(entry);
	found = *link;
	if (!found)
		return -ENOENT;
	*link = found->next;
	reference_free(found);
	return 0;
}

static void show(const struct reference_entry *entry,
		 struct lsm_audit_rule *rule)
{
	rule->flags = entry->list;
	rule->action = entry->action;
	rule->nr_fields = entry->nr_fields;
	memcpy(rule->mask, entry->mask, sizeof(rule->mask));
	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		struct lsm_audit_field *field = &rule->field[i];

		*field = entry->field[i].asked;
		if (entry->legacy && field->type == LSM_AUDIT_AUID_SET &&
		    field->value == 0) {
			field->type = LSM_AUDIT_AUID;
			field->value = LSM_AUDIT_UNSET;
		}
	}
}

static void list(const void *self, lsm_audit_rule_fn *visit, void *arg)
{
	const struct reference_filter *filter = self;
	struct lsm_audit_rule rule;

	for (uint32_t nr = 0; nr < LSM_AUDIT_LISTS; nr++)
		for (const struct reference_entry *e = filter->first; e;
		     e = e->next) {
			if (e->list != nr)
				continue;
			show(e, &rule);
			if (!visit(&rule, e->prio, arg))
				return;
		}
}

const struct lsm_audit_ops lsm_audit_reference = {
	.base = {
		.name = "reference",
		.source = "kernel/auditfilter.c and auditsc.c (Linux 6.12)",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.add = add,
	.del = del,
	.list = list,
	.fork = reference_fork,
	.syscall = reference_syscall,
	.uring = reference_uring,
	.allowed = reference_allowed,
	.collects = reference_collects,
};
