/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sync_fibers.h - sync.h for logical threads that a schedule switches
 *
 * All fibers share one real thread.  Memory is sequentially consistent, but
 * ThreadSanitizer is told of every switch and every order that a lock or a
 * grace period makes, and of none else: what would race on real threads is
 * reported, in the same place each time.
 *
 * Outside a run of lsm_fiber_run() (while a scenario begins and ends) there are
 * no other threads: nothing switches, and every pointer may be read.
 */
#ifndef LSM_SYNC_FIBERS_H
#define LSM_SYNC_FIBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* See sync.h; @readers is the set of fibers that it waits for. */
struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
	uint32_t readers;
};

/*
 * See spinlock_t; @owner is 0 or 1 plus the index of a fiber; @number tells it
 * from others of @run.
 */
struct lsm_sync_lock {
	uint32_t owner;
	uint32_t run;
	uint32_t number;
	const char *name;
};

/**
 * lsm_fiber_point() - a place where another fiber may go on
 * @kind: what is about to happen or just did
 * @file: where
 * @line: in it
 */
void lsm_fiber_point(int kind, const char *file, int line);

/**
 * lsm_fiber_loaded() - a point behind a load of a pointer
 * @pointer: what was loaded
 * @file: where
 * @line: in it
 *
 * Return: @pointer.
 */
void *lsm_fiber_loaded(const volatile void *pointer, const char *file,
		       int line);

/**
 * lsm_fiber_misuse() - end the run: a caller broke a rule of sync.h
 * @complaint: which
 * @file: where
 * @line: in it
 */
_Noreturn void lsm_fiber_misuse(const char *complaint, const char *file,
				int line);

/*
 * What sync.h says of the macro with nearly the same name.
 *
 * lsm_fiber_lock_init(), lsm_fiber_lock(), lsm_fiber_unlock(),
 * lsm_fiber_lock_held(): spin locks.  lsm_fiber_read_lock(),
 * lsm_fiber_read_unlock(), lsm_fiber_reading(): read sections.
 * lsm_fiber_call(): call_rcu().  lsm_fiber_synchronize(): synchronize_rcu().
 * lsm_fiber_barrier(): rcu_barrier().
 */
void lsm_fiber_lock_init(struct lsm_sync_lock *lock, const char *name);
void lsm_fiber_lock(struct lsm_sync_lock *lock, const char *file, int line);
void lsm_fiber_unlock(struct lsm_sync_lock *lock, const char *file, int line);
bool lsm_fiber_lock_held(const struct lsm_sync_lock *lock);
void lsm_fiber_read_lock(const char *file, int line);
void lsm_fiber_read_unlock(const char *file, int line);
bool lsm_fiber_reading(void);
void lsm_fiber_call(struct rcu_head *head, void (*func)(struct rcu_head *head),
		    const char *file, int line);
void lsm_fiber_synchronize(const char *file, int line);
void lsm_fiber_barrier(const char *file, int line);

#define lsm_sync_point(kind) lsm_fiber_point((kind), __FILE__, __LINE__)
#define lsm_sync_loaded(pointer) lsm_fiber_loaded((pointer), __FILE__, __LINE__)
#define lsm_sync_require(condition, complaint, file, line) \
	((condition) ? (void)0 : lsm_fiber_misuse(complaint, file, line))
#define lsm_sync_lock_init(lock, name) lsm_fiber_lock_init((lock), (name))
#define lsm_sync_lock(lock) lsm_fiber_lock((lock), __FILE__, __LINE__)
#define lsm_sync_unlock(lock) lsm_fiber_unlock((lock), __FILE__, __LINE__)
#define lsm_sync_lock_held(lock) lsm_fiber_lock_held(lock)
#define lsm_sync_read_lock() lsm_fiber_read_lock(__FILE__, __LINE__)
#define lsm_sync_read_unlock() lsm_fiber_read_unlock(__FILE__, __LINE__)
#define lsm_sync_reading() lsm_fiber_reading()
#define lsm_sync_call(head, func) \
	lsm_fiber_call((head), (func), __FILE__, __LINE__)
#define lsm_sync_synchronize() lsm_fiber_synchronize(__FILE__, __LINE__)
#define lsm_sync_barrier() lsm_fiber_barrier(__FILE__, __LINE__)

#endif /* LSM_SYNC_FIBERS_H */
