/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's SID table behind the contract of SID tables.
 *
 * Contexts are read, printed and converted by the tree's services.c.  Its
 * policies are built in memory, as for the MLS ranges.
 */
#include "sidtab_kernel.h"

#include <lsm/alloc.h>

#include "services.c"
#include "sidtab.c"

/* What hooks.c would define. */
struct selinux_state selinux_state;
struct lsm_blob_sizes selinux_blob_sizes;

#ifdef LSM_KERNEL_STATE_IS_ARGUMENT
#define STATE &selinux_state,
#else
#define STATE
#endif

/* A table, and how its contexts are converted to the next one. */
struct loaded {
	struct selinux_policy policy;
	struct sidtab sidtab;
	struct convert_context_args args;
	struct sidtab_convert_params params;
	uint32_t index;
};

struct state {
	struct sidtab_kernel_setup *setup;
	uint32_t capacity;
	uint32_t first; /* policy of a new object */
	struct loaded *current;
	struct loaded *next;
};

/* Make an object the one that the kernel's functions see. */
static struct loaded *enter(const void *self)
{
	const struct state *state = self;

	selinux_state.policy = &state->current->policy;
	return state->current;
}

static void *setup(void)
{
	selinux_state.initialized = true;
	/* Or what became invalid on a reload would be kept as it is. */
	selinux_state.enforcing = true;
	return sidtab_kernel_setup();
}

static void drop(struct loaded *loaded)
{
	if (!loaded)
		return;
	sidtab_destroy(&loaded->sidtab);
	lsm_free(loaded);
	lsm_kernel_drain();
}

static int parse(struct loaded *loaded, const char *text, size_t len,
		 struct context *context)
{
	char *copy = kmemdup_nul(text, len, GFP_KERNEL);
	int status;

	if (!copy)
		return -ENOMEM;
	status = string_to_context_struct(&loaded->policy.policydb,
					  &loaded->sidtab, copy, context,
					  SECSID_NULL);
	kfree(copy);
	return status;
}

/* What force makes of a text that is no context. */
static int parse_forced(struct loaded *loaded, const char *text, size_t len,
			bool force, struct context *context)
{
	int status = len ? parse(loaded, text, len, context) : -EINVAL;

	if (status != -EINVAL || !force || !len)
		return status;
	context_init(context);
	context->str = kmemdup_nul(text, len, GFP_KERNEL);
	if (!context->str)
		return -ENOMEM;
	context->len = (u32)strlen(context->str) + 1;
	return 0;
}

static int set_one(struct loaded *loaded, uint32_t sid, const char *text,
		   size_t len, bool force)
{
	struct context context;
	int status = parse_forced(loaded, text, len, force, &context);

	if (status)
		return status;
	status = sidtab_set_initial(&loaded->sidtab, sid, &context);
	context_destroy(&context);
	return status;
}

/* A table with the initial SIDs of a policy; NULL if memory ran out. */
static struct loaded *fill(const struct state *state, uint32_t index)
{
	const struct lsm_sidtab_policy *table = &lsm_sidtab_policy[index];
	struct loaded *loaded = lsm_calloc(1, sizeof(*loaded));

	if (!loaded)
		return NULL;
	loaded->index = index;
	loaded->policy.policydb = *sidtab_kernel_policy(state->setup, index);
	loaded->policy.sidtab = &loaded->sidtab;
	sidtab_init(&loaded->sidtab);
	loaded->sidtab.cache_free_slots = state->capacity;
	for (size_t i = 0; i < table->nr_initial; i++)
		if (set_one(loaded, table->initial[i].sid,
			    table->initial[i].text,
			    strlen(table->initial[i].text), false)) {
			drop(loaded);
			return NULL;
		}
	return loaded;
}

static void *create(void *setup, const uint32_t *param)
{
	struct state *state = lsm_calloc(1, sizeof(*state));

	if (!state)
		return NULL;
	state->setup = setup;
	state->capacity = param[1] ? param[1] : LSM_SIDTAB_CAPACITY;
	state->first = param[0];
	state->current = fill(state, state->first);
	if (state->current)
		return state;
	lsm_free(state);
	return NULL;
}

static void destroy(void *self)
{
	struct state *state = self;

	drop(state->next);
	drop(state->current);
	lsm_free(state);
}

static void clear(void *self)
{
	struct state *state = self;

	drop(state->next);
	drop(state->current);
	state->next = NULL;
	state->current = fill(state, state->first);
}

static int set_initial(void *self, uint32_t sid, const char *text, size_t len,
		       bool force)
{
	struct loaded *loaded = enter(self);

	if (sid == 0 || sid > LSM_SIDTAB_INITIAL)
		return -EINVAL;
	if (loaded->sidtab.isids[sid - 1].set)
		return -EEXIST;
	return set_one(loaded, sid, text, len, force);
}

