/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What makes a rule malformed, in the order in which it is noticed. */
#include "audit_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool equality(uint32_t op)
{
	return op == LSM_AUDIT_EQ || op == LSM_AUDIT_NE;
}

static bool ordering(uint32_t op)
{
	return equality(op) || op == LSM_AUDIT_LT || op == LSM_AUDIT_LE ||
	       op == LSM_AUDIT_GT || op == LSM_AUDIT_GE;
}

/* Whether a field may be used on a list at all. */
static bool list_allows(uint32_t list, uint32_t type)
{
	if (list == LSM_AUDIT_FS)
		return type == LSM_AUDIT_FSTYPE || type == LSM_AUDIT_KEY;
	switch (type) {
	case LSM_AUDIT_MSGTYPE:
		return list == LSM_AUDIT_USER || list == LSM_AUDIT_EXCLUDE;
	case LSM_AUDIT_FSTYPE:
		return false;
	case LSM_AUDIT_PERM:
		return list != LSM_AUDIT_URING;
	case LSM_AUDIT_PATH:
	case LSM_AUDIT_DIR:
	case LSM_AUDIT_INODE:
		return list == LSM_AUDIT_EXIT || list == LSM_AUDIT_URING;
	default:
		return true;
	}
}

/* Whether a field exists and takes an operator. */
static bool type_allows(uint32_t type, uint32_t op)
{
	switch (type) {
	case LSM_AUDIT_A0:
	case LSM_AUDIT_A1:
	case LSM_AUDIT_A2:
	case LSM_AUDIT_A3:
	case LSM_AUDIT_PERS:
	case LSM_AUDIT_DEVMINOR:
		return ordering(op) || op == LSM_AUDIT_BIT_MASK ||
		       op == LSM_AUDIT_BIT_TEST;
	case LSM_AUDIT_PID:
	case LSM_AUDIT_PPID:
	case LSM_AUDIT_UID:
	case LSM_AUDIT_EUID:
	case LSM_AUDIT_SUID:
	case LSM_AUDIT_FSUID:
	case LSM_AUDIT_GID:
	case LSM_AUDIT_EGID:
	case LSM_AUDIT_SGID:
	case LSM_AUDIT_FSGID:
	case LSM_AUDIT_AUID:
	case LSM_AUDIT_OBJ_UID:
	case LSM_AUDIT_OBJ_GID:
	case LSM_AUDIT_SESSIONID:
	case LSM_AUDIT_MSGTYPE:
	case LSM_AUDIT_DEVMAJOR:
	case LSM_AUDIT_EXITCODE:
	case LSM_AUDIT_SUCCESS:
	case LSM_AUDIT_SADDR_FAM:
	case LSM_AUDIT_SUBJ_SEN:
	case LSM_AUDIT_SUBJ_CLR:
	case LSM_AUDIT_OBJ_LOW:
	case LSM_AUDIT_OBJ_HIGH:
		return ordering(op);
	case LSM_AUDIT_ARCH:
	case LSM_AUDIT_PERM:
	case LSM_AUDIT_FILETYPE:
	case LSM_AUDIT_EXE:
	case LSM_AUDIT_KEY:
	case LSM_AUDIT_FSTYPE:
	case LSM_AUDIT_INODE:
	case LSM_AUDIT_AUID_SET:
	case LSM_AUDIT_COMPARE:
	case LSM_AUDIT_SUBJ_USER:
	case LSM_AUDIT_SUBJ_ROLE:
	case LSM_AUDIT_SUBJ_TYPE:
	case LSM_AUDIT_OBJ_USER:
	case LSM_AUDIT_OBJ_ROLE:
	case LSM_AUDIT_OBJ_TYPE:
		return equality(op);
	case LSM_AUDIT_PATH:
	case LSM_AUDIT_DIR:
		return op == LSM_AUDIT_EQ;
	default:
		return false;
	}
}

