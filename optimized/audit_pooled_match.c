/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the fields of a rule hold. */
#include "audit_pooled.h"

#include <string.h>
#include <sys/stat.h>

bool pooled_compare(uint32_t left, uint32_t op, uint32_t right)
{
	switch (op) {
	case LSM_AUDIT_EQ:
		return left == right;
	case LSM_AUDIT_NE:
		return left != right;
	case LSM_AUDIT_LT:
		return left < right;
	case LSM_AUDIT_LE:
		return left <= right;
	case LSM_AUDIT_GT:
		return left > right;
	case LSM_AUDIT_GE:
		return left >= right;
	case LSM_AUDIT_BIT_MASK:
		return left & right;
	default: /* LSM_AUDIT_BIT_TEST: others were refused */
		return (left & right) == right;
	}
}

static uint32_t number_at(const struct lsm_audit_event *event, size_t offset)
{
	uint32_t number;

	memcpy(&number, (const char *)event + offset, sizeof(number));
	return number;
}

static bool gid_holds(const struct pooled_field *field,
		      const struct lsm_audit_event *event, uint32_t gid)
{
	bool holds = pooled_compare(gid, field->op, field->value);
	bool negative = field->op == LSM_AUDIT_NE;

	if (holds != negative || (!negative && field->op != LSM_AUDIT_EQ))
		return holds;
	for (size_t i = 0; i < event->nr_groups; i++)
		if (event->groups[i] == field->value)
			return !negative;
	return holds;
}

static bool label_holds(const struct pooled_field *field, uint32_t label)
{
	return field->known && lsm_audit_label_matches(label, field->type,
						       field->op, field->text);
}

static bool inode_holds(const struct pooled_field *field,
			const struct lsm_audit_inode *inode)
{
	uint32_t op = field->op, value = field->value;

	switch (field->type) {
	case LSM_AUDIT_DEVMAJOR:
		return pooled_compare(inode->major, op, value) ||
		       pooled_compare(inode->rmajor, op, value);
	case LSM_AUDIT_DEVMINOR:
		return pooled_compare(inode->minor, op, value) ||
		       pooled_compare(inode->rminor, op, value);
	case LSM_AUDIT_INODE:
		return pooled_compare((uint32_t)inode->ino, op, value);
	case LSM_AUDIT_OBJ_UID:
		return pooled_compare(inode->uid, op, value);
	case LSM_AUDIT_OBJ_GID:
		return pooled_compare(inode->gid, op, value);
	default:
		return label_holds(field, inode->label);
	}
}

/* Any file of the event, unless one is looked at. */
static bool files_hold(const struct pooled_field *field,
		       const struct lsm_audit_event *event,
		       const struct lsm_audit_name *name)
{
	size_t nr = name ? 1 : event->nr_names;

	if (field->text && event->ipc_label != LSM_AUDIT_NO_LABEL &&
	    label_holds(field, event->ipc_label))
		return true;
	for (name = name ? name : event->name; nr; nr--, name++)
		if (inode_holds(field, &name->inode))
			return true;
	return false;
}

static bool in_class(enum lsm_audit_class id, uint32_t nr)
{
	const uint32_t *class = lsm_audit_class(id);

	return nr / 32 < LSM_AUDIT_MASK_WORDS &&
	       class[nr / 32] & UINT32_C(1) << nr % 32;
}

static bool class_permits(uint32_t nr, uint32_t wanted, bool compat)
{
	static const struct {
		uint32_t perm;
		enum lsm_audit_class class[2];
	} by_class[] = {
		{ LSM_AUDIT_PERM_WRITE,
		  { LSM_AUDIT_CLASS_WRITE, LSM_AUDIT_CLASS_WRITE_32 } },
		{ LSM_AUDIT_PERM_READ,
		  { LSM_AUDIT_CLASS_READ, LSM_AUDIT_CLASS_READ_32 } },
		{ LSM_AUDIT_PERM_ATTR,
		  { LSM_AUDIT_CLASS_CHATTR, LSM_AUDIT_CLASS_CHATTR_32 } },
	};

	for (size_t i = 0; i < LSM_ARRAY_SIZE(by_class); i++)
		if (wanted & by_class[i].perm &&
		    in_class(by_class[i].class[compat], nr))
			return true;
	return false;
}

