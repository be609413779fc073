/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_pooled.h - filter rules as the kernel has them, from a pool
 *
 * Source: the patch of December 2023 that gives entries an object cache of
 * their own, after Linux 6.12.
 */
#ifndef LSM_OPTIMIZED_AUDIT_POOLED_H
#define LSM_OPTIMIZED_AUDIT_POOLED_H

#include "audit_pool.h"

#include <lsm/audit.h>

#define POOLED_STEP 448u /* an entry in whole cache lines */
#define POOLED_SLAB_STEP 512u /* of the slab that entries came from before */

/* Homes: a list by its number, then the buckets. */
#define POOLED_HOMES (LSM_AUDIT_LISTS + LSM_AUDIT_BUCKETS)

/**
 * enum pooled_kind - how a field is tested
 * @POOLED_NUMBER: a number of the task
 * @POOLED_CALL: a number of the system call
 * @POOLED_OTHER: by its type
 */
enum pooled_kind {
	POOLED_NUMBER,
	POOLED_CALL,
	POOLED_OTHER,
};

/**
 * struct pooled_field - a field, ready to be tested
 * @type: as asked for, but a login uid of -1 is LSM_AUDIT_AUID_SET
 * @op: as asked for
 * @value: as asked for; 0 with a text
 * @kind: how to test it
 * @known: whether the security module knows its label
 * @offset: of the number in struct lsm_audit_event
 * @len: of @text
 * @text: its text, or NULL; behind the fields
 * @ino: where its path leads
 * @major: the device there
 * @minor: the device there
 */
struct pooled_field {
	uint32_t type;
	uint32_t op;
	uint32_t value;
	uint8_t kind;
	bool known;
	uint16_t offset;
	size_t len;
	const char *text;
	uint64_t ino;
	uint32_t major;
	uint32_t minor;
};

/**
 * struct pooled_entry - a stored rule; offsets on 64 bits are the kernel's
 * @link: in its list or bucket; readers come this way
 * @rcu: for freeing it
 * @legacy: whether a login uid of -1 was asked for
 * @flags: LSM_AUDIT_PREPEND until it is stored
 * @list: its list
 * @action: never or always
 * @mask: system calls it is for
 * @home: index of its list or bucket
 * @nr_fields: how many fields
 * @key: its key or NULL; among the texts
 * @field: its fields and their texts, one block
 * @unused: what the kernel has here and we do not need
 * @order: in the listing of its list
 * @prio: its priority
 * @slab: where its memory is from
 */
struct pooled_entry {
	struct list_head link;
	struct rcu_head rcu;
	uint32_t legacy;
	uint32_t flags;
	uint32_t list;
	uint32_t action;
	uint32_t mask[LSM_AUDIT_MASK_WORDS];
	uint32_t home;
	uint32_t nr_fields;
	const char *key;
	struct pooled_field *field;
	void *unused[7];
	struct list_head order;
	uint64_t prio;
	struct pool_slab *slab;
};

/**
 * struct pooled_filter - an object
 * @lock: writers hold it
 * @home: lists and buckets, read under RCU
 * @order: all rules of each list, for listings, under @lock
 * @low: the priority of the last rule appended
 * @high: the priority of the last rule prepended
 * @pool: memory for entries
 */
struct pooled_filter {
	spinlock_t lock;
	struct list_head home[POOLED_HOMES];
	struct list_head order[LSM_AUDIT_LISTS];
	uint64_t low;
	uint64_t high;
	struct pool pool;
};

/**
 * struct pooled_request - a rule that was found to be good
 * @rule: the rule
 * @list: its list
 * @legacy: whether a login uid of -1 is asked for
 * @home: where it belongs
 * @texts: bytes its texts take, NULs included
 * @mask: classes expanded
 */
struct pooled_request {
	const struct lsm_audit_rule *rule;
	uint32_t list;
	bool legacy;
	uint32_t home;
	size_t texts;
	uint32_t mask[LSM_AUDIT_MASK_WORDS];
};

/**
 * pooled_examine() - check a rule
 * @rule: the rule
 * @request: receives it if it is good
 *
 * Return: 0; -EINVAL; -ENAMETOOLONG.
 */
int pooled_examine(const struct lsm_audit_rule *rule,
		   struct pooled_request *request);

/**
 * pooled_build() - make an entry
 * @pool: memory for it
 * @request: a good rule
 *
 * Return: the entry, linked nowhere; NULL if memory ran out.
 */
