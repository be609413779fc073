/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_peers.h - sets that only the benchmark of ebitmap knows */
#ifndef LSM_BENCH_EBITMAP_PEERS_H
#define LSM_BENCH_EBITMAP_PEERS_H

#include "bench.h"

extern "C" {
#include <lsm/ebitmap.h>
}

/*
 * roaring: CRoaring.  boost: boost::dynamic_bitset, both sets of equal length.
 * bitwise: before the patch of 2013, a list of 128-bit nodes asked for one bit
 * at a time.
 */
extern const lsm_ebitmap_ops bench_ebitmap_roaring;
extern const lsm_ebitmap_ops bench_ebitmap_boost;
extern const lsm_ebitmap_ops bench_ebitmap_bitwise;

#endif /* LSM_BENCH_EBITMAP_PEERS_H */
