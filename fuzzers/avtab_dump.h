/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_dump.h - what a caller can see of rules and of whole tables */
#ifndef LSM_FUZZERS_AVTAB_DUMP_H
#define LSM_FUZZERS_AVTAB_DUMP_H

#include <lsm/avtab.h>

/**
 * avtab_observe_rule() - a caller was given a rule
 * @obs: the answer
 * @rule: the rule
 */
void avtab_observe_rule(struct lsm_obs *obs, const struct lsm_avtab_rule *rule);

/**
 * avtab_dump() - a whole table, as the dump of struct lsm_structure
 * @call: its table of operations, and the table in slot arg[0]
 * @obs: the answer
 */
void avtab_dump(const struct lsm_call *call, struct lsm_obs *obs);

#endif /* LSM_FUZZERS_AVTAB_DUMP_H */
