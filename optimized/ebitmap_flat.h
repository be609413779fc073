/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_flat.h - the flat set, shared by its source files */
#ifndef LSM_EBITMAP_FLAT_H
#define LSM_EBITMAP_FLAT_H

#include <lsm/ebitmap.h>

#define FLAT_WORD_BITS 64u

/* Word arrays come in blocks of the widest vector, so kernels need no tail. */
#define FLAT_BLOCK_WORDS 8u
#define FLAT_BLOCK_BITS (FLAT_BLOCK_WORDS * FLAT_WORD_BITS)

/* A set of up to 1,024 positions, as many as there are categories, is inline.
 */
#define FLAT_FIRST_WORDS (2 * FLAT_BLOCK_WORDS)
#define FLAT_FIRST_BITS (FLAT_FIRST_WORDS * FLAT_WORD_BITS)

/*
 * Positions below this one live in the word array: 8 KiB at most, which is
 * more than any real policy needs.  Others go to the side list, so that one
 * bit at the far end does not cost 512 MiB.
 */
#define FLAT_ARRAY_END 65536u

/* Words of a summary, which has a bit for each block of the word array. */
#define FLAT_SUMMARY_WORDS (FLAT_ARRAY_END / FLAT_BLOCK_BITS / FLAT_WORD_BITS)

/* Positions of the word array that one word of a summary stands for, in words.
 */
#define FLAT_SUMMARY_STEP (FLAT_WORD_BITS * FLAT_BLOCK_WORDS)

/**
 * struct flat_kernels - operations for one instruction set
 * @contains: see struct lsm_ebitmap_ops
 * @intersect: @dst = @a & @b; the arrays have @words words, a multiple of
 *	FLAT_BLOCK_WORDS
 * @unite: @dst = @a | @b
 * @differ: @dst = @a ^ @b
 */
struct flat_kernels {
	bool (*contains)(const void *a, const void *b, uint32_t last);
	void (*intersect)(uint64_t *dst, const uint64_t *a, const uint64_t *b,
			  size_t words);
	void (*unite)(uint64_t *dst, const uint64_t *a, const uint64_t *b,
		      size_t words);
	void (*differ)(uint64_t *dst, const uint64_t *a, const uint64_t *b,
		       size_t words);
};

extern const struct flat_kernels flat_kernels_portable;
extern const struct flat_kernels flat_kernels_avx2;
extern const struct flat_kernels flat_kernels_avx512;

/* Their containment, for who needs no pointer to it. */
bool flat_contains_portable(const void *a, const void *b, uint32_t last);
bool flat_contains_avx2(const void *a, const void *b, uint32_t last);
bool flat_contains_avx512(const void *a, const void *b, uint32_t last);

/* Whether this processor and compiler can run them. */
bool flat_has_avx2(void);
bool flat_has_avx512(void);

/**
 * flat_best_kernels() - the widest that this processor can run
 *
 * Return: one of the above.
 */
const struct flat_kernels *flat_best_kernels(void);

/**
 * struct flat_unit - an element of the side list
 * @start: a multiple of FLAT_WORD_BITS, at least FLAT_ARRAY_END
 * @map: not 0
 */
struct flat_unit {
	uint32_t start;
	uint64_t map;
};

/**
 * struct flat_side - a sorted array of units
 * @unit: starts strictly increasing
 * @nr: how many
 * @room: how many fit
 */
struct flat_side {
	struct flat_unit *unit;
	size_t nr;
	size_t room;
};

/* Sets begin at a cache line: a vector that crosses two takes twice as long. */
#define FLAT_ALIGN 64u

/**
 * struct flat - a set
 * @first: the first words of the array, so that small sets allocate nothing
 * @any: bit i tells whether block i of the array has a member
 * @full: bit i tells whether block i of the array lacks none
 * @word: positions below FLAT_ARRAY_END, word i holding 64 * i and up; points
 *	to @first until the set outgrows it, so a set must not be moved
 * @words: length of @word, a multiple of FLAT_BLOCK_WORDS; what is behind
 *	counts as 0
 * @side: positions from FLAT_ARRAY_END on
 * @kernels: how to work on @word
 * @block: the memory that the set is somewhere in
 */
struct flat {
	uint64_t first[FLAT_FIRST_WORDS];
	uint64_t any[FLAT_SUMMARY_WORDS];
	uint64_t full[FLAT_SUMMARY_WORDS];
	uint64_t *word;
	size_t words;
	struct flat_side side;
	const struct flat_kernels *kernels;
	void *block;
};

typedef uint64_t flat_word_fn(uint64_t a, uint64_t b);

/**
 * flat_side_set() - put a position in or out
 * @side: the list
 * @bit: at least FLAT_ARRAY_END
 * @value: in or out
 *
 * Return: 0; -ENOMEM, the list unchanged.
 */
int flat_side_set(struct flat_side *side, uint32_t bit, bool value);

/**
 * flat_side_append() - add a unit behind all others
 * @side: the list
 * @start: greater than all starts in it
 * @map: 0 adds nothing
 *
 * Return: 0; -ENOMEM, the list unchanged.
 */
int flat_side_append(struct flat_side *side, uint32_t start, uint64_t map);

/**
 * flat_side_find() - the first unit that ends behind a position
 * @side: the list
 * @bit: the position
 *
 * Return: its index, or @side->nr.
 */
size_t flat_side_find(const struct flat_side *side, uint32_t bit);

/**
 * flat_side_combine() - merge two lists unit by unit
 * @dst: an empty list
 * @a: a list
 * @b: a list
 * @fn: makes a map of two; 0 stands for an absent unit
 *
 * Return: 0; -ENOMEM, @dst is a prefix of the result.
 */
int flat_side_combine(struct flat_side *dst, const struct flat_side *a,
		      const struct flat_side *b, flat_word_fn *fn);

/**
 * flat_side_contains() - whether all of one list is in another
 * @a: the outer list
 * @b: the inner list
 *
 * Return: true if it is.
 */
bool flat_side_contains(const struct flat_side *a, const struct flat_side *b);

/**
 * flat_init() - make a set empty
 * @set: raw memory, but for its block; what it held is forgotten
 * @kernels: how to work on it
 */
void flat_init(struct flat *set, const struct flat_kernels *kernels);

/**
 * flat_exceeds() - whether a set has a member behind a position
 * @set: the set
 * @last: the position
 *
 * Return: true if it has.
 */
bool flat_exceeds(const struct flat *set, uint32_t last);

/**
 * flat_summarize() - bring the summary of one block up to date
 * @set: the set
 * @block: a block of its array
 */
void flat_summarize(struct flat *set, size_t block);

/* The operations that build a whole set; see struct lsm_ebitmap_ops. */
void flat_clear(void *self);
int flat_copy(void *dst, const void *src);
int flat_intersect(void *dst, const void *a, const void *b);
int flat_unite(void *dst, const void *a, const void *b);
int flat_differ(void *dst, const void *a, const void *b);
int flat_complement(void *dst, const void *src, uint64_t max);
int flat_read(void *dst, const uint8_t *image, size_t size, size_t *used);

/**
 * flat_reserve() - make room in the word array
 * @set: the set
 * @words: at most FLAT_ARRAY_END / FLAT_WORD_BITS
 *
 * Return: 0; -ENOMEM, the set unchanged.
 */
int flat_reserve(struct flat *set, size_t words);

#endif /* LSM_EBITMAP_FLAT_H */
