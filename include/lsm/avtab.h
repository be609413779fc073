/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * avtab.h - contract of the access vector table
 *
 * A multiset of rules, each a key (source type, target type, class, kind of
 * rule) and a datum.  A policy has two such tables: an unconditional one, and a
 * conditional one, in which keys repeat and every rule is switched on or off.
 * How many slots a table has and which hash function fills them never shows,
 * except in the statistics of its chains.
 *
 * Source: security/selinux/ss/avtab.c (Linux 2.6.22 to 6.12),
 * libsepol/src/avtab.c (libsepol 3.4).
 */
#ifndef LSM_AVTAB_H
#define LSM_AVTAB_H

#include <lsm/structure.h>

/*
 * Kinds of rule: the rule bits of struct lsm_avtab_key.  AUDITDENY stands for
 * dontaudit rules, with the permissions that are audited.
 */
enum {
	LSM_AVTAB_ALLOWED = 0x0001,
	LSM_AVTAB_AUDITALLOW = 0x0002,
	LSM_AVTAB_AUDITDENY = 0x0004,
	LSM_AVTAB_TRANSITION = 0x0010,
	LSM_AVTAB_MEMBER = 0x0020,
	LSM_AVTAB_CHANGE = 0x0040,
	LSM_AVTAB_XPERMS_ALLOWED = 0x0100,
	LSM_AVTAB_XPERMS_AUDITALLOW = 0x0200,
	LSM_AVTAB_XPERMS_DONTAUDIT = 0x0400,
	LSM_AVTAB_ENABLED = 0x8000, /* no rule bit: a conditional rule is on */
};

#define LSM_AVTAB_VECTOR \
	(LSM_AVTAB_ALLOWED | LSM_AVTAB_AUDITALLOW | LSM_AVTAB_AUDITDENY)
#define LSM_AVTAB_TYPE \
	(LSM_AVTAB_TRANSITION | LSM_AVTAB_MEMBER | LSM_AVTAB_CHANGE)
#define LSM_AVTAB_XPERMS                                          \
	(LSM_AVTAB_XPERMS_ALLOWED | LSM_AVTAB_XPERMS_AUDITALLOW | \
	 LSM_AVTAB_XPERMS_DONTAUDIT)
#define LSM_AVTAB_RULES (LSM_AVTAB_VECTOR | LSM_AVTAB_TYPE | LSM_AVTAB_XPERMS)

/* What the 256 bits of extended permissions are. */
enum {
	LSM_AVTAB_XPERMS_FUNCTION = 1, /* functions of one driver */
	LSM_AVTAB_XPERMS_DRIVER = 2, /* whole drivers */
};

/**
 * enum lsm_avtab_sizing - how a table gets its number of slots
 * @LSM_AVTAB_SEED: by the number of rules as the patch of 2007 has it: for a
 *	number of b binary digits, 2^(b - 2) slots if b > 2, else 2^b; at most
 *	8,192.  No rules: 1 slot
 * @LSM_AVTAB_MODERN: by the number of rules as Linux 6.12 does: none for
 *	0, 2 for 1 to 3, else the greatest power of two that is at most half
 *	the number; at most 65,536
 * @LSM_AVTAB_EXPLICIT: a given power of two
 * @LSM_AVTAB_NONE: none at all: initialised, never allocated
 * @LSM_AVTAB_FIXED: 32,768 slots, as before the patch.  As a number it is out
 *of the way of mutations: such a table costs as much as hundreds of others
 */
enum lsm_avtab_sizing {
	LSM_AVTAB_SEED,
	LSM_AVTAB_MODERN,
	LSM_AVTAB_EXPLICIT,
	LSM_AVTAB_NONE,
	LSM_AVTAB_FIXED = 99,
};

/* The largest table that LSM_AVTAB_EXPLICIT makes has 2^20 slots. */
#define LSM_AVTAB_SHIFT_MAX 20u

/**
 * struct lsm_avtab_size - how many slots a table is to have
 * @sizing: the rule
 * @rules: number of rules, for LSM_AVTAB_SEED and LSM_AVTAB_MODERN
 * @shift: binary logarithm of the slots, for LSM_AVTAB_EXPLICIT; in
 *	[0, LSM_AVTAB_SHIFT_MAX]
 */
