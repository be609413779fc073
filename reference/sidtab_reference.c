/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The SID table, obviously: an array of contexts in the order in which they
 * came, and a second one while a policy is loaded.
 */
#include "sidtab_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

extern const struct lsm_mls_ops lsm_mls_reference;

static void *create(void *setup, const uint32_t *param)
{
	struct sidtab_reference *state = lsm_calloc(1, sizeof(*state));

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
	state->current = sidtab_reference_table(setup, param[0], &state->param);
	if (state->current)
		return state;
	lsm_free(state);
	return NULL;
}

static void destroy(void *self)
{
	struct sidtab_reference *state = self;

	sidtab_reference_drop(state->current);
	sidtab_reference_drop(state->next);
	lsm_free(state);
}

/* Forget all but the initial SIDs that the policy came with. */
static void clear(void *self)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_table *table = sidtab_reference_table(
		state->setup, state->param.policy, &state->param);

	sidtab_reference_drop(state->current);
	sidtab_reference_drop(state->next);
	state->current = table;
	state->next = NULL;
	state->watch = NULL;
}

static const char *check(const void *self)
{
	const struct sidtab_reference *state = self;
	const struct sidtab_reference_table *table = state->current;

	if (!table)
		return "there is no table";
	for (size_t i = 0; i < table->nr; i++)
		if (!!table->entry[i].copy !=
		    sidtab_eviction_reference_has(&table->cache,
						  table->entry[i].sid))
			return "a text is cached and is not";
	return NULL;
}

static int set_initial(void *self, uint32_t sid, const char *text, size_t len,
		       bool force)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_context context;
	int status;

	if (sid == 0 || sid > LSM_SIDTAB_INITIAL)
		return -EINVAL;
	if (sidtab_reference_entry(state->current, sid))
		return -EEXIST;
	status = sidtab_reference_parse(state->current->policy, text, len,
					force, &context);
	if (status)
		return status;
	if (sidtab_reference_append(state->current, sid, &context))
		return 0;
	sidtab_reference_forget(&context);
	return -ENOMEM;
}

/* Add a context, which is taken over in any case, to all tables. */
static int insert(struct sidtab_reference *state,
		  struct sidtab_reference_context *context, uint32_t *sid)
{
	struct sidtab_reference_table *table = state->current;
	struct sidtab_reference_context copy = { 0 };
	int status = 0;

	*sid = sidtab_reference_find(table, context);
	if (*sid == 0 && table->frozen)
		status = -ESTALE;
	else if (*sid == 0 && table->added == state->param.limit)
		status = -EOVERFLOW;
	if (*sid || status) {
		sidtab_reference_forget(context);
		return status;
	}
	*sid = LSM_SIDTAB_INITIAL + 1 + table->added;
	if (state->next)
		status = sidtab_reference_convert(
			table->policy, state->next->policy, context, &copy);
	if (status || !sidtab_reference_room(table) ||
	    (state->next &&
	     !sidtab_reference_append(state->next, *sid, &copy))) {
		sidtab_reference_forget(context);
		sidtab_reference_forget(&copy);
		return -ENOMEM;
	}
	sidtab_reference_append(table, *sid, context); /* there is room */
	return 0;
}

static int add(void *self, const char *text, size_t len, bool force,
	       lsm_sidtab_stale_fn *stale, void *arg, uint32_t *sid)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_context context;
	uint32_t found;
	int status;

	do {
		status = sidtab_reference_parse(state->current->policy, text,
						len, force, &context);
		if (!status)
			status = insert(state, &context, &found);
	} while (status == -ESTALE && stale && stale(arg));
	if (!status)
		*sid = found;
	return status;
}

static int valid(void *self, const char *text, size_t len)
{
	const struct sidtab_reference *state = self;
	struct sidtab_reference_context context;
	int status = sidtab_reference_parse(state->current->policy, text, len,
					    false, &context);

	sidtab_reference_forget(&context);
	return status;
}

static int load(void *self, uint32_t policy)
{
	struct sidtab_reference *state = self;
	struct sidtab_reference_table *next;

	if (state->next)
		return -EBUSY;
	next = sidtab_reference_table(state->setup, policy, &state->param);
	if (!next)
		return -ENOMEM;
	for (uint32_t i = 0; i < state->current->added; i++) {
		uint32_t sid = LSM_SIDTAB_INITIAL + 1 + i;
		const struct sidtab_reference_entry *entry =
			sidtab_reference_entry(state->current, sid);
		struct sidtab_reference_context context = { 0 };

		if (sidtab_reference_convert(state->current->policy,
					     next->policy, &entry->context,
					     &context) ||
		    !sidtab_reference_append(next, sid, &context)) {
			sidtab_reference_forget(&context);
			sidtab_reference_drop(next);
			return -ENOMEM;
		}
	}
	state->next = next;
	return 0;
}

