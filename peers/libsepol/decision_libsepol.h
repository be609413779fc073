/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_libsepol.h - what the files of the decision adapter share */
#ifndef LSM_PEERS_DECISION_LIBSEPOL_H
#define LSM_PEERS_DECISION_LIBSEPOL_H

#include <lsm/decision.h>

#include <sepol/policydb/policydb.h>
#include <sepol/policydb/sidtab.h>

/* It calls a field bool, which is a macro. */
#undef bool
#define bool boolean
#include <sepol/policydb/conditional.h>
#undef bool
#define bool _Bool

/**
 * struct decision_libsepol - an object
 * @db: the policy; its tables of values point to the arrays below
 * @sids: its labels; label i has the SID i + 1
 * @type: the types
 * @class: the classes
 * @role: the roles
 * @user: the users
 * @boolean: the booleans
 * @set: which labels are not those of a new object
 * @socket: for each class whether it is a socket, which libsepol does not know
 *
 * What has the value v has the index v - 1.
 */
struct decision_libsepol {
	policydb_t db;
	sidtab_t sids;
	bool set[LSM_DECISION_SIDS];
	type_datum_t *type;
	class_datum_t *class;
	role_datum_t *role;
	user_datum_t *user;
	cond_bool_datum_t *boolean;
	bool *socket;
};

/**
 * decision_libsepol_exists() - whether a policy has a value
 * @self: the object
 * @table: of which symbols, SYM_TYPES and so on
 * @value: the value
 *
 * Return: whether it has.
 */
static inline bool decision_libsepol_exists(const void *self, int table,
					    uint32_t value)
{
	const struct decision_libsepol *decision = self;

	return value && value <= decision->db.symtab[table].nprim;
}

/* Operations of struct lsm_decision_ops and of its base. */
void *decision_libsepol_create(void *setup, const uint32_t *param);
void decision_libsepol_destroy(void *self);
void decision_libsepol_clear(void *self);
int decision_libsepol_conditional(void *self,
				  const struct lsm_decision_token *token,
				  size_t nr);
int decision_libsepol_constrain(void *self, uint32_t tclass, uint32_t perms,
				const struct lsm_decision_term *term,
				size_t nr);
int decision_libsepol_rule(void *self, uint32_t place,
			   const struct lsm_decision_rule *rule);
void decision_libsepol_visit(const void *self,
			     const struct lsm_decision_visitor *visitor);

#endif /* LSM_PEERS_DECISION_LIBSEPOL_H */
