/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_sets.h - how adapters look into the kernel's ebitmap */
#ifndef LSM_KERNEL_SETS_H
#define LSM_KERNEL_SETS_H

#include <lsm/structure.h>

#include "ebitmap.h"

/**
 * kernel_ebitmap_check() - whether a set is well formed
 * @e: the set
 *
 * Return: NULL, or why not.
 */
LSM_UNGUIDED static inline const char *
kernel_ebitmap_check(const struct ebitmap *e)
{
	uint32_t end = 0;

	for (const struct ebitmap_node *n = e->node; n; n = n->next) {
		if (find_first_bit(n->maps, EBITMAP_SIZE) >= EBITMAP_SIZE)
			return "a node is empty";
		if (n->startbit % EBITMAP_SIZE)
			return "a node does not start where it must";
		if (n->next && n->next->startbit <= n->startbit)
			return "nodes are not in order";
		end = n->startbit + EBITMAP_SIZE;
	}
	return end == e->highbit ? NULL : "high bit is stale";
}

/**
 * kernel_ebitmap_units() - show the 64-position units of a set
 * @e: the set
 * @visit: told of each that is not empty, in ascending order
 * @arg: the caller's
 */
LSM_UNGUIDED static inline void
kernel_ebitmap_units(const struct ebitmap *e,
		     void (*visit)(uint32_t start, uint64_t map, void *arg),
		     void *arg)
{
	_Static_assert(EBITMAP_UNIT_SIZE == 64, "units are 64-bit words here");
	for (const struct ebitmap_node *n = e->node; n; n = n->next)
		for (uint32_t i = 0; i < EBITMAP_UNIT_NUMS; i++)
			if (n->maps[i])
				visit(n->startbit + i * 64, n->maps[i], arg);
}

#endif /* LSM_KERNEL_SETS_H */
