/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ebitmap as one flat array of words, with a side list for the far end.
 *
 * Containment is a pass over two arrays, which vector instructions do eight
 * words at a time.  A summary tells which of these blocks are empty and which
 * are full, so that a pass looks at no others; small sets are compared in one
 * go, without it.  `flat` takes the best kernels of the processor it
 * runs on; its siblings pin the others, so that each is compared everywhere.
 */
#include "ebitmap_flat.h"

#include "ebitmap_image.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

static void *create_with(const struct flat_kernels *kernels)
{
	char *block = lsm_malloc(sizeof(struct flat) + FLAT_ALIGN - 1);
	struct flat *set;

	if (!block)
		return NULL;
	set = (struct flat *)(block + -(uintptr_t)block % FLAT_ALIGN);
	set->block = block;
	flat_init(set, kernels);
	return set;
}

static void destroy(void *self)
{
	struct flat *set = self;

	flat_clear(set);
	lsm_free(set->block);
}

/* Whether the summary says of a block what its words say. */
LSM_UNGUIDED static bool summarized(const struct flat *set, size_t block)
{
	const uint64_t *word = set->word + block * FLAT_BLOCK_WORDS;
	size_t i = block / FLAT_WORD_BITS;
	size_t members = 0;

	for (size_t k = 0; k < FLAT_BLOCK_WORDS; k++)
		members += (size_t)__builtin_popcountll(word[k]);
	return (set->any[i] >> block % FLAT_WORD_BITS & 1) == (members > 0) &&
	       (set->full[i] >> block % FLAT_WORD_BITS & 1) ==
		       (members == FLAT_BLOCK_BITS);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct flat *set = self;
	size_t blocks = set->words / FLAT_BLOCK_WORDS;

	if (set->words % FLAT_BLOCK_WORDS)
		return "the array is not whole blocks";
	if (set->words > FLAT_ARRAY_END / FLAT_WORD_BITS)
		return "the array is too long";
	for (size_t i = 0; i < blocks; i++)
		if (!summarized(set, i))
			return "the summary of a block is wrong";
	for (size_t i = blocks; i < FLAT_SUMMARY_WORDS * FLAT_WORD_BITS; i++)
		if ((set->any[i / FLAT_WORD_BITS] |
		     set->full[i / FLAT_WORD_BITS]) >>
			    i % FLAT_WORD_BITS &
		    1)
			return "the summary knows a block that is not there";
	for (size_t i = 0; i < set->side.nr; i++) {
		const struct flat_unit *unit = &set->side.unit[i];

		if (unit->start < FLAT_ARRAY_END ||
		    unit->start % FLAT_WORD_BITS)
			return "a unit of the side list starts at a wrong "
			       "place";
		if (!unit->map)
			return "a unit of the side list is empty";
		if (i && unit[-1].start >= unit->start)
			return "the side list is not in order";
	}
	return NULL;
}

static bool get(const void *self, uint32_t bit)
{
	const struct flat *set = self;
	size_t i = bit / FLAT_WORD_BITS;

	if (bit < FLAT_ARRAY_END)
		return i < set->words &&
		       set->word[i] >> bit % FLAT_WORD_BITS & 1;
	i = flat_side_find(&set->side, bit);
	return i < set->side.nr && set->side.unit[i].start <= bit &&
	       set->side.unit[i].map >> bit % FLAT_WORD_BITS & 1;
}

static int set_bit(void *self, uint32_t bit, bool value)
{
	struct flat *set = self;
	size_t i = bit / FLAT_WORD_BITS;
	uint64_t mask = UINT64_C(1) << bit % FLAT_WORD_BITS;

	if (bit >= FLAT_ARRAY_END)
		return flat_side_set(&set->side, bit, value);
	if (!value) {
		if (i >= set->words)
			return 0;
		set->word[i] &= ~mask;
	} else {
		if (flat_reserve(set, i + 1) < 0)
			return -ENOMEM;
		set->word[i] |= mask;
	}
	flat_summarize(set, i / FLAT_BLOCK_WORDS);
	return 0;
}

static uint32_t first_bit(uint64_t word)
{
	return (uint32_t)__builtin_ctzll(word);
}