static bool open_permits(uint64_t flags, uint32_t wanted)
{
	static const uint8_t perm[] = {
		LSM_AUDIT_PERM_READ,
		LSM_AUDIT_PERM_WRITE,
		LSM_AUDIT_PERM_READ | LSM_AUDIT_PERM_WRITE,
		LSM_AUDIT_PERM_READ | LSM_AUDIT_PERM_WRITE,
	};

	return perm[flags % LSM_ARRAY_SIZE(perm)] & wanted;
}

static bool permits(const struct lsm_audit_event *event, uint32_t wanted)
{
	switch (lsm_audit_kind(event->arch, event->nr)) {
	case LSM_AUDIT_CALL_NATIVE:
		return class_permits(event->nr, wanted, false);
	case LSM_AUDIT_CALL_COMPAT:
		return class_permits(event->nr, wanted, true);
	case LSM_AUDIT_CALL_OPEN:
		return open_permits(event->a[1], wanted);
	case LSM_AUDIT_CALL_OPENAT:
		return open_permits(event->a[2], wanted);
	case LSM_AUDIT_CALL_OPENAT2:
		return open_permits(event->open_flags, wanted);
	case LSM_AUDIT_CALL_EXECVE:
		return wanted & LSM_AUDIT_PERM_EXEC;
	case LSM_AUDIT_CALL_SOCKETCALL:
		return wanted & LSM_AUDIT_PERM_WRITE &&
		       event->a[0] == LSM_AUDIT_SOCKETCALL_BIND;
	}
	return false;
}

static bool leads_to(const struct pooled_field *field,
		     const struct lsm_audit_inode *inode)
{
	return field->ino == inode->ino && field->major == inode->major &&
	       field->minor == inode->minor && field->ino != LSM_AUDIT_NO_INODE;
}

/* A file that is there, of a type or in a folder. */
static bool any_name(const struct pooled_field *field,
		     const struct lsm_audit_event *event)
{
	for (size_t i = 0; i < event->nr_names; i++) {
		const struct lsm_audit_name *name = &event->name[i];

		if (name->inode.ino == LSM_AUDIT_NO_INODE)
			continue;
		if (field->text ? lsm_audit_inside(name->path, field->text)
				: (name->inode.mode & S_IFMT) == field->value)
			return true;
	}
	return false;
}

#define AT(member) offsetof(struct lsm_audit_event, member)
#define OWNER 0 /* of a file; no id of a task is at the start of an event */

/* The two ids of each comparison, as places in the event. */
static const uint16_t compared[LSM_AUDIT_COMPARE_MAX + 1][2] = {
	[1] = { AT(uid[0]), OWNER },	   [2] = { AT(gid[0]), OWNER },
	[3] = { AT(uid[1]), OWNER },	   [4] = { AT(gid[1]), OWNER },
	[5] = { AT(auid), OWNER },	   [6] = { AT(uid[2]), OWNER },
	[7] = { AT(gid[2]), OWNER },	   [8] = { AT(uid[3]), OWNER },
	[9] = { AT(gid[3]), OWNER },	   [10] = { AT(uid[0]), AT(auid) },
	[11] = { AT(uid[0]), AT(uid[1]) }, [12] = { AT(uid[0]), AT(uid[3]) },
	[13] = { AT(uid[0]), AT(uid[2]) }, [14] = { AT(auid), AT(uid[3]) },
	[15] = { AT(auid), AT(uid[2]) },   [16] = { AT(auid), AT(uid[1]) },
	[17] = { AT(uid[1]), AT(uid[2]) }, [18] = { AT(uid[1]), AT(uid[3]) },
	[19] = { AT(uid[2]), AT(uid[3]) }, [20] = { AT(gid[0]), AT(gid[1]) },
	[21] = { AT(gid[0]), AT(gid[3]) }, [22] = { AT(gid[0]), AT(gid[2]) },
	[23] = { AT(gid[1]), AT(gid[3]) }, [24] = { AT(gid[1]), AT(gid[2]) },
	[25] = { AT(gid[2]), AT(gid[3]) },
};

