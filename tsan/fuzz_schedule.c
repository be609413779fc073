/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fuzz target for schedules: bytes are a program and how to interleave it.
 * A bad result is told, written in words below artifacts/, and a crash.
 *
 * LSM_SCHEDULE names the driver that reproduces what is found; LSM_IMPLS
 * narrows the implementations, of which one runs each input.
 */
#include "supervise.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *input;
static size_t input_size;

/*
 * ThreadSanitizer's runtime may hold its locks when a signal comes, so nothing
 * that it intercepts is safe here: the input is written by raw system calls.
 */
static void on_crash(int number)
{
	static const char text[] = "the input that crashed is crash-signal\n";
	long file = syscall(SYS_openat, AT_FDCWD, "crash-signal",
			    O_CREAT | O_TRUNC | O_WRONLY, 0644);

	(void)number;
	syscall(SYS_write, file, input, input_size);
	syscall(SYS_write, STDERR_FILENO, text, sizeof(text) - 1);
	syscall(SYS_exit_group, LSM_EXIT_SANITIZER);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
#ifdef LSM_TSAN
	signal(SIGSEGV, on_crash);
	signal(SIGBUS, on_crash);
#else
	(void)on_crash;
#endif
	lsm_check_wanted();
	lsm_supervise_begin();
	return 0;
}

/* One input runs on one implementation, all of them in turn. */
static uint8_t next_impl(void)
{
	static size_t impl;

	do
		impl = (impl + 1) % lsm_scenario.nr_impls;
	while (!lsm_wanted(impl));
	return (uint8_t)impl;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *driver;
	struct lsm_plan plan = { .policy = LSM_POLICY_BYTES,
				 .coarse = LSM_COARSE };
	struct lsm_schedule *schedule = &lsm_shared->schedule;
	size_t used;

	if (!driver)
		driver = getenv("LSM_SCHEDULE");
	input = data;
	input_size = size;
	schedule->impl = next_impl();
	used = lsm_schedule_decode(schedule, data, size);
	plan.bytes = data + used;
	plan.nr_bytes = size - used;
	lsm_schedule_run(schedule, &plan, &lsm_shared->result);
	if (!lsm_shared->result.code)
		return 0;
	lsm_supervise_report(driver ? driver : "schedule", NULL);
	abort();
}
