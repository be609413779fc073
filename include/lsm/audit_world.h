/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_world.h - what audit's filter asks the rest of a kernel
 *
 * A small fixed world: files by path, labels, classes of system calls.  It is
 * what the file system, the security module and the architecture would answer,
 * so all implementations ask it; what a rule makes of the answers is theirs.
 */
#ifndef LSM_AUDIT_WORLD_H
#define LSM_AUDIT_WORLD_H

#include <lsm/audit_fields.h>

#include <stddef.h>

#define LSM_AUDIT_ARCH_64 0xc000003eu /* x86-64 */
#define LSM_AUDIT_ARCH_32 0x40000003u /* i386 on the same machine */

#define LSM_AUDIT_NO_INODE UINT64_MAX

#define LSM_AUDIT_NAMES_MAX 6u
#define LSM_AUDIT_GROUPS_MAX 4u
#define LSM_AUDIT_LABELS 4u
#define LSM_AUDIT_NO_LABEL UINT32_MAX

/**
 * struct lsm_audit_inode - what a path leads to
 * @ino: its number on its device, LSM_AUDIT_NO_INODE if nothing is there
 * @major: of the device
 * @minor: of the device
 * @rmajor: of the device it is itself, or 0
 * @rminor: of the device it is itself, or 0
 * @mode: its file type; 0 if nothing is there
 * @uid: its owner
 * @gid: its group
 * @label: its security label, in [0, LSM_AUDIT_LABELS - 1]
 */
struct lsm_audit_inode {
	uint64_t ino;
	uint32_t major;
	uint32_t minor;
	uint32_t rmajor;
	uint32_t rminor;
	uint32_t mode;
	uint32_t uid;
	uint32_t gid;
	uint32_t label;
};

/**
 * struct lsm_audit_name - a file that a system call named
 * @path: absolute, without a slash at the end; ends in NUL
 * @inode: what it led to
 */
struct lsm_audit_name {
	const char *path;
	struct lsm_audit_inode inode;
};

/**
 * enum lsm_audit_result - how a system call ended
 * @LSM_AUDIT_NO_RESULT: it has not
 * @LSM_AUDIT_SUCCEEDED: well
 * @LSM_AUDIT_FAILED: badly
 */
enum lsm_audit_result {
	LSM_AUDIT_NO_RESULT,
	LSM_AUDIT_SUCCEEDED,
	LSM_AUDIT_FAILED,
};

/**
 * struct lsm_audit_event - what is held against rules
 * @arch: of the system call
 * @nr: number of the system call; x32 ones have bit 30 set
 * @uring_op: number of the io_uring operation, in [0, 255]
 * @in_syscall: whether that runs inside of a system call
 * @a: first arguments of the system call
 * @open_flags: of openat2, which has them in memory
 * @result: how it ended
 * @exit: its return value, if it ended
 * @pid: of the task
 * @ppid: of its parent
 * @uid: user ids: real, effective, saved, file system
 * @gid: group ids in the same order
 * @groups: supplementary groups
 * @nr_groups: how many
 * @auid: login uid, LSM_AUDIT_UNSET if there was no login
 * @session: session id
 * @pers: personality
 * @label: of the task, in [0, LSM_AUDIT_LABELS - 1]
 * @exe: the program it runs
 * @family: of the socket address given, in [0, 65535], or LSM_AUDIT_UNSET
 * @ipc_label: of the IPC object concerned, or LSM_AUDIT_NO_LABEL
 * @msgtype: of a message or record
 * @name: files that were named
 * @nr_names: how many
 */
struct lsm_audit_event {
	uint32_t arch;
	uint32_t nr;
	uint32_t uring_op;
	bool in_syscall;
	uint64_t a[4];
	uint32_t open_flags;
	enum lsm_audit_result result;
	int64_t exit;
	uint32_t pid;
	uint32_t ppid;
	uint32_t uid[4];
	uint32_t gid[4];
	uint32_t groups[LSM_AUDIT_GROUPS_MAX];
	size_t nr_groups;
	uint32_t auid;
	uint32_t session;
	uint32_t pers;
	uint32_t label;
	struct lsm_audit_inode exe;
	uint32_t family;
	uint32_t ipc_label;
	uint32_t msgtype;
	struct lsm_audit_name name[LSM_AUDIT_NAMES_MAX];
	size_t nr_names;
};

