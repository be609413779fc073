/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RCU for real threads, and what ThreadSanitizer is told of it.
 *
 * Compiled without sanitizers, so that its own bookkeeping orders nothing.
 * Readers release to the token of the epoch in which they began; call_rcu()
 * ends an epoch, and its function acquires the tokens up to that one.  One
 * token for all would also order what later readers did, and hide who uses an
 * object after leaving.
 */
#include <lsm/alloc.h>
#define LSM_SYNC_THREADS
#include <lsm/sync.h>

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef LSM_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#else
#define __tsan_acquire(address) ((void)(address))
#define __tsan_release(address) ((void)(address))
#endif

/* So many epochs later a token is used again, and orders a little too much. */
#define NR_TOKENS 8192u

static char token[NR_TOKENS];
static char served;
static uint64_t epoch;
static uint64_t outstanding;
static int64_t deferred_live;
static struct lsm_rcu_head *waiting; /* newest first */
static int asleep; /* the thread that serves them */

/* Of the calling thread. */
static _Thread_local struct {
	unsigned int depth;
	uint64_t began; /* epoch in which its read section began */
	uint64_t acquired; /* tokens of all epochs before this one */
} self;

int64_t lsm_sync_deferred_live(void)
{
	return __atomic_load_n(&deferred_live, __ATOMIC_ACQUIRE);
}

/* The epoch is read inside: a reader that reads a later one saw its end. */
void lsm_threads_read_lock(void)
{
	urcu_memb_read_lock();
	if (!self.depth++)
		self.began = __atomic_load_n(&epoch, __ATOMIC_SEQ_CST);
}

void lsm_threads_read_unlock(void)
{
	if (!--self.depth)
		__tsan_release(&token[self.began % NR_TOKENS]);
	urcu_memb_read_unlock();
}

/* All readers that began in an epoch up to @last come before what follows. */
static void acquire_until(uint64_t last)
{
	if (last >= NR_TOKENS && self.acquired < last - NR_TOKENS + 1)
		self.acquired = last - NR_TOKENS + 1;
	for (; self.acquired <= last; self.acquired++)
		__tsan_acquire(&token[self.acquired % NR_TOKENS]);
}

/* A deferred function, after a grace period. */
static void serve(struct lsm_rcu_head *head)
{
	int64_t live = lsm_alloc_live();

	acquire_until(head->epoch);
	__tsan_acquire(head);
	head->func(head);
	__tsan_release(&served);
	__atomic_add_fetch(&deferred_live, lsm_alloc_live() - live,
			   __ATOMIC_RELEASE);
	__atomic_sub_fetch(&outstanding, 1, __ATOMIC_RELEASE);
}

/* All that waits, oldest first. */
static struct lsm_rcu_head *take_waiting(void)
{
	struct lsm_rcu_head *newest, *oldest = NULL;

	newest = __atomic_exchange_n(&waiting, NULL, __ATOMIC_ACQ_REL);
	while (newest) {
		struct lsm_rcu_head *next = newest->next;

		newest->next = oldest;
		oldest = newest;
		newest = next;
	}
	return oldest;
}

/*
 * The thread behind call_rcu().  liburcu's own sleeps 10 ms between batches;
 * a round of stress that ends with rcu_barrier() would do little else.  Neither
 * a mutex nor a condition wakes it: ThreadSanitizer would see an order between
 * callers that there is not.
 */
static void *serve_for_ever(void *unused)
{
	(void)unused;
	urcu_memb_register_thread();
	for (;;) {
		struct lsm_rcu_head *head = take_waiting(), *next;

		if (!head) {
			__atomic_store_n(&asleep, 1, __ATOMIC_SEQ_CST);
			if (!__atomic_load_n(&waiting, __ATOMIC_SEQ_CST))
				syscall(SYS_futex, &asleep, FUTEX_WAIT_PRIVATE,
					1, NULL, NULL, 0);
			__atomic_store_n(&asleep, 0, __ATOMIC_SEQ_CST);
			continue;
		}
		urcu_memb_synchronize_rcu();
		for (; head; head = next) {
			next = head->next;
			serve(head);
		}
	}
	return NULL;
}

static void start_serving(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, serve_for_ever, NULL))
		abort();
	pthread_detach(thread);
}

void lsm_sync_thread_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, start_serving);
	urcu_memb_register_thread();
}

void lsm_sync_thread_end(void)
{
	urcu_memb_unregister_thread();
}

void lsm_threads_call(struct lsm_rcu_head *head,
		      void (*func)(struct lsm_rcu_head *head))
{
	lsm_sync_point(LSM_SYNC_DEFER);
	head->func = func;
	__atomic_add_fetch(&outstanding, 1, __ATOMIC_RELAXED);
	__tsan_release(head);
	head->epoch = __atomic_fetch_add(&epoch, 1, __ATOMIC_SEQ_CST);
	head->next = __atomic_load_n(&waiting, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&waiting, &head->next, head, true,
					    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		;
	if (__atomic_exchange_n(&asleep, 0, __ATOMIC_SEQ_CST))
		syscall(SYS_futex, &asleep, FUTEX_WAKE_PRIVATE, 1, NULL, NULL,
			0);
}

void lsm_threads_synchronize(void)
{
	uint64_t last = __atomic_fetch_add(&epoch, 1, __ATOMIC_SEQ_CST);

	urcu_memb_synchronize_rcu();
	acquire_until(last);
}

void lsm_threads_barrier(void)
{
	while (__atomic_load_n(&outstanding, __ATOMIC_ACQUIRE))
		usleep(50);
	__tsan_acquire(&served);
}
