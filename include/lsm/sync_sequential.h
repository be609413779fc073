/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sync_sequential.h - sync.h for one thread: the lockstep engine
 *
 * Everything happens at once; a deferred function waits only for a reader that
 * is active, which can be none but its own caller.
 */
#ifndef LSM_SYNC_SEQUENTIAL_H
#define LSM_SYNC_SEQUENTIAL_H

#include <stdbool.h>
#include <stddef.h>

/* See sync.h; next and func are valid while it waits. */
struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
};

/* See spinlock_t. */
struct lsm_sync_lock {
	bool held;
};

/**
 * struct lsm_sync_sequential - the state of the only thread
 * @readers: how deep it is in read sections
 * @waiting: deferred functions, newest first
 */
struct lsm_sync_sequential {
	unsigned int readers;
	struct rcu_head *waiting;
};

extern struct lsm_sync_sequential lsm_sync_sequential;

/**
 * lsm_sync_misuse() - say what a caller did wrong, and abort
 * @complaint: what
 * @file: where
 * @line: in it
 */
_Noreturn void lsm_sync_misuse(const char *complaint, const char *file,
			       int line);

/**
 * lsm_sync_run_waiting() - run what was deferred, oldest first
 */
void lsm_sync_run_waiting(void);

/**
 * lsm_sync_call() - call_rcu()
 * @head: see there
 * @func: see there
 */
void lsm_sync_call(struct rcu_head *head, void (*func)(struct rcu_head *head));

#define lsm_sync_point(kind) ((void)0)
#define lsm_sync_loaded(pointer) (pointer)
#define lsm_sync_require(condition, complaint, file, line) \
	((condition) ? (void)0 : lsm_sync_misuse(complaint, file, line))

#define lsm_sync_lock_init(lock, name) ((void)((lock)->held = false))
#define lsm_sync_lock(lock)                                               \
	(lsm_sync_require(!(lock)->held, "spin_lock(" #lock "): is held", \
			  __FILE__, __LINE__),                            \
	 (void)((lock)->held = true))
#define lsm_sync_unlock(lock)                                              \
	(lsm_sync_require((lock)->held, "spin_unlock(" #lock "): is free", \
			  __FILE__, __LINE__),                             \
	 (void)((lock)->held = false))
#define lsm_sync_lock_held(lock) ((lock)->held)

#define lsm_sync_reading() (lsm_sync_sequential.readers > 0)
#define lsm_sync_read_lock() ((void)lsm_sync_sequential.readers++)
#define lsm_sync_read_unlock()                                         \
	(lsm_sync_require(lsm_sync_reading(),                          \
			  "rcu_read_unlock(): not in a read section",  \
			  __FILE__, __LINE__),                         \
	 --lsm_sync_sequential.readers || !lsm_sync_sequential.waiting \
		 ? (void)0                                             \
		 : lsm_sync_run_waiting())

#define lsm_sync_synchronize()                                            \
	lsm_sync_require(!lsm_sync_reading(),                             \
			 "synchronize_rcu() in a read section", __FILE__, \
			 __LINE__)
#define lsm_sync_barrier()                                            \
	lsm_sync_require(!lsm_sync_reading(),                         \
			 "rcu_barrier() in a read section", __FILE__, \
			 __LINE__)

#endif /* LSM_SYNC_SEQUENTIAL_H */