/* Files with a history: LSM_AUDIT_FILES of them, the rest is alike. */
#define LSM_AUDIT_FILES 14u
extern const struct lsm_audit_name lsm_audit_file[LSM_AUDIT_FILES];

/**
 * lsm_audit_lookup() - what a path leads to
 * @path: any text that begins with a slash
 *
 * Every path that lsm_audit_file[] does not list is a regular file of its own,
 * with an inode number made from the path.
 *
 * Return: the inode.
 */
struct lsm_audit_inode lsm_audit_lookup(const char *path);

/**
 * lsm_audit_inside() - whether a file is a folder or anywhere below it
 * @path: of the file, as in struct lsm_audit_name
 * @dir: of the folder, with or without slashes at the end
 *
 * Return: true if it is.
 */
bool lsm_audit_inside(const char *path, const char *dir);

/**
 * lsm_audit_label_known() - whether the security module knows a rule's text
 * @type: a field that takes a label, lsm_audit_takes_text()
 * @text: what the rule asks for
 *
 * A rule with an unknown text is accepted: the text may become known.
 *
 * Return: true if it does.
 */
bool lsm_audit_label_known(uint32_t type, const char *text);

/**
 * lsm_audit_label_matches() - ask the security module
 * @label: of the task or object
 * @type: a field that takes a label
 * @op: any of enum lsm_audit_op
 * @text: known
 *
 * User, role and type are compared as texts; sensitivities by their number.
 *
 * Return: whether the label is as the rule asks.
 */
bool lsm_audit_label_matches(uint32_t label, uint32_t type, uint32_t op,
			     const char *text);

/* Classes of system calls, in the order of the interface. */
enum lsm_audit_class {
	LSM_AUDIT_CLASS_DIR_WRITE,
	LSM_AUDIT_CLASS_DIR_WRITE_32,
	LSM_AUDIT_CLASS_CHATTR,
	LSM_AUDIT_CLASS_CHATTR_32,
	LSM_AUDIT_CLASS_READ,
	LSM_AUDIT_CLASS_READ_32,
	LSM_AUDIT_CLASS_WRITE,
	LSM_AUDIT_CLASS_WRITE_32,
	LSM_AUDIT_CLASS_SIGNAL,
	LSM_AUDIT_CLASS_SIGNAL_32,
};

/**
 * lsm_audit_class() - the system calls of a class
 * @id: any number
 *
 * Return: LSM_AUDIT_MASK_WORDS words, or NULL if there is no such class.
 */
const uint32_t *lsm_audit_class(uint32_t id);

/**
 * enum lsm_audit_kind - system calls that say by themselves what they do
 * @LSM_AUDIT_CALL_NATIVE: none of the others, by the classes without _32
 * @LSM_AUDIT_CALL_COMPAT: none of the others, by the classes with _32
 * @LSM_AUDIT_CALL_OPEN: flags are argument 1
 * @LSM_AUDIT_CALL_OPENAT: flags are argument 2
 * @LSM_AUDIT_CALL_OPENAT2: flags are in memory
 * @LSM_AUDIT_CALL_EXECVE: runs a program
 * @LSM_AUDIT_CALL_SOCKETCALL: many in one; argument 0 is 2 for bind
 */
enum lsm_audit_kind {
	LSM_AUDIT_CALL_NATIVE,
	LSM_AUDIT_CALL_COMPAT,
	LSM_AUDIT_CALL_OPEN,
	LSM_AUDIT_CALL_OPENAT,
	LSM_AUDIT_CALL_OPENAT2,
	LSM_AUDIT_CALL_EXECVE,
	LSM_AUDIT_CALL_SOCKETCALL,
};

#define LSM_AUDIT_SOCKETCALL_BIND 2u

/**
 * lsm_audit_kind() - what kind of call a number is
 * @arch: any number; all but LSM_AUDIT_ARCH_32 are native
 * @nr: any number
 *
 * Return: its kind.
 */
enum lsm_audit_kind lsm_audit_kind(uint32_t arch, uint32_t nr);

#endif /* LSM_AUDIT_WORLD_H */
