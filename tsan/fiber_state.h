/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fiber_state.h - what the parts of the fiber scheduler share */
#ifndef LSM_TSAN_FIBER_STATE_H
#define LSM_TSAN_FIBER_STATE_H

#include "fiber.h"

#include <lsm/random.h>

/* In kinds of sync points. */
#define LSM_SYNC_FIBERS
#include <lsm/sync.h>

#define LSM_FIBER_MAIN LSM_FIBER_NONE
#define LSM_FIBERS_ALL (LSM_FIBER_NONE + 1)

/**
 * enum lsm_fiber_state - what a fiber waits for
 * @LSM_FIBER_ENDED: nothing any more
 * @LSM_FIBER_READY: its turn
 * @LSM_FIBER_WANTS_LOCK: @wanted
 * @LSM_FIBER_WAITS: readers to leave
 * @LSM_FIBER_WAITS_ALL: all deferred functions to return
 * @LSM_FIBER_IDLE: a deferred function to become ready
 */
enum lsm_fiber_state {
	LSM_FIBER_ENDED,
	LSM_FIBER_READY,
	LSM_FIBER_WANTS_LOCK,
	LSM_FIBER_WAITS,
	LSM_FIBER_WAITS_ALL,
	LSM_FIBER_IDLE,
};

/**
 * struct lsm_fiber - one logical thread
 * @stack_pointer: where it stands, while another runs
 * @stack: lowest byte of its stack
 * @stack_size: of it
 * @context: ThreadSanitizer's idea of it
 * @state: what it waits for
 * @depth: of read sections
 * @locks: how many it holds
 * @held: which, for fiber_lockdep.c
 * @wanted: the lock it waits for
 * @waits: readers it waits for; also the address whose order it follows
 * @priority: for LSM_POLICY_PRIORITY
 * @op: its operation
 * @point: the last point passed in it
 * @kind: of that point
 * @file: where it is
 * @line: in it
 */
struct lsm_fiber {
	void *stack_pointer;
	char *stack;
	size_t stack_size;
	void *context;
	enum lsm_fiber_state state;
	unsigned int depth;
	unsigned int locks;
	uint64_t held;
	const struct lsm_sync_lock *wanted;
	uint32_t waits;
	uint32_t priority;
	uint32_t op;
	uint32_t point;
	int kind;
	const char *file;
	int line;
};

/**
 * struct lsm_fibers - the scheduler
 * @fiber: all of them; those of a run come first
 * @current: who runs
 * @plan: of this run
 * @body: of this run
 * @record: of this run
 * @steps: points so far
 * @end: how it ended
 * @why: if not well
 * @readers: set of fibers in read sections
 * @deferred: waits for readers
 * @ready: deferred functions to run, oldest first
 * @ready_end: where the next is appended
 * @running: deferred functions begun and not ended
 * @served: whatever deferred functions did comes before it
 * @reported: ThreadSanitizer spoke
 */
struct lsm_fibers {
	struct lsm_fiber fiber[LSM_FIBERS_ALL];
	unsigned int current;
	const struct lsm_plan *plan;
	void (*body)(unsigned int fiber);
	struct lsm_switches *record;
	uint32_t steps;
	enum lsm_fiber_end end;
	const char *why;
	uint32_t readers;
	struct rcu_head *deferred;
	struct rcu_head *ready;
	struct rcu_head **ready_end;
	unsigned int running;
	char served;
	bool reported;
};

extern struct lsm_fibers lsm_fibers;

/* fiber_context.c: contexts of execution. */

/* Gives every fiber that has none a stack that begins in @enter. */
void lsm_context_make(struct lsm_fiber *fiber, void (*enter)(void));
/* Goes on where @to stands; returns when somebody goes on with @from. */
void lsm_context_switch(struct lsm_fiber *from, struct lsm_fiber *to);
/* The first thing in @enter. */
void lsm_context_entered(void);
/* Makes the calling thread's own context @main, once. */
void lsm_context_main(struct lsm_fiber *main);
/* What happened before order_before(@token) is visible after order_after(). */
void lsm_order_before(void *token);
void lsm_order_after(void *token);
/* What was visible to any order_before(@from) is so to order_after(@to). */
void lsm_order_copy(void *from, void *to);
/* Lock operations as ThreadSanitizer sees them. */
void lsm_order_lock_made(void *lock);
void lsm_order_locking(void *lock);
void lsm_order_locked(void *lock);
void lsm_order_unlocking(void *lock);
void lsm_order_unlocked(void *lock);

/* fiber_run.c */

/* Whether a fiber can go on. */
bool lsm_fiber_enabled(unsigned int fiber);
/* Passes a point of the current fiber; another may go on. */
void lsm_fiber_pass(int kind, const char *file, int line);
/* The current fiber waits for something. */
void lsm_fiber_block(enum lsm_fiber_state state, const char *file, int line);
/* Ends the run. */
_Noreturn void lsm_fiber_stop(enum lsm_fiber_end end, const char *why);

/* fiber_lockdep.c */

/* A run begins. */
void lsm_lockdep_begin(void);
/* @lock is added to @held; false if it was held before one of them. */
bool lsm_lockdep_take(struct lsm_sync_lock *lock, uint64_t *held);
/* The reverse. */
void lsm_lockdep_leave(struct lsm_sync_lock *lock, uint64_t *held);

/* fiber_policy.c */

/* A run begins. */
void lsm_policy_begin(void);
/* One of the @nr fibers in @who; @stays: the first could simply go on. */
unsigned int lsm_policy_choose(const uint8_t *who, unsigned int nr, bool stays);

#endif /* LSM_TSAN_FIBER_STATE_H */
