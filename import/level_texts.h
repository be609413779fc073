/* SPDX-License-Identifier: GPL-2.0-or-later */
/* level_texts.h - levels and ranges as text */
#ifndef LSM_IMPORT_LEVEL_TEXTS_H
#define LSM_IMPORT_LEVEL_TEXTS_H

#include "policy_image.h"

/* The longest text of which a program can hold two and compare them. */
#define IMPORT_LEVEL_MAX 304u

/**
 * struct import_levels - texts of levels and ranges
 * @text: each NUL-terminated and owned
 * @nr: how many
 * @room: length of @text
 * @low: the low level of a range whose high level is next, or empty
 * @too_long: levels and ranges of sets that are longer than IMPORT_LEVEL_MAX
 */
struct import_levels {
	char **text;
	size_t nr;
	size_t room;
	char low[IMPORT_LEVEL_MAX + 1];
	size_t too_long;
};

/**
 * import_levels_add() - add a text
 * @levels: all zero at first
 * @text: is copied; may be there already
 * @len: its length
 *
 * Return: 0 or -ENOMEM, @levels as it was.
 */
int import_levels_add(struct import_levels *levels, const char *text,
		      size_t len);

/**
 * import_levels_add_set() - add the level of a set of categories
 * @levels: texts; the low and the high level of a range come one after the
 *	other, and give a text for the range as well
 * @set: of any kind; sets that are no categories are skipped
 *
 * Sensitivities and categories are named as in the big policy of the mls
 * structure, whatever they are called in the set's own: s0, c0 and so on.
 *
 * Return: 0 or -ENOMEM.
 */
int import_levels_add_set(struct import_levels *levels,
			  const struct lsm_policy_set *set);

/**
 * import_levels_sort() - put texts into order and keep one of each
 * @levels: shortest first, equal lengths by their bytes
 */
void import_levels_sort(struct import_levels *levels);

/**
 * import_levels_free() - free all texts
 * @levels: is all zero afterwards
 */
void import_levels_free(struct import_levels *levels);

#endif /* LSM_IMPORT_LEVEL_TEXTS_H */
