/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_dump.h - what a caller can see of rules and of a whole section */
#ifndef LSM_FUZZERS_POLICY_DUMP_H
#define LSM_FUZZERS_POLICY_DUMP_H

#include <lsm/policy.h>

/**
 * policy_observe_rule() - a caller was given a rule, as a lsm_avtab_visit_fn
 * @rule: the rule
 * @arg: the answer, a struct lsm_obs
 */
void policy_observe_rule(const struct lsm_avtab_rule *rule, void *arg);

/**
 * policy_observe_conditional() - a caller asks for all of a conditional
 * @ops: the implementation
 * @self: its object
 * @nth: which conditional
 * @obs: the answer
 *
 * Return: whether there is one.
 */
bool policy_observe_conditional(const struct lsm_policy_ops *ops,
				const void *self, uint32_t nth,
				struct lsm_obs *obs);

/**
 * policy_dump() - a whole section, as the dump of struct lsm_structure
 * @call: its table of operations, and the section in slot arg[0]
 * @obs: the answer
 */
void policy_dump(const struct lsm_call *call, struct lsm_obs *obs);

#endif /* LSM_FUZZERS_POLICY_DUMP_H */
