/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules sections: one whose content is known, in every implementation. */
#include <lsm/policy.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define U16(v) (v) & 0xff, (v) >> 8 & 0xff
#define U32(v) U16(v), (v) >> 16 & 0xff, (v) >> 24 & 0xff
#define RULE(s, t, c, rule, data) U16(s), U16(t), U16(c), U16(rule), U32(data)

/* allow 1 2:1 7; if (b1 && !b2) type_transition 1 2:1 3 else the same, 4. */
static const uint8_t section[] = {
	U32(1),
	RULE(1, 2, 1, 0x1, 7),
	U32(1),
	U32(0),
	U32(4),
	U32(1),
	U32(1),
	U32(1),
	U32(2),
	U32(2),
	U32(0),
	U32(4),
	U32(0),
	U32(1),
	RULE(1, 2, 1, 0x10, 3),
	U32(1),
	RULE(1, 2, 1, 0x8010, 4),
};

static const struct lsm_policy_limits limits = {
	.rules = { .types = 4, .classes = 1 },
	.booleans = 2,
};

static const struct lsm_policy_ops *impl(size_t i)
{
	return (const struct lsm_policy_ops *)lsm_structure.impls[i];
}

static void *make(const struct lsm_policy_ops *ops)
{
	static const uint32_t none[LSM_ARGS_MAX];
	void *self = ops->base.create(NULL, none);

	assert_non_null(self);
	return self;
}

/* Of the rules visited: how many, and the data of one that is enabled. */
struct seen {
	uint32_t rules;
	uint32_t enabled;
};

static void see(const struct lsm_avtab_rule *rule, void *arg)
{
	struct seen *seen = arg;

	seen->rules++;
	if (rule->key.specified & LSM_AVTAB_ENABLED)
		seen->enabled += rule->datum.data;
}

static void expect(const struct lsm_policy_ops *ops, const void *self,
		   int state, uint32_t enabled)
{
	const struct lsm_avtab_key key = { 1, 2, 1, LSM_AVTAB_TYPE };
	struct lsm_policy_conditional at;
	struct seen seen = { 0 };

	assert_true(ops->conditional(self, 0, &at));
	assert_int_equal(at.state, state);
	assert_int_equal(at.nodes, 4);
	ops->walk(self, &key, see, &seen);
	assert_int_equal(seen.rules, 2);
	assert_int_equal(seen.enabled, enabled);
}

static void a_section_is_what_it_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		const struct lsm_policy_ops *ops = impl(i);
		const struct lsm_avtab_key key = { 1, 2, 1, 1 };
		struct lsm_policy_conditional at;
		struct lsm_avtab_rule rule;
		void *self = make(ops);
		size_t used = 0;

		assert_int_equal(ops->read(self, &limits, 1, section,
					   sizeof(section), &used),
				 0);
		assert_int_equal(used, sizeof(section));
		assert_true(ops->search(self, &key, &rule));
		assert_int_equal(rule.datum.data, 7);
		expect(ops, self, 1, 3);
		ops->evaluate(self, 3);
		expect(ops, self, 0, 4);
		ops->evaluate(self, 1);
		expect(ops, self, 1, 3);
		assert_false(ops->conditional(self, 1, &at));
		ops->base.destroy(self);
	}
}

static void an_error_leaves_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		const struct lsm_policy_ops *ops = impl(i);
		struct lsm_policy_conditional at;
		struct seen seen = { 0 };
		void *self = make(ops);
		size_t used = 5;

		assert_int_equal(ops->read(self, &limits, 1, section,
					   sizeof(section), &used),
				 0);
		used = 5;
		assert_int_equal(ops->read(self, &limits, 1, section,
					   sizeof(section) - 1, &used),
				 -EINVAL);
		assert_int_equal(used, 5);
		ops->rules(self, see, &seen);
		assert_int_equal(seen.rules, 0);
		assert_false(ops->conditional(self, 0, &at));
		assert_int_equal(ops->read_rules(self, &limits.rules, section,
						 sizeof(section), &used),
				 0);
		assert_int_equal(used, 16);
		assert_false(ops->conditional(self, 0, &at));
		ops->base.destroy(self);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_section_is_what_it_says),
		cmocka_unit_test(an_error_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
