/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_programs.h - Smack rules as programs for the smack structure */
#ifndef LSM_IMPORT_SMACK_PROGRAMS_H
#define LSM_IMPORT_SMACK_PROGRAMS_H

#include "program_writer.h"
#include "smack_rules.h"

/**
 * import_print_rules() - write a program about a few rules
 * @out: where
 * @rules: all rules
 * @first: index of the first that it is about
 * @origin: where they come from
 *
 * Loads as many rules as one program can hold and ask about, decides for each
 * what it allows and what not, looks its labels up, and revokes the first
 * subject.
 *
 * Return: how many rules it is about, at least 1.
 */
size_t import_print_rules(FILE *out, const struct import_rules *rules,
			  size_t first, const struct import_origin *origin);

#endif /* LSM_IMPORT_SMACK_PROGRAMS_H */
