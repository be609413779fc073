/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files and labels that audit's rules and events meet. */
#include <lsm/audit_world.h>

#include <string.h>
#include <sys/stat.h>

/*
 * Made to hurt: numbers of one bucket (33 and 65, 1 apart from them), one
 * number on two devices, two names of one inode, a number beyond 32 bits whose
 * low half is another's, a device, folders within each other and one beside
 * with a common beginning, and a path that leads nowhere.
 */
const struct lsm_audit_name lsm_audit_file[LSM_AUDIT_FILES] = {
	{ "/a", { 33, 8, 1, 0, 0, S_IFREG, 0, 0, 0 } },
	{ "/b", { 65, 8, 1, 0, 0, S_IFREG, 1000, 1000, 1 } },
	{ "/a2", { 33, 8, 1, 0, 0, S_IFREG, 0, 0, 0 } },
	{ "/usb/a", { 33, 8, 17, 0, 0, S_IFREG, 1000, 5, 2 } },
	{ "/c", { 0x100000021, 8, 1, 0, 0, S_IFREG, 5, 5, 0 } },
	{ "/d", { 2, 8, 1, 0, 0, S_IFDIR, 0, 0, 1 } },
	{ "/d/e", { 34, 8, 1, 0, 0, S_IFREG, 1000, 0, 3 } },
	{ "/d/f", { 7, 8, 1, 0, 0, S_IFDIR, 0, 0, 0 } },
	{ "/d/f/g", { 66, 8, 1, 0, 0, S_IFLNK, 5, 1000, 0 } },
	{ "/de", { 8, 8, 1, 0, 0, S_IFREG, 0, 0, 0 } },
	{ "/dev/sda", { 9, 0, 6, 8, 0, S_IFBLK, 0, 6, 2 } },
	{ "/dev/tty", { 10, 0, 6, 5, 0, S_IFCHR, 0, 5, 0 } },
	{ "/s", { 31, 0, 7, 0, 0, S_IFSOCK, 0, 0, 0 } },
	{ "/gone", { LSM_AUDIT_NO_INODE, 0xfff, 0xfffff, 0, 0, 0, 0, 0, 0 } },
};

/* Not strcmp(), which a fuzzer listens to, and which costs more. */
static bool same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

struct lsm_audit_inode lsm_audit_lookup(const char *path)
{
	struct lsm_audit_inode inode = { .major = 8, .minor = 2 };
	uint32_t hash = 2166136261;

	for (size_t i = 0; i < LSM_AUDIT_FILES; i++)
		if (same(path, lsm_audit_file[i].path))
			return lsm_audit_file[i].inode;
	for (; *path; path++)
		hash = (hash ^ (uint8_t)*path) * 16777619;
	inode.ino = hash;
	inode.mode = S_IFREG;
	return inode;
}

bool lsm_audit_inside(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	while (len && dir[len - 1] == '/')
		len--;
	return !strncmp(path, dir, len) && (!path[len] || path[len] == '/');
}

struct label {
	const char *user, *role, *type;
	uint32_t low, high;
};

static const struct label labels[LSM_AUDIT_LABELS] = {
	{ "root", "r", "t", 0, 0 },
	{ "user_u", "r", "chronyd_t", 0, 3 },
	{ "root", "sys_r", "user_t", 2, 2 },
	{ "user_u", "sys_r", "t", 15, 4000000000 },
};

/* "s15" is 15; a text that is none is not known. */
static bool parse_level(const char *text, uint32_t *level)
{
	uint64_t number = 0;

	if (*text++ != 's' || !*text)
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9' || number > UINT32_MAX)
			return false;
		number = number * 10 + (uint32_t)(*text - '0');
	}
	*level = (uint32_t)number;
	return number <= UINT32_MAX;
}

/* The part of a label that a field asks for as text, or NULL. */
static const char *part(const struct label *label, uint32_t type)
{
	switch (type) {
	case LSM_AUDIT_SUBJ_USER:
	case LSM_AUDIT_OBJ_USER:
		return label->user;
	case LSM_AUDIT_SUBJ_ROLE:
	case LSM_AUDIT_OBJ_ROLE:
		return label->role;
	case LSM_AUDIT_SUBJ_TYPE:
	case LSM_AUDIT_OBJ_TYPE:
		return label->type;
	default:
		return NULL;
	}
}

bool lsm_audit_label_known(uint32_t type, const char *text)
{
	uint32_t level;

	if (!part(&labels[0], type))
		return parse_level(text, &level);
	for (size_t i = 0; i < LSM_AUDIT_LABELS; i++)
		if (same(part(&labels[i], type), text))
			return true;
	return false;
}

static bool compare_levels(uint32_t left, uint32_t op, uint32_t right)
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
	default:
		return false;
	}
}

bool lsm_audit_label_matches(uint32_t label, uint32_t type, uint32_t op,
			     const char *text)
{
	const struct label *l = &labels[label];
	uint32_t level = 0;

	if (part(l, type))
		return same(part(l, type), text) == (op == LSM_AUDIT_EQ);
	parse_level(text, &level);
	return compare_levels(type == LSM_AUDIT_SUBJ_SEN ||
					      type == LSM_AUDIT_OBJ_LOW
				      ? l->low
				      : l->high,
			      op, level);
}
