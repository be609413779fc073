/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_hash.h - hash functions for the labels of a table with slots */
#ifndef LSM_OPTIMIZED_SMACK_HASH_H
#define LSM_OPTIMIZED_SMACK_HASH_H

#include <lsm/smack.h>

/**
 * smack_hash() - hash a label
 * @hash: which function
 * @text: any bytes, the same for signed and unsigned char
 * @len: how many
 *
 * Return: 32 bits, of which a table uses the lowest.
 */
uint32_t smack_hash(enum lsm_smack_hash hash, const char *text, size_t len);

#endif /* LSM_OPTIMIZED_SMACK_HASH_H */
