/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls behind the operations of access decisions. */
#include "decision_words.h"

static const struct lsm_decision_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_decision_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

#define RUN_PAIR(name)                                                     \
	void decision_run_##name(const struct lsm_call *call,              \
				 struct lsm_obs *obs)                      \
	{                                                                  \
		lsm_obs_status(obs,                                        \
			       table(call)->name(slot(call), call->arg[1], \
						 call->arg[2]));           \
	}

RUN_PAIR(attribute)
RUN_PAIR(bounds)
RUN_PAIR(process)
RUN_PAIR(role_allow)
RUN_PAIR(dominate)
RUN_PAIR(set_bool)

void decision_run_class(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs,
		       table(call)->class_default(slot(call), call->arg[1],
						  call->arg[2], call->arg[3]));
}

void decision_run_label(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->label(slot(call), call->arg[1],
					       call->arg[2], call->arg[3],
					       call->arg[4]));
}

/* Categories go to both halves of the set, so that both count. */
void decision_run_range(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_decision_level low = {
		call->arg[2],
		(uint64_t)call->arg[3] << 32 | call->arg[3],
	};
	const struct lsm_decision_level high = {
		call->arg[4],
		(uint64_t)call->arg[5] << 32 | call->arg[5],
	};

	lsm_obs_status(
		obs, table(call)->range(slot(call), call->arg[1], &low, &high));
}

void decision_run_if(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_decision_token token[DECISION_TOKENS_MAX];
	size_t nr = decision_tokens(call->payload, call->payload_len, token);

	lsm_obs_status(obs, table(call)->conditional(slot(call), token, nr));
}

void decision_run_constrain(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_decision_term term[DECISION_TERMS_MAX];
	uint64_t names[DECISION_TERMS_MAX][DECISION_NAMES];
	size_t nr =
		decision_terms(call->payload, call->payload_len, term, names);

	lsm_obs_status(obs, table(call)->constrain(slot(call), call->arg[1],
						   call->arg[2], term, nr));
}

static void add_rule(const struct lsm_call *call, struct lsm_obs *obs,
		     enum lsm_decision_kind kind)
{
	struct lsm_decision_rule rule = {
		.source = call->arg[2],
		.target = call->arg[3],
		.tclass = call->arg[4],
		.kind = kind,
	};
	uint32_t data = call->arg[5];

	if (kind & LSM_DECISION_X_KINDS) {
		rule.xkind = data >> 24;
		rule.driver = data & 0xff;
		for (uint32_t i = data >> 8 & 0xff; i <= (data >> 16 & 0xff);
		     i++)
			rule.xperms[i / 32] |= UINT32_C(1) << i % 32;
	} else {
		rule.data = data;
	}
	lsm_obs_status(obs, table(call)->rule(slot(call), call->arg[1], &rule));
}

#define RUN_RULE(name, kind)                                  \
	void decision_run_##name(const struct lsm_call *call, \
				 struct lsm_obs *obs)         \
	{                                                     \
		add_rule(call, obs, LSM_DECISION_##kind);     \
	}

RUN_RULE(allow, ALLOW)
RUN_RULE(auditallow, AUDITALLOW)
RUN_RULE(auditdeny, AUDITDENY)
RUN_RULE(type_transition, TRANSITION)
RUN_RULE(type_member, MEMBER)
RUN_RULE(type_change, CHANGE)
RUN_RULE(xallow, XALLOW)
RUN_RULE(xauditallow, XAUDITALLOW)
RUN_RULE(xdontaudit, XDONTAUDIT)

/* A hit if anything is allowed. */
void decision_run_av(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_decision_av av = { 0 };
	int status = table(call)->av(slot(call), call->arg[1], call->arg[2],
				     call->arg[3], &av);

	lsm_obs_status(obs, status);
	if (status)
		return;
	obs->outcome = av.allowed ? LSM_HIT : LSM_MISS;
	lsm_obs_number(obs, av.allowed);
	lsm_obs_number(obs, av.auditallow);
	lsm_obs_number(obs, av.auditdeny);
}

static void put_words(struct lsm_obs *obs, const uint32_t *word)
{
	for (size_t i = 0; i < LSM_DECISION_XPERM_WORDS; i++)
		lsm_obs_number(obs, word[i]);
}

void decision_run_drivers(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_decision_drivers drivers = { 0 };
	int status = table(call)->drivers(slot(call), call->arg[1],
					  call->arg[2], call->arg[3], &drivers);

	lsm_obs_status(obs, status);
	if (status)
		return;
	obs->outcome = drivers.any ? LSM_HIT : LSM_MISS;
	lsm_obs_number(obs, drivers.any);
	put_words(obs, drivers.set);
}

void decision_run_xperms(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_decision_xperms xperms = { 0 };
	int status = table(call)->xperms(slot(call), call->arg[1], call->arg[2],
					 call->arg[3], call->arg[4], &xperms);

	lsm_obs_status(obs, status);
	if (status)
		return;
	obs->outcome = xperms.used ? LSM_HIT : LSM_MISS;
	lsm_obs_number(obs, xperms.used);
	put_words(obs, xperms.allowed);
	put_words(obs, xperms.auditallow);
	put_words(obs, xperms.dontaudit);
}

static void ask_type(const struct lsm_call *call, struct lsm_obs *obs,
		     enum lsm_decision_kind kind)
{
	uint32_t type = 0;
	int status =
		table(call)->new_type(slot(call), call->arg[1], call->arg[2],
				      call->arg[3], kind, &type);

	lsm_obs_status(obs, status);
	if (!status)
		lsm_obs_number(obs, type);
}

void decision_run_transition(const struct lsm_call *call, struct lsm_obs *obs)
{
	ask_type(call, obs, LSM_DECISION_TRANSITION);
}

void decision_run_member(const struct lsm_call *call, struct lsm_obs *obs)
{
	ask_type(call, obs, LSM_DECISION_MEMBER);
}

void decision_run_change(const struct lsm_call *call, struct lsm_obs *obs)
{
	ask_type(call, obs, LSM_DECISION_CHANGE);
}

/* True, false, or an error; undefined is a miss. */
void decision_run_state(const struct lsm_call *call, struct lsm_obs *obs)
{
	int state = 0;
	int status = table(call)->state(slot(call), call->arg[1], &state);

	lsm_obs_status(obs, status);
	if (status)
		return;
	if (state < 0)
		lsm_obs_found(obs, false);
	else
		lsm_obs_bool(obs, state);
	lsm_obs_number(obs, (uint32_t)state);
}
