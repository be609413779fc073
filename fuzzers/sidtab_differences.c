/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where libsepol is known to answer differently; see FINDINGS.md. */
#include "sidtab_words.h"

#include <errno.h>
#include <string.h>

static const struct lsm_sidtab_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_sidtab_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

bool sidtab_has_limit(const struct lsm_call *call)
{
	return call->arg[4] != 0;
}

/* Both set_initial and add: whether an invalid context is to be stored. */
static bool stores_invalid(const struct lsm_call *call, uint32_t force)
{
	return force &&
	       table(call)->valid(slot(call), (const char *)call->payload,
				  call->payload_len) == -EINVAL;
}

bool sidtab_adds_invalid(const struct lsm_call *call)
{
	return stores_invalid(call, call->arg[1]);
}

bool sidtab_sets_invalid(const struct lsm_call *call)
{
	return stores_invalid(call, call->arg[2]);
}

struct later {
	uint32_t sid;
	bool found;
};

static void is_later(const struct lsm_sidtab_view *view, void *arg)
{
	struct later *later = arg;

	later->found |= view->sid > later->sid;
}

static void no_unit(uint32_t start, uint64_t map, void *arg)
{
	(void)start;
	(void)map;
	(void)arg;
}

/* It finds the lowest of SIDs with equal contexts, not the first to come. */
bool sidtab_sets_lower(const struct lsm_call *call)
{
	struct later later = { .sid = call->arg[1] };
	const struct lsm_sidtab_visitor visitor = { is_later, no_unit, &later };

	table(call)->contexts(slot(call), LSM_SIDTAB_CURRENT, &visitor);
	return later.found;
}

/* It stops at a '-' among the categories of the high level. */
bool sidtab_drops_rest(const struct lsm_call *call)
{
	const char *at = (const char *)call->payload;
	const char *end = at + strnlen(at, call->payload_len);

	for (size_t i = 0; at && i < 3; i++) {
		at = memchr(at, ':', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	at = at ? memchr(at, '-', (size_t)(end - at)) : NULL;
	at = at ? memchr(at, ':', (size_t)(end - at)) : NULL;
	return at && memchr(at, '-', (size_t)(end - at));
}

/* A run of categories that reaches the end of a unit; see MLS-D4. */
struct joint {
	bool asked; /* the SID in question, or unlabeled, is being visited */
	bool any;
	bool found;
	uint32_t sid;
	uint32_t start;
	uint64_t map;
};

static void visit_context(const struct lsm_sidtab_view *view, void *arg)
{
	struct joint *joint = arg;

	joint->asked =
		view->sid == joint->sid || view->sid == LSM_SIDTAB_UNLABELED;
	joint->any = false;
}

static void visit_unit(uint32_t start, uint64_t map, void *arg)
{
	struct joint *joint = arg;

	if (joint->asked && joint->any && start > joint->start &&
	    start - joint->start != LSM_MLS_UNIT && joint->map >> 63 &&
	    (joint->map >> 62 == 3 || (map & 3) == 3))
		joint->found = true;
	joint->any = true;
	joint->start = start;
	joint->map = map;
}

bool sidtab_joins_runs(const struct lsm_call *call)
{
	struct joint joint = { .sid = call->arg[1] };
	const struct lsm_sidtab_visitor visitor = { visit_context, visit_unit,
						    &joint };

	table(call)->contexts(slot(call), LSM_SIDTAB_CURRENT, &visitor);
	return joint.found;
}