struct lsm_avtab_size {
	enum lsm_avtab_sizing sizing;
	uint32_t rules;
	uint32_t shift;
};

/**
 * enum lsm_avtab_hash - from a key to a slot
 * @LSM_AVTAB_DEFAULT: low bits of v = class + target * 4 + source * 512
 * @LSM_AVTAB_HASH_LONG_32: top bits of v * 0x9e370001 in 32 bits
 * @LSM_AVTAB_HASH_LONG_OLD: top bits of v * 0x9e37fffffffc0001 in 64 bits
 * @LSM_AVTAB_HASH_LONG_NEW: top bits of v * 0x61c8864680b583eb in 64 bits
 * @LSM_AVTAB_JHASH: low bits of Jenkins' lookup2 of class, target and source
 * @LSM_AVTAB_MURMUR3: low bits of the 32-bit MurmurHash3 of the same three
 *	words, seed 0, finalised without the length
 */
enum lsm_avtab_hash {
	LSM_AVTAB_DEFAULT,
	LSM_AVTAB_HASH_LONG_32,
	LSM_AVTAB_HASH_LONG_OLD,
	LSM_AVTAB_HASH_LONG_NEW,
	LSM_AVTAB_JHASH,
	LSM_AVTAB_MURMUR3,
	LSM_AVTAB_HASHES,
};

/* Parameters of create(), which are all u32; all 0: seed, one slot. */
enum {
	LSM_AVTAB_PARAM_SIZING,
	LSM_AVTAB_PARAM_HASH,
	LSM_AVTAB_PARAM_RULES,
	LSM_AVTAB_PARAM_SHIFT,
};

/**
 * struct lsm_avtab_key - what a rule is about
 * @source: source type or attribute
 * @target: target type or attribute
 * @class: object class
 * @specified: of a rule: exactly one rule bit of LSM_AVTAB_RULES, and
 *	LSM_AVTAB_ENABLED or not.  Of a query: any bits
 *
 * The first three are the triple of a rule.
 */
struct lsm_avtab_key {
	uint16_t source;
	uint16_t target;
	uint16_t class;
	uint16_t specified;
};

/**
 * struct lsm_avtab_xperms - extended permissions (ioctl commands)
 * @kind: LSM_AVTAB_XPERMS_FUNCTION or LSM_AVTAB_XPERMS_DRIVER
 * @driver: the driver, if @kind is LSM_AVTAB_XPERMS_FUNCTION
 * @perms: 256 bits; bit i is bit i % 32 of word i / 32
 */
struct lsm_avtab_xperms {
	uint8_t kind;
	uint8_t driver;
	uint32_t perms[8];
};

/**
 * struct lsm_avtab_datum - what a rule says
 * @data: permissions, or a type if the rule bit is one of LSM_AVTAB_TYPE
 * @xperms: not NULL, and @data 0, if the rule bit is one of LSM_AVTAB_XPERMS;
 *	else NULL.  Lent by whoever hands the datum over; tables keep copies
 */
struct lsm_avtab_datum {
	uint32_t data;
	const struct lsm_avtab_xperms *xperms;
};

/**
 * struct lsm_avtab_rule - a rule in a table
 * @key: its key
 * @datum: what it says; its @xperms belong to the table
 * @place: where it is, for the implementation's own use
 *
 * Valid until the next update of the table.
 */
struct lsm_avtab_rule {
	struct lsm_avtab_key key;
	struct lsm_avtab_datum datum;
	uintptr_t place;
};

/**
 * struct lsm_avtab_limits - what a policy declares
 * @types: its types and attributes are 1 to @types
 * @classes: its classes are 1 to @classes
 */
struct lsm_avtab_limits {
	uint16_t types;
	uint16_t classes;
};

/* The shortest rule in an image: four u16 and a u32. */
#define LSM_AVTAB_IMAGE_RULE 12u

/* A rule with extended permissions: four u16, two u8 and eight u32. */
#define LSM_AVTAB_IMAGE_XPERMS 42u

