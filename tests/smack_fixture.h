/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_fixture.h - what the unit tests of Smack tables stand on */
#ifndef LSM_TESTS_SMACK_FIXTURE_H
#define LSM_TESTS_SMACK_FIXTURE_H

#include <lsm/alloc.h>
#include <lsm/smack.h>

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

/* The implementation under test, and a new table of it. */
static const struct lsm_smack_ops *ops;
static void *table;

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

/* None of them may lose memory; three shapes of the table for those who care.
 */
static void on_each(void **state)
{
	static const uint32_t shape[][LSM_ARGS_MAX] = {
		{ 0, LSM_SMACK_DJB33 },
		{ 4, LSM_SMACK_NAME },
		{ 512, LSM_SMACK_FNV1A },
	};
	const struct each *each = *state;

	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		for (size_t k = 0; k < LSM_ARRAY_SIZE(shape); k++) {
			int64_t live = lsm_alloc_live();

			ops = (const struct lsm_smack_ops *)
				      lsm_structure.impls[i];
			table = ops->base.create(NULL, shape[k]);
			assert_non_null(table);
			each->run();
			assert_null(ops->base.check(table));
			ops->base.destroy(table);
			assert_int_equal(lsm_alloc_live(), live);
		}
	}
}

/* A text in memory of just its length, so that ASan sees its end. */
static inline char *exactly(const char *text, size_t len)
{
	char *copy = test_malloc(len + !len);

	memcpy(copy, text, len);
	return copy;
}

/* Return: -errno, or the secid. */
static inline int64_t import_bytes(const char *text, size_t len)
{
	char *copy = exactly(text, len);
	const void *label = NULL;
	int status = ops->import(table, copy, len, &label);

	test_free(copy);
	if (status)
		assert_null(label);
	return status ? status : (int64_t)ops->secid(label);
}

static inline int64_t import(const char *text)
{
	return import_bytes(text, strlen(text));
}

static inline int64_t import_task(const char *text, size_t len)
{
	char *copy = exactly(text, len);
	const void *label = NULL;
	int status = ops->import_task(table, copy, len, &label);

	test_free(copy);
	return status ? status : (int64_t)ops->secid(label);
}

static inline const void *find(const char *text)
{
	return ops->find(table, text, strlen(text));
}

static inline long load_bytes(enum lsm_smack_scope scope,
			      enum lsm_smack_format format, const char *text,
			      size_t len)
{
	char *copy = exactly(text, len);
	long taken = ops->load(table, scope, format, copy, len);

	test_free(copy);
	return taken;
}

/* Load rules of three words into the system's. */
static inline long load(const char *text)
{
	return load_bytes(LSM_SMACK_SYSTEM, LSM_SMACK_LONG, text, strlen(text));
}

static inline long load_task(const char *text)
{
	return load_bytes(LSM_SMACK_TASK, LSM_SMACK_LONG, text, strlen(text));
}

static inline long change(const char *text)
{
	return load_bytes(LSM_SMACK_SYSTEM, LSM_SMACK_CHANGE, text,
			  strlen(text));
}

static inline int decide(const char *subject, const char *object,
			 uint32_t request)
{
	assert_non_null(find(subject));
	assert_non_null(find(object));
	return ops->access(table, find(subject), find(object), request);
}

static inline int decide_task(const char *subject, const char *object,
			      uint32_t request)
{
	return ops->task_access(table, find(subject), find(object), request);
}

static inline long revoke(const char *text)
{
	return ops->revoke(table, text, strlen(text));
}

static inline int query(enum lsm_smack_format format, const char *text,
			size_t len)
{
	char *copy = exactly(text, len);
	int answer = ops->query(table, format, copy, len);

	test_free(copy);
	return answer;
}

#endif /* LSM_TESTS_SMACK_FIXTURE_H */
