/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory runs out while an implementation sets itself up. */
#include "machine.h"

#include <lsm/alloc.h>

#include <inttypes.h>

/* Fail each allocation of a setup() in turn; @nth receives which came last. */
static enum lsm_verdict_kind try_setup(const struct lsm_ops *ops, uint32_t *nth)
{
	bool failed = true;

	for (*nth = 1; failed && ops->setup && !ops->peer; ++*nth) {
		int64_t live = lsm_alloc_live();
		void *setup;

		lsm_alloc_fail(*nth);
		setup = ops->setup();
		failed = lsm_alloc_failed();
		if (failed == !!setup)
			return LSM_BAD_FAILURE;
		if (setup)
			ops->teardown(setup);
		if (lsm_alloc_live() != live)
			return LSM_LEAK;
	}
	return LSM_AGREE;
}

enum lsm_verdict_kind lsm_machine_try_setups(const struct lsm_machine *machine,
					     FILE *out)
{
	for (size_t i = 0; i < lsm_machine_count(machine); i++) {
		const struct lsm_ops *ops = lsm_machine_impl(machine, i);
		uint32_t nth;
		enum lsm_verdict_kind kind = try_setup(ops, &nth);

		if (kind == LSM_AGREE)
			continue;
		fprintf(out,
			"%s: set up while allocation %" PRIu32
			" fails, %s %s\n",
			machine->s->name, nth, ops->name,
			lsm_verdict_word(kind));
		return kind;
	}
	return LSM_AGREE;
}
