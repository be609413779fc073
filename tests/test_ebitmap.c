/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What programs cannot ask of an ebitmap: how much memory a set takes, maxima
 * beyond the program's domain, buffers that are too small, and the published
 * examples, each on every implementation of ours.
 */
#include "../optimized/ebitmap_flat.h"

#include <lsm/alloc.h>
#include <lsm/ebitmap.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const uint32_t no_param[LSM_ARGS_MAX];

/* Run @test on each implementation that this processor can run. */
static void each(void (*test)(const struct lsm_ebitmap_ops *ops), bool peers)
{
	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		const struct lsm_ops *base = lsm_structure.impls[i];

		if (base->available && !base->available())
			continue;
		if (base->peer && !peers)
			continue;
		print_message("    %s\n", base->name);
		test((const struct lsm_ebitmap_ops *)base);
	}
}

static void *set_of(const struct lsm_ebitmap_ops *ops, const uint32_t *bit,
		    size_t nr)
{
	void *set = ops->base.create(NULL, no_param);

	assert_non_null(set);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(ops->set(set, bit[i], true), 0);
	return set;
}

#define SET(ops, ...)                                  \
	set_of(ops, (const uint32_t[]){ __VA_ARGS__ }, \
	       sizeof((uint32_t[]){ __VA_ARGS__ }) / 4)

/* The seed's two traps: the bound is a count, and a count of 0 is no bound. */
static void bounds(const struct lsm_ebitmap_ops *ops)
{
	void *allowed = SET(ops, 0, 1, 2), *asked = SET(ops, 2);
	void *five = SET(ops, 5), *none = ops->base.create(NULL, no_param);

	assert_true(ops->contains(allowed, asked, 2)); /* nprim is 2 */
	assert_false(ops->contains(allowed, asked, 1));
	assert_true(ops->contains(five, five, 0)); /* nprim is 0 */
	assert_false(ops->contains(five, five, 4));
	assert_true(ops->contains(none, none, 1));
	assert_true(ops->contains(five, none, 1));
	assert_false(ops->contains(none, five, 0));
	ops->base.destroy(allowed);
	ops->base.destroy(asked);
	ops->base.destroy(five);
	ops->base.destroy(none);
}

static void bounds_of_the_seed(void **state)
{
	(void)state;
	each(bounds, false);
}

static void example(const struct lsm_ebitmap_ops *ops)
{
	static const uint8_t image[] = {
		0x40, 0, 0, 0, 0xc0, 0, 0, 0, 3, 0, 0, 0, /* header */
		0,    0, 0, 0, 1,    0, 0, 0, 0, 0, 0, 0, /* 0 */
		0x40, 0, 0, 0, 1,    0, 0, 0, 0, 0, 0, 0, /* 64 */
		0x80, 0, 0, 0, 4,    0, 0, 0, 0, 0, 0, 0, /* 130 */
	};
	void *set = SET(ops, 130, 0, 64), *again = SET(ops, 9);
	uint8_t buf[sizeof(image)];
	size_t len = 99, used = 0;

	for (size_t room = 0; room < sizeof(image); room++) {
		assert_int_equal(ops->write(set, buf, room, &len), -ENOSPC);
		assert_int_equal(len, 99);
	}
	assert_int_equal(ops->write(set, buf, sizeof(buf), &len), 0);
	assert_int_equal(len, sizeof(image));
	assert_memory_equal(buf, image, sizeof(image));
	assert_int_equal(ops->read(again, image, sizeof(image), &used), 0);
	assert_int_equal(used, sizeof(image));
	assert_true(ops->equal(set, again));
	for (size_t cut = 0; cut < sizeof(image); cut++) {
		assert_int_equal(ops->read(again, image, cut, &used), -EINVAL);
		assert_int_equal(used, sizeof(image));
		assert_int_equal(ops->cardinality(again), 0);
	}
	ops->base.destroy(set);
	ops->base.destroy(again);
}

static void images_as_published(void **state)
{
	(void)state;
	each(example, false);
}

