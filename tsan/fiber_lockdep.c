/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In which order locks are taken, in one run of fibers.
 *
 * Two orders of the same locks may meet in a deadlock, even if they did not in
 * this schedule.  Lock by lock, not by classes as the kernel's lockdep: a
 * table's lock may be taken while the same lock of another table is held.
 */
#include "fiber_state.h"

#define LOCKS 64u /* of a run; further ones are not looked at */

static struct {
	uint32_t run;
	uint32_t nr;
	uint64_t behind[LOCKS]; /* what was taken under it, directly or not */
} order;

void lsm_lockdep_begin(void)
{
	order.run++;
	order.nr = 0;
}

/* The lock in a set; empty for one too many. */
static uint64_t set_of(struct lsm_sync_lock *lock)
{
	if (lock->run != order.run) {
		lock->run = order.run;
		lock->number = order.nr;
		if (order.nr < LOCKS)
			order.behind[order.nr++] = 0;
	}
	return lock->number < LOCKS ? UINT64_C(1) << lock->number : 0;
}

bool lsm_lockdep_take(struct lsm_sync_lock *lock, uint64_t *held)
{
	uint64_t taken = set_of(lock);
	uint64_t behind = taken ? order.behind[lock->number] : 0;

	if (behind & *held)
		return false;
	for (uint32_t i = 0; taken && *held && i < order.nr; i++)
		if ((UINT64_C(1) << i | order.behind[i]) & *held)
			order.behind[i] |= taken | behind;
	*held |= taken;
	return true;
}

void lsm_lockdep_leave(struct lsm_sync_lock *lock, uint64_t *held)
{
	*held &= ~set_of(lock);
}
