/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_words.h - likely texts for the Smack operation table */
#ifndef LSM_FUZZERS_SMACK_WORDS_H
#define LSM_FUZZERS_SMACK_WORDS_H

#include <lsm/smack.h>

/*
 * smack_make_label(), smack_make_rules(), smack_make_question(): a label, some
 * rules in one of the three formats, a question in one of two; see the member
 * make of struct lsm_op.
 */
size_t smack_make_label(struct lsm_random *random, uint8_t *buf, size_t max);
size_t smack_make_rules(struct lsm_random *random, uint8_t *buf, size_t max);
size_t smack_make_question(struct lsm_random *random, uint8_t *buf, size_t max);

#endif /* LSM_FUZZERS_SMACK_WORDS_H */
