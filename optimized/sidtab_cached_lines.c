/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cache of texts: each entry points to its text, which readers find and
 * copy without a lock; a list of all cached texts, the most recent one first,
 * changes under one lock.  With LSM_SIDTAB_SIEVE a hit leaves the list alone:
 * it marks its text, in the read section that found it.
 *
 * Texts are handed to the cache outside of read sections, so that nobody waits
 * for the lock while holding a grace period up.  The table may be gone by then:
 * its serial tells, for while the lock is held no other becomes current.
 */
#include "sidtab_cached.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/**
 * struct answer - what a read section found out about a SID
 * @serial: of the table
 * @entry: what the SID stands for; of use while the table is current
 * @cacheable: whether its text may be cached
 * @cached: whether it was
 * @marks: whether a use marks the text and does no more
 */
struct answer {
	uint64_t serial;
	struct entry *entry;
	bool cacheable;
	bool cached;
	bool marks;
};

/* Find out what a SID stands for; in a read section. */
static int look_up(struct table *table, uint32_t sid, bool force,
		   struct answer *answer)
{
	struct entry *entry = sidtab_cached_entry(table, sid);

	if (!entry || (entry->context.text && !force))
		entry = sidtab_cached_entry(table, LSM_SIDTAB_UNLABELED);
	if (!entry)
		return -EINVAL;
	*answer = (struct answer){
		.serial = table->serial,
		.entry = entry,
		.cacheable = !entry->context.text && table->capacity,
		.marks = table->eviction == LSM_SIDTAB_SIEVE,
	};
	return 0;
}

/* Make a text, or find its length if @text is NULL. */
static int make_text(struct state *state, uint32_t sid, bool force, char **text,
		     size_t *len, struct answer *answer)
{
	struct table *table;
	int status;

	rcu_read_lock();
	table = rcu_dereference(state->current);
	status = look_up(table, sid, force, answer);
	if (!status) {
		answer->cached = rcu_access_pointer(answer->entry->line);
		status = sidtab_cached_print(
			table->policy, &answer->entry->context, text, len);
	}
	rcu_read_unlock();
	return status;
}

static struct line *new_line(struct entry *entry, const char *text, size_t len)
{
	struct line *line = lsm_malloc(sizeof(*line) + len);

	if (line) {
		line->entry = entry;
		line->marked = false;
		line->len = len;
		memcpy(line->text, text, len);
	}
	return line;
}

static void free_line(struct rcu_head *head)
{
	lsm_free(container_of(head, struct line, rcu));
}

static void tell(const struct state *state, enum lsm_sidtab_change change,
		 const struct entry *entry)
{
	if (state->watch)
		state->watch(change, entry->sid, state->watch_arg);
}

/* Most texts that are used are marked already: no reader then writes what the
 * others read.
 */
static void mark(struct line *line)
{
	if (!READ_ONCE(line->marked))
		WRITE_ONCE(line->marked, true);
}

/* The next newer text, or NULL behind the newest. */
static struct line *newer(const struct table *table, const struct line *line)
{
	struct list_head *prev = line->lru.prev;

	return prev == &table->lru ? NULL : list_entry(prev, struct line, lru);
}

/*
 * Pass the hand over marked texts; the lock is held.  Readers may mark faster
 * than the hand takes marks off: after one round it is content.
 */
static struct line *sieve(struct table *table)
{
	struct line *oldest = list_entry(table->lru.prev, struct line, lru);
	struct line *line = table->hand ? table->hand : oldest;

	for (uint32_t i = 0; i < table->capacity && READ_ONCE(line->marked);
	     i++) {
		WRITE_ONCE(line->marked, false);
		line = newer(table, line);
		if (!line)
			line = oldest;
	}
	table->hand = newer(table, line);
	return line;
}

/* Take the text out that has to go; the lock is held. */
static struct line *evict(struct state *state, struct table *table)
{
	struct line *line = list_entry(table->lru.prev, struct line, lru);

	if (table->eviction == LSM_SIDTAB_SIEVE)
		line = sieve(table);
	list_del(&line->lru);
	rcu_assign_pointer(line->entry->line, NULL);
	table->room++;
	tell(state, LSM_SIDTAB_EVICT, line->entry);
	return line;
}

