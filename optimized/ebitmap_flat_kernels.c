/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations on arrays, three times: plain C, AVX2, AVX-512.  The arrays are
 * whole blocks of FLAT_BLOCK_WORDS words and need not be aligned, but had
 * better.
 */
#include "ebitmap_flat.h"

#define FIRST_BIT(word) ((size_t)__builtin_ctzll(word))

/* One of each for every instruction set, inlined into its containment. */
#define INLINE inline __attribute__((always_inline))

/*
 * Whether each word of @b is in the word of @a, in the blocks whose bits are in
 * @blocks, bit 0 standing for the block that @a and @b point to.
 */
typedef bool subset_fn(const uint64_t *a, const uint64_t *b, uint64_t blocks);

/*
 * Most blocks need no look: empty ones of the inner set, and full ones of the
 * outer.  What is left lies in both arrays.
 */
static INLINE bool contains_large(const struct flat *outer,
				  const struct flat *inner, uint32_t last,
				  subset_fn *subset)
{
	if (last && flat_exceeds(inner, last))
		return false;
	for (size_t i = 0; i < FLAT_SUMMARY_WORDS; i++)
		if (inner->any[i] & ~outer->any[i] ||
		    inner->full[i] & ~outer->full[i])
			return false;
	for (size_t i = 0; i < FLAT_SUMMARY_WORDS; i++) {
		size_t at = i * FLAT_SUMMARY_STEP;

		if (!subset(outer->word + at, inner->word + at,
			    inner->any[i] & ~outer->full[i]))
			return false;
	}
	return flat_side_contains(&outer->side, &inner->side);
}

/*
 * A set that never outgrew its first words needs no summary, and most bounds
 * are behind it.  Whatever else there is to do is another function's, so that
 * this one needs no stack.
 */
static INLINE bool is_small(const struct flat *inner, uint32_t last)
{
	return inner->words == FLAT_FIRST_WORDS && !inner->side.nr &&
	       (!last || last >= FLAT_FIRST_BITS - 1);
}

#define CONTAINS(name, TARGET)                                              \
	TARGET __attribute__((noinline)) static bool contains_large_##name( \
		const struct flat *outer, const struct flat *inner,         \
		uint32_t last)                                              \
	{                                                                   \
		return contains_large(outer, inner, last, subset_##name);   \
	}                                                                   \
                                                                            \
	TARGET bool flat_contains_##name(const void *a, const void *b,      \
					 uint32_t last)                     \
	{                                                                   \
		const struct flat *outer = a, *inner = b;                   \
                                                                            \
		if (!is_small(inner, last))                                 \
			return contains_large_##name(outer, inner, last);   \
		return subset_first_##name(outer->word, inner->first);      \
	}

static INLINE bool block_subset_portable(const uint64_t *a, const uint64_t *b)
{
	uint64_t stray = 0;

	for (size_t i = 0; i < FLAT_BLOCK_WORDS; i++)
		stray |= b[i] & ~a[i];
	return !stray;
}

static INLINE bool subset_first_portable(const uint64_t *a, const uint64_t *b)
{
	return block_subset_portable(a, b) &&
	       block_subset_portable(a + FLAT_BLOCK_WORDS,
				     b + FLAT_BLOCK_WORDS);
}

static INLINE bool subset_portable(const uint64_t *a, const uint64_t *b,
				   uint64_t blocks)
{
	for (; blocks; blocks &= blocks - 1) {
		size_t at = FIRST_BIT(blocks) * FLAT_BLOCK_WORDS;

		if (!block_subset_portable(a + at, b + at))
			return false;
	}
	return true;
}

static void intersect_portable(uint64_t *dst, const uint64_t *a,
			       const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i++)
		dst[i] = a[i] & b[i];
}

static void unite_portable(uint64_t *dst, const uint64_t *a, const uint64_t *b,
			   size_t words)
{
	for (size_t i = 0; i < words; i++)
		dst[i] = a[i] | b[i];
}

static void differ_portable(uint64_t *dst, const uint64_t *a, const uint64_t *b,
			    size_t words)
{
	for (size_t i = 0; i < words; i++)
		dst[i] = a[i] ^ b[i];
}

CONTAINS(portable, )

const struct flat_kernels flat_kernels_portable = {
	.contains = flat_contains_portable,
	.intersect = intersect_portable,
	.unite = unite_portable,
	.differ = differ_portable,
};

#ifdef __x86_64__

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))

bool flat_has_avx2(void)
{
	return __builtin_cpu_supports("avx2");
}

bool flat_has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

AVX2 static __m256i load_avx2(const uint64_t *at)
{
	return _mm256_loadu_si256((const __m256i_u *)at);
}

