/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What threads do with the toy, and what they must see. */
#include "rcu_toy.h"
#include "scenario.h"

#include <string.h>

enum window {
	READ_DURING_BIND,
	WALK_DURING_REPLACE,
	READ_SEES_OLD,
};

/* Of one binding or rule: begun, completed, and the newest version seen. */
struct notes {
	uint32_t begun;
	uint32_t done;
	uint32_t seen;
};

static const struct lsm_rcu_toy_ops *ops;
static void *toy;
static struct notes slots[LSM_RCU_TOY_SLOTS], rules[LSM_RCU_TOY_RULES];

/* What may be seen from now on at the earliest. */
static uint32_t oldest(const struct notes *notes)
{
	uint32_t done = 1 + LSM_NOTE_READ(notes->done);
	uint32_t seen = LSM_NOTE_READ(notes->seen);

	return done > seen ? done : seen;
}

/* A version was seen by somebody who began when @least was the oldest. */
static void judge(struct notes *notes, uint32_t version, uint32_t least)
{
	if (version < least)
		lsm_scenario_wrong("an older version than was known before");
	if (version > 1 + LSM_NOTE_READ(notes->begun))
		lsm_scenario_wrong("a version that nobody made");
	lsm_note_max(&notes->seen, version);
}

static void act_read(const struct lsm_actor *actor, const uint8_t *arg)
{
	struct notes *notes = &slots[arg[0]];
	uint32_t least = oldest(notes);
	struct lsm_rcu_toy_text got, want;

	(void)actor;
	ops->read(toy, arg[0], &got);
	lsm_rcu_toy_render(&want, arg[0], got.version);
	if (memcmp(&got, &want, sizeof(got)) != 0)
		lsm_scenario_wrong("a torn or foreign text");
	judge(notes, got.version, least);
	if (1 + LSM_NOTE_READ(notes->begun) > least)
		lsm_scenario_met(READ_DURING_BIND);
	if (1 + LSM_NOTE_READ(notes->begun) > got.version)
		lsm_scenario_met(READ_SEES_OLD);
}

static void act_bind(const struct lsm_actor *actor, const uint8_t *arg)
{
	(void)actor;
	LSM_NOTE_ADD(slots[arg[0]].begun, 1);
	ops->bind(toy, arg[0]);
	LSM_NOTE_ADD(slots[arg[0]].done, 1);
}

static void act_replace(const struct lsm_actor *actor, const uint8_t *arg)
{
	LSM_NOTE_ADD(rules[arg[0]].begun, 1);
	if (ops->replace(toy, arg[0]))
		LSM_NOTE_ADD(rules[arg[0]].done, 1);
	else if (!actor->may_fail)
		lsm_scenario_wrong("out of memory that was there");
	else
		LSM_NOTE_ADD(rules[arg[0]].begun, -1u);
}

static void act_walk(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint32_t least[LSM_RCU_TOY_RULES], version[LSM_RCU_TOY_RULES] = { 0 };
	unsigned int i;

	(void)actor;
	(void)arg;
	for (i = 0; i < LSM_RCU_TOY_RULES; i++)
		least[i] = oldest(&rules[i]);
	if (ops->walk(toy, version) != LSM_RCU_TOY_RULES)
		lsm_scenario_wrong("a rule seen twice or not at all");
	for (i = 0; i < LSM_RCU_TOY_RULES; i++) {
		if (1 + LSM_NOTE_READ(rules[i].begun) > least[i])
			lsm_scenario_met(WALK_DURING_REPLACE);
		judge(&rules[i], version[i], least[i]);
	}
}

static bool begin(const struct lsm_ops *impl, void *shared, unsigned int setup)
{
	const uint32_t capacity = setup ? 1 : 2;

	(void)shared;
	ops = (const struct lsm_rcu_toy_ops *)(const void *)impl;
	memset(slots, 0, sizeof(slots));
	memset(rules, 0, sizeof(rules));
	toy = impl->create(NULL, &capacity);
	return toy;
}

static const char *settle(void)
{
	return ops->base.check(toy);
}

static void end(void)
{
	ops->base.destroy(toy);
}

static const struct lsm_action actions[] = {
	{ "read",
	  { "slot" },
	  { LSM_RCU_TOY_SLOTS },
	  { 2 },
	  6,
	  false,
	  act_read },
	{ "bind",
	  { "slot" },
	  { LSM_RCU_TOY_SLOTS },
	  { 2 },
	  3,
	  false,
	  act_bind },
	{ "replace",
	  { "rule" },
	  { LSM_RCU_TOY_RULES },
	  { 1 },
	  2,
	  true,
	  act_replace },
	{ "walk", { NULL }, { 0 }, { 1 }, 2, true, act_walk },
};

static const struct lsm_ops *const impls[] = { &lsm_rcu_toy_cached.base };
static const char *const setups[] = { "capacity=2", "capacity=1" };
static const char *const windows[] = {
	[READ_DURING_BIND] = "a read while its slot is bound anew",
	[WALK_DURING_REPLACE] = "a walk while a rule is replaced",
	[READ_SEES_OLD] = "a read that returns what is just replaced",
};

const struct lsm_scenario lsm_scenario = {
	.name = "rcu_toy",
	.impls = impls,
	.nr_impls = LSM_ARRAY_SIZE(impls),
	.actions = actions,
	.nr_actions = LSM_ARRAY_SIZE(actions),
	.setups = setups,
	.nr_setups = LSM_ARRAY_SIZE(setups),
	.windows = windows,
	.nr_windows = LSM_ARRAY_SIZE(windows),
	.begin = begin,
	.settle = settle,
	.end = end,
};
