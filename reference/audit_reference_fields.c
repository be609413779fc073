/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a field holds. */
#include "audit_reference.h"

#include <string.h>
#include <sys/stat.h>

#define REAL 0
#define EFFECTIVE 1
#define SAVED 2
#define FS 3

bool reference_compare(uint32_t left, uint32_t op, uint32_t right)
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
		return (left & right) != 0;
	case LSM_AUDIT_BIT_TEST:
		return (left & right) == right;
	default:
		return false;
	}
}

/* What a task is, whatever it does.  False: not one of these fields. */
static bool task_value(const struct lsm_audit_event *event, uint32_t type,
		       uint32_t *value)
{
	switch (type) {
	case LSM_AUDIT_PID:
		*value = event->pid;
		return true;
	case LSM_AUDIT_UID:
		*value = event->uid[REAL];
		return true;
	case LSM_AUDIT_EUID:
		*value = event->uid[EFFECTIVE];
		return true;
	case LSM_AUDIT_SUID:
		*value = event->uid[SAVED];
		return true;
	case LSM_AUDIT_FSUID:
		*value = event->uid[FS];
		return true;
	case LSM_AUDIT_SGID:
		*value = event->gid[SAVED];
		return true;
	case LSM_AUDIT_FSGID:
		*value = event->gid[FS];
		return true;
	case LSM_AUDIT_AUID:
		*value = event->auid;
		return true;
	case LSM_AUDIT_AUID_SET:
		*value = event->auid != LSM_AUDIT_UNSET;
		return true;
	case LSM_AUDIT_SESSIONID:
		*value = event->session;
		return true;
	case LSM_AUDIT_PERS:
		*value = event->pers;
		return true;
	default:
		return false;
	}
}

/* What a system call is.  False: not one of these fields, or not known. */
static bool call_value(const struct lsm_audit_event *event, uint32_t type,
		       uint32_t *value)
{
	switch (type) {
	case LSM_AUDIT_PPID:
		*value = event->ppid;
		return true;
	case LSM_AUDIT_ARCH:
		*value = event->arch;
		return true;
	case LSM_AUDIT_EXITCODE:
		*value = (uint32_t)event->exit;
		return event->result != LSM_AUDIT_NO_RESULT;
	case LSM_AUDIT_SADDR_FAM:
		*value = event->family;
		return event->family != LSM_AUDIT_UNSET;
	case LSM_AUDIT_A0:
	case LSM_AUDIT_A1:
	case LSM_AUDIT_A2:
	case LSM_AUDIT_A3:
		*value = (uint32_t)event->a[type - LSM_AUDIT_A0];
		return true;
	default:
		return false;
	}
}

/* Equal to one of the task's groups, or different from all. */
static bool group_holds(const struct lsm_audit_event *event, uint32_t gid,
			const struct lsm_audit_field *asked)
{
	bool member = gid == asked->value;

	for (size_t i = 0; i < event->nr_groups; i++)
		member |= event->groups[i] == asked->value;
	if (asked->op == LSM_AUDIT_EQ)
		return member;
	if (asked->op == LSM_AUDIT_NE)
		return !member;
	return reference_compare(gid, asked->op, asked->value);
}

/* Whether a field about files holds for one file. */
static bool name_holds(const struct reference_field *field,
		       const struct lsm_audit_inode *inode)
{
	const struct lsm_audit_field *asked = &field->asked;
	uint32_t op = asked->op, value = asked->value;

	switch (asked->type) {
	case LSM_AUDIT_DEVMAJOR:
		return reference_compare(inode->major, op, value) ||
		       reference_compare(inode->rmajor, op, value);
	case LSM_AUDIT_DEVMINOR:
		return reference_compare(inode->minor, op, value) ||
		       reference_compare(inode->rminor, op, value);
	case LSM_AUDIT_INODE:
		return reference_compare((uint32_t)inode->ino, op, value);
	case LSM_AUDIT_OBJ_UID:
		return reference_compare(inode->uid, op, value);
	case LSM_AUDIT_OBJ_GID:
		return reference_compare(inode->gid, op, value);
	default: /* a label */
		return field->known &&
		       lsm_audit_label_matches(inode->label, asked->type, op,
					       asked->text);
	}
}

static bool is_object_label(uint32_t type)
{
	return type >= LSM_AUDIT_OBJ_USER && type <= LSM_AUDIT_OBJ_HIGH;
}

