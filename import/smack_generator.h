/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_generator.h - sets of Smack rules of chosen shapes */
#ifndef LSM_IMPORT_SMACK_GENERATOR_H
#define LSM_IMPORT_SMACK_GENERATOR_H

#include <lsm/random.h>

#include <stddef.h>
#include <stdio.h>

#define GENERATOR_LABELS_MAX 4096u

/**
 * enum generator_shape - what a set of rules looks like
 * @GENERATOR_APPLICATIONS: a telephone's: 600 labels of 5 to 60 bytes, names of
 *	applications with dots and User::App::..., of which 379 are subjects of
 *	23,895 rules (the set that the patch of 2013 was measured with)
 * @GENERATOR_BENCHMARK: as Smack's benchmark: some labels, for each of them
 *	rules about a part of the others, and pairs that are named again
 * @GENERATOR_COLLISIONS: labels of equal length and equal DJB-33 hash
 * @GENERATOR_NAME_COLLISIONS: of equal LSM_SMACK_NAME hash
 */
enum generator_shape {
	GENERATOR_APPLICATIONS,
	GENERATOR_BENCHMARK,
	GENERATOR_COLLISIONS,
	GENERATOR_NAME_COLLISIONS,
};

/**
 * struct generator - what to generate
 * @shape: see enum generator_shape
 * @seed: the only source of chance
 * @labels: how many, 2 to GENERATOR_LABELS_MAX; not for
 *	GENERATOR_APPLICATIONS; rounded up to a power of two for
 *	collisions
 * @density_min: least part of the labels that a subject has a rule about, in
 *	percent; not for GENERATOR_APPLICATIONS
 * @density_max: the most, at most 100
 * @merges: how many more times each pair is named; for GENERATOR_BENCHMARK
 */
struct generator {
	enum generator_shape shape;
	uint64_t seed;
	uint32_t labels;
	uint32_t density_min;
	uint32_t density_max;
	uint32_t merges;
};

/**
 * generator_print() - write rules as text
 * @out: where
 * @generator: what to generate; the same gives the same text everywhere
 *
 * Return: how many rules; 0 if memory ran out.
 */
size_t generator_print(FILE *out, const struct generator *generator);

#endif /* LSM_IMPORT_SMACK_GENERATOR_H */
