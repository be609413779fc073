/* SPDX-License-Identifier: GPL-2.0-or-later */
/* schedule_minimize.h - make a failing schedule small */
#ifndef LSM_TSAN_SCHEDULE_MINIMIZE_H
#define LSM_TSAN_SCHEDULE_MINIMIZE_H

#include "supervise.h"

/**
 * lsm_schedule_replay() - run the schedule in lsm_shared, as work of a child
 * @trace: NULL, or anything else to print every step
 */
void lsm_schedule_replay(const void *trace);

/**
 * lsm_schedule_minimize() - take out of a schedule what it does not need
 * @schedule: fails with @code, and still does afterwards
 * @code: not 0
 */
void lsm_schedule_minimize(struct lsm_schedule *schedule, int code);

#endif /* LSM_TSAN_SCHEDULE_MINIMIZE_H */
