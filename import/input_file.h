/* SPDX-License-Identifier: GPL-2.0-or-later */
/* input_file.h - the whole of a file in memory */
#ifndef LSM_IMPORT_INPUT_FILE_H
#define LSM_IMPORT_INPUT_FILE_H

#include <stddef.h>

/* Ten times the largest policy known to be in use. */
#define IMPORT_INPUT_MAX ((size_t)64 << 20)

/**
 * import_read_file() - read a file
 * @path: a regular file of at most IMPORT_INPUT_MAX bytes
 * @size: receives its length
 *
 * Return: its bytes and a NUL behind them, to be freed; or NULL after a
 * complaint.
 */
char *import_read_file(const char *path, size_t *size);

#endif /* LSM_IMPORT_INPUT_FILE_H */
