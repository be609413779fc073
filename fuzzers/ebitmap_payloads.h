/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ebitmap_payloads.h - binary images that ebitmap programs read */
#ifndef LSM_FUZZERS_EBITMAP_PAYLOADS_H
#define LSM_FUZZERS_EBITMAP_PAYLOADS_H

#include <lsm/ebitmap.h>

#define EBITMAP_TINY_IMAGES 6

/* Images of the small world: good, empty, and refused for different reasons. */
extern const struct lsm_blob ebitmap_tiny_images[EBITMAP_TINY_IMAGES];

/**
 * ebitmap_make_image() - write a likely image
 * @random: where choices come from
 * @buf: receives the image
 * @max: room in @buf
 *
 * Return: its length.
 */
size_t ebitmap_make_image(struct lsm_random *random, uint8_t *buf, size_t max);

#endif /* LSM_FUZZERS_EBITMAP_PAYLOADS_H */
