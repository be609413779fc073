/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counting, failing, limited allocator. */
#include <lsm/alloc.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void live_blocks_are_counted(void **state)
{
	int64_t before = lsm_alloc_live();
	char *a = lsm_malloc(1), *b = lsm_calloc(2, 3), *c = lsm_strdup("abc");
	char *d = NULL;

	(void)state;
	assert_int_equal(lsm_asprintf(&d, "%d", 42), 2);
	assert_string_equal(d, "42");
	assert_int_equal(lsm_alloc_live() - before, 4);
	a = lsm_realloc(a, 100);
	assert_int_equal(lsm_alloc_live() - before, 4);
	lsm_free(a);
	lsm_free(b);
	lsm_free(c);
	lsm_free(d);
	lsm_free(NULL);
	assert_int_equal(lsm_alloc_live(), before);
}

static void the_nth_allocation_fails_and_no_other(void **state)
{
	char *a, *b;

	(void)state;
	lsm_alloc_fail(2);
	a = lsm_malloc(1);
	assert_non_null(a);
	assert_null(lsm_realloc(a, 50)); /* and the old block is kept */
	b = lsm_malloc(1);
	assert_non_null(b);
	assert_true(lsm_alloc_failed());
	assert_false(lsm_alloc_failed());
	lsm_free(a);
	lsm_free(b);

	lsm_alloc_fail(3);
	a = lsm_malloc(1);
	assert_false(lsm_alloc_failed());
	lsm_free(a);
}

static void sizes_that_overflow_are_refused(void **state)
{
	(void)state;
	assert_null(lsm_calloc(SIZE_MAX / 2, 3));
	assert_null(lsm_reallocarray(NULL, SIZE_MAX / 2, 3));
}

static void a_limit_holds_and_can_be_lifted(void **state)
{
	char *a, *b;

	(void)state;
	lsm_alloc_limit(10000);
	a = lsm_malloc(6000);
	assert_non_null(a);
	assert_null(lsm_malloc(6000));
	assert_null(lsm_malloc(SIZE_MAX / 2));
	assert_null(lsm_realloc(a, 20000));
	lsm_free(a);
	b = lsm_malloc(6000);
	assert_non_null(b);
	lsm_free(b);
	lsm_alloc_limit(0);
	b = lsm_malloc(20000);
	assert_non_null(b);
	lsm_free(b);
}

static void requested_bytes_only_grow(void **state)
{
	uint64_t before = lsm_alloc_requested();

	(void)state;
	lsm_free(lsm_malloc(10));
	lsm_free(lsm_calloc(3, 4));
	assert_int_equal(lsm_alloc_requested() - before, 22);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(live_blocks_are_counted),
		cmocka_unit_test(the_nth_allocation_fails_and_no_other),
		cmocka_unit_test(sizes_that_overflow_are_refused),
		cmocka_unit_test(a_limit_holds_and_can_be_lifted),
		cmocka_unit_test(requested_bytes_only_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
