/* SPDX-License-Identifier: GPL-2.0-only */
/* sidtab_kernel.h - what the two halves of the SID table's adapter share */
#ifndef LSM_KERNEL_SIDTAB_H
#define LSM_KERNEL_SIDTAB_H

/* SIDs collide; this comes before any header of the tree. */
#define CONFIG_SECURITY_SELINUX_SIDTAB_HASH_BITS 3

#include "mls_kernel.h"

#include <lsm/sidtab.h>

/**
 * struct sidtab_kernel_setup - what all objects share
 * @mls: the MLS policies, once for each policy, which adds to one of them
 * @user: data of users of each policy
 * @role: data of roles
 * @type: data of types
 */
struct sidtab_kernel_setup {
	struct mls_kernel_setup *mls[LSM_SIDTAB_POLICIES];
	struct user_datum *user[LSM_SIDTAB_POLICIES];
	struct role_datum *role[LSM_SIDTAB_POLICIES];
	struct type_datum *type[LSM_SIDTAB_POLICIES];
};

/* A policy, complete. */
static inline struct policydb *
sidtab_kernel_policy(const struct sidtab_kernel_setup *setup, uint32_t index)
{
	return &setup->mls[index]->policy[lsm_sidtab_policy[index].mls].db;
}

/* The operations of struct lsm_ops that build and free it. */
void *sidtab_kernel_setup(void);
void sidtab_kernel_teardown(void *setup);

#endif /* LSM_KERNEL_SIDTAB_H */
