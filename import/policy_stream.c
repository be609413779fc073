/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets as bytes, on their way from the process that read them.  Both ends are
 * the same program on the same machine, but the writer has been fed hostile
 * input.
 */
#include "policy_sets.h"

#include <lsm/ebitmap.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Names of a policy can be long; ours need not be. */
#define NAME_MAX_BYTES 480u

struct header {
	uint32_t kind;
	uint32_t sensitivity;
	uint32_t name_len;
	uint32_t nr_units;
};

int import_set_pack(FILE *out, const struct lsm_policy_set *set)
{
	struct header header = {
		.kind = (uint32_t)set->kind,
		.sensitivity = set->sensitivity,
		.name_len = (uint32_t)strnlen(set->name, NAME_MAX_BYTES),
		.nr_units = (uint32_t)set->nr_units,
	};

	fwrite(&header, sizeof(header), 1, out);
	fwrite(set->name, 1, header.name_len, out);
	for (size_t i = 0; i < set->nr_units; i++) {
		fwrite(&set->units[i].start, sizeof(uint32_t), 1, out);
		fwrite(&set->units[i].map, sizeof(uint64_t), 1, out);
	}
	return ferror(out) ? -EIO : 0;
}

struct input {
	const char *at;
	size_t left;
};

static bool take(struct input *in, void *to, size_t bytes)
{
	if (in->left < bytes)
		return false;
	memcpy(to, in->at, bytes);
	in->at += bytes;
	in->left -= bytes;
	return true;
}

static bool take_units(struct input *in, struct lsm_policy_unit *units,
		       size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct lsm_policy_unit *unit = &units[i];

		if (!take(in, &unit->start, sizeof(unit->start)) ||
		    !take(in, &unit->map, sizeof(unit->map)))
			return false;
		if (unit->start % LSM_EBITMAP_UNIT || !unit->map ||
		    unit->start >= LSM_EBITMAP_IMAGE_END ||
		    (i && unit->start <= units[i - 1].start))
			return false;
	}
	return true;
}

static int unpack_one(struct input *in, lsm_policy_set_fn *visit, void *arg)
{
	char name[NAME_MAX_BYTES + 1] = "";
	struct lsm_policy_unit *units;
	struct header header;
	int status = -EINVAL;

	if (!take(in, &header, sizeof(header)) ||
	    header.kind >= LSM_POLICY_KINDS ||
	    header.name_len > NAME_MAX_BYTES ||
	    !take(in, name, header.name_len) ||
	    header.nr_units > in->left / (sizeof(uint32_t) + sizeof(uint64_t)))
		return -EINVAL;
	units = malloc(header.nr_units * sizeof(*units) + 1);
	if (!units)
		return -ENOMEM;
	if (take_units(in, units, header.nr_units)) {
		struct lsm_policy_set set = {
			.kind = (enum lsm_policy_kind)header.kind,
			.name = name,
			.sensitivity = header.sensitivity,
			.units = units,
			.nr_units = header.nr_units,
		};

		status = visit(&set, arg);
	}
	free(units);
	return status;
}

int import_unpack(const char *data, size_t len, lsm_policy_set_fn *visit,
		  void *arg)
{
	struct input in = { data, len };

	while (in.left) {
		int status = unpack_one(&in, visit, arg);

		if (status)
			return status;
	}
	return 0;
}
