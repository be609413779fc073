/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_differences.h - where peers are known to answer differently */
#ifndef LSM_FUZZERS_POLICY_DIFFERENCES_H
#define LSM_FUZZERS_POLICY_DIFFERENCES_H

#include <lsm/policy.h>

/* Predicates of struct lsm_difference, for read and read_rules. */

/* A rule is beyond what the policy declares: libsepol does not look here. */
bool policy_beyond_limits(const struct lsm_call *call);

/* A rule has its one rule bit and bits that mean nothing. */
bool policy_unknown_bits(const struct lsm_call *call);

/* Extended permissions are neither of a driver nor of functions. */
bool policy_unknown_kind(const struct lsm_call *call);

/* An expression has boolean 0, for which libsepol reads before an array. */
bool policy_boolean_zero(const struct lsm_call *call);

/* A number of conditionals or nodes is negative if taken for an int. */
bool policy_negative_count(const struct lsm_call *call);

/* It does not say whether memory ran out. */
bool policy_out_of_memory(const struct lsm_call *call);

#endif /* LSM_FUZZERS_POLICY_DIFFERENCES_H */
