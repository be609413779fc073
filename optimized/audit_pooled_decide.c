/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decisions, by readers. */
#include "audit_pooled.h"

#include <string.h>

/* What a matching rule does to the verdict; a rule without key leaves it. */
void pooled_decide(const struct pooled_entry *entry,
		   struct lsm_audit_verdict *verdict)
{
	verdict->state = entry->action == LSM_AUDIT_ALWAYS ? LSM_AUDIT_RECORD
							   : LSM_AUDIT_DISABLED;
	verdict->prio = entry->prio;
	if (entry->key)
		memcpy(verdict->key, entry->key, strlen(entry->key) + 1);
}

void pooled_fork(const void *self, const struct lsm_audit_event *event,
		 struct lsm_audit_verdict *verdict)
{
	const struct pooled_filter *filter = self;
	const struct pooled_entry *entry;

	*verdict = LSM_AUDIT_VERDICT_NONE;
	rcu_read_lock();
	list_for_each_entry_rcu(entry, &filter->home[LSM_AUDIT_TASK], link) {
		if (!pooled_match(entry, event, false, NULL))
			continue;
		if (entry->action == LSM_AUDIT_ALWAYS)
			pooled_decide(entry, verdict);
		else
			verdict->state = LSM_AUDIT_DISABLED;
		break;
	}
	rcu_read_unlock();
}

/* Whether a rule of a list or bucket decided. */
static bool scan(const struct pooled_filter *filter, size_t home, uint32_t nr,
		 const struct lsm_audit_event *event,
		 const struct lsm_audit_name *name,
		 struct lsm_audit_verdict *verdict)
{
	const struct pooled_entry *entry;
	uint32_t word = nr / 32, bit = UINT32_C(1) << nr % 32;

	if (word >= LSM_AUDIT_MASK_WORDS)
		return false;
	list_for_each_entry_rcu(entry, &filter->home[home], link) {
		if (!(entry->mask[word] & bit))
			continue;
		if (entry->prio > verdict->prio &&
		    pooled_match(entry, event, true, name)) {
			pooled_decide(entry, verdict);
			return true;
		}
	}
	return false;
}

static void scan_names(const struct pooled_filter *filter,
		       const struct lsm_audit_event *event,
		       struct lsm_audit_verdict *verdict)
{
	bool found = false;

	for (size_t i = 0; i < event->nr_names && !found; i++) {
		const struct lsm_audit_name *name = &event->name[i];
		uint32_t bucket =
			(uint32_t)name->inode.ino & (LSM_AUDIT_BUCKETS - 1);

		found = scan(filter, LSM_AUDIT_LISTS + bucket, event->nr, event,
			     name, verdict);
	}
}

void pooled_syscall(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict)
{
	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	rcu_read_lock();
	scan(self, LSM_AUDIT_EXIT, event->nr, event, NULL, verdict);
	scan_names(self, event, verdict);
	rcu_read_unlock();
}

static void uring_alone(const void *self, const struct lsm_audit_event *event,
			struct lsm_audit_verdict *verdict)
{
	struct lsm_audit_event alone = *event;

	alone.arch = 0;
	alone.nr = 0;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(alone.a); i++)
		alone.a[i] = 0;
	scan(self, LSM_AUDIT_URING, event->uring_op, &alone, NULL, verdict);
	scan_names(self, &alone, verdict);
}

void pooled_uring(const void *self, const struct lsm_audit_event *event,
		  struct lsm_audit_verdict *verdict)
{
	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	rcu_read_lock();
	if (event->in_syscall) {
		scan(self, LSM_AUDIT_EXIT, event->nr, event, NULL, verdict);
		if (verdict->state != LSM_AUDIT_RECORD)
			scan(self, LSM_AUDIT_URING, event->uring_op, event,
			     NULL, verdict);
		scan_names(self, event, verdict);
	} else {
		uring_alone(self, event, verdict);
	}
	rcu_read_unlock();
}

/* One field of a message: 1 holds, 0 does not, -1 cannot be asked here. */
static int message_field(const struct pooled_field *field,
			 const struct lsm_audit_event *event, int before)
{
	switch (field->type) {
	case LSM_AUDIT_MSGTYPE:
		return pooled_compare(event->msgtype, field->op, field->value);
	case LSM_AUDIT_GID:
		return pooled_compare(event->gid[0], field->op, field->value);
	case LSM_AUDIT_SUBJ_USER:
	case LSM_AUDIT_SUBJ_ROLE:
	case LSM_AUDIT_SUBJ_TYPE:
	case LSM_AUDIT_SUBJ_SEN:
	case LSM_AUDIT_SUBJ_CLR:
		if (!field->known)
			return before;
		break;
	case LSM_AUDIT_PID:
	case LSM_AUDIT_UID:
	case LSM_AUDIT_AUID:
	case LSM_AUDIT_AUID_SET:
		break;
	case LSM_AUDIT_EXE:
		return pooled_exe_holds(field, event);
	default:
		return -1;
	}
	return pooled_field_holds(field, event, false, NULL);
}

/* All fields of a rule; without any it does not match. */
static int message_match(const struct pooled_entry *entry,
			 const struct lsm_audit_event *event)
{
	int result = 0;

	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		result = message_field(&entry->field[i], event, result);
		if (result <= 0)
			break;
	}
	return result;
}

bool pooled_allowed(const void *self, uint32_t list,
		    const struct lsm_audit_event *event)
{
	const struct pooled_filter *filter = self;
	const struct pooled_entry *entry;
	bool allowed = true;

	rcu_read_lock();
	list_for_each_entry_rcu(entry, &filter->home[list], link) {
		int match = message_match(entry, event);

		if (match > 0)
			allowed = list == LSM_AUDIT_USER &&
				  entry->action == LSM_AUDIT_ALWAYS;
		if (match != 0)
			break;
	}
	rcu_read_unlock();
	return allowed;
}

static bool suppresses(const struct pooled_entry *entry, uint32_t magic)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		if (entry->field[i].type == LSM_AUDIT_FSTYPE &&
		    pooled_compare(magic, entry->field[i].op,
				   entry->field[i].value))
			return true;
	return false;
}

bool pooled_collects(const void *self, uint32_t magic)
{
	const struct pooled_filter *filter = self;
	const struct pooled_entry *entry;
	bool collects = true;

	rcu_read_lock();
	list_for_each_entry_rcu(entry, &filter->home[LSM_AUDIT_FS], link)
		if (entry->action == LSM_AUDIT_NEVER &&
		    suppresses(entry, magic)) {
			collects = false;
			break;
		}
	rcu_read_unlock();
	return collects;
}
