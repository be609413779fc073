/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sync.h - locks and RCU in the kernel's spelling, for structures that are read
 * without a lock
 *
 * A structure is written once against this page and compiled unchanged for each
 * of four back ends:
 *
 * - sequential (the default): one thread, for the lockstep engine.  Costs next
 *   to nothing; what was deferred runs as soon as no reader is active, so that
 *   counts of allocations stay exact;
 * - threads (LSM_SYNC_THREADS): liburcu, for benchmarks and for stress; under
 *   ThreadSanitizer it also tells the sanitizer what a grace period orders;
 * - fibers (LSM_SYNC_FIBERS): logical threads on one real one, switched before
 *   and after each operation of this page as a schedule says.
 *
 * sequential and fibers stop the process on misuse: a dereference outside a
 * reader, a protected one without the lock, the unlocking of a free lock.
 *
 * A reader here delays only grace periods that began after it did, and a lock
 * delays none: unpublish, then call_rcu(), in this order.
 *
 * Source of names and meanings: the kernel's include/linux/rcupdate.h,
 * spinlock.h, compiler.h, version 6.1; the code is our own.
 */
#ifndef LSM_SYNC_H
#define LSM_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says that a pointer is read in read sections; for the reader only. */
#define __rcu

/**
 * enum lsm_sync_kind - what is about to happen, or just did, at a sync point
 */
enum lsm_sync_kind {
	LSM_SYNC_START,
	LSM_SYNC_LOCK,
	LSM_SYNC_UNLOCK,
	LSM_SYNC_READ_LOCK,
	LSM_SYNC_READING,
	LSM_SYNC_READ_UNLOCK,
	LSM_SYNC_LOAD,
	LSM_SYNC_LOADED,
	LSM_SYNC_STORE,
	LSM_SYNC_STORED,
	LSM_SYNC_DEFER,
	LSM_SYNC_WAIT,
	LSM_SYNC_BLOCKED,
	LSM_SYNC_USER,
	LSM_SYNC_KINDS,
};

/*
 * A back end defines struct rcu_head { ...; func; ... }, struct lsm_sync_lock
 * and, as functions or macros, lsm_sync_ lock_init, lock, unlock, lock_held,
 * read_lock, read_unlock, reading, call, synchronize, barrier, point, loaded
 * and require.
 */
#if defined(LSM_SYNC_FIBERS)
#include <lsm/sync_fibers.h>
#elif defined(LSM_SYNC_THREADS)
#include <lsm/sync_threads.h>
#else
#include <lsm/sync_sequential.h>
#endif

/**
 * typedef spinlock_t - a lock: one holder, not recursive
 *
 * Part of what it protects; needs no destruction, but must be free when its
 * memory is freed.
 */
typedef struct lsm_sync_lock spinlock_t;

/**
 * spin_lock_init() - make a lock, free
 * @lock: memory for it; its spelling is the lock's name in reports
 */
#define spin_lock_init(lock) lsm_sync_lock_init((lock), #lock)

/**
 * spin_lock() - wait until a lock is free and take it
 * @lock: not held by the caller
 */
#define spin_lock(lock) lsm_sync_lock(lock)

/**
 * spin_unlock() - give a lock back
 * @lock: held by the caller
 */
#define spin_unlock(lock) lsm_sync_unlock(lock)

/**
 * lockdep_is_held() - whether the caller holds a lock
 * @lock: the lock
 *
 * Return: exact in sequential and fibers; threads always answer true.
 */
#define lockdep_is_held(lock) lsm_sync_lock_held(lock)

/**
 * rcu_read_lock() - enter a read section
 *
 * What rcu_dereference() returns inside stays allocated until the matching
 * rcu_read_unlock().  Sections nest.
 */
#define rcu_read_lock() lsm_sync_read_lock()

/**
 * rcu_read_unlock() - leave a read section
 */
#define rcu_read_unlock() lsm_sync_read_unlock()

/**
 * rcu_read_lock_held() - whether the caller is in a read section
 *
 * Return: exact in sequential and fibers; threads always answer true.
 */
#define rcu_read_lock_held() lsm_sync_reading()

/**
 * struct rcu_head - what an object must contain to be freed by call_rcu()
 *
 * Its contents belong to the back end.
 */

/**
 * call_rcu() - run a function once all readers of this moment have left
 * @head: part of the object, which no later reader can find any more; not
 *	passed to call_rcu() again before @func runs
 * @func: gets @head; finds its object with container_of()
 *
 * Context: anywhere, also in a reader or under a lock.  @func runs outside
 * readers: in sequential within this call if no reader is active (so it must
 * not take a lock that the caller holds), else in a thread of its own.
 */
#define call_rcu(head, func) lsm_sync_call((head), (func))

/**
 * synchronize_rcu() - wait until all readers of this moment have left
 *
 * Context: outside readers, holding no lock that a reader may want.
 */
#define synchronize_rcu() lsm_sync_synchronize()

/**
 * rcu_barrier() - wait until every function passed to call_rcu() has returned
 *
 * Context: outside readers, holding no lock that such a function may want.
 */
#define rcu_barrier() lsm_sync_barrier()

/* The type of an expression without const or volatile of its own. */
#define lsm_sync_typeof(p) __typeof__(1 ? (p) : (p))

