/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * avtab_swap.h - contract of a policy that is replaced while it is asked
 *
 * The rules of a policy behind one pointer: who asks sees one policy, all of
 * it, from the first answer to the last; who loads one, or switches a boolean,
 * makes another policy and puts it in the place of the old one.
 *
 * Source: selinux_policy_commit() and security_set_bools() in
 * security/selinux/ss/services.c (Linux 5.10 to 6.12).
 */
#ifndef LSM_AVTAB_SWAP_H
#define LSM_AVTAB_SWAP_H

#include <lsm/avtab.h>

/**
 * struct lsm_avtab_swap_rule - a rule of a policy
 * @key: its key, with one rule bit of LSM_AVTAB_VECTOR or LSM_AVTAB_TYPE
 * @data: what it says
 * @conditional: whether it counts only while the policy's boolean is true
 */
struct lsm_avtab_swap_rule {
	struct lsm_avtab_key key;
	uint32_t data;
	bool conditional;
};

/**
 * struct lsm_avtab_swap_answer - what a policy says about a key
 * @found: whether it has a rule with the key
 * @counts: whether the rule is not conditional, or the boolean is true
 * @data: what the rule says
 */
struct lsm_avtab_swap_answer {
	bool found;
	bool counts;
	uint32_t data;
};

/**
 * struct lsm_avtab_swap_ops - an implementation
 * @base: create() takes no parameters and makes a policy without rules, its
 *	boolean false; destroy() needs that all readers are gone and deferred
 *	functions have returned
 * @load: replaces the policy by @nr rules, no two with one key; the boolean
 *	stays as it is.  Return: 0; -ENOMEM, the policy as it was
 * @set_bool: sets the boolean.  Return: 0; -ENOMEM, the policy as it was
 * @ask: asks one policy for @nr keys; @answer receives as many answers
 *
 * Context: any number of threads, all at once.  load() and set_bool() come one
 * after the other; what one of them has returned from is what asks from then
 * on see, or something newer.
 */
struct lsm_avtab_swap_ops {
	struct lsm_ops base;
	int (*load)(void *self, const struct lsm_avtab_swap_rule *rule,
		    size_t nr);
	int (*set_bool)(void *self, bool value);
	void (*ask)(void *self, const struct lsm_avtab_key *key, size_t nr,
		    struct lsm_avtab_swap_answer *answer);
};

extern const struct lsm_avtab_swap_ops lsm_avtab_swapped;

#endif /* LSM_AVTAB_SWAP_H */
