/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * avtab_bucketed_code.h - triples as codes
 *
 * The numbers of a triple, one behind the other, are one number; it is
 * permuted, so that triples that are alike are far apart, and cut in two.
 * Every step can be undone: a place of a table need not keep what its bucket
 * tells.
 */
#ifndef LSM_AVTAB_BUCKETED_CODE_H
#define LSM_AVTAB_BUCKETED_CODE_H

#include <lsm/structure.h>

/*
 * A search takes a walk apart only if all of it is seen at once.  As nearly all
 * of this implementation it is LSM_UNGUIDED: where a hash sends a rule is no
 * news to a fuzzer, which spent half of its time on it.
 */
#define BUCKETED_INLINE LSM_UNGUIDED inline __attribute__((always_inline))

#define BUCKETED_TAG 32u /* bits of a tag */

/**
 * struct bucketed_triple - source type, target type and class
 * @source: source type
 * @target: target type
 * @class: object class
 */
struct bucketed_triple {
	uint16_t source;
	uint16_t target;
	uint16_t class;
};

/**
 * struct bucketed_widths - how many bits the numbers of triples have
 * @source: of source types
 * @target: of target types
 * @class: of classes
 * @bits: together, BUCKETED_TAG to 48
 * @fold: half of @bits, or a bit more
 * @beyond: the bits that no triple has
 */
struct bucketed_widths {
	uint8_t source;
	uint8_t target;
	uint8_t class;
	uint8_t bits;
	uint8_t fold;
	struct bucketed_triple beyond;
};

/**
 * struct bucketed_code - a triple spelled another way
 * @tag: what a place keeps
 * @offset: what only the bucket tells: as many bits as widths have more than
 *	BUCKETED_TAG
 */
struct bucketed_code {
	uint32_t tag;
	uint32_t offset;
};

/**
 * bucketed_widths() - make widths of three numbers of bits
 * @source: of source types; up to 16, as the others
 * @target: of target types
 * @class: of classes
 *
 * Return: the widths; types get what is left of BUCKETED_TAG bits.
 */
static BUCKETED_INLINE struct bucketed_widths
bucketed_widths(uint32_t source, uint32_t target, uint32_t class)
{
	uint32_t bits = source + target + class;
	uint32_t left = bits < BUCKETED_TAG ? BUCKETED_TAG - bits : 0;
	uint32_t more = left < 16 - source ? left : 16 - source;

	source += more;
	target += left - more;
	return (struct bucketed_widths){
		.source = (uint8_t)source,
		.target = (uint8_t)target,
		.class = (uint8_t)class,
		.bits = (uint8_t)(source + target + class),
		.fold = (uint8_t)((source + target + class + 1) / 2),
		.beyond = {
			.source = (uint16_t)(0xffffu << source),
			.target = (uint16_t)(0xffffu << target),
			.class = (uint16_t)(0xffffu << class),
		},
	};
}

/**
 * bucketed_holds() - whether widths are wide enough
 * @widths: the widths
 * @triple: a triple
 *
 * Return: true if they are.
 */
static BUCKETED_INLINE bool bucketed_holds(const struct bucketed_widths *widths,
					   struct bucketed_triple triple)
{
	return !((triple.source & widths->beyond.source) |
		 (triple.target & widths->beyond.target) |
		 (triple.class & widths->beyond.class));
}

static BUCKETED_INLINE uint64_t bucketed_low(uint64_t number, uint32_t bits)
{
	return number & ((UINT64_C(1) << bits) - 1);
}

/* Its own inverse, as at least half of the bits stay. */
static BUCKETED_INLINE uint64_t bucketed_fold(uint64_t number, uint32_t fold)
{
	return number ^ number >> fold;
}

/**
 * bucketed_encode() - spell a triple as a code
 * @widths: wide enough for @triple
 * @triple: the triple
 *
 * A bijection from the triples of these widths to the codes of as many bits:
 * odd factors have inverses.
 *
 * Return: the code.
 */
static BUCKETED_INLINE struct bucketed_code
bucketed_encode(const struct bucketed_widths *widths,
		struct bucketed_triple triple)
{
	uint32_t bits = widths->bits;
	uint64_t number = triple.source;

	number = number << widths->target | triple.target;
	number = number << widths->class | triple.class;
	number = bucketed_fold(number, widths->fold) *
		 UINT64_C(0x9e3779b97f4a7c15);
	number = bucketed_low(number, bits);
	return (struct bucketed_code){
		.tag = (uint32_t)(number >> (bits - BUCKETED_TAG)),
		.offset = (uint32_t)bucketed_low(number, bits - BUCKETED_TAG),
	};
}

/**
 * bucketed_decode() - the reverse
 * @widths: what it was encoded with
 * @code: the code
 *
 * Return: the triple.
 */
static BUCKETED_INLINE struct bucketed_triple
bucketed_decode(const struct bucketed_widths *widths, struct bucketed_code code)
{
	uint32_t bits = widths->bits;
	uint64_t number =
		(uint64_t)code.tag << (bits - BUCKETED_TAG) | code.offset;

	number = bucketed_low(number * UINT64_C(0xf1de83e19937733d), bits);
	number = bucketed_fold(number, widths->fold);
	return (struct bucketed_triple){
		.source =
			(uint16_t)(number >> (widths->target + widths->class)),
		.target = (uint16_t)bucketed_low(number >> widths->class,
						 widths->target),
		.class = (uint16_t)bucketed_low(number, widths->class),
	};
}

#endif /* LSM_AVTAB_BUCKETED_CODE_H */
