/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_reference.h - what the parts of the SID table reference share */
#ifndef LSM_REFERENCE_SIDTAB_REFERENCE_H
#define LSM_REFERENCE_SIDTAB_REFERENCE_H

#include "sidtab_eviction_reference.h"

/**
 * struct sidtab_reference_names - what names of one MLS policy mean in another
 * @sens: values there by value here - 1; 0 if there is no such name
 * @cat: the same for categories
 */
struct sidtab_reference_names {
	uint32_t *sens;
	uint32_t *cat;
};

/**
 * struct sidtab_reference_context - a context
 * @text: its text if it is invalid, else NULL
 * @user: value of its user; 0 if it is invalid, as the others
 * @role: value of its role
 * @type: value of its type
 * @range: its range, an object of the MLS reference; NULL if it is invalid
 */
struct sidtab_reference_context {
	char *text;
	uint32_t user;
	uint32_t role;
	uint32_t type;
	void *range;
};

/**
 * struct sidtab_reference_policy - a policy
 * @table: what it is made from
 * @range: ranges of its users by value - 1, objects of the MLS reference
 * @names: what names of its MLS policy mean in every other one
 * @initial: contexts of its initial SIDs, as in @table
 */
struct sidtab_reference_policy {
	const struct lsm_sidtab_policy *table;
	void **range;
	struct sidtab_reference_names *names[LSM_MLS_POLICIES];
	struct sidtab_reference_context *initial;
};

/**
 * struct sidtab_reference_setup - what all objects share
 * @policy: the policies
 * @names: what names of one MLS policy mean in another
 */
struct sidtab_reference_setup {
	struct sidtab_reference_policy policy[LSM_SIDTAB_POLICIES];
	struct sidtab_reference_names names[LSM_MLS_POLICIES][LSM_MLS_POLICIES];
};

/* The operations of struct lsm_ops that build and free it. */
void *sidtab_reference_setup(void);
void sidtab_reference_teardown(void *setup);

/**
 * sidtab_reference_same() - whether two names are the same
 * @a: a name
 * @b: another
 *
 * Return: true if they are.
 */
bool sidtab_reference_same(const char *a, const char *b);

/**
 * sidtab_reference_parse() - make a context of a text
 * @policy: what it means
 * @text: the text
 * @len: its length, if no NUL comes first
 * @force: whether a text that is no valid context becomes an invalid one
 * @context: receives the context
 *
 * Return: 0; -EINVAL or -ENOMEM, and @context holds nothing.
 */
int sidtab_reference_parse(const struct sidtab_reference_policy *policy,
			   const char *text, size_t len, bool force,
			   struct sidtab_reference_context *context);

/**
 * sidtab_reference_copy() - copy a valid context
 * @policy: what it means
 * @old: the context
 * @context: receives the copy
 *
 * Return: 0; -ENOMEM, and @context holds nothing.
 */
int sidtab_reference_copy(const struct sidtab_reference_policy *policy,
			  const struct sidtab_reference_context *old,
			  struct sidtab_reference_context *context);

/**
 * sidtab_reference_print() - make the text of a context
 * @policy: what it means
 * @context: the context
 * @text: receives the text, to be freed; NULL if only its length is wanted
 * @len: receives its length with NUL
 *
 * Return: 0; -EINVAL if something has no name; -ENOMEM.
 */
int sidtab_reference_print(const struct sidtab_reference_policy *policy,
			   const struct sidtab_reference_context *context,
			   char **text, size_t *len);

/**
 * sidtab_reference_convert() - make the same context under another policy
 * @from: the policy it has
 * @to: the policy it is wanted under
 * @old: the context
 * @context: receives the context
 *
 * Return: 0; -ENOMEM, and @context holds nothing.
 */
int sidtab_reference_convert(const struct sidtab_reference_policy *from,
			     const struct sidtab_reference_policy *to,
			     const struct sidtab_reference_context *old,
			     struct sidtab_reference_context *context);

/**
 * sidtab_reference_equal() - whether two contexts are equal
 * @a: a context
 * @b: another, under the same policy
 *
 * Return: true if they are.
 */
