/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_ops.h - the opcodes of MLS programs; part of the format */
#ifndef LSM_FUZZERS_MLS_OPS_H
#define LSM_FUZZERS_MLS_OPS_H

enum {
	OP_NEW = 1,
	OP_SENS,
	OP_SET,
	OP_CLEAR,
	OP_COPY,
	OP_COPY_LEVEL,
	OP_PARSE,
	OP_LENGTH,
	OP_PRINT,
	OP_PRINT_SHORT,
	OP_LEVEL_VALID,
	OP_RANGE_VALID,
	OP_CATS_VALID,
	OP_DOMINATES,
	OP_EQUAL,
	OP_INCOMPARABLE,
	OP_RANGE_EQUAL,
	OP_RANGE_CONTAINS,
	OP_GLBLUB,
};

#endif /* LSM_FUZZERS_MLS_OPS_H */
