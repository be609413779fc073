/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dump of an access decision's object. */
#include "decision_words.h"

/* A sum, as implementations tell things in an order of their own. */
struct sum {
	uint64_t total;
	uint32_t facts;
	FILE *show;
};

static void add(struct sum *sum, const uint32_t *value, size_t nr)
{
	struct lsm_obs one = { 0 };

	for (size_t i = 0; i < nr; i++)
		lsm_obs_mix(&one, value[i]);
	sum->total += one.digest;
	sum->facts++;
	if (!sum->show)
		return;
	fputs("\n     ", sum->show);
	for (size_t i = 0; i < nr; i++)
		fprintf(sum->show, " %x", value[i]);
}

static void add_fact(const struct lsm_decision_fact *fact, void *arg)
{
	uint32_t value[1 + LSM_DECISION_FACT_VALUES] = { fact->kind };

	for (size_t i = 0; i < LSM_DECISION_FACT_VALUES; i++)
		value[i + 1] = fact->value[i];
	add(arg, value, LSM_ARRAY_SIZE(value));
}

static void add_rule(uint32_t place, const struct lsm_decision_rule *rule,
		     bool enabled, void *arg)
{
	uint32_t value[9 + LSM_DECISION_XPERM_WORDS] = {
		0x100,	      place,	    rule->source,
		rule->target, rule->tclass, rule->kind,
		rule->data,   enabled,	    rule->xkind << 16 | rule->driver,
	};

	for (size_t i = 0; rule->xkind && i < LSM_DECISION_XPERM_WORDS; i++)
		value[9 + i] = rule->xperms[i];
	add(arg, value, rule->xkind ? LSM_ARRAY_SIZE(value) : 9);
}

void decision_dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_decision_ops *table =
		(const struct lsm_decision_ops *)call->ops; /* base is first */
	struct sum sum = { .show = obs->show };
	const struct lsm_decision_visitor visitor = {
		.fact = add_fact,
		.rule = add_rule,
		.arg = &sum,
	};

	table->visit(call->slot[call->arg[0]], &visitor);
	lsm_obs_mix(obs, sum.facts);
	lsm_obs_mix(obs, sum.total);
}