/* Who is told of a frozen table: the second attempt begins a new section. */
static struct {
	lsm_sidtab_stale_fn *fn;
	void *arg;
	unsigned int sections;
} stale_call;

static void on_reader(void)
{
	if (++stale_call.sections == 1)
		return;
	lsm_kernel_on_reader = NULL;
	if (!stale_call.fn(stale_call.arg))
		lsm_kernel_bug("who was to publish a table gave up", __FILE__,
			       __LINE__);
}

static int add_frozen(struct loaded *loaded, const char *text, size_t len,
		      bool force, uint32_t *sid)
{
	struct context context;
	int status = parse_forced(loaded, text, len, force, &context);

	if (status)
		return status;
	status = sidtab_context_to_sid(&loaded->sidtab, &context, sid);
	context_destroy(&context);
	return status;
}

static int add(void *self, const char *text, size_t len, bool force,
	       lsm_sidtab_stale_fn *stale, void *arg, uint32_t *sid)
{
	struct loaded *loaded = enter(self);
	uint32_t found = 0;
	int status;

	/* The kernel would try again until somebody has published. */
	if (loaded->sidtab.frozen && !stale) {
		status = add_frozen(loaded, text, len, force, &found);
	} else {
		stale_call.fn = stale;
		stale_call.arg = arg;
		stale_call.sections = 0;
		lsm_kernel_on_reader = stale ? on_reader : NULL;
		status = security_context_to_sid_core(STATE text, (u32)len,
						      &found, SECSID_NULL,
						      GFP_KERNEL, force);
		lsm_kernel_on_reader = NULL;
	}
	if (!status)
		*sid = found;
	return status;
}

static int valid(void *self, const char *text, size_t len)
{
	struct context context;
	int status = len ? parse(enter(self), text, len, &context) : -EINVAL;

	if (!status)
		context_destroy(&context);
	return status;
}

static struct sidtab_entry *entry_of(struct loaded *loaded, uint32_t sid,
				     bool force)
{
	return force ? sidtab_search_entry_force(&loaded->sidtab, sid)
		     : sidtab_search_entry(&loaded->sidtab, sid);
}

static int make_text(void *self, uint32_t sid, bool force, char **text,
		     size_t *len)
{
	struct loaded *loaded = enter(self);
	struct sidtab_entry *entry = entry_of(loaded, sid, force);
	u32 length;
	int status;

	if (!entry)
		return -EINVAL;
	status = context_struct_to_string(&loaded->policy.policydb,
					  &entry->context, text, &length);
	if (!status)
		*len = length;
	return status;
}

static int length_of(void *self, uint32_t sid, bool force, size_t *len)
{
	return make_text(self, sid, force, NULL, len);
}

static int get(void *self, uint32_t sid, bool force, char **text, size_t *len)
{
	struct loaded *loaded = enter(self);
	struct sidtab_entry *entry = entry_of(loaded, sid, force);
	u32 length;
	int status;

	if (!entry)
		return -EINVAL;
	status = sidtab_sid2str_get(&loaded->sidtab, entry, text, &length);
	if (!status)
		*len = length;
	lsm_kernel_drain();
	return status;
}

static int put(void *self, uint32_t sid, bool force)
{
	struct loaded *loaded = enter(self);
	char *text;
	size_t len;
	int status = make_text(self, sid, force, &text, &len);

	if (status)
		return status;
	sidtab_sid2str_put(&loaded->sidtab, entry_of(loaded, sid, force), text,
			   (u32)len);
	lsm_free(text);
	lsm_kernel_drain();
	return 0;
}

static int translate(void *self, uint32_t sid, bool force, char **text,
		     size_t *len)
{
	u32 length;
	int status;

	enter(self);
	status = security_sid_to_context_core(STATE sid, text, &length, force,
					      0);
	if (!status)
		*len = length;
	lsm_kernel_drain();
	return status;
}

#include "sidtab_kernel_reload.h"

const struct lsm_sidtab_ops LSM_KERNEL_SYMBOL(sidtab) = {
	.base = {
		LSM_KERNEL_PEER("security/selinux/ss/sidtab.c and services.c"),
		.setup = setup,
		.teardown = sidtab_kernel_teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set_initial = set_initial,
	.add = add,
	.valid = valid,
	.text = make_text,
	.length = length_of,
	.get = get,
	.put = put,
	.translate = translate,
	.load = load,
	.freeze = freeze,
	.publish = publish,
	.cancel = cancel,
	.policy = policy,
	.frozen = frozen,
	.contexts = contexts,
	.stats = stats,
	.cached = cached,
};
