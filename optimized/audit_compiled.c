/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Filter rules compiled for each system call: most calls have no rule, and one
 * look at a table tells so; of the others those rules are looked at that are
 * for them, and mostly no more of each than one cache line.
 *
 * Rules are kept as `pooled` keeps them.  A rule that comes makes a new plan,
 * which readers find when it is complete; one that goes is struck from the plan
 * in place, which takes no memory.
 */
#include "audit_compiled.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/**
 * struct compiled - an object
 * @filter: its rules
 * @plan: which of them to look at; NULL if there never was one
 */
struct compiled {
	struct pooled_filter filter; /* first: decisions without plan take it */
	struct compiled_plan __rcu *plan;
};

static void *create(void *setup, const uint32_t *param)
{
	struct compiled *compiled = lsm_calloc(1, sizeof(*compiled));

	(void)setup;
	(void)param;
	if (compiled)
		pooled_init(&compiled->filter, POOLED_STEP);
	return compiled;
}

static void free_plan(struct rcu_head *rcu)
{
	compiled_drop(container_of(rcu, struct compiled_plan, rcu));
}

static struct compiled_plan *plan_of(struct compiled *compiled)
{
	return rcu_dereference_protected(
		compiled->plan, lockdep_is_held(&compiled->filter.lock));
}

/* Readers to come take another plan; the lock is held. */
static void publish(struct compiled *compiled, struct compiled_plan *plan)
{
	struct compiled_plan *old = plan_of(compiled);

	rcu_assign_pointer(compiled->plan, plan);
	if (old)
		call_rcu(&old->rcu, free_plan);
}

static void clear(void *self)
{
	struct compiled *compiled = self;

	spin_lock(&compiled->filter.lock);
	publish(compiled, NULL);
	spin_unlock(&compiled->filter.lock);
	pooled_clear(self);
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

/* Whether a plan says anything about rules of a home. */
static bool is_planned(uint32_t home)
{
	return home == LSM_AUDIT_EXIT || home >= LSM_AUDIT_LISTS;
}

/* Make the plan, then show rule and plan; the lock is held. */
static int link_planned(struct compiled *compiled, struct pooled_entry *entry)
{
	struct compiled_plan *plan = NULL;

	if (is_planned(entry->home)) {
		plan = compiled_make(&compiled->filter, entry);
		if (!plan)
			return -ENOMEM;
	}
	pooled_link(&compiled->filter, entry);
	if (plan)
		publish(compiled, plan);
	return 0;
}

static int add(void *self, const struct lsm_audit_rule *rule)
{
	struct compiled *compiled = self;
	struct pooled_request request;
	struct pooled_entry *entry;
	int status = pooled_examine(rule, &request);

	if (status)
		return status;
	entry = pooled_build(&compiled->filter.pool, &request);
	if (!entry)
		return -ENOMEM;
	spin_lock(&compiled->filter.lock);
	if (pooled_find(&compiled->filter, &request))
		status = -EEXIST;
	else
		status = link_planned(compiled, entry);
	spin_unlock(&compiled->filter.lock);
	if (status)
		pooled_free(entry);
	return status;
}

/* Strike a rule from the plan; the lock is held. */
static void strike(struct compiled *compiled, const struct pooled_entry *entry)
{
	struct compiled_plan *plan = plan_of(compiled);

	for (uint32_t i = 1; plan && i <= plan->nr_steps; i++)
		if (rcu_access_pointer(plan->step[i].entry) == entry)
			rcu_assign_pointer(plan->step[i].entry, NULL);
}

static int del(void *self, const struct lsm_audit_rule *rule)
{
	struct compiled *compiled = self;
	struct pooled_request request;
	struct pooled_entry *entry;
	int status = pooled_examine(rule, &request);

	if (status)
		return status;
	spin_lock(&compiled->filter.lock);
	entry = pooled_find(&compiled->filter, &request);
	if (entry) {
		pooled_unlink(entry);
		strike(compiled, entry);
	}
	spin_unlock(&compiled->filter.lock);
	if (!entry)
		return -ENOENT;
	pooled_free_later(entry);
	return 0;
}

static bool tests_hold(const struct compiled_step *step,
		       const struct lsm_audit_event *event)
{
	for (uint32_t i = 0; i < step->nr; i++) {
		uint32_t number;

		memcpy(&number, (const char *)event + step->test[i].offset,
		       sizeof(number));
		if (!pooled_compare(number, (uint32_t)step->test[i].op << 16,
				    step->test[i].value))
			return false;
	}
	return true;
}

/* Whether a rule of a list of steps decided; @name is NULL outside buckets. */
static bool run(const struct compiled_plan *plan, uint32_t at,
		const struct lsm_audit_event *event,
		const struct lsm_audit_name *name,
		struct lsm_audit_verdict *verdict)
{
	const uint32_t *number = &plan->program[at];
	uint32_t word = event->nr / 32, bit = UINT32_C(1) << event->nr % 32;

	for (; *number; number++) {
		const struct compiled_step *step = &plan->step[*number];
		const struct pooled_entry *entry;

		if (step->by_inode && name &&
		    step->ino != (uint32_t)name->inode.ino)
			continue;
		if (!tests_hold(step, event))
			continue;
		entry = rcu_dereference(step->entry);
		/* Lists outside of buckets are of rules for the call. */
		if (entry && (!name || entry->mask[word] & bit) &&
		    entry->prio > verdict->prio &&
		    (step->whole || pooled_match(entry, event, true, name))) {
			pooled_decide(entry, verdict);
			return true;
		}
	}
	return false;
}

static void run_names(const struct compiled_plan *plan,
		      const struct lsm_audit_event *event,
		      struct lsm_audit_verdict *verdict)
{
	bool found = false;

	for (size_t i = 0; i < event->nr_names && !found; i++) {
		const struct lsm_audit_name *name = &event->name[i];
		uint32_t bucket =
			(uint32_t)name->inode.ino & (LSM_AUDIT_BUCKETS - 1);

		found = run(plan, plan->bucket[bucket], event, name, verdict);
	}
}

static void compiled_syscall(const void *self,
			     const struct lsm_audit_event *event,
			     struct lsm_audit_verdict *verdict)
{
	const struct compiled *compiled = self;
	const struct compiled_plan *plan;

	if (verdict->state == LSM_AUDIT_DISABLED || event->nr >= COMPILED_CALLS)
		return;
	rcu_read_lock();
	plan = rcu_dereference(compiled->plan);
	if (plan) {
		run(plan, plan->call[event->nr], event, NULL, verdict);
		run_names(plan, event, verdict);
	}
	rcu_read_unlock();
}

const struct lsm_audit_ops lsm_audit_compiled = {
	.base = {
		.name = "compiled",
		.twin = "pooled", /* of which all but system calls is */
		.source = "rules by system call; own work",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = pooled_check,
	},
	.add = add,
	.del = del,
	.list = pooled_list,
	.fork = pooled_fork,
	.syscall = compiled_syscall,
	.uring = pooled_uring,
	.allowed = pooled_allowed,
	.collects = pooled_collects,
};
