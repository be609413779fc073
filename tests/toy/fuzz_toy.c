/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of a toy, as programs see them. */
#include <lsm/impls.h>
#include <lsm/toy.h>

enum {
	OP_PUT = 1,
	OP_TAKE,
	OP_HAS
};

static const uint32_t number_tiny[] = { 0, 31, 32, 63 };
static const struct lsm_domain number_domain = {
	.modulus = LSM_TOY_END,
	.tiny = number_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(number_tiny),
};

static const struct lsm_toy_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_toy_ops *)call->ops; /* base is first */
}

static void run_put(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->put(call->slot[call->arg[0]], call->arg[1], true);
	lsm_obs_status(obs, 0);
}

static void run_take(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->put(call->slot[call->arg[0]], call->arg[1], false);
	lsm_obs_status(obs, 0);
}

static void run_has(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs,
		     table(call)->has(call->slot[call->arg[0]], call->arg[1]));
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	for (uint32_t number = 0; number < LSM_TOY_END; number++)
		if (table(call)->has(call->slot[call->arg[0]], number))
			lsm_obs_number(obs, number);
}

static const struct lsm_op ops[] = {
	[OP_PUT] = { "put", LSM_UPDATE, .run = run_put,
		     .arg = { LSM_ARG_SLOT_INOUT("slot"),
			      LSM_ARG_VALUE("number", 1, &number_domain) } },
	[OP_TAKE] = { "take", LSM_UPDATE, .run = run_take,
		      .arg = { LSM_ARG_SLOT_INOUT("slot"),
			       LSM_ARG_VALUE("number", 1, &number_domain) } },
	[OP_HAS] = { "has", LSM_QUERY, .run = run_has,
		     .arg = { LSM_ARG_SLOT_IN("slot"),
			      LSM_ARG_VALUE("number", 1, &number_domain) } },
};

LSM_STRUCTURE_WITHOUT_DIFFERENCES(toy, 1, ops, dump);
