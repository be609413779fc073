/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where peers are known to answer differently; see FINDINGS.md. */
#include "avtab_differences.h"

/* Arguments of a read: slot, sizing, types, classes. */
enum {
	ARG_TYPES = 2,
	ARG_CLASSES,
};

static uint32_t number(const uint8_t *at, size_t bytes)
{
	uint32_t value = 0;

	for (size_t i = 0; i < bytes; i++)
		value |= (uint32_t)at[i] << 8 * i;
	return value;
}

static uint32_t count(const struct lsm_call *call)
{
	return call->payload_len < 4 ? 0 : number(call->payload, 4);
}

typedef bool rule_test(const struct lsm_call *call, const uint8_t *rule);

/* Whether a rule that libsepol gets to read passes a test. */
static bool any_rule(const struct lsm_call *call, rule_test *test)
{
	size_t at = 4;

	for (uint32_t i = 0; i < count(call); i++) {
		size_t left = call->payload_len - at;
		const uint8_t *rule = call->payload + at;
		uint32_t bits, size;

		if (left < LSM_AVTAB_IMAGE_RULE)
			return false;
		bits = number(rule + 6, 2) & LSM_AVTAB_RULES;
		if (!bits || bits & (bits - 1))
			return false;
		size = bits & LSM_AVTAB_XPERMS ? LSM_AVTAB_IMAGE_XPERMS
					       : LSM_AVTAB_IMAGE_RULE;
		if (left < size)
			return false;
		if (test(call, rule))
			return true;
		at += size;
	}
	return false;
}

static bool outside(uint32_t value, uint32_t limit)
{
	return value < 1 || value > limit;
}

static bool beyond_limits(const struct lsm_call *call, const uint8_t *rule)
{
	uint32_t types = call->arg[ARG_TYPES];
	uint32_t bits = number(rule + 6, 2);

	return outside(number(rule, 2), types) ||
	       outside(number(rule + 2, 2), types) ||
	       outside(number(rule + 4, 2), call->arg[ARG_CLASSES]) ||
	       (bits & LSM_AVTAB_TYPE && outside(number(rule + 8, 4), types));
}

static bool unknown_bits(const struct lsm_call *call, const uint8_t *rule)
{
	(void)call;
	return number(rule + 6, 2) &
	       ~(uint32_t)(LSM_AVTAB_RULES | LSM_AVTAB_ENABLED);
}

static bool unknown_kind(const struct lsm_call *call, const uint8_t *rule)
{
	(void)call;
	return number(rule + 6, 2) & LSM_AVTAB_XPERMS && outside(rule[8], 2);
}

bool avtab_beyond_limits(const struct lsm_call *call)
{
	return any_rule(call, beyond_limits);
}

bool avtab_unknown_bits(const struct lsm_call *call)
{
	return any_rule(call, unknown_bits);
}

bool avtab_unknown_kind(const struct lsm_call *call)
{
	return any_rule(call, unknown_kind);
}

/* Whether @peer reads a rule with a bit that means nothing. */
static bool takes_unknown_bits(const struct lsm_ops *peer)
{
	static const uint8_t image[4 + LSM_AVTAB_IMAGE_RULE] = {
		1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 9, 0,
	};
	static const struct lsm_avtab_limits limits = { 1, 1 };
	static const uint32_t param[LSM_ARGS_MAX];
	const struct lsm_avtab_ops *ops = (const void *)peer;
	void *setup = peer->setup ? peer->setup() : NULL;
	void *table = peer->create(setup, param);
	size_t used;
	bool taken = table && !ops->read(table, LSM_AVTAB_SEED, &limits, image,
					 sizeof(image), &used);

	if (table)
		peer->destroy(table);
	if (setup)
		peer->teardown(setup);
	return taken;
}

bool avtab_linux_unknown_bits(const struct lsm_call *call)
{
	return any_rule(call, unknown_bits) && takes_unknown_bits(call->peer);
}

bool avtab_linux_claims_many(const struct lsm_call *call)
{
	return count(call) >= 1u << 17;
}

bool avtab_out_of_memory(const struct lsm_call *call)
{
	return call->fail != 0;
}
