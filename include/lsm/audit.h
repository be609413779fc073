/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit.h - contract of audit's filter rules
 *
 * An administrator loads rules; every system call, fork, io_uring operation,
 * user message and record is held against them.  Each object is a complete set
 * of rule lists with the counters that give rules their priorities.
 *
 * What the rest of a kernel would answer (which inode a path names, whether a
 * security label matches, which calls belong to a class) is a small fixed
 * world, <lsm/audit_world.h>.
 *
 * Source: kernel/auditfilter.c, auditsc.c, audit_watch.c, audit_fsnotify.c and
 * include/uapi/linux/audit.h (Linux 6.12).
 */
#ifndef LSM_AUDIT_H
#define LSM_AUDIT_H

#include <lsm/audit_fields.h>
#include <lsm/audit_world.h>
#include <lsm/structure.h>

/**
 * struct lsm_audit_field - one test of a rule
 * @type: what is tested, enum lsm_audit_type or any other number
 * @op: how, enum lsm_audit_op or any other number
 * @value: what with; of no meaning if the test takes a text
 * @text: the text if @type takes one (lsm_audit_takes_text()), else NULL; ends
 *	in NUL, has no NUL inside
 * @len: bytes of @text without the NUL
 */
struct lsm_audit_field {
	uint32_t type;
	uint32_t op;
	uint32_t value;
	const char *text;
	size_t len;
};

/**
 * struct lsm_audit_rule - a rule as it is asked for or listed
 * @flags: a list (enum lsm_audit_list), plus LSM_AUDIT_PREPEND to go to its
 *	head; any other number is refused
 * @action: LSM_AUDIT_NEVER or LSM_AUDIT_ALWAYS; any other number is refused
 * @nr_fields: how many fields; more than LSM_AUDIT_FIELDS_MAX are refused
 * @mask: bit nr % 32 of word nr / 32 stands for system call nr.  The last
 *	LSM_AUDIT_CLASSES bits are short cuts: bit 2047 - i adds all calls of
 *	class i
 * @field: all of them must hold
 */
struct lsm_audit_rule {
	uint32_t flags;
	uint32_t action;
	uint32_t nr_fields;
	uint32_t mask[LSM_AUDIT_MASK_WORDS];
	struct lsm_audit_field field[LSM_AUDIT_FIELDS_MAX + 1];
};

/**
 * enum lsm_audit_state - what is to become of a task's system calls, or of one
 * @LSM_AUDIT_DISABLED: no record
 * @LSM_AUDIT_BUILD: no rule said anything
 * @LSM_AUDIT_RECORD: a record is written
 */
enum lsm_audit_state {
	LSM_AUDIT_DISABLED,
	LSM_AUDIT_BUILD,
	LSM_AUDIT_RECORD,
};

/**
 * struct lsm_audit_verdict - a task's context, as far as rules decide on it
 * @state: whether there will be a record
 * @prio: the priority of the rule that decided; a rule decides only if its own
 *	is greater
 * @key: the key of the last rule that matched and had one; empty if none had
 */
struct lsm_audit_verdict {
	enum lsm_audit_state state;
	uint64_t prio;
	char key[LSM_AUDIT_KEY_MAX + 1];
};

/* The context of a task that no rule of the task list chose. */
#define LSM_AUDIT_VERDICT_NONE \
	((struct lsm_audit_verdict){ .state = LSM_AUDIT_BUILD })

#define LSM_AUDIT_PRIO_FIXED UINT64_MAX /* of rules that are not counted */

/**
 * typedef lsm_audit_rule_fn - told of one stored rule
 * @rule: as a listing shows it, LSM_AUDIT_PREPEND dropped, classes expanded; it
 *	and its texts are valid during the call only
 * @prio: its priority
 * @arg: the caller's
 *
 * Return: false to end the listing.
 */
typedef bool lsm_audit_rule_fn(const struct lsm_audit_rule *rule, uint64_t prio,
			       void *arg);

/**
 * struct lsm_audit_ops - an implementation of filter rules
 * @base: what every implementation provides
 * @add: stores a rule, at the head of its list with LSM_AUDIT_PREPEND, else at
 *	the tail.  Return: 0; -EINVAL if it is malformed, -ENAMETOOLONG if a
 *	path, a dir or a label's text is longer than LSM_AUDIT_PATH_MAX (an exe
 *	is -EINVAL then), whichever comes first in the order of fields; -EEXIST
 *	if an equal rule is stored; -ENOMEM.  Nothing has changed after an
 *	error, no priority has been used up
 * @del: removes the first stored rule that is equal.  Return: 0; -ENOENT if
 *	there is none, so always with LSM_AUDIT_PREPEND; the errors of @add,
 *	nothing changed
 * @list: calls @visit for each stored rule by ascending list number, in list
 *	order
 * @fork: gives @verdict what the task list says of a new task: state build if
 *	nothing; record and LSM_AUDIT_PRIO_FIXED and the rule's key if always;
 *	disabled, priority 0 and no key if never.  There is no system call, and
 *	the task is not the one that runs: what asks for either is false, which
 *	for perm, filetype and exe means that != is true
 * @syscall: holds a system call on its return against the exit list, then
 *	against the buckets of the event's names; @verdict is the task's context
 *	as @fork left it and receives the answer.  A disabled context stays
 * @uring: the same for an io_uring operation: the io_uring list by the
 *	operation's number, then the buckets by the system call's number, which
 *	is 0 outside of one.  Inside of a system call the exit list is asked
 *	first and the io_uring list only if that does not make it a record.
 *	Outside, the event's arch, nr and a are taken for 0
 * @allowed: whether a user message (LSM_AUDIT_USER) or any record
 *	(LSM_AUDIT_EXCLUDE) of type event->msgtype passes that list
 * @collects: whether names of a file system of type @magic are collected
 *
 * Two rules are equal if list, LSM_AUDIT_PREPEND, action, mask (classes
 * expanded), the fields' order, types, operators and values or texts are; and
 * whether a login uid of -1 was asked for, which is stored as `auid_set`, 0.
 * A stored rule does not have LSM_AUDIT_PREPEND, so a rule asked for with it
 * equals none.
 *
 * Priorities: rules of the exit and io_uring lists count down from 2^63 - 2,
 * those prepended up from 2^63 - 1, in counters common to both lists; other
 * rules have LSM_AUDIT_PRIO_FIXED.
 *
 * Rules with a path, or an inode that is `=`, are in one of LSM_AUDIT_BUCKETS
 * lists instead of that of their number, whichever that is.
 *
 * Context: add, del, base.clear and base.destroy: one thread at a time per
 * object.  The others: any number of threads, also beside add and del.
 */
struct lsm_audit_ops {
	struct lsm_ops base;
	int (*add)(void *self, const struct lsm_audit_rule *rule);
	int (*del)(void *self, const struct lsm_audit_rule *rule);
	void (*list)(const void *self, lsm_audit_rule_fn *visit, void *arg);
	void (*fork)(const void *self, const struct lsm_audit_event *event,
		     struct lsm_audit_verdict *verdict);
	void (*syscall)(const void *self, const struct lsm_audit_event *event,
			struct lsm_audit_verdict *verdict);
	void (*uring)(const void *self, const struct lsm_audit_event *event,
		      struct lsm_audit_verdict *verdict);
	bool (*allowed)(const void *self, uint32_t list,
			const struct lsm_audit_event *event);
	bool (*collects)(const void *self, uint32_t magic);
};

#endif /* LSM_AUDIT_H */
