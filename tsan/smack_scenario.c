/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What threads do with Smack labels: import and find them, load a rule that
 * readers must see as a whole.
 */
#include "scenario.h"

#include <lsm/smack.h>

#include <errno.h>
#include <string.h>

enum window {
	IMPORT_AT_ONCE,
	FOUND_WHILE_IMPORTED,
	DECIDED_WHILE_LOADED,
};

#define LABELS 4u

static const char *const names[LABELS] = { "a", "b", "foo", "a.longer-label" };

/* One rule in turn; nothing ever says that both halves are allowed. */
static const char *const rules[] = { "a b rx\n", "a b wa\n" };

static const struct lsm_smack_ops *ops;
static void *table;

/* Notes: the label of a text once it is known, who imports it, rules begun and
 * completed.
 */
static const void *known[LABELS];
static uint32_t importing[LABELS], begun, done;

/* A label is what everybody knows, or the first to know it says so. */
static void judge(uint8_t which, const void *label)
{
	const void *before = NULL;
	size_t len;
	const char *text = ops->text(label, &len);

	if (len != strlen(names[which]) || strcmp(text, names[which]) != 0)
		lsm_scenario_wrong("a label with another text");
	if (ops->secid(label) < LSM_SMACK_FIRST)
		lsm_scenario_wrong("a label without a secid");
	if (ops->from_secid(table, ops->secid(label)) != label)
		lsm_scenario_wrong("a secid that is not its label's");
	if (!__atomic_compare_exchange_n(&known[which], &before, label, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
	    before != label)
		lsm_scenario_wrong("two labels with one text");
}

static void act_import(const struct lsm_actor *actor, const uint8_t *arg)
{
	const char *name = names[arg[0]];
	const void *label;
	int status;

	if (LSM_NOTE_ADD(importing[arg[0]], 1) > 1)
		lsm_scenario_met(IMPORT_AT_ONCE);
	status = ops->import(table, name, strlen(name), &label);
	LSM_NOTE_ADD(importing[arg[0]], -1u);
	if (status == -ENOMEM && actor->may_fail)
		return;
	if (status)
		lsm_scenario_wrong("a label that was refused");
	judge(arg[0], label);
}

static void act_find(const struct lsm_actor *actor, const uint8_t *arg)
{
	const char *name = names[arg[0]];
	const void *before = LSM_NOTE_READ(known[arg[0]]);
	const void *label = ops->find(table, name, strlen(name));

	(void)actor;
	if (!label && before)
		lsm_scenario_wrong("a label that is lost");
	if (!label)
		return;
	if (LSM_NOTE_READ(importing[arg[0]]))
		lsm_scenario_met(FOUND_WHILE_IMPORTED);
	judge(arg[0], label);
}

static void act_load(const struct lsm_actor *actor, const uint8_t *arg)
{
	const char *rule = rules[arg[0]];
	long status;

	LSM_NOTE_ADD(begun, 1);
	status = ops->load(table, LSM_SMACK_SYSTEM, LSM_SMACK_LONG, rule,
			   strlen(rule));
	if (status == (long)strlen(rule))
		LSM_NOTE_ADD(done, 1);
	else if (!(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a rule that was refused");
	else
		LSM_NOTE_ADD(begun, -1u);
}

static void act_decide(const struct lsm_actor *actor, const uint8_t *arg)
{
	static const uint32_t request[] = {
		LSM_SMACK_READ | LSM_SMACK_WRITE,
		LSM_SMACK_EXEC | LSM_SMACK_APPEND,
	};
	const void *subject = ops->find(table, "a", 1);
	const void *object = ops->find(table, "b", 1);

	(void)actor;
	if (!subject || !object)
		return;
	if (LSM_NOTE_READ(begun) != LSM_NOTE_READ(done))
		lsm_scenario_met(DECIDED_WHILE_LOADED);
	if (ops->access(table, subject, object, request[arg[0]]) != -EACCES)
		lsm_scenario_wrong("allowed what no rule ever did");
}

static bool begin(const struct lsm_ops *impl, void *shared, unsigned int setup)
{
	/* slots, hash: 0 stands for the default */
	const uint32_t param[2] = { setup ? 4 : 0,
				    setup ? LSM_SMACK_DJB33 : LSM_SMACK_NAME };

	ops = (const struct lsm_smack_ops *)(const void *)impl;
	memset(known, 0, sizeof(known));
	memset(importing, 0, sizeof(importing));
	begun = done = 0;
	table = impl->create(shared, param);
	return table;
}

static uint32_t nr_rules, nr_wrong, seen[LABELS];

static void visit_rule(const struct lsm_smack_rule *rule, void *arg)
{
	(void)arg;
	nr_rules++;
	if (rule->access != (LSM_SMACK_READ | LSM_SMACK_EXEC) &&
	    rule->access != (LSM_SMACK_WRITE | LSM_SMACK_APPEND))
		nr_wrong++;
}

static void visit_label(const void *label, void *arg)
{
	size_t len;
	const char *text = ops->text(label, &len);

	(void)arg;
	for (uint32_t i = 0; i < LABELS; i++)
		if (!strcmp(text, names[i]))
			seen[i]++;
}

static const char *settle(void)
{
	const char *why = ops->base.check(table);

	if (why)
		return why;
	nr_rules = nr_wrong = 0;
	memset(seen, 0, sizeof(seen));
	ops->rules(table, visit_rule, NULL);
	ops->labels(table, visit_label, NULL);
	if (nr_wrong || nr_rules > 1 || nr_rules < (begun > 0))
		return "not the one rule that was loaded";
	for (uint32_t i = 0; i < LABELS; i++)
		if (seen[i] > 1 || (known[i] && !seen[i]))
			return "a label is lost or twice in the table";
	return NULL;
}

static void end(void)
{
	ops->base.destroy(table);
}

static const struct lsm_action actions[] = {
	{ "import", { "label" }, { LABELS }, { 2 }, 4, false, act_import },
	{ "find", { "label" }, { LABELS }, { 1 }, 4, false, act_find },
	{ "load", { "rule" }, { 2 }, { 2 }, 3, true, act_load },
	{ "decide", { "request" }, { 2 }, { 1 }, 3, true, act_decide },
};

extern const struct lsm_smack_ops lsm_smack_hashed;
static const struct lsm_ops *const impls[] = { &lsm_smack_hashed.base };
static const char *const setups[] = { "slots=16", "slots=4" };
static const char *const windows[] = {
	[IMPORT_AT_ONCE] = "a label imported by two at once",
	[FOUND_WHILE_IMPORTED] = "a label found while it is imported",
	[DECIDED_WHILE_LOADED] = "a decision beside a change of its rule",
};

const struct lsm_scenario lsm_scenario = {
	.name = "smack",
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
