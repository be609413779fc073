/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which triple of the table comes first is not said, so a dump adds up digests,
 * one for each triple, in which the order of its rules matters.
 */
#include "policy_dump.h"

static uint64_t triple_of(const struct lsm_avtab_key *key)
{
	return (uint64_t)key->source << 32 | (uint64_t)key->target << 16 |
	       key->class;
}

static void mix_rule(struct lsm_obs *obs, const struct lsm_avtab_rule *rule)
{
	const struct lsm_avtab_xperms *x = rule->datum.xperms;

	lsm_obs_mix(obs, triple_of(&rule->key) << 16 | rule->key.specified);
	lsm_obs_mix(obs, (uint64_t)(x != NULL) << 32 | rule->datum.data);
	if (!x)
		return;
	lsm_obs_mix(obs, (uint64_t)x->kind << 8 | x->driver);
	for (int i = 0; i < 8; i++)
		lsm_obs_mix(obs, x->perms[i]);
}

static void show_rule(FILE *show, const struct lsm_avtab_rule *rule)
{
	const struct lsm_avtab_xperms *x = rule->datum.xperms;

	fprintf(show, " (%u %u %u 0x%x: %u", rule->key.source, rule->key.target,
		rule->key.class, rule->key.specified, rule->datum.data);
	if (x) {
		fprintf(show, " kind %u driver %u", x->kind, x->driver);
		for (int i = 0; i < 8; i++)
			fprintf(show, " %x", x->perms[i]);
	}
	fputc(')', show);
}

void policy_observe_rule(const struct lsm_avtab_rule *rule, void *arg)
{
	struct lsm_obs *obs = arg;

	mix_rule(obs, rule);
	if (obs->show)
		show_rule(obs->show, rule);
}

static void observe_node(const struct lsm_policy_node *node, void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_mix(obs, (uint64_t)node->kind << 32 | node->boolean);
	if (obs->show)
		fprintf(obs->show, " %u/%u", node->kind, node->boolean);
}

static void observe_branch(const struct lsm_policy_ops *ops, const void *self,
			   uint32_t nth, bool otherwise, struct lsm_obs *obs)
{
	uint32_t before = obs->len;

	if (obs->show)
		fputs(otherwise ? " else" : " then", obs->show);
	ops->branch(self, nth, otherwise, policy_observe_rule, obs);
	lsm_obs_mix(obs, obs->len - before);
}

bool policy_observe_conditional(const struct lsm_policy_ops *ops,
				const void *self, uint32_t nth,
				struct lsm_obs *obs)
{
	struct lsm_policy_conditional at = { .nodes = 0xdeadbeef };

	if (!ops->conditional(self, nth, &at)) {
		lsm_obs_mix(obs, at.nodes); /* untouched */
		return false;
	}
	if (obs->show)
		fprintf(obs->show, " [state %d if", at.state);
	lsm_obs_mix(obs, (uint64_t)at.state);
	lsm_obs_mix(obs, at.nodes);
	ops->expression(self, nth, observe_node, obs);
	observe_branch(ops, self, nth, false, obs);
	observe_branch(ops, self, nth, true, obs);
	if (obs->show)
		fputc(']', obs->show);
	return true;
}

/*
 * @triple: digest of the rules of one triple so far
 * @last: that triple
 * @sum: of the digests of the triples before
 * @show: where to spell rules out, or NULL
 */
struct dump {
	struct lsm_obs triple;
	uint64_t last;
	uint64_t sum;
	FILE *show;
};

static void dump_rule(const struct lsm_avtab_rule *rule, void *arg)
{
	struct dump *dump = arg;

	if (triple_of(&rule->key) != dump->last) {
		dump->sum += dump->triple.digest;
		dump->triple.digest = 0;
		dump->last = triple_of(&rule->key);
	}
	mix_rule(&dump->triple, rule);
	if (dump->show)
		show_rule(dump->show, rule);
}

void policy_dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_policy_ops *ops =
		(const struct lsm_policy_ops *)call->ops; /* base is first */
	const void *self = call->slot[call->arg[0]];
	struct dump dump = { .last = UINT64_MAX, .show = obs->show };
	uint32_t nth = 0;

	ops->rules(self, dump_rule, &dump);
	lsm_obs_mix(obs, dump.sum + dump.triple.digest);
	lsm_obs_mix(obs, dump.triple.len);
	while (policy_observe_conditional(ops, self, nth, obs))
		nth++;
	lsm_obs_mix(obs, nth);
}
