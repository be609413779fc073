/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Contexts of execution: stacks, the switch between them, and what sanitizers
 * must be told of both.
 *
 * Compiled without sanitizers: what happens here is nobody's access.  Which one
 * the program has is known from LSM_TSAN and LSM_ASAN.
 */
#include "fiber_state.h"

#include <stdlib.h>
#include <sys/mman.h>

#define STACK_SIZE (256u << 10)
#define NO_SYNC 1 /* a switch itself orders nothing */

#ifndef __x86_64__
#error "the switch between fibers is written for x86-64 only"
#endif

/*
 * lsm_switch_stacks(save, to): what a function must preserve goes onto the
 * stack, and the stack pointer to *save; the same from stack `to` back.
 */
void lsm_switch_stacks(void **save, void *to);
__asm__(".text\n"
	".globl lsm_switch_stacks\n"
	".type lsm_switch_stacks,@function\n"
	"lsm_switch_stacks:\n"
	"	push %rbp\n"
	"	push %rbx\n"
	"	push %r12\n"
	"	push %r13\n"
	"	push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15\n"
	"	pop %r14\n"
	"	pop %r13\n"
	"	pop %r12\n"
	"	pop %rbx\n"
	"	pop %rbp\n"
	"	ret\n"
	".size lsm_switch_stacks, .-lsm_switch_stacks\n");

#ifdef LSM_TSAN

void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned int flags);
void __tsan_switch_to_fiber(void *fiber, unsigned int flags);
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void __tsan_mutex_create(void *address, unsigned int flags);
void __tsan_mutex_pre_lock(void *address, unsigned int flags);
void __tsan_mutex_post_lock(void *address, unsigned int flags, int recursion);
int __tsan_mutex_pre_unlock(void *address, unsigned int flags);
void __tsan_mutex_post_unlock(void *address, unsigned int flags);
void __tsan_on_report(void *report);

/* The runtime holds its locks here: only note it. */
void __tsan_on_report(void *report)
{
	(void)report;
	lsm_fibers.reported = true;
}

void lsm_order_before(void *token)
{
	__tsan_release(token);
}

void lsm_order_after(void *token)
{
	__tsan_acquire(token);
}

/* A context that does nothing else carries it, or the caller would see it. */
void lsm_order_copy(void *from, void *to)
{
	static void *carrier;
	void *self = __tsan_get_current_fiber();

	if (!carrier)
		carrier = __tsan_create_fiber(0);
	__tsan_switch_to_fiber(carrier, NO_SYNC);
	__tsan_acquire(from);
	__tsan_release(to);
	__tsan_switch_to_fiber(self, NO_SYNC);
}

void lsm_order_lock_made(void *lock)
{
	__tsan_mutex_create(lock, 0);
}

void lsm_order_locking(void *lock)
{
	__tsan_mutex_pre_lock(lock, 0);
}

void lsm_order_locked(void *lock)
{
	__tsan_mutex_post_lock(lock, 0, 0);
}

void lsm_order_unlocking(void *lock)
{
	__tsan_mutex_pre_unlock(lock, 0);
}

void lsm_order_unlocked(void *lock)
{
	__tsan_mutex_post_unlock(lock, 0);
}

#else

void lsm_order_before(void *token)
{
	(void)token;
}

void lsm_order_after(void *token)
{
	(void)token;
}

void lsm_order_copy(void *from, void *to)
{
	(void)from;
	(void)to;
}

void lsm_order_lock_made(void *lock)
{
	(void)lock;
}

void lsm_order_locking(void *lock)
{
	(void)lock;
}

void lsm_order_locked(void *lock)
{
	(void)lock;
}

void lsm_order_unlocking(void *lock)
{
	(void)lock;
}

void lsm_order_unlocked(void *lock)
{
	(void)lock;
}

#endif /* LSM_TSAN */

#ifdef LSM_ASAN
void __sanitizer_start_switch_fiber(void **save, const void *bottom,
				    size_t size);
void __sanitizer_finish_switch_fiber(void *save, const void **bottom,
				     size_t *size);
#endif

void lsm_context_main(struct lsm_fiber *main)
{
	(void)main;
#ifdef LSM_TSAN
	if (!main->context)
		main->context = __tsan_get_current_fiber();
#endif
}

void lsm_context_entered(void)
{
#ifdef LSM_ASAN
	const void *bottom;
	size_t size;
	struct lsm_fiber *main = &lsm_fibers.fiber[LSM_FIBER_MAIN];

	__sanitizer_finish_switch_fiber(NULL, &bottom, &size);
	/* The first to be entered comes from the thread's own stack. */
	if (!main->stack) {
		main->stack = (char *)(uintptr_t)bottom;
		main->stack_size = size;
	}
#endif
}

void lsm_context_make(struct lsm_fiber *fiber, void (*enter)(void))
{
	void **top;

	if (fiber->stack)
		return;
	fiber->stack_size = STACK_SIZE;
	fiber->stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fiber->stack == MAP_FAILED)
		abort();
	/* As if lsm_switch_stacks() had been called by nobody. */
	top = (void **)(void *)(fiber->stack + STACK_SIZE - 64);
	*--top = NULL;
	*--top = (void *)(uintptr_t)enter;
	for (int i = 0; i < 6; i++)
		*--top = NULL;
	fiber->stack_pointer = top;
#ifdef LSM_TSAN
	fiber->context = __tsan_create_fiber(0);
#endif
}

void lsm_context_switch(struct lsm_fiber *from, struct lsm_fiber *to)
{
#ifdef LSM_ASAN
	void *fake;

	__sanitizer_start_switch_fiber(&fake, to->stack, to->stack_size);
#endif
#ifdef LSM_TSAN
	__tsan_switch_to_fiber(to->context, NO_SYNC);
#endif
	lsm_switch_stacks(&from->stack_pointer, to->stack_pointer);
#ifdef LSM_ASAN
	__sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
}
