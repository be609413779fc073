/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of a policy's rules section, as programs see them. */
#include "policy_differences.h"
#include "policy_dump.h"
#include "policy_payloads.h"

#include <lsm/alloc.h>
#include <lsm/impls.h>

enum {
	OP_NEW = 1,
	OP_CLEAR,
	OP_READ,
	OP_READ_RULES,
	OP_EVALUATE,
	OP_SEARCH,
	OP_CONDITIONAL,
	OP_WALK,
};

static const struct lsm_policy_ops *policy(const struct lsm_call *call)
{
	return (const struct lsm_policy_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

static void run_clear(const struct lsm_call *call, struct lsm_obs *obs)
{
	call->ops->clear(slot(call));
	lsm_obs_status(obs, 0);
}

/*
 * An image may claim to have any number of rules: what a read holds is bounded
 * by what the image has, some dozens of bytes for each of its own.
 */
#define READ_BYTES_MAX 2000000u

static void run_read(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_policy_limits limits = {
		.rules = {
			.types = (uint16_t)call->arg[1],
			.classes = (uint16_t)call->arg[2],
		},
		.booleans = call->arg[3],
	};
	size_t used = 0xdeadbeef;
	int status;

	lsm_alloc_limit(READ_BYTES_MAX);
	status = policy(call)->read(slot(call), &limits, call->arg[4],
				    call->payload, call->payload_len, &used);
	lsm_alloc_limit(0);
	lsm_obs_status(obs, status);
	lsm_obs_number(obs, used);
}

static void run_read_rules(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_avtab_limits limits = {
		.types = (uint16_t)call->arg[1],
		.classes = (uint16_t)call->arg[2],
	};
	size_t used = 0xdeadbeef;
	int status;

	lsm_alloc_limit(READ_BYTES_MAX);
	status = policy(call)->read_rules(slot(call), &limits, call->payload,
					  call->payload_len, &used);
	lsm_alloc_limit(0);
	lsm_obs_status(obs, status);
	lsm_obs_number(obs, used);
}

static void run_evaluate(const struct lsm_call *call, struct lsm_obs *obs)
{
	policy(call)->evaluate(slot(call), call->arg[1]);
	lsm_obs_status(obs, 0);
}

static struct lsm_avtab_key key(const struct lsm_call *call)
{
	return (struct lsm_avtab_key){
		.source = (uint16_t)call->arg[1],
		.target = (uint16_t)call->arg[2],
		.class = (uint16_t)call->arg[3],
		.specified = (uint16_t)call->arg[4],
	};
}

static void run_search(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_avtab_rule rule = { .datum = { .data = 0xdeadbeef } };
	struct lsm_avtab_key query = key(call);

	lsm_obs_found(obs, policy(call)->search(slot(call), &query, &rule));
	policy_observe_rule(&rule, obs);
}

static void run_conditional(const struct lsm_call *call, struct lsm_obs *obs)
{
	bool found = policy_observe_conditional(policy(call), slot(call),
						call->arg[1], obs);

	lsm_obs_found(obs, found);
}

static void run_walk(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_avtab_key query = key(call);
	uint32_t before = obs->len;

	policy(call)->walk(slot(call), &query, policy_observe_rule, obs);
	lsm_obs_found(obs, obs->len > before);
}

#define SPANS(list) .spans = list, .nr_spans = LSM_ARRAY_SIZE(list)
#define EDGES(list) .edges = list, .nr_edges = LSM_ARRAY_SIZE(list)
#define TINY(list) .tiny = list, .nr_tiny = LSM_ARRAY_SIZE(list)

static const struct lsm_domain slot_domain = { .modulus = 2 };

static const uint32_t one_tiny[] = { 1 }, two_tiny[] = { 2 };
static const struct lsm_span limit_spans[] = { { 0, 8191 }, { 65535, 65535 } };
static const uint32_t limit_edges[] = { 0, 1, 2, 4, 8, 8, 8, 65535 };
static const struct lsm_domain limit_domain = {
	.modulus = 16,
	SPANS(limit_spans),
	EDGES(limit_edges),
	TINY(two_tiny),
};

static const uint32_t boolean_edges[] = { 0, 1, 3, 3, 4, 31, 32 };
static const struct lsm_domain boolean_domain = {
	.modulus = LSM_POLICY_BOOLEANS + 1,
	EDGES(boolean_edges),
	TINY(one_tiny),
};

static const struct lsm_span value_spans[] = { { 0, UINT32_MAX } };
static const uint32_t value_edges[] = {
	0, 1, 2, 3, 4, 5, 6, 7, 0x80000000, 0xffffffff,
};
static const uint32_t value_tiny[] = { 0, 1 };
static const struct lsm_domain value_domain = {
	.modulus = 8,
	SPANS(value_spans),
	EDGES(value_edges),
	TINY(value_tiny),
};

static const struct lsm_span type_spans[] = { { 0, 65535 } };
static const uint32_t type_edges[] = { 0, 1, 1, 2, 2, 3, 4, 8, 65535 };
static const struct lsm_domain type_domain = {
	.modulus = 6,
	SPANS(type_spans),
	EDGES(type_edges),
	TINY(one_tiny),
};

static const uint32_t mask_edges[] = {
	0x0,  0x1,   0x2,   0x4,   0x7,	   0x10,   0x20,   0x40,
	0x70, 0x100, 0x400, 0x777, 0x8000, 0x8010, 0xffff,
};
static const uint32_t mask_tiny[] = { 0x1, 0x777 };
static const struct lsm_domain mask_domain = {
	.modulus = 0x10000,
	EDGES(mask_edges),
	TINY(mask_tiny),
};

static const uint32_t nth_edges[] = { 0, 1, 2, 3 };
static const uint32_t nth_tiny[] = { 0 };
static const struct lsm_domain nth_domain = {
	.modulus = 8192,
	EDGES(nth_edges),
	TINY(nth_tiny),
};

#define SLOT(role)                            \
	{                                     \
		"slot", role, 1, &slot_domain \
	}
#define QUERY                                                   \
	SLOT(LSM_IN), LSM_ARG_VALUE("source", 2, &type_domain), \
		LSM_ARG_VALUE("target", 2, &type_domain),       \
		LSM_ARG_VALUE("class", 2, &type_domain),        \
		LSM_ARG_VALUE("rules", 2, &mask_domain)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE, .arg = { SLOT(LSM_OUT) } },
	[OP_CLEAR] = { "clear", LSM_UPDATE, .run = run_clear,
		       .arg = { SLOT(LSM_OUT) } },
	[OP_READ] = { "read", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
		      .run = run_read, .make = policy_make_image,
		      .tiny = policy_tiny_images, .nr_tiny = POLICY_TINY_IMAGES,
		      .arg = { SLOT(LSM_OUT),
			       LSM_ARG_VALUE("types", 2, &limit_domain),
			       LSM_ARG_VALUE("classes", 2, &limit_domain),
			       LSM_ARG_VALUE("booleans", 1, &boolean_domain),
			       LSM_ARG_VALUE("values", 4, &value_domain),
			       LSM_ARG_LENGTH("image") } },
	[OP_READ_RULES] = { "read_rules", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
			    .run = run_read_rules, .make = policy_make_image,
			    .tiny = policy_tiny_images,
			    .nr_tiny = POLICY_TINY_IMAGES,
			    .arg = { SLOT(LSM_OUT),
				     LSM_ARG_VALUE("types", 2, &limit_domain),
				     LSM_ARG_VALUE("classes", 2, &limit_domain),
				     LSM_ARG_LENGTH("image") } },
	[OP_EVALUATE] = { "evaluate", LSM_UPDATE, LSM_BEST_EFFORT,
			  .run = run_evaluate,
			  .arg = { SLOT(LSM_INOUT),
				   LSM_ARG_VALUE("values", 4,
						 &value_domain) } },
	[OP_SEARCH] = { "search", LSM_QUERY, .run = run_search,
			.arg = { QUERY } },
	[OP_CONDITIONAL] = { "conditional", LSM_QUERY, .run = run_conditional,
			     .arg = { SLOT(LSM_IN),
				      LSM_ARG_VALUE("nth", 2, &nth_domain) } },
	[OP_WALK] = { "walk", LSM_QUERY, .run = run_walk, .arg = { QUERY } },
};

/* Known differences of peers; each is a row of FINDINGS.md. */
static const struct lsm_difference differences[] = {
	{ "libsepol", OP_READ, policy_beyond_limits, "PO-D1" },
	{ "libsepol", OP_READ_RULES, policy_beyond_limits, "PO-D1" },
	{ "libsepol", OP_READ, policy_unknown_bits, "PO-D2" },
	{ "libsepol", OP_READ_RULES, policy_unknown_bits, "PO-D2" },
	{ "libsepol", OP_READ, policy_unknown_kind, "PO-D3" },
	{ "libsepol", OP_READ_RULES, policy_unknown_kind, "PO-D3" },
	{ "libsepol", OP_READ, policy_boolean_zero, "PO-D4" },
	{ "libsepol", OP_READ, policy_negative_count, "PO-D5" },
	{ "libsepol", OP_READ, policy_out_of_memory, "PO-D6" },
	{ "libsepol", OP_READ_RULES, policy_out_of_memory, "PO-D6" },
};

LSM_STRUCTURE(policy, 1, ops, policy_dump, differences);
