/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_events.h - events that a rule is about */
#ifndef LSM_IMPORT_AUDIT_EVENTS_H
#define LSM_IMPORT_AUDIT_EVENTS_H

#include <lsm/audit.h>

#include <stdio.h>

/* How far an event is from what a rule asks for. */
enum import_audit_aim {
	IMPORT_AUDIT_HIT, /* every field that an event can meet is met */
	IMPORT_AUDIT_NEAR, /* but for the last */
	IMPORT_AUDIT_FAR, /* another system call, nothing else */
	IMPORT_AUDIT_AIMS,
};

/**
 * import_audit_event() - write the words of an event
 * @out: where
 * @rule: the rule it is about
 * @aim: how close it comes
 */
void import_audit_event(FILE *out, const struct lsm_audit_rule *rule,
			enum import_audit_aim aim);

/**
 * import_audit_operation() - the operation that asks about such an event
 * @rule: the rule
 *
 * Return: its name, or NULL for the file system list, which has no event.
 */
const char *import_audit_operation(const struct lsm_audit_rule *rule);

#endif /* LSM_IMPORT_AUDIT_EVENTS_H */