static bool type_allows_value(uint32_t type, uint32_t value)
{
	switch (type) {
	case LSM_AUDIT_AUID_SET:
		return value <= 1;
	case LSM_AUDIT_PERM:
		return value <= 15;
	case LSM_AUDIT_FILETYPE:
		return (value & ~(uint32_t)S_IFMT) == 0;
	case LSM_AUDIT_COMPARE:
		return value <= LSM_AUDIT_COMPARE_MAX;
	case LSM_AUDIT_SADDR_FAM:
		return value < LSM_AUDIT_AF_MAX;
	case LSM_AUDIT_UID:
	case LSM_AUDIT_EUID:
	case LSM_AUDIT_SUID:
	case LSM_AUDIT_FSUID:
	case LSM_AUDIT_GID:
	case LSM_AUDIT_EGID:
	case LSM_AUDIT_SGID:
	case LSM_AUDIT_FSGID:
	case LSM_AUDIT_OBJ_UID:
	case LSM_AUDIT_OBJ_GID:
		return value != LSM_AUDIT_UNSET;
	default:
		return true;
	}
}

/* Whether @entry has one of two or three fields already. */
static bool has(const struct reference_entry *entry, uint32_t a, uint32_t b,
		uint32_t c)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++) {
		uint32_t type = entry->field[i].asked.type;

		if (type == a || type == b || type == c)
			return true;
	}
	return false;
}

/* A rule has one place to be looked for, one program and one key. */
static bool is_second(const struct reference_entry *entry, uint32_t type)
{
	switch (type) {
	case LSM_AUDIT_PATH:
	case LSM_AUDIT_DIR:
	case LSM_AUDIT_INODE:
		return has(entry, LSM_AUDIT_PATH, LSM_AUDIT_DIR,
			   LSM_AUDIT_INODE);
	case LSM_AUDIT_EXE:
	case LSM_AUDIT_KEY:
		return has(entry, type, type, type);
	default:
		return false;
	}
}

static int check_text(const struct lsm_audit_field *asked)
{
	const char *text = asked->text;
	size_t len = asked->len;

	if (len == 0)
		return -EINVAL;
	if (asked->type == LSM_AUDIT_KEY)
		return len > LSM_AUDIT_KEY_MAX ? -EINVAL : 0;
	if (len > LSM_AUDIT_PATH_MAX)
		return asked->type == LSM_AUDIT_EXE ? -EINVAL : -ENAMETOOLONG;
	switch (asked->type) {
	case LSM_AUDIT_PATH:
	case LSM_AUDIT_EXE:
		return text[0] == '/' && text[len - 1] != '/' ? 0 : -EINVAL;
	case LSM_AUDIT_DIR:
		return text[0] == '/' ? 0 : -EINVAL;
	default:
		return 0;
	}
}

/*
 * A path that is too long is told so even where it is one too many, or on the
 * wrong list: its text is looked at before those.
 */
static int check_field(const struct reference_entry *entry,
		       const struct lsm_audit_field *asked)
{
	bool late =
		asked->type == LSM_AUDIT_PATH || asked->type == LSM_AUDIT_DIR;
	bool fits = list_allows(entry->list, asked->type) &&
		    type_allows(asked->type, asked->op) &&
		    type_allows_value(asked->type, asked->value) &&
		    !is_second(entry, asked->type);

	if (late && equality(asked->op) && entry->list != LSM_AUDIT_FS &&
	    asked->len > LSM_AUDIT_PATH_MAX)
		return -ENAMETOOLONG;
	if (!fits)
		return -EINVAL;
	return lsm_audit_takes_text(asked->type) ? check_text(asked) : 0;
}

