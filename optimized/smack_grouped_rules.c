/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of grouped labels: an array, found by a hash of both secids. */
#include "smack_grouped.h"

#include <lsm/alloc.h>

#include <errno.h>

#define BITS_FIRST 4u /* slots of a scope that gets its first rule: 16 */

LSM_UNGUIDED void smack_grouped_forget(struct rules *rules)
{
	lsm_free(rules->rule);
	lsm_free(rules->slot);
	*rules = (struct rules){ 0 };
}

/* Secids count up from 10, so a product spreads them well over its top bits. */
static uint32_t place(uint32_t bits, uint32_t subject, uint32_t object)
{
	uint64_t pair = (uint64_t)subject << 32 | object;

	pair ^= pair >> 29;
	return (uint32_t)(pair * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

struct rule *smack_grouped_rule(const struct rules *rules, uint32_t subject,
				uint32_t object)
{
	uint32_t mask = (UINT32_C(1) << rules->bits) - 1;

	if (!rules->nr)
		return NULL;
	for (uint32_t at = place(rules->bits, subject, object); rules->slot[at];
	     at = (at + 1) & mask) {
		struct rule *rule = &rules->rule[rules->slot[at] - 1];

		if (rule->object == object && rule->subject == subject)
			return rule;
	}
	return NULL;
}

static void enter(const struct rules *rules, uint32_t *slot, uint32_t bits,
		  uint32_t i)
{
	const struct rule *rule = &rules->rule[i];
	uint32_t at = place(bits, rule->subject, rule->object);

	while (slot[at])
		at = (at + 1) & ((UINT32_C(1) << bits) - 1);
	slot[at] = i + 1;
}

/* Room for one more rule, as many again each time. */
static int grow(struct rules *rules)
{
	uint32_t bits = rules->bits ? rules->bits + 1 : BITS_FIRST;
	uint32_t room = UINT32_C(1) << (bits - 1);
	uint32_t *slot = lsm_calloc((size_t)2 * room, sizeof(*slot));
	struct rule *rule;

	if (!slot)
		return -ENOMEM;
	rule = lsm_reallocarray(rules->rule, room, sizeof(*rule));
	if (!rule) {
		lsm_free(slot);
		return -ENOMEM;
	}
	rules->rule = rule;
	for (uint32_t i = 0; i < rules->nr; i++)
		enter(rules, slot, bits, i);
	lsm_free(rules->slot);
	rules->slot = slot;
	rules->bits = bits;
	rules->room = room;
	return 0;
}

int smack_grouped_change(struct rules *rules, const struct rule *wanted,
			 uint32_t deny, uint32_t *newest)
{
	struct rule *rule =
		smack_grouped_rule(rules, wanted->subject, wanted->object);

	if (rule) {
		rule->access = (rule->access | wanted->access) & ~deny;
		return 0;
	}
	if (rules->nr == rules->room && grow(rules) < 0)
		return -ENOMEM;
	rule = &rules->rule[rules->nr];
	*rule = *wanted;
	rule->access &= ~deny;
	rule->next = *newest;
	enter(rules, rules->slot, rules->bits, rules->nr);
	*newest = ++rules->nr;
	return 0;
}

LSM_UNGUIDED const char *smack_grouped_check_rules(const struct rules *rules)
{
	for (uint32_t i = 0; i < rules->nr; i++) {
		const struct rule *rule = &rules->rule[i];

		if (smack_grouped_rule(rules, rule->subject, rule->object) !=
		    rule)
			return "a rule is not where its pair says";
		if (rule->access > LSM_SMACK_ALL)
			return "a rule has unknown bits";
		if (rule->next > i)
			return "a chain does not lead to older rules";
	}
	return rules->nr > rules->room ? "more rules than room" : NULL;
}
