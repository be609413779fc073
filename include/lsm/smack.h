/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * smack.h - contract of Smack labels and rules
 *
 * A label is a short text; what a task may do to a file is decided by the
 * labels of both and a rule for the pair.  A table knows every label it ever
 * saw, the rules of the system, and the rules of one task, which restrict that
 * task further.
 *
 * Text of a label: each byte from 0x21 to 0x7e except / " \ and ', the first
 * not '-'.  Where the contract says that a label is parsed, it is the longest
 * such beginning of the bytes given (so "foo/bar" is "foo"); none, and more
 * than LSM_SMACK_LABEL_MAX bytes, are -EINVAL.
 *
 * Source: security/smack/smack_access.c, smackfs.c and smack_lsm.c (Linux 3.10
 * to 6.12).
 */
#ifndef LSM_SMACK_H
#define LSM_SMACK_H

#include <lsm/structure.h>

#define LSM_SMACK_LABEL_MAX 255u /* bytes of a label, without a NUL */
#define LSM_SMACK_FIXED_LABEL 24u /* bytes for a label in the fixed format */
#define LSM_SMACK_FIXED_MIN 52u /* bytes of a fixed rule: 4 to 6 letters */
#define LSM_SMACK_FIXED_MAX 54u
#define LSM_SMACK_WRITE_MAX 4095u /* bytes that one write can take */
#define LSM_SMACK_REVOKE_MAX 256u /* bytes of a revocation */
#define LSM_SMACK_QUERY_MAX 4087u /* bytes of a question about an access */

/* Secids of the labels that every table knows. */
#define LSM_SMACK_HUH 2u /* "?", what an unknown secid stands for */
#define LSM_SMACK_HAT 3u /* "^" */
#define LSM_SMACK_STAR 4u /* "*" */
#define LSM_SMACK_FLOOR 5u /* "_" */
#define LSM_SMACK_WEB 7u /* "@" */
#define LSM_SMACK_FIRST 10u /* of the first label that is imported */

/**
 * enum lsm_smack_access - bits of a rule or a request, with their letters
 * @LSM_SMACK_READ: r
 * @LSM_SMACK_WRITE: w
 * @LSM_SMACK_EXEC: x
 * @LSM_SMACK_APPEND: a
 * @LSM_SMACK_TRANSMUTE: t
 * @LSM_SMACK_LOCK: l
 * @LSM_SMACK_BRINGUP: b, makes what a rule allows stand out
 * @LSM_SMACK_ALL: all of them
 *
 * As letters a set is a text: r, w, x, a, t, l and b in either case; a '-' is
 * passed over, and the text ends before any other byte.
 */
enum lsm_smack_access {
	LSM_SMACK_READ = 1,
	LSM_SMACK_WRITE = 2,
	LSM_SMACK_EXEC = 4,
	LSM_SMACK_APPEND = 8,
	LSM_SMACK_TRANSMUTE = 16,
	LSM_SMACK_LOCK = 32,
	LSM_SMACK_BRINGUP = 64,
	LSM_SMACK_ALL = 127,
};

/**
 * enum lsm_smack_decision - how an access was decided
 * @LSM_SMACK_ALLOWED: by a shortcut or a rule
 * @LSM_SMACK_ALLOWED_BRINGUP: by a rule that has the bring-up bit
 * @LSM_SMACK_ALLOWED_SUBJECT: only since the subject is the unconfined label
 * @LSM_SMACK_ALLOWED_OBJECT: only since the object is
 *
 * A denial is -EACCES.
 */
enum lsm_smack_decision {
	LSM_SMACK_ALLOWED,
	LSM_SMACK_ALLOWED_BRINGUP,
	LSM_SMACK_ALLOWED_SUBJECT,
	LSM_SMACK_ALLOWED_OBJECT,
};

