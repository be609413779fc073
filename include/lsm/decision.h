/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decision.h - contract of SELinux access decisions
 *
 * An object is a policy, made of rules one after the other, and the labels that
 * questions are about.  Asked for a source, a target and a class it says what
 * is allowed, what is audited, and which type a new object gets.  Values of
 * types, classes, roles, users and booleans count from 1; an attribute is a
 * value of a type like others.
 *
 * Source: security/selinux/ss/services.c, conditional.c and policydb.c
 * (Linux 6.12), libsepol/src/services.c and conditional.c (libsepol 3.4).
 */
#ifndef LSM_DECISION_H
#define LSM_DECISION_H

#include <lsm/decision_rules.h>
#include <lsm/structure.h>

/* Labels of an object, which questions name by index. */
#define LSM_DECISION_SIDS 8

/* What create() makes of a parameter that is 0. */
#define LSM_DECISION_TYPES 8
#define LSM_DECISION_CLASSES 4
#define LSM_DECISION_ROLES 3
#define LSM_DECISION_USERS 3
#define LSM_DECISION_BOOLS 4

/* How many values may stand above a type in its line of bounds. */
#define LSM_DECISION_BOUNDS_MAX 3

/* The class that is process, and its transition and dyntransition, at first. */
#define LSM_DECISION_PROCESS 1u
#define LSM_DECISION_TRANSITIONS 0x00800002u

/**
 * struct lsm_decision_level - an MLS level
 * @sens: its sensitivity, any number
 * @cats: its categories
 */
struct lsm_decision_level {
	uint32_t sens;
	uint64_t cats;
};

/**
 * struct lsm_decision_av - an access vector decision
 * @allowed: permissions that are allowed
 * @auditallow: permissions that are audited when allowed
 * @auditdeny: permissions that are audited when denied
 */
struct lsm_decision_av {
	uint32_t allowed;
	uint32_t auditallow;
	uint32_t auditdeny;
};

/**
 * struct lsm_decision_drivers - for which drivers there are extended rules
 * @any: whether there are extended rules at all
 * @set: the drivers
 */
struct lsm_decision_drivers {
	bool any;
	uint32_t set[LSM_DECISION_XPERM_WORDS];
};

/**
 * struct lsm_decision_xperms - the extended permissions of one driver
 * @used: bit 0, 1 and 2 if a rule said something on the next three
 * @allowed: functions that are allowed
 * @auditallow: functions that are audited
 * @dontaudit: functions that are not
 */
struct lsm_decision_xperms {
	uint32_t used;
	uint32_t allowed[LSM_DECISION_XPERM_WORDS];
	uint32_t auditallow[LSM_DECISION_XPERM_WORDS];
	uint32_t dontaudit[LSM_DECISION_XPERM_WORDS];
};

/**
 * enum lsm_decision_default - whose type a new object has without a rule
 * @LSM_DECISION_UNSET: the source's if the class is process or a socket, else
 *	the target's
 * @LSM_DECISION_SOURCE: the source's
 * @LSM_DECISION_TARGET: the target's
 */
enum lsm_decision_default {
	LSM_DECISION_UNSET,
	LSM_DECISION_SOURCE,
	LSM_DECISION_TARGET,
};

#define LSM_DECISION_DEFAULTS 3

/**
 * enum lsm_decision_fact_kind - what else an object holds, besides rules
 * @LSM_DECISION_F_TYPES: number of types; comes before all others
 * @LSM_DECISION_F_CLASSES: number of classes
 * @LSM_DECISION_F_ATTRIBUTE: type, attribute other than itself
 * @LSM_DECISION_F_BOUNDS: type, parent other than 0
 * @LSM_DECISION_F_CLASS: class, default other than LSM_DECISION_UNSET or
 *	socket 1: both
 * @LSM_DECISION_F_PROCESS: class, permissions
 * @LSM_DECISION_F_ROLE_ALLOW: role, new role
 * @LSM_DECISION_F_DOMINATES: role, dominated role
 * @LSM_DECISION_F_BOOLEAN: boolean that is true
 * @LSM_DECISION_F_CONDITIONAL: index, state: 0, 1, or 0xffffffff for undefined
 * @LSM_DECISION_F_CONSTRAINT: class, permissions, number of terms
 * @LSM_DECISION_F_LABEL: of a label that was set: index, user, role, type
 * @LSM_DECISION_F_LEVEL: of a label that was set: index, 0 for low or 1 for
 *	high, sensitivity, lower and upper half of the categories
 */
