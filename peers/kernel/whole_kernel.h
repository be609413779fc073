/* SPDX-License-Identifier: GPL-2.0-only */
/* whole_kernel.h - a binary policy, as a kernel tree loads it and decides */
#ifndef LSM_KERNEL_WHOLE_H
#define LSM_KERNEL_WHOLE_H

#include <lsm/decision.h>

/**
 * struct whole_kernel_label - a label, which need not be valid
 * @user: its user
 * @role: its role
 * @type: its type
 * @level: its low and high level
 */
struct whole_kernel_label {
	uint32_t user;
	uint32_t role;
	uint32_t type;
	struct lsm_decision_level level[2];
};

/**
 * struct whole_kernel_ops - what a tree does with a policy
 * @name: the tree, e.g. linux_6_12
 * @source: its version and files
 * @load: loads a policy of @size bytes, as the first of a kernel.  Return: 0
 *	and the policy in @policy; what security_load_policy() returned
 * @unload: frees it
 * @set_bool: as struct lsm_decision_ops
 * @av: as @av and @drivers there, for two labels, in one go
 * @xperms: likewise
 * @new_type: likewise.  Return: 0; what security_compute_sid() returned
 * @sid: finds the SID of a context.  Return: 0 and the SID in @sid; -EINVAL if
 *	the text is no valid context; -ENOMEM
 * @text: makes the text of a SID, freed with lsm_free().  Return: 0, the text
 *	and its length with NUL; what security_sid_to_context() returned
 *
 * Context: one thread at a time for all policies of a tree.
 */
struct whole_kernel_ops {
	const char *name;
	const char *source;
	int (*load)(const void *image, size_t size, void **policy);
	void (*unload)(void *policy);
	int (*set_bool)(void *policy, uint32_t boolean, bool value);
	int (*av)(void *policy, const struct whole_kernel_label *source,
		  const struct whole_kernel_label *target, uint32_t tclass,
		  struct lsm_decision_av *av,
		  struct lsm_decision_drivers *drivers);
	int (*xperms)(void *policy, const struct whole_kernel_label *source,
		      const struct whole_kernel_label *target, uint32_t tclass,
		      uint32_t driver, struct lsm_decision_xperms *xperms);
	int (*new_type)(void *policy, const struct whole_kernel_label *source,
			const struct whole_kernel_label *target,
			uint32_t tclass, uint32_t kind, uint32_t *type);
	int (*sid)(void *policy, const char *text, size_t len, uint32_t *sid);
	int (*text)(void *policy, uint32_t sid, char **text, size_t *len);
};

#endif /* LSM_KERNEL_WHOLE_H */
