/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The policies that SID tables are made with and reloaded with. */
#include <lsm/sidtab.h>

/*
 * Between the policies users, roles and types are numbered differently, some
 * are missing, two types become one, and what a user or a role may have grows
 * and shrinks: a reload has to translate names, and some contexts become valid
 * or invalid by each of the rules.
 */
#define BIT(value) (UINT64_C(1) << ((value)-1))
#define ALL UINT32_MAX

static const struct lsm_sidtab_user small_user[] = {
	{ "system_u", 1, ALL, "s0-s4_without_categories:c0.z" },
	{ "u", 2, BIT(1) | BIT(3), "s0-secret:c0.c8" },
	{ "staff_u", 3, BIT(1) | BIT(2) | BIT(3), "s0:c0-t:c0.c1_very_long" },
};
static const struct lsm_sidtab_role small_role[] = {
	{ "object_r", LSM_SIDTAB_OBJECT_R, 0 },
	{ "system_r", 2, BIT(2) | BIT(3) | BIT(6) },
	{ "r", 3, BIT(1) | BIT(5) | BIT(6) },
};
static const struct lsm_sidtab_type small_type[] = {
	{ "t", 1, false },	     { "kernel_t", 2, false },
	{ "unlabeled_t", 3, false }, { "app_data_file", 4, false },
	{ "old_t", 5, false },	     { "new_t", 6, false },
	{ "domain", 7, true },	     { "tt", 8, false },
	{ "also_t", 1, false },
};
static const struct lsm_sidtab_initial small_initial[] = {
	{ 1, "system_u:system_r:kernel_t:s0" },
	{ 2, "system_u:object_r:unlabeled_t:s0" },
	{ 3, "system_u:object_r:unlabeled_t:s0" },
};

static const struct lsm_sidtab_user big_user[] = {
	{ "u", 1, ALL, "s0-s15:c0.c1023" },
	{ "system_u", 2, ALL, "s0-s15:c0.c1023" },
	{ "staff_u", 3, BIT(2), "s0-s1:c0.c511" },
};
static const struct lsm_sidtab_role big_role[] = {
	{ "object_r", LSM_SIDTAB_OBJECT_R, 0 },
	{ "r", 2, BIT(2) | BIT(3) | BIT(5) },
	{ "system_r", 3, BIT(1) },
};
static const struct lsm_sidtab_type big_type[] = {
	{ "kernel_t", 1, false }, { "app_data_file", 2, false },
	{ "t", 3, false },	  { "unlabeled_t", 4, false },
	{ "new_t", 5, false },	  { "domain", 6, true },
};
static const struct lsm_sidtab_initial big_initial[] = {
	{ 1, "system_u:system_r:kernel_t:s0-s15" },
	{ 3, "system_u:object_r:unlabeled_t:s0" },
	{ 5, "u:object_r:app_data_file:s0:c512,c768" },
};

static const struct lsm_sidtab_user other_user[] = {
	{ "u", 1, BIT(1) | BIT(2), "s0-s0:c0.x" },
	{ "system_u", 2, ALL, "s0-s4_without_categories:c0.z" },
};
static const struct lsm_sidtab_role other_role[] = {
	{ "object_r", LSM_SIDTAB_OBJECT_R, 0 },
	{ "r", 2, BIT(1) | BIT(3) },
	{ "system_r", 3, BIT(4) },
};
static const struct lsm_sidtab_type other_type[] = {
	{ "app_data_file", 1, false }, { "t", 2, false },
	{ "new_t", 3, false },	       { "kernel_t", 4, false },
	{ "domain", 5, true },	       { "old_t", 3, false },
};
static const struct lsm_sidtab_initial other_initial[] = {
	{ 1, "system_u:system_r:kernel_t:s0" },
};

const struct lsm_sidtab_policy lsm_sidtab_policy[LSM_SIDTAB_POLICIES] = {
	[LSM_SIDTAB_SMALL] = {
		.user = small_user,
		.nr_users = LSM_ARRAY_SIZE(small_user),
		.role = small_role,
		.nr_roles = LSM_ARRAY_SIZE(small_role),
		.type = small_type,
		.nr_types = LSM_ARRAY_SIZE(small_type),
		.mls = LSM_MLS_SMALL,
		.initial = small_initial,
		.nr_initial = LSM_ARRAY_SIZE(small_initial),
	},
	[LSM_SIDTAB_BIG] = {
		.user = big_user,
		.nr_users = LSM_ARRAY_SIZE(big_user),
		.role = big_role,
		.nr_roles = LSM_ARRAY_SIZE(big_role),
		.type = big_type,
		.nr_types = LSM_ARRAY_SIZE(big_type),
		.mls = LSM_MLS_BIG,
		.initial = big_initial,
		.nr_initial = LSM_ARRAY_SIZE(big_initial),
	},
	[LSM_SIDTAB_OTHER] = {
		.user = other_user,
		.nr_users = LSM_ARRAY_SIZE(other_user),
		.role = other_role,
		.nr_roles = LSM_ARRAY_SIZE(other_role),
		.type = other_type,
		.nr_types = LSM_ARRAY_SIZE(other_type),
		.mls = LSM_MLS_SMALL,
		.initial = other_initial,
		.nr_initial = LSM_ARRAY_SIZE(other_initial),
	},
};
