/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plans: for each system call the rules of the exit list that are for it, in
 * their order; calls with the same rules share one list.
 *
 * All of it is LSM_UNGUIDED: which of 2,048 calls a rule is for is no news to a
 * fuzzer.
 */
#include "audit_compiled.h"

#include <lsm/alloc.h>

#include <string.h>

#define SEEN 64u /* lists that are remembered, by a hash */

/**
 * struct writer - lists of steps that are being written
 * @plan: where to
 * @nr: words written
 * @max: words there is room for
 * @seen: where lists begin; 0 where none is remembered
 */
struct writer {
	struct compiled_plan *plan;
	uint32_t nr;
	uint32_t max;
	uint32_t seen[SEEN];
};

void compiled_drop(struct compiled_plan *plan)
{
	if (!plan)
		return;
	lsm_free(plan->program);
	lsm_free(plan->step);
	lsm_free(plan);
}

LSM_UNGUIDED static void translate_field(struct compiled_step *step,
					 const struct pooled_field *field)
{
	bool inode =
		field->type == LSM_AUDIT_INODE && field->op == LSM_AUDIT_EQ;

	if (field->type == LSM_AUDIT_KEY)
		return;
	if (field->kind != POOLED_OTHER && step->nr < COMPILED_TESTS) {
		step->test[step->nr++] = (struct compiled_test){
			.offset = field->offset,
			.op = (uint16_t)(field->op >> 16),
			.value = field->value,
		};
		return;
	}
	step->whole = false;
	if (inode || field->type == LSM_AUDIT_PATH) {
		step->by_inode = true;
		step->ino = inode ? field->value : (uint32_t)field->ino;
	}
}

LSM_UNGUIDED static void translate(struct compiled_plan *plan,
				   struct pooled_entry *entry)
{
	struct compiled_step *step = &plan->step[++plan->nr_steps];

	*step = (struct compiled_step){ .whole = true };
	RCU_INIT_POINTER(step->entry, entry);
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		translate_field(step, &entry->field[i]);
}

/* The rules of a home, with one that is about to come to its head or tail. */
LSM_UNGUIDED static void translate_home(struct compiled_plan *plan,
					const struct pooled_filter *filter,
					uint32_t home,
					struct pooled_entry *more)
{
	bool prepend = more && more->flags & LSM_AUDIT_PREPEND;
	struct pooled_entry *entry;

	if (more && more->home != home)
		more = NULL;
	if (more && prepend)
		translate(plan, more);
	list_for_each_entry(entry, &filter->home[home], link)
		translate(plan, entry);
	if (more && !prepend)
		translate(plan, more);
}

LSM_UNGUIDED static bool write_word(struct writer *writer, uint32_t word)
{
	if (writer->nr == writer->max) {
		uint32_t max = 2 * writer->max + 64;
		uint32_t *program = lsm_reallocarray(writer->plan->program, max,
						     sizeof(*program));

		if (!program)
			return false;
		writer->plan->program = program;
		writer->max = max;
	}
	writer->plan->program[writer->nr++] = word;
	return true;
}

/* Begin a list at @begin again if there is an equal one; return where it is. */
LSM_UNGUIDED static uint32_t share(struct writer *writer, uint32_t begin,
				   uint32_t hash)
{
	const uint32_t *program = writer->plan->program;
	uint32_t *seen = &writer->seen[hash % SEEN];
	uint32_t words = writer->nr - begin;

	if (*seen && begin - *seen >= words &&
	    !memcmp(&program[*seen], &program[begin],
		    words * sizeof(*program))) {
		writer->nr = begin;
		return *seen;
	}
	*seen = begin;
	return begin;
}

