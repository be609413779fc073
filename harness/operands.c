/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "operands.h"

#include <string.h>

#define BORROW 3 /* one value in so many is one that the program has */

static uint32_t below(struct lsm_units *u, size_t limit)
{
	return lsm_units_below(u, limit);
}

static bool one_in(struct lsm_units *u, uint32_t n)
{
	return lsm_units_one_in(u, n);
}

/* One of the program's operations; false if it has none. */
static bool any_step(struct lsm_units *u, struct lsm_step *step)
{
	size_t cursor;

	if (!u->nr)
		return false;
	cursor = u->unit[below(u, u->nr)].offset;
	return lsm_program_next(u->s, u->data, u->size, &cursor, step);
}

/* Whether numbers mean the same in two domains; what is preferred may differ.
 */
static bool alike(const struct lsm_domain *a, const struct lsm_domain *b)
{
	return a == b ||
	       (a && b && a->modulus == b->modulus &&
		a->nr_spans == b->nr_spans &&
		(a->spans == b->spans ||
		 !memcmp(a->spans, b->spans, a->nr_spans * sizeof(*a->spans))));
}

/* Which of @nr choices a new value is. */
static size_t choice(struct lsm_units *u, size_t nr)
{
	if (!u->narrow || one_in(u, 4))
		return below(u, nr);
	return (u->from + below(u, u->narrow)) % nr;
}

static uint32_t random_value(struct lsm_units *u,
			     const struct lsm_domain *domain)
{
	uint32_t often = u->narrow ? 1 : 3, raw;

	if (domain->nr_edges && one_in(u, often))
		raw = domain->edges[choice(u, domain->nr_edges)];
	else if (domain->nr_tiny > 1 && one_in(u, often))
		raw = domain->tiny[choice(u, domain->nr_tiny)];
	else if (domain->modulus)
		raw = (uint32_t)choice(u, domain->modulus);
	else
		raw = (uint32_t)lsm_random_u64(u->random);
	return lsm_domain_value(domain, raw);
}

/* A value for @domain from elsewhere in the program, so that they meet. */
static uint32_t borrowed_value(struct lsm_units *u,
			       const struct lsm_domain *domain,
			       uint32_t otherwise)
{
	struct lsm_step step;
	uint32_t seen = 0;

	if (!any_step(u, &step))
		return otherwise;
	for (size_t i = 0; i < LSM_ARGS_MAX && step.op->arg[i].name; i++)
		if (step.op->arg[i].role != LSM_LENGTH &&
		    alike(step.op->arg[i].domain, domain) && one_in(u, ++seen))
			otherwise = step.arg[i];
	return otherwise;
}

/* A value by the same name in @other. */
static bool named_value(const struct lsm_step *other, const struct lsm_arg *arg,
			uint32_t *value)
{
	const struct lsm_arg *its = other->op->arg;

	for (size_t i = 0; i < LSM_ARGS_MAX && its[i].name; i++)
		if (its[i].role != LSM_LENGTH &&
		    !strcmp(its[i].name, arg->name) &&
		    alike(its[i].domain, arg->domain)) {
			*value = other->arg[i];
			return true;
		}
	return false;
}

/* The payload of an operation of the same kind, or 0. */
static size_t borrowed_payload(struct lsm_units *u, const struct lsm_op *op,
			       uint8_t *buf, size_t max)
{
	struct lsm_step step;

	if (!any_step(u, &step) || step.op->payload != op->payload ||
	    step.op->make != op->make || step.payload_len > max)
		return 0;
	if (step.payload_len)
		memcpy(buf, step.payload, step.payload_len);
	return step.payload_len;
}

static size_t random_payload(struct lsm_units *u, const struct lsm_op *op,
			     uint8_t *buf, size_t max)
{
	size_t len;

	if (one_in(u, BORROW)) {
		len = borrowed_payload(u, op, buf, max);
		if (len)
			return len;
	}
	if (op->make && !one_in(u, 8))
		return op->make(u->random, buf, max);
	len = below(u, (max < 32 ? max : 32) + 1);
	for (size_t i = 0; i < len; i++)
		buf[i] = (uint8_t)below(u, 256);
	return len;
}

/*
 * Half of them are about what another operation is about: whatever has the same
 * name is taken from there, so that what was stored is asked for.
 */
void lsm_choose_step(struct lsm_units *u, struct lsm_step *step,
		     uint8_t *payload, size_t max)
{
	const struct lsm_arg *arg;
	struct lsm_step other;
	bool follows = one_in(u, 2) && any_step(u, &other);

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
		if (follows && !one_in(u, 8) &&
		    named_value(&other, &arg[i], &step->arg[i]))
			continue;
		step->arg[i] = random_value(u, arg[i].domain);
		if (one_in(u, BORROW))
			step->arg[i] =
				borrowed_value(u, arg[i].domain, step->arg[i]);
	}
}

static uint32_t nudge(struct lsm_units *u, uint32_t value)
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

static bool tweak_argument(struct lsm_units *u, struct lsm_step *step,
			   size_t arg)
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
static bool tweak_payload(struct lsm_units *u, struct lsm_step *step,
			  uint8_t *buf)
{
	size_t len = step->payload_len;

	if (len > LSM_MADE_MAX - 16)
		return false;
	if (len)
		memcpy(buf, step->payload, len);
	step->payload = buf;
	switch (len ? below(u, 6) : 0) {
	case 0:
		len = random_payload(u, step->op, buf, LSM_MADE_MAX - 16);
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

bool lsm_tweak_step(struct lsm_units *u, struct lsm_step *step,
		    uint8_t *payload)
{
	size_t nr = 0, arg;

	while (nr < LSM_ARGS_MAX && step->op->arg[nr].name)
		nr++;
	if (!nr || step->payload_len > LSM_MADE_MAX)
		return false;
	arg = below(u, nr);
	return step->op->arg[arg].role == LSM_LENGTH
		       ? tweak_payload(u, step, payload)
		       : tweak_argument(u, step, arg);
}