/* Put a text in; the lock is held.  Return: the text that had to go, or NULL.
 */
static struct line *insert(struct state *state, struct table *table,
			   struct line *line)
{
	struct line *victim = table->room ? NULL : evict(state, table);

	table->room--;
	list_add(&line->lru, &table->lru);
	rcu_assign_pointer(line->entry->line, line);
	tell(state, LSM_SIDTAB_INSERT, line->entry);
	return victim;
}

/* The table of an answer, if it is still there; the lock is held. */
static struct table *same_table(struct state *state,
				const struct answer *answer)
{
	struct table *table = rcu_dereference_protected(
		state->current, lockdep_is_held(&state->cache_lock));

	return table->serial == answer->serial ? table : NULL;
}

/*
 * Hand a text to the cache.  The copy is made before the lock is taken; only if
 * the cached text was evicted since it was found is the lock given back once to
 * make one.
 */
static void hand_in(struct state *state, const struct answer *answer,
		    const char *text, size_t len)
{
	struct line *line = NULL, *old = NULL, *victim = NULL;
	struct table *table;

	if (!answer->cacheable)
		return;
	if (!answer->cached) {
		line = new_line(answer->entry, text, len);
		if (!line)
			return;
	}
	spin_lock(&state->cache_lock);
	for (;;) {
		table = same_table(state, answer);
		if (table)
			old = rcu_dereference_protected(
				answer->entry->line,
				lockdep_is_held(&state->cache_lock));
		if (!table || old || line)
			break;
		spin_unlock(&state->cache_lock);
		line = new_line(answer->entry, text, len);
		if (!line)
			return;
		spin_lock(&state->cache_lock);
	}
	if (table && old && answer->marks) {
		mark(old);
	} else if (table && old) {
		list_move(&old->lru, &table->lru);
		tell(state, LSM_SIDTAB_MOVE, answer->entry);
	} else if (table) {
		victim = insert(state, table, line);
		line = NULL;
	}
	spin_unlock(&state->cache_lock);
	lsm_free(line);
	if (victim)
		call_rcu(&victim->rcu, free_line);
}

int sidtab_cached_text(void *self, uint32_t sid, bool force, char **text,
		       size_t *len)
{
	struct answer answer;

	return make_text(self, sid, force, text, len, &answer);
}

int sidtab_cached_length(void *self, uint32_t sid, bool force, size_t *len)
{
	struct answer answer;

	return make_text(self, sid, force, NULL, len, &answer);
}

/* Copy a cached text, or only its length; in a read section. */
static int copy_line(const struct line *line, char **text, size_t *len)
{
	if (!line)
		return -ENOENT;
	if (text) {
		*text = lsm_malloc(line->len);
		if (!*text)
			return -ENOMEM;
		memcpy(*text, line->text, line->len);
	}
	*len = line->len;
	return 0;
}

int sidtab_cached_get(void *self, uint32_t sid, bool force, char **text,
		      size_t *len)
{
	struct state *state = self;
	struct answer answer;
	struct line *line;
	int status;

	rcu_read_lock();
	status = look_up(rcu_dereference(state->current), sid, force, &answer);
	if (!status) {
		line = rcu_dereference(answer.entry->line);
		status = copy_line(line, text, len);
		if (!status && text && answer.marks)
			mark(line);
	}
	rcu_read_unlock();
	if (status || !text || answer.marks)
		return status;
	answer.cached = true;
	hand_in(state, &answer, *text, *len);
	return 0;
}

int sidtab_cached_put(void *self, uint32_t sid, bool force)
{
	struct answer answer;
	char *text;
	size_t len;
	int status = make_text(self, sid, force, &text, &len, &answer);

	if (status)
		return status;
	hand_in(self, &answer, text, len);
	lsm_free(text);
	return 0;
}

int sidtab_cached_translate(void *self, uint32_t sid, bool force, char **text,
			    size_t *len)
{
	struct answer answer;
	int status = sidtab_cached_get(self, sid, force, text, len);

	if (status != -ENOENT)
		return status;
	status = make_text(self, sid, force, text, len, &answer);
	if (!status && text)
		hand_in(self, &answer, *text, *len);
	return status;
}
