/* SPDX-License-Identifier: GPL-2.0-or-later */
/* smack_reference.h - shared by the files of the reference */
#ifndef LSM_REFERENCE_SMACK_H
#define LSM_REFERENCE_SMACK_H

#include <lsm/smack.h>

#define SMACK_REFERENCE_RESERVED 5

/* A label, in a list in the order of secids. */
struct smack_reference_label {
	struct smack_reference_label *next;
	uint32_t secid;
	char text[LSM_SMACK_LABEL_MAX + 1];
};

/* A rule, in a list in the order in which pairs were first named. */
struct smack_reference_rule {
	struct smack_reference_rule *next;
	enum lsm_smack_scope scope;
	const struct smack_reference_label *subject;
	const struct smack_reference_label *object;
	uint32_t access;
};

/* A table; the first labels are part of it. */
struct smack_reference {
	struct smack_reference_label reserved[SMACK_REFERENCE_RESERVED];
	struct smack_reference_rule *rules;
	const struct smack_reference_label *unconfined;
	uint32_t next_secid;
};

/*
 * Labels and rules, in smack_reference.c; find returns NULL, the others 0 or
 * -errno.  A label is a text that ends in NUL.
 */
const struct smack_reference_label *
smack_reference_find(const struct smack_reference *table, const char *text);
int smack_reference_import(struct smack_reference *table, const char *text,
			   const struct smack_reference_label **label);
int smack_reference_change(struct smack_reference *table,
			   enum lsm_smack_scope scope,
			   const struct smack_reference_label *subject,
			   const struct smack_reference_label *object,
			   uint32_t allow, uint32_t deny);
int smack_reference_access(const void *self, const void *subject,
			   const void *object, uint32_t request);

/*
 * Text, in smack_text_reference.c.  parse copies the label that begins @len
 * bytes, and a NUL, to @label: 0 or -EINVAL.
 */
int smack_reference_parse(const char *text, size_t len,
			  char label[LSM_SMACK_LABEL_MAX + 1]);
long smack_reference_load(void *self, enum lsm_smack_scope scope,
			  enum lsm_smack_format format, const char *text,
			  size_t len);
int smack_reference_query(const void *self, enum lsm_smack_format format,
			  const char *text, size_t len);

#endif /* LSM_REFERENCE_SMACK_H */
