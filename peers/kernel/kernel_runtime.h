/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_runtime.h - what kernel code runs on here
 *
 * The only header that both sides see: kernel code, which has no C library, and
 * the run-time, which has one.
 */
#ifndef LSM_KERNEL_RUNTIME_H
#define LSM_KERNEL_RUNTIME_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LSM_KERNEL_ALLOC_MAX \
	(1ul << 22) /* bytes that kmalloc() gives at most */
#define LSM_KERNEL_ZERO 32u /* ask for zeroed memory */

/*
 * lsm_kernel_bug(): the kernel would stop here, or warn; ends the program with
 * the verdict LSM_BUG.
 * lsm_kernel_missing(): stands for all kernel functions that no peer has.
 * lsm_kernel_alloc(), lsm_kernel_vmalloc(): memory or NULL, with and without
 * the limit of kmalloc(); @flags may have LSM_KERNEL_ZERO.
 * lsm_kernel_free(): the end of it; NULL is allowed.
 * lsm_kernel_lock(), lsm_kernel_unlock(): a lock in one word, 0 if free; to
 * wait for oneself is a bug.
 * lsm_kernel_read_lock(), lsm_kernel_read_unlock(): a section of a reader.
 * lsm_kernel_on_reader: called before a section that is in no other, or NULL.
 * lsm_kernel_synchronize(): a bug inside such a section, else nothing.
 * lsm_kernel_later(): call @fn with @block, or free @block, when
 * lsm_kernel_drain() is called, which an adapter does between operations.
 * lsm_kernel_at_once: do it at once, to see whether somebody notices.
 */
_Noreturn void lsm_kernel_bug(const char *what, const char *file, int line);
_Noreturn void lsm_kernel_missing(void);
void *lsm_kernel_alloc(size_t size, unsigned int flags);
void *lsm_kernel_vmalloc(size_t size, unsigned int flags);
void lsm_kernel_free(const void *block);
void lsm_kernel_lock(int *word);
void lsm_kernel_unlock(int *word);
extern void (*lsm_kernel_on_reader)(void);
void lsm_kernel_read_lock(void);
void lsm_kernel_read_unlock(void);
void lsm_kernel_synchronize(void);
void lsm_kernel_later(void *block, void (*fn)(void *block));
void lsm_kernel_drain(void);
extern bool lsm_kernel_at_once;

/* The kernel's own functions that the C library lacks or does otherwise. */
char *kstrdup(const char *text, unsigned int flags);
char *kstrndup(const char *text, size_t max, unsigned int flags);
void *kmemdup(const void *from, size_t size, unsigned int flags);
char *kmemdup_nul(const char *from, size_t size, unsigned int flags);
void *memdup_user_nul(const void *from, size_t size);
int scnprintf(char *to, size_t max, const char *format, ...);

#endif /* LSM_KERNEL_RUNTIME_H */
