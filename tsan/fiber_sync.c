/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Locks and RCU for fibers.
 *
 * A grace period is exact: a deferred function runs after the readers of the
 * moment it was deferred in, is ordered after these and after all that had
 * ended before, and after no other.
 */
#include "fiber_state.h"

/* Whatever readers that have ended did comes before it. */
static char order_left;

static struct lsm_fiber *self(void)
{
	return &lsm_fibers.fiber[lsm_fibers.current];
}

void lsm_fiber_point(int kind, const char *file, int line)
{
	lsm_fiber_pass(kind, file, line);
}

void *lsm_fiber_loaded(const volatile void *pointer, const char *file, int line)
{
	lsm_fiber_point(LSM_SYNC_LOADED, file, line);
	return (void *)(uintptr_t)pointer;
}

void lsm_fiber_lock_init(struct lsm_sync_lock *lock, const char *name)
{
	lock->owner = 0;
	lock->run = 0;
	lock->name = name;
	lsm_order_lock_made(lock);
}

void lsm_fiber_lock(struct lsm_sync_lock *lock, const char *file, int line)
{
	lsm_fiber_pass(LSM_SYNC_LOCK, file, line);
	if (lsm_fiber_lock_held(lock))
		lsm_fiber_misuse("spin_lock(): the caller holds it already",
				 file, line);
	if (!lsm_lockdep_take(lock, &self()->held))
		lsm_fiber_misuse(
			"spin_lock(): the caller holds a lock that was "
			"taken under this one before",
			file, line);
	lsm_order_locking(lock);
	while (lock->owner) {
		if (!lsm_fiber_running())
			lsm_fiber_misuse("spin_lock(): nobody can unlock it",
					 file, line);
		self()->wanted = lock;
		lsm_fiber_block(LSM_FIBER_WANTS_LOCK, file, line);
		self()->wanted = NULL;
	}
	lock->owner = lsm_fibers.current + 1;
	self()->locks++;
	lsm_order_locked(lock);
}

void lsm_fiber_unlock(struct lsm_sync_lock *lock, const char *file, int line)
{
	if (!lsm_fiber_lock_held(lock))
		lsm_fiber_misuse("spin_unlock(): the caller does not hold it",
				 file, line);
	lsm_lockdep_leave(lock, &self()->held);
	lsm_order_unlocking(lock);
	lock->owner = 0;
	self()->locks--;
	lsm_order_unlocked(lock);
	lsm_fiber_pass(LSM_SYNC_UNLOCK, file, line);
}

bool lsm_fiber_lock_held(const struct lsm_sync_lock *lock)
{
	return lock->owner == lsm_fibers.current + 1;
}

bool lsm_fiber_reading(void)
{
	return !lsm_fiber_running() || self()->depth > 0;
}

void lsm_fiber_read_lock(const char *file, int line)
{
	lsm_fiber_pass(LSM_SYNC_READ_LOCK, file, line);
	if (!self()->depth++)
		lsm_fibers.readers |= 1u << lsm_fibers.current;
	lsm_fiber_pass(LSM_SYNC_READING, file, line);
}

static void make_ready(struct rcu_head *head)
{
	head->next = NULL;
	*lsm_fibers.ready_end = head;
	lsm_fibers.ready_end = &head->next;
}

/* Tells all who wait for the reader that it has left. */
static void leave(uint32_t reader)
{
	struct rcu_head **at = &lsm_fibers.deferred, *head;

	lsm_fibers.readers &= ~reader;
	lsm_order_before(&order_left);
	while ((head = *at)) {
		if (head->readers & reader)
			lsm_order_before(head);
		head->readers &= ~reader;
		if (!head->readers) {
			*at = head->next;
			make_ready(head);
		} else {
			at = &head->next;
		}
	}
	for (unsigned int i = 0; i < LSM_FIBER_NONE; i++) {
		struct lsm_fiber *fiber = &lsm_fibers.fiber[i];

		if (fiber->state == LSM_FIBER_WAITS && fiber->waits & reader) {
			lsm_order_before(&fiber->waits);
			fiber->waits &= ~reader;
		}
	}
}

/* Outside a run nobody else would. */
static void run_ready(void)
{
	while (lsm_fibers.ready) {
		struct rcu_head *head = lsm_fibers.ready;

		lsm_fibers.ready = head->next;
		head->func(head);
	}
	lsm_fibers.ready_end = &lsm_fibers.ready;
}

void lsm_fiber_read_unlock(const char *file, int line)
{
	if (!self()->depth)
		lsm_fiber_misuse("rcu_read_unlock(): not in a read section",
				 file, line);
	if (!--self()->depth)
		leave(1u << lsm_fibers.current);
	if (!lsm_fiber_running())
		run_ready();
	lsm_fiber_pass(LSM_SYNC_READ_UNLOCK, file, line);
}

static bool waits_in(const struct rcu_head *list, const struct rcu_head *head)
{
	while (list && list != head)
		list = list->next;
	return list;
}

void lsm_fiber_call(struct rcu_head *head, void (*func)(struct rcu_head *head),
		    const char *file, int line)
{
	if (!lsm_fiber_running() && !self()->depth) {
		func(head); /* nobody else can be reading */
		return;
	}
	if (waits_in(lsm_fibers.deferred, head) ||
	    waits_in(lsm_fibers.ready, head))
		lsm_fiber_misuse("call_rcu() twice for one object", file, line);
	head->func = func;
	head->readers = lsm_fibers.readers;
	lsm_order_before(head);
	lsm_order_copy(&order_left, head);
	if (head->readers) {
		/* The oldest first, so that they become ready in order. */
		struct rcu_head **end = &lsm_fibers.deferred;

		while (*end)
			end = &(*end)->next;
		head->next = NULL;
		*end = head;
	} else {
		make_ready(head);
	}
	lsm_fiber_pass(LSM_SYNC_DEFER, file, line);
}

void lsm_fiber_synchronize(const char *file, int line)
{
	if (!lsm_fiber_running())
		return;
	if (self()->depth)
		lsm_fiber_misuse("synchronize_rcu() in a read section", file,
				 line);
	self()->waits = lsm_fibers.readers;
	lsm_order_copy(&order_left, &self()->waits);
	if (self()->waits)
		lsm_fiber_block(LSM_FIBER_WAITS, file, line);
	else
		lsm_fiber_pass(LSM_SYNC_WAIT, file, line);
	lsm_order_after(&self()->waits);
}

void lsm_fiber_barrier(const char *file, int line)
{
	if (!lsm_fiber_running())
		return;
	if (self()->depth)
		lsm_fiber_misuse("rcu_barrier() in a read section", file, line);
	lsm_fiber_block(LSM_FIBER_WAITS_ALL, file, line);
	lsm_order_after(&lsm_fibers.served);
}
