/* SPDX-License-Identifier: GPL-2.0-only */
/* stdio.h - contracts name FILE; kernel code has no other use for this header
 */
#ifndef LSM_KERNEL_STDIO_H
#define LSM_KERNEL_STDIO_H

typedef struct lsm_kernel_file FILE;

#endif /* LSM_KERNEL_STDIO_H */
