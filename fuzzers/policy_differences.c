/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where peers are known to answer differently; see FINDINGS.md.
 *
 * An image is gone through as far as libsepol would go at most: what it meets
 * there on its way decides whether it is asked.
 */
#include "policy_differences.h"

/* Arguments of a read: slot, types, classes, booleans, values. */
enum {
	ARG_TYPES = 1,
	ARG_CLASSES,
};

/* What an image has that libsepol takes differently. */
enum {
	BEYOND_LIMITS = 1,
	UNKNOWN_BITS = 2,
	UNKNOWN_KIND = 4,
	BOOLEAN_ZERO = 8,
	NEGATIVE_COUNT = 16,
};

/*
 * @at, @left: the rest of the image
 * @traits: what was met so far
 * @over: nothing more is read
 */
struct look {
	const struct lsm_call *call;
	const uint8_t *at;
	size_t left;
	unsigned int traits;
	bool over;
};

static uint32_t number(const uint8_t *at, size_t bytes)
{
	uint32_t value = 0;

	for (size_t i = 0; i < bytes; i++)
		value |= (uint32_t)at[i] << 8 * i;
	return value;
}

static const uint8_t *take(struct look *look, size_t bytes)
{
	const uint8_t *at = look->at;

	if (look->left < bytes)
		look->over = true;
	if (look->over)
		return NULL;
	look->at += bytes;
	look->left -= bytes;
	return at;
}

static uint32_t count(struct look *look)
{
	const uint8_t *at = take(look, 4);

	return at ? number(at, 4) : 0;
}

static bool outside(uint32_t value, uint32_t limit)
{
	return value < 1 || value > limit;
}

static void look_at_key(struct look *look, const uint8_t *key)
{
	const uint32_t *arg = look->call->arg;
	uint32_t bits = number(key + 6, 2);
	uint32_t rule = bits & LSM_AVTAB_RULES;

	if (!rule || rule & (rule - 1)) {
		look->over = true;
		return;
	}
	if (bits & ~(uint32_t)(LSM_AVTAB_RULES | LSM_AVTAB_ENABLED))
		look->traits |= UNKNOWN_BITS;
	if (outside(number(key, 2), arg[ARG_TYPES]) ||
	    outside(number(key + 2, 2), arg[ARG_TYPES]) ||
	    outside(number(key + 4, 2), arg[ARG_CLASSES]))
		look->traits |= BEYOND_LIMITS;
}

static void look_at_rule(struct look *look)
{
	const uint8_t *key = take(look, 8), *datum;
	uint32_t bits;

	if (key)
		look_at_key(look, key);
	if (look->over)
		return;
	bits = number(key + 6, 2);
	datum = take(look, bits & LSM_AVTAB_XPERMS ? 34 : 4);
	if (!datum)
		return;
	if (bits & LSM_AVTAB_XPERMS && outside(datum[0], 2))
		look->traits |= UNKNOWN_KIND;
	if (bits & LSM_AVTAB_TYPE &&
	    outside(number(datum, 4), look->call->arg[ARG_TYPES]))
		look->traits |= BEYOND_LIMITS;
}

static void look_at_rules(struct look *look)
{
	uint32_t rules = count(look);

	for (uint32_t i = 0; i < rules && !look->over; i++)
		look_at_rule(look);
}

static uint32_t signed_count(struct look *look)
{
	uint32_t number = count(look);

	if (number <= INT32_MAX)
		return number;
	look->traits |= NEGATIVE_COUNT;
	return 0;
}

static void look_at_conditional(struct look *look)
{
	uint32_t nodes;

	take(look, 4);
	nodes = signed_count(look);
	for (uint32_t i = 0; i < nodes && !look->over; i++) {
		const uint8_t *node = take(look, LSM_POLICY_IMAGE_NODE);

		if (node && number(node, 4) == LSM_POLICY_BOOLEAN &&
		    number(node + 4, 4) == 0)
			look->traits |= BOOLEAN_ZERO;
	}
	look_at_rules(look);
	look_at_rules(look);
}

static bool has(const struct lsm_call *call, unsigned int trait)
{
	struct look look = {
		.call = call,
		.at = call->payload,
		.left = call->payload_len,
	};
	uint32_t conditionals;

	look_at_rules(&look);
	conditionals = signed_count(&look);
	for (uint32_t i = 0; i < conditionals && !look.over; i++)
		look_at_conditional(&look);
	return look.traits & trait;
}

bool policy_beyond_limits(const struct lsm_call *call)
{
	return has(call, BEYOND_LIMITS);
}

bool policy_unknown_bits(const struct lsm_call *call)
{
	return has(call, UNKNOWN_BITS);
}

bool policy_unknown_kind(const struct lsm_call *call)
{
	return has(call, UNKNOWN_KIND);
}

bool policy_boolean_zero(const struct lsm_call *call)
{
	return has(call, BOOLEAN_ZERO);
}

bool policy_negative_count(const struct lsm_call *call)
{
	return has(call, NEGATIVE_COUNT);
}

bool policy_out_of_memory(const struct lsm_call *call)
{
	return call->fail != 0;
}
