/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy_image.h - the sets of positions inside a SELinux kernel policy
 *
 * The reader believes nothing of its input but runs a library that may loop,
 * crash or run out of memory on it: call it in a process of its own (see
 * sandbox.h) and put the report into memory that both processes share.
 */
#ifndef LSM_IMPORT_POLICY_IMAGE_H
#define LSM_IMPORT_POLICY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * enum lsm_policy_kind - what a set of a policy means
 * @LSM_POLICY_ATTRIBUTE: the types that carry an attribute
 * @LSM_POLICY_TYPE: the attributes a type carries, and the type itself
 * @LSM_POLICY_ROLE: the types a role may have
 * @LSM_POLICY_DOMINANCE: the roles a role dominates
 * @LSM_POLICY_USER: the roles a user may have
 * @LSM_POLICY_SENSITIVITY: the categories that go with a sensitivity
 * @LSM_POLICY_USER_LOW: the categories of a user's lowest level
 * @LSM_POLICY_USER_HIGH: the categories of a user's highest level; follows
 *	the lowest of the same user
 * @LSM_POLICY_USER_LEVEL: the categories of a user's level at login
 * @LSM_POLICY_RANGE_LOW: the categories of a range_transition's low level
 * @LSM_POLICY_RANGE_HIGH: the categories of its high level; follows the low
 * @LSM_POLICY_KINDS: how many kinds there are
 */
enum lsm_policy_kind {
	LSM_POLICY_ATTRIBUTE,
	LSM_POLICY_TYPE,
	LSM_POLICY_ROLE,
	LSM_POLICY_DOMINANCE,
	LSM_POLICY_USER,
	LSM_POLICY_SENSITIVITY,
	LSM_POLICY_USER_LOW,
	LSM_POLICY_USER_HIGH,
	LSM_POLICY_USER_LEVEL,
	LSM_POLICY_RANGE_LOW,
	LSM_POLICY_RANGE_HIGH,
	LSM_POLICY_KINDS,
};

/**
 * struct lsm_policy_unit - 64 positions of a set
 * @start: the first of them, a multiple of 64
 * @map: not 0; bit i stands for position @start + i
 */
struct lsm_policy_unit {
	uint32_t start;
	uint64_t map;
};

/**
 * struct lsm_policy_set - one set
 * @kind: what it means
 * @name: of the attribute, type, role, user or sensitivity it belongs to, as
 *	the policy spells it; of a range_transition, source-target-class
 * @sensitivity: 1-based rank of the level whose categories these are; 0 if
 *	they are no categories
 * @units: non-empty units in ascending order
 * @nr_units: how many
 */
struct lsm_policy_set {
	enum lsm_policy_kind kind;
	const char *name;
	uint32_t sensitivity;
	const struct lsm_policy_unit *units;
	size_t nr_units;
};

/**
 * typedef lsm_policy_set_fn - told of one set
 * @set: valid during the call
 * @arg: the caller's
 *
 * Return: 0 to go on; anything else ends the reading.
 */
typedef int lsm_policy_set_fn(const struct lsm_policy_set *set, void *arg);

#define LSM_POLICY_MESSAGE_MAX 256
#define LSM_POLICY_CURSOR_MAX 128

/**
 * struct lsm_policy_report - what the reader found, or how far it came
 * @version: of the policy format
 * @mls: whether the policy has levels
 * @types: how many types it has, without attributes
 * @attributes: how many attributes
 * @roles: how many roles
 * @users: how many users
 * @sensitivities: how many sensitivities, without aliases
 * @categories: how many categories, without aliases
 * @message: why the policy was refused, NUL-terminated
 * @cursor: the reader's own
 * @left_at: where in @cursor a size_t counts the bytes not yet read; 0 until
 *	the reading begins
 *
 * @message and @cursor are up to date at any moment, so another process can
 * tell where a reader was that never came back.
 */
struct lsm_policy_report {
	uint32_t version;
	bool mls;
	uint32_t types;
	uint32_t attributes;
	uint32_t roles;
	uint32_t users;
	uint32_t sensitivities;
	uint32_t categories;
	char message[LSM_POLICY_MESSAGE_MAX];
	_Alignas(16) unsigned char cursor[LSM_POLICY_CURSOR_MAX];
	size_t left_at;
};

/**
 * lsm_policy_read() - read a binary kernel policy
 * @image: the policy, as the kernel would be given it
 * @size: its length in bytes
 * @report: filled in; all zero before the call
 * @visit: called for every set, empty ones too, kind by kind
 * @arg: handed to @visit
 *
 * Return: 0; -EINVAL if the policy is refused or -ENOMEM if memory ran out,
 * both with a message in @report; otherwise what @visit returned.
 *
 * Context: not thread safe: libsepol has one message handler for everybody.
 */
int lsm_policy_read(const void *image, size_t size,
		    struct lsm_policy_report *report, lsm_policy_set_fn *visit,
		    void *arg);

#endif /* LSM_IMPORT_POLICY_IMAGE_H */
