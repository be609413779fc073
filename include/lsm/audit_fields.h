/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_fields.h - the numbers of audit's rule interface
 *
 * They are those of the kernel, so that rules of libaudit need no translation.
 *
 * Source: include/uapi/linux/audit.h (Linux 6.12).
 */
#ifndef LSM_AUDIT_FIELDS_H
#define LSM_AUDIT_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#define LSM_AUDIT_FIELDS_MAX 64u
#define LSM_AUDIT_MASK_WORDS 64u
#define LSM_AUDIT_MASK_BITS (LSM_AUDIT_MASK_WORDS * 32)
#define LSM_AUDIT_CLASSES 16u
#define LSM_AUDIT_KEY_MAX 256u
#define LSM_AUDIT_PATH_MAX 4096u
#define LSM_AUDIT_BUCKETS 32u
#define LSM_AUDIT_COMPARE_MAX 25u
#define LSM_AUDIT_AF_MAX 46u
#define LSM_AUDIT_UNSET UINT32_MAX

/**
 * enum lsm_audit_list - where a rule is looked at
 * @LSM_AUDIT_USER: messages of programs
 * @LSM_AUDIT_TASK: fork
 * @LSM_AUDIT_EXIT: return of a system call
 * @LSM_AUDIT_EXCLUDE: every record about to be written
 * @LSM_AUDIT_FS: names about to be collected
 * @LSM_AUDIT_URING: end of an io_uring operation
 * @LSM_AUDIT_LISTS: one more than the last
 *
 * 2 and 3 are dead.
 */
enum lsm_audit_list {
	LSM_AUDIT_USER = 0,
	LSM_AUDIT_TASK = 1,
	LSM_AUDIT_EXIT = 4,
	LSM_AUDIT_EXCLUDE = 5,
	LSM_AUDIT_FS = 6,
	LSM_AUDIT_URING = 7,
	LSM_AUDIT_LISTS = 8,
};

#define LSM_AUDIT_PREPEND 0x10u

/* Actions; 1 is dead. */
#define LSM_AUDIT_NEVER 0u
#define LSM_AUDIT_ALWAYS 2u

/**
 * enum lsm_audit_op - operators of a field, on unsigned 32-bit numbers
 * @LSM_AUDIT_BIT_MASK: any common bit
 * @LSM_AUDIT_LT: less
 * @LSM_AUDIT_GT: greater
 * @LSM_AUDIT_NE: not equal
 * @LSM_AUDIT_EQ: equal
 * @LSM_AUDIT_BIT_TEST: all bits of the rule's value
 * @LSM_AUDIT_LE: less or equal
 * @LSM_AUDIT_GE: greater or equal
 */
enum lsm_audit_op {
	LSM_AUDIT_BIT_MASK = 0x08000000,
	LSM_AUDIT_LT = 0x10000000,
	LSM_AUDIT_GT = 0x20000000,
	LSM_AUDIT_NE = 0x30000000,
	LSM_AUDIT_EQ = 0x40000000,
	LSM_AUDIT_BIT_TEST = 0x48000000,
	LSM_AUDIT_LE = 0x50000000,
	LSM_AUDIT_GE = 0x60000000,
};

/* What a field tests. */
enum lsm_audit_type {
	LSM_AUDIT_PID = 0,
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
	LSM_AUDIT_DEVMAJOR = 100,
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
	LSM_AUDIT_A0 = 200,
	LSM_AUDIT_A1,
	LSM_AUDIT_A2,
	LSM_AUDIT_A3,
	LSM_AUDIT_KEY = 210,
};

/* Bits of LSM_AUDIT_PERM. */
#define LSM_AUDIT_PERM_EXEC 1u
#define LSM_AUDIT_PERM_WRITE 2u
#define LSM_AUDIT_PERM_READ 4u
#define LSM_AUDIT_PERM_ATTR 8u

/**
 * lsm_audit_takes_text() - whether a field is given a text
 * @type: any number
 *
 * Return: true for labels, path, dir, exe and key.
 */
static inline bool lsm_audit_takes_text(uint32_t type)
{
	return (type >= LSM_AUDIT_SUBJ_USER && type <= LSM_AUDIT_SUBJ_CLR) ||
	       (type >= LSM_AUDIT_OBJ_USER && type <= LSM_AUDIT_OBJ_HIGH) ||
	       type == LSM_AUDIT_PATH || type == LSM_AUDIT_DIR ||
	       type == LSM_AUDIT_EXE || type == LSM_AUDIT_KEY;
}

#endif /* LSM_AUDIT_FIELDS_H */
