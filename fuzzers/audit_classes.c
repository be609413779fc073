/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Classes of system calls, as bits, and calls of a kind of their own.
 *
 * Source: numbers of x86-64 and i386; members of the classes as Linux 6.12 has
 * them (include/asm-generic/audit_*.h).
 */
#include <lsm/audit_world.h>

static const uint32_t dir_write[LSM_AUDIT_MASK_WORDS] = {
	[2] = 0x01fc0000,
	[4] = 0x00000020,
	[8] = 0x0000078c,
	[9] = 0x10000000,
};
static const uint32_t dir_write_32[LSM_AUDIT_MASK_WORDS] = {
	[0] = 0x00004700, [1] = 0x000001c0,  [2] = 0x00080000,
	[9] = 0x0001e300, [11] = 0x00000002,
};
static const uint32_t chattr[LSM_AUDIT_MASK_WORDS] = {
	[2] = 0x7c400000, [5] = 0x70000000,  [6] = 0x000000e0,
	[8] = 0x00001210, [14] = 0x00000010,
};
static const uint32_t chattr_32[LSM_AUDIT_MASK_WORDS] = {
	[0] = 0x00018200, [2] = 0xc0000000, [5] = 0x00400000,  [6] = 0x00108040,
	[7] = 0x0000381c, [9] = 0x00048400, [14] = 0x00000010,
};
static const uint32_t reading[LSM_AUDIT_MASK_WORDS] = {
	[2] = 0x02000000,
	[5] = 0x80080000,
	[6] = 0x0000001f,
	[8] = 0x00000800,
};
static const uint32_t reading_32[LSM_AUDIT_MASK_WORDS] = {
	[2] = 0x00200000,
	[4] = 0x00000008,
	[7] = 0x000007e0,
	[9] = 0x00020000,
};
static const uint32_t writing[LSM_AUDIT_MASK_WORDS] = {
	[1] = 0x00020000, [2] = 0x01fc3000, [4] = 0x00000020,
	[5] = 0x00080088, [8] = 0x2000078c, [9] = 0x10000000,
};
static const uint32_t writing_32[LSM_AUDIT_MASK_WORDS] = {
	[0] = 0x00004700,  [1] = 0x000801c0,  [2] = 0x30880000,
	[4] = 0x00000008,  [6] = 0x00000006,  [9] = 0x0001e300,
	[10] = 0x00000010, [11] = 0x00000202,
};
static const uint32_t signalling[LSM_AUDIT_MASK_WORDS] = {
	[1] = 0x40000000,
	[6] = 0x00000100,
	[7] = 0x00000400,
};
static const uint32_t signalling_32[LSM_AUDIT_MASK_WORDS] = {
	[1] = 0x00000020,
	[7] = 0x00004000,
	[8] = 0x00004000,
};

const uint32_t *lsm_audit_class(uint32_t id)
{
	switch (id) {
	case LSM_AUDIT_CLASS_DIR_WRITE:
		return dir_write;
	case LSM_AUDIT_CLASS_DIR_WRITE_32:
		return dir_write_32;
	case LSM_AUDIT_CLASS_CHATTR:
		return chattr;
	case LSM_AUDIT_CLASS_CHATTR_32:
		return chattr_32;
	case LSM_AUDIT_CLASS_READ:
		return reading;
	case LSM_AUDIT_CLASS_READ_32:
		return reading_32;
	case LSM_AUDIT_CLASS_WRITE:
		return writing;
	case LSM_AUDIT_CLASS_WRITE_32:
		return writing_32;
	case LSM_AUDIT_CLASS_SIGNAL:
		return signalling;
	case LSM_AUDIT_CLASS_SIGNAL_32:
		return signalling_32;
	default:
		return NULL;
	}
}

static enum lsm_audit_kind compat_kind(uint32_t nr)
{
	switch (nr) {
	case 5:
		return LSM_AUDIT_CALL_OPEN;
	case 295:
		return LSM_AUDIT_CALL_OPENAT;
	case 437:
		return LSM_AUDIT_CALL_OPENAT2;
	case 11:
	case 358:
		return LSM_AUDIT_CALL_EXECVE;
	case 102:
		return LSM_AUDIT_CALL_SOCKETCALL;
	default:
		return LSM_AUDIT_CALL_COMPAT;
	}
}

enum lsm_audit_kind lsm_audit_kind(uint32_t arch, uint32_t nr)
{
	if (arch == LSM_AUDIT_ARCH_32)
		return compat_kind(nr);
	switch (nr) {
	case 2:
		return LSM_AUDIT_CALL_OPEN;
	case 257:
		return LSM_AUDIT_CALL_OPENAT;
	case 437:
		return LSM_AUDIT_CALL_OPENAT2;
	case 59:
	case 322:
		return LSM_AUDIT_CALL_EXECVE;
	default:
		return LSM_AUDIT_CALL_NATIVE;
	}
}
