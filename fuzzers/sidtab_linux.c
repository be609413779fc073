/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where kernel trees are known to answer differently; see FINDINGS.md. */
#include "sidtab_linux.h"

#include <lsm/alloc.h>

#include <string.h>

static const struct lsm_sidtab_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_sidtab_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

static bool is_loading(const struct lsm_call *call)
{
	return table(call)->policy(slot(call), LSM_SIDTAB_NEXT) !=
	       LSM_SIDTAB_POLICIES;
}

bool sidtab_linux_fixed(const struct lsm_call *call)
{
	return call->arg[3] || call->arg[4] || call->arg[5];
}

bool sidtab_linux_loading(const struct lsm_call *call)
{
	return is_loading(call);
}

bool sidtab_linux_load_fails(const struct lsm_call *call)
{
	return call->fail != 0;
}

bool sidtab_linux_add_fails(const struct lsm_call *call)
{
	return call->fail && is_loading(call);
}

/* Categories that have a name, and whether all that is seen has one. */
struct named {
	const struct lsm_mls_policy *policy;
	bool all;
};

static bool has_name(const struct lsm_mls_policy *policy, uint32_t position)
{
	for (size_t i = 0; i < policy->nr_cat; i++)
		if (policy->cat[i].value == position + 1)
			return true;
	return false;
}

static void see_context(const struct lsm_sidtab_view *view, void *arg)
{
	(void)view;
	(void)arg;
}

static void see_unit(uint32_t start, uint64_t map, void *arg)
{
	struct named *named = arg;

	for (; map && named->all; map &= map - 1)
		named->all = has_name(named->policy,
				      start + (uint32_t)__builtin_ctzll(map));
}

static const struct lsm_mls_policy *levels_of(const struct lsm_call *call)
{
	uint32_t policy = table(call)->policy(slot(call), LSM_SIDTAB_CURRENT);

	return &lsm_mls_policy[lsm_sidtab_policy[policy].mls];
}

bool sidtab_linux_load_meets_gap(const struct lsm_call *call)
{
	struct named named = { levels_of(call), true };
	const struct lsm_sidtab_visitor visitor = { see_context, see_unit,
						    &named };

	table(call)->contexts(slot(call), LSM_SIDTAB_CURRENT, &visitor);
	return !named.all;
}

/* Only a run of categories can have one without a name in it. */
bool sidtab_linux_add_meets_gap(const struct lsm_call *call)
{
	const struct lsm_mls_policy *policy = levels_of(call);

	return is_loading(call) && policy->nr_cat < policy->nprim &&
	       memchr(call->payload, '.', call->payload_len);
}

/* SIDs whose contexts are told apart by a digest, up to a number. */
struct twins {
	const struct lsm_sidtab_policy *policy;
	size_t nr;
	struct {
		uint32_t sid;
		uint64_t digest;
	} seen[LSM_SIDTAB_INITIAL + 256];
};

static void digest(struct twins *twins, uint64_t number)
{
	uint64_t *at = &twins->seen[twins->nr - 1].digest;

	*at = (*at ^ number) * 0x9e3779b97f4a7c15u;
	*at ^= *at >> 29;
}

/* An initial SID that is set later is found after the others by all. */
static bool came_first(const struct lsm_sidtab_policy *policy, uint32_t sid)
{
	for (size_t i = 0; i < policy->nr_initial; i++)
		if (policy->initial[i].sid == sid)
			return true;
	return sid > LSM_SIDTAB_INITIAL;
}

static void twin_context(const struct lsm_sidtab_view *view, void *arg)
{
	struct twins *twins = arg;

	if (twins->nr == LSM_ARRAY_SIZE(twins->seen))
		return;
	twins->seen[twins->nr].sid = view->sid;
	twins->seen[twins->nr++].digest = 1;
	digest(twins, view->user);
	digest(twins, view->role);
	digest(twins, view->type);
	digest(twins, view->sens[0]);
	digest(twins, view->sens[1]);
	for (const char *at = view->text; at && *at; at++)
		digest(twins, (unsigned char)*at);
}

static void twin_unit(uint32_t start, uint64_t map, void *arg)
{
	digest(arg, start);
	digest(arg, map);
}

static void find_twins(const struct lsm_call *call, struct twins *twins)
{
	const struct lsm_sidtab_visitor visitor = { twin_context, twin_unit,
						    twins };
	uint32_t policy = table(call)->policy(slot(call), LSM_SIDTAB_CURRENT);

	twins->policy = &lsm_sidtab_policy[policy];
	twins->nr = 0;
	table(call)->contexts(slot(call), LSM_SIDTAB_CURRENT, &visitor);
}

/* Whether [later] came by a reload and has the context of one before it. */
static bool is_twin(const struct twins *twins, size_t later)
{
	if (twins->seen[later].sid <= LSM_SIDTAB_INITIAL)
		return false;
	for (size_t i = 0; i < later; i++)
		if (twins->seen[i].digest == twins->seen[later].digest &&
		    came_first(twins->policy, twins->seen[i].sid))
			return true;
	return false;
}

bool sidtab_linux_has_twins(const struct lsm_call *call)
{
	struct twins twins;

	find_twins(call, &twins);
	for (size_t i = 0; i < twins.nr; i++)
		if (is_twin(&twins, i))
			return true;
	return false;
}

/* What a table of its own says to the text: there are several spellings. */
static bool means(const struct lsm_call *call, const char *text, size_t len)
{
	const struct lsm_sidtab_ops *ops = table(call);
	const uint32_t param[LSM_ARGS_MAX] = { ops->policy(
		slot(call), LSM_SIDTAB_CURRENT) };
	void *setup = ops->base.setup();
	void *own = ops->base.create(setup, param);
	uint32_t sid;
	size_t own_len = 0;
	char *own_text = NULL;
	bool same = false;

	if (!ops->add(own, (const char *)call->payload, call->payload_len,
		      call->arg[1], NULL, NULL, &sid) &&
	    !ops->text(own, sid, true, &own_text, &own_len))
		same = own_len == len && !memcmp(own_text, text, len);
	lsm_free(own_text);
	ops->base.destroy(own);
	ops->base.teardown(setup);
	return same;
}

bool sidtab_linux_finds_twin(const struct lsm_call *call)
{
	struct twins twins;
	bool found = false;

	find_twins(call, &twins);
	for (size_t i = 0; i < twins.nr && !found; i++) {
		char *text;
		size_t len;

		if (!is_twin(&twins, i) ||
		    table(call)->text(slot(call), twins.seen[i].sid, true,
				      &text, &len))
			continue;
		found = means(call, text, len);
		lsm_free(text);
	}
	return found;
}
