/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_differences.h - predicates of the known differences of peers */
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

/*
 * Those of kernel trees; some try on the tree whether it shows the difference.
 *
 * ebitmap_linux_last_node(): the position is in the node that ends beyond 2^32.
 * ebitmap_linux_high_bit_wraps(): the image's high bit, rounded up, is 2^32.
 * ebitmap_linux_unordered(): a unit of the image does not come after the one
 * before, but is not the first of a node either.
 * ebitmap_linux_rounds_high_bit(): the image's high bit is wrong, but in the
 * right node.
 * ebitmap_linux_trusts_high_bit(): it is in a later node.
 * ebitmap_linux_takes_empty_units(): a unit of the image is empty.
 * ebitmap_linux_signed_operands(): both operands have a member from 2^31 on.
 * ebitmap_linux_signed_image(): the set to write has one.
 */
bool ebitmap_linux_last_node(const struct lsm_call *call);
bool ebitmap_linux_high_bit_wraps(const struct lsm_call *call);
bool ebitmap_linux_unordered(const struct lsm_call *call);
bool ebitmap_linux_rounds_high_bit(const struct lsm_call *call);
bool ebitmap_linux_trusts_high_bit(const struct lsm_call *call);
bool ebitmap_linux_takes_empty_units(const struct lsm_call *call);
bool ebitmap_linux_signed_operands(const struct lsm_call *call);
bool ebitmap_linux_signed_image(const struct lsm_call *call);

#endif /* LSM_FUZZERS_EBITMAP_DIFFERENCES_H */
