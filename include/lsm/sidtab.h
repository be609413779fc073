/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sidtab.h - contract of the SID table, its text cache and its reload
 *
 * SELinux names security contexts by numbers, SIDs.  The table finds the
 * context of a SID and the SID of a context; a cache keeps the texts of the
 * contexts last asked for; when a policy is loaded a second table is filled
 * beside the first and then takes its place.  An object is all of this: what
 * is current and what is being loaded.
 *
 * Source: security/selinux/ss/sidtab.c, services.c, context.h (Linux 5.6 to
 * 6.12); libsepol/src/sidtab.c, context.c (libsepol 3.4).
 */
#ifndef LSM_SIDTAB_H
#define LSM_SIDTAB_H

#include <lsm/mls.h>

/* Initial SIDs are 1 to this; the first context added gets the next. */
#define LSM_SIDTAB_INITIAL 27u

/* The initial SID that stands for whatever cannot be named. */
#define LSM_SIDTAB_UNLABELED 3u

/* Cached texts of a table that was not told how many. */
#define LSM_SIDTAB_CAPACITY 2u

/* The role that every user may have and that goes with every type. */
#define LSM_SIDTAB_OBJECT_R 1u

/**
 * struct lsm_sidtab_type - a name of a type
 * @name: not empty, without ':'
 * @value: 1 to 64; the first of the names with this value is the one printed
 * @attribute: whether it is the name of a set of types, which no context has
 */
struct lsm_sidtab_type {
	const char *name;
	uint32_t value;
	bool attribute;
};

/**
 * struct lsm_sidtab_role - a role
 * @name: as in struct lsm_sidtab_type
 * @value: 1 to 32
 * @types: bit v - 1 says that it may have the type with the value v
 */
struct lsm_sidtab_role {
	const char *name;
	uint32_t value;
	uint64_t types;
};

/**
 * struct lsm_sidtab_user - a user
 * @name: as in struct lsm_sidtab_type
 * @value: at least 1
 * @roles: bit v - 1 says that it may have the role with the value v
 * @range: the MLS range, as text, that contains what it may have
 */
struct lsm_sidtab_user {
	const char *name;
	uint32_t value;
	uint32_t roles;
	const char *range;
};

/**
 * struct lsm_sidtab_initial - an initial SID of a policy
 * @sid: 1 to LSM_SIDTAB_INITIAL
 * @text: a context that is valid under the policy
 */
struct lsm_sidtab_initial {
	uint32_t sid;
	const char *text;
};

/**
 * struct lsm_sidtab_policy - what contexts mean
 * @user: users by ascending value
 * @nr_users: how many; the highest value, too
 * @role: roles by ascending value
 * @nr_roles: how many; the highest value, too
 * @type: types, their aliases and attributes; every value up to the highest
 *	has a name
 * @nr_types: how many names
 * @mls: index in lsm_mls_policy
 * @initial: its initial SIDs in ascending order
 * @nr_initial: how many
 */
struct lsm_sidtab_policy {
	const struct lsm_sidtab_user *user;
	size_t nr_users;
	const struct lsm_sidtab_role *role;
	size_t nr_roles;
	const struct lsm_sidtab_type *type;
	size_t nr_types;
	uint32_t mls;
	const struct lsm_sidtab_initial *initial;
	size_t nr_initial;
};

#define LSM_SIDTAB_SMALL 0 /* made to hurt, on LSM_MLS_SMALL */
#define LSM_SIDTAB_BIG 1 /* 1024 categories, as Android's and Debian's */
#define LSM_SIDTAB_OTHER                                     \
	2 /* small, numbered otherwise; nothing is unlabeled \
	   */
#define LSM_SIDTAB_POLICIES 3

/* The policies that can be loaded. */
extern const struct lsm_sidtab_policy lsm_sidtab_policy[LSM_SIDTAB_POLICIES];

/**
 * enum lsm_sidtab_eviction - which text goes when another one comes to a full
 *	cache
 * @LSM_SIDTAB_LRU: the least recently used one; each use moves a text to the
 *	front of the list, so hits take a lock
 * @LSM_SIDTAB_SIEVE: texts stay in the order in which they came.  A use marks
 *	its text, nothing more.  A hand passes the list from the oldest text to
 *	the newest and then from the oldest again, takes the marks off, and the
 *	first text without one goes; the hand stays where it stood, before the
 *	next newer text
 *
 * Source: Zhang et al., "SIEVE is simpler than LRU", NSDI 2024.
 */
enum lsm_sidtab_eviction {
	LSM_SIDTAB_LRU,
	LSM_SIDTAB_SIEVE,
};

#define LSM_SIDTAB_EVICTIONS 2

/**
 * struct lsm_sidtab_param - parameters of an object, in this order
 * @policy: index of the first policy
 * @capacity: how many texts the cache holds; 0 means LSM_SIDTAB_CAPACITY
 * @uncached: not 0: it holds none
 * @limit: how many SIDs there may be besides the initial ones; 0 means as many
 *	as there are numbers
 * @eviction: who goes when the cache is full, an enum lsm_sidtab_eviction
 */
