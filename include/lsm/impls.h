/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * impls.h - list the implementations of one structure
 *
 * The build defines LSM_IMPLS(F, S) as F(S, reference) F(S, nodewise) ... from
 * the structure's line in CMakeLists.txt.  An implementation is the symbol
 * lsm_<structure>_<name> and nothing else; a missing one fails to link.
 * A program that needs the operation table alone (the AFL++ mutator) defines
 * it empty.
 */
#ifndef LSM_IMPLS_H
#define LSM_IMPLS_H

#include <lsm/structure.h>

#define LSM_DECLARE(S, impl) extern const struct lsm_##S##_ops lsm_##S##_##impl;
#define LSM_ENTRY(S, impl) &lsm_##S##_##impl.base,
#define LSM_NAME(S, impl) #impl,

/**
 * LSM_STRUCTURE() - define lsm_structure
 * @S: the stem
 * @version: of the program format
 * @op_table: array of struct lsm_op, indexed by opcode
 * @dump_fn: observes a whole object
 * @rows: array of struct lsm_difference
 */
#define LSM_STRUCTURE(S, version, op_table, dump_fn, rows) \
	LSM_DEFINE(S, version, op_table, dump_fn, rows, LSM_ARRAY_SIZE(rows))

/**
 * LSM_STRUCTURE_WITHOUT_DIFFERENCES() - the same, for one whose peers, if it
 * has any, agree in everything
 */
#define LSM_STRUCTURE_WITHOUT_DIFFERENCES(S, version, op_table, dump_fn) \
	LSM_DEFINE(S, version, op_table, dump_fn, NULL, 0)

#define LSM_DEFINE(S, version, op_table, dump_fn, rows, nr_rows)               \
	LSM_IMPLS(LSM_DECLARE, S)                                              \
	static const struct lsm_ops *const impls[] = { LSM_IMPLS(LSM_ENTRY, S) \
							       NULL };         \
	static const char *const names[] = { LSM_IMPLS(LSM_NAME, S) NULL };    \
	const struct lsm_structure lsm_structure = {                           \
		.name = #S,                                                    \
		.format = version,                                             \
		.ops = op_table,                                               \
		.nr_ops = LSM_ARRAY_SIZE(op_table),                            \
		.dump = dump_fn,                                               \
		.differences = rows,                                           \
		.nr_differences = nr_rows,                                     \
		.impls = impls,                                                \
		.nr_impls = LSM_ARRAY_SIZE(impls) - 1,                         \
		.names = names,                                                \
	};                                                                     \
	_Static_assert(LSM_ARRAY_SIZE(op_table) <= LSM_OPCODES_MAX,            \
		       "raise LSM_OPCODES_MAX");                               \
	_Static_assert(LSM_ARRAY_SIZE(impls) - 1 <= LSM_IMPLS_MAX,             \
		       "raise LSM_IMPLS_MAX")

#endif /* LSM_IMPLS_H */
