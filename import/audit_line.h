/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_line.h - one line of an audit rule file, read with libaudit */
#ifndef LSM_IMPORT_AUDIT_LINE_H
#define LSM_IMPORT_AUDIT_LINE_H

#include <lsm/audit.h>

/**
 * enum import_audit_kind - what a line says
 * @IMPORT_AUDIT_NOTHING: a comment, or empty
 * @IMPORT_AUDIT_SETTING: about audit, not about rules
 * @IMPORT_AUDIT_FLUSH: delete all rules
 * @IMPORT_AUDIT_ADD: add a rule
 * @IMPORT_AUDIT_DELETE: delete a rule
 * @IMPORT_AUDIT_REFUSED: nothing that is understood
 */
enum import_audit_kind {
	IMPORT_AUDIT_NOTHING,
	IMPORT_AUDIT_SETTING,
	IMPORT_AUDIT_FLUSH,
	IMPORT_AUDIT_ADD,
	IMPORT_AUDIT_DELETE,
	IMPORT_AUDIT_REFUSED,
};

/* Longer lines are refused, as auditctl refuses them. */
#define IMPORT_AUDIT_LINE_MAX 6144u
#define IMPORT_AUDIT_WHY_MAX 160u

/**
 * struct import_audit_line - a line as understood
 * @kind: what it says
 * @why: why it was refused; a text
 * @rule: the rule of an addition or deletion
 * @texts: what the rule points to
 */
struct import_audit_line {
	enum import_audit_kind kind;
	char why[IMPORT_AUDIT_WHY_MAX];
	struct lsm_audit_rule rule;
	char texts[2 * IMPORT_AUDIT_LINE_MAX];
};

/**
 * import_audit_line() - read a line as auditctl would
 * @line: receives it
 * @text: the line, without its end; changed
 *
 * Unlike auditctl it does not look at this machine's files: a watch is of a
 * folder if its path ends in a slash.
 *
 * Context: libaudit has state of its own: one thread, and a process that may
 * be lost if the line means harm.
 */
void import_audit_line(struct import_audit_line *line, char *text);

#endif /* LSM_IMPORT_AUDIT_LINE_H */
