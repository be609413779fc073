/* SPDX-License-Identifier: GPL-2.0-or-later */
/* complain.h - messages to whoever runs an importer */
#ifndef LSM_IMPORT_COMPLAIN_H
#define LSM_IMPORT_COMPLAIN_H

/**
 * import_complain_as() - name the program in messages
 * @program: its name; stays valid
 */
void import_complain_as(const char *program);

/**
 * import_complain() - print one line to standard error
 * @format: as printf(3), without the program's name and without a newline
 *
 * Bytes that are not printable ASCII come out as '?': messages quote input.
 */
__attribute__((format(printf, 1, 2))) void import_complain(const char *format,
							   ...);

#endif /* LSM_IMPORT_COMPLAIN_H */
