/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which triple of a table comes first is not said, so a dump adds up digests,
 * one for each triple, in which the order of its rules matters.
 */
#include "avtab_dump.h"

#include <stdlib.h>

static uint64_t pack(const struct lsm_avtab_key *key)
{
	return (uint64_t)key->source << 48 | (uint64_t)key->target << 32 |
	       (uint64_t)key->class << 16 | key->specified;
}

#define TRIPLE (~UINT64_C(0xffff)) /* of a packed key */

static void mix_rule(struct lsm_obs *obs, const struct lsm_avtab_rule *rule)
{
	const struct lsm_avtab_xperms *x = rule->datum.xperms;

	lsm_obs_mix(obs, pack(&rule->key));
	lsm_obs_mix(obs, (uint64_t)(x != NULL) << 32 | rule->datum.data);
	if (!x)
		return;
	lsm_obs_mix(obs, (uint64_t)x->kind << 8 | x->driver);
	for (int i = 0; i < 8; i += 2)
		lsm_obs_mix(obs, (uint64_t)x->perms[i] << 32 | x->perms[i + 1]);
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

void avtab_observe_rule(struct lsm_obs *obs, const struct lsm_avtab_rule *rule)
{
	mix_rule(obs, rule);
	if (obs->show)
		show_rule(obs->show, rule);
}

/*
 * @triple: digest of the rules of one triple so far
 * @last: that triple
 * @sum: of the digests of the triples before
 */
struct dump {
	struct lsm_obs triple;
	uint64_t last;
	uint64_t sum;
};

static void dump_rule(const struct lsm_avtab_rule *rule, void *arg)
{
	struct dump *dump = arg;
	uint64_t triple = pack(&rule->key) & TRIPLE;

	if (triple != dump->last) {
		dump->sum += dump->triple.digest;
		dump->triple.digest = 0;
		dump->last = triple;
	}
	mix_rule(&dump->triple, rule);
}

/*
 * @rule: rules to be shown
 * @nr: how many
 */
struct listing {
	struct lsm_avtab_rule *rule;
	size_t nr;
};

static void count_rule(const struct lsm_avtab_rule *rule, void *arg)
{
	struct listing *listing = arg;

	(void)rule;
	listing->nr++;
}

/* Rules of one triple keep their order: the sort needs it in @place. */
static void list_rule(const struct lsm_avtab_rule *rule, void *arg)
{
	struct listing *listing = arg;

	listing->rule[listing->nr] = *rule;
	listing->rule[listing->nr].place = listing->nr;
	listing->nr++;
}

static int by_triple(const void *a, const void *b)
{
	const struct lsm_avtab_rule *x = a, *y = b;
	uint64_t p = pack(&x->key) & TRIPLE, q = pack(&y->key) & TRIPLE;

	if (p != q)
		return p < q ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

static void show_table(const struct lsm_avtab_ops *ops, const void *self,
		       FILE *show)
{
	struct listing listing = { .nr = 0 };

	ops->rules(self, count_rule, &listing);
	listing.rule = calloc(listing.nr + 1, sizeof(*listing.rule));
	if (!listing.rule)
		return;
	listing.nr = 0;
	ops->rules(self, list_rule, &listing);
	qsort(listing.rule, listing.nr, sizeof(*listing.rule), by_triple);
	for (size_t i = 0; i < listing.nr; i++)
		show_rule(show, &listing.rule[i]);
	free(listing.rule);
}

void avtab_dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_avtab_ops *ops =
		(const struct lsm_avtab_ops *)call->ops; /* base is first */
	struct dump dump = { .last = UINT64_MAX };

	ops->rules(call->slot[call->arg[0]], dump_rule, &dump);
	lsm_obs_mix(obs, dump.sum + dump.triple.digest);
	lsm_obs_mix(obs, dump.triple.len);
	if (obs->show)
		show_table(ops, call->slot[call->arg[0]], obs->show);
}
