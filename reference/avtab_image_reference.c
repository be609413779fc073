/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Binary images of tables, byte by byte. */
#include "avtab_reference.h"

#include <errno.h>

struct reader {
	const uint8_t *byte;
	size_t size;
	size_t at;
	bool truncated;
};

static uint32_t number(struct reader *reader, unsigned int bytes)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < bytes; i++) {
		if (reader->at == reader->size) {
			reader->truncated = true;
			return 0;
		}
		value |= (uint32_t)reader->byte[reader->at++] << 8 * i;
	}
	return value;
}

static bool is_rule(uint16_t specified)
{
	switch (specified & ~LSM_AVTAB_ENABLED) {
	case LSM_AVTAB_ALLOWED:
	case LSM_AVTAB_AUDITALLOW:
	case LSM_AVTAB_AUDITDENY:
	case LSM_AVTAB_TRANSITION:
	case LSM_AVTAB_MEMBER:
	case LSM_AVTAB_CHANGE:
	case LSM_AVTAB_XPERMS_ALLOWED:
	case LSM_AVTAB_XPERMS_AUDITALLOW:
	case LSM_AVTAB_XPERMS_DONTAUDIT:
		return true;
	default:
		return false;
	}
}

static bool is_one_of(uint32_t value, uint32_t count)
{
	return value != 0 && value <= count;
}

/* Read a rule; false if there is none or it is not valid. */
static bool read_rule(struct reader *reader,
		      const struct lsm_avtab_limits *limits,
		      struct lsm_avtab_key *key, uint32_t *data,
		      struct lsm_avtab_xperms *xperms)
{
	key->source = (uint16_t)number(reader, 2);
	key->target = (uint16_t)number(reader, 2);
	key->class = (uint16_t)number(reader, 2);
	key->specified = (uint16_t)number(reader, 2);
	if (!is_rule(key->specified) ||
	    !is_one_of(key->source, limits->types) ||
	    !is_one_of(key->target, limits->types) ||
	    !is_one_of(key->class, limits->classes))
		return false;
	if (key->specified & LSM_AVTAB_XPERMS) {
		xperms->kind = (uint8_t)number(reader, 1);
		xperms->driver = (uint8_t)number(reader, 1);
		for (int i = 0; i < 8; i++)
			xperms->perms[i] = number(reader, 4);
		return !reader->truncated && is_one_of(xperms->kind, 2);
	}
	*data = number(reader, 4);
	if (key->specified & LSM_AVTAB_TYPE && !is_one_of(*data, limits->types))
		return false;
	return !reader->truncated;
}

static int fill(const struct lsm_avtab_ops *ops, void *self,
		const struct lsm_avtab_limits *limits, struct reader *reader,
		uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct lsm_avtab_xperms xperms = { 0 };
		struct lsm_avtab_datum datum = { 0 };
		struct lsm_avtab_key key;
		int status;

		if (!read_rule(reader, limits, &key, &datum.data, &xperms))
			return -EINVAL;
		if (key.specified & LSM_AVTAB_XPERMS)
			datum.xperms = &xperms;
		status = ops->insert(self, &key, &datum);
		if (status == -EEXIST)
			return -EINVAL;
		if (status)
			return status;
	}
	return 0;
}

int avtab_reference_read(const struct lsm_avtab_ops *ops, void *self,
			 enum lsm_avtab_sizing sizing,
			 const struct lsm_avtab_limits *limits,
			 const uint8_t *image, size_t size, size_t *used)
{
	struct reader reader = { .byte = image, .size = size };
	const uint32_t count = number(&reader, 4);
	const struct lsm_avtab_size slots = {
		.sizing = sizing,
		.rules = count,
	};
	int status = -EINVAL;

	ops->release(self);
	if (!reader.truncated && count != 0 && count != UINT32_MAX)
		status = ops->alloc(self, &slots);
	if (!status)
		status = fill(ops, self, limits, &reader, count);
	if (status)
		ops->release(self);
	else
		*used = reader.at;
	return status;
}
