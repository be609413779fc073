/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_programs.h - sets of a policy as programs for the ebitmap structure */
#ifndef LSM_IMPORT_POLICY_PROGRAMS_H
#define LSM_IMPORT_POLICY_PROGRAMS_H

#include "policy_sets.h"
#include "program_writer.h"

/*
 * Units of a set that one program can read and still exercise: 832 bytes for
 * them leave room for 12 operations.
 */
#define IMPORT_UNITS_MAX 67u

/**
 * import_parts() - how many programs a set takes
 * @set: the set
 *
 * Return: 1, or more if it has more than IMPORT_UNITS_MAX units.
 */
size_t import_parts(const struct lsm_policy_set *set);

/**
 * import_partner() - a second set to hold a set against
 * @sets: all sets
 * @index: the set
 *
 * Prefers a neighbour that lies within the set, so that containment is not
 * always false.
 *
 * Return: an index; the length of @sets if no neighbour fits into one program
 * with the set.
 */
size_t import_partner(const struct import_sets *sets, size_t index);

/**
 * import_print_program() - write a program that exercises a set
 * @out: where
 * @sets: all sets
 * @index: the set
 * @part: which of its import_parts(), from 0
 * @origin: where it comes from
 *
 * The program reads the set's canonical image and asks about it, about a second
 * set (its partner, or itself without its highest member) and about the union
 * of both.
 *
 * Return: the length of the program in bytes, at most IMPORT_PROGRAM_BYTES.
 */
size_t import_print_program(FILE *out, const struct import_sets *sets,
			    size_t index, size_t part,
			    const struct import_origin *origin);

#endif /* LSM_IMPORT_POLICY_PROGRAMS_H */