struct lsm_sidtab_param {
	uint32_t policy;
	uint32_t capacity;
	uint32_t uncached;
	uint32_t limit;
	uint32_t eviction;
};

/**
 * struct lsm_sidtab_view - a context of a table
 * @sid: its SID
 * @text: the text of an invalid context, or NULL
 * @user: value of its user; 0 in an invalid context, as the others
 * @role: value of its role
 * @type: value of its type
 * @sens: values of the sensitivities of its low and high level
 */
struct lsm_sidtab_view {
	uint32_t sid;
	const char *text;
	uint32_t user;
	uint32_t role;
	uint32_t type;
	uint32_t sens[LSM_MLS_ENDS];
};

/**
 * struct lsm_sidtab_visitor - told of contexts
 * @context: called for each context
 * @unit: called after that for each non-empty unit of the categories of its low
 *	level and then of its high level
 * @arg: the caller's
 */
struct lsm_sidtab_visitor {
	void (*context)(const struct lsm_sidtab_view *view, void *arg);
	lsm_mls_unit_fn *unit;
	void *arg;
};

/**
 * enum lsm_sidtab_which - one of the tables of an object
 * @LSM_SIDTAB_CURRENT: the one that answers
 * @LSM_SIDTAB_NEXT: the one that a reload fills
 */
enum lsm_sidtab_which {
	LSM_SIDTAB_CURRENT,
	LSM_SIDTAB_NEXT,
};

/**
 * struct lsm_sidtab_stats - figures of the current table
 * @sids: SIDs besides the initial ones
 * @contexts: contexts that can be found, each counted once
 * @slots: places to find them in
 * @longest: the most contexts that a look-up compares hashes with
 * @cached: texts in the cache
 * @room: texts that the cache could take in without evicting one
 */
struct lsm_sidtab_stats {
	uint32_t sids;
	uint32_t contexts;
	uint32_t slots;
	uint32_t longest;
	uint32_t cached;
	uint32_t room;
};

/**
 * enum lsm_sidtab_change - a change of the cache
 * @LSM_SIDTAB_INSERT: a text comes in, as the most recent one
 * @LSM_SIDTAB_MOVE: a text becomes the most recent one; LSM_SIDTAB_LRU only
 * @LSM_SIDTAB_EVICT: a text goes, the least recent one with LSM_SIDTAB_LRU
 * @LSM_SIDTAB_RENEW: a new table with an empty cache becomes current; SID 0
 */
enum lsm_sidtab_change {
	LSM_SIDTAB_INSERT,
	LSM_SIDTAB_MOVE,
	LSM_SIDTAB_EVICT,
	LSM_SIDTAB_RENEW,
};

/**
 * typedef lsm_sidtab_watch_fn - told of a change of the cache
 * @change: what changes
 * @sid: whose text
 * @arg: the caller's
 *
 * Context: inside of the lock that orders changes; must not call the object.
 */
typedef void lsm_sidtab_watch_fn(enum lsm_sidtab_change change, uint32_t sid,
				 void *arg);

/**
 * typedef lsm_sidtab_stale_fn - told that a table is frozen
 * @arg: the caller's
 *
 * Context: outside locks and read sections; may call the object.
 * Return: true to try again, on the table that is current by then; false to
 * give up.
 */
typedef bool lsm_sidtab_stale_fn(void *arg);

/**
 * typedef lsm_sidtab_sid_fn - told of a SID
 * @sid: the SID
 * @arg: the caller's
 */
typedef void lsm_sidtab_sid_fn(uint32_t sid, void *arg);