#define lsm_sync_fetch(p, order, condition, complaint)                         \
	((lsm_sync_typeof(p))lsm_sync_loaded(                                  \
		(lsm_sync_point(LSM_SYNC_LOAD),                                \
		 lsm_sync_require((condition), complaint, __FILE__, __LINE__), \
		 __atomic_load_n(&(p), order))))

/**
 * rcu_dereference() - read a published pointer
 * @p: the pointer itself, an lvalue
 *
 * Context: in a read section.
 * Return: the pointer; what it points to is initialised, and stays allocated
 * until the section ends.
 */
#define rcu_dereference(p)                                      \
	lsm_sync_fetch(p, __ATOMIC_CONSUME, lsm_sync_reading(), \
		       "rcu_dereference(" #p ") outside a read section")

/**
 * rcu_dereference_check() - read a published pointer in code that both readers
 *	and holders of a lock use
 * @p: the pointer itself, an lvalue
 * @condition: what else than being in a read section makes it safe
 *
 * Return: as rcu_dereference().
 */
#define rcu_dereference_check(p, condition)                                    \
	lsm_sync_fetch(p, __ATOMIC_CONSUME, lsm_sync_reading() || (condition), \
		       "rcu_dereference_check(" #p                             \
		       "): neither reader nor " #condition)

/**
 * rcu_dereference_protected() - read a published pointer that cannot change
 * @p: the pointer itself, an lvalue
 * @condition: why it cannot: lockdep_is_held(), or true where the object is
 *	not shared
 *
 * Return: the pointer.
 */
#define rcu_dereference_protected(p, condition)           \
	(lsm_sync_require((condition),                    \
			  "rcu_dereference_protected(" #p \
			  "): not " #condition,           \
			  __FILE__, __LINE__),            \
	 __atomic_load_n(&(p), __ATOMIC_RELAXED))

/**
 * rcu_access_pointer() - read a published pointer only to compare it
 * @p: the pointer itself, an lvalue
 *
 * Return: the pointer, not to be followed.
 */
#define rcu_access_pointer(p) lsm_sync_fetch(p, __ATOMIC_RELAXED, true, "")

/**
 * rcu_assign_pointer() - publish an object, or NULL to unpublish
 * @p: the pointer itself, an lvalue that only one writer at a time changes
 * @value: the object, initialised
 *
 * Readers who find @value see all that was written before.
 */
#define rcu_assign_pointer(p, value)                        \
	(lsm_sync_point(LSM_SYNC_STORE),                    \
	 __atomic_store_n(&(p), (value), __ATOMIC_RELEASE), \
	 lsm_sync_point(LSM_SYNC_STORED))

/**
 * RCU_INIT_POINTER() - set a pointer that no reader can reach yet
 * @p: the pointer itself, an lvalue
 * @value: its value; NULL may also be stored where readers are
 */
#define RCU_INIT_POINTER(p, value)                          \
	(lsm_sync_point(LSM_SYNC_STORE),                    \
	 __atomic_store_n(&(p), (value), __ATOMIC_RELAXED), \
	 lsm_sync_point(LSM_SYNC_STORED))

/**
 * READ_ONCE() - read a number that others may change at the same time
 * @x: the number, an lvalue
 *
 * Return: its value; orders nothing else.
 */
#define READ_ONCE(x) \
	(lsm_sync_point(LSM_SYNC_LOAD), __atomic_load_n(&(x), __ATOMIC_RELAXED))

/**
 * WRITE_ONCE() - write a number that others may read at the same time
 * @x: the number, an lvalue
 * @value: its new value
 */
#define WRITE_ONCE(x, value)                                \
	(lsm_sync_point(LSM_SYNC_STORE),                    \
	 __atomic_store_n(&(x), (value), __ATOMIC_RELAXED), \
	 lsm_sync_point(LSM_SYNC_STORED))

/**
 * smp_load_acquire() - read what smp_store_release() wrote
 * @p: address of a number or pointer
 *
 * Return: its value; what was written before it was stored is visible.
 */
#define smp_load_acquire(p) \
	(lsm_sync_point(LSM_SYNC_LOAD), __atomic_load_n((p), __ATOMIC_ACQUIRE))

/**
 * smp_store_release() - write a number or pointer after all that came before
 * @p: its address
 * @value: its new value
 */
#define smp_store_release(p, value)                        \
	(lsm_sync_point(LSM_SYNC_STORE),                   \
	 __atomic_store_n((p), (value), __ATOMIC_RELEASE), \
	 lsm_sync_point(LSM_SYNC_STORED))

/**
 * container_of() - the object that a member is part of
 * @member_pointer: points to the member
 * @type: type of the object
 * @member: name of the member
 *
 * Return: the object.
 */
#define container_of(member_pointer, type, member) \
	((type *)lsm_sync_owner((member_pointer), offsetof(type, member)))

/**
 * lsm_sync_owner() - step back from a member to its object
 * @member: the member, or NULL
 * @offset: where it is in the object
 *
 * Return: the object, or NULL.
 */
static inline void *lsm_sync_owner(const volatile void *member, size_t offset)
{
	return member ? (void *)((uintptr_t)member - offset) : NULL;
}

#endif /* LSM_SYNC_H */
