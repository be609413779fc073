/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expressions of conditionals and constraints as payloads. */
#include "decision_words.h"

#define OPERATOR 0x80u
#define TERM_BYTES 4u

size_t decision_tokens(const uint8_t *payload, size_t len,
		       struct lsm_decision_token token[DECISION_TOKENS_MAX])
{
	size_t nr = len < DECISION_TOKENS_MAX ? len : DECISION_TOKENS_MAX;

	for (size_t i = 0; i < nr; i++) {
		bool is_bool = payload[i] < OPERATOR;

		token[i].op =
			is_bool ? LSM_DECISION_BOOL : payload[i] - OPERATOR;
		token[i].boolean = is_bool ? payload[i] : 0;
	}
	return nr;
}

size_t decision_terms(const uint8_t *payload, size_t len,
		      struct lsm_decision_term term[DECISION_TERMS_MAX],
		      uint64_t names[DECISION_TERMS_MAX][DECISION_NAMES])
{
	size_t nr = len / TERM_BYTES;

	if (nr > DECISION_TERMS_MAX)
		nr = DECISION_TERMS_MAX;
	for (size_t i = 0; i < nr; i++) {
		const uint8_t *byte = payload + TERM_BYTES * i;

		names[i][0] = (byte[3] & 0x3f) | (uint64_t)(byte[3] >> 6 & 1)
							 << 63;
		names[i][1] = byte[3] >> 7;
		term[i] = (struct lsm_decision_term){
			.kind = byte[0],
			.attr = byte[1],
			.relation = byte[2],
			.names = names[i],
			.nr_words = names[i][1] ? 2 : names[i][0] != 0,
		};
	}
	return nr;
}

size_t decision_make_tokens(struct lsm_random *random, uint8_t *buf, size_t max)
{
	uint32_t shape = lsm_random_below(random, 16);
	size_t wanted = 1 + lsm_random_below(random, 6), len = 0, pending = 0;

	if (shape == 0) /* empty */
		return 0;
	if (shape == 1) /* about the depth of the stack */
		wanted = LSM_DECISION_COND_DEPTH - 1 +
			 lsm_random_below(random, 3);
	while (len < max && wanted) {
		if (lsm_random_below(random, 5) == 0) {
			buf[len++] = OPERATOR | LSM_DECISION_NOT;
			wanted -= shape == 2; /* on nothing, perhaps */
		} else if (shape != 1 && pending > 1 &&
			   lsm_random_below(random, 2)) {
			buf[len++] = (uint8_t)(OPERATOR |
					       (LSM_DECISION_OR +
						lsm_random_below(random, 5)));
			pending--;
		} else {
			buf[len++] = (uint8_t)(1 + lsm_random_below(random, 4));
			pending++;
			wanted--;
		}
	}
	while (shape != 3 && len < max && pending-- > 1)
		buf[len++] =
			(uint8_t)(OPERATOR | (LSM_DECISION_OR +
					      lsm_random_below(random, 5)));
	return len;
}

static void make_operand(struct lsm_random *random, uint8_t *term)
{
	static const uint8_t attr[] = {
		LSM_DECISION_USER, LSM_DECISION_ROLE, LSM_DECISION_TYPE,
		LSM_DECISION_L1L2, LSM_DECISION_L1H2, LSM_DECISION_H1L2,
		LSM_DECISION_H1H2, LSM_DECISION_L1H1, LSM_DECISION_L2H2,
	};

	if (lsm_random_below(random, 2)) {
		term[0] = LSM_DECISION_CNAMES;
		term[1] = (uint8_t)(attr[lsm_random_below(random, 3)] |
				    8 * lsm_random_below(random, 2));
		term[2] = (uint8_t)(1 + lsm_random_below(random, 2));
		term[3] = (uint8_t)lsm_random_below(random, 256);
		return;
	}
	term[0] = LSM_DECISION_CATTR;
	term[1] = attr[lsm_random_below(random, LSM_ARRAY_SIZE(attr))];
	term[2] = (uint8_t)(1 +
			    lsm_random_below(
				    random,
				    term[1] == LSM_DECISION_USER ||
						    term[1] == LSM_DECISION_TYPE
					    ? 2
					    : 5));
	term[3] = 0;
}

static void make_operator(uint8_t *term, uint32_t kind)
{
	term[0] = (uint8_t)kind;
	term[1] = 0;
	term[2] = 0;
	term[3] = 0;
}

size_t decision_make_terms(struct lsm_random *random, uint8_t *buf, size_t max)
{
	size_t nr = 1 + lsm_random_below(random, 3), len = 0;

	if (lsm_random_below(random, 16) == 0)
		nr = LSM_DECISION_CONSTRAINT_DEPTH +
		     lsm_random_below(random, 2);
	for (size_t i = 0; i < nr && len + 3 * TERM_BYTES <= max; i++) {
		bool late = nr >= LSM_DECISION_CONSTRAINT_DEPTH;

		make_operand(random, buf + len);
		len += TERM_BYTES;
		if (lsm_random_below(random, 4) == 0) {
			make_operator(buf + len, LSM_DECISION_CNOT);
			len += TERM_BYTES;
		}
		for (size_t k = late ? (i + 1 == nr ? i : 0) : i > 0;
		     k && len + TERM_BYTES <= max; k--) {
			make_operator(buf + len,
				      LSM_DECISION_CAND +
					      lsm_random_below(random, 2));
			len += TERM_BYTES;
		}
	}
	return len;
}