/* Of the file looked at, or of any. */
static bool names_hold(const struct reference_field *field,
		       const struct reference_moment *moment)
{
	const struct lsm_audit_event *event = moment->event;
	const struct lsm_audit_field *asked = &field->asked;
	bool any = false;

	if (is_object_label(asked->type) && field->known &&
	    event->ipc_label != LSM_AUDIT_NO_LABEL)
		any = lsm_audit_label_matches(event->ipc_label, asked->type,
					      asked->op, asked->text);
	if (moment->name)
		return any || name_holds(field, &moment->name->inode);
	for (size_t i = 0; i < event->nr_names; i++)
		any |= name_holds(field, &event->name[i].inode);
	return any;
}

static bool in_class(enum lsm_audit_class class, uint32_t nr)
{
	return nr < LSM_AUDIT_MASK_BITS &&
	       lsm_audit_class(class)[nr / 32] >> nr % 32 & 1;
}

/* What open() asks for, by the two low bits of its flags. */
static uint32_t open_perm(uint64_t flags)
{
	switch (flags & 3) {
	case 0:
		return LSM_AUDIT_PERM_READ;
	case 1:
		return LSM_AUDIT_PERM_WRITE;
	default:
		return LSM_AUDIT_PERM_READ | LSM_AUDIT_PERM_WRITE;
	}
}

/* What a system call does to files. */
static uint32_t call_perm(const struct lsm_audit_event *event)
{
	uint32_t nr = event->nr, perm = 0;
	bool compat = false;

	switch (lsm_audit_kind(event->arch, nr)) {
	case LSM_AUDIT_CALL_OPEN:
		return open_perm(event->a[1]);
	case LSM_AUDIT_CALL_OPENAT:
		return open_perm(event->a[2]);
	case LSM_AUDIT_CALL_OPENAT2:
		return open_perm(event->open_flags);
	case LSM_AUDIT_CALL_EXECVE:
		return LSM_AUDIT_PERM_EXEC;
	case LSM_AUDIT_CALL_SOCKETCALL:
		return event->a[0] == LSM_AUDIT_SOCKETCALL_BIND
			       ? LSM_AUDIT_PERM_WRITE
			       : 0;
	case LSM_AUDIT_CALL_COMPAT:
		compat = true;
		break;
	case LSM_AUDIT_CALL_NATIVE:
		break;
	}
	if (in_class(compat ? LSM_AUDIT_CLASS_WRITE_32 : LSM_AUDIT_CLASS_WRITE,
		     nr))
		perm |= LSM_AUDIT_PERM_WRITE;
	if (in_class(compat ? LSM_AUDIT_CLASS_READ_32 : LSM_AUDIT_CLASS_READ,
		     nr))
		perm |= LSM_AUDIT_PERM_READ;
	if (in_class(compat ? LSM_AUDIT_CLASS_CHATTR_32
			    : LSM_AUDIT_CLASS_CHATTR,
		     nr))
		perm |= LSM_AUDIT_PERM_ATTR;
	return perm;
}

static bool any_of_type(const struct lsm_audit_event *event, uint32_t type)
{
	for (size_t i = 0; i < event->nr_names; i++)
		if (event->name[i].inode.ino != LSM_AUDIT_NO_INODE &&
		    (event->name[i].inode.mode & S_IFMT) == type)
			return true;
	return false;
}

static bool any_inside(const struct lsm_audit_event *event, const char *dir)
{
	for (size_t i = 0; i < event->nr_names; i++)
		if (event->name[i].inode.ino != LSM_AUDIT_NO_INODE &&
		    lsm_audit_inside(event->name[i].path, dir))
			return true;
	return false;
}

static bool same_inode(const struct lsm_audit_inode *a,
		       const struct lsm_audit_inode *b)
{
	return a->ino != LSM_AUDIT_NO_INODE && a->ino == b->ino &&
	       a->major == b->major && a->minor == b->minor;
}

