/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_layout.h - where rules lie, and which bytes an event makes a filter
 * read
 *
 * The rules are real (an object of `pooled`, its lists and fields); only the
 * addresses are the model's.
 */
#ifndef LSM_BENCH_AUDIT_LAYOUT_H
#define LSM_BENCH_AUDIT_LAYOUT_H

#include "../optimized/audit_pooled.h"

#define LAYOUT_RULES_MAX 128u

/**
 * enum layout_kind - how rules lie
 * @LAYOUT_SLAB: at 512-byte steps, as before the patch
 * @LAYOUT_POOL: at whole cache lines, as the patch has it
 * @LAYOUT_PACKED: for each system call a row of bits, one a rule, and small
 *	records behind
 * @LAYOUT_KINDS: how many
 */
enum layout_kind {
	LAYOUT_SLAB,
	LAYOUT_POOL,
	LAYOUT_PACKED,
	LAYOUT_KINDS,
};

/**
 * struct layout - where the rules of a filter lie
 * @kind: how
 * @entry: the rules, lists first, then buckets
 * @nr: how many
 * @at: address of each rule, or of its record
 * @fields: address of its fields
 * @rows: address of the rows of bits
 * @end: what is free begins here, at a page
 */
struct layout {
	enum layout_kind kind;
	const struct pooled_entry *entry[LAYOUT_RULES_MAX];
	size_t nr;
	uint64_t at[LAYOUT_RULES_MAX];
	uint64_t fields[LAYOUT_RULES_MAX];
	uint64_t rows;
	uint64_t end;
};

/**
 * layout_place() - lay out the rules of a filter
 * @layout: receives it
 * @filter: an object of `pooled`, which stays as it is meanwhile
 * @kind: how
 * @seed: which free places of a slab they get
 *
 * Return: 0; -E2BIG if there are more than LAYOUT_RULES_MAX rules.
 */
int layout_place(struct layout *layout, const struct pooled_filter *filter,
		 enum layout_kind kind, uint32_t seed);

/**
 * typedef layout_touch_fn - told of an address that is read
 * @address: the address
 * @arg: the caller's
 */
typedef void layout_touch_fn(uint64_t address, void *arg);

/**
 * layout_walk() - read what the filter reads for a system call
 * @layout: the layout
 * @event: the system call
 * @touch: called for each read, in order
 * @arg: handed to @touch
 */
void layout_walk(const struct layout *layout,
		 const struct lsm_audit_event *event, layout_touch_fn *touch,
		 void *arg);

#endif /* LSM_BENCH_AUDIT_LAYOUT_H */
