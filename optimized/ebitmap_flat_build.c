/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flat sets built as a whole: copies, set algebra, images. */
#include "ebitmap_flat.h"

#include "ebitmap_image.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

void flat_init(struct flat *set, const struct flat_kernels *kernels)
{
	*set = (struct flat){
		.word = set->first,
		.words = FLAT_FIRST_WORDS,
		.kernels = kernels,
		.block = set->block,
	};
}

void flat_clear(void *self)
{
	struct flat *set = self;

	if (set->word != set->first)
		lsm_free(set->word);
	lsm_free(set->side.unit);
	flat_init(set, set->kernels);
}

int flat_reserve(struct flat *set, size_t words)
{
	uint64_t *word;

	if (words <= set->words)
		return 0;
	words = (words + FLAT_BLOCK_WORDS - 1) / FLAT_BLOCK_WORDS *
		FLAT_BLOCK_WORDS;
	word = lsm_reallocarray(set->word == set->first ? NULL : set->word,
				words, sizeof(*word));
	if (!word)
		return -ENOMEM;
	if (set->word == set->first)
		memcpy(word, set->first, sizeof(set->first));
	memset(word + set->words, 0, (words - set->words) * sizeof(*word));
	set->word = word;
	set->words = words;
	return 0;
}

static void put(uint64_t *word, uint64_t mask, bool value)
{
	*word = value ? *word | mask : *word & ~mask;
}

void flat_summarize(struct flat *set, size_t block)
{
	const uint64_t *word = set->word + block * FLAT_BLOCK_WORDS;
	uint64_t mask = UINT64_C(1) << block % FLAT_WORD_BITS;
	uint64_t any = 0, all = ~UINT64_C(0);

	for (size_t i = 0; i < FLAT_BLOCK_WORDS; i++) {
		any |= word[i];
		all &= word[i];
	}
	put(&set->any[block / FLAT_WORD_BITS], mask, any);
	put(&set->full[block / FLAT_WORD_BITS], mask, !~all);
}

/* A set that could not be finished is left empty. */
static int finish(struct flat *set, int status)
{
	if (status)
		flat_clear(set);
	else
		for (size_t i = 0; i < set->words / FLAT_BLOCK_WORDS; i++)
			flat_summarize(set, i);
	return status;
}

int flat_copy(void *dst, const void *src)
{
	const struct flat *from = src;
	struct flat *to = dst;

	flat_clear(to);
	if (flat_reserve(to, from->words) < 0)
		return -ENOMEM;
	memcpy(to->word, from->word, from->words * sizeof(from->word[0]));
	for (size_t i = 0; i < from->side.nr; i++)
		if (flat_side_append(&to->side, from->side.unit[i].start,
				     from->side.unit[i].map) < 0)
			return finish(to, -ENOMEM);
	memcpy(to->any, from->any, sizeof(to->any));
	memcpy(to->full, from->full, sizeof(to->full));
	return 0;
}

static uint64_t and_words(uint64_t a, uint64_t b)
{
	return a & b;
}

static uint64_t or_words(uint64_t a, uint64_t b)
{
	return a | b;
}

static uint64_t xor_words(uint64_t a, uint64_t b)
{
	return a ^ b;
}

static size_t shorter(const struct flat *a, const struct flat *b)
{
	return a->words < b->words ? a->words : b->words;
}

int flat_intersect(void *dst, const void *a, const void *b)
{
	const struct flat *x = a, *y = b;
	size_t words = shorter(x, y);
	struct flat *to = dst;

	flat_clear(to);
	if (flat_reserve(to, words) < 0)
		return -ENOMEM;
	to->kernels->intersect(to->word, x->word, y->word, words);
	return finish(to, flat_side_combine(&to->side, &x->side, &y->side,
					    and_words));
}

/* Unite and differ: what only the longer array has is taken over as it is. */
static int join(struct flat *to, const struct flat *a, const struct flat *b,
		void (*kernel)(uint64_t *dst, const uint64_t *a,
			       const uint64_t *b, size_t words),
		flat_word_fn *fn)
{
	const struct flat *longer = a->words > b->words ? a : b;
	size_t words = shorter(a, b);

	flat_clear(to);
	if (flat_reserve(to, longer->words) < 0)
		return -ENOMEM;
	kernel(to->word, a->word, b->word, words);
	if (longer->words > words)
		memcpy(to->word + words, longer->word + words,
		       (longer->words - words) * sizeof(to->word[0]));
	return finish(to, flat_side_combine(&to->side, &a->side, &b->side, fn));
}

int flat_unite(void *dst, const void *a, const void *b)
{
	struct flat *to = dst;

	return join(to, a, b, to->kernels->unite, or_words);
}

int flat_differ(void *dst, const void *a, const void *b)
{
	struct flat *to = dst;

	return join(to, a, b, to->kernels->differ, xor_words);
}

/* All positions of the unit at @start that are below @max. */
static uint64_t below(uint64_t start, uint64_t max)
{
	return max - start < FLAT_WORD_BITS ? (UINT64_C(1) << (max - start)) - 1
					    : ~UINT64_C(0);
}

int flat_complement(void *dst, const void *src, uint64_t max)
{
	const struct flat *from = src;
	uint64_t array = max < FLAT_ARRAY_END ? max : FLAT_ARRAY_END;
	struct flat *to = dst;
	size_t words = (size_t)(array + FLAT_WORD_BITS - 1) / FLAT_WORD_BITS;
	size_t k = 0;

	flat_clear(to);
	if (flat_reserve(to, words) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < words; i++)
		to->word[i] =
			(i < from->words ? ~from->word[i] : ~UINT64_C(0)) &
			below(i * FLAT_WORD_BITS, array);
	for (uint64_t start = FLAT_ARRAY_END; start < max;
	     start += FLAT_WORD_BITS) {
		uint64_t map = 0;

		if (k < from->side.nr && from->side.unit[k].start == start)
			map = from->side.unit[k++].map;
		if (flat_side_append(&to->side, (uint32_t)start,
				     ~map & below(start, max)) < 0)
			return finish(to, -ENOMEM);
	}
	return finish(to, 0);
}

static int append(struct flat *set, uint32_t start, uint64_t map)
{
	if (start >= FLAT_ARRAY_END)
		return flat_side_append(&set->side, start, map);
	if (flat_reserve(set, start / FLAT_WORD_BITS + 1) < 0)
		return -ENOMEM;
	set->word[start / FLAT_WORD_BITS] = map;
	return 0;
}

int flat_read(void *dst, const uint8_t *data, size_t size, size_t *used)
{
	struct ebitmap_image image;
	int status = ebitmap_image_open(&image, data, size);
	uint32_t start;
	uint64_t map;

	flat_clear(dst);
	while (!status && ebitmap_image_next(&image, &start, &map, &status))
		status = append(dst, start, map);
	if (!status)
		*used = (size_t)(image.at - data);
	return finish(dst, status);
}
