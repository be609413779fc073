/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_peers.h - a table of rules that only the benchmark of avtab knows */
#ifndef LSM_BENCH_AVTAB_PEERS_H
#define LSM_BENCH_AVTAB_PEERS_H

#include "bench.h"

/* The contract is C: it has a member called class. */
extern "C" {
#define class c_class
#include <lsm/avtab.h>
#undef class
}

/*
 * boost::unordered_flat_map from triples to what each rule bit says; no
 * extended permissions.
 */
extern const lsm_avtab_ops bench_avtab_boost;

#endif /* LSM_BENCH_AVTAB_PEERS_H */
