/* SPDX-License-Identifier: GPL-2.0-or-later */
/* minimize.h - make a failing program small */
#ifndef LSM_HARNESS_MINIMIZE_H
#define LSM_HARNESS_MINIMIZE_H

#include "driver.h"

/**
 * lsm_classify() - run one program in a process of its own
 * @machine: what runs it
 * @data: the program
 * @size: its length
 *
 * Return: its exit code, LSM_EXIT_SANITIZER if a signal ended it; reports are
 * discarded.
 */
int lsm_classify(struct lsm_machine *machine, const uint8_t *data, size_t size);

/**
 * lsm_minimize() - remove operations and shrink arguments of a failing program
 * @machine: what runs it
 * @input: the program
 * @out: the file to write, in words
 *
 * Every attempt runs in a process of its own, so a program that crashes can be
 * made small as well as one that disagrees.  An attempt counts if it ends with
 * the same exit code.
 *
 * Return: 0; LSM_EXIT_USAGE if the program agrees to begin with, nothing
 * written.
 */
int lsm_minimize(struct lsm_machine *machine, const struct lsm_input *input,
		 const char *out);

#endif /* LSM_HARNESS_MINIMIZE_H */
