/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guard.h - memory that nobody may touch
 *
 * Tables put what they hand out at the end of a room, so that the first byte
 * too many is seen.  Fuzzers compile tables without sanitizers, which leave no
 * gap behind a room then: this one is there in all builds.
 */
#ifndef LSM_GUARD_H
#define LSM_GUARD_H

#include <stddef.h>

#define LSM_GUARD_BYTES 64

/* Of the run-time, if there is one; its header does nothing in such files. */
void __asan_poison_memory_region(const volatile void *at, size_t size)
	__attribute__((weak));

/**
 * LSM_GUARDED - a room of bytes with a guard behind it
 * @bytes: how many; a multiple of 8
 */
#define LSM_GUARDED(bytes)                   \
	struct {                             \
		char room[bytes];            \
		char guard[LSM_GUARD_BYTES]; \
	} __attribute__((aligned(8)))

/**
 * lsm_guard() - have AddressSanitizer report whoever touches a guard
 * @guard: the guard, LSM_GUARD_BYTES long
 */
static inline void lsm_guard(const char *guard)
{
	if (__asan_poison_memory_region)
		__asan_poison_memory_region(guard, LSM_GUARD_BYTES);
}

#endif /* LSM_GUARD_H */
