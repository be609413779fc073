/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole-array operations, three times: plain C, AVX2, AVX-512.  The arrays are
 * whole blocks of FLAT_BLOCK_WORDS words and need not be aligned.
 */
#include "ebitmap_flat.h"

static bool subset_portable(const uint64_t *a, const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += FLAT_BLOCK_WORDS) {
		uint64_t stray = 0;

		for (size_t k = i; k < i + FLAT_BLOCK_WORDS; k++)
			stray |= b[k] & ~a[k];
		if (stray)
			return false;
	}
	return true;
}

static bool zero_portable(const uint64_t *a, size_t words)
{
	for (size_t i = 0; i < words; i++)
		if (a[i])
			return false;
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

const struct flat_kernels flat_kernels_portable = {
	.subset = subset_portable,
	.zero = zero_portable,
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

AVX2 static bool subset_avx2(const uint64_t *a, const uint64_t *b, size_t words)
{
	for (size_t i = 0; i < words; i += FLAT_BLOCK_WORDS)
		/* testc: 1 if (~first & second) is 0 */
		if (!_mm256_testc_si256(load_avx2(a + i), load_avx2(b + i)) ||
		    !_mm256_testc_si256(load_avx2(a + i + 4),
					load_avx2(b + i + 4)))
			return false;
	return true;
}

AVX2 static bool zero_avx2(const uint64_t *a, size_t words)
{
	for (size_t i = 0; i < words; i += 4) {
		__m256i value = load_avx2(a + i);

		if (!_mm256_testz_si256(value, value))
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

const struct flat_kernels flat_kernels_avx2 = {
	.subset = subset_avx2,
	.zero = zero_avx2,
	.intersect = intersect_avx2,
	.unite = unite_avx2,
	.differ = differ_avx2,
};

AVX512 static bool subset_avx512(const uint64_t *a, const uint64_t *b,
				 size_t words)
{
	for (size_t i = 0; i < words; i += 8) {
		__m512i stray = _mm512_andnot_si512(_mm512_loadu_si512(a + i),
						    _mm512_loadu_si512(b + i));

		if (_mm512_test_epi64_mask(stray, stray))
			return false;
	}
	return true;
}

AVX512 static bool zero_avx512(const uint64_t *a, size_t words)
{
	for (size_t i = 0; i < words; i += 8) {
		__m512i value = _mm512_loadu_si512(a + i);

		if (_mm512_test_epi64_mask(value, value))
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

const struct flat_kernels flat_kernels_avx512 = {
	.subset = subset_avx512,
	.zero = zero_avx512,
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
