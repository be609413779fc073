/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What kernel code runs on here.  Each fused object has a copy of its own, so
 * that one tree's deferred frees are never another's.
 */
#include "kernel_runtime.h"

#include <lsm/alloc.h>
#include <lsm/engine.h>

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void lsm_kernel_bug(const char *what, const char *file, int line)
{
	char text[512];

	snprintf(text, sizeof(text), "kernel BUG: %s at %s:%d", what, file,
		 line);
	lsm_bug(text);
}

_Noreturn void lsm_kernel_missing(void)
{
	lsm_kernel_bug("a function that was left out is called", __FILE__,
		       __LINE__);
}

void *lsm_kernel_vmalloc(size_t size, unsigned int flags)
{
	/* A failed product of sizes is SIZE_MAX. */
	if (size > PTRDIFF_MAX)
		return NULL;
	return flags & LSM_KERNEL_ZERO ? lsm_calloc(1, size) : lsm_malloc(size);
}

void *lsm_kernel_alloc(size_t size, unsigned int flags)
{
	if (size > LSM_KERNEL_ALLOC_MAX)
		return NULL;
	return lsm_kernel_vmalloc(size, flags);
}

/* Kernel code frees pointers to const, too. */
static void *mutable(const void *block)
{
	union {
		const void *in;
		void *out;
	} cast = { .in = block };

	return cast.out;
}

void lsm_kernel_free(const void *block)
{
	lsm_free(mutable(block));
}

/* Threads of a stress test may wait for each other; nobody for himself. */
void lsm_kernel_lock(int *word)
{
	for (unsigned long turns = 1;
	     __atomic_exchange_n(word, 1, __ATOMIC_ACQUIRE); turns++) {
		if (turns == 10000000)
			lsm_kernel_bug("a lock is never free", __FILE__,
				       __LINE__);
		sched_yield();
	}
}

void lsm_kernel_unlock(int *word)
{
	__atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

/* What waits for the end of a grace period, in the order it was put. */
static _Thread_local struct {
	unsigned int readers;
	struct {
		void *block;
		void (*fn)(void *block);
	} later[256];
	size_t nr;
} rcu;

void (*lsm_kernel_on_reader)(void);

void lsm_kernel_read_lock(void)
{
	if (!rcu.readers && lsm_kernel_on_reader)
		lsm_kernel_on_reader();
	rcu.readers++;
}

void lsm_kernel_read_unlock(void)
{
	if (!rcu.readers--)
		lsm_kernel_bug("unlocks what it did not lock", __FILE__,
			       __LINE__);
}

void lsm_kernel_synchronize(void)
{
	if (rcu.readers)
		lsm_kernel_bug("a reader waits for itself", __FILE__, __LINE__);
}

static void reclaim(void *block, void (*fn)(void *block))
{
	if (fn)
		fn(block);
	else
		lsm_free(block);
}

void lsm_kernel_drain(void)
{
	size_t nr = rcu.nr;

	lsm_kernel_synchronize();
	for (size_t i = 0; i < nr; i++)
		reclaim(rcu.later[i].block, rcu.later[i].fn);
	/* A callback may have put another. */
	rcu.nr -= nr;
	memmove(rcu.later, rcu.later + nr, rcu.nr * sizeof(rcu.later[0]));
	if (rcu.nr)
		lsm_kernel_drain();
}

bool lsm_kernel_at_once;

void lsm_kernel_later(void *block, void (*fn)(void *block))
{
	if (lsm_kernel_at_once) {
		reclaim(block, fn);
		return;
	}
	if (rcu.nr == sizeof(rcu.later) / sizeof(rcu.later[0])) {
		/* As good as any moment at which nobody reads. */
		if (rcu.readers)
			lsm_kernel_bug("too much waits for readers", __FILE__,
				       __LINE__);
		lsm_kernel_drain();
	}
	rcu.later[rcu.nr].block = block;
	rcu.later[rcu.nr++].fn = fn;
}

void *kmemdup(const void *from, size_t size, unsigned int flags)
{
	void *copy = lsm_kernel_alloc(size, flags);

	return copy ? memcpy(copy, from, size) : NULL;
}

char *kmemdup_nul(const char *from, size_t size, unsigned int flags)
{
	char *copy = from ? lsm_kernel_alloc(size + 1, flags) : NULL;

	if (copy) {
		memcpy(copy, from, size);
		copy[size] = '\0';
	}
	return copy;
}

char *kstrndup(const char *text, size_t max, unsigned int flags)
{
	return text ? kmemdup_nul(text, strnlen(text, max), flags) : NULL;
}

char *kstrdup(const char *text, unsigned int flags)
{
	return text ? kmemdup_nul(text, strlen(text), flags) : NULL;
}

/* Errors come back as pointers. */
void *memdup_user_nul(const void *from, size_t size)
{
	void *copy = kmemdup_nul(from, size, 0);

	return copy ? copy : (void *)(intptr_t)-ENOMEM;
}

/* Returns what it wrote, not what it would have written. */
int scnprintf(char *to, size_t max, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(to, max, format, args);
	va_end(args);
	if (len < 0 || !max)
		return 0;
	return (size_t)len < max ? len : (int)max - 1;
}
