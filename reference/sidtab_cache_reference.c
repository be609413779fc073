/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts of SIDs, obviously: each is made anew.  A list says which of them a
 * cache would hold; the memory for its copy is allocated, too, so that what
 * fails there fails here.
 */
#include "sidtab_reference.h"

#include <lsm/alloc.h>

#include <errno.h>

/* The entry that a SID stands for, or NULL. */
static struct sidtab_reference_entry *
meaning(const struct sidtab_reference *state, uint32_t sid, bool force)
{
	struct sidtab_reference_entry *entry =
		sidtab_reference_entry(state->current, sid);

	if (entry && (force || !entry->context.text))
		return entry;
	return sidtab_reference_entry(state->current, LSM_SIDTAB_UNLABELED);
}

static int print(const struct sidtab_reference *state,
		 const struct sidtab_reference_entry *entry, char **text,
		 size_t *len)
{
	if (!entry)
		return -EINVAL;
	return sidtab_reference_print(state->current->policy, &entry->context,
				      text, len);
}

int sidtab_reference_text(void *self, uint32_t sid, bool force, char **text,
			  size_t *len)
{
	return print(self, meaning(self, sid, force), text, len);
}

int sidtab_reference_length(void *self, uint32_t sid, bool force, size_t *len)
{
	return print(self, meaning(self, sid, force), NULL, len);
}

static void change(struct sidtab_reference *state, enum lsm_sidtab_change what,
		   uint32_t sid)
{
	sidtab_eviction_reference_apply(&state->current->cache, what, sid);
	if (state->watch)
		state->watch(what, sid, state->watch_arg);
}

/* What a cache does with a text of @len bytes that it is handed. */
static void cache(struct sidtab_reference *state,
		  struct sidtab_reference_entry *entry, size_t len)
{
	const struct sidtab_eviction_reference *held = &state->current->cache;
	uint32_t victim;
	void *copy;

	if (entry->context.text || held->capacity == 0)
		return;
	if (sidtab_eviction_reference_has(held, entry->sid)) {
		change(state, LSM_SIDTAB_MOVE, entry->sid);
		return;
	}
	copy = lsm_malloc(len);
	if (!copy)
		return;
	victim = sidtab_eviction_reference_victim(held);
	if (victim) {
		struct sidtab_reference_entry *old =
			sidtab_reference_entry(state->current, victim);

		lsm_free(old->copy);
		old->copy = NULL;
		change(state, LSM_SIDTAB_EVICT, victim);
	}
	entry->copy = copy;
	change(state, LSM_SIDTAB_INSERT, entry->sid);
}

int sidtab_reference_get(void *self, uint32_t sid, bool force, char **text,
			 size_t *len)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_entry *entry = meaning(state, sid, force);
	int status;

	if (!entry)
		return -EINVAL;
	if (!sidtab_eviction_reference_has(&state->current->cache, entry->sid))
		return -ENOENT;
	status = print(state, entry, text, len);
	if (!status && text)
		cache(state, entry, *len);
	return status;
}

int sidtab_reference_put(void *self, uint32_t sid, bool force)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_entry *entry = meaning(state, sid, force);
	char *text;
	size_t len;
	int status = print(state, entry, &text, &len);

	if (status)
		return status;
	cache(state, entry, len);
	lsm_free(text);
	return 0;
}

int sidtab_reference_translate(void *self, uint32_t sid, bool force,
			       char **text, size_t *len)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_entry *entry = meaning(state, sid, force);
	int status = print(state, entry, text, len);

	if (!status && text)
		cache(state, entry, *len);
	return status;
}
