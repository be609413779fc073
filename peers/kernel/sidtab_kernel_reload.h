/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sidtab_kernel_reload.h - reloads and views of the SID table's adapter; part
 * of sidtab_kernel.c, as all of it needs what is static in the kernel's files
 */
#ifndef LSM_KERNEL_SIDTAB_RELOAD_H
#define LSM_KERNEL_SIDTAB_RELOAD_H

/* As security_load_policy() does. */
static int load(void *self, uint32_t policy)
{
	struct state *state = self;
	struct loaded *current = enter(self);
	struct loaded *next;
	int status;

	if (state->next)
		return -EBUSY;
	next = fill(state, policy);
	if (!next)
		return -ENOMEM;
	current->args.oldp = &current->policy.policydb;
	current->args.newp = &next->policy.policydb;
	current->params.args = &current->args;
	current->params.target = &next->sidtab;
#ifdef LSM_KERNEL_CONVERT_HAS_FUNCTION
	current->params.func = convert_context;
#endif
#ifdef LSM_KERNEL_STATE_IS_ARGUMENT
	current->args.state = &selinux_state;
#endif
	status = sidtab_convert(&current->sidtab, &current->params);
	if (status) {
		drop(next);
		return status;
	}
	state->next = next;
	return 0;
}

static bool frozen(const void *self)
{
	const struct state *state = self;

	return state->current->sidtab.frozen;
}

/* Freezing and publishing are one step in the kernel, under the lock. */
static int freeze(void *self)
{
	struct state *state = self;
	unsigned long flags;

	if (!state->next || frozen(self))
		return -EINVAL;
	sidtab_freeze_begin(&state->current->sidtab, &flags);
	sidtab_freeze_end(&state->current->sidtab, &flags);
	return 0;
}

static int publish(void *self)
{
	struct state *state = self;

	if (!frozen(self))
		return -EINVAL;
	drop(state->current);
	state->current = state->next;
	state->next = NULL;
	enter(self);
	return 0;
}

static int cancel(void *self)
{
	struct state *state = self;

	if (!state->next || frozen(self))
		return -EINVAL;
	sidtab_cancel_convert(&state->current->sidtab);
	drop(state->next);
	state->next = NULL;
	return 0;
}

static struct loaded *which_table(const void *self, enum lsm_sidtab_which which)
{
	const struct state *state = self;

	return which == LSM_SIDTAB_CURRENT ? state->current : state->next;
}

static uint32_t policy(const void *self, enum lsm_sidtab_which which)
{
	const struct loaded *loaded = which_table(self, which);

	return loaded ? loaded->index : LSM_SIDTAB_POLICIES;
}

LSM_UNGUIDED static void show(uint32_t sid, const struct context *context,
			      const struct lsm_sidtab_visitor *visitor)
{
	const struct lsm_sidtab_view view = {
		.sid = sid,
		.text = context->len ? context->str : NULL,
		.user = context->user,
		.role = context->role,
		.type = context->type,
		.sens = { context->range.level[0].sens,
			  context->range.level[1].sens },
	};

	visitor->context(&view, visitor->arg);
	for (size_t end = 0; end < LSM_MLS_ENDS && !view.text; end++)
		kernel_ebitmap_units(&context->range.level[end].cat,
				     visitor->unit, visitor->arg);
}

LSM_UNGUIDED static void contexts(const void *self, enum lsm_sidtab_which which,
				  const struct lsm_sidtab_visitor *visitor)
{
	struct loaded *loaded = which_table(self, which);

	if (!loaded)
		return;
	for (uint32_t i = 0; i < SECINITSID_NUM; i++)
		if (loaded->sidtab.isids[i].set)
			show(i + 1, &loaded->sidtab.isids[i].entry.context,
			     visitor);
	for (uint32_t i = 0; i < loaded->sidtab.count; i++)
		show(index_to_sid(i),
		     &sidtab_do_lookup(&loaded->sidtab, i, 0)->context,
		     visitor);
}

static void stats(const void *self, struct lsm_sidtab_stats *out)
{
	struct sidtab *sidtab = &enter(self)->sidtab;
	struct list_head *at;

	*out = (struct lsm_sidtab_stats){
		.sids = sidtab->count,
		.slots = SIDTAB_HASH_BUCKETS,
		.room = sidtab->cache_free_slots,
	};
	for (size_t i = 0; i < SIDTAB_HASH_BUCKETS; i++) {
		uint32_t length = 0;

		for (struct hlist_node *n = sidtab->context_to_sid[i].first; n;
		     n = n->next)
			length++;
		out->contexts += length;
		out->longest = max(out->longest, length);
	}
	/* What is compared with is less than a slot: those of equal hash. */
	out->longest = min(out->longest, out->slots);
	list_for_each(at, &sidtab->cache_lru_list) out->cached++;
}

/* An initial SID has a number of its own only if it is found by its context. */
LSM_UNGUIDED static uint32_t sid_of(const struct sidtab *sidtab,
				    const struct sidtab_entry *entry)
{
	const char *first = (const char *)&sidtab->isids[0].entry;
	size_t at = (size_t)((const char *)entry - first);

	if ((const char *)entry >= first && at < sizeof(sidtab->isids))
		return (uint32_t)(at / sizeof(sidtab->isids[0])) + 1;
	return entry->sid;
}

static void cached(const void *self, lsm_sidtab_sid_fn *visit, void *arg)
{
	struct sidtab *sidtab = &enter(self)->sidtab;
	struct sidtab_str_cache *cache;

	list_for_each_entry(cache, &sidtab->cache_lru_list, lru_member)
		visit(sid_of(sidtab, cache->parent), arg);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct state *state = self;
	struct sidtab *sidtab = &enter(self)->sidtab;
	struct sidtab_str_cache *cache;
	uint32_t nr = 0;

	list_for_each_entry(cache, &sidtab->cache_lru_list, lru_member) {
		nr++;
		if (cache->parent->cache != cache)
			return "a cached text is not its entry's";
		if (cache->parent->context.len)
			return "the text of an invalid context is cached";
	}
	return nr + sidtab->cache_free_slots == state->capacity
		       ? NULL
		       : "the room of the cache is wrong";
}

#endif /* LSM_KERNEL_SIDTAB_RELOAD_H */
