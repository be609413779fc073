/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reproducer.h - a failing program as C against who is at fault */
#ifndef LSM_HARNESS_REPRODUCER_H
#define LSM_HARNESS_REPRODUCER_H

#include "driver.h"

/**
 * lsm_write_reproducer() - write a failing program as a C file
 * @input: the program
 * @out: the file to write; appears whole or not at all
 *
 * Asks one implementation after the other, in a process of its own, which of
 * them fails, and writes what the reference answers beside each operation.
 * LSM_COMPILE in the environment is how to compile the file; %s in it stands
 * for the name of the implementation.
 *
 * Return: 0.  Exits with a message if nobody fails.
 */
int lsm_write_reproducer(const struct lsm_input *input, const char *out);

#endif /* LSM_HARNESS_REPRODUCER_H */
