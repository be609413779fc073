/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finding a label, twice: for any processor, and with AVX-512 and AES.
 * A hash says where to begin and, by seven more bits, which of 16 slots to look
 * at; whatever it is, a label is found by its whole text only.
 */
#include "smack_grouped.h"

#include <string.h>

/* One for each instruction set, inlined into its look-up. */
#define INLINE inline __attribute__((always_inline))

static INLINE uint64_t load64(const char *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static INLINE uint64_t load32(const char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* Up to 16 bytes as 16: two loads that overlap see each byte. */
static INLINE void short_key(const char *text, size_t len, uint64_t part[2])
{
	part[0] = part[1] = 0;
	if (len >= 8) {
		part[0] = load64(text);
		part[1] = load64(text + len - 8);
	} else if (len >= 4) {
		part[0] = load32(text) | load32(text + len - 4) << 32;
	} else if (len) {
		part[0] = (unsigned char)text[0] |
			  (uint64_t)(unsigned char)text[len / 2] << 8 |
			  (uint64_t)(unsigned char)text[len - 1] << 16;
	}
}

/* Where the second and third of four blocks of 16 bytes are taken, so that all
 * see each of 16 to 64 bytes; the first is at 0, the last 16 before the end.
 */
static INLINE size_t second(size_t len)
{
	return len < 32 ? len - 16 : 16;
}

static INLINE size_t third(size_t len)
{
	return len < 48 ? len - 16 : 32;
}

/* Which of the tags of a group are @tag, as bits. */
#ifdef __SSE2__
#include <immintrin.h>

static INLINE uint32_t match(const uint8_t *group, uint8_t tag)
{
	__m128i tags = _mm_loadu_si128((const __m128i_u *)group);

	return (uint32_t)_mm_movemask_epi8(
		_mm_cmpeq_epi8(tags, _mm_set1_epi8((char)tag)));
}
#else
static INLINE uint32_t match(const uint8_t *group, uint8_t tag)
{
	uint32_t hits = 0;

	for (uint32_t i = 0; i < GROUP; i++)
		hits |= (uint32_t)(group[i] == tag) << i;
	return hits;
}
#endif

static INLINE bool same_long(const struct label *label, const char *text,
			     size_t len)
{
	return label->len == len && !memcmp(label->text, text, len);
}

/*
 * Bits of the fractions of pi, no pattern in sight; odd, as they multiply.
 * Only a privileged process makes labels, so the hash has no secret.
 */
#define PI_0 UINT64_C(0x243f6a8885a308d3)
#define PI_1 UINT64_C(0x13198a2e03707345)
#define PI_2 UINT64_C(0xa4093822299f31d1)
#define PI_3 UINT64_C(0x082efa98ec4e6c89)

/* The product of two words, its halves folded. */
static INLINE uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 product;
	product whole = (product)a * b;

	return (uint64_t)whole ^ (uint64_t)(whole >> 64);
#else
	uint64_t low = (a & UINT32_MAX) * (b >> 32 | 1);
	uint64_t high = (a >> 32 | 1) * (b & UINT32_MAX);

	return low ^ (high << 32 | high >> 32);
#endif
}

static INLINE uint64_t fold_at(const char *text, size_t at, uint64_t a,
			       uint64_t b)
{
	return fold(load64(text + at) ^ a, load64(text + at + 8) ^ b);
}

static INLINE uint64_t hash_portable(const char *text, size_t len)
{
	uint64_t part[2], hash;

	if (len < 16) {
		short_key(text, len, part);
		return fold(fold(part[0] ^ PI_0, part[1] ^ PI_1) ^ PI_2 ^ len,
			    PI_3);
	}
	hash = fold_at(text, 0, PI_0, PI_1) ^
	       fold_at(text, second(len), PI_1, PI_2) ^
	       fold_at(text, third(len), PI_2, PI_3) ^
	       fold_at(text, len - 16, PI_3, PI_0);
	for (size_t at = 48; at + 16 < len; at += 16)
		hash = fold(hash ^ PI_0, fold_at(text, at, PI_1, PI_2));
	return fold(hash ^ PI_2 ^ len, PI_3);
}

static uint64_t hash_of_portable(const char *text, size_t len)
{
	return hash_portable(text, len);
}

static INLINE uint64_t other_at(const char *a, const char *b, size_t at)
{
	return (load64(a + at) ^ load64(b + at)) |
	       (load64(a + at + 8) ^ load64(b + at + 8));
}

static INLINE bool same_portable(const struct label *label, const char *text,
				 size_t len)
{
	uint64_t a[2], b[2];

	if (len < 16) {
		short_key(text, len, a);
		short_key(label->key, len, b);
		return !((a[0] ^ b[0]) | (a[1] ^ b[1])) && !label->key[len];
	}
	if (len < KEY_BYTES)
		return !(other_at(text, label->key, 0) |
			 other_at(text, label->key, second(len)) |
			 other_at(text, label->key, third(len)) |
			 other_at(text, label->key, len - 16)) &&
		       !label->key[len];
	return same_long(label, text, len);
}

/*
 * A look-up with one instruction set's hash and comparison; both are inlined.
 */
static INLINE struct label *
find_with(const struct index *index, const char *text, size_t len,
	  uint64_t hash,
	  bool (*same)(const struct label *label, const char *text, size_t len))
{
	for (size_t group = hash & index->mask;;
	     group = (group + 1) & index->mask) {
		const uint8_t *tags = index->tag + group * GROUP;
		struct label *const *slots = index->slot + group * GROUP;

		for (uint32_t hits = match(tags, tag_of(hash)); hits;
		     hits &= hits - 1) {
			struct label *label = slots[__builtin_ctz(hits)];

			if (same(label, text, len))
				return label;
		}
		if (match(tags, 0))
			return NULL;
	}
}

static struct label *find_portable(const struct index *index, const char *text,
				   size_t len)
{
	return find_with(index, text, len, hash_portable(text, len),
			 same_portable);
}

const struct way smack_grouped_portable = {
	.hash = hash_of_portable,
	.find = find_portable,
};

#ifdef __x86_64__

#define AVX512 __attribute__((target("aes,avx512bw,bmi2")))

bool smack_grouped_has_avx512(void)
{
	return __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("aes");
}

/* A text as a key: what is behind it is neither read nor left but 0. */
AVX512 static INLINE __m512i key_avx512(const char *text, size_t len)
{
	uint32_t bits = len < KEY_BYTES ? (uint32_t)len : KEY_BYTES;

	return _mm512_maskz_loadu_epi8(_bzhi_u64(~UINT64_C(0), bits), text);
}

/*
 * Rounds of AES: after two each byte has reached all others of its block.
 */
AVX512 static INLINE uint64_t hash_avx512(const char *text, size_t len)
{
	const __m128i pi = _mm_set_epi64x((int64_t)PI_1, (int64_t)PI_0);
	const __m128i more = _mm_set_epi64x((int64_t)PI_3, (int64_t)PI_2);
	__m512i key = key_avx512(text, len);
	__m128i hash =
		_mm_aesenc_si128(_mm_xor_si128(_mm512_castsi512_si128(key), pi),
				 _mm512_extracti32x4_epi32(key, 1));
	__m128i other = _mm_aesenc_si128(
		_mm_xor_si128(_mm512_extracti32x4_epi32(key, 2), more),
		_mm512_extracti32x4_epi32(key, 3));

	for (size_t at = KEY_BYTES; at < len; at += KEY_BYTES)
		hash = _mm_aesenc_si128(hash, _mm512_castsi512_si128(key_avx512(
						      text + at, len - at)));
	hash = _mm_aesenc_si128(hash, other);
	hash = _mm_aesenc_si128(hash, more);
	hash = _mm_aesenc_si128(hash, pi);
	return (uint64_t)_mm_cvtsi128_si64(hash);
}

AVX512 static uint64_t hash_of_avx512(const char *text, size_t len)
{
	return hash_avx512(text, len);
}

/* No text has a NUL: keys that are equal have texts of one length. */
AVX512 static INLINE bool same_avx512(const struct label *label,
				      const char *text, size_t len)
{
	return !_mm512_cmpneq_epi8_mask(key_avx512(text, len),
					_mm512_loadu_si512(label->key)) &&
	       (len < KEY_BYTES || same_long(label, text, len));
}

AVX512 static struct label *find_avx512(const struct index *index,
					const char *text, size_t len)
{
	return find_with(index, text, len, hash_avx512(text, len), same_avx512);
}

const struct way smack_grouped_avx512 = {
	.hash = hash_of_avx512,
	.find = find_avx512,
};

#else /* not x86-64: the portable twin serves everywhere */

bool smack_grouped_has_avx512(void)
{
	return false;
}

#endif
