/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's SID table behind the contract of SID tables.
 *
 * It has neither a cache nor invalid contexts, and reloads only whole policy
 * images; what it lacks is not here, and the rows of fuzzers/fuzz_sidtab.c say
 * so.
 */
#include "sidtab_libsepol.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <sepol/policydb/context.h>
#include <sepol/policydb/sidtab.h>

/* Global in libsepol.a, but in no installed header. */
extern int context_to_string(sepol_handle_t *handle, const policydb_t *policydb,
			     const context_struct_t *context, char **text,
			     size_t *len);

struct state {
	struct sidtab_libsepol_setup *setup;
	uint32_t policy;
	sidtab_t sidtab;
};

static const policydb_t *policy_of(const struct state *state)
{
	return sidtab_libsepol_policy(state->setup, state->policy);
}

static int read_text(const struct state *state, const char *text, size_t len,
		     context_struct_t **context)
{
	*context = NULL;
	return context_from_string(NULL, policy_of(state), context, text, len);
}

/*
 * It answers the same if the text is bad and if memory runs out: asked again it
 * succeeds if memory ran out, once.
 */
static int parse(const struct state *state, const char *text, size_t len,
		 context_struct_t **context)
{
	if (len == 0)
		return -EINVAL;
	if (!read_text(state, text, len, context))
		return 0;
	if (read_text(state, text, len, context))
		return -EINVAL;
	context_destroy(*context);
	lsm_free(*context);
	return -ENOMEM;
}

static const sidtab_node_t *node_of(const struct state *state, uint32_t sid)
{
	const sidtab_node_t *node =
		state->sidtab.htable[sid & SIDTAB_HASH_MASK];

	while (node && node->sid != sid)
		node = node->next;
	return node;
}

static int set_initial(void *self, uint32_t sid, const char *text, size_t len,
		       bool force)
{
	struct state *state = self;
	context_struct_t *context;
	int status;

	(void)force;
	if (sid == 0 || sid > LSM_SIDTAB_INITIAL)
		return -EINVAL;
	if (node_of(state, sid))
		return -EEXIST;
	status = parse(state, text, len, &context);
	if (status)
		return status;
	status = sepol_sidtab_insert(&state->sidtab, sid, context);
	context_destroy(context);
	lsm_free(context);
	return status;
}

static int add(void *self, const char *text, size_t len, bool force,
	       lsm_sidtab_stale_fn *stale, void *arg, uint32_t *sid)
{
	struct state *state = self;
	context_struct_t *context;
	sepol_security_id_t found;
	int status = parse(state, text, len, &context);

	(void)force;
	(void)stale;
	(void)arg;
	if (status)
		return status;
	status = sepol_sidtab_context_to_sid(&state->sidtab, context, &found);
	context_destroy(context);
	lsm_free(context);
	if (!status)
		*sid = found;
	return status;
}

static int valid(void *self, const char *text, size_t len)
{
	context_struct_t *context;
	int status = parse(self, text, len, &context);

	if (!status) {
		context_destroy(context);
		lsm_free(context);
	}
	return status;
}

static int text_of(void *self, uint32_t sid, bool force, char **text,
		   size_t *len)
{
	struct state *state = self;
	const context_struct_t *context =
		sepol_sidtab_search(&state->sidtab, sid);

	(void)force;
	if (!context)
		return -EINVAL;
	return context_to_string(NULL, policy_of(state), context, text, len)
		       ? -ENOMEM
		       : 0;
}

static uint32_t policy(const void *self, enum lsm_sidtab_which which)
{
	const struct state *state = self;

	return which == LSM_SIDTAB_CURRENT ? state->policy
					   : LSM_SIDTAB_POLICIES;
}

static bool frozen(const void *self)
{
	(void)self;
	return false;
}

static void show(const sidtab_node_t *node,
		 const struct lsm_sidtab_visitor *visitor)
{
	const context_struct_t *context = &node->context;
	const struct lsm_sidtab_view view = {
		.sid = node->sid,
		.user = context->user,
		.role = context->role,
		.type = context->type,
		.sens = { context->range.level[0].sens,
			  context->range.level[1].sens },
	};

	visitor->context(&view, visitor->arg);
	for (size_t end = 0; end < LSM_MLS_ENDS; end++)
		for (const ebitmap_node_t *n =
			     context->range.level[end].cat.node;
		     n; n = n->next)
			visitor->unit(n->startbit, n->map, visitor->arg);
}

static void contexts(const void *self, enum lsm_sidtab_which which,
		     const struct lsm_sidtab_visitor *visitor)
{
	const struct state *state = self;

	if (which != LSM_SIDTAB_CURRENT)
		return;
	for (uint32_t sid = 1; sid < state->sidtab.next_sid; sid++) {
		const sidtab_node_t *node = node_of(state, sid);

		if (node)
			show(node, visitor);
	}
}

static const char *check(const void *self)
{
	const struct state *state = self;
	uint32_t nr = 0;

	for (uint32_t i = 0; i < SIDTAB_SIZE; i++) {
		for (const sidtab_node_t *n = state->sidtab.htable[i]; n;
		     n = n->next, nr++) {
			if ((n->sid & SIDTAB_HASH_MASK) != i)
				return "a SID is in another bucket";
			if (n->next && n->next->sid <= n->sid)
				return "a bucket is not in order";
			if (n->sid >= state->sidtab.next_sid)
				return "a SID is to be given again";
		}
	}
	return nr == state->sidtab.nel ? NULL : "the number of SIDs is wrong";
}

/* An empty table with the initial SIDs of a policy; false if memory ran out. */
static bool fill(struct state *state)
{
	const struct lsm_sidtab_policy *table =
		&lsm_sidtab_policy[state->policy];

	if (sepol_sidtab_init(&state->sidtab))
		return false;
	state->sidtab.next_sid = LSM_SIDTAB_INITIAL + 1;
	for (size_t i = 0; i < table->nr_initial; i++) {
		if (sepol_sidtab_insert(
			    &state->sidtab, table->initial[i].sid,
			    state->setup->initial[state->policy][i]))
			return false;
	}
	return true;
}

static void destroy(void *self)
{
	struct state *state = self;

	sepol_sidtab_destroy(&state->sidtab);
	lsm_free(state);
}

static void clear(void *self)
{
	struct state *state = self;

	sepol_sidtab_destroy(&state->sidtab);
	fill(state);
}

static void *create(void *setup, const uint32_t *param)
{
	struct state *state = lsm_calloc(1, sizeof(*state));

	if (!state)
		return NULL;
	state->setup = setup;
	state->policy = param[0];
	if (fill(state))
		return state;
	destroy(state);
	return NULL;
}

const struct lsm_sidtab_ops lsm_sidtab_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/sidtab.c and context.c",
		.peer = true,
		.setup = sidtab_libsepol_setup,
		.teardown = sidtab_libsepol_teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set_initial = set_initial,
	.add = add,
	.valid = valid,
	.text = text_of,
	.policy = policy,
	.frozen = frozen,
	.contexts = contexts,
};
