/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_libsepol.h - what the two halves of the SID table adapter share */
#ifndef LSM_PEERS_SIDTAB_LIBSEPOL_H
#define LSM_PEERS_SIDTAB_LIBSEPOL_H

#include "mls_libsepol.h"

#include <lsm/sidtab.h>

/**
 * struct sidtab_libsepol_setup - what all objects share
 * @mls: for each policy, the MLS policies with one of them completed
 * @initial: contexts of its initial SIDs
 */
struct sidtab_libsepol_setup {
	struct mls_libsepol_setup *mls[LSM_SIDTAB_POLICIES];
	context_struct_t *initial[LSM_SIDTAB_POLICIES][LSM_SIDTAB_INITIAL];
};

/**
 * sidtab_libsepol_policy() - a policy as libsepol keeps it
 * @setup: what all objects share
 * @index: of the policy in lsm_sidtab_policy
 *
 * Return: the policy.
 */
static inline policydb_t *
sidtab_libsepol_policy(struct sidtab_libsepol_setup *setup, uint32_t index)
{
	return &setup->mls[index]->policy[lsm_sidtab_policy[index].mls];
}

/* Global in libsepol.a, but in no installed header. */
extern int context_from_string(sepol_handle_t *handle,
			       const policydb_t *policydb,
			       context_struct_t **context, const char *text,
			       size_t len);

/* The operations of struct lsm_ops that build and free it. */
void *sidtab_libsepol_setup(void);
void sidtab_libsepol_teardown(void *setup);

#endif /* LSM_PEERS_SIDTAB_LIBSEPOL_H */
