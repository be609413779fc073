/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decisions: every rule in order, every field in order. */
#include "audit_reference.h"

#include <string.h>

static bool all_hold(const struct reference_entry *entry,
		     const struct reference_moment *moment)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		if (!reference_holds(&entry->field[i], moment))
			return false;
	return true;
}

/* Put the rule's key, if it has one, into the verdict. */
static void take_key(const struct reference_entry *entry,
		     struct lsm_audit_verdict *verdict)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		const struct lsm_audit_field *asked = &entry->field[i].asked;

		if (asked->type == LSM_AUDIT_KEY)
			memcpy(verdict->key, asked->text, asked->len + 1);
	}
}

static enum lsm_audit_state outcome(const struct reference_entry *entry)
{
	return entry->action == LSM_AUDIT_NEVER ? LSM_AUDIT_DISABLED
						: LSM_AUDIT_RECORD;
}

void reference_fork(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict)
{
	const struct reference_filter *filter = self;
	const struct reference_moment moment = { event, true, true, NULL };

	*verdict = LSM_AUDIT_VERDICT_NONE;
	for (const struct reference_entry *e = filter->first; e; e = e->next) {
		if (e->home != LSM_AUDIT_TASK || !all_hold(e, &moment))
			continue;
		verdict->state = outcome(e);
		if (verdict->state == LSM_AUDIT_RECORD) {
			verdict->prio = LSM_AUDIT_PRIO_FIXED;
			take_key(e, verdict);
		}
		return;
	}
}

static bool in_mask(const struct reference_entry *entry, uint32_t nr)
{
	return nr < LSM_AUDIT_MASK_BITS &&
	       (entry->mask[nr / 32] & UINT32_C(1) << nr % 32);
}

/* Look at all rules of one home; whether one matched. */
static bool scan(const struct reference_filter *filter, uint32_t home,
		 uint32_t nr, const struct reference_moment *moment,
		 struct lsm_audit_verdict *verdict)
{
	for (const struct reference_entry *e = filter->first; e; e = e->next) {
		if (e->home != home || !in_mask(e, nr) ||
		    e->prio <= verdict->prio || !all_hold(e, moment))
			continue;
		verdict->state = outcome(e);
		verdict->prio = e->prio;
		take_key(e, verdict);
		return true;
	}
	return false;
}

/* Look at the bucket of each file; the first that has a match ends it. */
static void scan_names(const struct reference_filter *filter,
		       const struct lsm_audit_event *event,
		       struct lsm_audit_verdict *verdict)
{
	for (size_t i = 0; i < event->nr_names; i++) {
		const struct lsm_audit_name *name = &event->name[i];
		const struct reference_moment moment = { event, false, false,
							 name };
		uint32_t bucket = (uint32_t)name->inode.ino % LSM_AUDIT_BUCKETS;

		if (scan(filter, HOME_BUCKET + bucket, event->nr, &moment,
			 verdict))
			return;
	}
}

void reference_syscall(const void *self, const struct lsm_audit_event *event,
		       struct lsm_audit_verdict *verdict)
{
	const struct reference_moment moment = { event, false, false, NULL };

	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	scan(self, LSM_AUDIT_EXIT, event->nr, &moment, verdict);
	scan_names(self, event, verdict);
}

void reference_uring(const void *self, const struct lsm_audit_event *event,
		     struct lsm_audit_verdict *verdict)
{
	struct lsm_audit_event seen = *event;
	const struct reference_moment moment = { &seen, false, false, NULL };

	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	if (event->in_syscall) {
		scan(self, LSM_AUDIT_EXIT, seen.nr, &moment, verdict);
	} else {
		seen.arch = 0;
		seen.nr = 0;
		memset(seen.a, 0, sizeof(seen.a));
	}
	if (!event->in_syscall || verdict->state != LSM_AUDIT_RECORD)
		scan(self, LSM_AUDIT_URING, seen.uring_op, &moment, verdict);
	scan_names(self, &seen, verdict);
}

/* Fields that can be asked without a system call, and messages' own. */
static bool works_on_messages(uint32_t type)
{
	return type == LSM_AUDIT_PID || type == LSM_AUDIT_UID ||
	       type == LSM_AUDIT_GID || type == LSM_AUDIT_AUID ||
	       type == LSM_AUDIT_AUID_SET || type == LSM_AUDIT_MSGTYPE ||
	       type == LSM_AUDIT_EXE ||
	       (type >= LSM_AUDIT_SUBJ_USER && type <= LSM_AUDIT_SUBJ_CLR);
}

/*
 * One field on the user or exclude list.  A label that the security module does
 * not know leaves the answer of the field before it.
 */
static bool message_field(const struct reference_field *field, bool before,
			  const struct reference_moment *moment)
{
	const struct lsm_audit_field *asked = &field->asked;
	const struct lsm_audit_event *event = moment->event;

	if (asked->type == LSM_AUDIT_MSGTYPE)
		return reference_compare(event->msgtype, asked->op,
					 asked->value);
	if (asked->type ==
	    LSM_AUDIT_GID) /* supplementary groups do not count */
		return reference_compare(event->gid[0], asked->op,
					 asked->value);
	if (lsm_audit_takes_text(asked->type) && asked->type != LSM_AUDIT_EXE &&
	    !field->known)
		return before;
	return reference_holds(field, moment);
}

bool reference_allowed(const void *self, uint32_t list,
		       const struct lsm_audit_event *event)
{
	const struct reference_filter *filter = self;
	const struct reference_moment moment = { event, true, false, NULL };

	for (const struct reference_entry *e = filter->first; e; e = e->next) {
		bool result = false;

		if (e->home != list)
			continue;
		for (uint32_t i = 0; i < e->nr_fields; i++) {
			if (!works_on_messages(e->field[i].asked.type))
				return true;
			result = message_field(&e->field[i], result, &moment);
			if (!result)
				break;
		}
		if (result)
			return list != LSM_AUDIT_EXCLUDE &&
			       e->action != LSM_AUDIT_NEVER;
	}
	return true;
}

bool reference_collects(const void *self, uint32_t magic)
{
	const struct reference_filter *filter = self;

	for (const struct reference_entry *e = filter->first; e; e = e->next) {
		if (e->home != LSM_AUDIT_FS || e->action != LSM_AUDIT_NEVER)
			continue;
		for (uint32_t i = 0; i < e->nr_fields; i++) {
			const struct lsm_audit_field *asked =
				&e->field[i].asked;

			if (asked->type == LSM_AUDIT_FSTYPE &&
			    reference_compare(magic, asked->op, asked->value))
				return false;
		}
	}
	return true;
}
