/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unit tests of access decisions, against every implementation that is linked.
 */
#include "decision_fixture.h"

static int add(uint32_t place, uint32_t source, uint32_t target, uint32_t kind,
	       uint32_t data)
{
	const struct lsm_decision_rule rule = {
		.source = source,
		.target = target,
		.tclass = 2,
		.kind = kind,
		.data = data,
	};

	return ops->rule(policy, place, &rule);
}

static int add_extended(uint32_t kind, uint32_t xkind, uint32_t driver,
			uint32_t member)
{
	struct lsm_decision_rule rule = {
		.source = 1,
		.target = 2,
		.tclass = 2,
		.kind = kind,
		.xkind = xkind,
		.driver = driver,
	};

	rule.xperms[member / 32] = UINT32_C(1) << member % 32;
	return ops->rule(policy, ALWAYS, &rule);
}

static void expect(uint32_t tclass, uint32_t allowed, uint32_t auditallow,
		   uint32_t auditdeny)
{
	struct lsm_decision_av av;

	assert_int_equal(ops->av(policy, 0, 1, tclass, &av), 0);
	assert_int_equal(av.allowed, allowed);
	assert_int_equal(av.auditallow, auditallow);
	assert_int_equal(av.auditdeny, auditdeny);
}

static uint32_t type_of(uint32_t tclass, uint32_t kind)
{
	uint32_t type = 0;

	assert_int_equal(ops->new_type(policy, 0, 1, tclass, kind, &type), 0);
	return type;
}

static int add_cond(const char *expression)
{
	struct lsm_decision_token token[64];
	size_t nr = strlen(expression);

	for (size_t i = 0; i < nr; i++) {
		const char *op = strchr("!|&^=#", expression[i]);

		token[i].op = op ? (uint32_t)(op - "!|&^=#") + LSM_DECISION_NOT
				 : LSM_DECISION_BOOL;
		token[i].boolean = op ? 0 : (uint32_t)(expression[i] - '0');
	}
	return ops->conditional(policy, token, nr);
}

static int state_of(uint32_t cond)
{
	int state = 7;

	assert_int_equal(ops->state(policy, cond, &state), 0);
	return state;
}

static void new_policy(void)
{
	int state;

	expect(2, 0, 0, ALL);
	assert_int_equal(type_of(1, LSM_DECISION_TRANSITION), 1);
	assert_int_equal(type_of(2, LSM_DECISION_TRANSITION), 2);
	assert_int_equal(ops->state(policy, 0, &state), -EINVAL);
}

static void rules_add_up(void)
{
	assert_int_equal(ops->attribute(policy, 1, 7), 0);
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_ALLOW, 1), 0);
	assert_int_equal(add(ALWAYS, 7, 2, LSM_DECISION_ALLOW, 2), 0);
	assert_int_equal(add(ALWAYS, 6, 2, LSM_DECISION_ALLOW, 4), 0);
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_AUDITALLOW, 8), 0);
	assert_int_equal(add(ALWAYS, 7, 2, LSM_DECISION_AUDITALLOW, 16), 0);
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_AUDITDENY, ~1u), 0);
	assert_int_equal(add(ALWAYS, 7, 2, LSM_DECISION_AUDITDENY, ~2u), 0);
	expect(2, 3, 24, ~3u);
	expect(3, 0, 0, ALL);
}

static void rule_of_nothing(void)
{
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_ALLOW, 0), 0);
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_ALLOW, 1), -EEXIST);
	expect(2, 0, 0, ALL);
}

static void marked_rules(void)
{
	assert_int_equal(add(LSM_DECISION_MARKED, 1, 2, LSM_DECISION_ALLOW, 1),
			 0);
	assert_int_equal(
		add(LSM_DECISION_MARKED, 1, 2, LSM_DECISION_TRANSITION, 5), 0);
	expect(2, 0, 0, ALL);
	assert_int_equal(type_of(2, LSM_DECISION_TRANSITION), 5);
	assert_int_equal(type_of(2, LSM_DECISION_MEMBER), 2);
}

static void expressions(void)
{
	static const struct {
		const char *text;
		int state; /* while 1 and 3 are true, 2 and 4 false */
	} expression[] = {
		{ "", -1 },
		{ "1", 1 },
		{ "2", 0 },
		{ "1!", 0 },
		{ "!", -1 },
		{ "12|", 1 },
		{ "24|", 0 },
		{ "12&", 0 },
		{ "13&", 1 },
		{ "13^", 0 },
		{ "12^", 1 },
		{ "12=", 0 },
		{ "24=", 1 },
		{ "12#", 1 },
		{ "13#", 0 },
		{ "1|", -1 },
		{ "1|1", -1 },
		{ "12", 1 },
		{ "21", 0 },
		{ "1111111111", 1 },
		{ "11111111111", -1 },
		{ "2111111111", 0 },
		{ "1111111111&1&", 1 },
		{ "12!&3|4^", 1 },
	};

	assert_int_equal(ops->set_bool(policy, 1, true), 0);
	assert_int_equal(ops->set_bool(policy, 3, true), 0);
	for (uint32_t i = 0; i < LSM_ARRAY_SIZE(expression); i++) {
		assert_int_equal(add_cond(expression[i].text), 0);
		assert_int_equal(state_of(i), expression[i].state);
	}
	assert_int_equal(add_cond("5"), -EINVAL);
	assert_int_equal(add_cond("0"), -EINVAL);
}

