/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avtab_payloads.h - binary images that avtab programs read */
#ifndef LSM_FUZZERS_AVTAB_PAYLOADS_H
#define LSM_FUZZERS_AVTAB_PAYLOADS_H

#include <lsm/avtab.h>

#define AVTAB_TINY_IMAGES 6

extern const struct lsm_blob avtab_tiny_images[AVTAB_TINY_IMAGES];

/**
 * avtab_make_image() - write a likely image
 * @random: where choices come from
 * @buf: receives the image
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t avtab_make_image(struct lsm_random *random, uint8_t *buf, size_t max);

#endif /* LSM_FUZZERS_AVTAB_PAYLOADS_H */