static bool compares(const struct pooled_field *field,
		     const struct lsm_audit_event *event, bool call)
{
	const uint16_t *at = compared[field->value];
	bool group = at[0] >= AT(gid) && at[0] < AT(gid) + sizeof(event->gid);
	uint32_t left = number_at(event, at[0]);

	if (!field->value)
		return false;
	if (at[1] != OWNER)
		return pooled_compare(left, field->op, number_at(event, at[1]));
	for (size_t i = 0; call && i < event->nr_names; i++) {
		const struct lsm_audit_inode *inode = &event->name[i].inode;

		if (pooled_compare(left, field->op,
				   group ? inode->gid : inode->uid))
			return true;
	}
	return false;
}

/* Fields of the system call that are not plain numbers. */
static bool call_holds(const struct pooled_field *field,
		       const struct lsm_audit_event *event,
		       const struct lsm_audit_name *name)
{
	switch (field->type) {
	case LSM_AUDIT_A0:
	case LSM_AUDIT_A1:
	case LSM_AUDIT_A2:
	case LSM_AUDIT_A3:
		return pooled_compare(
			(uint32_t)event->a[field->type - LSM_AUDIT_A0],
			field->op, field->value);
	case LSM_AUDIT_EXITCODE:
		return event->result != LSM_AUDIT_NO_RESULT &&
		       pooled_compare((uint32_t)event->exit, field->op,
				      field->value);
	case LSM_AUDIT_SUCCESS:
		return event->result != LSM_AUDIT_NO_RESULT &&
		       pooled_compare(event->result, field->op,
				      field->value ? LSM_AUDIT_SUCCEEDED
						   : LSM_AUDIT_FAILED);
	case LSM_AUDIT_SADDR_FAM:
		return event->family != LSM_AUDIT_UNSET &&
		       pooled_compare(event->family, field->op, field->value);
	case LSM_AUDIT_PATH:
		return name && leads_to(field, &name->inode);
	case LSM_AUDIT_DIR:
		return any_name(field, event);
	default:
		return files_hold(field, event, name);
	}
}

static bool other_holds(const struct pooled_field *field,
			const struct lsm_audit_event *event, bool call,
			const struct lsm_audit_name *name)
{
	bool negative = field->op == LSM_AUDIT_NE;

	switch (field->type) {
	case LSM_AUDIT_KEY:
		return true;
	case LSM_AUDIT_GID:
		return gid_holds(field, event, event->gid[0]);
	case LSM_AUDIT_EGID:
		return gid_holds(field, event, event->gid[1]);
	case LSM_AUDIT_AUID_SET:
		return pooled_compare(event->auid != LSM_AUDIT_UNSET, field->op,
				      field->value);
	case LSM_AUDIT_SUBJ_USER:
	case LSM_AUDIT_SUBJ_ROLE:
	case LSM_AUDIT_SUBJ_TYPE:
	case LSM_AUDIT_SUBJ_SEN:
	case LSM_AUDIT_SUBJ_CLR:
		return label_holds(field, event->label);
	case LSM_AUDIT_EXE:
		return (call && leads_to(field, &event->exe)) != negative;
	case LSM_AUDIT_PERM:
		return (call && permits(event, field->value)) != negative;
	case LSM_AUDIT_FILETYPE:
		return (call && any_name(field, event)) != negative;
	case LSM_AUDIT_COMPARE:
		return compares(field, event, call);
	default:
		return call && call_holds(field, event, name);
	}
}

bool pooled_exe_holds(const struct pooled_field *field,
		      const struct lsm_audit_event *event)
{
	return leads_to(field, &event->exe) != (field->op == LSM_AUDIT_NE);
}

bool pooled_field_holds(const struct pooled_field *field,
			const struct lsm_audit_event *event, bool call,
			const struct lsm_audit_name *name)
{
	if (field->kind == POOLED_OTHER)
		return other_holds(field, event, call, name);
	return (field->kind == POOLED_NUMBER || call) &&
	       pooled_compare(number_at(event, field->offset), field->op,
			      field->value);
}

bool pooled_match(const struct pooled_entry *entry,
		  const struct lsm_audit_event *event, bool call,
		  const struct lsm_audit_name *name)
{
	for (uint32_t i = 0; i < entry->nr_fields; i++)
		if (!pooled_field_holds(&entry->field[i], event, call, name))
			return false;
	return true;
}
