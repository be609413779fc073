/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_differences.h - predicates of the known differences of libsepol */
#ifndef LSM_FUZZERS_EBITMAP_DIFFERENCES_H
#define LSM_FUZZERS_EBITMAP_DIFFERENCES_H

#include <lsm/ebitmap.h>

/*
 * Each is judged on the reference's objects before the call.
 *
 * ebitmap_refuses_position(): the end of the position's unit is 2^32.
 * ebitmap_slow_operand(): argument 1 has a member that is too high.
 * ebitmap_slow_operands(): argument 1 or 2 has.
 * ebitmap_counts_without_high_bit(): an image of high bit 0 has units.
 * ebitmap_out_of_memory(): an allocation is going to fail; and, xor and not
 * then leave what they had built so far in their destination.
 */
bool ebitmap_refuses_position(const struct lsm_call *call);
bool ebitmap_slow_operand(const struct lsm_call *call);
bool ebitmap_slow_operands(const struct lsm_call *call);
bool ebitmap_counts_without_high_bit(const struct lsm_call *call);
bool ebitmap_out_of_memory(const struct lsm_call *call);

#endif /* LSM_FUZZERS_EBITMAP_DIFFERENCES_H */
