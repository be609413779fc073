/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decision_rules.h - what the rules, conditionals and constraints of an access
 * decision are made of; see decision.h
 */
#ifndef LSM_DECISION_RULES_H
#define LSM_DECISION_RULES_H

#include <stddef.h>
#include <stdint.h>

/* Words of a set of 256 extended permissions or drivers. */
#define LSM_DECISION_XPERM_WORDS 8

/* Operands that an expression may have pending. */
#define LSM_DECISION_COND_DEPTH 10
#define LSM_DECISION_CONSTRAINT_DEPTH 5

/**
 * enum lsm_decision_kind - what a rule says
 * @LSM_DECISION_ALLOW: permissions that are allowed
 * @LSM_DECISION_AUDITALLOW: permissions that are audited when allowed
 * @LSM_DECISION_AUDITDENY: permissions that are audited when denied; what it
 *	lacks is not
 * @LSM_DECISION_TRANSITION: the type of a new object
 * @LSM_DECISION_MEMBER: the type of a member of a polyinstantiated object
 * @LSM_DECISION_CHANGE: the type of a relabelled object
 * @LSM_DECISION_XALLOW: extended permissions that are allowed
 * @LSM_DECISION_XAUDITALLOW: extended permissions that are audited
 * @LSM_DECISION_XDONTAUDIT: extended permissions that are not
 *
 * The numbers are those of binary policies.
 */
enum lsm_decision_kind {
	LSM_DECISION_ALLOW = 0x0001,
	LSM_DECISION_AUDITALLOW = 0x0002,
	LSM_DECISION_AUDITDENY = 0x0004,
	LSM_DECISION_TRANSITION = 0x0010,
	LSM_DECISION_MEMBER = 0x0020,
	LSM_DECISION_CHANGE = 0x0040,
	LSM_DECISION_XALLOW = 0x0100,
	LSM_DECISION_XAUDITALLOW = 0x0200,
	LSM_DECISION_XDONTAUDIT = 0x0400,
};

#define LSM_DECISION_TYPE_KINDS 0x0070u
#define LSM_DECISION_X_KINDS 0x0700u

/* What the permissions of an extended rule are: of a driver, or drivers. */
#define LSM_DECISION_FUNCTION 1u
#define LSM_DECISION_DRIVER 2u

/**
 * struct lsm_decision_rule - a rule
 * @source: a type or attribute
 * @target: a type or attribute
 * @tclass: a class
 * @kind: one of enum lsm_decision_kind
 * @data: permissions, or a type; 0 if the rule is extended
 * @xkind: LSM_DECISION_FUNCTION or LSM_DECISION_DRIVER; 0 if not extended
 * @driver: whose functions @xperms are; below 256
 * @xperms: bit n % 32 of word n / 32 stands for function or driver n
 */
struct lsm_decision_rule {
	uint32_t source;
	uint32_t target;
	uint32_t tclass;
	uint32_t kind;
	uint32_t data;
	uint32_t xkind;
	uint32_t driver;
	uint32_t xperms[LSM_DECISION_XPERM_WORDS];
};

/*
 * Where a rule stands: outside of conditionals, outside but with the bit 0x8000
 * in its key, or in the branch of a conditional that is on if it is true or
 * false.
 */
#define LSM_DECISION_ALWAYS 0u
#define LSM_DECISION_MARKED 1u
#define LSM_DECISION_TRUE(cond) (2u + 2u * (cond))
#define LSM_DECISION_FALSE(cond) (3u + 2u * (cond))

/**
 * enum lsm_decision_op - operators of a conditional, postfix
 * @LSM_DECISION_BOOL: push a boolean
 * @LSM_DECISION_NOT: negate the top
 * @LSM_DECISION_OR: for this and those below, join the two on top
 * @LSM_DECISION_AND: both
 * @LSM_DECISION_XOR: one of both
 * @LSM_DECISION_EQ: the same
 * @LSM_DECISION_NEQ: not the same
 */
enum lsm_decision_op {
	LSM_DECISION_BOOL = 1,
	LSM_DECISION_NOT,
	LSM_DECISION_OR,
	LSM_DECISION_AND,
	LSM_DECISION_XOR,
	LSM_DECISION_EQ,
	LSM_DECISION_NEQ,
};

/**
 * struct lsm_decision_token - an element of a conditional's expression
 * @op: one of enum lsm_decision_op
 * @boolean: which one, if @op is LSM_DECISION_BOOL
 */
struct lsm_decision_token {
	uint32_t op;
	uint32_t boolean;
};

/**
 * enum lsm_decision_term_kind - elements of a constraint, postfix
 * @LSM_DECISION_CNOT: negate the top
 * @LSM_DECISION_CAND: both of the two on top
 * @LSM_DECISION_COR: one of them or both
 * @LSM_DECISION_CATTR: push how source and target compare
 * @LSM_DECISION_CNAMES: push whether the source or the target is in a set
 */
enum lsm_decision_term_kind {
	LSM_DECISION_CNOT = 1,
	LSM_DECISION_CAND,
	LSM_DECISION_COR,
	LSM_DECISION_CATTR,
	LSM_DECISION_CNAMES,
};

/**
 * enum lsm_decision_attr - what a constraint looks at
 * @LSM_DECISION_USER: the users
 * @LSM_DECISION_ROLE: the roles
 * @LSM_DECISION_TYPE: the types
 * @LSM_DECISION_OF_TARGET: added to one of these in LSM_DECISION_CNAMES
 * @LSM_DECISION_L1L2: the low levels of source and target
 * @LSM_DECISION_L1H2: the source's low and the target's high level
 * @LSM_DECISION_H1L2: the source's high and the target's low level
 * @LSM_DECISION_H1H2: the high levels
 * @LSM_DECISION_L1H1: both levels of the source
 * @LSM_DECISION_L2H2: both levels of the target
 */
enum lsm_decision_attr {
	LSM_DECISION_USER = 1,
	LSM_DECISION_ROLE = 2,
	LSM_DECISION_TYPE = 4,
	LSM_DECISION_OF_TARGET = 8,
	LSM_DECISION_L1L2 = 16,
	LSM_DECISION_L1H2,
	LSM_DECISION_H1L2,
	LSM_DECISION_H1H2,
	LSM_DECISION_L1H1,
	LSM_DECISION_L2H2,
};

/**
 * enum lsm_decision_relation - how a constraint compares
 * @LSM_DECISION_IS: equal, or in the set
 * @LSM_DECISION_ISNT: not so
 * @LSM_DECISION_DOM: the first dominates the second; from here on roles and
 *	levels only
 * @LSM_DECISION_DOMBY: the second dominates the first
 * @LSM_DECISION_INCOMP: neither
 */
enum lsm_decision_relation {
	LSM_DECISION_IS = 1,
	LSM_DECISION_ISNT,
	LSM_DECISION_DOM,
	LSM_DECISION_DOMBY,
	LSM_DECISION_INCOMP,
};

/**
 * struct lsm_decision_term - an element of a constraint's expression
 * @kind: one of enum lsm_decision_term_kind
 * @attr: of enum lsm_decision_attr; any number in operators
 * @relation: one of enum lsm_decision_relation; any number in operators
 * @names: for LSM_DECISION_CNAMES, the set: bit (v - 1) % 64 of word
 *	(v - 1) / 64 stands for the value v, which need not exist
 * @nr_words: how many words
 */
struct lsm_decision_term {
	uint32_t kind;
	uint32_t attr;
	uint32_t relation;
	const uint64_t *names;
	size_t nr_words;
};

#endif /* LSM_DECISION_RULES_H */
