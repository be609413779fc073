/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_policy.h - a binary policy, as libsepol reads it and decides by it
 */
#ifndef LSM_TESTS_DECISION_POLICY_H
#define LSM_TESTS_DECISION_POLICY_H

#include <lsm/decision.h>

/**
 * struct decision_label - a label
 * @user: its user
 * @role: its role
 * @type: its type
 * @low: its low level
 * @high: its high level
 */
struct decision_label {
	uint32_t user;
	uint32_t role;
	uint32_t type;
	struct lsm_decision_level low;
	struct lsm_decision_level high;
};

/**
 * struct decision_counts - how many values of each kind a policy has
 * @param: types, classes, roles, users and booleans, as create() takes them
 * @sensitivities: how many sensitivities
 * @categories: how many categories
 * @rules: rules outside of conditionals and in them
 * @conditionals: how many conditionals
 * @constraints: how many constraints
 * @bounds: types with a parent
 * @extended: rules with extended permissions
 */
struct decision_counts {
	uint32_t param[LSM_ARGS_MAX];
	uint32_t sensitivities;
	uint32_t categories;
	uint32_t rules[2];
	uint32_t conditionals;
	uint32_t constraints;
	uint32_t bounds;
	uint32_t extended;
};

/**
 * struct decision_policy_ops - what libsepol can do with a policy
 * @read: reads a policy of @size bytes.  Return: it, or NULL and a static text
 *	in @why
 * @free: frees it
 * @count: counts what is in it
 * @load: puts all of it into an object of an implementation.  Return: 0, or
 *	what the implementation refused something with
 * @rule: the @index-th rule, modulo their number.  Return: it, borrowed
 * @pick: a value that is or has @value, chosen by @choice.  Return: it
 * @set_bool: as struct lsm_decision_ops
 * @av: likewise, for two labels.  Return: 0; -EFAULT if it must not be asked
 *	(DE-D2); what libsepol returned
 * @new_type: likewise.  Return: 0; -EFAULT if its answer must not count
 *(DE-D5); what libsepol returned
 * @text: makes the text of a label, valid or not.  Return: it, to be freed, or
 *	NULL
 * @valid: whether a text is a valid context, and means what it says: its own
 *	text is the same.  Return: it
 */
struct decision_policy_ops {
	void *(*read)(void *image, size_t size, const char **why);
	void (*free)(void *policy);
	void (*count)(const void *policy, struct decision_counts *counts);
	int (*load)(const void *policy, const struct lsm_decision_ops *ops,
		    void *object);
	const struct lsm_decision_rule *(*rule)(const void *policy,
						uint32_t index);
	uint32_t (*pick)(const void *policy, uint32_t value, uint32_t choice);
	int (*set_bool)(void *policy, uint32_t boolean, bool value);
	int (*av)(void *policy, const struct decision_label *source,
		  const struct decision_label *target, uint32_t tclass,
		  struct lsm_decision_av *av);
	int (*new_type)(void *policy, const struct decision_label *source,
			const struct decision_label *target, uint32_t tclass,
			uint32_t kind, uint32_t *type);
	char *(*text)(void *policy, const struct decision_label *label);
	bool (*valid)(void *policy, const char *text);
};

extern const struct decision_policy_ops lsm_decision_policy;

/**
 * trees_load() - load a policy into every kernel tree of the build
 * @image: the policy
 * @size: its size
 *
 * Return: NULL; the name of a tree that refuses it, with its status in errno.
 */
const char *trees_load(const void *image, size_t size);

/* Forget what trees_load() loaded. */
void trees_unload(void);

/**
 * trees_count() - count the trees
 *
 * Return: how many are asked.
 */
size_t trees_count(void);

/**
 * trees_set_bool() - give a boolean a value in every tree
 * @boolean: the boolean
 * @value: its value
 */
void trees_set_bool(uint32_t boolean, bool value);

/*
 * Ask every tree what others have answered already; trees_extended() is about
 * the same labels and class as trees_av() before it.  Return: NULL, or the name
 * of a tree that says otherwise.
 */
const char *trees_av(const struct decision_label *label, uint32_t tclass,
		     const struct lsm_decision_av *av);
const char *trees_extended(const struct decision_label *label, uint32_t tclass,
			   const struct lsm_decision_drivers *drivers,
			   uint32_t driver,
			   const struct lsm_decision_xperms *xperms);
const char *trees_type(const struct decision_label *label, uint32_t tclass,
		       uint32_t kind, uint32_t type);
const char *trees_context(const char *text, bool valid);

#endif /* LSM_TESTS_DECISION_POLICY_H */
