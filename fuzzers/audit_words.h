/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_words.h - audit's rules and events as words
 *
 * A rule is written much as for auditctl: `-a always,exit -S 2,59 -F a1&=3 -k
 * open`.  Any text is a rule: what is not understood is passed over, and what
 * is missing is list exit, action always, an empty mask and no field.
 *
 *	-a LIST,ACTION	append; -A prepends.  Words, or numbers in this order
 *	-S CALLS	numbers, ranges as 3-9, `all` (as auditctl means it:
 *			without the last word of the mask), joined by commas
 *	-F NAME OP VALUE	without blanks.  NAME may be a number
 *	-k TEXT		the same as -F key=TEXT
 *
 * Numbers are decimal, 0x-hexadecimal or negative; also `unset`, b32 and b64,
 * and letters of rwxa.  A text that ends in ~N has the character before it N
 * times: /x~4097.
 *
 * An event is a list of NAME=VALUE: `nr=2 uid=1000 euid=0 exit=-13 f=0`.  Its
 * files, `f` and `exe`, are indices of lsm_audit_file[] or paths; uid and gid
 * set all four ids, so they come before euid and the like.
 */
#ifndef LSM_FUZZERS_AUDIT_WORDS_H
#define LSM_FUZZERS_AUDIT_WORDS_H

#include <lsm/audit.h>

#include <stdio.h>

/* Room for texts; a longer one is cut. */
#define AUDIT_TEXT_ROOM 10240u

/**
 * struct audit_texts - texts that a rule or event points to
 * @used: bytes of @room in use
 * @room: one text after the other, each with its NUL
 */
struct audit_texts {
	size_t used;
	char room[AUDIT_TEXT_ROOM];
};

/**
 * struct audit_request - a rule with its texts
 * @rule: the rule
 * @texts: its texts
 */
struct audit_request {
	struct lsm_audit_rule rule;
	struct audit_texts texts;
};

/**
 * struct audit_scene - an event with its texts
 * @event: the event
 * @texts: paths of its files
 */
struct audit_scene {
	struct lsm_audit_event event;
	struct audit_texts texts;
};

/**
 * audit_keep_text() - store a text
 * @texts: where
 * @text: the text; ends at the first NUL or after @len bytes
 * @len: its length at most
 * @stored: receives its length as stored
 *
 * A text that ends in ~N is spelled out.
 *
 * Return: the text in @texts.
 */
const char *audit_keep_text(struct audit_texts *texts, const char *text,
			    size_t len, size_t *stored);

/**
 * audit_rule_from_words() - read a rule
 * @request: receives it
 * @text: the words; need not end in NUL
 * @len: their length
 */
void audit_rule_from_words(struct audit_request *request, const char *text,
			   size_t len);

/**
 * audit_event_from_words() - read an event
 * @scene: receives it
 * @text: the words; need not end in NUL
 * @len: their length
 */
void audit_event_from_words(struct audit_scene *scene, const char *text,
			    size_t len);

/**
 * audit_event_init() - an event of root's without anything special
 * @event: receives it
 */
void audit_event_init(struct lsm_audit_event *event);

/**
 * audit_rule_init() - an empty rule: list exit, action always
 * @request: receives it
 */
void audit_rule_init(struct audit_request *request);

/**
 * audit_add_field() - give a rule one more field
 * @request: unchanged if it has one more than allowed already
 * @type: any number
 * @op: any number
 * @value: of a field without text
 * @text: of a field with one; need not end in NUL
 * @len: its length
 */
void audit_add_field(struct audit_request *request, uint32_t type, uint32_t op,
		     uint32_t value, const char *text, size_t len);

/**
 * audit_copy_rule() - keep a rule beyond the call that showed it
 * @request: receives it
 * @rule: what to copy
 */
void audit_copy_rule(struct audit_request *request,
		     const struct lsm_audit_rule *rule);

/**
 * audit_print_rule() - write a rule as words
 * @out: where
 * @rule: the rule
 *
 * What it writes is read as the same rule if texts have no blanks and no ~.
 */
void audit_print_rule(FILE *out, const struct lsm_audit_rule *rule);

/**
 * audit_type_name() - a field's name
 * @type: any number
 *
 * Return: its name, or NULL if it has none.
 */
const char *audit_type_name(uint32_t type);

/**
 * audit_type_by_name() - a field's number
 * @name: its name or number; need not end in NUL
 * @len: its length
 *
 * Return: the number; one that no field has if the name is not known.
 */
uint32_t audit_type_by_name(const char *name, size_t len);

/**
 * audit_is() - whether a piece of text is a word
 * @text: need not end in NUL
 * @len: its length
 * @word: the word
 *
 * Return: true if it is.
 */
bool audit_is(const char *text, size_t len, const char *word);

/**
 * audit_number() - read a number
 * @text: the number or one of the words that stand for numbers
 * @len: its length
 *
 * Return: its value modulo 2^64; 0 if it is none.
 */
uint64_t audit_number(const char *text, size_t len);

/* The operators, most common first, and how they are written. */
#define AUDIT_OPS 8u
extern const uint32_t audit_op[AUDIT_OPS];
extern const char *const audit_op_word[AUDIT_OPS];

/*
 * Fields that programs choose from by index, and texts for those that take one:
 * texts that fit and some that do not.
 */
#define AUDIT_TYPES 48u
extern const uint32_t audit_types[AUDIT_TYPES];
#define AUDIT_TEXTS 24u
extern const char *const audit_texts[AUDIT_TEXTS];

/* Rules and events that fit into the arguments of one operation. */
#define AUDIT_ALL_CALLS 2048u /* as -S all */
#define AUDIT_NO_CALL 2049u
#define AUDIT_EVERY_BIT 2050u
#define AUDIT_PEOPLE 6u
#define AUDIT_EXITS 8u

/**
 * audit_rule_from_numbers() - a rule with at most one field and a key
 * @request: receives it
 * @arg: place (0 to 7 the list, 8 never, 16 prepend), nr (a bit of the mask or
 *	AUDIT_ALL_CALLS and so on), test (index of field times AUDIT_OPS plus
 *	index of operator; index 0 is none), value, key (0 is none)
 */
void audit_rule_from_numbers(struct audit_request *request,
			     const uint32_t *arg);

/**
 * audit_event_from_numbers() - a system call
 * @scene: receives it
 * @arg: nr, who (index of a person), names (up to four files, one a nibble, 0
 *	is none), exit (index of a result), a (argument 0; the others from it)
 */
void audit_event_from_numbers(struct audit_scene *scene, const uint32_t *arg);

/*
 * Rule sets that `load` adds: the first set + 2 of a few rules of every kind,
 * or Debian's 30-stig.rules.
 */
#define AUDIT_SETS 8u
#define AUDIT_SET_STIG 7u

/**
 * audit_set() - the rules of a set
 * @set: which, in [0, AUDIT_SETS - 1]
 * @nr: receives how many
 *
 * Return: its rules, in order.
 */
const struct lsm_audit_rule *audit_set(uint32_t set, size_t *nr);

/* Likely rules and events. */
size_t audit_make_rule(struct lsm_random *random, uint8_t *buf, size_t max);
size_t audit_make_event(struct lsm_random *random, uint8_t *buf, size_t max);

#endif /* LSM_FUZZERS_AUDIT_WORDS_H */
