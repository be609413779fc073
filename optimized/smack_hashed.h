/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_hashed.h - shared by the files of the hashed table */
#ifndef LSM_OPTIMIZED_SMACK_HASHED_H
#define LSM_OPTIMIZED_SMACK_HASHED_H

#include <lsm/rculist.h>
#include <lsm/smack.h>

/* A label; @rules are its own as a subject, newest first. */
struct entry {
	struct hlist_node in_slot;
	struct hlist_node in_all;
	struct hlist_head rules;
	spinlock_t rules_lock;
	const char *text;
	uint32_t len;
	uint32_t hash;
	uint32_t secid;
};

/* A rule; in the list of its subject, or of the task. */
struct rule {
	struct hlist_node link;
	const struct entry *subject;
	const struct entry *object;
	uint32_t access;
};

#define SMACK_HASHED_RESERVED 5

/* @lock protects @all, @slot and @next_secid; @all has the newest first. */
struct table {
	spinlock_t lock;
	spinlock_t task_lock;
	struct hlist_head all;
	struct hlist_head task;
	const struct entry *unconfined;
	struct entry reserved[SMACK_HASHED_RESERVED];
	uint32_t next_secid;
	enum lsm_smack_hash function;
	uint32_t slots;
	struct hlist_head slot[];
};

/**
 * smack_hashed_find() - look a label up
 * @table: the table
 * @text: bytes without a NUL
 * @len: how many
 *
 * Context: any; takes no lock.
 * Return: the entry, which stays; or NULL.
 */
struct entry *smack_hashed_find(const struct table *table, const char *text,
				size_t len);

/**
 * smack_hashed_import() - look a label up, or make it known
 * @table: the table
 * @text: bytes that a label is parsed from
 * @len: how many
 * @found: receives the entry
 *
 * Context: holds no lock of the table.
 * Return: 0; -EINVAL or -ENOMEM, the table unchanged.
 */
int smack_hashed_import(struct table *table, const char *text, size_t len,
			struct entry **found);

/*
 * create, destroy, clear, check, labels and rules of struct lsm_smack_ops.
 * Context: the table is the caller's alone.
 */
void *smack_hashed_create(void *setup, const uint32_t *param);
void smack_hashed_destroy(void *self);
void smack_hashed_clear(void *self);
const char *smack_hashed_check(const void *self);
void smack_hashed_labels(const void *self, lsm_smack_label_fn *visit,
			 void *arg);
void smack_hashed_rules(const void *self, lsm_smack_rule_fn *visit, void *arg);

#endif /* LSM_OPTIMIZED_SMACK_HASHED_H */