/* The two sides of a field comparison; @object for the owner of a file. */
static bool compare_ids(const struct lsm_audit_event *event, uint32_t which,
			uint32_t *left, uint32_t *right)
{
	const uint32_t *u = event->uid, *g = event->gid, auid = event->auid;
	const uint32_t pairs[LSM_AUDIT_COMPARE_MAX + 1][2] = {
		[1] = { u[REAL] },
		[2] = { g[REAL] },
		[3] = { u[EFFECTIVE] },
		[4] = { g[EFFECTIVE] },
		[5] = { auid },
		[6] = { u[SAVED] },
		[7] = { g[SAVED] },
		[8] = { u[FS] },
		[9] = { g[FS] },
		[10] = { u[REAL], auid },
		[11] = { u[REAL], u[EFFECTIVE] },
		[12] = { u[REAL], u[FS] },
		[13] = { u[REAL], u[SAVED] },
		[14] = { auid, u[FS] },
		[15] = { auid, u[SAVED] },
		[16] = { auid, u[EFFECTIVE] },
		[17] = { u[EFFECTIVE], u[SAVED] },
		[18] = { u[EFFECTIVE], u[FS] },
		[19] = { u[SAVED], u[FS] },
		[20] = { g[REAL], g[EFFECTIVE] },
		[21] = { g[REAL], g[FS] },
		[22] = { g[REAL], g[SAVED] },
		[23] = { g[EFFECTIVE], g[FS] },
		[24] = { g[EFFECTIVE], g[SAVED] },
		[25] = { g[SAVED], g[FS] },
	};

	*left = pairs[which][0];
	*right = pairs[which][1];
	return which >= 10;
}

static bool compares_group(uint32_t which)
{
	return which == 2 || which == 4 || which == 7 || which == 9;
}

static bool comparison_holds(const struct lsm_audit_field *asked,
			     const struct reference_moment *moment)
{
	const struct lsm_audit_event *event = moment->event;
	uint32_t left, right;

	if (asked->value == 0)
		return false;
	if (compare_ids(event, asked->value, &left, &right))
		return reference_compare(left, asked->op, right);
	for (size_t i = 0; !moment->task_only && i < event->nr_names; i++) {
		const struct lsm_audit_inode *inode = &event->name[i].inode;

		right = compares_group(asked->value) ? inode->gid : inode->uid;
		if (reference_compare(left, asked->op, right))
			return true;
	}
	return false;
}

/* `!=` on a yes-or-no question. */
static bool answer(bool yes, uint32_t op)
{
	return op == LSM_AUDIT_NE ? !yes : yes;
}

static bool special_holds(const struct reference_field *field,
			  const struct reference_moment *moment)
{
	const struct lsm_audit_event *event = moment->event;
	const struct lsm_audit_field *asked = &field->asked;
	bool call = !moment->task_only;

	switch (asked->type) {
	case LSM_AUDIT_GID:
		return group_holds(event, event->gid[REAL], asked);
	case LSM_AUDIT_EGID:
		return group_holds(event, event->gid[EFFECTIVE], asked);
	case LSM_AUDIT_SUCCESS:
		return call && event->result != LSM_AUDIT_NO_RESULT &&
		       reference_compare(event->result, asked->op,
					 asked->value ? LSM_AUDIT_SUCCEEDED
						      : LSM_AUDIT_FAILED);
	case LSM_AUDIT_PERM:
		return answer(call && (call_perm(event) & asked->value),
			      asked->op);
	case LSM_AUDIT_FILETYPE:
		return answer(call && any_of_type(event, asked->value),
			      asked->op);
	case LSM_AUDIT_EXE:
		return answer(!moment->forking &&
				      same_inode(&field->inode, &event->exe),
			      asked->op);
	case LSM_AUDIT_DIR:
		return call && any_inside(event, asked->text);
	case LSM_AUDIT_PATH:
		return moment->name &&
		       same_inode(&field->inode, &moment->name->inode);
	case LSM_AUDIT_COMPARE:
		return comparison_holds(asked, moment);
	case LSM_AUDIT_KEY:
		return true;
	default:
		return false;
	}
}

static bool is_about_names(uint32_t type)
{
	return is_object_label(type) || type == LSM_AUDIT_DEVMAJOR ||
	       type == LSM_AUDIT_DEVMINOR || type == LSM_AUDIT_INODE ||
	       type == LSM_AUDIT_OBJ_UID || type == LSM_AUDIT_OBJ_GID;
}

bool reference_holds(const struct reference_field *field,
		     const struct reference_moment *moment)
{
	const struct lsm_audit_field *asked = &field->asked;
	const struct lsm_audit_event *event = moment->event;
	uint32_t type = asked->type, value;

	if (task_value(event, type, &value))
		return reference_compare(value, asked->op, asked->value);
	if (!moment->task_only && call_value(event, type, &value))
		return reference_compare(value, asked->op, asked->value);
	if (type >= LSM_AUDIT_SUBJ_USER && type <= LSM_AUDIT_SUBJ_CLR)
		return field->known &&
		       lsm_audit_label_matches(event->label, type, asked->op,
					       asked->text);
	if (is_about_names(type))
		return !moment->task_only && names_hold(field, moment);
	return special_holds(field, moment);
}