struct pooled_entry *pooled_build(struct pool *pool,
				  const struct pooled_request *request);

/**
 * pooled_free() - free an entry
 * @entry: no reader can find it
 */
void pooled_free(struct pooled_entry *entry);

/**
 * pooled_is() - whether a stored rule is the one asked for
 * @entry: the stored rule
 * @request: a good rule
 *
 * Return: true if it is.
 */
bool pooled_is(const struct pooled_entry *entry,
	       const struct pooled_request *request);

/**
 * pooled_type() - how a type of field is tested
 * @type: any number
 * @offset: receives the offset of the number to compare
 *
 * Return: its kind.
 */
enum pooled_kind pooled_type(uint32_t type, uint16_t *offset);

/**
 * pooled_compare() - the operators
 * @left: the event's value
 * @op: the operator
 * @right: the rule's value
 *
 * Return: whether it holds.
 */
bool pooled_compare(uint32_t left, uint32_t op, uint32_t right);

/**
 * pooled_match() - whether all fields of a rule hold
 * @entry: the rule
 * @event: the event
 * @call: whether there is a system call; false at a fork
 * @name: the file looked at, or NULL for all of the event's
 *
 * Return: true if they do.
 */
bool pooled_match(const struct pooled_entry *entry,
		  const struct lsm_audit_event *event, bool call,
		  const struct lsm_audit_name *name);

/**
 * pooled_exe_holds() - whether the task that runs runs a field's program
 * @field: of the type exe
 * @event: the event; not a fork, where the task is not the one that runs
 *
 * Return: true if it holds.
 */
bool pooled_exe_holds(const struct pooled_field *field,
		      const struct lsm_audit_event *event);

/**
 * pooled_field_holds() - whether one field holds
 * @field: the field
 * @event: see pooled_match()
 * @call: see pooled_match()
 * @name: see pooled_match()
 *
 * Return: true if it does.
 */
bool pooled_field_holds(const struct pooled_field *field,
			const struct lsm_audit_event *event, bool call,
			const struct lsm_audit_name *name);

/**
 * pooled_init() - make an object without rules of memory at hand
 * @filter: the memory
 * @step: see pooled_create()
 */
void pooled_init(struct pooled_filter *filter, size_t step);

/**
 * pooled_create() - make an object with entries at any step
 * @step: in bytes, a multiple of a cache line and large enough
 *
 * Return: the object; NULL if memory ran out.
 */
void *pooled_create(size_t step);

/**
 * pooled_find() - find a stored rule
 * @filter: the object
 * @request: what is asked for
 *
 * Context: holding the lock.
 * Return: the first rule that is equal, or NULL.
 */
struct pooled_entry *pooled_find(struct pooled_filter *filter,
				 const struct pooled_request *request);

/**
 * pooled_link() - give a rule its priority and show it to readers
 * @filter: the object
 * @entry: the rule, complete
 *
 * Context: holding the lock.
 */
void pooled_link(struct pooled_filter *filter, struct pooled_entry *entry);

/**
 * pooled_unlink() - hide a rule from readers to come
 * @entry: the rule
 *
 * Context: holding the lock.
 */
void pooled_unlink(struct pooled_entry *entry);

/**
 * pooled_free_later() - free a rule when all readers that may see it are gone
 * @entry: the rule, linked nowhere
 */
void pooled_free_later(struct pooled_entry *entry);

/**
 * pooled_decide() - what a rule that matches does to the verdict
 * @entry: the rule
 * @verdict: the verdict; a rule without key leaves its key
 */
void pooled_decide(const struct pooled_entry *entry,
		   struct lsm_audit_verdict *verdict);

/* Of struct lsm_audit_ops. */
void pooled_clear(void *self);
const char *pooled_check(const void *self);
void pooled_list(const void *self, lsm_audit_rule_fn *visit, void *arg);

/*
 * The decisions of struct lsm_audit_ops.
 */
void pooled_fork(const void *self, const struct lsm_audit_event *event,
		 struct lsm_audit_verdict *verdict);
void pooled_syscall(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict);
void pooled_uring(const void *self, const struct lsm_audit_event *event,
		  struct lsm_audit_verdict *verdict);
bool pooled_allowed(const void *self, uint32_t list,
		    const struct lsm_audit_event *event);
bool pooled_collects(const void *self, uint32_t magic);

#endif /* LSM_OPTIMIZED_AUDIT_POOLED_H */
