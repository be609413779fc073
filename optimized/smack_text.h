/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_text.h - labels and rules as text, for the optimized tables */
#ifndef LSM_OPTIMIZED_SMACK_TEXT_H
#define LSM_OPTIMIZED_SMACK_TEXT_H

#include <lsm/smack.h>

/**
 * struct smack_line - one rule as text
 * @subject: bytes that a subject is parsed from
 * @subject_len: how many
 * @object: bytes that an object is parsed from
 * @object_len: how many
 * @allow: bits to add
 * @deny: bits to take away afterwards
 */
struct smack_line {
	const char *subject;
	size_t subject_len;
	const char *object;
	size_t object_len;
	uint32_t allow;
	uint32_t deny;
};

/**
 * typedef smack_line_fn - apply one rule
 * @table: the caller's
 * @scope: the caller's
 * @line: the rule; its labels have not been looked at
 *
 * Return: 0 to go on; -errno.
 */
typedef int smack_line_fn(void *table, enum lsm_smack_scope scope,
			  const struct smack_line *line);

/**
 * smack_label_length() - parse a label
 * @text: bytes that begin with one
 * @len: how many
 *
 * Return: its length, from 1 to LSM_SMACK_LABEL_MAX; 0 if there is none or it
 * is longer.
 */
size_t smack_label_length(const char *text, size_t len);

/**
 * smack_task_label() - judge the label of a task
 * @text: all of it
 * @len: its length
 *
 * Return: 0; -EINVAL if it is not a label from end to end; -EPERM if no task
 * may have it.
 */
int smack_task_label(const char *text, size_t len);

/**
 * smack_load() - cut a write into rules and apply each
 * @format: how they are written
 * @text: the write
 * @len: its length
 * @apply: called for one rule after the other
 * @table: handed to @apply
 * @scope: handed to @apply
 *
 * Return: the bytes taken, or -errno of the rule that ended it.
 */
long smack_load(enum lsm_smack_format format, const char *text, size_t len,
		smack_line_fn *apply, void *table, enum lsm_smack_scope scope);

/**
 * smack_question() - cut a query
 * @format: LSM_SMACK_FIXED or LSM_SMACK_LONG
 * @text: the query
 * @len: its length
 * @line: receives it; what is requested is in allow
 *
 * Return: true; false if it is too short.
 */
bool smack_question(enum lsm_smack_format format, const char *text, size_t len,
		    struct smack_line *line);

#endif /* LSM_OPTIMIZED_SMACK_TEXT_H */