/* One bit, wherever it is, must not cost more than 64 KiB. */
static void one_bit(const struct lsm_ebitmap_ops *ops)
{
	static const uint32_t bit[] = { 0,	    63,		4095,
					65535,	    65536,	131071,
					0x7fffffff, 0x80000000, 0xfffffe7f,
					0xffffffff };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(bit); i++) {
		uint64_t before = lsm_alloc_requested();
		void *set = set_of(ops, &bit[i], 1), *copy;

		copy = ops->base.create(NULL, no_param);
		assert_true(lsm_alloc_requested() - before <= 65536);
		assert_int_equal(ops->copy(copy, set), 0);
		assert_true(lsm_alloc_requested() - before <= 2 * 65536);
		assert_true(ops->get(copy, bit[i]));
		ops->base.destroy(set);
		ops->base.destroy(copy);
	}
}

static void one_bit_is_cheap(void **state)
{
	(void)state;
	each(one_bit, false);
}

/* Beyond the program's domain: complements into the sparse far end. */
static void far_complement(const struct lsm_ebitmap_ops *ops)
{
	void *set = SET(ops, 1, 65535, 65536, 65600, 0xffffffff);
	void *dst = ops->base.create(NULL, no_param);
	uint32_t bit;

	assert_int_equal(ops->complement(dst, set, 65700), 0);
	assert_int_equal(ops->cardinality(dst), 65700 - 4);
	assert_true(ops->highest(dst, &bit));
	assert_int_equal(bit, 65699);
	assert_false(ops->get(dst, 65535));
	assert_false(ops->get(dst, 65600));
	assert_true(ops->next(dst, 65535, &bit));
	assert_int_equal(bit, 65537);
	assert_null(ops->base.check(dst));
	ops->base.destroy(set);
	ops->base.destroy(dst);
}

static void complements_reach_far(void **state)
{
	(void)state;
	each(far_complement, false);
}

/* Every operation that allocates, failed at each allocation in turn. */
static void atomic(const struct lsm_ebitmap_ops *ops)
{
	void *a = SET(ops, 0, 400, 70000, 0x80000000), *b = SET(ops, 1, 900);
	void *dst = ops->base.create(NULL, no_param);
	int (*const binary[])(void *, const void *,
			      const void *) = { ops->intersect, ops->unite,
						ops->differ };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(binary); i++)
		for (uint32_t n = 1;; n++) {
			int status;

			lsm_alloc_fail(n);
			status = binary[i](dst, a, b);
			if (!lsm_alloc_failed()) {
				assert_int_equal(status, 0);
				break;
			}
			assert_int_equal(status, -ENOMEM);
			assert_int_equal(ops->cardinality(dst), 0);
			assert_null(ops->base.check(dst));
		}
	ops->base.destroy(a);
	ops->base.destroy(b);
	ops->base.destroy(dst);
}

static void failures_leave_nothing_half_built(void **state)
{
	int64_t before = lsm_alloc_live();

	(void)state;
	each(atomic, false);
	assert_int_equal(lsm_alloc_live(), before);
}

/* Memory runs out long before 2^32 positions do; none of them may hang. */
static void whole_range(const struct lsm_ebitmap_ops *ops)
{
	void *src = ops->base.create(NULL, no_param);
	void *dst = SET(ops, 3);

	lsm_alloc_limit(1u << 20);
	assert_int_equal(ops->complement(dst, src, UINT64_C(1) << 32), -ENOMEM);
	lsm_alloc_limit(0);
	assert_int_equal(ops->cardinality(dst), 0);
	assert_null(ops->base.check(dst));
	ops->base.destroy(src);
	ops->base.destroy(dst);
}

static void complements_of_everything_run_out_of_memory(void **state)
{
	(void)state;
	each(whole_range, false);
}

