/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_rules.h - the rules of audit rule files */
#ifndef LSM_IMPORT_AUDIT_RULES_H
#define LSM_IMPORT_AUDIT_RULES_H

#include "audit_line.h"

#include <signal.h>
#include <stddef.h>

/**
 * struct import_audit_step - what a line does to the rules
 * @line: its number
 * @kind: IMPORT_AUDIT_FLUSH, _ADD or _DELETE
 * @words: the rule as programs write it
 */
struct import_audit_step {
	size_t line;
	enum import_audit_kind kind;
	char *words;
};

/**
 * struct import_audit_file - a file as read
 * @step: what its lines do, in order
 * @nr: how many
 * @settings: lines that are about something else
 * @refused: lines that were refused, each after a complaint
 */
struct import_audit_file {
	struct import_audit_step *step;
	size_t nr;
	size_t settings;
	size_t refused;
};

/**
 * import_audit_read() - read a rule file
 * @file: receives what it says; to be freed
 * @path: the file
 * @stop: raised to end early
 *
 * libaudit reads in a process of its own, with limits.  A line that is refused
 * is complained about with file and line; the others are kept.
 *
 * Return: false after a complaint if the file could not be read at all, @file
 * empty.
 */
bool import_audit_read(struct import_audit_file *file, const char *path,
		       const volatile sig_atomic_t *stop);

/**
 * import_audit_free() - free what was read
 * @file: as filled in
 */
void import_audit_free(struct import_audit_file *file);

#endif /* LSM_IMPORT_AUDIT_RULES_H */
