/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/mutator.h>

#include <string.h>

#define UNITS_MAX 1024 /* operations of a program that are worked on */
#define ROUNDS_MAX 4 /* changes in one mutation */
#define PAYLOAD_MAX 1024 /* longest payload made here */
#define FAIL_MAX 8 /* allocations of one operation that are made to fail */
#define KEEP_FAIL 4 /* one in so many keeps the failure it inherited */
#define NEW_FAIL 32 /* one in so many is given a new one */

/* An operation with its payload: the unit that mutations work on. */
struct unit {
	size_t offset;
	size_t size;
};

struct units {
	const struct lsm_structure *s;
	uint8_t *data;
	size_t size;
	size_t max;
	struct lsm_random *random;
	struct unit unit[UNITS_MAX];
	size_t nr;
};

static uint32_t below(struct units *u, size_t limit)
{
	return lsm_random_below(u->random, (uint32_t)limit);
}

static bool one_in(struct units *u, uint32_t n)
{
	return below(u, n) == 0;
}

static void scan(struct units *u)
{
	struct lsm_step step;
	size_t cursor = 0;

	u->nr = 0;
	while (u->nr < UNITS_MAX &&
	       lsm_program_next(u->s, u->data, u->size, &cursor, &step))
		u->unit[u->nr++] = (struct unit){ step.offset, step.size };
}

/* Replace @old bytes at @at by @len bytes; false if they do not fit. */
static bool splice(struct units *u, size_t at, size_t old, const uint8_t *bytes,
		   size_t len)
{
	if (u->size - old + len > u->max)
		return false;
	memmove(u->data + at + len, u->data + at + old, u->size - at - old);
	memcpy(u->data + at, bytes, len);
	u->size += len - old;
	return true;
}

/* A place between operations: before one of them, or the end. */
static size_t gap(struct units *u)
{
	size_t i = below(u, u->nr + 1);

	return i < u->nr ? u->unit[i].offset : u->size;
}

static size_t random_payload(struct units *u, const struct lsm_op *op,
			     uint8_t *buf, size_t max)
{
	size_t len;

	if (op->make && !one_in(u, 8))
		return op->make(u->random, buf, max);
	len = below(u, (max < 32 ? max : 32) + 1);
	for (size_t i = 0; i < len; i++)
		buf[i] = (uint8_t)below(u, 256);
	return len;
}

static uint32_t random_value(struct units *u, const struct lsm_domain *domain)
{
	uint32_t raw;

	if (domain->nr_edges && one_in(u, 3))
		raw = domain->edges[below(u, domain->nr_edges)];
	else if (domain->nr_tiny && one_in(u, 3))
		raw = domain->tiny[below(u, domain->nr_tiny)];
	else if (domain->modulus)
		raw = below(u, domain->modulus);
	else
		raw = (uint32_t)lsm_random_u64(u->random);
	return lsm_domain_value(domain, raw);
}

/* A value of the same domain from elsewhere in the program, so they meet. */
static uint32_t borrowed_value(struct units *u, const struct lsm_domain *domain,
			       uint32_t otherwise)
{
	struct lsm_step step;
	size_t cursor;

	if (!u->nr)
		return otherwise;
	cursor = u->unit[below(u, u->nr)].offset;
	if (!lsm_program_next(u->s, u->data, u->size, &cursor, &step))
		return otherwise;
	for (size_t i = 0; i < LSM_ARGS_MAX && step.op->arg[i].name; i++)
		if (step.op->arg[i].domain == domain)
			return step.arg[i];
	return otherwise;
}

static void random_step(struct units *u, struct lsm_step *step,
			uint8_t *payload, size_t max)
{
	const struct lsm_arg *arg;

	memset(step, 0, sizeof(*step));
	do
		step->code = (uint8_t)below(u, u->s->nr_ops);
	while (!u->s->ops[step->code].name);
	step->op = &u->s->ops[step->code];
	arg = step->op->arg;
	for (size_t i = 0; i < LSM_ARGS_MAX && arg[i].name; i++) {
		if (arg[i].role == LSM_LENGTH) {
			step->payload = payload;
			step->payload_len =
				random_payload(u, step->op, payload, max);
			continue;
		}
		step->arg[i] = random_value(u, arg[i].domain);
		if (one_in(u, 3))
			step->arg[i] =
				borrowed_value(u, arg[i].domain, step->arg[i]);
	}
}

/* Put @step in place of @old bytes at @at. */
static bool put(struct units *u, size_t at, size_t old,
		const struct lsm_step *step)
{
	uint8_t record[LSM_RECORD_BYTES + PAYLOAD_MAX + LSM_RECORD_BYTES];
	size_t len = 0;

	return lsm_program_encode(step, u->s, record, &len, sizeof(record)) ==
		       0 &&
	       splice(u, at, old, record, len);
}

static bool insert(struct units *u)
{
	uint8_t payload[PAYLOAD_MAX];
	struct lsm_step step;
	size_t room = u->max - u->size;

	if (room < LSM_RECORD_BYTES)
		return false;
	room -= LSM_RECORD_BYTES;
	random_step(u, &step, payload, room < PAYLOAD_MAX ? room : PAYLOAD_MAX);
	return put(u, gap(u), 0, &step);
}

