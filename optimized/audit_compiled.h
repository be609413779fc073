/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_compiled.h - plans of rules by system call, for their source files */
#ifndef LSM_OPTIMIZED_AUDIT_COMPILED_H
#define LSM_OPTIMIZED_AUDIT_COMPILED_H

#include "audit_pooled.h"

#define COMPILED_CALLS (LSM_AUDIT_MASK_WORDS * 32u)
#define COMPILED_TESTS 5u /* numbers that are compared without the rule */

/* A field that compares a number of the event; @op is the upper half of one. */
struct compiled_test {
	uint16_t offset;
	uint16_t op;
	uint32_t value;
};

/**
 * struct compiled_step - a rule, as far as numbers tell; one cache line
 * @entry: the rule; NULL when it was deleted
 * @ino: low half of the inode that a name must lead to, if @by_inode
 * @nr: how many tests
 * @by_inode: whether a name with another inode cannot match
 * @whole: whether the tests are all there is to test
 * @test: fields that must hold
 */
struct compiled_step {
	struct pooled_entry __rcu *entry;
	uint32_t ino;
	uint8_t nr;
	bool by_inode;
	bool whole;
	struct compiled_test test[COMPILED_TESTS];
};

/**
 * struct compiled_plan - which rules to look at; but for @entry of its steps
 *	unchanged once it can be reached
 * @rcu: frees it
 * @call: by system call, where in @program its steps are listed
 * @bucket: the same by bucket
 * @program: numbers of steps; each list ends in 0, and so does the empty one,
 *	which comes first
 * @step: by number, from 1 on
 * @nr_steps: the last number
 */
struct compiled_plan {
	struct rcu_head rcu;
	uint32_t call[COMPILED_CALLS];
	uint32_t bucket[LSM_AUDIT_BUCKETS];
	uint32_t *program;
	struct compiled_step *step;
	uint32_t nr_steps;
};

/**
 * compiled_make() - make a plan of a filter's rules
 * @filter: its rules
 * @more: a rule that is about to be linked, or NULL
 *
 * Context: holding the lock.
 * Return: the plan; NULL if memory ran out.
 */
struct compiled_plan *compiled_make(const struct pooled_filter *filter,
				    struct pooled_entry *more);

/**
 * compiled_drop() - free a plan
 * @plan: nobody can reach it
 */
void compiled_drop(struct compiled_plan *plan);

#endif /* LSM_OPTIMIZED_AUDIT_COMPILED_H */