/**
 * struct lsm_avtab_statistics - how well a table is filled
 * @rules: how many rules
 * @slots: how many slots
 * @used: slots with a rule
 * @longest: rules in the fullest slot
 * @squares: sum of the squares of the rules in each slot
 */
struct lsm_avtab_statistics {
	uint32_t rules;
	uint32_t slots;
	uint32_t used;
	uint32_t longest;
	uint64_t squares;
};

/**
 * typedef lsm_avtab_visit_fn - told of one rule
 * @rule: the rule
 * @arg: the caller's
 */
typedef void lsm_avtab_visit_fn(const struct lsm_avtab_rule *rule, void *arg);

/**
 * struct lsm_avtab_ops - an implementation of the access vector table
 * @base: what every implementation provides; create() takes the parameters
 *	LSM_AVTAB_PARAM_*.  clear() is for tables made without
 * @alloc: frees all rules and slots, then makes empty slots.  Return: 0;
 *	-ENOMEM, the table without rules and slots
 * @release: frees all rules and slots
 * @insert: puts a rule in.  Return: 0; -EINVAL if there are no slots; -EEXIST
 *	if its rule bit is not one of LSM_AVTAB_XPERMS and a rule of its triple
 *	has it; -ENOMEM.  The table is unchanged after each error
 * @insert_nonunique: puts a rule in, whether or not its key is there.
 *	Return: as @insert, never -EEXIST
 * @search: finds the first rule of a triple that has a rule bit in
 *	@key->specified.  Return: true and the rule in @rule; false, @rule
 *	untouched: there is none, or there are no slots
 * @search_next: finds the next such rule of the same triple behind @rule, with
 *	rule bits @specified.  Return: as @search
 * @enable: sets or clears LSM_AVTAB_ENABLED of a rule that was found
 * @read: makes the table that of a binary image, with slots by @sizing for as
 *	many rules as the image has.  Return: 0, and the length of the image in
 *	@used (what follows it is left alone); -EINVAL if the image is
 *	truncated or a rule in it not valid or a key there twice; -ENOMEM.  The
 *	table has no rules and no slots after both errors, @used is untouched
 * @statistics: counts rules and slots.  Return: 0; -ENOMEM, @out untouched
 * @rules: calls @visit for each rule.  Rules of one triple come one after the
 *	other, in their order; which triple comes first is not said
 *
 * Order: a new rule goes before the first rule of its triple that has the same
 * rule bit, or behind all rules of its triple if there is none.
 *
 * LSM_AVTAB_ENABLED in a query is ignored.
 *
 * The binary image, in little endian: a u32, the number of rules, neither 0 nor
 * 0xffffffff; then for each rule source, target, class and specified, u16, and
 * a u32, or for rules with extended permissions kind and driver, u8, and eight
 * u32.  A rule is valid if it has exactly one rule bit and no unknown bit,
 * source, target and class are within @limits, the datum of a type rule is a
 * type, and extended permissions have a known kind.
 *
 * Context: one thread at a time per table, or many threads that only search.
 */
struct lsm_avtab_ops {
	struct lsm_ops base;
	int (*alloc)(void *self, const struct lsm_avtab_size *size);
	void (*release)(void *self);
	int (*insert)(void *self, const struct lsm_avtab_key *key,
		      const struct lsm_avtab_datum *datum);
	int (*insert_nonunique)(void *self, const struct lsm_avtab_key *key,
				const struct lsm_avtab_datum *datum);
	bool (*search)(const void *self, const struct lsm_avtab_key *key,
		       struct lsm_avtab_rule *rule);
	bool (*search_next)(const void *self, struct lsm_avtab_rule *rule,
			    uint16_t specified);
	void (*enable)(void *self, const struct lsm_avtab_rule *rule,
		       bool value);
	int (*read)(void *self, enum lsm_avtab_sizing sizing,
		    const struct lsm_avtab_limits *limits, const uint8_t *image,
		    size_t size, size_t *used);
	int (*statistics)(const void *self, struct lsm_avtab_statistics *out);
	void (*rules)(const void *self, lsm_avtab_visit_fn *visit, void *arg);
};

#endif /* LSM_AVTAB_H */
