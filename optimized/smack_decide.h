/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_decide.h - decisions by secids and by text, for the optimized tables */
#ifndef LSM_OPTIMIZED_SMACK_DECIDE_H
#define LSM_OPTIMIZED_SMACK_DECIDE_H

#include <lsm/smack.h>

#define SMACK_BY_RULE 100 /* no shortcut applies: the rule decides */

/**
 * smack_shortcut() - decide without a rule
 * @subject: secid of the subject
 * @object: secid of the object
 * @request: any bits
 *
 * Return: LSM_SMACK_ALLOWED, -EACCES or SMACK_BY_RULE.
 */
int smack_shortcut(uint32_t subject, uint32_t object, uint32_t request);

/**
 * smack_by_rule() - decide by a rule
 * @access: its bits; 0 if there is none
 * @request: any bits
 *
 * Return: LSM_SMACK_ALLOWED, LSM_SMACK_ALLOWED_BRINGUP or -EACCES.
 */
int smack_by_rule(uint32_t access, uint32_t request);

/**
 * smack_confine() - let the unconfined label through
 * @decision: so far
 * @subject: whether it is the subject
 * @object: whether it is the object
 *
 * Return: the decision in the end.
 */
int smack_confine(int decision, bool subject, bool object);

/**
 * smack_passes() - whether a rule of the task lets an access pass
 * @access: the rule's bits
 * @request: any bits
 *
 * Return: true if it does.
 */
bool smack_passes(uint32_t access, uint32_t request);

/* As struct lsm_smack_ops has them. */
typedef const void *smack_find_fn(const void *table, const char *text,
				  size_t len);
typedef int smack_access_fn(const void *table, const void *subject,
			    const void *object, uint32_t request);

/**
 * smack_query() - answer a query that is written as a rule
 * @table: the table
 * @format: LSM_SMACK_FIXED or LSM_SMACK_LONG
 * @text: the query
 * @len: its length
 * @find: finds a label of the table
 * @access: decides between two labels of the table
 *
 * Return: 1 if access is granted, else 0; -EINVAL if the query is malformed, as
 * far as it was looked at: not behind a subject that nobody knows.
 */
int smack_query(const void *table, enum lsm_smack_format format,
		const char *text, size_t len, smack_find_fn *find,
		smack_access_fn *access);

#endif /* LSM_OPTIMIZED_SMACK_DECIDE_H */
