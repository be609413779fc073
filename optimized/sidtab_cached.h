/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_cached.h - SID tables with a text cache, for their source files */
#ifndef LSM_SIDTAB_CACHED_H
#define LSM_SIDTAB_CACHED_H

#include <lsm/rculist.h>
#include <lsm/sidtab.h>
#include <lsm/sync.h>

extern const struct lsm_mls_ops lsm_mls_runs;
#define RANGES (&lsm_mls_runs) /* of contexts */

struct word;

/**
 * struct dictionary - names of users, roles, types, sensitivities or categories
 * @word: names in alphabetical order
 * @nr: how many
 * @proper: the name of a value at value - 1, NULL if it has none
 * @highest: length of @proper
 * @policy: number of the policy
 * @elsewhere: by policy, and value - 1: the value that the name has there, or 0
 */
struct dictionary {
	struct word *word;
	size_t nr;
	const char **proper;
	uint32_t highest;
	uint32_t policy;
	uint32_t *elsewhere[LSM_SIDTAB_POLICIES];
};

/**
 * struct context - a context
 * @text: its text if it is invalid, else NULL
 * @hash: equal for equal contexts
 * @user: value of its user; 0 if it is invalid, as the others
 * @role: value of its role
 * @type: value of its type
 * @range: its range; NULL if it is invalid
 */
struct context {
	char *text;
	uint32_t hash;
	uint32_t user;
	uint32_t role;
	uint32_t type;
	void *range;
};

/**
 * struct policy - a policy made ready for look-ups
 * @table: what it was made from
 * @ranges: what ranges share
 * @user: its users
 * @role: its roles
 * @type: its types, without attributes
 * @sens: its sensitivities
 * @cat: its categories
 * @range: ranges of users by value - 1
 * @initial: contexts of its initial SIDs, as in @table
 */
struct policy {
	const struct lsm_sidtab_policy *table;
	void *ranges;
	struct dictionary user;
	struct dictionary role;
	struct dictionary type;
	struct dictionary sens;
	struct dictionary cat;
	void **range;
	struct context *initial;
};

/**
 * struct setup - what all objects share
 * @ranges: what ranges share
 * @policy: the policies
 */
struct setup {
	void *ranges;
	struct policy policy[LSM_SIDTAB_POLICIES];
};

/* The operations of struct lsm_ops that build and free it. */
void *sidtab_cached_setup(void);
void sidtab_cached_teardown(void *setup);

/**
 * sidtab_cached_meaning() - look a name up
 * @dict: the dictionary
 * @name: the name; need not end in NUL
 * @len: its length
 *
 * Return: its value, or 0.
 */
uint32_t sidtab_cached_meaning(const struct dictionary *dict, const char *name,
			       size_t len);

/**
 * sidtab_cached_reword() - the value that a value's name has elsewhere
 * @from: the dictionary of @value
 * @to: that of another policy
 * @value: the value
 *
 * Return: the value in @to; 0 if it has no name, or none there.
 */
uint32_t sidtab_cached_reword(const struct dictionary *from,
			      const struct dictionary *to, uint32_t value);

/**
 * sidtab_cached_parse() - make a context of a text
 * @policy: what it means
 * @text: the text, which is not changed
 * @len: its length, if no NUL comes first
 * @force: whether a text that is no valid context becomes an invalid one
 * @context: receives the context
 *
 * Return: 0; -EINVAL or -ENOMEM, and @context holds nothing.
 */
int sidtab_cached_parse(const struct policy *policy, const char *text,
			size_t len, bool force, struct context *context);

/**
 * sidtab_cached_length_of() - find the length of a context's text
 * @policy: what it means
 * @context: the context
 * @len: receives the length with NUL
 *
 * Return: 0; -EINVAL if something has no name.
 */
int sidtab_cached_length_of(const struct policy *policy,
			    const struct context *context, size_t *len);

/**
 * sidtab_cached_write() - write the text of a context
 * @policy: what it means
 * @context: the context
 * @buf: receives text and NUL
 * @len: what sidtab_cached_length_of() found
 */
