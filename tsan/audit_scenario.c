/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What threads do with filter rules: writers add and delete, each rule in turn,
 * while system calls are held against them.
 *
 * One rule stays; every system call that it is for must be recorded, whatever
 * comes and goes beside it.
 */
#include "scenario.h"

#include <lsm/audit.h>
#include <lsm/sync.h>

#include <errno.h>
#include <string.h>

#define RULES                                                          \
	3u /* that come and go; the first goes to the head of its list \
	    */
#define EVERY 10u /* the system call that all rules are for */
#define OWN 40u /* the first of those that one rule each is for */

enum window {
	CALL_DURING_CHANGE,
	CALL_BESIDE_RULE,
	TWO_CHANGES,
};

static const char *const keys[RULES + 1] = { "first", "second", "third",
					     "stays" };

static const struct lsm_audit_ops *ops;
static void *filter;
static struct lsm_audit_rule rule[RULES + 1];
static spinlock_t turn[RULES]; /* of those who change a rule */

/*
 * Notes: how often a rule began and ended to change; it is stored if the number
 * of changes is odd.  Whoever reads the same even sum before and after knows
 * which it was all the time.
 */
static uint32_t begun[RULES], done[RULES], changing;

static void make_rule(uint32_t which)
{
	struct lsm_audit_rule *made = &rule[which];

	memset(made, 0, sizeof(*made));
	made->flags = LSM_AUDIT_EXIT;
	made->action = LSM_AUDIT_ALWAYS;
	made->mask[EVERY / 32] |= 1u << EVERY % 32;
	if (which < RULES)
		made->mask[(OWN + which) / 32] |= 1u << (OWN + which) % 32;
	made->field[0] = (struct lsm_audit_field){
		.type = LSM_AUDIT_KEY,
		.op = LSM_AUDIT_EQ,
		.text = keys[which],
		.len = strlen(keys[which]),
	};
	made->nr_fields = 1;
}

static int store(uint32_t which)
{
	struct lsm_audit_rule asked = rule[which];

	if (which == 0)
		asked.flags |= LSM_AUDIT_PREPEND;
	return ops->add(filter, &asked);
}

static void act_toggle(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint8_t which = arg[0];
	bool stored;
	int status;

	spin_lock(&turn[which]);
	stored = LSM_NOTE_READ(done[which]) % 2;
	LSM_NOTE_ADD(begun[which], 1);
	if (LSM_NOTE_ADD(changing, 1) > 1)
		lsm_scenario_met(TWO_CHANGES);
	status = stored ? ops->del(filter, &rule[which]) : store(which);
	LSM_NOTE_ADD(changing, -1u);
	if (!status)
		LSM_NOTE_ADD(done[which], 1);
	else
		LSM_NOTE_ADD(begun[which], -1u);
	spin_unlock(&turn[which]);
	if (status && !(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a rule that cannot be added or deleted");
}

static uint32_t changes(uint32_t which)
{
	return LSM_NOTE_READ(begun[which]);
}

static struct lsm_audit_verdict call(uint32_t nr)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	static const struct lsm_audit_event nothing;
	struct lsm_audit_event event = nothing;

	event.in_syscall = true;
	event.nr = nr;
	ops->syscall(filter, &event, &verdict);
	return verdict;
}

/* A call that only one rule is for. */
static void act_call(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint8_t which = arg[0];
	uint32_t ended = LSM_NOTE_READ(done[which]);
	struct lsm_audit_verdict verdict;
	bool settled, found;

	(void)actor;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	verdict = call(OWN + which);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	settled = changes(which) == ended;
	found = verdict.state == LSM_AUDIT_RECORD;
	if (found && strcmp(verdict.key, keys[which]) != 0)
		lsm_scenario_wrong("the key of another rule, or of none");
	if (!found && (verdict.state != LSM_AUDIT_BUILD || *verdict.key))
		lsm_scenario_wrong("a verdict that no rule gives");
	if (settled && found != ended % 2)
		lsm_scenario_wrong(found ? "a rule that was deleted"
					 : "a rule that is overlooked");
	if (!settled)
		lsm_scenario_met(CALL_DURING_CHANGE);
}

/* A call that all rules are for, also the one that stays. */
static void act_call_every(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint32_t ended = LSM_NOTE_READ(done[0]);
	struct lsm_audit_verdict verdict;
	uint32_t which = 0;
	bool settled;

	(void)actor;
	(void)arg;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	verdict = call(EVERY);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	settled = changes(0) == ended;
	if (verdict.state != LSM_AUDIT_RECORD)
		lsm_scenario_wrong("the rule that stays is overlooked");
	while (which <= RULES && strcmp(verdict.key, keys[which]) != 0)
		which++;
	/* The first goes before the one that stays, the others behind. */
	if (which != 0 && which != RULES)
		lsm_scenario_wrong("not the first rule that matches decides");
	if (settled && (which == 0) != ended % 2)
		lsm_scenario_wrong("a rule at the head that is overlooked, or "
				   "was deleted");
	if (LSM_NOTE_READ(changing))
		lsm_scenario_met(CALL_BESIDE_RULE);
}

static bool begin(const struct lsm_ops *impl, void *shared, unsigned int setup)
{
	const uint32_t param[4] = { 0 };

	(void)setup;
	ops = (const struct lsm_audit_ops *)(const void *)impl;
	memset(begun, 0, sizeof(begun));
	memset(done, 0, sizeof(done));
	changing = 0;
	for (uint32_t i = 0; i < RULES; i++)
		spin_lock_init(&turn[i]);
	for (uint32_t i = 0; i <= RULES; i++)
		make_rule(i);
	filter = impl->create(shared, param);
	return filter && !store(RULES);
}

static uint32_t nr_seen[RULES + 1];

static bool visit(const struct lsm_audit_rule *shown, uint64_t prio, void *arg)
{
	(void)prio;
	(void)arg;
	for (uint32_t i = 0; i <= RULES; i++)
		if (!strcmp(shown->field[0].text, keys[i]))
			nr_seen[i]++;
	return true;
}

static const char *settle(void)
{
	const char *why = ops->base.check(filter);

	if (why)
		return why;
	memset(nr_seen, 0, sizeof(nr_seen));
	ops->list(filter, visit, NULL);
	for (uint32_t i = 0; i < RULES; i++)
		if (nr_seen[i] != done[i] % 2)
			return "a rule is lost, twice there, or not deleted";
	return nr_seen[RULES] == 1 ? NULL : "the rule that stays did not";
}

static void end(void)
{
	ops->base.destroy(filter);
}

static const struct lsm_action actions[] = {
	{ "toggle", { "rule" }, { RULES }, { 2 }, 5, false, act_toggle },
	{ "call", { "rule" }, { RULES }, { 1 }, 4, false, act_call },
	{ "call_every", { NULL }, { 0 }, { 1 }, 3, true, act_call_every },
};

extern const struct lsm_audit_ops lsm_audit_pooled;
extern const struct lsm_audit_ops lsm_audit_compiled;
static const struct lsm_ops *const impls[] = { &lsm_audit_pooled.base,
					       &lsm_audit_compiled.base };
static const char *const setups[] = { "one-rule" };
static const char *const windows[] = {
	[CALL_DURING_CHANGE] = "a call while its rule comes or goes",
	[CALL_BESIDE_RULE] = "a call while a rule beside comes or goes",
	[TWO_CHANGES] = "two rules that change at once",
};

const struct lsm_scenario lsm_scenario = {
	.name = "audit",
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
