/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory runs out while an implementation sets itself up. */
#include "machine.h"

#include <lsm/alloc.h>

enum lsm_verdict_kind lsm_machine_try_setup(const struct lsm_machine *machine,
					    size_t impl, uint32_t *nth)
{
	const struct lsm_ops *ops = machine->world[impl].ops;
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
