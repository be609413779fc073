/* SPDX-License-Identifier: GPL-2.0-only */
/* audit_kernel.h - what audit's adapter and its small world share */
#ifndef LSM_KERNEL_AUDIT_KERNEL_H
#define LSM_KERNEL_AUDIT_KERNEL_H

#include <lsm/audit.h>

#include <kernel_adapter.h>
#include <kernel_audit.h>

#include <linux/audit.h>
#include <linux/audit_arch.h>

/* Not the one of security/selinux/include. */
#include <../kernel/audit.h>

/* The event that the kernel's code is asked about; a chunk of a tree is a name.
 */
extern const struct lsm_audit_event *audit_kernel_event;

/**
 * audit_kernel_op() - an operator of the kernel's as its interface has it
 * @op: the kernel's own number
 *
 * Return: enum lsm_audit_op.
 */
u32 audit_kernel_op(u32 op);

#endif /* LSM_KERNEL_AUDIT_KERNEL_H */
