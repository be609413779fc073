/* SPDX-License-Identifier: GPL-2.0-or-later */
/* single.h - a written-down program on one implementation alone */
#ifndef LSM_HARNESS_SINGLE_H
#define LSM_HARNESS_SINGLE_H

#include <lsm/engine.h>

/**
 * struct lsm_wanted - one operation and what must be seen of it
 * @words: the operation in words, as in a text program
 * @status: 0 or -errno
 * @outcome: its class
 * @len: how many facts its answer has
 * @digest: of these facts
 * @answer: the facts spelled out, for the reader
 * @slots: bit n: object n is looked at afterwards
 * @content: what these objects hold, as lsm_obs_add() of their dumps
 */
struct lsm_wanted {
	const char *words;
	int status;
	enum lsm_outcome outcome;
	uint32_t len;
	uint64_t digest;
	const char *answer;
	unsigned int slots;
	uint64_t content;
};

/**
 * lsm_single() - run a program on the only implementation that is linked
 * @wanted: its operations, and what the reference answered
 * @nr: how many
 *
 * Prints the first thing that is not as wanted: answer, content, an object that
 * finds itself inconsistent, a contract broken when memory runs out, a leak.
 *
 * Return: LSM_AGREE, or what is wrong: an exit code.
 */
int lsm_single(const struct lsm_wanted *wanted, size_t nr);

#endif /* LSM_HARNESS_SINGLE_H */