/* The list of the first @steps that are for a call; 0: no memory. */
LSM_UNGUIDED static uint32_t write_call(struct writer *writer, uint32_t steps,
					uint32_t nr)
{
	const struct compiled_plan *plan = writer->plan;
	uint32_t begin = writer->nr, hash = 0;

	for (uint32_t i = 1; i <= steps; i++) {
		const struct pooled_entry *entry =
			rcu_dereference_protected(plan->step[i].entry, true);

		if (!(entry->mask[nr / 32] & UINT32_C(1) << nr % 32))
			continue;
		hash = hash * 31 + i;
		if (!write_word(writer, i))
			return 0;
	}
	return write_word(writer, 0) ? share(writer, begin, hash) : 0;
}

/**
 * struct word - the calls of one word of the masks
 * @any: those that any rule is for
 * @changed: those that not the same rules are for as for the call before
 * @again: whether all of it is as in the word before
 */
struct word {
	uint32_t any;
	uint32_t changed;
	bool again;
};

LSM_UNGUIDED static struct word look_at(const struct compiled_plan *plan,
					uint32_t steps, uint32_t at)
{
	struct word word = { .changed = 1, .again = at > 0 };

	for (uint32_t i = 1; i <= steps; i++) {
		const struct pooled_entry *entry =
			rcu_dereference_protected(plan->step[i].entry, true);
		uint32_t mask = entry->mask[at];

		word.any |= mask;
		word.changed |= mask ^ mask << 1;
		word.again = word.again && mask == entry->mask[at - 1];
	}
	return word;
}

/* The lists of the calls of one word of the masks. */
LSM_UNGUIDED static bool write_calls(struct writer *writer, uint32_t steps,
				     uint32_t at)
{
	uint32_t *call = &writer->plan->call[at * 32];
	struct word word = look_at(writer->plan, steps, at);

	if (word.again) {
		memcpy(call, call - 32, 32 * sizeof(*call));
		return true;
	}
	for (uint32_t any = word.any; any; any &= any - 1) {
		uint32_t bit = (uint32_t)__builtin_ctz(any);

		call[bit] = word.changed >> bit & 1
				    ? write_call(writer, steps, at * 32 + bit)
				    : call[bit - 1];
		if (!call[bit])
			return false;
	}
	return true;
}

LSM_UNGUIDED static uint32_t count(const struct pooled_filter *filter)
{
	const struct pooled_entry *entry;
	uint32_t nr = 0;

	list_for_each_entry(entry, &filter->home[LSM_AUDIT_EXIT], link)
		nr++;
	for (uint32_t i = 0; i < LSM_AUDIT_BUCKETS; i++)
		list_for_each_entry(entry, &filter->home[LSM_AUDIT_LISTS + i],
				    link)
			nr++;
	return nr;
}

/* Steps of the exit list come first, then those of each bucket. */
LSM_UNGUIDED static bool write_all(struct writer *writer,
				   const struct pooled_filter *filter,
				   struct pooled_entry *more)
{
	struct compiled_plan *plan = writer->plan;
	bool done = write_word(writer, 0); /* the empty list */
	uint32_t steps;

	translate_home(plan, filter, LSM_AUDIT_EXIT, more);
	steps = plan->nr_steps;
	for (uint32_t word = 0; done && word < LSM_AUDIT_MASK_WORDS; word++)
		done = write_calls(writer, steps, word);
	for (uint32_t i = 0; done && i < LSM_AUDIT_BUCKETS; i++) {
		uint32_t first = plan->nr_steps + 1;

		translate_home(plan, filter, LSM_AUDIT_LISTS + i, more);
		if (plan->nr_steps < first)
			continue;
		plan->bucket[i] = writer->nr;
		for (; done && first <= plan->nr_steps; first++)
			done = write_word(writer, first);
		done = done && write_word(writer, 0);
	}
	return done;
}

LSM_UNGUIDED struct compiled_plan *
compiled_make(const struct pooled_filter *filter, struct pooled_entry *more)
{
	struct compiled_plan *plan = lsm_calloc(1, sizeof(*plan));
	struct writer writer = { .plan = plan };

	if (!plan)
		return NULL;
	plan->step = lsm_calloc(count(filter) + 2, sizeof(*plan->step));
	if (plan->step && write_all(&writer, filter, more))
		return plan;
	compiled_drop(plan);
	return NULL;
}