void sidtab_cached_write(const struct policy *policy,
			 const struct context *context, char *buf, size_t len);

/**
 * sidtab_cached_copy() - copy a valid context
 * @policy: what it means
 * @old: the context
 * @context: receives the copy
 *
 * Return: 0; -ENOMEM, and @context holds nothing.
 */
int sidtab_cached_copy(const struct policy *policy, const struct context *old,
		       struct context *context);

/**
 * sidtab_cached_print() - make the text of a context
 * @policy: what it means
 * @context: the context
 * @text: receives the text, to be freed; NULL if only its length is wanted
 * @len: receives its length with NUL
 *
 * Return: 0; -EINVAL if something has no name; -ENOMEM.
 */
int sidtab_cached_print(const struct policy *policy,
			const struct context *context, char **text,
			size_t *len);

/**
 * sidtab_cached_convert() - make the same context under another policy
 * @from: the policy it has
 * @to: the policy it is wanted under
 * @old: the context
 * @context: receives the context
 *
 * Return: 0; -ENOMEM, and @context holds nothing.
 */
int sidtab_cached_convert(const struct policy *from, const struct policy *to,
			  const struct context *old, struct context *context);

/**
 * sidtab_cached_equal() - whether two contexts are equal
 * @a: a context
 * @b: another, under the same policy
 *
 * Return: true if they are.
 */
bool sidtab_cached_equal(const struct context *a, const struct context *b);

/**
 * sidtab_cached_forget() - free what a context holds
 * @context: the context; holds nothing afterwards
 */
void sidtab_cached_forget(struct context *context);

struct entry;

/**
 * struct line - a cached text
 * @rcu: frees it
 * @lru: in the list of its table
 * @entry: whose text it is
 * @marked: whether it was used; LSM_SIDTAB_SIEVE
 * @len: its length with NUL
 * @text: the text; unchanged for life
 */
struct line {
	struct rcu_head rcu;
	struct list_head lru;
	struct entry *entry;
	bool marked;
	size_t len;
	char text[];
};

/**
 * struct entry - a SID
 * @context: its context; unchanged for life
 * @sid: the SID
 * @line: its cached text, or NULL; changed under the cache lock
 */
struct entry {
	struct context context;
	uint32_t sid;
	struct line __rcu *line;
};

/**
 * struct index - finds entries by context: open addressing, linear probing
 * @rcu: frees it
 * @mask: slots - 1; at least half of the slots are free
 * @nr: entries in it, no two with equal contexts
 * @slot: entries, which never leave
 */
struct index {
	struct rcu_head rcu;
	uint32_t mask;
	uint32_t nr;
	struct entry __rcu *slot[];
};

/* Segment k has SEGMENT << k entries. */
#define SEGMENT 4u
#define SEGMENTS 31

/**
 * struct table - a table
 * @rcu: frees it
 * @serial: differs from that of every other table of the object
 * @number: index of its policy
 * @policy: what its contexts mean
 * @limit: how many SIDs there may be besides the initial ones
 * @lock: held by whoever adds; before that of the table being filled
 * @frozen: whether it refuses new contexts; under @lock
 * @target: the table being filled, or NULL; under @lock
 * @count: SIDs besides the initial ones; grows under @lock, and with a release
 * @initial: entries of initial SIDs
 * @segment: entries of the others, which never move
 * @index: finds both
 * @lru: cached texts, the most recent one first; under the cache lock
 * @eviction: which of them goes
 * @hand: where the hand stands, NULL for the oldest; under the cache lock
 * @capacity: how many there may be
 * @room: how many more there may be; under the cache lock
 */
struct table {
	struct rcu_head rcu;
	uint64_t serial;
	uint32_t number;
	const struct policy *policy;
	uint32_t limit;
	spinlock_t lock;
	bool frozen;
	struct table *target;
	uint32_t count;
	struct entry __rcu *initial[LSM_SIDTAB_INITIAL];
	struct entry __rcu *segment[SEGMENTS];
	struct index __rcu *index;
	struct list_head lru;
	enum lsm_sidtab_eviction eviction;
	struct line *hand;
	uint32_t capacity;
	uint32_t room;
};