/**
 * struct lsm_sidtab_ops - an implementation of SID tables
 * @base: what every implementation provides.  create() takes the members of
 *	struct lsm_sidtab_param; a new object has the initial SIDs of its policy
 * @set_initial: gives an initial SID that has none its context.
 *	Return: 0; -EINVAL if @sid is not in [1, LSM_SIDTAB_INITIAL], before
 *	-EEXIST if it has a context, before what @add returns for @text
 * @add: finds the SID of a context, or gives it the next one.  @text ends at
 *	its first NUL or after @len bytes.  With @force a text that is no valid
 *	context becomes an invalid one.  If the context is not in the table and
 *	the table is frozen @stale is called; NULL stands for one that gives up.
 *	Return: 0 and the SID in @sid; -EINVAL if @len is 0, or without @force
 *	if the text is no valid context; -ESTALE if @stale gave up; -EOVERFLOW
 *	if there are as many SIDs as there may be; -ENOMEM
 * @valid: whether a text is a valid context under the current policy.  Return:
 *0 if it is; -EINVAL if not; -ENOMEM
 * @text: makes the text of a SID, the cache aside, with one allocation, in
 *	memory that the caller frees with lsm_free().
 *	Return: 0, the text and its length with NUL; -EINVAL if the SID has no
 *	meaning; -ENOMEM
 * @length: finds the length alone; allocates nothing.  Return: as @text
 * @get: asks the cache; @text may be NULL if only the length is wanted.  A text
 *	is copied with one allocation and becomes the most recent one, unless
 *	copying fails; a length changes nothing.  Return: as @text; -ENOENT if
 *	it is not cached, as the text of an invalid context never is
 * @put: makes the text of a SID, as @text, and hands it to the cache, as one
 *does who asked and missed.  If it is cached already it becomes the most recent
 *one.  Otherwise a copy is made, with one allocation, and becomes the most
 *recent one; if the cache is full the least recent one goes. Nothing is handed
 *in if the context is invalid, if there is no cache, if there is no memory for
 *the copy, or if another table has become current since the text was made.
 *Return: as @text
 * @translate: does @get, and if that says -ENOENT makes the text and hands it
 *	to the cache as @put does, or finds its length alone if @text is NULL.
 *	Return: as @text
 * @load: begins to load a policy: fills another table with the initial SIDs of
 *	the policy and all other SIDs.  From then on what is added to the
 *	current table is added to the other one, too, and not at all if that
 *	fails.  Return: 0; -EBUSY if a load has begun and not ended; -ENOMEM
 * @freeze: from now on the current table takes in no context but by
 *	@set_initial.  Return: 0; -EINVAL unless a load is under way that has
 *	not been frozen
 * @publish: makes the new table the current one and ends the load.  The old one
 *	and its cache are freed once nobody can hold them.
 *	Return: 0; -EINVAL unless frozen
 * @cancel: ends a load and frees the new table.  Return: as @freeze
 * @policy: index of a table's policy; LSM_SIDTAB_POLICIES if there is no table
 * @frozen: whether the current table is frozen
 * @contexts: visits all contexts of a table by ascending SID
 * @stats: fills in all figures
 * @cached: calls @visit for each cached text of the current table, the most
 *	recent one first
 * @watch: from now on calls @fn for each change of the cache; NULL ends it
 *
 * Cache: what is said above of the most recent and the least recent text is so
 * with LSM_SIDTAB_LRU.  With LSM_SIDTAB_SIEVE a text that would become the most
 * recent one is marked instead, and one that is handed in comes as the newest,
 * without a mark.
 *
 * Text: a context is user, role, type and range, joined by ':', where the first
 * three ':' divide; the range is as in lsm/mls.h.  Case counts, aliases of
 * types are accepted and not printed.  It is valid if
 *
 * - all four are known to the policy, and the type is no attribute,
 * - unless the role is LSM_SIDTAB_OBJECT_R, the role may have the type and the
 *   user may have the role,
 * - the range is valid under LSM_MLS_SEED and, unless the role is
 *   LSM_SIDTAB_OBJECT_R, within the user's.
 *
 * An invalid context keeps its text.  Contexts are equal if they have the same
 * user, role, type and range, or the same text if both are invalid.
 *
 * A SID means its context.  A SID without one, a SID whose context is invalid
 * unless @force, and SID 0 mean the context of LSM_SIDTAB_UNLABELED, valid or
 * not; if that has none either they have no meaning.
 *
 * If several SIDs have equal contexts @add finds the one that came into the
 * table first.  This can be so for initial SIDs, and after a reload.
 *
 * Loading keeps SIDs.  A valid context is translated name by name: user, role,
 * type, sensitivities, and each category by itself.  If a name is not in the
 * new policy, if a category has no name, or if the result is not valid, it
 * becomes an invalid context with its old text.  An invalid context is parsed
 * again, and stays as it is if that fails.
 *
 * After any error the object is unchanged.
 *
 * Context: any number of threads may call @set_initial to @translate, while one
 * thread at a time calls @load, @freeze, @publish and @cancel.  The others, and
 * those of @base, want the object at rest.
 */
struct lsm_sidtab_ops {
	struct lsm_ops base;
	int (*set_initial)(void *self, uint32_t sid, const char *text,
			   size_t len, bool force);
	int (*add)(void *self, const char *text, size_t len, bool force,
		   lsm_sidtab_stale_fn *stale, void *arg, uint32_t *sid);
	int (*valid)(void *self, const char *text, size_t len);
	int (*text)(void *self, uint32_t sid, bool force, char **text,
		    size_t *len);
	int (*length)(void *self, uint32_t sid, bool force, size_t *len);
	int (*get)(void *self, uint32_t sid, bool force, char **text,
		   size_t *len);
	int (*put)(void *self, uint32_t sid, bool force);
	int (*translate)(void *self, uint32_t sid, bool force, char **text,
			 size_t *len);
	int (*load)(void *self, uint32_t policy);
	int (*freeze)(void *self);
	int (*publish)(void *self);
	int (*cancel)(void *self);
	uint32_t (*policy)(const void *self, enum lsm_sidtab_which which);
	bool (*frozen)(const void *self);
	void (*contexts)(const void *self, enum lsm_sidtab_which which,
			 const struct lsm_sidtab_visitor *visitor);
	void (*stats)(const void *self, struct lsm_sidtab_stats *stats);
	void (*cached)(const void *self, lsm_sidtab_sid_fn *visit, void *arg);
	void (*watch)(void *self, lsm_sidtab_watch_fn *fn, void *arg);
};

#endif /* LSM_SIDTAB_H */
