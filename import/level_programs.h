/* SPDX-License-Identifier: GPL-2.0-or-later */
/* level_programs.h - texts of levels as programs for the mls structure */
#ifndef LSM_IMPORT_LEVEL_PROGRAMS_H
#define LSM_IMPORT_LEVEL_PROGRAMS_H

#include "level_texts.h"
#include "program_writer.h"

/**
 * import_print_level_program() - write a program about one text
 * @out: where
 * @levels: all texts
 * @index: the text
 * @origin: where it comes from
 *
 * Parses the text and the next ones of the list, as many as fit; prints and
 * validates each, and holds the first against the others.
 *
 * Return: the length of the program in bytes, at most IMPORT_PROGRAM_BYTES.
 */
size_t import_print_level_program(FILE *out, const struct import_levels *levels,
				  size_t index,
				  const struct import_origin *origin);

#endif /* LSM_IMPORT_LEVEL_PROGRAMS_H */