/**
 * struct state - an object
 * @setup: the policies
 * @param: what it was made with, capacity and limit as they are meant
 * @cache_lock: held by whoever changes a cache, or which table is current
 * @current: the table that answers
 * @next: the table being filled, or NULL; the loader's
 * @serial: of the table made last; the loader's
 * @watch: told of changes of the cache, or NULL; under @cache_lock
 * @watch_arg: for @watch
 */
struct state {
	const struct setup *setup;
	struct lsm_sidtab_param param;
	spinlock_t cache_lock;
	struct table __rcu *current;
	struct table *next;
	uint64_t serial;
	lsm_sidtab_watch_fn *watch;
	void *watch_arg;
};

/**
 * sidtab_cached_table() - make a table with a policy's initial SIDs
 * @state: the object it is for
 * @number: index of the policy
 *
 * Return: the table, or NULL if memory ran out.
 */
struct table *sidtab_cached_table(struct state *state, uint32_t number);

/**
 * sidtab_cached_drop() - free a table that nobody can reach
 * @table: the table, or NULL
 */
void sidtab_cached_drop(struct table *table);

/**
 * sidtab_cached_entry() - find a SID
 * @table: the table
 * @sid: the SID
 *
 * Context: in a read section, or holding the table's lock.
 * Return: its entry, or NULL.
 */
struct entry *sidtab_cached_entry(struct table *table, uint32_t sid);

/**
 * sidtab_cached_find() - find a context
 * @table: the table
 * @context: the context
 *
 * Context: in a read section, or holding the table's lock.
 * Return: its entry, or NULL.
 */
struct entry *sidtab_cached_find(struct table *table,
				 const struct context *context);

/**
 * sidtab_cached_add() - give a context the next SID, in the table being filled,
 *	too
 * @table: the table
 * @context: the context, taken over if this succeeds
 * @entry: receives its entry
 *
 * Context: holding the table's lock.  @context is not in the table.
 * Return: 0; -ESTALE, -EOVERFLOW or -ENOMEM, all tables unchanged.
 */
int sidtab_cached_add(struct table *table, struct context *context,
		      struct entry **entry);

/**
 * sidtab_cached_add_initial() - give an initial SID its context
 * @table: the table
 * @sid: an initial SID without a context
 * @context: the context, taken over if this succeeds
 *
 * Context: holding the table's lock.
 * Return: 0; -ENOMEM, the table unchanged.
 */
int sidtab_cached_add_initial(struct table *table, uint32_t sid,
			      struct context *context);

/**
 * sidtab_cached_fill() - copy one SID into the table being filled
 * @table: the current table
 * @target: the table being filled
 * @at: how many SIDs besides the initial ones come before it
 *
 * Context: the loader's; @table is current.
 * Return: 0; -ENOMEM, @target without it.
 */
int sidtab_cached_fill(struct table *table, struct table *target, uint32_t at);

/* Operations of struct lsm_sidtab_ops: texts. */
int sidtab_cached_text(void *self, uint32_t sid, bool force, char **text,
		       size_t *len);
int sidtab_cached_length(void *self, uint32_t sid, bool force, size_t *len);
int sidtab_cached_get(void *self, uint32_t sid, bool force, char **text,
		      size_t *len);
int sidtab_cached_put(void *self, uint32_t sid, bool force);
int sidtab_cached_translate(void *self, uint32_t sid, bool force, char **text,
			    size_t *len);

/* Operations at rest. */
const char *sidtab_cached_check(const void *self);
uint32_t sidtab_cached_policy(const void *self, enum lsm_sidtab_which which);
bool sidtab_cached_frozen(const void *self);
void sidtab_cached_contexts(const void *self, enum lsm_sidtab_which which,
			    const struct lsm_sidtab_visitor *visitor);
void sidtab_cached_stats(const void *self, struct lsm_sidtab_stats *stats);
void sidtab_cached_cached(const void *self, lsm_sidtab_sid_fn *visit,
			  void *arg);

#endif /* LSM_SIDTAB_CACHED_H */
