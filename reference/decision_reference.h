/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_reference.h - what the files of the decision reference share */
#ifndef LSM_REFERENCE_DECISION_REFERENCE_H
#define LSM_REFERENCE_DECISION_REFERENCE_H

#include <lsm/decision.h>

/**
 * struct decision_reference_rule - a rule and where it stands
 * @place: LSM_DECISION_ALWAYS, ...
 * @rule: what it says
 */
struct decision_reference_rule {
	uint32_t place;
	struct lsm_decision_rule rule;
};

/**
 * struct decision_reference_constraint - a constraint of a class
 * @perms: what it constrains
 * @term: its expression; names are the constraint's own
 * @nr: how many terms
 */
struct decision_reference_constraint {
	uint32_t perms;
	struct lsm_decision_term *term;
	size_t nr;
};

/**
 * struct decision_reference_class - a class
 * @which: whose type new objects get
 * @socket: whether it is a socket
 * @rule: rules of the class in order of addition
 * @nr_rules: how many
 * @constraint: constraints of the class in order of addition
 * @nr_constraints: how many
 */
struct decision_reference_class {
	enum lsm_decision_default which;
	bool socket;
	struct decision_reference_rule *rule;
	size_t nr_rules;
	struct decision_reference_constraint *constraint;
	size_t nr_constraints;
};

/**
 * struct decision_reference_cond - a conditional
 * @token: its expression
 * @nr: how many tokens
 */
struct decision_reference_cond {
	struct lsm_decision_token *token;
	size_t nr;
};

/**
 * struct decision_reference_label - a label
 * @user: its user
 * @role: its role
 * @type: its type
 * @level: low and high
 * @set: whether it is not that of a new object
 */
struct decision_reference_label {
	uint32_t user;
	uint32_t role;
	uint32_t type;
	struct lsm_decision_level level[2];
	bool set;
};

/**
 * struct decision_reference - an object
 * @types: how many types there are
 * @classes: how many classes
 * @roles: how many roles
 * @users: how many users
 * @bools: how many booleans
 * @has: for each type and each value whether the type is or has it
 * @parent: the parent of each type, or 0
 * @class: the classes
 * @process: the class process
 * @transitions: its permissions that role changes need
 * @allows: for each pair of roles whether the first may change to the second
 * @dominates: for each pair of roles whether the first dominates the second
 * @value: of each boolean
 * @cond: the conditionals
 * @nr_conds: how many
 * @label: the labels
 *
 * What has the value v has the index v - 1.
 */
struct decision_reference {
	uint32_t types;
	uint32_t classes;
	uint32_t roles;
	uint32_t users;
	uint32_t bools;
	bool *has;
	uint32_t *parent;
	struct decision_reference_class *class;
	uint32_t process;
	uint32_t transitions;
	bool *allows;
	bool *dominates;
	bool *value;
	struct decision_reference_cond *cond;
	size_t nr_conds;
	struct decision_reference_label label[LSM_DECISION_SIDS];
};

/**
 * decision_reference_pair() - the entry of a square table
 * @table: the table
 * @side: how many rows and columns it has
 * @row: a value from 1 to @side
 * @column: likewise
 *
 * Return: where the entry is.
 */
static inline bool *decision_reference_pair(bool *table, uint32_t side,
					    uint32_t row, uint32_t column)
{
	return &table[(size_t)(row - 1) * side + column - 1];
}

/**
 * decision_reference_evaluate() - evaluate a conditional
 * @policy: whose booleans count
 * @cond: the conditional
 *
 * Return: 1, 0, or -1 if it is undefined.
 */
int decision_reference_evaluate(const struct decision_reference *policy,
				const struct decision_reference_cond *cond);

/**
 * decision_reference_enabled() - whether a rule's place is on
 * @policy: the policy
 * @place: the place
 *
 * Return: true outside of conditionals and in branches that are on.
 */
bool decision_reference_enabled(const struct decision_reference *policy,
				uint32_t place);

/**
 * decision_reference_holds() - evaluate a constraint
 * @policy: the policy
 * @constraint: the constraint
 * @source: the source's label
 * @target: the target's label
 *
 * Return: its value.
 */
bool decision_reference_holds(
	const struct decision_reference *policy,
	const struct decision_reference_constraint *constraint,
	const struct decision_reference_label *source,
	const struct decision_reference_label *target);

/* Operations of struct lsm_decision_ops that add rules and expressions. */
int decision_reference_conditional(void *self,
				   const struct lsm_decision_token *token,
				   size_t nr);
int decision_reference_constrain(void *self, uint32_t tclass, uint32_t perms,
				 const struct lsm_decision_term *term,
				 size_t nr);
int decision_reference_rule(void *self, uint32_t place,
			    const struct lsm_decision_rule *rule);

/* Operations of struct lsm_decision_ops that answer questions. */
int decision_reference_av(const void *self, uint32_t source, uint32_t target,
			  uint32_t tclass, struct lsm_decision_av *av);
int decision_reference_drivers(const void *self, uint32_t source,
			       uint32_t target, uint32_t tclass,
			       struct lsm_decision_drivers *drivers);
int decision_reference_xperms(const void *self, uint32_t source,
			      uint32_t target, uint32_t tclass, uint32_t driver,
			      struct lsm_decision_xperms *xperms);
int decision_reference_new_type(const void *self, uint32_t source,
				uint32_t target, uint32_t tclass, uint32_t kind,
				uint32_t *type);
int decision_reference_state(const void *self, uint32_t cond, int *state);
void decision_reference_visit(const void *self,
			      const struct lsm_decision_visitor *visitor);

#endif /* LSM_REFERENCE_DECISION_REFERENCE_H */
