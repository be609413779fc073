/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_select.h - few sets that show what many have to show */
#ifndef LSM_IMPORT_POLICY_SELECT_H
#define LSM_IMPORT_POLICY_SELECT_H

#include "policy_sets.h"

/* More would take minutes, and nobody reads so many by eye. */
#define IMPORT_SELECT_MAX 10000u

/**
 * import_select() - choose sets that differ as much as possible
 * @sets: to choose from
 * @wanted: how many, at most IMPORT_SELECT_MAX
 * @chosen: one flag for each set, all false; set to true for the chosen
 *
 * First the extremes (empty, smallest, widest, longest run, most members at
 * the edges of nodes, ...), then whatever is least like those chosen before.
 * The same sets in the same order give the same choice.
 *
 * Return: 0 or -ENOMEM.
 */
int import_select(const struct import_sets *sets, size_t wanted, bool *chosen);

/**
 * import_minimise() - choose the first set of every shape
 * @sets: to choose from
 * @chosen: as for import_select()
 *
 * Two sets have one shape if their numbers of units, members, runs and so on
 * are of the same order of magnitude.
 *
 * Return: 0 or -ENOMEM.
 */
int import_minimise(const struct import_sets *sets, bool *chosen);

#endif /* LSM_IMPORT_POLICY_SELECT_H */
