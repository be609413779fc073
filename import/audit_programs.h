/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_programs.h - programs from audit rule files */
#ifndef LSM_IMPORT_AUDIT_PROGRAMS_H
#define LSM_IMPORT_AUDIT_PROGRAMS_H

#include "audit_rules.h"
#include "output_folder.h"
#include "program_writer.h"

/**
 * import_audit_check() - load the rules of a file, one after the other
 * @file: the file
 * @path: its name, for complaints
 *
 * A duplicate and what a kernel would refuse are complained about with file and
 * line; the rules behind them are loaded all the same.
 *
 * Return: how many complaints there were.
 */
size_t import_audit_check(const struct import_audit_file *file,
			  const char *path);

/**
 * import_audit_write() - write the programs of a file
 * @folder: where to
 * @file: what it says
 * @name: of the file, without its folder
 * @number: tells it from all others
 * @origin: for the comments
 *
 * One program loads all of it and then asks about each rule; if that is longer
 * than what fuzzers read, others load and ask about a part.
 *
 * Return: 0, or -errno after a complaint.
 */
int import_audit_write(struct import_folder *folder,
		       const struct import_audit_file *file, const char *name,
		       size_t number, const struct import_origin *origin);

#endif /* LSM_IMPORT_AUDIT_PROGRAMS_H */
