/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * toy_programs.h - a table of operations that never run, for tests of programs
 * and of the mutator.  Included once: it defines lsm_structure.
 */
#ifndef LSM_TESTS_TOY_PROGRAMS_H
#define LSM_TESTS_TOY_PROGRAMS_H

#include <lsm/program.h>

static const struct lsm_span spans[] = { { 0, 65535 },
					 { 0xfffffff0, 0xffffffff } };
static const uint32_t edges[] = { 64, 0xffffffff };
static const struct lsm_domain position = {
	.modulus = 100,
	.spans = spans,
	.nr_spans = 2,
	.edges = edges,
	.nr_edges = 2,
};
static const struct lsm_domain small = { .modulus = 7 };

static const struct lsm_op ops[] = {
	[1] = { "new", LSM_CREATE, .arg = { LSM_ARG_SLOT_OUT("slot") } },
	[4] = { "set", LSM_UPDATE,
		.arg = { LSM_ARG_SLOT_INOUT("slot"),
			 LSM_ARG_VALUE("bit", 4, &position),
			 LSM_ARG_VALUE("how", 1, &small) } },
	[9] = { "say", LSM_UPDATE, LSM_UNCHANGED, LSM_TEXT,
		.arg = { LSM_ARG_LENGTH("text"), LSM_ARG_SLOT_INOUT("slot") } },
	[10] = { "read", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
		 .arg = { LSM_ARG_SLOT_OUT("slot"), LSM_ARG_LENGTH("image") } },
};

const struct lsm_structure lsm_structure = {
	.name = "toy",
	.format = 3,
	.ops = ops,
	.nr_ops = LSM_ARRAY_SIZE(ops),
};

static char *words(const uint8_t *data, size_t size)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	lsm_print_program(out, &lsm_structure, data, size);
	fclose(out);
	return text;
}

#endif /* LSM_TESTS_TOY_PROGRAMS_H */
