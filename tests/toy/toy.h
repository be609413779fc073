/* SPDX-License-Identifier: GPL-2.0-or-later */
/* toy.h - contract of the smallest structure: a set of the numbers 0 to 63 */
#ifndef LSM_TOY_H
#define LSM_TOY_H

#include <lsm/structure.h>

#define LSM_TOY_END 64u

/**
 * struct lsm_toy_ops - an implementation of the toy
 * @base: what every implementation provides
 * @put: puts @number, below LSM_TOY_END, into the set or out of it
 * @has: whether @number is in the set
 *
 * Context: one thread at a time per set.
 */
struct lsm_toy_ops {
	struct lsm_ops base;
	void (*put)(void *self, uint32_t number, bool in);
	bool (*has)(const void *self, uint32_t number);
};

#endif /* LSM_TOY_H */
