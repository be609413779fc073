/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache model and the layouts of audit's rules, by hand. */
#include "../bench/audit_layout.h"
#include "../bench/cache_model.h"

#include "../fuzzers/audit_words.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

extern const struct lsm_audit_ops lsm_audit_pooled;

static struct cache_model cache;

/* Touch lines of one set again and again; misses of the last round. */
static uint64_t rounds(const uint64_t *address, size_t nr, int times)
{
	uint64_t before = 0;

	for (int i = 0; i < times; i++) {
		before = cache.misses;
		for (size_t k = 0; k < nr; k++)
			cache_model_touch(&cache, address[k]);
	}
	return cache.misses - before;
}

static void hits_and_misses(void **state)
{
	(void)state;
	assert_int_equal(cache_model_init(&cache, 4, 2), 0);
	assert_false(cache_model_touch(&cache, 0));
	assert_true(cache_model_touch(&cache, 63)); /* the same line */
	assert_false(cache_model_touch(&cache, 64)); /* the next set */
	assert_false(cache_model_touch(&cache, 256)); /* set 0, second way */
	assert_true(cache_model_touch(&cache, 0));
	assert_false(
		cache_model_touch(&cache, 512)); /* drops 256, the oldest */
	assert_true(cache_model_touch(&cache, 0));
	assert_false(cache_model_touch(&cache, 256));
	assert_int_equal(cache.accesses, 8);
	assert_int_equal(cache.misses, 5);
	cache_model_free(&cache);
}

/* As many lines as ways stay; one more, in a ring, and none does. */
static void ring_of_one_set(void **state)
{
	uint64_t address[9];

	(void)state;
	for (uint64_t i = 0; i < 9; i++)
		address[i] = i * 4096 + 128;
	assert_int_equal(cache_model_init(&cache, 64, 8), 0);
	assert_int_equal(rounds(address, 8, 3), 0);
	assert_int_equal(rounds(address, 9, 3), 9);
	cache_model_free(&cache);
}

/* 64 entries at 512-byte steps meet in 8 sets, at 448-byte ones in 64. */
static void steps(void **state)
{
	uint64_t address[2][65];

	(void)state;
	for (uint64_t i = 0; i < 65; i++) {
		address[0][i] = i * 512;
		address[1][i] = i * 448;
	}
	assert_int_equal(cache_model_init(&cache, 64, 8), 0);
	assert_int_equal(rounds(address[0], 64, 3), 0);
	assert_int_equal(rounds(address[0], 65, 3), 9);
	assert_int_equal(rounds(address[1], 65, 3), 0);
	cache_model_free(&cache);
	assert_int_equal(cache_model_init(&cache, 64, 1), 0);
	assert_int_equal(rounds(address[1], 64, 3), 0);
	assert_int_equal(rounds(address[0], 64, 3), 64);
	cache_model_free(&cache);
}

static void pages(void **state)
{
	struct page_map map, same;
	bool seen[50] = { false };

	(void)state;
	assert_int_equal(page_map_init(&map, 50, 7), 0);
	assert_int_equal(page_map_init(&same, 50, 7), 0);
	for (uint64_t i = 0; i < 50; i++) {
		uint64_t address = page_map_address(&map, i * 4096 + i);

		assert_int_equal(address % 4096, i);
		assert_in_range(address / 4096, 0, 49);
		assert_false(seen[address / 4096]);
		seen[address / 4096] = true;
		assert_int_equal(address,
				 page_map_address(&same, i * 4096 + i));
	}
	page_map_free(&map);
	page_map_free(&same);
}

static struct {
	uint64_t address[64];
	size_t nr;
} read;

static void note(uint64_t address, void *arg)
{
	(void)arg;
	read.address[read.nr++] = address;
}

static struct pooled_filter *filter_with(const char *a, const char *b)
{
	struct pooled_filter *filter = pooled_create(POOLED_STEP);
	struct audit_request request;

