/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_rules_set.h - rules to search among */
#ifndef LSM_BENCH_AVTAB_RULES_SET_H
#define LSM_BENCH_AVTAB_RULES_SET_H

#include "avtab_peers.h"

/*
 * Sets known by their number of rules: all vector rules of Debian's default
 * policy, and as many as the strict policy of 2007 had.  The number of the
 * former is what it was in Debian 12; the set has what is there.
 */
constexpr size_t AVTAB_DEBIAN = 102340;
constexpr size_t AVTAB_STRICT = 166741;

/*
 * The first @rules of a policy of that size: Debian's policy in an order of
 * chance, or if there is none or it is too small, with further rules that give
 * its rules other sources.  Keys are unique.
 */
const std::vector<lsm_avtab_rule> &avtab_rule_set(size_t rules);

#endif /* LSM_BENCH_AVTAB_RULES_SET_H */
