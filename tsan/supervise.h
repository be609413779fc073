/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * supervise.h - run what may crash in a child, and know what it was at
 *
 * The child writes what it runs into memory that it shares with its parent.
 * However it ends, by a verdict, by a sanitizer, by a signal or not at all, the
 * parent has the schedule and tells of it.
 */
#ifndef LSM_TSAN_SUPERVISE_H
#define LSM_TSAN_SUPERVISE_H

#include "schedule.h"

/**
 * struct lsm_shared - what the child tells
 * @schedule: what runs
 * @result: of the run that ended badly
 * @runs: schedules run so far
 * @programs: programs so far
 * @steps: sync points so far
 */
struct lsm_shared {
	struct lsm_schedule schedule;
	struct lsm_result result;
	uint64_t runs;
	uint64_t programs;
	uint64_t steps;
};

extern struct lsm_shared *lsm_shared;

/**
 * lsm_supervise_begin() - map the shared memory
 */
void lsm_supervise_begin(void);

/**
 * lsm_supervise() - do something in a child
 * @work: what; leaves a bad result in lsm_shared and returns, or dies
 * @arg: for it
 * @quiet: the child says nothing
 *
 * A child that begins no new run for LSM_RUN_SECONDS is killed.
 *
 * Return: the exit code of the verdict, 0 if all was well; lsm_shared->result
 * says why.
 */
int lsm_supervise(void (*work)(const void *arg), const void *arg, bool quiet);

#define LSM_RUN_SECONDS 20

/**
 * lsm_supervise_report() - tell of a bad result and how to reproduce it
 * @program: how this program was called
 * @path: the schedule's file, or NULL: write one below artifacts/
 */
void lsm_supervise_report(const char *program, const char *path);

/**
 * lsm_wanted() - whether LSM_IMPLS in the environment asks for one
 * @impl: index in lsm_scenario.impls
 *
 * Return: true if it does, or if it is not set.
 */
bool lsm_wanted(size_t impl);

/**
 * lsm_check_wanted() - exit with a message if LSM_IMPLS asks for none
 */
void lsm_check_wanted(void);

/**
 * lsm_number() - read a number from 0 to @max, or exit with a message
 * @word: all of it is the number; NULL is an error
 * @max: the largest
 *
 * Return: the number.
 */
double lsm_number(const char *word, double max);

/**
 * lsm_whole_number() - read a whole number, or exit with a message
 * @word: all of it is the number; NULL is an error
 * @least: the smallest
 * @most: the largest
 *
 * Return: the number.
 */
unsigned int lsm_whole_number(const char *word, unsigned int least,
			      unsigned int most);

#endif /* LSM_TSAN_SUPERVISE_H */
