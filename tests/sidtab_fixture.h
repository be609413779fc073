/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_fixture.h - what the unit tests of SID tables stand on */
#ifndef LSM_TESTS_SIDTAB_FIXTURE_H
#define LSM_TESTS_SIDTAB_FIXTURE_H

#include <lsm/alloc.h>
#include <lsm/sidtab.h>

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The implementation under test, and an object of it with two cached texts. */
static const struct lsm_sidtab_ops *ops;
static void *setup;
static void *self;

static inline void *make_evicting(enum lsm_sidtab_eviction eviction,
				  uint32_t policy, uint32_t capacity,
				  uint32_t limit)
{
	const uint32_t param[LSM_ARGS_MAX] = { policy, capacity, capacity == 0,
					       limit, eviction };
	void *table = ops->base.create(setup, param);

	assert_non_null(table);
	return table;
}

static inline void *make(uint32_t policy, uint32_t capacity, uint32_t limit)
{
	return make_evicting(LSM_SIDTAB_LRU, policy, capacity, limit);
}

static inline void set_up(const struct lsm_ops *base)
{
	ops = (const struct lsm_sidtab_ops *)base; /* base is first */
	setup = base->setup ? base->setup() : NULL;
	assert_true(!base->setup || setup);
	self = make(LSM_SIDTAB_SMALL, 2, 0);
}

static inline void tear_down(void)
{
	assert_null(ops->base.check(self));
	ops->base.destroy(self);
	if (setup)
		ops->base.teardown(setup);
}

struct each {
	void (*run)(void);
	bool whole; /* only where nothing is lacking */
};

/* cmocka tests that run @fn on each implementation, or on each but peers. */
#define EACH_OF(fn, whole)                               \
	{                                                \
#fn, on_each, NULL, NULL, &(struct each) \
		{                                        \
			fn, whole                        \
		}                                        \
	}
#define EACH(fn) EACH_OF(fn, false)
#define EACH_WHOLE(fn) EACH_OF(fn, true)

/* None of them may lose memory. */
static inline void on_each(void **state)
{
	const struct each *each = *state;

	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		/* Kernel trees are held to programs alone. */
		if (lsm_structure.impls[i]->family)
			continue;
		int64_t live = lsm_alloc_live();

		if (each->whole && lsm_structure.impls[i]->peer)
			continue;
		set_up(lsm_structure.impls[i]);
		each->run();
		tear_down();
		assert_int_equal(lsm_alloc_live(), live);
	}
}

/* The SID of a context, or -errno. */
static inline int64_t add(void *table, const char *text, bool force)
{
	uint32_t sid = 0;
	int status =
		ops->add(table, text, strlen(text), force, NULL, NULL, &sid);

	return status ? status : (int64_t)sid;
}

static inline const char *keep(int status, char *text, size_t len)
{
	static char kept[16384];

	if (status)
		return "(no meaning)";
	assert_int_equal(len, strlen(text) + 1);
	assert_true(len <= sizeof(kept));
	memcpy(kept, text, len);
	lsm_free(text);
	return kept;
}

static inline const char *text_of(void *table, uint32_t sid, bool force)
{
	char *text = NULL;
	size_t len = 0;
	int status = ops->text(table, sid, force, &text, &len);

	return keep(status, text, len);
}

/* As text_of(), through the cache where there is one. */
static inline const char *text_by_cache(void *table, uint32_t sid, bool force)
{
	char *text = NULL;
	size_t len = 0;
	int status = (ops->translate ? ops->translate : ops->text)(
		table, sid, force, &text, &len);

	return keep(status, text, len);
}

#endif /* LSM_TESTS_SIDTAB_FIXTURE_H */
