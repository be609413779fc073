/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_grouped.h - labels in groups of 16 tags, shared by its source files */
#ifndef LSM_OPTIMIZED_SMACK_GROUPED_H
#define LSM_OPTIMIZED_SMACK_GROUPED_H

#include <lsm/smack.h>

#define GROUP 16u /* slots, and bytes of tags that are compared at once */
#define KEY_BYTES 64u
#define RESERVED 5u

/**
 * struct label - a label
 * @key: the first bytes of its text, and zeros; one cache line, and all that a
 *	look-up of a text up to this length sees
 * @text: the text and a NUL; @key if that has both
 * @hash: of the text
 * @len: its length
 * @secid: its number
 * @rules: 1 + index of its newest rule of the system as a subject, or 0
 * @block: the memory that the label is somewhere in; NULL if part of a table
 */
struct label {
	char key[KEY_BYTES];
	const char *text;
	uint64_t hash;
	uint32_t len;
	uint32_t secid;
	uint32_t rules;
	void *block;
};

/**
 * struct index - labels by text
 * @tag: one byte a slot: 0 if it is free, else 128 and seven bits of the hash
 * @slot: as many as tags; groups are looked at from the one that the hash says
 *	on, until one has a free slot
 * @mask: groups - 1
 */
struct index {
	uint8_t *tag;
	struct label **slot;
	size_t mask;
};

/* A rule; @next is 1 + the index of one with the same subject, or 0. */
struct rule {
	uint32_t subject;
	uint32_t object;
	uint32_t access;
	uint32_t next;
};

/**
 * struct rules - the rules of a scope; all zero is none
 * @rule: in the order in which they were made
 * @nr: how many
 * @room: how many fit
 * @slot: by pair: 1 + an index into @rule, or 0; open addressing
 * @bits: log2 of the slots; half of them are free
 */
struct rules {
	struct rule *rule;
	uint32_t nr;
	uint32_t room;
	uint32_t *slot;
	uint32_t bits;
};

/**
 * struct way - hashing and finding for one instruction set
 * @hash: of @len bytes of @text
 * @find: the label with that text, or NULL
 */
struct way {
	uint64_t (*hash)(const char *text, size_t len);
	struct label *(*find)(const struct index *index, const char *text,
			      size_t len);
};

extern const struct way smack_grouped_portable;
extern const struct way smack_grouped_avx512;

/* Whether this processor and compiler can run the latter. */
bool smack_grouped_has_avx512(void);

/**
 * struct table - labels and rules
 * @way: how labels are found
 * @index: labels by text; its arrays are @first_tag and @first_slot until they
 *	are too small
 * @label: labels by secid, that of "?" where there is none
 * @next_secid: length of @label
 * @room: how many fit there
 * @used: labels in @index
 * @unconfined: the unconfined label, or NULL
 * @rules: by scope
 * @first_tag: see @index
 * @first_slot: see @index
 * @reserved: labels that every table has
 */
struct table {
	const struct way *way;
	struct index index;
	struct label **label;
	uint32_t next_secid;
	uint32_t room;
	size_t used;
	const struct label *unconfined;
	struct rules rules[LSM_SMACK_SCOPES];
	uint8_t first_tag[GROUP];
	struct label *first_slot[GROUP];
	struct label reserved[RESERVED];
};

/* The tag of a hash. */
static inline uint8_t tag_of(uint64_t hash)
{
	return (uint8_t)(0x80 | hash >> 57);
}

/**
 * smack_grouped_add() - make a new label known
 * @table: does not know it
 * @text: its text
 * @len: the length of it
 *
 * Return: the label; NULL if memory ran out, @table as it was.
 */
struct label *smack_grouped_add(struct table *table, const char *text,
				size_t len);

/**
 * smack_grouped_rule() - look a rule up
 * @rules: where
 * @subject: secid of the subject
 * @object: secid of the object
 *
 * Return: the rule, valid until the next one is made; or NULL.
 */
struct rule *smack_grouped_rule(const struct rules *rules, uint32_t subject,
				uint32_t object);

/**
 * smack_grouped_change() - make or change a rule
 * @rules: where
 * @wanted: subject and object of the rule, and bits to add
 * @deny: bits to take away afterwards
 * @newest: head of the subject's chain, which a new rule is put before
 *
 * Return: 0; -ENOMEM, @rules as it was.
 */
int smack_grouped_change(struct rules *rules, const struct rule *wanted,
			 uint32_t deny, uint32_t *newest);

/**
 * smack_grouped_forget() - free all rules
 * @rules: none afterwards
 */
void smack_grouped_forget(struct rules *rules);

/**
 * smack_grouped_check_rules() - why rules are not consistent
 * @rules: which
 *
 * Return: a text, or NULL.
 */
const char *smack_grouped_check_rules(const struct rules *rules);

/* clear, destroy and check of struct lsm_ops, and what create calls. */
void *smack_grouped_create(const struct way *way);
void smack_grouped_clear(void *self);
void smack_grouped_destroy(void *self);
const char *smack_grouped_check(const void *self);

#endif /* LSM_OPTIMIZED_SMACK_GROUPED_H */
