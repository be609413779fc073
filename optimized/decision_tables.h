/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_tables.h - access decisions over the two access vector tables */
#ifndef LSM_DECISION_TABLES_H
#define LSM_DECISION_TABLES_H

#include "avtab_sized.h"

#include <lsm/decision.h>

/**
 * struct list - the rules of a branch, in order of addition
 * @node: where they are in the conditional table
 * @nr: how many
 * @room: how many there is room for
 */
struct list {
	struct avtab_node **node;
	uint32_t nr;
	uint32_t room;
};

/**
 * struct cond - a conditional
 * @token: its expression
 * @nr: how many tokens
 * @state: its value, -1 if undefined
 * @list: the rules that are on if it is true, and if it is false
 */
struct cond {
	struct lsm_decision_token *token;
	size_t nr;
	int state;
	struct list list[2];
};

/**
 * struct constraint - a constraint of a class
 * @next: the next one of the class
 * @perms: what it constrains
 * @nr: how many terms
 * @names: the sets of its terms, one after the other
 * @term: its expression
 */
struct constraint {
	struct constraint *next;
	uint32_t perms;
	size_t nr;
	uint64_t *names;
	struct lsm_decision_term term[];
};

/**
 * struct class - a class
 * @constraints: last one first
 * @which: whose type new objects get
 * @socket: whether it is a socket
 */
struct class
{
	struct constraint *constraints;
	enum lsm_decision_default which;
	bool socket;
};

/**
 * struct label - a label
 * @user: its user
 * @role: its role
 * @type: its type
 * @level: low and high
 * @set: whether it is not that of a new object
 */
struct label {
	uint32_t user;
	uint32_t role;
	uint32_t type;
	struct lsm_decision_level level[2];
	bool set;
};

/**
 * struct matrix - a relation of numbers from 1 to its side
 * @side: the highest number
 * @stride: words of a row
 * @word: the rows; bit b % 64 of word b / 64 of row a stands for the pair of
 *	a + 1 and b + 1
 */
struct matrix {
	uint32_t side;
	uint32_t stride;
	uint64_t *word;
};

/**
 * struct policy - an object
 * @always: the rules outside of conditionals
 * @conditional: the others
 * @slots: how many each has
 * @attributes: from types to what they are
 * @allows: from roles to those they may change to
 * @dominates: from roles to those they dominate
 * @parent: the parent of each type, or 0
 * @class: the classes
 * @value: of each boolean
 * @cond: the conditionals
 * @nr_conds: how many
 * @room_conds: how many there is room for
 * @classes: how many classes there are
 * @users: how many users
 * @bools: how many booleans
 * @process: the class process
 * @transitions: its permissions that role changes need
 * @label: the labels
 */
struct policy {
	struct avtab_table always;
	struct avtab_table conditional;
	struct lsm_avtab_size slots;
	struct matrix attributes;
	struct matrix allows;
	struct matrix dominates;
	uint32_t *parent;
	struct class *class;
	bool *value;
	struct cond *cond;
	uint32_t nr_conds;
	uint32_t room_conds;
	uint32_t classes;
	uint32_t users;
	uint32_t bools;
	uint32_t process;
	uint32_t transitions;
	struct label label[LSM_DECISION_SIDS];
};

/**
 * row() - what a number is related to
 * @matrix: the relation
 * @number: from 1 to its side
 *
 * Return: its words.
 */
static inline uint64_t *row(const struct matrix *matrix, uint32_t number)
{
	return matrix->word + (size_t)(number - 1) * matrix->stride;
}

/**
 * related() - whether a pair is in a relation
 * @matrix: the relation
 * @a: from 1 to its side
 * @b: likewise
 *
 * Return: whether it is.
 */
static inline bool related(const struct matrix *matrix, uint32_t a, uint32_t b)
{
	return row(matrix, a)[(b - 1) / 64] >> (b - 1) % 64 & 1;
}

/**
 * within() - whether a value exists
 * @value: the value
 * @nr: how many there are
 *
 * Return: true from 1 to @nr.
 */
static inline bool within(uint32_t value, uint32_t nr)
{
	return value - 1 < nr;
}

/**
 * decision_tables_switch() - evaluate a conditional and turn its rules on or
 * off
 * @policy: whose booleans count
 * @cond: the conditional
 */
void decision_tables_switch(const struct policy *policy, struct cond *cond);

/**
 * decision_tables_holds() - evaluate a constraint
 * @policy: the policy
 * @constraint: the constraint
 * @source: the source's label
 * @target: the target's label
 *
 * Return: its value.
 */
bool decision_tables_holds(const struct policy *policy,
			   const struct constraint *constraint,
			   const struct label *source,
			   const struct label *target);

/* Operations of struct lsm_decision_ops. */
int decision_tables_conditional(void *self,
				const struct lsm_decision_token *token,
				size_t nr);
int decision_tables_constrain(void *self, uint32_t tclass, uint32_t perms,
			      const struct lsm_decision_term *term, size_t nr);
int decision_tables_rule(void *self, uint32_t place,
			 const struct lsm_decision_rule *rule);
int decision_tables_av(const void *self, uint32_t source, uint32_t target,
		       uint32_t tclass, struct lsm_decision_av *av);
int decision_tables_drivers(const void *self, uint32_t source, uint32_t target,
			    uint32_t tclass,
			    struct lsm_decision_drivers *drivers);
int decision_tables_xperms(const void *self, uint32_t source, uint32_t target,
			   uint32_t tclass, uint32_t driver,
			   struct lsm_decision_xperms *xperms);
int decision_tables_new_type(const void *self, uint32_t source, uint32_t target,
			     uint32_t tclass, uint32_t kind, uint32_t *type);
void decision_tables_visit(const void *self,
			   const struct lsm_decision_visitor *visitor);

#endif /* LSM_DECISION_TABLES_H */
