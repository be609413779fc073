/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_reference.h - a filter as one list of rules */
#ifndef LSM_REFERENCE_AUDIT_REFERENCE_H
#define LSM_REFERENCE_AUDIT_REFERENCE_H

#include <lsm/audit.h>

#define ENTRY_STEP 512u /* of the slab that entries came from */
#define HOME_BUCKET LSM_AUDIT_LISTS /* homes of rules in buckets begin here */

/**
 * struct reference_field - a field as stored
 * @asked: type, operator and value or text; the text is the field's own
 * @inode: where a path or exe leads
 * @known: whether the security module knows a label's text
 */
struct reference_field {
	struct lsm_audit_field asked;
	struct lsm_audit_inode inode;
	bool known;
};

/**
 * struct reference_entry - a stored rule
 * @block: what to free
 * @next: the rule behind it
 * @list: its list
 * @home: the list it is looked for in: @list, or HOME_BUCKET plus a bucket
 * @prepend: whether it was asked for with LSM_AUDIT_PREPEND; false once stored
 * @legacy: whether a login uid of -1 was asked for
 * @action: never or always
 * @prio: its priority
 * @mask: system calls it is for, classes expanded
 * @nr_fields: how many fields
 * @field: its fields
 */
struct reference_entry {
	void *block;
	struct reference_entry *next;
	uint32_t list;
	uint32_t home;
	bool prepend;
	bool legacy;
	uint32_t action;
	uint64_t prio;
	uint32_t mask[LSM_AUDIT_MASK_WORDS];
	uint32_t nr_fields;
	struct reference_field *field;
};

/**
 * struct reference_filter - an object
 * @first: all rules.  A prepended rule comes to the head, another to the tail;
 *	so the rules of one home are in the order of that list or bucket
 * @low: the priority of the last rule appended
 * @high: the priority of the last rule prepended
 */
struct reference_filter {
	struct reference_entry *first;
	uint64_t low;
	uint64_t high;
};

/**
 * reference_build() - check a rule and make an entry of it
 * @rule: the rule
 * @entry: receives the entry, linked nowhere, to be freed
 *
 * Return: 0; the errors of add()
 */
int reference_build(const struct lsm_audit_rule *rule,
		    struct reference_entry **entry);

/**
 * reference_free() - free an entry
 * @entry: the entry, linked nowhere
 */
void reference_free(struct reference_entry *entry);

/*
 * The decisions of struct lsm_audit_ops.
 */
void reference_fork(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict);
void reference_syscall(const void *self, const struct lsm_audit_event *event,
		       struct lsm_audit_verdict *verdict);
void reference_uring(const void *self, const struct lsm_audit_event *event,
		     struct lsm_audit_verdict *verdict);
bool reference_allowed(const void *self, uint32_t list,
		       const struct lsm_audit_event *event);
bool reference_collects(const void *self, uint32_t magic);

/**
 * struct reference_moment - what a rule is held against
 * @event: the event
 * @task_only: whether there is no system call: fork, a message
 * @forking: whether the task is not the one that runs, but its new child
 * @name: the file being looked at, or NULL for all of the event's
 */
struct reference_moment {
	const struct lsm_audit_event *event;
	bool task_only;
	bool forking;
	const struct lsm_audit_name *name;
};

/**
 * reference_holds() - whether one field holds
 * @field: the field
 * @moment: against what
 *
 * Return: true if it does.
 */
bool reference_holds(const struct reference_field *field,
		     const struct reference_moment *moment);

/**
 * reference_compare() - the operators
 * @left: the event's value
 * @op: the operator
 * @right: the rule's value
 *
 * Return: whether it holds.
 */
bool reference_compare(uint32_t left, uint32_t op, uint32_t right);

#endif /* LSM_REFERENCE_AUDIT_REFERENCE_H */
