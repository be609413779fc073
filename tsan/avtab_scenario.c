/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What threads do with a policy that is replaced while it is asked: load rules,
 * each of which says which load it is of, switch a boolean, ask for all rules.
 */
#include "scenario.h"

#include <lsm/avtab_swap.h>
#include <lsm/sync.h>

#include <errno.h>
#include <string.h>

enum window {
	ASKED_DURING_LOAD,
	ASKED_DURING_SWITCH,
	REPLACED_BY_TWO_AT_ONCE,
};

#define RULES 4u
#define CONDITIONAL 2u /* the last ones */

static const struct lsm_avtab_key key[RULES] = {
	{ 1, 1, 1, LSM_AVTAB_ALLOWED },
	{ 1, 2, 1, LSM_AVTAB_AUDITDENY },
	{ 2, 1, 1, LSM_AVTAB_ALLOWED },
	{ 3, 4, 5, LSM_AVTAB_TRANSITION },
};

static const struct lsm_avtab_swap_ops *ops;
static void *object;

/* Notes: loads begun and completed and the newest that was seen; replacements
 * going on; settings of the boolean begun and completed, and their values.
 */
static uint32_t begun, done, seen, replacing;
static uint32_t set_begun, set_done, set_true;

/* All answers are of one load, and of one value of the boolean. */
static uint32_t judge(const struct lsm_avtab_swap_answer *answer, bool *value)
{
	uint32_t load = answer[0].found ? answer[0].data / RULES : 0;

	*value = answer[RULES - 1].counts;
	for (uint32_t i = 0; i < RULES; i++) {
		bool conditional = i >= RULES - CONDITIONAL;

		if (answer[i].found != (load > 0))
			lsm_scenario_wrong(
				"a policy of which rules are missing");
		if (load && answer[i].data != load * RULES + i)
			lsm_scenario_wrong("rules of two policies");
		if (load && answer[i].counts != (!conditional || *value))
			lsm_scenario_wrong("a boolean that is true and false");
	}
	return load;
}

static void act_ask(const struct lsm_actor *actor, const uint8_t *arg)
{
	struct lsm_avtab_swap_answer answer[RULES];
	uint32_t least = LSM_NOTE_READ(done), before = LSM_NOTE_READ(seen);
	uint32_t sets = LSM_NOTE_READ(set_begun), load;
	bool value;

	(void)actor;
	(void)arg;
	ops->ask(object, key, RULES, answer);
	load = judge(answer, &value);
	if (LSM_NOTE_READ(begun) != least)
		lsm_scenario_met(ASKED_DURING_LOAD);
	if (LSM_NOTE_READ(set_begun) != sets)
		lsm_scenario_met(ASKED_DURING_SWITCH);
	if (load < least || load < before)
		lsm_scenario_wrong("a policy that was replaced before");
	if (load > LSM_NOTE_READ(begun))
		lsm_scenario_wrong("a policy that nobody loaded yet");
	if (load && value && !LSM_NOTE_READ(set_true))
		lsm_scenario_wrong("a boolean that nobody set");
	lsm_note_max(&seen, load);
}

/* Loads are numbered under a lock, as policies are loaded one by one. */
static spinlock_t load_lock;

static void act_load(const struct lsm_actor *actor, const uint8_t *arg)
{
	struct lsm_avtab_swap_rule rule[RULES];
	uint32_t load;
	int status;

	(void)arg;
	if (LSM_NOTE_ADD(replacing, 1) > 1)
		lsm_scenario_met(REPLACED_BY_TWO_AT_ONCE);
	spin_lock(&load_lock);
	load = LSM_NOTE_READ(begun) + 1;
	for (uint32_t i = 0; i < RULES; i++)
		rule[i] = (struct lsm_avtab_swap_rule){
			.key = key[i],
			.data = load * RULES + i,
			.conditional = i >= RULES - CONDITIONAL,
		};
	LSM_NOTE_ADD(begun, 1);
	status = ops->load(object, rule, RULES);
	if (!status)
		LSM_NOTE_ADD(done, 1);
	else
		LSM_NOTE_ADD(begun, -1u);
	spin_unlock(&load_lock);
	LSM_NOTE_ADD(replacing, -1u);
	if (status && !(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a policy that cannot be loaded");
}

static void act_set(const struct lsm_actor *actor, const uint8_t *arg)
{
	int status;

	if (LSM_NOTE_ADD(replacing, 1) > 1)
		lsm_scenario_met(REPLACED_BY_TWO_AT_ONCE);
	LSM_NOTE_ADD(set_begun, 1);
	if (arg[0])
		LSM_NOTE_ADD(set_true, 1);
	status = ops->set_bool(object, arg[0]);
	if (!status)
		LSM_NOTE_ADD(set_done, 1);
	LSM_NOTE_ADD(replacing, -1u);
	if (status && !(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a boolean that cannot be set");
}

static bool begin(const struct lsm_ops *impl, void *shared, unsigned int setup)
{
	static const struct lsm_actor nobody = { 0 };
	static const uint32_t param[LSM_ARGS_MAX];
	const uint8_t on = setup == 1;

	ops = (const struct lsm_avtab_swap_ops *)(const void *)impl;
	begun = done = seen = replacing = 0;
	set_begun = set_done = set_true = 0;
	spin_lock_init(&load_lock);
	object = impl->create(shared, param);
	if (object && on) {
		act_load(&nobody, &on);
		act_set(&nobody, &on);
	}
	return object;
}

static const char *settle(void)
{
	struct lsm_avtab_swap_answer answer[RULES];
	bool value;

	ops->ask(object, key, RULES, answer);
	if (judge(answer, &value) != done)
		return "not the policy that was loaded last";
	return ops->base.check(object);
}

static void end(void)
{
	ops->base.destroy(object);
}

static const struct lsm_action actions[] = {
	{ "ask", { NULL }, { 0 }, { 1 }, 6, false, act_ask },
	{ "load", { NULL }, { 0 }, { 1 }, 2, false, act_load },
	{ "set", { "value" }, { 2 }, { 2 }, 2, true, act_set },
};

static const struct lsm_ops *const impls[] = { &lsm_avtab_swapped.base };
static const char *const setups[] = { "empty", "loaded" };
static const char *const windows[] = {
	[ASKED_DURING_LOAD] = "a policy asked while another is loaded",
	[ASKED_DURING_SWITCH] = "a policy asked while its boolean is set",
	[REPLACED_BY_TWO_AT_ONCE] = "a policy replaced by two at once",
};

const struct lsm_scenario lsm_scenario = {
	.name = "avtab",
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
