/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_adapter.h - what the adapters of all structures share */
#ifndef LSM_KERNEL_ADAPTER_H
#define LSM_KERNEL_ADAPTER_H

#include <linux/kernel.h>

/*
 * The build defines LSM_KERNEL_NAME, e.g. linux_6_12, and LSM_KERNEL_SOURCE,
 * e.g. "Linux 6.12.1": one adapter is compiled for every tree.
 */
#define LSM_KERNEL_PASTE(structure, name) lsm_##structure##_##name
#define LSM_KERNEL_EXPAND(structure, name) LSM_KERNEL_PASTE(structure, name)
#define LSM_KERNEL_SYMBOL(structure) \
	LSM_KERNEL_EXPAND(structure, LSM_KERNEL_NAME)
#define LSM_KERNEL_PEER(file)                                    \
	.name = __stringify(LSM_KERNEL_NAME), .family = "linux", \
	.source = LSM_KERNEL_SOURCE ", " file, .peer = true

/**
 * kernel_mutable() - bytes for a kernel function that only reads them
 * @bytes: the bytes
 *
 * Return: the same.
 */
static inline void *kernel_mutable(const void *bytes)
{
	return (void *)(uintptr_t)bytes;
}

#endif /* LSM_KERNEL_ADAPTER_H */
