/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SID tables with a text cache.  Readers look up SIDs, contexts and texts
 * without a lock; one lock orders those who add to a table, another one those
 * who change its cache.  A reload fills a second table and publishes it.
 */
#include "sidtab_cached.h"

#include <lsm/alloc.h>

#include <errno.h>

static void free_table(struct rcu_head *head)
{
	sidtab_cached_drop(container_of(head, struct table, rcu));
}

static void *create(void *setup, const uint32_t *param)
{
	struct state *state = lsm_calloc(1, sizeof(*state));
	struct table *table;

	if (!state)
		return NULL;
	state->setup = setup;
	state->param.policy = param[0];
	state->param.capacity = param[1] ? param[1] : LSM_SIDTAB_CAPACITY;
	if (param[2])
		state->param.capacity = 0;
	state->param.limit =
		param[3] ? param[3] : UINT32_MAX - LSM_SIDTAB_INITIAL;
	state->param.eviction = param[4];
	spin_lock_init(&state->cache_lock);
	table = sidtab_cached_table(state, param[0]);
	if (!table) {
		lsm_free(state);
		return NULL;
	}
	RCU_INIT_POINTER(state->current, table);
	return state;
}

static void destroy(void *self)
{
	struct state *state = self;

	sidtab_cached_drop(rcu_dereference_protected(state->current, true));
	sidtab_cached_drop(state->next);
	lsm_free(state);
}

/* Forget all but the initial SIDs that the policy came with. */
static void clear(void *self)
{
	struct state *state = self;
	struct table *old = rcu_dereference_protected(state->current, true);

	sidtab_cached_drop(state->next);
	state->next = NULL;
	state->watch = NULL;
	RCU_INIT_POINTER(state->current,
			 sidtab_cached_table(state, state->param.policy));
	sidtab_cached_drop(old);
}

/* Look again with the lock held, then add; @context is taken over. */
static int find_or_add(struct table *table, struct context *context,
		       uint32_t *sid)
{
	struct entry *entry = sidtab_cached_find(table, context);
	int status = 0;

	if (!entry) {
		spin_lock(&table->lock);
		entry = sidtab_cached_find(table, context);
		if (!entry) {
			status = sidtab_cached_add(table, context, &entry);
			if (!status)
				*context = (struct context){ 0 };
		}
		spin_unlock(&table->lock);
	}
	sidtab_cached_forget(context);
	if (!status)
		*sid = entry->sid;
	return status;
}

static int add(void *self, const char *text, size_t len, bool force,
	       lsm_sidtab_stale_fn *stale, void *arg, uint32_t *sid)
{
	struct state *state = self;
	struct context context;
	int status;

	do {
		struct table *table;

		rcu_read_lock();
		table = rcu_dereference(state->current);
		status = sidtab_cached_parse(table->policy, text, len, force,
					     &context);
		if (!status)
			status = find_or_add(table, &context, sid);
		rcu_read_unlock();
	} while (status == -ESTALE && stale && stale(arg));
	return status;
}

static int set_initial_of(struct table *table, uint32_t sid, const char *text,
			  size_t len, bool force)
{
	struct context context;
	int status;

	if (sidtab_cached_entry(table, sid))
		return -EEXIST;
	status = sidtab_cached_parse(table->policy, text, len, force, &context);
	if (status)
		return status;
	spin_lock(&table->lock);
	/* Somebody may have been faster. */
	if (sidtab_cached_entry(table, sid))
		status = -EEXIST;
	else
		status = sidtab_cached_add_initial(table, sid, &context);
	spin_unlock(&table->lock);
	if (status)
		sidtab_cached_forget(&context);
	return status;
}

static int set_initial(void *self, uint32_t sid, const char *text, size_t len,
		       bool force)
{
	struct state *state = self;
	int status;

	if (sid == 0 || sid > LSM_SIDTAB_INITIAL)
		return -EINVAL;
	rcu_read_lock();
	status = set_initial_of(rcu_dereference(state->current), sid, text, len,
				force);
	rcu_read_unlock();
	return status;
}

static int valid(void *self, const char *text, size_t len)
{
	const struct state *state = self;
	struct context context;
	int status;

	rcu_read_lock();
	status = sidtab_cached_parse(rcu_dereference(state->current)->policy,
				     text, len, false, &context);
	rcu_read_unlock();
	sidtab_cached_forget(&context);
	return status;
}

/* The table that only the loader can replace; the loader's. */
static struct table *current_table(const struct state *state)
{
	return rcu_dereference_protected(state->current, true);
}

/* From now on what is added to @table is added to @target, too; NULL ends it.
 * Return: how many SIDs were added before.
 */
static uint32_t set_target(struct table *table, struct table *target)
{
	uint32_t count;

	spin_lock(&table->lock);
	count = table->count;
	if (target)
		target->count = count;
	table->target = target;
	spin_unlock(&table->lock);
	return count;
}

static int load(void *self, uint32_t policy)
{
	struct state *state = self;
	struct table *table = current_table(state);
	struct table *target;
	uint32_t count;

	if (state->next)
		return -EBUSY;
	target = sidtab_cached_table(state, policy);
	if (!target)
		return -ENOMEM;
	count = set_target(table, target);
	for (uint32_t at = 0; at < count; at++) {
		if (sidtab_cached_fill(table, target, at)) {
			set_target(table, NULL);
			sidtab_cached_drop(target);
			return -ENOMEM;
		}
	}
	state->next = target;
	return 0;
}

static int freeze(void *self)
{
	struct state *state = self;
	struct table *table = current_table(state);

	if (!state->next || table->frozen)
		return -EINVAL;
	spin_lock(&table->lock);
	table->frozen = true;
	table->target = NULL;
	spin_unlock(&table->lock);
	return 0;
}

static int publish(void *self)
{
	struct state *state = self;
	struct table *old = current_table(state);

	if (!old->frozen)
		return -EINVAL;
	spin_lock(&state->cache_lock);
	rcu_assign_pointer(state->current, state->next);
	if (state->watch)
		state->watch(LSM_SIDTAB_RENEW, 0, state->watch_arg);
	spin_unlock(&state->cache_lock);
	state->next = NULL;
	call_rcu(&old->rcu, free_table);
	return 0;
}

static int cancel(void *self)
{
	struct state *state = self;
	struct table *table = current_table(state);

	if (!state->next || table->frozen)
		return -EINVAL;
	set_target(table, NULL);
	sidtab_cached_drop(state->next);
	state->next = NULL;
	return 0;
}

static void watch(void *self, lsm_sidtab_watch_fn *fn, void *arg)
{
	struct state *state = self;

	spin_lock(&state->cache_lock);
	state->watch = fn;
	state->watch_arg = arg;
	spin_unlock(&state->cache_lock);
}

const struct lsm_sidtab_ops lsm_sidtab_cached = {
	.base = {
		.name = "cached",
		.source = "Linux 5.6, security/selinux/ss/sidtab.c",
		.setup = sidtab_cached_setup,
		.teardown = sidtab_cached_teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = sidtab_cached_check,
	},
	.set_initial = set_initial,
	.add = add,
	.valid = valid,
	.text = sidtab_cached_text,
	.length = sidtab_cached_length,
	.get = sidtab_cached_get,
	.put = sidtab_cached_put,
	.translate = sidtab_cached_translate,
	.load = load,
	.freeze = freeze,
	.publish = publish,
	.cancel = cancel,
	.policy = sidtab_cached_policy,
	.frozen = sidtab_cached_frozen,
	.contexts = sidtab_cached_contexts,
	.stats = sidtab_cached_stats,
	.cached = sidtab_cached_cached,
	.watch = watch,
};