static uint32_t last_bit(uint64_t word)
{
	return 63 - (uint32_t)__builtin_clzll(word);
}

static bool next(const void *self, uint32_t bit, uint32_t *out)
{
	const struct flat *set = self;
	uint64_t from = ~UINT64_C(0) << bit % FLAT_WORD_BITS;

	for (size_t i = bit / FLAT_WORD_BITS; i < set->words; i++) {
		uint64_t rest = set->word[i] & from;

		from = ~UINT64_C(0);
		if (!rest)
			continue;
		*out = (uint32_t)i * FLAT_WORD_BITS + first_bit(rest);
		return true;
	}
	for (size_t i = flat_side_find(&set->side, bit); i < set->side.nr;
	     i++) {
		const struct flat_unit *unit = &set->side.unit[i];
		uint64_t rest = unit->map;

		if (unit->start < bit)
			rest &= ~UINT64_C(0) << bit % FLAT_WORD_BITS;
		if (!rest)
			continue;
		*out = unit->start + first_bit(rest);
		return true;
	}
	return false;
}

static bool highest(const void *self, uint32_t *out)
{
	const struct flat *set = self;

	if (set->side.nr) {
		const struct flat_unit *unit =
			&set->side.unit[set->side.nr - 1];

		*out = unit->start + last_bit(unit->map);
		return true;
	}
	for (size_t i = FLAT_SUMMARY_WORDS; i-- > 0;) {
		size_t k;

		if (!set->any[i])
			continue;
		/* The last word of the block, or one before: one is not 0. */
		k = i * FLAT_SUMMARY_STEP +
		    (last_bit(set->any[i]) + 1) * (size_t)FLAT_BLOCK_WORDS;
		while (!set->word[--k])
			;
		*out = (uint32_t)k * FLAT_WORD_BITS + last_bit(set->word[k]);
		return true;
	}
	return false;
}

static bool same_summary(const struct flat *a, const struct flat *b)
{
	for (size_t i = 0; i < FLAT_SUMMARY_WORDS; i++)
		if (a->any[i] != b->any[i] || a->full[i] != b->full[i])
			return false;
	return true;
}

/* Arrays may differ in length: then the summary has no block behind the end of
 * the shorter one.
 */
static bool equal(const void *a, const void *b)
{
	const struct flat *x = a, *y = b;
	size_t words = x->words < y->words ? x->words : y->words;

	if (x->side.nr != y->side.nr || !same_summary(x, y))
		return false;
	for (size_t i = 0; i < x->side.nr; i++)
		if (x->side.unit[i].start != y->side.unit[i].start ||
		    x->side.unit[i].map != y->side.unit[i].map)
			return false;
	return memcmp(x->word, y->word, words * sizeof(x->word[0])) == 0;
}

bool flat_exceeds(const struct flat *set, uint32_t last)
{
	uint32_t top;

	return highest(set, &top) && top > last;
}

static bool contains(const void *a, const void *b, uint32_t last)
{
	const struct flat *inner = b;

	return inner->kernels->contains(a, b, last);
}

/* The units of the block that begins at word @at. */
LSM_UNGUIDED static void block_units(const struct flat *set, size_t at,
				     lsm_ebitmap_unit_fn *visit, void *arg)
{
	for (size_t i = at; i < at + FLAT_BLOCK_WORDS; i++)
		if (set->word[i])
			visit((uint32_t)i * FLAT_WORD_BITS, set->word[i], arg);
}

LSM_UNGUIDED static void units(const void *self, lsm_ebitmap_unit_fn *visit,
			       void *arg)
{
	const struct flat *set = self;

	for (size_t i = 0; i < FLAT_SUMMARY_WORDS; i++)
		for (uint64_t rest = set->any[i]; rest; rest &= rest - 1)
			block_units(set,
				    i * FLAT_SUMMARY_STEP +
					    first_bit(rest) *
						    (size_t)FLAT_BLOCK_WORDS,
				    visit, arg);
	for (size_t i = 0; i < set->side.nr; i++)
		visit(set->side.unit[i].start, set->side.unit[i].map, arg);
}