static int store_field(struct reference_entry *entry,
		       const struct lsm_audit_field *asked)
{
	struct reference_field *field = &entry->field[entry->nr_fields];

	field->asked = *asked;
	if (lsm_audit_takes_text(asked->type)) {
		field->asked.text = lsm_strndup(asked->text, asked->len);
		if (!field->asked.text)
			return -ENOMEM;
		field->asked.value = 0;
		field->known = lsm_audit_label_known(asked->type, asked->text);
	} else {
		field->asked.text = NULL;
		field->asked.len = 0;
	}
	entry->nr_fields++;
	if (asked->type == LSM_AUDIT_PATH || asked->type == LSM_AUDIT_EXE)
		field->inode = lsm_audit_lookup(asked->text);
	if (asked->type == LSM_AUDIT_PATH)
		entry->home = HOME_BUCKET +
			      (uint32_t)field->inode.ino % LSM_AUDIT_BUCKETS;
	if (asked->type == LSM_AUDIT_INODE && asked->op == LSM_AUDIT_EQ)
		entry->home = HOME_BUCKET + asked->value % LSM_AUDIT_BUCKETS;
	return 0;
}

static int add_field(struct reference_entry *entry,
		     struct lsm_audit_field asked)
{
	int status;

	if (asked.type == LSM_AUDIT_AUID && asked.value == LSM_AUDIT_UNSET) {
		asked.type = LSM_AUDIT_AUID_SET;
		asked.value = 0;
		entry->legacy = true;
	}
	status = check_field(entry, &asked);
	return status ? status : store_field(entry, &asked);
}

/* The short cuts are dropped, whether a class stands behind one or not. */
static void expand_classes(uint32_t *mask)
{
	for (uint32_t id = 0; id < LSM_AUDIT_CLASSES; id++) {
		uint32_t bit = LSM_AUDIT_MASK_BITS - 1 - id;
		const uint32_t *class = lsm_audit_class(id);

		if (!(mask[bit / 32] & UINT32_C(1) << bit % 32))
			continue;
		mask[bit / 32] &= ~(UINT32_C(1) << bit % 32);
		for (size_t i = 0; class && i < LSM_AUDIT_MASK_WORDS; i++)
			mask[i] |= class[i];
	}
}

static bool head_is_good(const struct lsm_audit_rule *rule)
{
	uint32_t list = rule->flags & ~LSM_AUDIT_PREPEND;

	return list < LSM_AUDIT_LISTS && list != 2 && list != 3 &&
	       (rule->action == LSM_AUDIT_NEVER ||
		rule->action == LSM_AUDIT_ALWAYS) &&
	       rule->nr_fields <= LSM_AUDIT_FIELDS_MAX;
}

static struct reference_entry *new_entry(uint32_t nr_fields)
{
	/* Enough to find a step in. */
	char *block = lsm_calloc(2, ENTRY_STEP);
	struct reference_entry *entry;

	if (!block)
		return NULL;
	entry = (void *)(block + (ENTRY_STEP - (uintptr_t)block % ENTRY_STEP) %
					 ENTRY_STEP);
	entry->block = block;
	entry->field = lsm_calloc(nr_fields + 1, sizeof(*entry->field));
	if (!entry->field) {
		lsm_free(block);
		return NULL;
	}
	return entry;
}

int reference_build(const struct lsm_audit_rule *rule,
		    struct reference_entry **out)
{
	struct reference_entry *entry;
	int status = 0;

	_Static_assert(sizeof(*entry) <= ENTRY_STEP, "an entry is too large");
	if (!head_is_good(rule))
		return -EINVAL;
	entry = new_entry(rule->nr_fields);
	if (!entry)
		return -ENOMEM;
	entry->list = rule->flags & ~LSM_AUDIT_PREPEND;
	entry->home = entry->list;
	entry->prepend = rule->flags & LSM_AUDIT_PREPEND;
	entry->action = rule->action;
	memcpy(entry->mask, rule->mask, sizeof(entry->mask));
	expand_classes(entry->mask);
	for (uint32_t i = 0; i < rule->nr_fields && !status; i++)
		status = add_field(entry, rule->field[i]);
	if (status)
		reference_free(entry);
	else
		*out = entry;
	return status;
}

void reference_free(struct reference_entry *entry)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		lsm_free((void *)(uintptr_t)entry->field[i].asked.text);
	lsm_free(entry->field);
	lsm_free(entry->block);
}
