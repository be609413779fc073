/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_words.h - the helpers of the SID table's operation table */
#ifndef LSM_FUZZERS_SIDTAB_WORDS_H
#define LSM_FUZZERS_SIDTAB_WORDS_H

#include <lsm/sidtab.h>

/**
 * sidtab_make_text() - write a likely context
 * @random: where choices come from
 * @buf: receives the text, without a NUL
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t sidtab_make_text(struct lsm_random *random, uint8_t *buf, size_t max);

/* Operations that observe a whole table: its figures, its contents. */
void sidtab_run_stats(const struct lsm_call *call, struct lsm_obs *obs);
void sidtab_dump(const struct lsm_call *call, struct lsm_obs *obs);

/*
 * Known differences of libsepol; each is a row of FINDINGS.md and judges a call
 * by the reference's objects.
 */
bool sidtab_has_limit(const struct lsm_call *call);
bool sidtab_adds_invalid(const struct lsm_call *call);
bool sidtab_sets_invalid(const struct lsm_call *call);
bool sidtab_sets_lower(const struct lsm_call *call);
bool sidtab_drops_rest(const struct lsm_call *call);
bool sidtab_joins_runs(const struct lsm_call *call);

#endif /* LSM_FUZZERS_SIDTAB_WORDS_H */
