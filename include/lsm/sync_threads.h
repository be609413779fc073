/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sync_threads.h - sync.h for real threads: liburcu, flavour memb, and mutexes
 *
 * ThreadSanitizer does not see what liburcu orders, and with liburcu alone
 * reports races that are none.  It is therefore told: what a reader did comes
 * before any function that was deferred while it read, and not before others.
 *
 * With LSM_SYNC_PERTURBED every sync point may delay the caller.
 */
#ifndef LSM_SYNC_THREADS_H
#define LSM_SYNC_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(feature) 0 /* gcc says it by macros */
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define LSM_SYNC_TSAN 1
#else
#define LSM_SYNC_TSAN 0
#ifndef _LGPL_SOURCE
#define _LGPL_SOURCE /* read sections inline */
#endif
#endif

#include <urcu/urcu-memb.h>

/* liburcu's own words for what sync.h defines. */
#undef rcu_read_lock
#undef rcu_read_unlock
#undef rcu_dereference
#undef rcu_assign_pointer
#undef call_rcu
#undef synchronize_rcu
#undef rcu_barrier

/* See struct rcu_head in sync.h; @epoch: when it was deferred. */
struct lsm_rcu_head {
	struct lsm_rcu_head *next;
	void (*func)(struct lsm_rcu_head *head);
	uint64_t epoch;
};
#define rcu_head lsm_rcu_head

/* See spinlock_t. */
struct lsm_sync_lock {
	pthread_mutex_t mutex;
};

/**
 * lsm_sync_thread_begin() - make the calling thread one that may read
 *
 * To be called by every thread before it uses a structure.
 */
void lsm_sync_thread_begin(void);

/**
 * lsm_sync_thread_end() - the calling thread uses no structure any more
 */
void lsm_sync_thread_end(void);

/**
 * lsm_sync_deferred_live() - what deferred functions did to allocations
 *
 * Return: blocks they allocated less blocks they freed, since the beginning;
 * exact after rcu_barrier().
 */
int64_t lsm_sync_deferred_live(void);

/*
 * What sync.h says of the macro with nearly the same name.
 *
 * lsm_threads_read_lock(), lsm_threads_read_unlock(): read sections, under
 * ThreadSanitizer.  lsm_threads_call(): call_rcu().
 * lsm_threads_synchronize(): synchronize_rcu().  lsm_threads_barrier():
 * rcu_barrier().
 */
void lsm_threads_read_lock(void);
void lsm_threads_read_unlock(void);
void lsm_threads_call(struct lsm_rcu_head *head,
		      void (*func)(struct lsm_rcu_head *head));
void lsm_threads_synchronize(void);
void lsm_threads_barrier(void);

#ifdef LSM_SYNC_PERTURBED

/**
 * lsm_stress_point() - a place to lose time
 */
void lsm_stress_point(void);

/**
 * lsm_stress_loaded() - a place to lose time behind a load
 * @pointer: what was loaded
 *
 * Return: @pointer.
 */
static inline void *lsm_stress_loaded(const volatile void *pointer)
{
	lsm_stress_point();
	return (void *)(uintptr_t)pointer;
}

#define lsm_sync_point(kind) lsm_stress_point()
#define lsm_sync_loaded(pointer) lsm_stress_loaded(pointer)
#else
#define lsm_sync_point(kind) ((void)0)
#define lsm_sync_loaded(pointer) (pointer)
#endif

#define lsm_sync_require(condition, complaint, file, line) \
	((void)sizeof(condition))
#define lsm_sync_lock_init(lock, name) \
	((void)pthread_mutex_init(&(lock)->mutex, NULL))
#define lsm_sync_lock(lock)             \
	(lsm_sync_point(LSM_SYNC_LOCK), \
	 (void)pthread_mutex_lock(&(lock)->mutex))
#define lsm_sync_unlock(lock)                        \
	((void)pthread_mutex_unlock(&(lock)->mutex), \
	 lsm_sync_point(LSM_SYNC_UNLOCK))
#define lsm_sync_lock_held(lock) ((void)sizeof(*(lock)), true)
#define lsm_sync_reading() true
#if LSM_SYNC_TSAN
#define lsm_sync_read_lock() lsm_threads_read_lock()
#define lsm_sync_read_unlock()                                            \
	(lsm_sync_point(LSM_SYNC_READ_UNLOCK), lsm_threads_read_unlock(), \
	 lsm_sync_point(LSM_SYNC_READ_UNLOCK))
#else
#define lsm_sync_read_lock() urcu_memb_read_lock()
#define lsm_sync_read_unlock()                                          \
	(lsm_sync_point(LSM_SYNC_READ_UNLOCK), urcu_memb_read_unlock(), \
	 lsm_sync_point(LSM_SYNC_READ_UNLOCK))
#endif
#define lsm_sync_call(head, func) lsm_threads_call((head), (func))
#define lsm_sync_synchronize() lsm_threads_synchronize()
#define lsm_sync_barrier() lsm_threads_barrier()

#endif /* LSM_SYNC_THREADS_H */
