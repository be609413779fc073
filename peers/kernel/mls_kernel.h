/* SPDX-License-Identifier: GPL-2.0-only */
/* mls_kernel.h - what the two halves of the MLS adapter share */
#ifndef LSM_KERNEL_MLS_H
#define LSM_KERNEL_MLS_H

#include <lsm/mls.h>

#include <kernel_adapter.h>
#include <kernel_sets.h>

#include "mls.h"

/* Index of the policy whose one sensitivity borrows the sets of cats_valid().
 */
#define MLS_KERNEL_SCRATCH LSM_MLS_POLICIES

/**
 * struct mls_kernel_policy - a policy as the kernel keeps it
 * @db: the policy; only its levels and categories are filled
 * @level: data of its sensitivities, which @db points to
 * @cat: data of its categories
 * @allowed: the levels of @level, where the tree keeps them apart
 * @nr_level: length of @level and @allowed
 */
struct mls_kernel_policy {
	struct policydb db;
	struct level_datum *level;
	struct cat_datum *cat;
	struct mls_level *allowed;
	size_t nr_level;
};

/**
 * struct mls_kernel_setup - what all objects share
 * @policy: the policies and the scratch policy
 * @text: room for the longest text of any range, a ':' before and a NUL after
 */
struct mls_kernel_setup {
	struct mls_kernel_policy policy[LSM_MLS_POLICIES + 1];
	char *text;
};

/* The level of a sensitivity: apart from its datum in older trees. */
static inline struct mls_level *mls_kernel_level(struct level_datum *datum)
{
#ifdef LSM_KERNEL_LEVEL_IS_POINTER
	return datum->level;
#else
	return &datum->level;
#endif
}

/* The operations of struct lsm_ops that build and free it. */
void *mls_kernel_setup(void);
void mls_kernel_teardown(void *setup);

#endif /* LSM_KERNEL_MLS_H */
