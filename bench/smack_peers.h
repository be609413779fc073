/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_peers.h - tables of labels that only the benchmark of smack knows */
#ifndef LSM_BENCH_SMACK_PEERS_H
#define LSM_BENCH_SMACK_PEERS_H

#include "bench.h"

extern "C" {
#include <lsm/smack.h>
}

/* liburcu's, Concurrency Kit's and boost's hash tables, as tables of labels. */
extern const lsm_smack_ops bench_smack_lfht;
extern const lsm_smack_ops bench_smack_ck;
extern const lsm_smack_ops bench_smack_boost;

#endif /* LSM_BENCH_SMACK_PEERS_H */
