/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where libsepol is known to answer differently; see FINDINGS.md. */
#include "mls_words.h"

#include <string.h>

/* Its intersection takes a step for every position up to the highest. */
#define SLOW_FROM 4096u

static const struct lsm_mls_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_mls_ops *)call->ops; /* base is first */
}

static const void *slot(const struct lsm_call *call, size_t arg)
{
	return call->slot[call->arg[arg]];
}

/* It stops at a '-' among the categories of the high level. */
bool mls_drops_rest(const struct lsm_call *call)
{
	const char *text = (const char *)call->payload;
	const char *end = text + strnlen(text, call->payload_len);
	const char *at = memchr(text, '-', (size_t)(end - text));

	if (call->arg[1] != LSM_MLS_RANGE)
		return false;
	at = at ? memchr(at, ':', (size_t)(end - at)) : NULL;
	return at && memchr(at, '-', (size_t)(end - at));
}

/* It has no parser of a single level. */
bool mls_parses_range(const struct lsm_call *call)
{
	const char *text = (const char *)call->payload;

	return call->arg[1] != LSM_MLS_RANGE &&
	       memchr(text, '-', strnlen(text, call->payload_len));
}

bool mls_refuses_position(const struct lsm_call *call)
{
	return call->arg[2] >= 0xffffffc0u;
}

struct joint {
	bool any;
	bool found;
	uint32_t start;
	uint64_t map;
};

/*
 * It carries a run on from the last position of a unit to the first of the next
 * one that is not empty, wherever that is.  This goes unnoticed only if what it
 * takes for a run has two members, which it prints joined by ',' as it should.
 */
static void visit_unit(uint32_t start, uint64_t map, void *arg)
{
	struct joint *joint = arg;

	if (joint->any && start - joint->start != LSM_MLS_UNIT &&
	    joint->map >> 63 && (joint->map >> 62 == 3 || (map & 3) == 3))
		joint->found = true;
	joint->any = true;
	joint->start = start;
	joint->map = map;
}

bool mls_joins_runs(const struct lsm_call *call)
{
	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		struct joint joint = { 0 };

		if (call->arg[1] != LSM_MLS_RANGE && call->arg[1] != end)
			continue;
		table(call)->units(slot(call, 0), end, visit_unit, &joint);
		if (joint.found)
			return true;
	}
	return false;
}

bool mls_needs_names(const struct lsm_call *call)
{
	size_t len;

	return table(call)->length(slot(call, 0), call->arg[1], &len) != 0;
}

bool mls_level_bound_matters(const struct lsm_call *call)
{
	const void *self = slot(call, 0);

	return table(call)->level_valid(self, call->arg[1], call->arg[2]) !=
	       table(call)->level_valid(self, call->arg[1], LSM_MLS_BEFORE);
}

bool mls_range_bound_matters(const struct lsm_call *call)
{
	const void *self = slot(call, 0);

	return table(call)->range_valid(self, call->arg[1]) !=
	       table(call)->range_valid(self, LSM_MLS_BEFORE);
}

bool mls_cats_bound_matters(const struct lsm_call *call)
{
	const void *asked = slot(call, 0), *allowed = slot(call, 2);
	const uint32_t *arg = call->arg;

	return table(call)->cats_valid(asked, arg[1], allowed, arg[3], arg[4],
				       arg[5]) !=
	       table(call)->cats_valid(asked, arg[1], allowed, arg[3], arg[4],
				       LSM_MLS_BEFORE);
}

static void visit_high(uint32_t start, uint64_t map, void *arg)
{
	bool *high = arg;

	(void)map;
	*high |= start >= SLOW_FROM;
}

static bool is_high(const struct lsm_call *call, size_t arg,
		    enum lsm_mls_part end)
{
	bool high = false;

	table(call)->units(slot(call, arg), end, visit_high, &high);
	return high;
}

bool mls_slow_operands(const struct lsm_call *call)
{
	/* The set that ends first decides. */
	return (is_high(call, 1, LSM_MLS_LOW) &&
		is_high(call, 2, LSM_MLS_LOW)) ||
	       (is_high(call, 1, LSM_MLS_HIGH) &&
		is_high(call, 2, LSM_MLS_HIGH));
}
