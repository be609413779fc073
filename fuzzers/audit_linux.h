/* SPDX-License-Identifier: GPL-2.0-or-later */
/* audit_linux.h - predicates of the known differences of kernel trees */
#ifndef LSM_FUZZERS_AUDIT_LINUX_H
#define LSM_FUZZERS_AUDIT_LINUX_H

#include <lsm/audit.h>

/*
 * audit_linux_bad_value(): a field of the rule has a value that must be
 * refused. audit_linux_compares_nothing(): the rule compares by the number 0.
 * audit_linux_out_of_memory(): an allocation is going to fail.
 */
bool audit_linux_bad_value(const struct lsm_call *call);
bool audit_linux_compares_nothing(const struct lsm_call *call);
bool audit_linux_out_of_memory(const struct lsm_call *call);

#endif /* LSM_FUZZERS_AUDIT_LINUX_H */
