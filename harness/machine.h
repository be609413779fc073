/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine.h - inside of the engine: worlds, shared by its source files */
#ifndef LSM_HARNESS_MACHINE_H
#define LSM_HARNESS_MACHINE_H

#include <lsm/engine.h>

/**
 * struct lsm_world - one implementation and its objects
 * @ops: the implementation
 * @index: its index in the structure, which is its row in the ledger
 * @nr_twins: how many of the machine's worlds run the same code, itself
 * included
 * @twin: which of them it is, from 0
 * @asleep: whether it sits this program out, since a twin runs it
 * @setup: what its objects share
 * @slot: its objects, made when first named
 * @param: whether an object was made with parameters, so cannot be re-used
 * @blocks: allocations that an object took when it was new
 * @live: allocations of all its objects together
 * @fresh: what an object showed of itself when it was new
 * @out: objects that a known difference has put out of step
 * @difference: known differences by opcode, the first of a chain, or NULL
 */
struct lsm_world {
	const struct lsm_ops *ops;
	size_t index;
	size_t nr_twins;
	size_t twin;
	bool asleep;
	void *setup;
	void *slot[LSM_SLOTS];
	bool param[LSM_SLOTS];
	int64_t blocks[LSM_SLOTS];
	int64_t live;
	struct lsm_obs fresh[LSM_SLOTS];
	bool out[LSM_SLOTS];
	const struct lsm_difference *difference[LSM_OPCODES_MAX];
};

/**
 * struct lsm_machine - see lsm/engine.h
 * @s: the structure
 * @world: its implementations, the reference first
 * @nr: how many
 * @used: slots that the running program has named
 * @compared_at: the step after which a slot was last compared
 * @answers: digest of all answers of the reference, by opcode
 * @dumps: digest of all objects of the reference that were compared
 * @without: row of FINDINGS.md to ignore, or NULL
 * @ledger: where to count
 * @own_ledger: what @ledger points to unless told otherwise
 */
struct lsm_machine {
	const struct lsm_structure *s;
	struct lsm_world world[LSM_IMPLS_MAX];
	size_t nr;
	bool used[LSM_SLOTS];
	size_t compared_at[LSM_SLOTS];
	uint64_t answers[LSM_OPCODES_MAX];
	uint64_t dumps;
	char *without;
	struct lsm_ledger *ledger;
	struct lsm_ledger own_ledger;
};

/**
 * lsm_difference_is_of() - whether a known difference is one of this peer
 * @row: the difference
 * @ops: an implementation
 *
 * Return: true if @row names it or its family.
 */
bool lsm_difference_is_of(const struct lsm_difference *row,
			  const struct lsm_ops *ops);

/**
 * lsm_machine_abstains() - whether a known difference applies
 * @machine: the machine
 * @world: one of its worlds, not the reference
 * @step: the operation about to run
 *
 * Return: true if the operation must not be asked of @world: a row of the
 * table applies, or an object it reads is out of step already.
 */
bool lsm_machine_abstains(const struct lsm_machine *machine,
			  const struct lsm_world *world,
			  const struct lsm_step *step);

/**
 * lsm_impl_lacks() - whether a peer does not offer an operation at all
 * @ops: an implementation of the linked structure
 * @code: the operation
 *
 * Return: true if a row of the differences without a predicate says so.
 */
bool lsm_impl_lacks(const struct lsm_ops *ops, size_t code);

/**
 * lsm_machine_abstained() - note the effect of an operation on who is in step
 * @world: a world other than the reference
 * @step: the operation
 * @abstained: whether @world was not asked
 */
void lsm_machine_abstained(struct lsm_world *world, const struct lsm_step *step,
			   bool abstained);

/**
 * lsm_world_make() - put a new object into a slot
 * @world: the world
 * @slot: which slot; an object in it is freed
 * @param: LSM_ARGS_MAX - 1 parameters
 *
 * Return: true; false if memory ran out, the slot as it was.
 */
bool lsm_world_make(struct lsm_world *world, size_t slot,
		    const uint32_t *param);

/**
 * lsm_world_drop() - free the object of a slot
 * @world: the world
 * @slot: which slot; may be empty
 */
void lsm_world_drop(struct lsm_world *world, size_t slot);

/**
 * lsm_world_clear() - leave the object of a slot as new
 * @world: the world
 * @slot: which slot; an object made with parameters is freed instead
 */
void lsm_world_clear(struct lsm_world *world, size_t slot);

/**
 * lsm_world_leaks() - whether more is allocated than objects account for
 * @world: the world; its objects are new, clear or freed
 *
 * Return: true if it is.
 */
bool lsm_world_leaks(const struct lsm_world *world);

/**
 * lsm_world_call() - run one operation on one implementation
 * @machine: the machine
 * @world: one of its worlds
 * @step: the operation; its fail is honoured and its contract checked
 * @obs: receives the answer; its show is honoured
 * @reason: receives why the contract was broken
 *
 * Return: LSM_AGREE, or LSM_BAD_FAILURE.
 */
enum lsm_verdict_kind lsm_world_call(struct lsm_machine *machine,
				     struct lsm_world *world,
				     const struct lsm_step *step,
				     struct lsm_obs *obs, const char **reason);

/**
 * lsm_world_dump() - observe a whole object
 * @machine: the machine
 * @world: one of its worlds
 * @slot: which object
 * @obs: receives the answer; its show is honoured
 */
void lsm_world_dump(const struct lsm_machine *machine,
		    const struct lsm_world *world, size_t slot,
		    struct lsm_obs *obs);

/**
 * lsm_obs_add() - add an answer to a digest of many
 * @digest: the digest, updated
 * @obs: the answer
 */
static inline void lsm_obs_add(uint64_t *digest, const struct lsm_obs *obs)
{
	struct lsm_obs sum = { .digest = *digest };

	lsm_obs_mix(&sum, (uint32_t)-obs->status);
	lsm_obs_mix(&sum, (uint64_t)obs->outcome);
	lsm_obs_mix(&sum, obs->len);
	lsm_obs_mix(&sum, obs->digest);
	*digest = sum.digest;
}

/**
 * lsm_obs_equal() - whether two answers are the same
 * @a: an answer
 * @b: another
 *
 * Return: true if a caller cannot tell them apart.
 */
static inline bool lsm_obs_equal(const struct lsm_obs *a,
				 const struct lsm_obs *b)
{
	return a->status == b->status && a->outcome == b->outcome &&
	       a->len == b->len && a->digest == b->digest;
}

#endif /* LSM_HARNESS_MACHINE_H */
