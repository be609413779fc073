/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_shim.h - what a kernel file finds in place of the kernel's headers
 *
 * Every header that is a shim (peers/kernel/headers) leads here.  The shims are
 * sorted by how far they may be trusted:
 *
 * kernel_types.h	re-typed: means what it means in the kernel
 * kernel_objects.h	re-typed: structures cut down to the fields in use
 * kernel_noops.h	does nothing here, and may
 * kernel_custom.h	behaves in our way: memory, messages, locks, RCU,
 * configuration
 */
#ifndef LSM_KERNEL_SHIM_H
#define LSM_KERNEL_SHIM_H

/* The order matters. */
/* clang-format off */
#include <kernel_facts.h>
#include <kernel_types.h>
#include <kernel_noops.h>
#include <kernel_custom.h>

/* The tree's own, which need the above and are needed everywhere. */
#include <linux/errno.h>
#include <linux/err.h>
#include <linux/log2.h>
#include <linux/stringhash.h>

#include <kernel_objects.h>
/* clang-format on */

#endif /* LSM_KERNEL_SHIM_H */
