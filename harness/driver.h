/* SPDX-License-Identifier: GPL-2.0-or-later */
/* driver.h - what the drivers share: inputs, limits, reports */
#ifndef LSM_HARNESS_DRIVER_H
#define LSM_HARNESS_DRIVER_H

#include <lsm/engine.h>

/* The longest program a driver reads. */
#define LSM_PROGRAM_MAX (1u << 20)

/* The longest program of a committed corpus, which is what fuzzers run. */
#define LSM_SEED_MAX 1024u

/*
 * Processor time one program may take, in seconds; on the wall it may be twelve
 * times as long.
 */
#define LSM_PROGRAM_SECONDS 5

/**
 * struct lsm_input - one program to run
 * @path: the file it came from, or a description; owned
 * @data: the program; owned
 * @size: its length in bytes
 */
struct lsm_input {
	char *path;
	uint8_t *data;
	size_t size;
};

/**
 * struct lsm_inputs - programs in the order of their paths
 * @input: array of them; owned
 * @nr: how many
 */
struct lsm_inputs {
	struct lsm_input *input;
	size_t nr;
};

/**
 * lsm_die() - say what is wrong and exit with LSM_EXIT_USAGE
 * @format: as printf(3)
 */
_Noreturn void lsm_die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/**
 * lsm_inputs_add() - read a file, or all files below a folder
 * @inputs: grows
 * @path: the file or folder; what begins with `lsmdiff ` is a text program;
 *	below a folder MANIFEST, schedule/, hidden files and backups (~) are
 *	skipped
 *
 * Exits with a message if the path cannot be read, a text does not assemble, a
 * file is too long, or a folder holds no program.
 */
void lsm_inputs_add(struct lsm_inputs *inputs, const char *path);

/**
 * lsm_inputs_free() - free all of them
 * @inputs: emptied
 */
void lsm_inputs_free(struct lsm_inputs *inputs);

/**
 * lsm_driver_machine() - a machine as the environment asks for it
 * @without: as lsm_machine_new()
 *
 * LSM_IMPLS in the environment narrows the list of implementations.  Exits with
 * a message if it makes no sense.
 *
 * Return: the machine.
 */
struct lsm_machine *lsm_driver_machine(const char *without);

/**
 * lsm_driver_watch() - be ready for the worst
 * @machine: what runs
 * @input: the program about to run; stays valid until the next call
 *
 * Starts the clock.  If the program runs past LSM_PROGRAM_SECONDS, crashes or
 * makes a sanitizer speak, prints it in words and the command that reproduces
 * it, and exits with LSM_TIMEOUT, LSM_BUG or LSM_EXIT_SANITIZER.
 */
void lsm_driver_watch(const struct lsm_machine *machine,
		      const struct lsm_input *input);

/**
 * lsm_driver_rest() - stop the clock
 */
void lsm_driver_rest(void);

/**
 * lsm_driver_end() - see that all that was printed has arrived
 * @result: the exit code so far
 *
 * Return: @result.  Exits with a message if standard output failed.
 */
int lsm_driver_end(int result);

/**
 * lsm_driver_print_command() - print what repeats a run
 * @path: a program
 */
void lsm_driver_print_command(const char *path);

/**
 * lsm_driver_report() - print everything about a verdict
 * @machine: what ran
 * @input: the program
 * @verdict: not LSM_AGREE
 */
void lsm_driver_report(struct lsm_machine *machine,
		       const struct lsm_input *input,
		       const struct lsm_verdict *verdict);

#endif /* LSM_HARNESS_DRIVER_H */