static void count_unit(uint32_t start, uint64_t map, void *arg)
{
	uint64_t *sum = arg;

	(void)start;
	*sum += (uint64_t)__builtin_popcountll(map);
}

static uint64_t cardinality(const void *self)
{
	uint64_t sum = 0;

	units(self, count_unit, &sum);
	return sum;
}

/* The visitor may clear the member it is shown, and a unit with it. */
static void members(void *self, lsm_ebitmap_member_fn *visit, void *arg)
{
	struct flat *set = self;
	size_t i = 0;

	for (uint32_t k = 0; k < set->words; k++)
		for (uint64_t rest = set->word[k]; rest; rest &= rest - 1)
			visit(k * FLAT_WORD_BITS + first_bit(rest), arg);
	while (i < set->side.nr) {
		const struct flat_unit unit = set->side.unit[i];

		for (uint64_t rest = unit.map; rest; rest &= rest - 1)
			visit(unit.start + first_bit(rest), arg);
		if (i < set->side.nr && set->side.unit[i].start == unit.start)
			i++;
	}
}

extern const struct lsm_ebitmap_ops lsm_ebitmap_flat;

static int write_image(const void *self, uint8_t *buf, size_t size, size_t *len)
{
	return ebitmap_image_write(&lsm_ebitmap_flat, self, buf, size, len);
}

const struct flat_kernels *flat_best_kernels(void)
{
#ifdef __x86_64__
	if (flat_has_avx512())
		return &flat_kernels_avx512;
	if (flat_has_avx2())
		return &flat_kernels_avx2;
#endif
	return &flat_kernels_portable;
}

static void *create_best(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return create_with(flat_best_kernels());
}

#ifdef __x86_64__
#define FLAT_KERNELS_OF_X86(name) flat_kernels_##name
#define FLAT_CONTAINS_OF_X86(name) flat_contains_##name
#else /* never offered: not available */
#define FLAT_KERNELS_OF_X86(name) flat_kernels_portable
#define FLAT_CONTAINS_OF_X86(name) flat_contains_portable
#endif

static void *create_avx512(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return create_with(&FLAT_KERNELS_OF_X86(avx512));
}

static void *create_avx2(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return create_with(&FLAT_KERNELS_OF_X86(avx2));
}

static void *create_portable(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return create_with(&flat_kernels_portable);
}

#define FLAT_TABLE(name_, twin_, create_, contains_, available_)              \
	{                                                                     \
		.base = {                                                   \
			.name = name_,                                      \
			.source = "flat bit vector with a sparse far end",  \
			.twin = twin_,                                      \
			.available = available_,                            \
			.create = create_,                                  \
			.destroy = destroy,                                 \
			.clear = flat_clear,                                \
			.check = check,                                     \
		},                                                          \
		.set = set_bit,                                             \
		.get = get,                                                 \
		.next = next,                                               \
		.highest = highest,                                         \
		.equal = equal,                                             \
		.copy = flat_copy,                                          \
		.intersect = flat_intersect,                                \
		.unite = flat_unite,                                        \
		.differ = flat_differ,                                      \
		.complement = flat_complement,                              \
		.contains = contains_,                                       \
		.cardinality = cardinality,                                 \
		.members = members,                                         \
		.units = units,                                             \
		.read = flat_read,                                          \
		.write = write_image, \
	}

const struct lsm_ebitmap_ops lsm_ebitmap_flat =
	FLAT_TABLE("flat", NULL, create_best, contains, NULL);
const struct lsm_ebitmap_ops lsm_ebitmap_flat_avx512 =
	FLAT_TABLE("flat_avx512", "flat", create_avx512,
		   FLAT_CONTAINS_OF_X86(avx512), flat_has_avx512);
const struct lsm_ebitmap_ops lsm_ebitmap_flat_avx2 =
	FLAT_TABLE("flat_avx2", "flat", create_avx2, FLAT_CONTAINS_OF_X86(avx2),
		   flat_has_avx2);
const struct lsm_ebitmap_ops lsm_ebitmap_flat_portable = FLAT_TABLE(
	"flat_portable", "flat", create_portable, flat_contains_portable, NULL);
