/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What programs see of a whole SID table. */
#include "sidtab_words.h"

#include <string.h>

static const struct lsm_sidtab_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_sidtab_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

/*
 * Slots and chains are an implementation's own, but must make sense.  A look-up
 * may come across every SID, as all initial ones can have one context.
 */
void sidtab_run_stats(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_sidtab_stats stats;

	table(call)->stats(slot(call), &stats);
	lsm_obs_number(obs, stats.sids);
	lsm_obs_number(obs, stats.contexts);
	lsm_obs_number(obs, stats.cached);
	lsm_obs_number(obs, stats.room);
	lsm_obs_bool(obs, stats.longest <= LSM_SIDTAB_INITIAL + stats.sids &&
				  !stats.longest == !stats.contexts &&
				  stats.longest <= stats.slots);
}

static void dump_context(const struct lsm_sidtab_view *view, void *arg)
{
	struct lsm_obs *obs = arg;

	if (obs->show)
		fputs("; sid", obs->show);
	lsm_obs_number(obs, view->sid);
	if (view->text) {
		lsm_obs_text(obs, view->text, strlen(view->text));
		return;
	}
	lsm_obs_number(obs, view->user);
	lsm_obs_number(obs, view->role);
	lsm_obs_number(obs, view->type);
	lsm_obs_number(obs, view->sens[LSM_MLS_LOW]);
	lsm_obs_number(obs, view->sens[LSM_MLS_HIGH]);
}

static void dump_unit(uint32_t start, uint64_t map, void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_number(obs, start);
	lsm_obs_mix(obs, map);
	if (obs->show)
		fprintf(obs->show, " 0x%llx", (unsigned long long)map);
}

void sidtab_dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_sidtab_visitor visitor = { dump_context, dump_unit,
						    obs };

	lsm_obs_number(obs, table(call)->frozen(slot(call)));
	for (enum lsm_sidtab_which which = LSM_SIDTAB_CURRENT;
	     which <= LSM_SIDTAB_NEXT; which++) {
		uint32_t policy = table(call)->policy(slot(call), which);

		if (obs->show)
			fputs(which ? "; next: policy" : " policy", obs->show);
		lsm_obs_number(obs, policy);
		table(call)->contexts(slot(call), which, &visitor);
	}
}
