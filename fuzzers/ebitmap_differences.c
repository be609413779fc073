/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where libsepol is known to answer differently; see FINDINGS.md. */
#include "ebitmap_differences.h"

#include <string.h>

/* Its complement and its kin take a step for each bit below the high bit. */
#define LIBSEPOL_HIGH_MAX 4096u

static const struct lsm_ebitmap_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_ebitmap_ops *)call->ops; /* base is first */
}

static bool member_at_least(const struct lsm_call *call, size_t arg,
			    uint32_t bound)
{
	uint32_t highest;

	return table(call)->highest(call->slot[call->arg[arg]], &highest) &&
	       highest >= bound;
}

bool ebitmap_refuses_position(const struct lsm_call *call)
{
	return call->arg[1] >= 0xffffffc0u;
}

bool ebitmap_slow_operand(const struct lsm_call *call)
{
	return member_at_least(call, 1, LIBSEPOL_HIGH_MAX);
}

bool ebitmap_slow_operands(const struct lsm_call *call)
{
	return ebitmap_slow_operand(call) ||
	       member_at_least(call, 2, LIBSEPOL_HIGH_MAX);
}

bool ebitmap_counts_without_high_bit(const struct lsm_call *call)
{
	static const uint8_t unit_and_high_bit[8] = { LSM_EBITMAP_UNIT };
	static const uint8_t none[4];

	return call->payload_len >= 12 &&
	       !memcmp(call->payload, unit_and_high_bit, 8) &&
	       memcmp(call->payload + 8, none, 4) != 0;
}

bool ebitmap_out_of_memory(const struct lsm_call *call)
{
	return call->fail != 0;
}
