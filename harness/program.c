/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs as bytes. */
#include <lsm/program.h>

#include <errno.h>
#include <string.h>

static const uint32_t slot_tiny[] = { 0, 1 };

const struct lsm_domain lsm_slot_domain = {
	.modulus = LSM_SLOTS,
	.tiny = slot_tiny,
	.nr_tiny = LSM_ARRAY_SIZE(slot_tiny),
};

uint32_t lsm_domain_value(const struct lsm_domain *domain, uint32_t raw)
{
	if (!domain->modulus || raw < domain->modulus)
		return raw;
	for (size_t i = 0; i < domain->nr_spans; i++)
		if (raw >= domain->spans[i].first &&
		    raw <= domain->spans[i].last)
			return raw;
	return raw % domain->modulus;
}

static uint32_t get_le(const uint8_t *at, size_t width)
{
	uint32_t value = 0;

	for (size_t i = 0; i < width; i++)
		value |= (uint32_t)at[i] << 8 * i;
	return value;
}

static void put_le(uint8_t *at, size_t width, uint32_t value)
{
	for (size_t i = 0; i < width; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static size_t round_up(size_t bytes)
{
	return (bytes + LSM_RECORD_BYTES - 1) / LSM_RECORD_BYTES *
	       LSM_RECORD_BYTES;
}

/* Decode the record at @record, which has @rest bytes from its start on. */
static void decode(const uint8_t *record, size_t rest, struct lsm_step *step)
{
	const uint8_t *at = record + LSM_RECORD_HEADER;
	const struct lsm_arg *arg = step->op->arg;

	step->fail = record[1];
	step->payload = NULL;
	step->payload_len = 0;
	step->size = LSM_RECORD_BYTES;
	for (size_t i = 0; i < LSM_ARGS_MAX && arg[i].name; i++) {
		uint32_t raw = get_le(at, arg[i].width);

		at += arg[i].width;
		if (arg[i].role != LSM_LENGTH) {
			step->arg[i] = lsm_domain_value(arg[i].domain, raw);
			continue;
		}
		step->payload = record + LSM_RECORD_BYTES;
		step->payload_len = raw;
		if (step->payload_len > rest - LSM_RECORD_BYTES)
			step->payload_len = rest - LSM_RECORD_BYTES;
		step->arg[i] = (uint32_t)step->payload_len;
		step->size += round_up(step->payload_len);
		if (step->size > rest)
			step->size = rest;
	}
}

bool lsm_program_next(const struct lsm_structure *s, const uint8_t *data,
		      size_t size, size_t *cursor, struct lsm_step *step)
{
	while (size - *cursor >= LSM_RECORD_BYTES) {
		const uint8_t *record = data + *cursor;

		if (record[0] >= s->nr_ops || !s->ops[record[0]].name) {
			*cursor += LSM_RECORD_BYTES;
			continue;
		}
		step->code = record[0];
		step->op = &s->ops[record[0]];
		step->offset = *cursor;
		decode(record, size - *cursor, step);
		*cursor += step->size;
		return true;
	}
	return false;
}

size_t lsm_program_steps(const struct lsm_structure *s, const uint8_t *data,
			 size_t size)
{
	struct lsm_step step;
	size_t cursor = 0, steps = 0;

	while (lsm_program_next(s, data, size, &cursor, &step))
		steps++;
	return steps;
}

int lsm_program_encode(const struct lsm_step *step,
		       const struct lsm_structure *s, uint8_t *data,
		       size_t *size, size_t max)
{
	const struct lsm_arg *arg = s->ops[step->code].arg;
	size_t bytes = LSM_RECORD_BYTES + round_up(step->payload_len);
	uint8_t *record = data + *size;
	uint8_t *at = record + LSM_RECORD_HEADER;

	if (step->payload_len > LSM_PAYLOAD_MAX || bytes > max - *size)
		return -ENOSPC;
	memset(record, 0, bytes);
	record[0] = step->code;
	record[1] = step->fail;
	for (size_t i = 0; i < LSM_ARGS_MAX && arg[i].name; i++) {
		put_le(at, arg[i].width,
		       arg[i].role == LSM_LENGTH ? (uint32_t)step->payload_len
						 : step->arg[i]);
		at += arg[i].width;
	}
	if (step->payload_len)
		memcpy(record + LSM_RECORD_BYTES, step->payload,
		       step->payload_len);
	*size += bytes;
	return 0;
}