enum lsm_decision_fact_kind {
	LSM_DECISION_F_TYPES,
	LSM_DECISION_F_CLASSES,
	LSM_DECISION_F_ATTRIBUTE,
	LSM_DECISION_F_BOUNDS,
	LSM_DECISION_F_CLASS,
	LSM_DECISION_F_PROCESS,
	LSM_DECISION_F_ROLE_ALLOW,
	LSM_DECISION_F_DOMINATES,
	LSM_DECISION_F_BOOLEAN,
	LSM_DECISION_F_CONDITIONAL,
	LSM_DECISION_F_CONSTRAINT,
	LSM_DECISION_F_LABEL,
	LSM_DECISION_F_LEVEL,
};

#define LSM_DECISION_FACT_VALUES 5

/**
 * struct lsm_decision_fact - one thing that an object holds
 * @kind: what it is
 * @value: see there; the rest is 0
 */
struct lsm_decision_fact {
	enum lsm_decision_fact_kind kind;
	uint32_t value[LSM_DECISION_FACT_VALUES];
};

/**
 * struct lsm_decision_visitor - told what an object holds
 * @fact: called for each fact, in any order
 * @rule: called for each rule, in any order, with where it stands and whether
 *	it is on; outside of conditionals it is
 * @arg: handed to both
 */
struct lsm_decision_visitor {
	void (*fact)(const struct lsm_decision_fact *fact, void *arg);
	void (*rule)(uint32_t place, const struct lsm_decision_rule *rule,
		     bool enabled, void *arg);
	void *arg;
};

/**
 * struct lsm_decision_ops - an implementation of access decisions
 * @base: what every implementation provides.  create() takes five parameters,
 *	how many types (attributes included), classes, roles, users and booleans
 *	there are, each 0 for what this header says, at most 65,535.  A new
 *	object has no rules.  Its label i has the user 1 + i modulo their
 *number, role and type likewise, low level 1 without categories, high level 1 +
 *i with the categories below i
 * @attribute: gives a type an attribute, any value of a type.  Twice is once.
 *	Return: 0; -EINVAL; -ENOMEM
 * @bounds: makes @parent the parent of a type, or none if 0.  Return: 0;
 *	-EINVAL, also if a type would have more than LSM_DECISION_BOUNDS_MAX
 *	values above it, among them itself
 * @class_default: says whose type a new object of a class has without a rule,
 *	and whether the class is a socket.  Return: 0; -EINVAL
 * @process: says which class is process and what its transitions are.  Return:
 *	0; -EINVAL
 * @role_allow: lets a role change to another.  Twice is once.  Return: 0;
 *	-EINVAL; -ENOMEM
 * @dominate: lets a role dominate another; at first none does, not even itself.
 *	Return: 0; -EINVAL; -ENOMEM
 * @set_bool: gives a boolean a value and evaluates every conditional.  Return:
 *	0; -EINVAL
 * @label: sets user, role and type of a label.  @sid is below
 *	LSM_DECISION_SIDS.  Return: 0; -EINVAL if one of them does not exist
 * @range: sets the levels of a label.  Return: 0; -ENOMEM
 * @conditional: adds a conditional of @nr tokens with two empty branches.
 *	Return: 0; -EINVAL if an operator is unknown or a boolean does not
 *exist; -ENOMEM
 * @constrain: adds a constraint of @nr terms: @perms of a class are allowed
 *	only if it is true.  Return: 0; -EINVAL if the class does not exist, a
 *	term is none, or the postfix expression needs an operand it has not, has
 *	more than LSM_DECISION_CONSTRAINT_DEPTH pending or does not end with
 *one; -ENOMEM
 * @rule: adds a rule.  Return: 0; -EINVAL if its place or a value does not
 *	exist, the data of a type rule included, or @xkind is unknown; -EEXIST
 *if it stands outside, is not extended, and a rule there has the same source,
 *	target, class and kind, or if it is a type rule of a conditional and a
 *	rule like that stands outside, in the same branch or in another
 *	conditional; -ENOMEM
 * @av: decides.  Return: 0; -ENOMEM, from peers only
 * @drivers: finds the drivers that extended rules name.  Return: 0; -ENOMEM,
 *	from peers only
 * @xperms: decides for one driver, below 256.  Return: 0; -ENOMEM, from peers
 *	only
 * @new_type: finds the type that an object gets by rules of one kind of
 *	LSM_DECISION_TYPE_KINDS.  Return: 0; -ENOMEM, from peers only
 * @state: evaluates a conditional, by index in order of addition: 1, 0, or -1
 *	if it is undefined.  Return: 0; -EINVAL if there is none
 * @visit: tells all that the object holds
 *
 * A conditional is undefined if it has no token, an operator lacks an operand,
 * or an operand follows LSM_DECISION_COND_DEPTH pending ones; else it is the
 * operand pushed first, whatever is left above it.  True turns one branch on,
 * false the other, undefined none.
 *
 * The rules that count are those outside and those of branches that are on
 * whose source and target are, or are attributes of, the types in question, and
 * whose class it is.  What they allow and audit adds up; auditdeny is what all
 * of them have in common.  LSM_DECISION_MARKED rules with permissions do not
 * count; type rules and extended ones do.  Then permissions are removed whose
 * constraint is false; if the class is process, the roles differ and no
 * role_allow joins them, the transitions; if the source's type has a parent,
 * those that its parent is not allowed on the target, or on the parent of the
 * target's type if that has one, decided the same way.  Nobody is allowed
 * anything on a class that does not exist, or asked about extended rules there.
 *
 * An extended rule names drivers, or the one whose functions it lists.  For a
 * driver it says something if it names it: on those functions, or on all.
 *
 * Type rules count for the very types, not their attributes: the one outside,
 * else the first one in a branch that is on, else the default.
 *
 * After any error the object is unchanged.
 *
 * Context: one thread at a time per object, and per setup.
 */
