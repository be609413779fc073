/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and numbers of audit's fields and operators. */
#include "audit_words.h"

static const struct {
	const char *name;
	uint32_t type;
} types[] = {
	{ "pid", LSM_AUDIT_PID },
	{ "uid", LSM_AUDIT_UID },
	{ "euid", LSM_AUDIT_EUID },
	{ "suid", LSM_AUDIT_SUID },
	{ "fsuid", LSM_AUDIT_FSUID },
	{ "gid", LSM_AUDIT_GID },
	{ "egid", LSM_AUDIT_EGID },
	{ "sgid", LSM_AUDIT_SGID },
	{ "fsgid", LSM_AUDIT_FSGID },
	{ "auid", LSM_AUDIT_AUID },
	{ "pers", LSM_AUDIT_PERS },
	{ "arch", LSM_AUDIT_ARCH },
	{ "msgtype", LSM_AUDIT_MSGTYPE },
	{ "subj_user", LSM_AUDIT_SUBJ_USER },
	{ "subj_role", LSM_AUDIT_SUBJ_ROLE },
	{ "subj_type", LSM_AUDIT_SUBJ_TYPE },
	{ "subj_sen", LSM_AUDIT_SUBJ_SEN },
	{ "subj_clr", LSM_AUDIT_SUBJ_CLR },
	{ "ppid", LSM_AUDIT_PPID },
	{ "obj_user", LSM_AUDIT_OBJ_USER },
	{ "obj_role", LSM_AUDIT_OBJ_ROLE },
	{ "obj_type", LSM_AUDIT_OBJ_TYPE },
	{ "obj_low", LSM_AUDIT_OBJ_LOW },
	{ "obj_high", LSM_AUDIT_OBJ_HIGH },
	{ "auid_set", LSM_AUDIT_AUID_SET },
	{ "ses", LSM_AUDIT_SESSIONID },
	{ "fstype", LSM_AUDIT_FSTYPE },
	{ "devmajor", LSM_AUDIT_DEVMAJOR },
	{ "devminor", LSM_AUDIT_DEVMINOR },
	{ "inode", LSM_AUDIT_INODE },
	{ "exit", LSM_AUDIT_EXITCODE },
	{ "success", LSM_AUDIT_SUCCESS },
	{ "path", LSM_AUDIT_PATH },
	{ "perm", LSM_AUDIT_PERM },
	{ "dir", LSM_AUDIT_DIR },
	{ "filetype", LSM_AUDIT_FILETYPE },
	{ "obj_uid", LSM_AUDIT_OBJ_UID },
	{ "obj_gid", LSM_AUDIT_OBJ_GID },
	{ "compare", LSM_AUDIT_COMPARE },
	{ "exe", LSM_AUDIT_EXE },
	{ "saddr_fam", LSM_AUDIT_SADDR_FAM },
	{ "a0", LSM_AUDIT_A0 },
	{ "a1", LSM_AUDIT_A1 },
	{ "a2", LSM_AUDIT_A2 },
	{ "a3", LSM_AUDIT_A3 },
	{ "key", LSM_AUDIT_KEY },
};

/* Not by functions that a fuzzer listens to: words are no riddle to solve. */
bool audit_is(const char *text, size_t len, const char *word)
{
	while (len && *word && *text == *word) {
		text++;
		word++;
		len--;
	}
	return !len && !*word;
}

const char *audit_type_name(uint32_t type)
{
	for (size_t i = 0; i < LSM_ARRAY_SIZE(types); i++)
		if (types[i].type == type)
			return types[i].name;
	return NULL;
}

uint32_t audit_type_by_name(const char *name, size_t len)
{
	if (len && *name >= '0' && *name <= '9')
		return (uint32_t)audit_number(name, len);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(types); i++)
		if (audit_is(name, len, types[i].name))
			return types[i].type;
	return UINT32_MAX;
}

const uint32_t audit_op[AUDIT_OPS] = {
	LSM_AUDIT_EQ, LSM_AUDIT_NE, LSM_AUDIT_GE,	LSM_AUDIT_LT,
	LSM_AUDIT_GT, LSM_AUDIT_LE, LSM_AUDIT_BIT_TEST, LSM_AUDIT_BIT_MASK,
};
const char *const audit_op_word[AUDIT_OPS] = {
	"=", "!=", ">=", "<", ">", "<=", "&=", "&",
};

/* Index 0 is no field; 99 is one that does not exist. */
const uint32_t audit_types[AUDIT_TYPES] = {
	99,
	LSM_AUDIT_PID,
	LSM_AUDIT_UID,
	LSM_AUDIT_EUID,
	LSM_AUDIT_SUID,
	LSM_AUDIT_FSUID,
	LSM_AUDIT_GID,
	LSM_AUDIT_EGID,
	LSM_AUDIT_SGID,
	LSM_AUDIT_FSGID,
	LSM_AUDIT_AUID,
	LSM_AUDIT_PERS,
	LSM_AUDIT_ARCH,
	LSM_AUDIT_MSGTYPE,
	LSM_AUDIT_SUBJ_USER,
	LSM_AUDIT_SUBJ_ROLE,
	LSM_AUDIT_SUBJ_TYPE,
	LSM_AUDIT_SUBJ_SEN,
	LSM_AUDIT_SUBJ_CLR,
	LSM_AUDIT_PPID,
	LSM_AUDIT_OBJ_USER,
	LSM_AUDIT_OBJ_ROLE,
	LSM_AUDIT_OBJ_TYPE,
	LSM_AUDIT_OBJ_LOW,
	LSM_AUDIT_OBJ_HIGH,
	LSM_AUDIT_AUID_SET,
	LSM_AUDIT_SESSIONID,
	LSM_AUDIT_FSTYPE,
	LSM_AUDIT_DEVMAJOR,
	LSM_AUDIT_DEVMINOR,
	LSM_AUDIT_INODE,
	LSM_AUDIT_EXITCODE,
	LSM_AUDIT_SUCCESS,
	LSM_AUDIT_PATH,
	LSM_AUDIT_PERM,
	LSM_AUDIT_DIR,
	LSM_AUDIT_FILETYPE,
	LSM_AUDIT_OBJ_UID,
	LSM_AUDIT_OBJ_GID,
	LSM_AUDIT_COMPARE,
	LSM_AUDIT_EXE,
	LSM_AUDIT_SADDR_FAM,
	LSM_AUDIT_A0,
	LSM_AUDIT_A1,
	LSM_AUDIT_A2,
	LSM_AUDIT_A3,
	LSM_AUDIT_KEY,
	99,
};

/* Paths first, as indices of lsm_audit_file[] go. */
const char *const audit_texts[AUDIT_TEXTS] = {
	"/a",	"/b",	"/a2",	  "/usb/a",    "/c",	  "/d",
	"/d/e", "/d/f", "/d/f/g", "/de",       "/s",	  "/gone",
	"/",	"/d/",	"a",	  "",	       "root",	  "sys_r",
	"t",	"s0",	"s15",	  "chronyd_t", "nobody?", "s2",
};
