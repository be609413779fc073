/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sandbox.h - run code that may loop, crash or eat all memory
 *
 * Not a defence against code that means harm: the child keeps the rights of
 * its parent.
 */
#ifndef LSM_IMPORT_SANDBOX_H
#define LSM_IMPORT_SANDBOX_H

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

/**
 * enum import_end - how a run ended
 * @IMPORT_RETURNED: the work returned; detail is its result
 * @IMPORT_TIMED_OUT: it ran past its limit
 * @IMPORT_OUT_OF_MEMORY: it failed after asking for more than it may have
 * @IMPORT_CRASHED: a signal ended it, and detail is the signal; or it ended
 *	itself, as a sanitizer does, and detail is the exit status, negative
 * @IMPORT_TOO_LONG: it wrote more than it may
 * @IMPORT_INTERRUPTED: the stop flag went up
 * @IMPORT_NOT_RUN: the system refused; detail is errno
 */
enum import_end {
	IMPORT_RETURNED,
	IMPORT_TIMED_OUT,
	IMPORT_OUT_OF_MEMORY,
	IMPORT_CRASHED,
	IMPORT_TOO_LONG,
	IMPORT_INTERRUPTED,
	IMPORT_NOT_RUN,
};

/**
 * struct import_limits - what the work may use
 * @seconds: of processor time, and of time on the wall; at least 1
 * @memory: bytes alive at once from the allocator of lsm/alloc.h
 * @output: bytes written
 * @stop: raised by a signal handler to end the run early
 */
struct import_limits {
	unsigned int seconds;
	size_t memory;
	size_t output;
	const volatile sig_atomic_t *stop;
};

/**
 * struct import_outcome - what became of it
 * @end: how it ended
 * @detail: see enum import_end
 * @output: what it wrote, to be freed; NULL unless it returned
 * @len: how many bytes
 */
struct import_outcome {
	enum import_end end;
	int detail;
	char *output;
	size_t len;
};

/**
 * typedef import_work_fn - the work
 * @out: where to write results
 * @arg: the caller's
 *
 * Return: 0 for success or 1 for failure.
 */
typedef int import_work_fn(FILE *out, void *arg);

/**
 * import_sandbox() - run work in a child process and wait for its end
 * @outcome: receives what became of it
 * @limits: what it may use
 * @work: runs in the child: what it changes in memory is lost, except what
 *	both processes share
 * @arg: handed to @work
 */
void import_sandbox(struct import_outcome *outcome,
		    const struct import_limits *limits, import_work_fn *work,
		    void *arg);

#endif /* LSM_IMPORT_SANDBOX_H */