/**
 * enum lsm_smack_format - how rules are written
 * @LSM_SMACK_FIXED: one rule: LSM_SMACK_FIXED_LABEL bytes from whose beginning
 *	the subject is parsed, as many for the object, then letters; all in all
 *	LSM_SMACK_FIXED_MIN to LSM_SMACK_FIXED_MAX bytes
 * @LSM_SMACK_LONG: any number of rules of three words: subject, object, letters
 * @LSM_SMACK_CHANGE: any number of rules of four words: subject, object,
 *	letters to allow, letters to deny
 *
 * Blanks end words: the bytes 9 to 13, 32 and 160.  A newline is a blank like
 * the others.  A NUL ends a word, too, but then no further word is found.
 */
enum lsm_smack_format {
	LSM_SMACK_FIXED,
	LSM_SMACK_LONG,
	LSM_SMACK_CHANGE,
};

#define LSM_SMACK_FORMATS 3

/**
 * enum lsm_smack_scope - whose rules
 * @LSM_SMACK_SYSTEM: everybody's; kept with the subject
 * @LSM_SMACK_TASK: of the one task, with any subject
 */
enum lsm_smack_scope {
	LSM_SMACK_SYSTEM,
	LSM_SMACK_TASK,
};

#define LSM_SMACK_SCOPES 2

/**
 * enum lsm_smack_hash - how a table with slots chooses one
 * @LSM_SMACK_DJB33: h = 33 * h + byte, from 5381 on (the patch of 2013)
 * @LSM_SMACK_FNV1A: h = (h ^ byte) * 16777619, from 2166136261 on
 * @LSM_SMACK_NAME: the kernel's hash of a path component, byte by byte (what
 *	the kernel has used since 3.11, in its portable form)
 */
enum lsm_smack_hash {
	LSM_SMACK_DJB33,
	LSM_SMACK_FNV1A,
	LSM_SMACK_NAME,
};

#define LSM_SMACK_HASHES 3
#define LSM_SMACK_SLOTS_DEFAULT 16u /* where the kernel ended up */

/**
 * struct lsm_smack_rule - a rule, as a dump shows it
 * @scope: whose it is
 * @subject: secid of the subject
 * @object: secid of the object
 * @access: its bits; may be 0
 */
struct lsm_smack_rule {
	enum lsm_smack_scope scope;
	uint32_t subject;
	uint32_t object;
	uint32_t access;
};

/**
 * typedef lsm_smack_rule_fn - told of one rule
 * @rule: valid during the call
 * @arg: the caller's
 */
typedef void lsm_smack_rule_fn(const struct lsm_smack_rule *rule, void *arg);

/**
 * typedef lsm_smack_label_fn - told of one label
 * @label: the label
 * @arg: the caller's
 */
typedef void lsm_smack_label_fn(const void *label, void *arg);

