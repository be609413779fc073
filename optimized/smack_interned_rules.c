/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of interned labels: a sorted array, searched by halves. */
#include "smack_interned.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

#define ROOM 4u /* of a set that gets its first rule */

LSM_UNGUIDED void smack_interned_forget(struct rules *rules)
{
	lsm_free(rules->rule);
	*rules = (struct rules){ 0 };
}

/* How many rules are below @pair, which is where it is or would go. */
static uint32_t place(const struct rules *rules, uint64_t pair)
{
	uint32_t low = 0, high = rules->nr;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (rules->rule[middle].pair < pair)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct pair *smack_interned_rule(const struct rules *rules, uint64_t pair)
{
	uint32_t at = place(rules, pair);

	return at < rules->nr && rules->rule[at].pair == pair ? &rules->rule[at]
							      : NULL;
}

int smack_interned_change(struct rules *rules, uint64_t pair, uint32_t allow,
			  uint32_t deny)
{
	uint32_t at = place(rules, pair);
	struct pair *rule;

	if (at == rules->nr || rules->rule[at].pair != pair) {
		if (rules->nr == rules->room) {
			uint32_t room = rules->room ? 2 * rules->room : ROOM;

			rule = lsm_reallocarray(rules->rule, room,
						sizeof(*rule));
			if (!rule)
				return -ENOMEM;
			rules->rule = rule;
			rules->room = room;
		}
		rule = &rules->rule[at];
		memmove(rule + 1, rule, (rules->nr - at) * sizeof(*rule));
		*rule = (struct pair){ .pair = pair };
		rules->nr++;
	}
	rule = &rules->rule[at];
	rule->access = (rule->access | allow) & ~deny;
	return 0;
}

LSM_UNGUIDED void smack_interned_visit(const struct rules *rules,
				       struct lsm_smack_rule shown,
				       lsm_smack_rule_fn *visit, void *arg)
{
	for (uint32_t i = 0; i < rules->nr; i++) {
		if (shown.scope == LSM_SMACK_TASK)
			shown.subject = (uint32_t)(rules->rule[i].pair >> 32);
		shown.object = (uint32_t)rules->rule[i].pair;
		shown.access = rules->rule[i].access;
		visit(&shown, arg);
	}
}

LSM_UNGUIDED const char *smack_interned_check(const struct rules *rules)
{
	if (rules->nr > rules->room)
		return "more rules than room";
	for (uint32_t i = 0; i < rules->nr; i++) {
		if (i && rules->rule[i - 1].pair >= rules->rule[i].pair)
			return "rules out of order";
		if (rules->rule[i].access > LSM_SMACK_ALL)
			return "a rule has unknown bits";
	}
	return NULL;
}
