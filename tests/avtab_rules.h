/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_rules.h - the rules of a real policy, as libsepol reads them */
#ifndef LSM_TESTS_AVTAB_RULES_H
#define LSM_TESTS_AVTAB_RULES_H

#include <lsm/avtab.h>

/**
 * typedef lsm_avtab_policy_fn - told of one rule of a policy
 * @rule: the rule
 * @conditional: whether it is in the conditional table
 * @arg: the caller's
 */
typedef void lsm_avtab_policy_fn(const struct lsm_avtab_rule *rule,
				 bool conditional, void *arg);

/**
 * lsm_avtab_policy() - read a kernel policy
 * @image: its bytes
 * @size: how many
 * @visit: told of every rule
 * @arg: for @visit
 *
 * Return: 0, or -EINVAL if libsepol refuses the policy.
 */
int lsm_avtab_policy(const void *image, size_t size, lsm_avtab_policy_fn *visit,
		     void *arg);

#endif /* LSM_TESTS_AVTAB_RULES_H */
