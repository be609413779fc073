/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_interned.h - the rules of interned labels */
#ifndef LSM_OPTIMIZED_SMACK_INTERNED_H
#define LSM_OPTIMIZED_SMACK_INTERNED_H

#include <lsm/smack.h>

/* Subject and object of a rule; the subject is 0 where it is understood. */
static inline uint64_t pair_of(uint32_t subject, uint32_t object)
{
	return (uint64_t)subject << 32 | object;
}

/* A rule. */
struct pair {
	uint64_t pair;
	uint32_t access;
};

/* Rules in ascending order of pairs; all zero is none. */
struct rules {
	struct pair *rule;
	uint32_t nr;
	uint32_t room;
};

/**
 * smack_interned_rule() - look a rule up
 * @rules: where
 * @pair: of pair_of()
 *
 * Return: the rule, valid until the next change; or NULL.
 */
const struct pair *smack_interned_rule(const struct rules *rules,
				       uint64_t pair);

/**
 * smack_interned_change() - make or change a rule
 * @rules: where
 * @pair: of pair_of()
 * @allow: bits to add
 * @deny: bits to take away afterwards
 *
 * Return: 0; -ENOMEM, @rules as it was.
 */
int smack_interned_change(struct rules *rules, uint64_t pair, uint32_t allow,
			  uint32_t deny);

/**
 * smack_interned_forget() - free all rules
 * @rules: empty afterwards
 */
void smack_interned_forget(struct rules *rules);

/**
 * smack_interned_visit() - tell of each rule
 * @rules: which
 * @shown: scope, and the subject unless it is in the pair
 * @visit: called with object and access filled in
 * @arg: handed to @visit
 */
void smack_interned_visit(const struct rules *rules,
			  struct lsm_smack_rule shown, lsm_smack_rule_fn *visit,
			  void *arg);

/**
 * smack_interned_check() - why rules are not consistent
 * @rules: which
 *
 * Return: a text, or NULL.
 */
const char *smack_interned_check(const struct rules *rules);

#endif /* LSM_OPTIMIZED_SMACK_INTERNED_H */
