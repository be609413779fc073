/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_linux.h - predicates of the known differences of kernel trees */
#ifndef LSM_FUZZERS_SIDTAB_LINUX_H
#define LSM_FUZZERS_SIDTAB_LINUX_H

#include <lsm/sidtab.h>

/*
 * sidtab_linux_fixed(): a new table has no cache, or a limit.
 * sidtab_linux_loading(): a load is under way.
 * sidtab_linux_load_fails(), sidtab_linux_add_fails(): memory runs out while
 * contexts are converted.
 * sidtab_linux_load_meets_gap(), sidtab_linux_add_meets_gap(): a context that
 * is converted has a category without a name.
 * sidtab_linux_has_twins(): after a reload two SIDs have equal contexts.
 * sidtab_linux_finds_twin(): and it is their context that is added.
 */
bool sidtab_linux_fixed(const struct lsm_call *call);
bool sidtab_linux_loading(const struct lsm_call *call);
bool sidtab_linux_load_fails(const struct lsm_call *call);
bool sidtab_linux_add_fails(const struct lsm_call *call);
bool sidtab_linux_load_meets_gap(const struct lsm_call *call);
bool sidtab_linux_add_meets_gap(const struct lsm_call *call);
bool sidtab_linux_has_twins(const struct lsm_call *call);
bool sidtab_linux_finds_twin(const struct lsm_call *call);

#endif /* LSM_FUZZERS_SIDTAB_LINUX_H */