/**
 * struct lsm_smack_ops - an implementation of a table of labels and rules
 * @base: what every implementation provides.  create() takes two parameters,
 *	which only change speed: the number of slots, a power of two from 4 to
 *	512 or 0 for LSM_SMACK_SLOTS_DEFAULT, and an enum lsm_smack_hash.  A new
 *	table knows the reserved labels, no rule, and no label is unconfined
 * @import: parses a label from @len bytes of @text and gives the label with
 *	just that text, new if the table did not know it; a new one has the next
 *	secid.  Return: 0, and @label; -EINVAL, -ENOMEM
 * @import_task: the same for the label of a task, which is not cut: all @len
 *	bytes must be the label.  Return: 0, and @label; -EINVAL; -EPERM if the
 *	label is * or @, which no task may have; -ENOMEM
 * @find: looks up all @len bytes of @text, which hold no NUL, as a label.
 *	Return: the label, or NULL
 * @from_secid: the label with a secid, any number.  Return: the label; that of
 *	LSM_SMACK_HUH if there is none
 * @secid: the secid of a label
 * @text: the text of a label and a NUL; valid as long as the label, @len
 *	receives its length
 * @set_unconfined: makes a label the unconfined one, or none if it is NULL
 * @unconfined: the unconfined label, or NULL
 * @load: applies @len bytes of rules to a scope, one after the other: parses
 *	and imports the subject, then the object, then changes the rule of the
 *	pair, which is made with no bits at first.  A rule of three words or of
 *	the fixed format replaces all its bits; one of four adds the allowed
 *	bits and then takes away the denied ones.  An error stops there and what
 *	was done stays, an imported subject, too.  Of more than
 *	LSM_SMACK_WRITE_MAX bytes the fixed format takes none; the others take
 *	the first LSM_SMACK_WRITE_MAX up to the last newline among them.
 *	Return: the bytes taken (0 if @len is 0); -EINVAL for a label that
 *	cannot be parsed, too few words, the wrong length, no newline; -ENOMEM
 * @revoke: parses a label from 1 to LSM_SMACK_REVOKE_MAX bytes and takes all
 *	bits from its rules in the scope of the system; an unknown label is no
 *	error.  Return: @len; -EINVAL
 * @access: decides, by the rules below.  Return: an enum lsm_smack_decision;
 *	-EACCES
 * @task_access: the same for the task, whose rules can turn an allowed access
 *	into a denied one.  Return: as @access
 * @query: decides about one rule's worth of @len bytes, at most
 *	LSM_SMACK_QUERY_MAX: subject, object and, as letters, the request; in
 *	the fixed format at least LSM_SMACK_FIXED_MAX bytes, not
 *LSM_SMACK_CHANGE. Imports nothing and allocates nothing.  Return: 1 if @access
 *allows it, whatever the reason; 0 if not, or if subject or object is unknown;
 *	-EINVAL for too few words, then for a subject, and if that is known for
 *	an object, that cannot be parsed
 * @labels: calls @visit for each label, in any order
 * @rules: calls @visit for each rule of both scopes, in any order
 *
 * A label stays where it is and as it is for the life of the table; two labels
 * are the same if and only if their pointers are equal.  Labels passed to
 * functions are of the same table.
 *
 * Decision, subject S, object O, and request, any set of bits:
 * 1. S is *: denied.
 * 2. O or S is @: allowed.  O is *: allowed.  S is O: allowed.
 * 3. The request is within r and x, or within l: allowed if O is _ or S is ^.
 * 4. The rule of the pair, to which w adds l, decides: denied if there is none,
 *    it has no bits or lacks a bit of the request; else LSM_SMACK_ALLOWED, or
 *    LSM_SMACK_ALLOWED_BRINGUP if it has b.
 * 5. A denial becomes LSM_SMACK_ALLOWED_SUBJECT if S is unconfined, else
 *    LSM_SMACK_ALLOWED_OBJECT if O is.
 * 6. For the task: what was allowed so far is denied if the task has a rule of
 *    the pair which, with l added by w, lacks a bit of the request.
 *
 * After any error but those of @load the table is unchanged, and the next
 * secid is, too.
 *
 * Context: one thread at a time per table; some implementations allow more and
 * say so.
 */
struct lsm_smack_ops {
	struct lsm_ops base;
	int (*import)(void *self, const char *text, size_t len,
		      const void **label);
	int (*import_task)(void *self, const char *text, size_t len,
			   const void **label);
	const void *(*find)(const void *self, const char *text, size_t len);
	const void *(*from_secid)(const void *self, uint32_t secid);
	uint32_t (*secid)(const void *label);
	const char *(*text)(const void *label, size_t *len);
	void (*set_unconfined)(void *self, const void *label);
	const void *(*unconfined)(const void *self);
	long (*load)(void *self, enum lsm_smack_scope scope,
		     enum lsm_smack_format format, const char *text,
		     size_t len);
	long (*revoke)(void *self, const char *text, size_t len);
	int (*access)(const void *self, const void *subject, const void *object,
		      uint32_t request);
	int (*task_access)(const void *self, const void *subject,
			   const void *object, uint32_t request);
	int (*query)(const void *self, enum lsm_smack_format format,
		     const char *text, size_t len);
	void (*labels)(const void *self, lsm_smack_label_fn *visit, void *arg);
	void (*rules)(const void *self, lsm_smack_rule_fn *visit, void *arg);
};

#endif /* LSM_SMACK_H */