static void branches(void)
{
	assert_int_equal(add_cond("1"), 0);
	assert_int_equal(add_cond("|"), 0);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(add(2 + i, 1, 2, LSM_DECISION_ALLOW, 1u << i),
				 0);
	assert_int_equal(add(6, 1, 2, LSM_DECISION_ALLOW, 1), -EINVAL);
	expect(2, 2, 0, ALL);
	assert_int_equal(ops->set_bool(policy, 1, true), 0);
	expect(2, 1, 0, ALL);
	assert_int_equal(ops->set_bool(policy, 1, false), 0);
	expect(2, 2, 0, ALL);
	assert_int_equal(ops->set_bool(policy, 5, true), -EINVAL);
}

static void type_rules_refused(void)
{
	const uint32_t kind = LSM_DECISION_TRANSITION;

	assert_int_equal(add_cond("1"), 0);
	assert_int_equal(add_cond("2"), 0);
	assert_int_equal(add(ALWAYS, 3, 2, kind, 5), 0);
	assert_int_equal(add(ALWAYS, 3, 2, kind, 5), -EEXIST);
	assert_int_equal(add(2, 3, 2, kind, 5), -EEXIST);
	assert_int_equal(add(2, 1, 2, kind, 5), 0);
	assert_int_equal(add(2, 1, 2, kind, 5), -EEXIST);
	assert_int_equal(add(4, 1, 2, kind, 5), -EEXIST);
	assert_int_equal(add(3, 1, 2, kind, 6), 0);
	assert_int_equal(add(3, 1, 2, kind, 6), -EEXIST);
	assert_int_equal(type_of(2, kind), 6);
	assert_int_equal(ops->set_bool(policy, 1, true), 0);
	assert_int_equal(type_of(2, kind), 5);
	assert_int_equal(add(ALWAYS, 1, 2, kind, 7), 0);
	assert_int_equal(type_of(2, kind), 7);
	assert_int_equal(add(ALWAYS, 4, 2, kind, 0), -EINVAL);
	assert_int_equal(add(ALWAYS, 4, 2, kind, 9), -EINVAL);
}

static void default_types(void)
{
	assert_int_equal(
		ops->class_default(policy, 2, LSM_DECISION_SOURCE, false), 0);
	assert_int_equal(type_of(2, LSM_DECISION_CHANGE), 1);
	assert_int_equal(
		ops->class_default(policy, 1, LSM_DECISION_TARGET, false), 0);
	assert_int_equal(type_of(1, LSM_DECISION_CHANGE), 2);
	assert_int_equal(type_of(9, LSM_DECISION_CHANGE), 2);
	assert_int_equal(
		ops->class_default(policy, 3, LSM_DECISION_UNSET, true), 0);
	if (!ops->base.peer) /* DE-D5 */
		assert_int_equal(type_of(3, LSM_DECISION_CHANGE), 1);
}

static void bounds(void)
{
	assert_int_equal(ops->bounds(policy, 1, 3), 0);
	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_ALLOW, 7), 0);
	expect(2, 0, 0, ALL);
	assert_int_equal(add(ALWAYS, 3, 2, LSM_DECISION_ALLOW, 3), 0);
	expect(2, 3, 0, ALL);
	assert_int_equal(ops->bounds(policy, 2, 4), 0);
	expect(2, 0, 0, ALL);
	assert_int_equal(add(ALWAYS, 3, 4, LSM_DECISION_ALLOW, 4), 0);
	expect(2, 4, 0, ALL);
	assert_int_equal(ops->bounds(policy, 3, 1), -EINVAL);
	assert_int_equal(ops->bounds(policy, 3, 3), -EINVAL);
	assert_int_equal(ops->bounds(policy, 3, 5), 0);
	assert_int_equal(ops->bounds(policy, 5, 6), 0);
	assert_int_equal(ops->bounds(policy, 6, 7), -EINVAL);
	if (ops->base.peer) /* DE-D2 */
		return;
	expect(2, 0, 0, ALL);
	assert_int_equal(add(ALWAYS, 5, 4, LSM_DECISION_ALLOW, ALL), 0);
	assert_int_equal(add(ALWAYS, 6, 4, LSM_DECISION_ALLOW, 12), 0);
	expect(2, 4, 0, ALL);
}

static int constrain(uint32_t kind, uint32_t attr, uint32_t relation,
		     uint64_t names, size_t copies)
{
	struct lsm_decision_term term[16];

	for (size_t i = 0; i < 2 * copies - 1; i++)
		term[i] = (struct lsm_decision_term){
			i < copies ? kind : (uint32_t)LSM_DECISION_CAND,
			attr,
			relation,
			&names,
			1,
		};
	return ops->constrain(policy, 2, 1, term, 2 * copies - 1);
}

