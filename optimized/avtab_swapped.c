/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A policy that is replaced while it is asked: an access vector table behind a
 * pointer under RCU.  A policy that can be reached never changes, not by a
 * boolean either: whoever asks for two rules of one conditional must not see
 * it switched in between.
 */
#include <lsm/alloc.h>
#include <lsm/avtab_swap.h>
#include <lsm/sync.h>

#include <errno.h>
#include <string.h>

extern const struct lsm_avtab_ops lsm_avtab_sized;
#define TABLE (&lsm_avtab_sized)

/**
 * struct policy - a policy; unchanged once it can be reached
 * @rcu: frees it
 * @table: its rules
 * @value: of its boolean
 * @nr: how many rules
 * @rule: what they were made from
 */
struct policy {
	struct rcu_head rcu;
	void *table;
	bool value;
	size_t nr;
	struct lsm_avtab_swap_rule rule[];
};

/**
 * struct swap - what is asked
 * @lock: held by whoever replaces the policy
 * @policy: the policy
 */
struct swap {
	spinlock_t lock;
	struct policy __rcu *policy;
};

static void drop(struct policy *policy)
{
	TABLE->base.destroy(policy->table);
	lsm_free(policy);
}

static void free_policy(struct rcu_head *head)
{
	drop(container_of(head, struct policy, rcu));
}

static int insert(void *table, const struct lsm_avtab_swap_rule *rule,
		  bool value)
{
	struct lsm_avtab_datum datum = { .data = rule->data };
	struct lsm_avtab_key key = rule->key;

	if (!rule->conditional || value)
		key.specified |= LSM_AVTAB_ENABLED;
	return TABLE->insert(table, &key, &datum);
}

/* Make a policy that nobody can reach yet; NULL if memory ran out. */
static struct policy *make(const struct lsm_avtab_swap_rule *rule, size_t nr,
			   bool value)
{
	const uint32_t param[LSM_ARGS_MAX] = {
		[LSM_AVTAB_PARAM_SIZING] = LSM_AVTAB_SEED,
		[LSM_AVTAB_PARAM_RULES] = (uint32_t)nr,
	};
	struct policy *policy =
		lsm_malloc(sizeof(*policy) + nr * sizeof(*rule));
	int status = 0;

	if (!policy)
		return NULL;
	policy->table = TABLE->base.create(NULL, param);
	if (!policy->table) {
		lsm_free(policy);
		return NULL;
	}
	policy->value = value;
	policy->nr = nr;
	for (size_t i = 0; !status && i < nr; i++) {
		policy->rule[i] = rule[i];
		status = insert(policy->table, &rule[i], value);
	}
	if (!status)
		return policy;
	drop(policy);
	return NULL;
}

static struct policy *current_policy(struct swap *swap)
{
	return rcu_dereference_protected(swap->policy,
					 lockdep_is_held(&swap->lock));
}

/* Put a policy in the place of another; the lock is held. */
static int replace(struct swap *swap, struct policy *policy)
{
	struct policy *old = current_policy(swap);

	if (!policy)
		return -ENOMEM;
	rcu_assign_pointer(swap->policy, policy);
	call_rcu(&old->rcu, free_policy);
	return 0;
}

static int load(void *self, const struct lsm_avtab_swap_rule *rule, size_t nr)
{
	struct swap *swap = self;
	int status;

	spin_lock(&swap->lock);
	status = replace(swap, make(rule, nr, current_policy(swap)->value));
	spin_unlock(&swap->lock);
	return status;
}

static int set_bool(void *self, bool value)
{
	struct swap *swap = self;
	const struct policy *now;
	int status;

	spin_lock(&swap->lock);
	now = current_policy(swap);
	status = replace(swap, make(now->rule, now->nr, value));
	spin_unlock(&swap->lock);
	return status;
}

static void ask(void *self, const struct lsm_avtab_key *key, size_t nr,
		struct lsm_avtab_swap_answer *answer)
{
	struct swap *swap = self;
	const struct policy *policy;

	memset(answer, 0, nr * sizeof(*answer));
	rcu_read_lock();
	policy = rcu_dereference(swap->policy);
	for (size_t i = 0; i < nr; i++) {
		struct lsm_avtab_rule rule;

		if (!TABLE->search(policy->table, &key[i], &rule))
			continue;
		answer[i].found = true;
		answer[i].counts = rule.key.specified & LSM_AVTAB_ENABLED;
		answer[i].data = rule.datum.data;
	}
	rcu_read_unlock();
}

static void *create(void *setup, const uint32_t *param)
{
	struct swap *swap = lsm_calloc(1, sizeof(*swap));
	struct policy *policy = swap ? make(NULL, 0, false) : NULL;

	(void)setup;
	(void)param;
	if (!policy) {
		lsm_free(swap);
		return NULL;
	}
	spin_lock_init(&swap->lock);
	RCU_INIT_POINTER(swap->policy, policy);
	return swap;
}

static void destroy(void *self)
{
	struct swap *swap = self;

	drop(rcu_dereference_protected(swap->policy, true));
	lsm_free(swap);
}

static const char *check(const void *self)
{
	const struct swap *swap = self;
	const struct policy *policy =
		rcu_dereference_protected(swap->policy, true);

	return TABLE->base.check(policy->table);
}

const struct lsm_avtab_swap_ops lsm_avtab_swapped = {
	.base = {
		.name = "swapped",
		.source = "security/selinux/ss/services.c, Linux 5.10",
		.create = create,
		.destroy = destroy,
		.check = check,
	},
	.load = load,
	.set_bool = set_bool,
	.ask = ask,
};