bool sidtab_reference_equal(const struct sidtab_reference_context *a,
			    const struct sidtab_reference_context *b);

/**
 * sidtab_reference_forget() - free what a context holds
 * @context: the context; holds nothing afterwards
 */
void sidtab_reference_forget(struct sidtab_reference_context *context);

/**
 * struct sidtab_reference_entry - a SID
 * @sid: the SID
 * @context: its context
 * @copy: where a cache would have copied its text to, or NULL
 */
struct sidtab_reference_entry {
	uint32_t sid;
	struct sidtab_reference_context context;
	void *copy;
};

/**
 * struct sidtab_reference_table - a table
 * @index: of its policy
 * @policy: what its contexts mean
 * @entry: SIDs in the order in which they came
 * @nr: how many
 * @max: how many there is room for
 * @added: how many of them are no initial SIDs
 * @frozen: whether it refuses new contexts
 * @cache: whose texts a cache would hold
 */
struct sidtab_reference_table {
	uint32_t index;
	const struct sidtab_reference_policy *policy;
	struct sidtab_reference_entry *entry;
	size_t nr;
	size_t max;
	uint32_t added;
	bool frozen;
	struct sidtab_eviction_reference cache;
};

/**
 * struct sidtab_reference - an object
 * @setup: what all objects share
 * @param: what it was made with, capacity and limit as they are meant
 * @current: the table that answers
 * @next: the table being filled, or NULL
 * @watch: told of changes of the cache, or NULL
 * @watch_arg: for @watch
 */
struct sidtab_reference {
	const struct sidtab_reference_setup *setup;
	struct lsm_sidtab_param param;
	struct sidtab_reference_table *current;
	struct sidtab_reference_table *next;
	lsm_sidtab_watch_fn *watch;
	void *watch_arg;
};

/**
 * sidtab_reference_table() - make a table with a policy's initial SIDs
 * @setup: what all objects share
 * @policy: index of the policy
 * @param: what its cache is like
 *
 * Return: the table, or NULL if memory ran out.
 */
struct sidtab_reference_table *
sidtab_reference_table(const struct sidtab_reference_setup *setup,
		       uint32_t policy, const struct lsm_sidtab_param *param);

/**
 * sidtab_reference_drop() - free a table
 * @table: the table, or NULL
 */
void sidtab_reference_drop(struct sidtab_reference_table *table);

/**
 * sidtab_reference_entry() - find a SID
 * @table: the table
 * @sid: the SID
 *
 * Return: its entry, or NULL.
 */
struct sidtab_reference_entry *
sidtab_reference_entry(const struct sidtab_reference_table *table,
		       uint32_t sid);

/**
 * sidtab_reference_find() - find a context
 * @table: the table
 * @context: the context
 *
 * Return: the SID that came first of those that have it, or 0.
 */
uint32_t sidtab_reference_find(const struct sidtab_reference_table *table,
			       const struct sidtab_reference_context *context);

/**
 * sidtab_reference_room() - make room for one more SID
 * @table: the table
 *
 * Return: true; false if memory ran out.
 */
bool sidtab_reference_room(struct sidtab_reference_table *table);

/**
 * sidtab_reference_append() - add a SID at the end of a table
 * @table: the table
 * @sid: the SID, not in it yet
 * @context: its context, taken over
 *
 * Return: true; false if memory ran out, @context still the caller's.
 */
bool sidtab_reference_append(struct sidtab_reference_table *table, uint32_t sid,
			     const struct sidtab_reference_context *context);

/* The operations of struct lsm_sidtab_ops that read texts. */
int sidtab_reference_text(void *self, uint32_t sid, bool force, char **text,
			  size_t *len);
int sidtab_reference_length(void *self, uint32_t sid, bool force, size_t *len);
int sidtab_reference_get(void *self, uint32_t sid, bool force, char **text,
			 size_t *len);
int sidtab_reference_put(void *self, uint32_t sid, bool force);
int sidtab_reference_translate(void *self, uint32_t sid, bool force,
			       char **text, size_t *len);

#endif /* LSM_REFERENCE_SIDTAB_REFERENCE_H */