struct lsm_decision_ops {
	struct lsm_ops base;
	int (*attribute)(void *self, uint32_t type, uint32_t attribute);
	int (*bounds)(void *self, uint32_t type, uint32_t parent);
	int (*class_default)(void *self, uint32_t tclass,
			     enum lsm_decision_default which, bool socket);
	int (*process)(void *self, uint32_t tclass, uint32_t perms);
	int (*role_allow)(void *self, uint32_t role, uint32_t new_role);
	int (*dominate)(void *self, uint32_t role, uint32_t dominated);
	int (*set_bool)(void *self, uint32_t boolean, bool value);
	int (*label)(void *self, uint32_t sid, uint32_t user, uint32_t role,
		     uint32_t type);
	int (*range)(void *self, uint32_t sid,
		     const struct lsm_decision_level *low,
		     const struct lsm_decision_level *high);
	int (*conditional)(void *self, const struct lsm_decision_token *token,
			   size_t nr);
	int (*constrain)(void *self, uint32_t tclass, uint32_t perms,
			 const struct lsm_decision_term *term, size_t nr);
	int (*rule)(void *self, uint32_t place,
		    const struct lsm_decision_rule *rule);
	int (*av)(const void *self, uint32_t source, uint32_t target,
		  uint32_t tclass, struct lsm_decision_av *av);
	int (*drivers)(const void *self, uint32_t source, uint32_t target,
		       uint32_t tclass, struct lsm_decision_drivers *drivers);
	int (*xperms)(const void *self, uint32_t source, uint32_t target,
		      uint32_t tclass, uint32_t driver,
		      struct lsm_decision_xperms *xperms);
	int (*new_type)(const void *self, uint32_t source, uint32_t target,
			uint32_t tclass, uint32_t kind, uint32_t *type);
	int (*state)(const void *self, uint32_t cond, int *state);
	void (*visit)(const void *self,
		      const struct lsm_decision_visitor *visitor);
};

#endif /* LSM_DECISION_H */
