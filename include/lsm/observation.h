/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * observation.h - what a caller can see of one operation
 *
 * An operation's run function writes down everything its caller could notice.
 * Two implementations agree if they wrote the same.  To be cheap the engine
 * keeps a digest; to explain a disagreement it runs the program once more and
 * has the same calls spell the answer out in words.
 */
#ifndef LSM_OBSERVATION_H
#define LSM_OBSERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * enum lsm_outcome - the class of an answer, for the ledger
 *
 * LSM_SKIPPED: the arguments name no valid call (a destination that aliases an
 * operand); nothing was called.
 */
enum lsm_outcome {
	LSM_OK,
	LSM_TRUE,
	LSM_FALSE,
	LSM_HIT,
	LSM_MISS,
	LSM_ERROR,
	LSM_SKIPPED,
	LSM_OUTCOMES,
};

/**
 * struct lsm_obs - the answer of one operation
 * @status: 0 or -errno
 * @outcome: its class
 * @len: how many facts were written down
 * @digest: of all facts in order
 * @show: where to spell the facts out, or NULL
 */
struct lsm_obs {
	int status;
	enum lsm_outcome outcome;
	uint32_t len;
	uint64_t digest;
	FILE *show;
};

/*
 * lsm_obs_show_number(), lsm_obs_show_bytes(), lsm_obs_show_text() - spell one
 * fact out; out of line, for explanations only.
 */
void lsm_obs_show_number(FILE *show, uint64_t value);
void lsm_obs_show_bytes(FILE *show, const void *data, size_t len);
void lsm_obs_show_text(FILE *show, const char *text, size_t len);

/**
 * lsm_obs_mix() - add a fact to the digest without spelling it out
 * @obs: the answer
 * @value: the fact
 */
static inline void lsm_obs_mix(struct lsm_obs *obs, uint64_t value)
{
	uint64_t h = (obs->digest ^ value) * UINT64_C(0x9e3779b97f4a7c15);

	obs->digest = h ^ h >> 32;
	obs->len++;
}

/**
 * lsm_obs_status() - the operation returned 0 or -errno
 * @obs: the answer
 * @status: what it returned
 */
static inline void lsm_obs_status(struct lsm_obs *obs, int status)
{
	obs->status = status;
	obs->outcome = status ? LSM_ERROR : LSM_OK;
}

/**
 * lsm_obs_number() - the operation handed out a number
 * @obs: the answer
 * @value: the number
 */
static inline void lsm_obs_number(struct lsm_obs *obs, uint64_t value)
{
	lsm_obs_mix(obs, value);
	if (obs->show)
		lsm_obs_show_number(obs->show, value);
}

/**
 * lsm_obs_bool() - the operation is a predicate
 * @obs: the answer
 * @value: what it said
 */
static inline void lsm_obs_bool(struct lsm_obs *obs, bool value)
{
	obs->outcome = value ? LSM_TRUE : LSM_FALSE;
	lsm_obs_mix(obs, value);
}

/**
 * lsm_obs_found() - the operation is a look-up
 * @obs: the answer
 * @found: whether it found something; say what with lsm_obs_number()
 */
static inline void lsm_obs_found(struct lsm_obs *obs, bool found)
{
	obs->outcome = found ? LSM_HIT : LSM_MISS;
	lsm_obs_mix(obs, found);
}

/**
 * lsm_obs_skip() - the arguments name no valid call
 * @obs: the answer
 */
static inline void lsm_obs_skip(struct lsm_obs *obs)
{
	obs->outcome = LSM_SKIPPED;
}

/**
 * lsm_obs_bytes() - the operation handed out bytes
 * @obs: the answer
 * @data: the bytes
 * @len: how many
 */
void lsm_obs_bytes(struct lsm_obs *obs, const void *data, size_t len);

/**
 * lsm_obs_text() - the operation handed out text
 * @obs: the answer
 * @text: the text; need not end in NUL
 * @len: bytes without a NUL
 */
void lsm_obs_text(struct lsm_obs *obs, const char *text, size_t len);

#endif /* LSM_OBSERVATION_H */
