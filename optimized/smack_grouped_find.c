/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finding a label, twice: for any processor, and with instructions for AES.
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

static INLINE void key_of(const char *text, size_t len,
			  uint64_t part[KEY_PARTS])
{
	if (len < 16) {
		short_key(text, len, part);
		part[2] = part[3] = 0;
		return;
	}
	part[0] = load64(text);
	part[1] = load64(text + 8);
	part[2] = load64(text + len - 16);
	part[3] = load64(text + len - 8);
}

void smack_grouped_key(const char *text, size_t len, uint64_t part[KEY_PARTS])
{
	key_of(text, len, part);
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

/* Keys say all of short texts; of longer ones the rest is compared, too. */
static INLINE bool same_rest(const struct slot *slot, const char *text,
			     size_t len)
{
	return len <= KEY_BYTES || !memcmp(slot->label->text, text, len);
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

static INLINE uint64_t hash_portable(const uint64_t part[KEY_PARTS],
				     const char *text, size_t len)
{
	uint64_t hash = fold(part[0] ^ PI_0, part[1] ^ PI_1) ^
			fold(part[2] ^ PI_2 ^ len, part[3] ^ PI_3);

	for (size_t at = 16; at + 16 < len; at += 8)
		hash = fold(hash ^ load64(text + at), PI_1);
	return fold(hash ^ PI_2, PI_3);
}

static uint64_t hash_of_portable(const char *text, size_t len)
{
	uint64_t part[KEY_PARTS];

	key_of(text, len, part);
	return hash_portable(part, text, len);
}

static INLINE bool same_key(const struct slot *slot,
			    const uint64_t part[KEY_PARTS], size_t len)
{
	return !((slot->part[0] ^ part[0]) | (slot->part[1] ^ part[1]) |
		 (slot->part[2] ^ part[2]) | (slot->part[3] ^ part[3]) |
		 (slot->len ^ len));
}

static struct label *find_portable(const struct index *index, const char *text,
				   size_t len)
{
	uint64_t part[KEY_PARTS], hash;

	key_of(text, len, part);
	hash = hash_portable(part, text, len);
	for (size_t group = hash & index->mask;;
	     group = (group + 1) & index->mask) {
		const uint8_t *tags = index->tag + group * GROUP;
		const struct slot *slots = index->slot + group * GROUP;

		for (uint32_t hits = match(tags, tag_of(hash)); hits;
		     hits &= hits - 1) {
			const struct slot *slot = &slots[__builtin_ctz(hits)];

			if (same_key(slot, part, len) &&
			    same_rest(slot, text, len))
				return slot->label;
		}
		if (match(tags, 0))
			return NULL;
	}
}

const struct way smack_grouped_portable = {
	.hash = hash_of_portable,
	.find = find_portable,
};

#ifdef __x86_64__

#define AES __attribute__((target("aes,sse4.1")))

bool smack_grouped_has_aes(void)
{
	return __builtin_cpu_supports("aes") &&
	       __builtin_cpu_supports("sse4.1");
}

/* The key in two vectors. */
struct pair {
	__m128i low;
	__m128i high;
};

AES static INLINE struct pair pair_of(const char *text, size_t len)
{
	uint64_t part[2];

	if (len >= 16)
		return (struct pair){
			_mm_loadu_si128((const __m128i_u *)text),
			_mm_loadu_si128((const __m128i_u *)(text + len - 16)),
		};
	short_key(text, len, part);
	return (struct pair){
		_mm_set_epi64x((int64_t)part[1], (int64_t)part[0]),
		_mm_setzero_si128(),
	};
}

/* Three rounds: after two each byte of a block has reached all others. */
AES static INLINE uint64_t hash_aes(struct pair key, const char *text,
				    size_t len)
{
	const __m128i start = _mm_set_epi64x((int64_t)PI_1, (int64_t)PI_0);
	const __m128i round = _mm_set_epi64x((int64_t)PI_3, (int64_t)PI_2);
	__m128i hash =
		_mm_aesenc_si128(_mm_xor_si128(key.low, start), key.high);

	for (size_t at = 16; at + 16 < len; at += 16)
		hash = _mm_aesenc_si128(
			hash, _mm_loadu_si128((const __m128i_u *)(text + at)));
	hash = _mm_aesenc_si128(
		hash, _mm_add_epi64(round, _mm_cvtsi64_si128((long)len)));
	hash = _mm_aesenc_si128(hash, start);
	return (uint64_t)_mm_cvtsi128_si64(hash);
}

AES static uint64_t hash_of_aes(const char *text, size_t len)
{
	return hash_aes(pair_of(text, len), text, len);
}

AES static INLINE bool same_pair(const struct slot *slot, struct pair key,
				 size_t len)
{
	__m128i low = _mm_loadu_si128((const __m128i_u *)slot->part);
	__m128i high = _mm_loadu_si128((const __m128i_u *)(slot->part + 2));
	__m128i other = _mm_or_si128(_mm_xor_si128(low, key.low),
				     _mm_xor_si128(high, key.high));

	return _mm_testz_si128(other, other) && slot->len == len;
}

AES static struct label *find_aes(const struct index *index, const char *text,
				  size_t len)
{
	struct pair key = pair_of(text, len);
	uint64_t hash = hash_aes(key, text, len);

	for (size_t group = hash & index->mask;;
	     group = (group + 1) & index->mask) {
		const uint8_t *tags = index->tag + group * GROUP;
		const struct slot *slots = index->slot + group * GROUP;

		for (uint32_t hits = match(tags, tag_of(hash)); hits;
		     hits &= hits - 1) {
			const struct slot *slot = &slots[__builtin_ctz(hits)];

			if (same_pair(slot, key, len) &&
			    same_rest(slot, text, len))
				return slot->label;
		}
		if (match(tags, 0))
			return NULL;
	}
}

const struct way smack_grouped_aes = {
	.hash = hash_of_aes,
	.find = find_aes,
};

#else /* not x86-64: the portable twin serves everywhere */

bool smack_grouped_has_aes(void)
{
	return false;
}

#endif
