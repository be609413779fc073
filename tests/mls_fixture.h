/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_fixture.h - what the unit tests of MLS ranges stand on */
#ifndef LSM_TESTS_MLS_FIXTURE_H
#define LSM_TESTS_MLS_FIXTURE_H

#include <lsm/alloc.h>
#include <lsm/mls.h>

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#define LOW LSM_MLS_LOW
#define HIGH LSM_MLS_HIGH
#define RANGE LSM_MLS_RANGE

/* The implementation under test, and two objects of each policy. */
static const struct lsm_mls_ops *ops;
static void *setup;
static void *small, *small2, *big, *big2;

static inline void *make(uint32_t policy)
{
	const uint32_t param[LSM_ARGS_MAX] = { policy };
	void *self = ops->base.create(setup, param);

	assert_non_null(self);
	return self;
}

static void make_all(const struct lsm_ops *base)
{
	ops = (const struct lsm_mls_ops *)base; /* base is first */
	setup = base->setup ? base->setup() : NULL;
	assert_true(!base->setup || setup);
	small = make(LSM_MLS_SMALL);
	small2 = make(LSM_MLS_SMALL);
	big = make(LSM_MLS_BIG);
	big2 = make(LSM_MLS_BIG);
}

static void free_all(void)
{
	void *const all[] = { small, small2, big, big2 };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(all); i++) {
		assert_null(ops->base.check(all[i]));
		ops->base.destroy(all[i]);
	}
	if (setup)
		ops->base.teardown(setup);
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
		/* Kernel trees are held to programs alone. */
		if (lsm_structure.impls[i]->family)
			continue;
		int64_t live = lsm_alloc_live();

		make_all(lsm_structure.impls[i]);
		each->run();
		free_all();
		assert_int_equal(lsm_alloc_live(), live);
	}
}

static inline int parse_part(void *self, enum lsm_mls_part part,
			     const char *text)
{
	return ops->parse(self, part, text, strlen(text));
}

static inline int parse(void *self, const char *text)
{
	return parse_part(self, RANGE, text);
}

static inline const char *part_text(const void *self, enum lsm_mls_part part)
{
	static char text[16384];
	size_t need, len;

	if (ops->length(self, part, &need))
		return "(nameless)";
	assert_int_equal(ops->print(self, part, text, sizeof(text), &len), 0);
	assert_int_equal(len, need);
	assert_int_equal(len, strlen(text) + 1);
	return text;
}

static inline const char *text_of(const void *self)
{
	return part_text(self, RANGE);
}

static inline void set(void *self, enum lsm_mls_part end, uint32_t position)
{
	assert_int_equal(ops->set_cat(self, end, position, true), 0);
}

static inline bool dominates(const void *a, const void *b)
{
	return ops->dominates(a, LOW, b, LOW);
}

#endif /* LSM_TESTS_MLS_FIXTURE_H */
