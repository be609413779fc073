/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where kernel trees are known to answer differently; see FINDINGS.md. */
#include "sidtab_linux.h"

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
