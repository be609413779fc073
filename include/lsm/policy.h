/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy.h - contract of the rules section of a binary policy
 *
 * A policy in binary form has its rules in one piece: a table of rules that
 * always hold, then the conditionals.  A conditional is an expression over
 * booleans, the rules that hold if it is true, and those that hold if it is
 * false.  What is read is an object; nothing is made by hand.
 *
 * Source: security/selinux/ss/avtab.c, conditional.c (Linux 6.12),
 * libsepol/src/avtab.c, conditional.c (libsepol 3.4).
 */
#ifndef LSM_POLICY_H
#define LSM_POLICY_H

#include <lsm/avtab.h>

/* The nodes of an expression. */
enum {
	LSM_POLICY_BOOLEAN = 1, /* the value of a boolean */
	LSM_POLICY_NOT,
	LSM_POLICY_OR,
	LSM_POLICY_AND,
	LSM_POLICY_XOR,
	LSM_POLICY_EQ,
	LSM_POLICY_NEQ,
};

/* The most operands that an expression may have waiting. */
#define LSM_POLICY_DEPTH 10

/* Booleans are numbered from 1 to at most this; their values fit a u32. */
#define LSM_POLICY_BOOLEANS 32u

/* The shortest conditional in an image: four u32. */
#define LSM_POLICY_IMAGE_CONDITIONAL 16u

/* A node of an expression in an image: two u32. */
#define LSM_POLICY_IMAGE_NODE 8u

/**
 * struct lsm_policy_limits - what the rest of the policy declares
 * @rules: types and classes
 * @booleans: how many booleans; at most LSM_POLICY_BOOLEANS
 */
struct lsm_policy_limits {
	struct lsm_avtab_limits rules;
	uint32_t booleans;
};

/**
 * struct lsm_policy_node - a node of an expression
 * @kind: one of LSM_POLICY_BOOLEAN to LSM_POLICY_NEQ
 * @boolean: which boolean; of other kinds a number without a meaning
 */
struct lsm_policy_node {
	uint32_t kind;
	uint32_t boolean;
};

/**
 * struct lsm_policy_conditional - a conditional
 * @state: 1 if its expression is true, 0 if false, -1 if undefined
 * @nodes: how many nodes its expression has
 */
struct lsm_policy_conditional {
	int state;
	uint32_t nodes;
};

/**
 * typedef lsm_policy_visit_fn - told of one node
 * @node: the node
 * @arg: the caller's
 */
typedef void lsm_policy_visit_fn(const struct lsm_policy_node *node, void *arg);

/**
 * struct lsm_policy_ops - an implementation of the rules section
 * @base: what every implementation provides; create() takes no parameters
 * @read: makes the object that of an image, with bit b - 1 of @values as the
 *	value of boolean b.  Return: 0, and the length of the section in @used
 *	(what follows it is left alone); -EINVAL if it is truncated or not
 *	valid; -ENOMEM.  The object is empty after both errors, @used untouched
 * @read_rules: reads the table that begins an image only; the object has no
 *	conditionals then.  Return: as @read
 * @evaluate: gives the booleans other values: all conditionals get the state
 *	that their expressions have, all their rules are switched
 * @search: finds an unconditional rule: the first of its triple that has a
 *	rule bit in @key->specified.  Return: true and the rule in @rule; false,
 *	@rule untouched
 * @conditional: shows a conditional, counted from 0.  Return: false, and @out
 *	untouched, if there are not so many
 * @expression: calls @visit for each node of a conditional, in postfix order.
 *	There is such a conditional
 * @branch: calls @visit for each rule of a conditional, in the order of the
 *	image: of those that hold if it is true, or if @otherwise of those that
 *	hold if it is false.  There is such a conditional
 * @walk: calls @visit for each conditional rule of a triple, whatever its
 *	conditional, that has a rule bit in @key->specified
 * @rules: calls @visit for each unconditional rule.  Rules of one triple come
 *	one after the other, in their order; which triple comes first is not
 *	said
 *
 * Order within a triple: a rule goes before the first that has the same rule
 * bit, or behind all if there is none; rules go in in the order of the image.
 * So it is among unconditional and, separately, among conditional rules.
 *
 * The rules of the branch that holds have LSM_AVTAB_ENABLED, those of the other
 * have not; nor has any rule of a conditional that is undefined.  What the
 * image says of it, in its rules and as the state of a conditional, is ignored.
 * An unconditional rule keeps the bit as it is in the image.
 *
 * An expression is undefined if it is empty, if an operator lacks an operand,
 * or if more than LSM_POLICY_DEPTH operands wait.  Operands left over are no
 * fault: the first of them is the result.
 *
 * The section, in little endian: the image of a table as in avtab.h, a key
 * with one rule bit being there once; a u32, the number of conditionals; then
 * for each a u32, its state, a u32, the number of nodes, two u32 for each node,
 * its kind and its boolean, and two lists of rules: a u32, their number, and
 * the rules as in a table.  Conditional rules are valid as others are, and may
 * repeat one another.  A type rule must not: its key is neither in the table,
 * nor in another conditional, nor twice in one branch; both branches of one
 * conditional may have it.  A node's kind is known, and its boolean at most
 * @booleans, and at least 1 if the kind is LSM_POLICY_BOOLEAN.
 *
 * Context: one thread at a time per object, or many threads that only look.
 */
struct lsm_policy_ops {
	struct lsm_ops base;
	int (*read)(void *self, const struct lsm_policy_limits *limits,
		    uint32_t values, const uint8_t *image, size_t size,
		    size_t *used);
	int (*read_rules)(void *self, const struct lsm_avtab_limits *limits,
			  const uint8_t *image, size_t size, size_t *used);
	void (*evaluate)(void *self, uint32_t values);
	bool (*search)(const void *self, const struct lsm_avtab_key *key,
		       struct lsm_avtab_rule *rule);
	bool (*conditional)(const void *self, uint32_t nth,
			    struct lsm_policy_conditional *out);
	void (*expression)(const void *self, uint32_t nth,
			   lsm_policy_visit_fn *visit, void *arg);
	void (*branch)(const void *self, uint32_t nth, bool otherwise,
		       lsm_avtab_visit_fn *visit, void *arg);
	void (*walk)(const void *self, const struct lsm_avtab_key *key,
		     lsm_avtab_visit_fn *visit, void *arg);
	void (*rules)(const void *self, lsm_avtab_visit_fn *visit, void *arg);
};

#endif /* LSM_POLICY_H */
