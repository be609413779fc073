/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_differences.h - where peers are known to answer differently */
#ifndef LSM_FUZZERS_AVTAB_DIFFERENCES_H
#define LSM_FUZZERS_AVTAB_DIFFERENCES_H

#include <lsm/avtab.h>

/* Predicates of struct lsm_difference, for reads. */

/* A rule is beyond what the policy declares: libsepol does not look here. */
bool avtab_beyond_limits(const struct lsm_call *call);

/* A rule has its one rule bit and bits that mean nothing. */
bool avtab_unknown_bits(const struct lsm_call *call);

/* Extended permissions are neither of a driver nor of functions. */
bool avtab_unknown_kind(const struct lsm_call *call);

/* It does not say whether memory ran out. */
bool avtab_out_of_memory(const struct lsm_call *call);

/* It claims so many rules that a kernel tree's slots alone break the limit. */
bool avtab_linux_claims_many(const struct lsm_call *call);

/* The same as avtab_unknown_bits(), if the tree takes such a rule. */
bool avtab_linux_unknown_bits(const struct lsm_call *call);

#endif /* LSM_FUZZERS_AVTAB_DIFFERENCES_H */