static int freeze(void *self)
{
	struct sidtab_reference *state = self;

	if (!state->next || state->current->frozen)
		return -EINVAL;
	state->current->frozen = true;
	return 0;
}

static int publish(void *self)
{
	struct sidtab_reference *state = self;

	if (!state->current->frozen)
		return -EINVAL;
	sidtab_reference_drop(state->current);
	state->current = state->next;
	state->next = NULL;
	if (state->watch)
		state->watch(LSM_SIDTAB_RENEW, 0, state->watch_arg);
	return 0;
}

static int cancel(void *self)
{
	struct sidtab_reference *state = self;

	if (!state->next || state->current->frozen)
		return -EINVAL;
	sidtab_reference_drop(state->next);
	state->next = NULL;
	return 0;
}

static const struct sidtab_reference_table *
table_of(const void *self, enum lsm_sidtab_which which)
{
	const struct sidtab_reference *state = self;

	return which == LSM_SIDTAB_CURRENT ? state->current : state->next;
}

static uint32_t policy_of(const void *self, enum lsm_sidtab_which which)
{
	const struct sidtab_reference_table *table = table_of(self, which);

	return table ? table->index : LSM_SIDTAB_POLICIES;
}

static bool frozen(const void *self)
{
	return table_of(self, LSM_SIDTAB_CURRENT)->frozen;
}

static void show(const struct sidtab_reference_entry *entry,
		 const struct lsm_sidtab_visitor *visitor)
{
	const struct lsm_mls_ops *mls = &lsm_mls_reference;
	const struct sidtab_reference_context *context = &entry->context;
	struct lsm_sidtab_view view = {
		.sid = entry->sid,
		.text = context->text,
		.user = context->user,
		.role = context->role,
		.type = context->type,
	};

	if (context->range) {
		view.sens[0] = mls->sens(context->range, LSM_MLS_LOW);
		view.sens[1] = mls->sens(context->range, LSM_MLS_HIGH);
	}
	visitor->context(&view, visitor->arg);
	if (!context->range)
		return;
	mls->units(context->range, LSM_MLS_LOW, visitor->unit, visitor->arg);
	mls->units(context->range, LSM_MLS_HIGH, visitor->unit, visitor->arg);
}

static void contexts(const void *self, enum lsm_sidtab_which which,
		     const struct lsm_sidtab_visitor *visitor)
{
	const struct sidtab_reference_table *table = table_of(self, which);

	/* Initial SIDs came in any order, the others in ascending order. */
	for (uint32_t sid = 1; table && sid <= LSM_SIDTAB_INITIAL; sid++) {
		const struct sidtab_reference_entry *entry =
			sidtab_reference_entry(table, sid);

		if (entry)
			show(entry, visitor);
	}
	for (size_t i = 0; table && i < table->nr; i++)
		if (table->entry[i].sid > LSM_SIDTAB_INITIAL)
			show(&table->entry[i], visitor);
}

static void stats(const void *self, struct lsm_sidtab_stats *stats)
{
	const struct sidtab_reference *state = self;
	const struct sidtab_reference_table *table = state->current;

	*stats = (struct lsm_sidtab_stats){
		.sids = table->added,
		.slots = (uint32_t)table->nr,
		.longest = (uint32_t)table->nr,
		.cached = table->cache.nr,
		.room = table->cache.capacity - table->cache.nr,
	};
	for (size_t i = 0; i < table->nr; i++)
		if (sidtab_reference_find(table, &table->entry[i].context) ==
		    table->entry[i].sid)
			stats->contexts++;
}

static void cached(const void *self, lsm_sidtab_sid_fn *visit, void *arg)
{
	const struct sidtab_reference *state = self;
	const struct sidtab_eviction_reference *held = &state->current->cache;

	for (uint32_t i = 0; i < held->nr; i++)
		visit(held->sid[i], arg);
}

static void watch(void *self, lsm_sidtab_watch_fn *fn, void *arg)
{
	struct sidtab_reference *state = self;

	state->watch = fn;
	state->watch_arg = arg;
}

const struct lsm_sidtab_ops lsm_sidtab_reference = {
	.base = {
		.name = "reference",
		.source = "the definitions of lsm/sidtab.h",
		.setup = sidtab_reference_setup,
		.teardown = sidtab_reference_teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set_initial = set_initial,
	.add = add,
	.valid = valid,
	.text = sidtab_reference_text,
	.length = sidtab_reference_length,
	.get = sidtab_reference_get,
	.put = sidtab_reference_put,
	.translate = sidtab_reference_translate,
	.load = load,
	.freeze = freeze,
	.publish = publish,
	.cancel = cancel,
	.policy = policy_of,
	.frozen = frozen,
	.contexts = contexts,
	.stats = stats,
	.cached = cached,
	.watch = watch,
};
