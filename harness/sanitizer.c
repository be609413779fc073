/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Defaults of the sanitizers: a report ends the process with one exit code that
 * no verdict uses.  Under libFuzzer the environment may override them.
 */
#include <lsm/engine.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define EXIT_CODE "exitcode=" TEXT(LSM_EXIT_SANITIZER)

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__tsan_default_options(void);
const char *__msan_default_options(void);

/*
 * Under a fuzzer small objects come and go a million times a second: a long
 * memory of freed blocks and deep stacks for each would cost more than the
 * work. A failing input is replayed without.
 */
#ifdef LSM_FUZZING
#define MEMORY \
	":quarantine_size_mb=1:malloc_context_size=1:max_malloc_fill_size=64"
#else
#define MEMORY ""
#endif

const char *__asan_default_options(void)
{
	return EXIT_CODE ":allocator_may_return_null=1" MEMORY;
}

const char *__ubsan_default_options(void)
{
	/* Its copy of the death callback may not be the one that was set. */
	return EXIT_CODE ":print_stacktrace=1:abort_on_error=1";
}

const char *__tsan_default_options(void)
{
	return EXIT_CODE ":halt_on_error=1";
}

const char *__msan_default_options(void)
{
	return EXIT_CODE;
}