static bool erase(struct units *u)
{
	struct unit unit;

	if (u->nr < 2)
		return false;
	unit = u->unit[below(u, u->nr)];
	return splice(u, unit.offset, unit.size, u->data, 0);
}

static bool repeat(struct units *u)
{
	uint8_t copy[LSM_RECORD_BYTES + PAYLOAD_MAX];
	struct unit unit;

	if (!u->nr)
		return false;
	unit = u->unit[below(u, u->nr)];
	if (unit.size > sizeof(copy))
		return false;
	memcpy(copy, u->data + unit.offset, unit.size);
	return splice(u, gap(u), 0, copy, unit.size);
}

/* Move an operation elsewhere. */
static bool move(struct units *u)
{
	uint8_t copy[LSM_RECORD_BYTES + PAYLOAD_MAX];
	struct unit unit;
	size_t to;

	if (u->nr < 2)
		return false;
	unit = u->unit[below(u, u->nr)];
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

static uint32_t nudge(struct units *u, uint32_t value)
{
	switch (below(u, 4)) {
	case 0:
		return value + 1;
	case 1:
		return value - 1;
	case 2:
		return value ^ UINT32_C(1) << below(u, 16);
	default:
		return value + 64 * (below(u, 13) - 6);
	}
}

static bool tweak_argument(struct units *u, struct lsm_step *step, size_t arg)
{
	const struct lsm_domain *domain = step->op->arg[arg].domain;
	uint32_t *value = &step->arg[arg];

	switch (below(u, 3)) {
	case 0:
		*value = random_value(u, domain);
		break;
	case 1:
		*value = borrowed_value(u, domain, *value);
		break;
	default:
		*value = lsm_domain_value(domain, nudge(u, *value));
	}
	return true;
}

/* Bend a payload: a byte, a word, or its length; now and then a new one. */
static bool tweak_payload(struct units *u, struct lsm_step *step, uint8_t *buf)
{
	size_t len = step->payload_len;

	if (len > PAYLOAD_MAX - 16)
		return false;
	if (len)
		memcpy(buf, step->payload, len);
	step->payload = buf;
	switch (len ? below(u, 6) : 0) {
	case 0:
		len = random_payload(u, step->op, buf, PAYLOAD_MAX - 16);
		break;
	case 1:
		buf[below(u, len)] = (uint8_t)below(u, 256);
		break;
	case 2:
		buf[below(u, len)] ^= (uint8_t)(1u << below(u, 8));
		break;
	case 3: {
		size_t at = below(u, len);

		memmove(buf + at, buf + at + 1, --len - at);
		break;
	}
	case 4: {
		size_t at = below(u, len);

		memmove(buf + at + 1, buf + at, len++ - at);
		break;
	}
	default:
		len = below(u, len + 1);
	}
	step->payload_len = len;
	return true;
}

static bool tweak(struct units *u)
{
	uint8_t payload[PAYLOAD_MAX];
	struct lsm_step step;
	struct unit unit;
	size_t cursor, nr = 0, arg;

	if (!u->nr)
		return false;
	unit = u->unit[below(u, u->nr)];
	cursor = unit.offset;
	lsm_program_next(u->s, u->data, u->size, &cursor, &step);
	if (step.payload_len > PAYLOAD_MAX)
		return false;
	while (nr < LSM_ARGS_MAX && step.op->arg[nr].name)
		nr++;
	if (!nr)
		return false;
	arg = below(u, nr);
	return (step.op->arg[arg].role == LSM_LENGTH
			? tweak_payload(u, &step, payload)
			: tweak_argument(u, &step, arg)) &&
	       put(u, unit.offset, unit.size, &step);
}

void lsm_settle(const struct lsm_structure *s, uint8_t *data, size_t size,
		struct lsm_random *random)
{
	bool keep = lsm_random_below(random, KEEP_FAIL) == 0;
	bool arm = lsm_random_below(random, NEW_FAIL) == 0;
	struct lsm_step step;
	size_t cursor = 0, steps = 0, chosen = 0;

	while (lsm_program_next(s, data, size, &cursor, &step)) {
		if (step.fail && !keep)
			data[step.offset + 1] = 0;
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
	static bool (*const change[])(struct units * u) = {
		insert, insert, insert, erase, repeat,
		move,	tweak,	tweak,	tweak, tweak,
	};
	struct units u; /* its table is large: filled by scan() alone */
	uint32_t rounds;

	u.s = s;
	u.data = data;
	u.size =
		(size < max ? size : max) / LSM_RECORD_BYTES * LSM_RECORD_BYTES;
	u.max = max;
	u.random = random;
	rounds = 1 + below(&u, ROUNDS_MAX);
	while (rounds-- > 0) {
		bool done = false;

		scan(&u);
		for (int tries = 0; tries < 8 && !done; tries++)
			done = change[below(&u, LSM_ARRAY_SIZE(change))](&u);
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
