/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plans: for each system call the rules of the exit list that are for it, in
 * their order; calls with the same rules share one list.
 */
#include "audit_compiled.h"

#include <lsm/alloc.h>

#include <string.h>

/* A list of steps that is being written behind others. */
struct writer {
	struct compiled_plan *plan;
	uint32_t nr;
	uint32_t max;
};

void compiled_drop(struct compiled_plan *plan)
{
	if (!plan)
		return;
	lsm_free(plan->program);
	lsm_free(plan->step);
	lsm_free(plan);
}

static void translate_field(struct compiled_step *step,
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

static void translate(struct compiled_plan *plan, struct pooled_entry *entry)
{
	struct compiled_step *step = &plan->step[++plan->nr_steps];

	*step = (struct compiled_step){ .whole = true };
	RCU_INIT_POINTER(step->entry, entry);
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		translate_field(step, &entry->field[i]);
}

/* The rules of a home, with one that is about to come to its head or tail. */
static void translate_home(struct compiled_plan *plan,
			   const struct pooled_filter *filter, uint32_t home,
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

static bool write_word(struct writer *writer, uint32_t word)
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

/* An equal list before the last one, which begins at @last; or @last. */
static uint32_t equal_list(const struct writer *writer, uint32_t last)
{
	const uint32_t *program = writer->plan->program;
	size_t size = (writer->nr - last) * sizeof(*program);

	for (uint32_t at = 0; at < last; at++) {
		if (writer->nr - last <= last - at &&
		    !memcmp(&program[at], &program[last], size))
			return at;
		while (program[at])
			at++;
	}
	return last;
}

/* The list of the first @steps that are for a call; UINT32_MAX: no memory. */
static uint32_t write_call(struct writer *writer, uint32_t steps, uint32_t nr)
{
	const struct compiled_plan *plan = writer->plan;
	uint32_t begin = writer->nr, same;

	for (uint32_t i = 1; i <= steps; i++) {
		const struct pooled_entry *entry =
			rcu_dereference_protected(plan->step[i].entry, true);

		if (entry->mask[nr / 32] & UINT32_C(1) << nr % 32 &&
		    !write_word(writer, i))
			return UINT32_MAX;
	}
	if (!write_word(writer, 0))
		return UINT32_MAX;
	same = equal_list(writer, begin);
	if (same != begin)
		writer->nr = begin;
	return same;
}

/* Which calls of a word any rule is for, and which all rules are for. */
static void masks_of(const struct compiled_plan *plan, uint32_t steps,
		     uint32_t word, uint32_t *any, uint32_t *all)
{
	*any = 0;
	*all = UINT32_MAX;
	for (uint32_t i = 1; i <= steps; i++) {
		const struct pooled_entry *entry =
			rcu_dereference_protected(plan->step[i].entry, true);

		*any |= entry->mask[word];
		*all &= entry->mask[word];
	}
}

static bool write_calls(struct writer *writer, uint32_t steps)
{
	uint32_t *call = writer->plan->call, common = 0;
	uint32_t any = 0, all = 0;

	for (uint32_t nr = 0; nr < COMPILED_CALLS; nr++) {
		uint32_t bit = UINT32_C(1) << nr % 32;

		if (nr % 32 == 0)
			masks_of(writer->plan, steps, nr / 32, &any, &all);
		if (!(any & bit))
			continue;
		if (all & bit && common) {
			call[nr] = common;
			continue;
		}
		call[nr] = write_call(writer, steps, nr);
		if (call[nr] == UINT32_MAX)
			return false;
		if (all & bit)
			common = call[nr];
	}
	return true;
}

static uint32_t count(const struct pooled_filter *filter)
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
static bool write_all(struct writer *writer, const struct pooled_filter *filter,
		      struct pooled_entry *more)
{
	struct compiled_plan *plan = writer->plan;
	bool done;

	if (!write_word(writer, 0)) /* the empty list */
		return false;
	translate_home(plan, filter, LSM_AUDIT_EXIT, more);
	done = write_calls(writer, plan->nr_steps);
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

struct compiled_plan *compiled_make(const struct pooled_filter *filter,
				    struct pooled_entry *more)
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
