/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_payloads.h - rules sections that policy programs read */
#ifndef LSM_FUZZERS_POLICY_PAYLOADS_H
#define LSM_FUZZERS_POLICY_PAYLOADS_H

#include <lsm/policy.h>

#define POLICY_TINY_IMAGES 6

extern const struct lsm_blob policy_tiny_images[POLICY_TINY_IMAGES];

/**
 * policy_make_image() - write a likely section
 * @random: where choices come from
 * @buf: receives the section
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t policy_make_image(struct lsm_random *random, uint8_t *buf, size_t max);

#endif /* LSM_FUZZERS_POLICY_PAYLOADS_H */
