/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger.h - what was compared, so that a green run can prove it looked
 *
 * One fixed-size block of counters.  A fuzz target keeps it in a file that is
 * mapped shared, so the counts survive however the target ends and another
 * process can watch them grow.
 */
#ifndef LSM_LEDGER_H
#define LSM_LEDGER_H

#include <lsm/structure.h>

#include <stdio.h>

/**
 * struct lsm_cell - one operation on one implementation
 * @compared: answers compared with the reference's, by the reference's outcome
 * @abstained: answers not asked for because of a known difference
 */
struct lsm_cell {
	uint64_t compared[LSM_OUTCOMES];
	uint64_t abstained;
};

/**
 * struct lsm_ledger - counters of one run
 * @identity: says in a file whose ledger it is; 0 in memory
 * @programs: programs that ran
 * @operations: operations in them
 * @failures: allocations that were made to fail
 * @dumps: whole objects compared, by implementation
 * @cell: by implementation (its index in the structure) and opcode
 */
struct lsm_ledger {
	uint64_t identity;
	uint64_t programs;
	uint64_t operations;
	uint64_t failures;
	uint64_t dumps[LSM_IMPLS_MAX];
	struct lsm_cell cell[LSM_IMPLS_MAX][LSM_OPCODES_MAX];
};

/**
 * lsm_ledger_map() - keep a ledger in a file
 * @path: the file; made if absent, its counts kept if present
 * @s: whose ledger it is
 *
 * Return: the ledger, never unmapped, or NULL with errno set: EBADMSG if the
 * file is no ledger of this structure and format.
 */
struct lsm_ledger *lsm_ledger_map(const char *path,
				  const struct lsm_structure *s);

/**
 * lsm_ledger_read() - look at the ledger in a file
 * @path: the file, which may still grow
 * @s: whose ledger it must be
 *
 * Return: the ledger, never unmapped, or NULL with errno set as above.
 */
const struct lsm_ledger *lsm_ledger_read(const char *path,
					 const struct lsm_structure *s);

/**
 * lsm_ledger_add() - add the counts of one ledger to another
 * @to: grows
 * @from: stays
 */
void lsm_ledger_add(struct lsm_ledger *to, const struct lsm_ledger *from);

/**
 * lsm_ledger_comparisons() - answers and dumps compared
 * @ledger: the ledger
 * @impl: index of the implementation in the structure
 *
 * Return: how many.
 */
uint64_t lsm_ledger_comparisons(const struct lsm_ledger *ledger, size_t impl);

/**
 * lsm_ledger_print() - the ledger as tables
 * @out: where
 * @s: the structure
 * @ledger: the ledger
 * @cells: also each operation and outcome
 */
void lsm_ledger_print(FILE *out, const struct lsm_structure *s,
		      const struct lsm_ledger *ledger, bool cells);

/* Words for outcomes, indexed by enum lsm_outcome. */
extern const char *const lsm_outcome_name[LSM_OUTCOMES];

#endif /* LSM_LEDGER_H */
