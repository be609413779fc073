/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decision_words.h - the helpers of the operation table of access decisions */
#ifndef LSM_FUZZERS_DECISION_WORDS_H
#define LSM_FUZZERS_DECISION_WORDS_H

#include <lsm/decision.h>

/* The longest expressions that programs have. */
#define DECISION_TOKENS_MAX 64
#define DECISION_TERMS_MAX 32

/* Words of a set of names. */
#define DECISION_NAMES 2

/**
 * decision_tokens() - read the expression of a conditional
 * @payload: a byte a token: a boolean, or 0x80 and an operator
 * @len: its length; what is beyond DECISION_TOKENS_MAX is left out
 * @token: receives the tokens
 *
 * Return: how many.
 */
size_t decision_tokens(const uint8_t *payload, size_t len,
		       struct lsm_decision_token token[DECISION_TOKENS_MAX]);

/**
 * decision_terms() - read the expression of a constraint
 * @payload: four bytes a term: kind, attribute, relation and a set of the
 *	values 1 to 6, 64 and 65
 * @len: its length; an incomplete term and what is beyond DECISION_TERMS_MAX
 *	is left out
 * @term: receives the terms
 * @names: receives their sets
 *
 * Return: how many.
 */
size_t decision_terms(const uint8_t *payload, size_t len,
		      struct lsm_decision_term term[DECISION_TERMS_MAX],
		      uint64_t names[DECISION_TERMS_MAX][DECISION_NAMES]);

/**
 * decision_make_tokens() - write a likely expression of a conditional
 * @random: where choices come from
 * @buf: receives it
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t decision_make_tokens(struct lsm_random *random, uint8_t *buf,
			    size_t max);

/**
 * decision_make_terms() - write a likely expression of a constraint
 * @random: where choices come from
 * @buf: receives it
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t decision_make_terms(struct lsm_random *random, uint8_t *buf, size_t max);

/* The dump: all that an object holds, in whatever order it tells it. */
void decision_dump(const struct lsm_call *call, struct lsm_obs *obs);

/* The calls behind the operations, each named after its word. */
lsm_run_fn decision_run_attribute, decision_run_bounds, decision_run_class,
	decision_run_process, decision_run_role_allow, decision_run_dominate,
	decision_run_set_bool, decision_run_label, decision_run_range,
	decision_run_if, decision_run_constrain, decision_run_allow,
	decision_run_auditallow, decision_run_auditdeny,
	decision_run_type_transition, decision_run_type_member,
	decision_run_type_change, decision_run_xallow, decision_run_xauditallow,
	decision_run_xdontaudit, decision_run_av, decision_run_drivers,
	decision_run_xperms, decision_run_transition, decision_run_member,
	decision_run_change, decision_run_state;

/*
 * Known differences of libsepol; each is a row of FINDINGS.md and judges a call
 * by the reference's objects.
 */
bool decision_no_class(const struct lsm_call *call);
bool decision_line_of_bounds(const struct lsm_call *call);
bool decision_constraint_fails(const struct lsm_call *call);
bool decision_is_socket(const struct lsm_call *call);

#endif /* LSM_FUZZERS_DECISION_WORDS_H */
