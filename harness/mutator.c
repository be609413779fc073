/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "operands.h"

#include <lsm/mutator.h>

#include <string.h>

#define ROUNDS_MAX 4 /* changes in one mutation */
#define NARROW_MAX 3 /* values that new ones are taken from, if few */
#define FROM_MAX 64 /* longer than most lists of edges */
#define FAIL_MAX 8 /* allocations of one operation that are made to fail */
#define KEEP_FAIL 4 /* one in so many keeps the failure it inherited */
#define NEW_FAIL 32 /* one in so many is given a new one */
#define KEEP_COSTLY 256 /* one in so many keeps arguments that are costly */

static void scan(struct lsm_units *u)
{
	struct lsm_step step;
	size_t cursor = 0;

	u->nr = 0;
	while (u->nr < LSM_UNITS_MAX &&
	       lsm_program_next(u->s, u->data, u->size, &cursor, &step))
		u->unit[u->nr++] = (struct lsm_unit){ step.offset, step.size };
}

/* Replace @old bytes at @at by @len bytes; false if they do not fit. */
static bool splice(struct lsm_units *u, size_t at, size_t old,
		   const uint8_t *bytes, size_t len)
{
	if (u->size - old + len > u->max)
		return false;
	memmove(u->data + at + len, u->data + at + old, u->size - at - old);
	memcpy(u->data + at, bytes, len);
	u->size += len - old;
	return true;
}

/* A place between operations: before one of them, or the end. */
static size_t gap(struct lsm_units *u)
{
	size_t i = lsm_units_below(u, u->nr + 1);

	return i < u->nr ? u->unit[i].offset : u->size;
}

/* Put @step in place of @old bytes at @at. */
static bool put(struct lsm_units *u, size_t at, size_t old,
		const struct lsm_step *step)
{
	uint8_t record[LSM_RECORD_BYTES + LSM_MADE_MAX + LSM_RECORD_BYTES];
	size_t len = 0;

	return lsm_program_encode(step, u->s, record, &len, sizeof(record)) ==
		       0 &&
	       splice(u, at, old, record, len);
}

static bool insert(struct lsm_units *u)
{
	uint8_t payload[LSM_MADE_MAX];
	struct lsm_step step;
	size_t room = u->max - u->size;

	if (room < LSM_RECORD_BYTES)
		return false;
	room -= LSM_RECORD_BYTES;
	lsm_choose_step(u, &step, payload,
			room < LSM_MADE_MAX ? room : LSM_MADE_MAX);
	return put(u, gap(u), 0, &step);
}

static bool erase(struct lsm_units *u)
{
	struct lsm_unit unit;

	if (u->nr < 2)
		return false;
	unit = u->unit[lsm_units_below(u, u->nr)];
	return splice(u, unit.offset, unit.size, u->data, 0);
}

static bool repeat(struct lsm_units *u)
{
	uint8_t copy[LSM_RECORD_BYTES + LSM_MADE_MAX];
	struct lsm_unit unit;

	if (!u->nr)
		return false;
	unit = u->unit[lsm_units_below(u, u->nr)];
	if (unit.size > sizeof(copy))
		return false;
	memcpy(copy, u->data + unit.offset, unit.size);
	return splice(u, gap(u), 0, copy, unit.size);
}

/* Move an operation elsewhere. */
static bool move(struct lsm_units *u)
{
	uint8_t copy[LSM_RECORD_BYTES + LSM_MADE_MAX];
	struct lsm_unit unit;
	size_t to;

	if (u->nr < 2)
		return false;
	unit = u->unit[lsm_units_below(u, u->nr)];
	if (unit.size > sizeof(copy))
		return false;
	memcpy(copy, u->data + unit.offset, unit.size);
	to = gap(u);
	splice(u, unit.offset, unit.size, copy, 0);
	if (to > unit.offset)
		to = to - unit.offset < unit.size ? unit.offset
						  : to - unit.size;
	return splice(u, to, 0, copy, unit.size);
}

static bool tweak(struct lsm_units *u)
{
	uint8_t payload[LSM_MADE_MAX];
	struct lsm_step step;
	struct lsm_unit unit;
	size_t cursor;

	if (!u->nr)
		return false;
	unit = u->unit[lsm_units_below(u, u->nr)];
	cursor = unit.offset;
	lsm_program_next(u->s, u->data, u->size, &cursor, &step);
	return lsm_tweak_step(u, &step, payload) &&
	       put(u, unit.offset, unit.size, &step);
}