static void constraints(void)
{
	const uint32_t attr = LSM_DECISION_CATTR, set = LSM_DECISION_CNAMES;

	assert_int_equal(add(ALWAYS, 1, 2, LSM_DECISION_ALLOW, 3), 0);
	assert_int_equal(constrain(attr, LSM_DECISION_USER, 2, 0, 5), 0);
	assert_int_equal(constrain(attr, LSM_DECISION_USER, 2, 0, 6), -EINVAL);
	assert_int_equal(constrain(set, LSM_DECISION_TYPE, 1, 1, 1), 0);
	assert_int_equal(constrain(set, LSM_DECISION_TYPE, 3, 1, 1), -EINVAL);
	assert_int_equal(constrain(attr, LSM_DECISION_TYPE, 3, 1, 1), -EINVAL);
	assert_int_equal(constrain(attr, LSM_DECISION_L1L2, 6, 1, 1), -EINVAL);
	assert_int_equal(constrain(LSM_DECISION_CAND, 0, 0, 0, 1), -EINVAL);
	expect(2, 3, 0, ALL);
	assert_int_equal(constrain(set,
				   LSM_DECISION_TYPE | LSM_DECISION_OF_TARGET,
				   2, 2, 1),
			 0);
	expect(2, 2, 0, ALL);
}

static void role_changes(void)
{
	struct lsm_decision_rule rule = {
		.source = 1,
		.target = 2,
		.tclass = 1,
		.kind = LSM_DECISION_ALLOW,
		.data = ALL,
	};

	assert_int_equal(ops->rule(policy, ALWAYS, &rule), 0);
	expect(1, ~LSM_DECISION_TRANSITIONS, 0, ALL);
	assert_int_equal(ops->role_allow(policy, 2, 1), 0);
	expect(1, ~LSM_DECISION_TRANSITIONS, 0, ALL);
	assert_int_equal(ops->role_allow(policy, 1, 2), 0);
	expect(1, ALL, 0, ALL);
	assert_int_equal(ops->label(policy, 1, 1, 3, 2), 0);
	expect(1, ~LSM_DECISION_TRANSITIONS, 0, ALL);
	assert_int_equal(ops->label(policy, 1, 1, 1, 2), 0);
	expect(1, ALL, 0, ALL);
	assert_int_equal(ops->label(policy, 1, 4, 1, 2), -EINVAL);
}

static void extended(void)
{
	struct lsm_decision_drivers drivers;
	struct lsm_decision_xperms xperms;

	if (ops->base.peer) /* DE-D4 */
		return;
	assert_int_equal(add_extended(LSM_DECISION_XALLOW, 1, 33, 64), 0);
	assert_int_equal(add_extended(LSM_DECISION_XDONTAUDIT, 2, 5, 34), 0);
	assert_int_equal(add_extended(LSM_DECISION_XALLOW, 3, 5, 34), -EINVAL);
	assert_int_equal(ops->drivers(policy, 0, 1, 2, &drivers), 0);
	assert_true(drivers.any);
	assert_int_equal(drivers.set[0] | drivers.set[2] | drivers.set[7], 0);
	assert_int_equal(drivers.set[1], 6);
	assert_int_equal(ops->xperms(policy, 0, 1, 2, 33, &xperms), 0);
	assert_int_equal(xperms.used, 1);
	assert_int_equal(xperms.allowed[2], 1);
	assert_int_equal(ops->xperms(policy, 0, 1, 2, 34, &xperms), 0);
	assert_int_equal(xperms.used, 4);
	assert_int_equal(xperms.dontaudit[7], ALL);
	assert_int_equal(xperms.allowed[2], 0);
	assert_int_equal(ops->xperms(policy, 0, 1, 2, 5, &xperms), 0);
	assert_int_equal(xperms.used, 0);
}

static void objects_without_memory(void)
{
	int64_t live = lsm_alloc_live();
	uint32_t nth = 0;
	void *other = NULL;

	while (!other) {
		lsm_alloc_fail(++nth);
		other = make(nth % 2 ? 0 : 300);
		assert_true(lsm_alloc_failed() != (other != NULL));
		if (!other)
			assert_int_equal(lsm_alloc_live(), live);
	}
	assert_true(nth > 5);
	ops->base.destroy(other);
}

static void cleared_as_new(void)
{
	int64_t live = lsm_alloc_live();

	expressions();
	rules_add_up();
	ops->base.clear(policy);
	assert_int_equal(lsm_alloc_live(), live);
	new_policy();
}

static const struct CMUnitTest tests[] = {
	EACH(new_policy),
	EACH(rules_add_up),
	EACH(rule_of_nothing),
	EACH(marked_rules),
	EACH(expressions),
	EACH(branches),
	EACH(type_rules_refused),
	EACH(default_types),
	EACH(bounds),
	EACH(role_changes),
	EACH(extended),
	EACH(objects_without_memory),
	EACH(constraints),
	EACH(cleared_as_new),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
