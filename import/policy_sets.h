/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_sets.h - the distinct sets of a policy */
#ifndef LSM_IMPORT_POLICY_SETS_H
#define LSM_IMPORT_POLICY_SETS_H

#include "policy_image.h"

#include <stdio.h>

/* Ten times what the largest known policies have. */
#define IMPORT_SETS_MAX 65536u

/**
 * struct import_set - one of them
 * @set: the first set of the policy that has these members; owned
 * @seen: how many sets of the policy have them
 */
struct import_set {
	struct lsm_policy_set set;
	size_t seen;
};

/**
 * struct import_sets - all of them
 * @set: in the order of the policy
 * @nr: how many
 * @room: length of @set
 * @index: hash table of positions in @set, plus 1; 0 marks a free place
 * @index_size: length of @index, a power of two
 * @read: sets of the policy, by kind
 */
struct import_sets {
	struct import_set *set;
	size_t nr;
	size_t room;
	uint32_t *index;
	size_t index_size;
	size_t read[LSM_POLICY_KINDS];
};

/**
 * import_sets_add() - add a set
 * @sets: all zero at first
 * @set: is copied
 *
 * Return: 0; -ENOMEM, or -E2BIG above IMPORT_SETS_MAX distinct sets; @sets is
 * as it was after both.
 */
int import_sets_add(struct import_sets *sets, const struct lsm_policy_set *set);

/**
 * import_sets_free() - free all sets
 * @sets: is all zero afterwards
 */
void import_sets_free(struct import_sets *sets);

/**
 * import_set_pack() - write a set as bytes
 * @out: where
 * @set: the set
 *
 * Return: 0 or -EIO.
 */
int import_set_pack(FILE *out, const struct lsm_policy_set *set);

/**
 * import_unpack() - read what import_set_pack() wrote
 * @data: a number of sets, maybe damaged
 * @len: how many bytes
 * @visit: called for every set
 * @arg: handed to @visit
 *
 * Return: 0; -EINVAL if the bytes are no sets, -ENOMEM; otherwise what @visit
 * returned.
 */
int import_unpack(const char *data, size_t len, lsm_policy_set_fn *visit,
		  void *arg);

/**
 * import_kind_word() - the word for a kind, used in names of files
 * @kind: the kind
 *
 * Return: a static text.
 */
const char *import_kind_word(enum lsm_policy_kind kind);

/**
 * import_set_members() - the number of members
 * @set: the set
 *
 * Return: how many.
 */
uint64_t import_set_members(const struct lsm_policy_set *set);

/**
 * import_set_highest() - the largest member
 * @set: not empty
 *
 * Return: the member.
 */
uint32_t import_set_highest(const struct lsm_policy_set *set);

/**
 * import_set_within() - whether every member of one set is in another
 * @inner: the one
 * @outer: the other
 *
 * Return: true if it is so.
 */
bool import_set_within(const struct lsm_policy_set *inner,
		       const struct lsm_policy_set *outer);

/**
 * struct import_run - neighbouring members of a set, and where to go on
 * @first: the lowest of them
 * @length: how many
 * @unit: index of the unit to go on with
 * @bit: position in that unit to go on with
 */
struct import_run {
	uint32_t first;
	uint64_t length;
	size_t unit;
	unsigned int bit;
};

/**
 * import_next_run() - find the next longest possible run
 * @set: the set
 * @run: all zero at first
 *
 * Return: true and the run in @run, false if there are no more.
 */
bool import_next_run(const struct lsm_policy_set *set, struct import_run *run);

#endif /* LSM_IMPORT_POLICY_SETS_H */
