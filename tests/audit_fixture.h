/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_fixture.h - what the unit tests of audit's filter rules stand on */
#ifndef LSM_TESTS_AUDIT_FIXTURE_H
#define LSM_TESTS_AUDIT_FIXTURE_H

#include "../fuzzers/audit_words.h"

#include <lsm/alloc.h>

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

/* The implementation under test, and an object of it. */
static const struct lsm_audit_ops *ops;
static void *filter;

static inline int add(const char *words)
{
	struct audit_request request;

	audit_rule_from_words(&request, words, strlen(words));
	return ops->add(filter, &request.rule);
}

static inline int del(const char *words)
{
	struct audit_request request;

	audit_rule_from_words(&request, words, strlen(words));
	return ops->del(filter, &request.rule);
}

/* Add rules that are separated by semicolons. */
static inline void add_all(const char *rules)
{
	while (*rules) {
		size_t len = strcspn(rules, ";");
		struct audit_request request;

		audit_rule_from_words(&request, rules, len);
		assert_int_equal(ops->add(filter, &request.rule), 0);
		rules += len + (rules[len] == ';');
	}
}

static inline struct lsm_audit_event *event_of(const char *words)
{
	static struct audit_scene scene;

	audit_event_from_words(&scene, words, strlen(words));
	return &scene.event;
}

static inline struct lsm_audit_verdict on_syscall(const char *event)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;

	ops->syscall(filter, event_of(event), &verdict);
	return verdict;
}

static inline bool count_rule(const struct lsm_audit_rule *rule, uint64_t prio,
			      void *arg)
{
	(void)rule;
	(void)prio;
	++*(size_t *)arg;
	return true;
}

static inline size_t nr_rules(void)
{
	size_t nr = 0;

	ops->list(filter, count_rule, &nr);
	return nr;
}

static inline void clear_all(void)
{
	ops->base.clear(filter);
	assert_int_equal(nr_rules(), 0);
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
	static const uint32_t param[LSM_ARGS_MAX];
	const struct each *each = *state;

	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		/* Kernel trees are held to programs alone. */
		if (lsm_structure.impls[i]->family)
			continue;
		int64_t live = lsm_alloc_live();

		ops = (const struct lsm_audit_ops *)lsm_structure.impls[i];
		filter = ops->base.create(NULL, param);
		assert_non_null(filter);
		each->run();
		assert_null(ops->base.check(filter));
		ops->base.destroy(filter);
		assert_int_equal(lsm_alloc_live(), live);
	}
}

#endif /* LSM_TESTS_AUDIT_FIXTURE_H */
