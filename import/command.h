/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.h - what the programs of import/ have in common as commands */
#ifndef LSM_IMPORT_COMMAND_H
#define LSM_IMPORT_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* The signal that asked for an early end, 0 if none did. */
extern volatile sig_atomic_t import_stop;

/**
 * import_catch_signals() - let signals that ask for an end raise import_stop
 *
 * A reader of our output that went away becomes an error like others.
 */
void import_catch_signals(void);

/**
 * import_number() - read the number of an option
 * @option: its name, for the complaint
 * @text: the number, decimal digits only
 * @least: the least it may be
 * @most: the most it may be
 * @value: receives it
 *
 * Return: true; false after a complaint, @value undefined.
 */
bool import_number(const char *option, const char *text, uint64_t least,
		   uint64_t most, uint64_t *value);

/**
 * import_help() - print a text of usage to standard output
 * @usage: the text
 *
 * Return: the program's exit code.
 */
int import_help(const char *usage);

/**
 * import_exit_code() - end a program of import/
 * @good: whether everything was written
 *
 * Return: its exit code; not at all if a signal ended the work early, which
 * then ends the program.
 */
int import_exit_code(bool good);

#endif /* LSM_IMPORT_COMMAND_H */
