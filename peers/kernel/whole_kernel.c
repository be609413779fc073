/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A binary policy behind a kernel tree's security server: it is loaded as a
 * kernel loads its first one, and asked.
 */
#include "whole_kernel.h"

#include <kernel_adapter.h>

#include "services.c"

/* The classes and permissions that a kernel knows. */
#include "classmap.h"

/* What hooks.c would define. */
struct selinux_state selinux_state;
struct lsm_blob_sizes selinux_blob_sizes;

/* Nothing is logged. */
struct audit_buffer *audit_log_start(struct audit_context *context, gfp_t flags,
				     int type)
{
	(void)context;
	(void)flags;
	(void)type;
	return NULL;
}

extern void avtab_cache_init(void);
extern void ebitmap_cache_init(void);
extern void hashtab_cache_init(void);

#ifdef LSM_KERNEL_STATE_IS_ARGUMENT
#define STATE &selinux_state,
#else
#define STATE
#endif

/* Labels in question stand in for two initial SIDs. */
#define SOURCE 1
#define TARGET 2

static int load(const void *image, size_t size, void **policy)
{
	struct selinux_load_state loaded = { 0 };
	int status;

	avtab_cache_init();
	ebitmap_cache_init();
	hashtab_cache_init();
	selinux_state.initialized = false;
	selinux_state.enforcing = true;
	status = security_load_policy(STATE kernel_mutable(image), size,
				      &loaded);
	selinux_state.initialized = true;
	*policy = loaded.policy;
	return status;
}

static struct selinux_policy *enter(void *policy)
{
	selinux_state.policy = policy;
	return policy;
}

static void unload(void *policy)
{
	selinux_state.policy = NULL;
	selinux_policy_free(policy);
	lsm_kernel_drain();
}

static int set_bool(void *self, uint32_t boolean, bool value)
{
	struct selinux_policy *policy = enter(self);

	if (boolean == 0 || boolean > policy->policydb.p_bools.nprim)
		return -EINVAL;
	policy->policydb.bool_val_to_struct[boolean - 1]->state = value;
	evaluate_cond_nodes(&policy->policydb);
	return 0;
}

/* The first long of a node is set at once. */
static int set_level(struct mls_level *to,
		     const struct lsm_decision_level *from)
{
	int status;

	ebitmap_destroy(&to->cat);
	to->sens = from->sens;
	if (!from->cats)
		return 0;
	status = ebitmap_set_bit(&to->cat, 0, 1);
	if (!status)
		to->cat.node->maps[0] = from->cats;
	return status;
}

static struct context *label_of(struct selinux_policy *policy, u32 sid)
{
	return &policy->sidtab->isids[sid - 1].entry.context;
}

static int set_label(struct selinux_policy *policy, u32 sid,
		     const struct whole_kernel_label *label)
{
	struct context *context = label_of(policy, sid);

	policy->sidtab->isids[sid - 1].set = true;
	context->user = label->user;
	context->role = label->role;
	context->type = label->type;
	return set_level(&context->range.level[0], &label->level[0]) ||
			       set_level(&context->range.level[1],
					 &label->level[1])
		       ? -ENOMEM
		       : 0;
}

static int pose(struct selinux_policy *policy,
		const struct whole_kernel_label *source,
		const struct whole_kernel_label *target)
{
	return set_label(policy, SOURCE, source) ||
			       set_label(policy, TARGET, target)
		       ? -ENOMEM
		       : 0;
}

static int av(void *self, const struct whole_kernel_label *source,
	      const struct whole_kernel_label *target, uint32_t tclass,
	      struct lsm_decision_av *out, struct lsm_decision_drivers *drivers)
{
	struct selinux_policy *policy = enter(self);
	struct av_decision decision;
	struct extended_perms xperms = { 0 };
	int status = pose(policy, source, target);

	if (status)
		return status;
	avd_init(policy, &decision);
	context_struct_compute_av(&policy->policydb, label_of(policy, SOURCE),
				  label_of(policy, TARGET), (u16)tclass,
				  &decision, &xperms);
	out->allowed = decision.allowed;
	out->auditallow = decision.auditallow;
	out->auditdeny = decision.auditdeny;
	drivers->any = xperms.len;
	memcpy(drivers->set, xperms.drivers.p, sizeof(drivers->set));
	return 0;
}

static int xperms(void *self, const struct whole_kernel_label *source,
		  const struct whole_kernel_label *target, uint32_t tclass,
		  uint32_t driver, struct lsm_decision_xperms *out)
{
	struct selinux_policy *policy = enter(self);
	u16 size = policy->map.size;
	struct extended_perms_data allowed, auditallow, dontaudit;
	struct extended_perms_decision decision = {
		.allowed = &allowed,
		.auditallow = &auditallow,
		.dontaudit = &dontaudit,
	};
	int status = pose(policy, source, target);

	if (status)
		return status;
	policy->map.size = 0; /* the class is the policy's */
	security_compute_xperms_decision(STATE SOURCE, TARGET, (u16)tclass,
					 (u8)driver, &decision);
	policy->map.size = size;
	out->used = decision.used;
	memcpy(out->allowed, allowed.p, sizeof(out->allowed));
	memcpy(out->auditallow, auditallow.p, sizeof(out->auditallow));
	memcpy(out->dontaudit, dontaudit.p, sizeof(out->dontaudit));
	return 0;
}

static int new_type(void *self, const struct whole_kernel_label *source,
		    const struct whole_kernel_label *target, uint32_t tclass,
		    uint32_t kind, uint32_t *type)
{
	struct selinux_policy *policy = enter(self);
	u32 sid;
	int status = pose(policy, source, target);

	if (!status)
		status = security_compute_sid(STATE SOURCE, TARGET, (u16)tclass,
					      (u16)kind, NULL, &sid, false);
	if (!status)
		*type = sidtab_search(policy->sidtab, sid)->type;
	return status;
}

static int sid_of(void *policy, const char *text, size_t len, uint32_t *sid)
{
	enter(policy);
	return security_context_to_sid(STATE text, (u32)len, sid, GFP_KERNEL);
}

static int text_of(void *policy, uint32_t sid, char **text, size_t *len)
{
	u32 length = 0;
	int status;

	enter(policy);
	status = security_sid_to_context(STATE sid, text, &length);
	*len = length;
	lsm_kernel_drain();
	return status;
}

const struct whole_kernel_ops LSM_KERNEL_SYMBOL(whole) = {
	.name = __stringify(LSM_KERNEL_NAME),
	.source = LSM_KERNEL_SOURCE ", security/selinux/ss",
	.load = load,
	.unload = unload,
	.set_bool = set_bool,
	.av = av,
	.xperms = xperms,
	.new_type = new_type,
	.sid = sid_of,
	.text = text_of,
};