/* Many far members: linear memory, and an image that is read in one pass. */
static void many_units(const struct lsm_ebitmap_ops *ops)
{
	enum {
		UNITS = 100000
	};
	static uint8_t image[LSM_EBITMAP_IMAGE_BYTES(UNITS)];
	static uint8_t again[sizeof(image)];
	void *set = ops->base.create(NULL, no_param);
	uint64_t before;
	size_t len = 12;

	for (uint32_t i = 0; i < UNITS; i++, len += 12) {
		uint32_t unit[3] = { i * 64, 1, 0 };

		memcpy(image + len, unit, sizeof(unit));
	}
	memcpy(image, (uint32_t[]){ 64, UNITS * 64, UNITS }, 12);
	before = lsm_alloc_requested();
	assert_int_equal(ops->read(set, image, sizeof(image), &len), 0);
	/* Growing by doubling asks for twice what is needed in the end. */
	assert_true(lsm_alloc_requested() - before < UNITS * 4 * 64);
	assert_int_equal(ops->cardinality(set), UNITS);
	assert_int_equal(ops->write(set, again, sizeof(again), &len), 0);
	assert_memory_equal(image, again, sizeof(image));
	ops->base.destroy(set);
}

static void images_may_be_long(void **state)
{
	(void)state;
	each(many_units, false);
}

/* Taking out what is not in must not cost anything. */
static void absent(const struct lsm_ebitmap_ops *ops)
{
	static const uint32_t bit[] = { 0, 600, 65535, 65536, 0xffffffff };
	void *set = SET(ops, 1);
	uint64_t before = lsm_alloc_requested();

	for (size_t i = 0; i < LSM_ARRAY_SIZE(bit); i++)
		assert_int_equal(ops->set(set, bit[i], false), 0);
	assert_int_equal(lsm_alloc_requested(), before);
	ops->base.destroy(set);
}

static void clearing_the_absent_is_free(void **state)
{
	(void)state;
	each(absent, false);
}

/* An image in an exactly sized buffer, and one byte less, for many units. */
static void exact(const struct lsm_ebitmap_ops *ops)
{
	void *set = SET(ops, 0, 64, 128, 500, 70000);
	size_t size = LSM_EBITMAP_IMAGE_BYTES(5), len = 77;
	uint8_t *buf = lsm_malloc(size);

	memset(buf, '?', size);
	assert_int_equal(ops->write(set, buf, size - 1, &len), -ENOSPC);
	for (size_t i = 0; i < size; i++)
		assert_int_equal(buf[i], '?');
	assert_int_equal(len, 77);
	assert_int_equal(ops->set(set, LSM_EBITMAP_IMAGE_END, true), 0);
	assert_int_equal(ops->write(set, buf, size, &len), -ERANGE);
	assert_int_equal(len, 77);
	lsm_free(buf);
	ops->base.destroy(set);
}

static void refused_writes_touch_nothing(void **state)
{
	(void)state;
	each(exact, false);
}

static void flat_takes_the_widest_kernels(void **state)
{
	(void)state;
#ifdef __x86_64__
	assert_int_equal(flat_has_avx2(), !!__builtin_cpu_supports("avx2"));
	assert_int_equal(flat_has_avx512(),
			 !!__builtin_cpu_supports("avx512f"));
	if (__builtin_cpu_supports("avx512f"))
		assert_ptr_equal(flat_best_kernels(), &flat_kernels_avx512);
	else if (__builtin_cpu_supports("avx2"))
		assert_ptr_equal(flat_best_kernels(), &flat_kernels_avx2);
	else
		assert_ptr_equal(flat_best_kernels(), &flat_kernels_portable);
#else
	assert_ptr_equal(flat_best_kernels(), &flat_kernels_portable);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_of_the_seed),
		cmocka_unit_test(images_as_published),
		cmocka_unit_test(one_bit_is_cheap),
		cmocka_unit_test(complements_reach_far),
		cmocka_unit_test(failures_leave_nothing_half_built),
		cmocka_unit_test(complements_of_everything_run_out_of_memory),
		cmocka_unit_test(images_may_be_long),
		cmocka_unit_test(clearing_the_absent_is_free),
		cmocka_unit_test(refused_writes_touch_nothing),
		cmocka_unit_test(flat_takes_the_widest_kernels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