	assert_non_null(filter);
	audit_rule_from_words(&request, a, strlen(a));
	assert_int_equal(lsm_audit_pooled.add(filter, &request.rule), 0);
	audit_rule_from_words(&request, b, strlen(b));
	assert_int_equal(lsm_audit_pooled.add(filter, &request.rule), 0);
	return filter;
}

static void walk(const struct layout *layout, uint32_t nr)
{
	struct lsm_audit_event event;

	audit_event_init(&event);
	event.nr = nr;
	read.nr = 0;
	layout_walk(layout, &event, note, NULL);
}

static size_t lines_of(uint64_t from, uint64_t bytes)
{
	bool seen[8] = { false };
	size_t nr = 0;

	for (size_t i = 0; i < read.nr; i++) {
		uint64_t line = (read.address[i] - from) / CACHE_LINE;

		if (read.address[i] < from || read.address[i] >= from + bytes)
			continue;
		nr += !seen[line];
		seen[line] = true;
	}
	return nr;
}

/*
 * A rule that is not for the call: its first line, and that of its mask's word
 * for calls above 127.  One that is: lines 0, 4, 5, 6 and its fields.
 */
static void what_is_read(void **state)
{
	struct pooled_filter *filter = filter_with(
		"-a4,2 -S300 -Fuid=5 -Fpid=1", "-a4,2 -S1 -Fuid=0 -Fpid=7 -kk");
	struct layout layout;

	(void)state;
	for (int kind = LAYOUT_SLAB; kind <= LAYOUT_POOL; kind++) {
		assert_int_equal(layout_place(&layout, filter,
					      (enum layout_kind)kind, 3),
				 0);
		assert_int_equal(layout.nr, 2);
		assert_int_equal(
			layout.at[0] % (kind == LAYOUT_SLAB ? 512 : 64), 0);
		walk(&layout, 39);
		assert_int_equal(read.nr, 4);
		assert_int_equal(lines_of(layout.at[0], 448), 1);
		walk(&layout, 299);
		assert_int_equal(lines_of(layout.at[0], 448), 2);
		walk(&layout, 1);
		assert_int_equal(lines_of(layout.at[0], 448), 1);
		assert_int_equal(lines_of(layout.at[1], 448), 4);
		/* uid holds, pid does not: two fields of three. */
		assert_int_equal(read.address[read.nr - 1],
				 layout.fields[1] + 32);
		assert_int_equal(read.nr, 2 + 5 + 2);
	}
	assert_int_equal(layout_place(&layout, filter, LAYOUT_PACKED, 3), 0);
	walk(&layout, 39);
	assert_int_equal(lines_of(layout.rows + 39 * 8, 8), 1);
	assert_int_equal(read.nr, 2);
	lsm_audit_pooled.base.destroy(filter);
}

/* No two rules share a byte, in whatever order places are dealt out. */
static void places(void **state)
{
	struct pooled_filter *filter = pooled_create(POOLED_STEP);
	struct layout layout;
	size_t nr;
	const struct lsm_audit_rule *rule = audit_set(AUDIT_SET_STIG, &nr);

	(void)state;
	assert_non_null(filter);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(lsm_audit_pooled.add(filter, &rule[i]), 0);
	for (uint32_t seed = 0; seed < 20; seed++)
		for (int kind = LAYOUT_SLAB; kind <= LAYOUT_POOL; kind++) {
			assert_int_equal(layout_place(&layout, filter,
						      (enum layout_kind)kind,
						      seed),
					 0);
			assert_int_equal(layout.nr, 34);
			for (size_t i = 0; i < 34; i++)
				for (size_t k = 0; k < i; k++)
					assert_true(layout.at[i] + 448 <=
							    layout.at[k] ||
						    layout.at[k] + 448 <=
							    layout.at[i]);
		}
	lsm_audit_pooled.base.destroy(filter);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(hits_and_misses), cmocka_unit_test(ring_of_one_set),
	cmocka_unit_test(steps),	   cmocka_unit_test(pages),
	cmocka_unit_test(what_is_read),	   cmocka_unit_test(places),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
