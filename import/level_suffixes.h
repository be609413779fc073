/* SPDX-License-Identifier: GPL-2.0-or-later */
/* level_suffixes.h - the levels and ranges that file_contexts gives to files */
#ifndef LSM_IMPORT_LEVEL_SUFFIXES_H
#define LSM_IMPORT_LEVEL_SUFFIXES_H

#include "level_texts.h"

/**
 * struct import_suffix_count - what was in a file of contexts
 * @contexts: lines with a context
 * @none: lines with <<none>> instead
 * @malformed: lines that are neither, nor empty, nor a comment
 */
struct import_suffix_count {
	size_t contexts;
	size_t none;
	size_t malformed;
};

/**
 * import_suffixes() - collect what follows the third colon of each context
 * @levels: are added to; every level as often as it is there
 * @count: receives what was there
 * @path: the file's name, for complaints
 * @data: what is in the file
 * @size: its length
 *
 * A line is a pattern, maybe a file type (-- -b -c -d -p -l -s), and a context
 * or <<none>>.  Malformed lines are complained about and skipped.
 *
 * Return: 0 or -ENOMEM.
 */
int import_suffixes(struct import_levels *levels,
		    struct import_suffix_count *count, const char *path,
		    const char *data, size_t size);

#endif /* LSM_IMPORT_LEVEL_SUFFIXES_H */
