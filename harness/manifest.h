/* SPDX-License-Identifier: GPL-2.0-or-later */
/* manifest.h - what a committed corpus is and what running it must compare */
#ifndef LSM_HARNESS_MANIFEST_H
#define LSM_HARNESS_MANIFEST_H

#include "driver.h"

/**
 * lsm_manifest_write() - write DIR/MANIFEST after a run of the corpus
 * @dir: the corpus
 * @inputs: its programs, all of which agreed
 * @machine: what ran them, with a ledger of this run alone
 *
 * Return: 0, or LSM_EXIT_USAGE with a message and the old file as it was.
 */
int lsm_manifest_write(const char *dir, const struct lsm_inputs *inputs,
		       struct lsm_machine *machine);

/**
 * lsm_manifest_check() - check a run of the corpus against DIR/MANIFEST
 * @dir: the corpus
 * @inputs: its programs, all of which agreed
 * @machine: what ran them, with a ledger of this run alone
 *
 * The manifest must name this format version and exactly these programs; every
 * program must fit LSM_SEED_MAX; each implementation must have been compared as
 * often as it says, in every cell that it lists; and no operation of a peer may
 * have been abstained from in more than half of its calls.
 *
 * Return: 0, or LSM_EXIT_USAGE with a message for each fault.
 */
int lsm_manifest_check(const char *dir, const struct lsm_inputs *inputs,
		       struct lsm_machine *machine);

#endif /* LSM_HARNESS_MANIFEST_H */
