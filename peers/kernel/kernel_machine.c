/* SPDX-License-Identifier: GPL-2.0-only */
/* The one task there is, and what needs the tree's own headers. */
#include <linux/kernel.h>

struct user_namespace init_user_ns;
static struct cred cred;
static struct task_struct task = { .pid = 1, .tgid = 1, .cred = &cred };
struct task_struct *lsm_kernel_current = &task;

unsigned int full_name_hash(const void *salt, const char *name,
			    unsigned int len)
{
	unsigned long hash = init_name_hash(salt);

	for (unsigned int i = 0; i < len; i++)
		hash = partial_name_hash((unsigned char)name[i], hash);
	return end_name_hash(hash);
}
