/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where peers are known to answer differently; see FINDINGS.md. */
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

/* Whether the bound in question and the peer's give different answers. */
static bool level_bound_matters(const struct lsm_call *call,
				enum lsm_mls_bound its)
{
	const void *self = slot(call, 0);

	return table(call)->level_valid(self, call->arg[1], call->arg[2]) !=
	       table(call)->level_valid(self, call->arg[1], its);
}

static bool range_bound_matters(const struct lsm_call *call,
				enum lsm_mls_bound its)
{
	const void *self = slot(call, 0);

	return table(call)->range_valid(self, call->arg[1]) !=
	       table(call)->range_valid(self, its);
}

static bool cats_bound_matters(const struct lsm_call *call,
			       enum lsm_mls_bound its)
{
	const void *asked = slot(call, 0), *allowed = slot(call, 2);
	const uint32_t *arg = call->arg;

	return table(call)->cats_valid(asked, arg[1], allowed, arg[3], arg[4],
				       arg[5]) !=
	       table(call)->cats_valid(asked, arg[1], allowed, arg[3], arg[4],
				       its);
}

bool mls_level_bound_matters(const struct lsm_call *call)
{
	return level_bound_matters(call, LSM_MLS_BEFORE);
}

bool mls_range_bound_matters(const struct lsm_call *call)
{
	return range_bound_matters(call, LSM_MLS_BEFORE);
}

bool mls_cats_bound_matters(const struct lsm_call *call)
{
	return cats_bound_matters(call, LSM_MLS_BEFORE);
}

bool mls_linux_level_bound_matters(const struct lsm_call *call)
{
	return level_bound_matters(call, LSM_MLS_SEED);
}

bool mls_linux_range_bound_matters(const struct lsm_call *call)
{
	return range_bound_matters(call, LSM_MLS_SEED);
}

bool mls_linux_cats_bound_matters(const struct lsm_call *call)
{
	return cats_bound_matters(call, LSM_MLS_SEED);
}

static void visit_any(uint32_t start, uint64_t map, void *arg)
{
	bool *any = arg;

	(void)start;
	*any |= map != 0;
}

static void visit_signed(uint32_t start, uint64_t map, void *arg)
{
	bool *is_signed = arg;

	(void)map;
	*is_signed |= start >> 31;
}

/* Whether a policy leaves the value of a sensitivity out. */
static bool is_gap(const struct lsm_mls_policy *policy, uint32_t value)
{
	if (value < 1 || value > policy->nlevels)
		return false;
	for (size_t i = 0; i < policy->nr_sens; i++)
		if (policy->sens[i].value == value)
			return false;
	return true;
}

/* The object does not tell its policy, only that it lacks a name. */
static bool lacks_sens(const struct lsm_call *call, enum lsm_mls_part end)
{
	uint32_t sens = table(call)->sens(slot(call, 0), end);
	bool gap = false;
	size_t len;

	for (size_t i = 0; i < LSM_MLS_POLICIES; i++)
		gap |= is_gap(&lsm_mls_policy[i], sens);
	return gap && table(call)->length(slot(call, 0), end, &len);
}

bool mls_linux_lacks_level(const struct lsm_call *call)
{
	return lacks_sens(call, call->arg[1]);
}

bool mls_linux_lacks_levels(const struct lsm_call *call)
{
	return lacks_sens(call, LSM_MLS_LOW) || lacks_sens(call, LSM_MLS_HIGH);
}

/* Whether @peer keeps positions from 2^31 on in a common range. */
static bool keeps_sign_bit(const struct lsm_ops *peer)
{
	const struct lsm_mls_ops *ops = (const void *)peer;
	static const uint32_t param[LSM_ARGS_MAX];
	void *setup = peer->setup ? peer->setup() : NULL;
	void *range = peer->create(setup, param);
	bool kept = false;

	if (range && !ops->set_cat(range, LSM_MLS_LOW, 1u << 31, true) &&
	    !ops->glblub(range, range, range))
		ops->units(range, LSM_MLS_LOW, visit_any, &kept);
	if (range)
		peer->destroy(range);
	if (setup)
		peer->teardown(setup);
	return kept;
}

bool mls_linux_signed_operands(const struct lsm_call *call)
{
	bool both = false;

	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		bool a = false, b = false;

		table(call)->units(slot(call, 1), end, visit_signed, &a);
		table(call)->units(slot(call, 2), end, visit_signed, &b);
		both |= a && b;
	}
	return both && !keeps_sign_bit(call->peer);
}

bool mls_linux_last_node(const struct lsm_call *call)
{
	return call->arg[2] >= 0xffffff00u;
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
