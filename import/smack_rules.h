/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_rules.h - Smack rules from files */
#ifndef LSM_IMPORT_SMACK_RULES_H
#define LSM_IMPORT_SMACK_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* Forty times the largest set that was ever measured. */
#define IMPORT_RULES_MAX 1000000u

/**
 * struct import_rule - one rule
 * @line: its words with one blank between them, owned
 * @len: length of @line
 * @subject: length of the first word
 * @object: length of the second
 * @change: whether it has four words, so changes the rule before
 */
struct import_rule {
	char *line;
	size_t len;
	size_t subject;
	size_t object;
	bool change;
};

/**
 * struct import_rules - rules in the order of their files
 * @rule: all of them
 * @nr: how many
 * @room: length of @rule
 * @files: how many files they come from
 * @malformed: lines that are no rule
 */
struct import_rules {
	struct import_rule *rule;
	size_t nr;
	size_t room;
	size_t files;
	size_t malformed;
};

/**
 * import_rules_add() - add the rules of a file
 * @rules: all zero at first
 * @path: the file's name, for complaints
 * @data: what is in the file
 * @size: its length
 *
 * A rule is a line of three or four words, see enum lsm_smack_format; labels
 * must be labels to their ends, letters nothing but letters and '-'.  Empty
 * lines and those that begin with '#' or ';' are passed over, as systemd does.
 * A line that is no rule is complained about with file and line, and skipped.
 *
 * Return: 0; -EFBIG if there are more than IMPORT_RULES_MAX rules; -ENOMEM.
 */
int import_rules_add(struct import_rules *rules, const char *path,
		     const char *data, size_t size);

/**
 * import_rules_read() - add the rules of a file, or of all files of a folder
 * @rules: all zero at first
 * @path: a file; or a folder, whose files are read in the order of their names,
 *	those that begin with '.' and folders in it left out
 *
 * Return: true; false after a complaint.
 */
bool import_rules_read(struct import_rules *rules, const char *path);

/**
 * import_rules_free() - free all rules
 * @rules: is all zero afterwards
 */
void import_rules_free(struct import_rules *rules);

#endif /* LSM_IMPORT_SMACK_RULES_H */
