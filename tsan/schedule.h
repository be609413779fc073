/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schedule.h - a small concurrent program together with how it is interleaved
 *
 * In words:
 *
 *	lsmdiff toy schedule 1
 *	setup two
 *	fail 3
 *	thread 0: read slot=1; write slot=0
 *	thread 1: write slot=0
 *	switch 0.0.4 1
 *	switch 1.0.9 rcu
 *
 * `fail 3`: the third allocation of the run fails.  `switch 0.0.4 1`: in thread
 * 0, operation 0, at its 4th sync point thread 1 goes on; `switch start 1`
 * begins with thread 1.  # begins a comment.
 */
#ifndef LSM_TSAN_SCHEDULE_H
#define LSM_TSAN_SCHEDULE_H

#include "fiber.h"
#include "scenario.h"

#include <lsm/engine.h>
#include <lsm/random.h>

#include <stdio.h>

#define LSM_SCHEDULE_FORMAT 1
#define LSM_SCHEDULE_OPS 8 /* operations of a logical thread */
#define LSM_SCHEDULE_FAIL 15 /* the last allocation that can be chosen */

/* More exit codes of drivers: a rule of sync.h was broken. */
#define LSM_MISUSE 17

/**
 * struct lsm_action_call - an operation with its arguments
 * @action: index in lsm_scenario.actions
 * @arg: below the action's limits
 */
struct lsm_action_call {
	uint8_t action;
	uint8_t arg[LSM_SCENARIO_ARGS];
};

/**
 * struct lsm_thread_program - what one logical thread does
 * @call: its operations
 * @nr: how many
 */
struct lsm_thread_program {
	struct lsm_action_call call[LSM_SCHEDULE_OPS];
	uint8_t nr;
};

/**
 * struct lsm_schedule - a program, and how it was interleaved
 * @impl: index in lsm_scenario.impls; not part of the words
 * @setup: index in lsm_scenario.setups
 * @fail: which allocation of the run fails, from 1; 0: none
 * @nr_threads: 1 to LSM_FIBERS_MAX
 * @thread: what each does
 * @switches: how it was interleaved
 */
struct lsm_schedule {
	uint8_t impl;
	uint8_t setup;
	uint8_t fail;
	uint8_t nr_threads;
	struct lsm_thread_program thread[LSM_FIBERS_MAX];
	struct lsm_switches switches;
};

/**
 * struct lsm_result - what a run showed
 * @code: 0 or the exit code of the driver
 * @why: what went wrong; empty if nothing did
 */
struct lsm_result {
	int code;
	char why[512];
};

/**
 * lsm_schedule_run() - run a program in a new world
 * @schedule: the program; its switches receive how it was interleaved, unless
 *	the plan's policy reads them
 * @plan: how to interleave; its number of threads is set here
 * @result: receives what it showed
 *
 * Context: after a bad result the process must not run more.
 */
void lsm_schedule_run(struct lsm_schedule *schedule, struct lsm_plan *plan,
		      struct lsm_result *result);

/**
 * lsm_schedule_call() - choose an operation by chance
 * @call: receives it
 * @random: the chance
 */
void lsm_schedule_call(struct lsm_action_call *call, struct lsm_random *random);

/**
 * lsm_schedule_program() - choose a program by chance
 * @schedule: receives it, without switches
 * @random: the chance
 * @threads: how many threads
 * @ops: operations of each
 */
void lsm_schedule_program(struct lsm_schedule *schedule,
			  struct lsm_random *random, unsigned int threads,
			  unsigned int ops);

/**
 * lsm_schedule_plan() - choose a policy by chance
 * @plan: receives it
 * @random: the chance
 * @steps: how many points runs of this size have had on average
 */
void lsm_schedule_plan(struct lsm_plan *plan, struct lsm_random *random,
		       uint32_t steps);

/**
 * lsm_schedule_decode() - a program from a fuzzer's bytes
 * @schedule: receives it, without switches
 * @data: any bytes
 * @size: how many
 *
 * Return: how many were used; the others are for LSM_POLICY_BYTES.
 */
size_t lsm_schedule_decode(struct lsm_schedule *schedule, const uint8_t *data,
			   size_t size);

/**
 * lsm_schedule_print() - write a schedule in words
 * @out: where
 * @schedule: the schedule
 */
void lsm_schedule_print(FILE *out, const struct lsm_schedule *schedule);

/**
 * lsm_schedule_print_call() - write one operation in words
 * @out: where
 * @call: the operation
 */
void lsm_schedule_print_call(FILE *out, const struct lsm_action_call *call);

#define LSM_SCHEDULE_BYTES 4096 /* the longest input of a fuzzer */

/**
 * struct lsm_bytes - a fuzzer's input
 * @data: the bytes
 * @size: how many
 */
struct lsm_bytes {
	uint8_t data[LSM_SCHEDULE_BYTES];
	size_t size;
};

/**
 * lsm_schedule_read() - read a file
 * @path: the file
 * @schedule: receives it, if it is in words: if it begins with `lsmdiff `
 * @bytes: receives it otherwise
 *
 * Exits with a message that names file and line if it cannot be read.
 *
 * Return: whether it is in words.
 */
bool lsm_schedule_read(const char *path, struct lsm_schedule *schedule,
		       struct lsm_bytes *bytes);

/**
 * lsm_refuse() - say what is wrong and exit with LSM_EXIT_USAGE
 * @format: as printf(3)
 */
_Noreturn void lsm_refuse(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif /* LSM_TSAN_SCHEDULE_H */