/* An operation once more, but for one argument: rules of one key, say. */
static bool vary(struct lsm_units *u)
{
	uint8_t payload[LSM_MADE_MAX];
	struct lsm_step step;
	size_t cursor;

	if (!u->nr)
		return false;
	cursor = u->unit[lsm_units_below(u, u->nr)].offset;
	lsm_program_next(u->s, u->data, u->size, &cursor, &step);
	return lsm_tweak_step(u, &step, payload) && put(u, gap(u), 0, &step);
}

/* Clear the arguments of an operation that are costly. */
static void make_cheap(const struct lsm_step *step, uint8_t *data)
{
	const struct lsm_arg *arg = step->op->arg;
	size_t at = step->offset + LSM_RECORD_HEADER;

	for (size_t i = 0; i < LSM_ARGS_MAX && arg[i].name;
	     at += arg[i].width, i++)
		if (arg[i].domain && arg[i].domain->costly &&
		    step->arg[i] >= arg[i].domain->costly)
			memset(data + at, 0, arg[i].width);
}

void lsm_settle(const struct lsm_structure *s, uint8_t *data, size_t size,
		struct lsm_random *random)
{
	bool keep = lsm_random_below(random, KEEP_FAIL) == 0;
	bool arm = lsm_random_below(random, NEW_FAIL) == 0;
	bool costly = lsm_random_below(random, KEEP_COSTLY) == 0;
	struct lsm_step step;
	size_t cursor = 0, steps = 0, chosen = 0;

	while (lsm_program_next(s, data, size, &cursor, &step)) {
		if (step.fail && !keep)
			data[step.offset + 1] = 0;
		if (!costly)
			make_cheap(&step, data);
		keep &= !step.fail;
		/* Each operation is chosen with equal chance in the end. */
		if (lsm_random_below(random, (uint32_t)++steps) == 0)
			chosen = step.offset;
	}
	if (arm && steps)
		data[chosen + 1] =
			(uint8_t)(1 + lsm_random_below(random, FAIL_MAX));
}

size_t lsm_mutate(const struct lsm_structure *s, uint8_t *data, size_t size,
		  size_t max, struct lsm_random *random)
{
	static bool (*const change[])(struct lsm_units * u) = {
		insert, insert, insert, insert, erase, repeat,
		move,	vary,	tweak,	tweak,	tweak, tweak,
	};
	struct lsm_units u; /* its table is large: filled by scan() alone */
	uint32_t rounds;

	u.s = s;
	u.data = data;
	u.size =
		(size < max ? size : max) / LSM_RECORD_BYTES * LSM_RECORD_BYTES;
	u.max = max;
	u.random = random;
	u.narrow = lsm_random_below(random, 2) *
		   (1 + lsm_random_below(random, NARROW_MAX));
	u.from = lsm_random_below(random, 2) *
		 lsm_random_below(random, FROM_MAX);
	rounds = 1 + lsm_units_below(&u, ROUNDS_MAX);
	while (rounds-- > 0) {
		bool done = false;

		scan(&u);
		for (int tries = 0; tries < 8 && !done; tries++)
			done = change[lsm_units_below(
				&u, LSM_ARRAY_SIZE(change))](&u);
	}
	if (!u.size) {
		scan(&u);
		insert(&u);
	}
	lsm_settle(s, data, u.size, random);
	return u.size;
}

size_t lsm_crossover(const struct lsm_structure *s, struct lsm_blob a,
		     struct lsm_blob b, uint8_t *out, size_t max,
		     struct lsm_random *random)
{
	const struct lsm_blob part[2] = { a, b };
	size_t size = 0;

	for (int i = 0; i < 2; i++) {
		size_t steps = lsm_program_steps(s, part[i].data, part[i].len);
		size_t cut = lsm_random_below(random, (uint32_t)steps + 1);
		struct lsm_step step;
		size_t cursor = 0;

		for (size_t k = 0; lsm_program_next(
			     s, part[i].data, part[i].len, &cursor, &step);
		     k++)
			if ((i == 0) == (k < cut) &&
			    lsm_program_encode(&step, s, out, &size, max) < 0)
				return size;
	}
	return size;
}
