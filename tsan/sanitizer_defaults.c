/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Defaults of the sanitizers in programs with threads, real or logical.
 *
 * ThreadSanitizer goes on after a report: the scheduler notes it and ends the
 * run itself.  It leaves signals alone: its own handlers can wait for ever for
 * locks that it holds when the signal comes.
 */
#include <lsm/engine.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define EXIT_CODE "exitcode=" TEXT(LSM_EXIT_SANITIZER)

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__tsan_default_options(void);

/* The order of fibers' locks is looked at by fiber_lockdep.c, in less time. */
#ifdef LSM_STRESS
#define THREADS "halt_on_error=1:detect_deadlocks=1:second_deadlock_stack=1"
#else
#define THREADS "halt_on_error=0:detect_deadlocks=0"
#endif

const char *__asan_default_options(void)
{
	return EXIT_CODE ":detect_leaks=0:malloc_context_size=8";
}

const char *__ubsan_default_options(void)
{
	return EXIT_CODE ":print_stacktrace=1";
}

const char *__tsan_default_options(void)
{
	return EXIT_CODE ":" THREADS ":handle_segv=0:handle_sigbus=0"
			 ":history_size=4:report_signal_unsafe=0"
			 ":atexit_sleep_ms=0";
}
