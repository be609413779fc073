/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_words.h - the helpers of the MLS operation table */
#ifndef LSM_FUZZERS_MLS_WORDS_H
#define LSM_FUZZERS_MLS_WORDS_H

#include <lsm/mls.h>

/**
 * mls_make_text() - write a likely level or range
 * @random: where choices come from
 * @buf: receives the text, without a NUL
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t mls_make_text(struct lsm_random *random, uint8_t *buf, size_t max);

/*
 * Known differences of peers; each is a row of FINDINGS.md and judges a call
 * by the reference's objects.
 */
bool mls_drops_rest(const struct lsm_call *call);
bool mls_parses_range(const struct lsm_call *call);
bool mls_refuses_position(const struct lsm_call *call);
bool mls_joins_runs(const struct lsm_call *call);
bool mls_needs_names(const struct lsm_call *call);
bool mls_level_bound_matters(const struct lsm_call *call);
bool mls_range_bound_matters(const struct lsm_call *call);
bool mls_cats_bound_matters(const struct lsm_call *call);
bool mls_slow_operands(const struct lsm_call *call);
bool mls_linux_level_bound_matters(const struct lsm_call *call);
bool mls_linux_range_bound_matters(const struct lsm_call *call);
bool mls_linux_cats_bound_matters(const struct lsm_call *call);
bool mls_linux_last_node(const struct lsm_call *call);
bool mls_linux_signed_operands(const struct lsm_call *call);
bool mls_linux_lacks_level(const struct lsm_call *call);
bool mls_linux_lacks_levels(const struct lsm_call *call);

#endif /* LSM_FUZZERS_MLS_WORDS_H */
