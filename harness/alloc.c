/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/alloc.h>

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct {
	int64_t live;
	uint64_t requested;
	uint32_t countdown; /* 0: nothing armed */
	bool failed;
	size_t limit; /* 0: none */
	size_t held; /* live bytes since the limit was set */
} state;

int64_t lsm_alloc_live(void)
{
	return state.live;
}

uint64_t lsm_alloc_requested(void)
{
	return state.requested;
}

void lsm_alloc_fail(uint32_t nth)
{
	state.countdown = nth;
	state.failed = false;
}

bool lsm_alloc_failed(void)
{
	bool failed = state.failed;

	lsm_alloc_fail(0);
	return failed;
}

void lsm_alloc_limit(size_t bytes)
{
	state.limit = bytes;
	state.held = 0;
}

/* Whether this allocation has to fail. */
static bool refused(size_t size)
{
	state.requested += size;
	if (state.countdown && --state.countdown == 0) {
		state.failed = true;
		errno = ENOMEM;
		return true;
	}
	if (state.limit &&
	    (size > state.limit || state.held > state.limit - size)) {
		errno = ENOMEM;
		return true;
	}
	return false;
}

/* Sizes are looked up only under a limit: it costs more than the counting. */
static void hold(void *block)
{
	if (state.limit)
		state.held += malloc_usable_size(block);
}

static void release(void *block)
{
	size_t size;

	if (!state.limit)
		return;
	size = malloc_usable_size(block);
	/* Blocks from before the limit was set are not in the sum. */
	state.held -= size < state.held ? size : state.held;
}

void *lsm_malloc(size_t size)
{
	void *block = refused(size) ? NULL : malloc(size);

	if (block) {
		state.live++;
		hold(block);
	}
	return block;
}

void *lsm_calloc(size_t nr, size_t size)
{
	size_t bytes;
	void *block;

	if (__builtin_mul_overflow(nr, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	block = refused(bytes) ? NULL : calloc(nr, size);
	if (block) {
		state.live++;
		hold(block);
	}
	return block;
}

void *lsm_realloc(void *old, size_t size)
{
	void *block;

	if (!old)
		return lsm_malloc(size);
	if (!size) {
		lsm_free(old);
		return NULL;
	}
	if (refused(size))
		return NULL;
	release(old);
	block = realloc(old, size);
	hold(block ? block : old);
	return block;
}

void *lsm_reallocarray(void *old, size_t nr, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(nr, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return lsm_realloc(old, bytes);
}

void lsm_free(void *block)
{
	if (!block)
		return;
	state.live--;
	release(block);
	free(block);
}

static char *copy_text(const char *text, size_t len)
{
	char *copy = lsm_malloc(len + 1);

	if (copy) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	return copy;
}

char *lsm_strdup(const char *text)
{
	return copy_text(text, strlen(text));
}

char *lsm_strndup(const char *text, size_t max)
{
	return copy_text(text, strnlen(text, max));
}

int lsm_vasprintf(char **out, const char *format, va_list args)
{
	va_list again;
	int len;

	*out = NULL;
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (len < 0)
		return -1;
	*out = lsm_malloc((size_t)len + 1);
	return *out ? vsnprintf(*out, (size_t)len + 1, format, args) : -1;
}

int lsm_asprintf(char **out, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = lsm_vasprintf(out, format, args);
	va_end(args);
	return len;
}

int lsm_vasprintf_chk(char **out, int flag, const char *format, va_list args)
{
	(void)flag;
	return lsm_vasprintf(out, format, args);
}

int lsm_asprintf_chk(char **out, int flag, const char *format, ...)
{
	va_list args;
	int len;

	(void)flag;
	va_start(args, format);
	len = lsm_vasprintf(out, format, args);
	va_end(args);
	return len;
}
