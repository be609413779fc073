/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * alloc.h - the allocator that every implementation uses
 *
 * It counts, it can be told to fail, and it can be given a budget.  Peers use
 * it too: their malloc family is redirected here when they are fused.
 *
 * Counters and the armed failure belong to the calling thread.
 */
#ifndef LSM_ALLOC_H
#define LSM_ALLOC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * As the functions of the C library with the same last name.  Blocks from any
 * of them are freed by lsm_free() or lsm_realloc().  Those that fail return
 * NULL, or -1 and NULL in @out, with errno ENOMEM, and leave an old block as it
 * was.
 *
 * lsm_malloc(), lsm_calloc(), lsm_realloc(), lsm_reallocarray(): memory.
 * lsm_free(): the end of it; NULL is allowed.
 * lsm_strdup(), lsm_strndup(): copies of a text, of at most @max bytes.
 * lsm_vasprintf(), lsm_asprintf(): a formatted text in memory of its own.
 * lsm_vasprintf_chk(), lsm_asprintf_chk(): the same, as fortified archives call
 * them; @flag is ignored.
 */
void *lsm_malloc(size_t size);
void *lsm_calloc(size_t nr, size_t size);
void *lsm_realloc(void *old, size_t size);
void *lsm_reallocarray(void *old, size_t nr, size_t size);
void lsm_free(void *block);
char *lsm_strdup(const char *text);
char *lsm_strndup(const char *text, size_t max);
int lsm_vasprintf(char **out, const char *format, va_list args);
int lsm_asprintf(char **out, const char *format, ...);
int lsm_vasprintf_chk(char **out, int flag, const char *format, va_list args);
int lsm_asprintf_chk(char **out, int flag, const char *format, ...);

/**
 * lsm_alloc_live() - blocks allocated and not yet freed
 *
 * Return: the count of this thread.
 */
int64_t lsm_alloc_live(void);

/**
 * lsm_alloc_requested() - bytes asked for since the thread began
 *
 * Return: a sum that only grows; subtract two readings.
 */
uint64_t lsm_alloc_requested(void);

/**
 * lsm_alloc_fail() - make one later allocation fail
 * @nth: 1 fails the next one; 0 disarms
 */
void lsm_alloc_fail(uint32_t nth);

/**
 * lsm_alloc_failed() - disarm
 *
 * Return: whether the armed failure has happened.
 */
bool lsm_alloc_failed(void);

/**
 * lsm_alloc_limit() - refuse to hold more than a number of bytes
 * @bytes: the limit on live bytes, counted from this call; 0 lifts it
 */
void lsm_alloc_limit(size_t bytes);

#endif /* LSM_ALLOC_H */
