/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_policy_libsepol.h - what the two files about libsepol share */
#ifndef LSM_TESTS_DECISION_POLICY_LIBSEPOL_H
#define LSM_TESTS_DECISION_POLICY_LIBSEPOL_H

#include "decision_policy.h"

#include <sepol/policydb/policydb.h>
#include <sepol/policydb/sidtab.h>

/* It calls a field bool, which is a macro. */
#undef bool
#define bool boolean
#include <sepol/policydb/conditional.h>
#undef bool
#define bool _Bool

/**
 * struct placed - a rule and where it stands
 * @place: LSM_DECISION_ALWAYS, ...
 * @rule: what it says
 */
struct placed {
	uint32_t place;
	struct lsm_decision_rule rule;
};

/**
 * struct policy - a policy
 * @db: as libsepol keeps it
 * @sids: labels of source and target, SIDs 1 and 2, and of what was asked for
 * @rule: all rules
 * @nr: how many
 * @room: how many there is room for
 * @failed: whether memory ran out
 */
struct policy {
	policydb_t db;
	sidtab_t sids;
	struct placed *rule;
	uint32_t nr;
	uint32_t room;
	bool failed;
};

/* The operation of struct decision_policy_ops that loads an object. */
int decision_policy_load(const void *policy, const struct lsm_decision_ops *ops,
			 void *object);

/**
 * decision_policy_is_socket() - whether a class is one of sockets
 * @db: the policy
 * @tclass: a class that exists
 *
 * Return: it.
 */
bool decision_policy_is_socket(const policydb_t *db, uint32_t tclass);

#endif /* LSM_TESTS_DECISION_POLICY_LIBSEPOL_H */
