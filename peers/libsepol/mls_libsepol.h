/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_libsepol.h - what the two halves of the MLS adapter share */
#ifndef LSM_PEERS_MLS_LIBSEPOL_H
#define LSM_PEERS_MLS_LIBSEPOL_H

#include <lsm/mls.h>

#include <sepol/policydb/policydb.h>

/* Index of the policy whose one sensitivity borrows the sets of cats_valid().
 */
#define MLS_LIBSEPOL_SCRATCH LSM_MLS_POLICIES

/**
 * struct mls_libsepol_setup - what all objects share
 * @policy: the policies and the scratch policy
 * @built: whether they have to be destroyed
 * @text: room for the longest text of any range, a ':' before and a NUL after
 */
struct mls_libsepol_setup {
	policydb_t policy[LSM_MLS_POLICIES + 1];
	bool built[LSM_MLS_POLICIES + 1];
	char *text;
};

/* The operations of struct lsm_ops that build and free it. */
void *mls_libsepol_setup(void);
void mls_libsepol_teardown(void *setup);

#endif /* LSM_PEERS_MLS_LIBSEPOL_H */
