/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_fixture.h - what the unit tests of access decisions stand on */
#ifndef LSM_TESTS_DECISION_FIXTURE_H
#define LSM_TESTS_DECISION_FIXTURE_H

#include <lsm/alloc.h>
#include <lsm/decision.h>

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#define ALWAYS LSM_DECISION_ALWAYS
#define ALL UINT32_MAX

/* The implementation under test, and its object. */
static const struct lsm_decision_ops *ops;
static void *setup;
static void *policy;

static void *make(uint32_t types)
{
	const uint32_t param[LSM_ARGS_MAX] = { types };

	return ops->base.create(setup, param);
}

struct each {
	void (*run)(void);
};

/* A cmocka test that runs @fn on each implementation. */
#define EACH(fn)                                         \
	{                                                \
#fn, on_each, NULL, NULL, &(struct each) \
		{                                        \
			fn                               \
		}                                        \
	}

/* None of them may lose memory. */
static void on_each(void **state)
{
	const struct each *each = *state;

	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		int64_t live;

		ops = (const struct lsm_decision_ops *)lsm_structure.impls[i];
		setup = ops->base.setup ? ops->base.setup() : NULL;
		assert_true(!ops->base.setup || setup);
		live = lsm_alloc_live();
		policy = make(0);
		assert_non_null(policy);
		each->run();
		assert_null(ops->base.check(policy));
		ops->base.destroy(policy);
		assert_int_equal(lsm_alloc_live(), live);
		if (setup)
			ops->base.teardown(setup);
	}
}

#endif /* LSM_TESTS_DECISION_FIXTURE_H */