AVX2 static void store_avx2(uint64_t *at, __m256i value)
{
	_mm256_storeu_si256((__m256i_u *)at, value);
}

AVX2 static __m256i stray_avx2(const uint64_t *a, const uint64_t *b)
{
	return _mm256_andnot_si256(load_avx2(a), load_avx2(b));
}

/* What each half of a block of @b has and @a has not. */
AVX2 static __m256i block_stray_avx2(const uint64_t *a, const uint64_t *b)
{
	return _mm256_or_si256(stray_avx2(a, b), stray_avx2(a + 4, b + 4));
}

AVX2 static INLINE bool subset_first_avx2(const uint64_t *a, const uint64_t *b)
{
	__m256i stray = _mm256_or_si256(
		block_stray_avx2(a, b),
		block_stray_avx2(a + FLAT_BLOCK_WORDS, b + FLAT_BLOCK_WORDS));

	return _mm256_testz_si256(stray, stray);
}

AVX2 static INLINE bool subset_avx2(const uint64_t *a, const uint64_t *b,
				    uint64_t blocks)
{
	for (; blocks; blocks &= blocks - 1) {
		size_t at = FIRST_BIT(blocks) * FLAT_BLOCK_WORDS;
		__m256i stray = block_stray_avx2(a + at, b + at);

		if (!_mm256_testz_si256(stray, stray))
			return false;
	}
	return true;
}

AVX2 static void intersect_avx2(uint64_t *dst, const uint64_t *a,
				const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += 4)
		store_avx2(dst + i, _mm256_and_si256(load_avx2(a + i),
						     load_avx2(b + i)));
}

AVX2 static void unite_avx2(uint64_t *dst, const uint64_t *a, const uint64_t *b,
			    size_t words)
{
	for (size_t i = 0; i < words; i += 4)
		store_avx2(dst + i,
			   _mm256_or_si256(load_avx2(a + i), load_avx2(b + i)));
}

AVX2 static void differ_avx2(uint64_t *dst, const uint64_t *a,
			     const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += 4)
		store_avx2(dst + i, _mm256_xor_si256(load_avx2(a + i),
						     load_avx2(b + i)));
}

CONTAINS(avx2, AVX2)

const struct flat_kernels flat_kernels_avx2 = {
	.contains = flat_contains_avx2,
	.intersect = intersect_avx2,
	.unite = unite_avx2,
	.differ = differ_avx2,
};

/* What each word of a block of @b has and @a has not. */
AVX512 static __m512i block_stray_avx512(const uint64_t *a, const uint64_t *b)
{
	return _mm512_andnot_si512(_mm512_loadu_si512(a),
				   _mm512_loadu_si512(b));
}

AVX512 static INLINE bool subset_first_avx512(const uint64_t *a,
					      const uint64_t *b)
{
	__m512i stray = _mm512_or_si512(
		block_stray_avx512(a, b),
		block_stray_avx512(a + FLAT_BLOCK_WORDS, b + FLAT_BLOCK_WORDS));

	return !_mm512_test_epi64_mask(stray, stray);
}

AVX512 static INLINE bool subset_avx512(const uint64_t *a, const uint64_t *b,
					uint64_t blocks)
{
	for (; blocks; blocks &= blocks - 1) {
		size_t at = FIRST_BIT(blocks) * FLAT_BLOCK_WORDS;
		__m512i stray = block_stray_avx512(a + at, b + at);

		if (_mm512_test_epi64_mask(stray, stray))
			return false;
	}
	return true;
}

AVX512 static void intersect_avx512(uint64_t *dst, const uint64_t *a,
				    const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += 8)
		_mm512_storeu_si512(
			dst + i, _mm512_and_si512(_mm512_loadu_si512(a + i),
						  _mm512_loadu_si512(b + i)));
}

AVX512 static void unite_avx512(uint64_t *dst, const uint64_t *a,
				const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += 8)
		_mm512_storeu_si512(dst + i,
				    _mm512_or_si512(_mm512_loadu_si512(a + i),
						    _mm512_loadu_si512(b + i)));
}

AVX512 static void differ_avx512(uint64_t *dst, const uint64_t *a,
				 const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += 8)
		_mm512_storeu_si512(
			dst + i, _mm512_xor_si512(_mm512_loadu_si512(a + i),
						  _mm512_loadu_si512(b + i)));
}

CONTAINS(avx512, AVX512)

const struct flat_kernels flat_kernels_avx512 = {
	.contains = flat_contains_avx512,
	.intersect = intersect_avx512,
	.unite = unite_avx512,
	.differ = differ_avx512,
};

#else /* not x86-64: the portable twin serves everywhere */

bool flat_has_avx2(void)
{
	return false;
}

bool flat_has_avx512(void)
{
	return false;
}

#endif
