/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_smackfs.h - what smackfs.c needs besides: files that nobody opens
 *
 * Re-typed: structures and constants.  No-ops: what serves a file system.
 * Customised: simple_transaction_get() has one page for everybody.
 */
#ifndef LSM_KERNEL_SMACKFS_H
#define LSM_KERNEL_SMACKFS_H

#include <kernel_shim.h>

struct seq_file {
	void *private;
};
struct seq_operations {
	void *(*start)(struct seq_file *s, loff_t *pos);
	void (*stop)(struct seq_file *s, void *v);
	void *(*next)(struct seq_file *s, void *v, loff_t *pos);
	int (*show)(struct seq_file *s, void *v);
};
struct file_operations {
	void *owner;
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	ssize_t (*read)(struct file *file, char *buf, size_t len, loff_t *pos);
	ssize_t (*write)(struct file *file, const char *buf, size_t len,
			 loff_t *pos);
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
};
struct tree_descr {
	const char *name;
	const struct file_operations *ops;
	int mode;
};
struct fs_context {
	const struct fs_context_operations *ops;
};
struct fs_context_operations {
	int (*get_tree)(struct fs_context *fc);
};
struct lsm_kernel_fs_type {
	const char *name;
	int (*init_fs_context)(struct fs_context *fc);
	void *kill_sb;
};
#define file_system_type lsm_kernel_fs_type
struct net {
	int unused;
};
extern struct net init_net;
struct sockaddr_in {
	u16 sin_family;
	struct in_addr sin_addr;
};
#define CIPSO_V4_DOI_UNKNOWN 0
#define CIPSO_V4_MAP_PASS 2
#define CIPSO_V4_TAG_RBITMAP 1
#define CIPSO_V4_TAG_INVALID 0
#define CIPSO_V4_TAG_MAXCNT 5
struct cipso_v4_doi {
	u32 doi, type;
	u8 tags[CIPSO_V4_TAG_MAXCNT];
	union {
		void *std;
	} map;
};
#define PF_INET AF_INET
#define S_IRUGO 0444
#define S_IWUSR 0200
#define S_IWUGO 0222

#define seq_printf(s, ...) lsm_kernel_quiet(__VA_ARGS__)
#define seq_puts(s, text) ((void)0)
#define seq_putc(s, c) ((void)0)
#define seq_open(f, o) 0
#define seq_read NULL
#define seq_lseek NULL
#define seq_release NULL
#define default_llseek NULL
#define generic_file_llseek NULL
#define simple_transaction_read NULL
#define simple_transaction_release NULL
#define simple_transaction_set(f, n) ((void)0)
#define simple_read_from_buffer(...) 0
#define simple_fill_super(s, m, f) ((void)(f), 0)
#define get_tree_single(f, x) 0
#define kill_litter_super NULL
#define register_filesystem(f) 0
#define kern_mount(f) ((struct vfsmount *)NULL)
#define sysfs_create_mount_point(a, b) 0
#define fs_kobj NULL
#define file_inode(f) ((struct inode *)NULL)
#define prepare_creds() ((struct cred *)NULL)
#define commit_creds(c) 0
#define kstrtou8_from_user(b, n, r, p) (-EINVAL)
#define kstrtos32_from_user(b, n, r, p) (-EINVAL)
#define kstrtou32_from_user(b, n, r, p) (-EINVAL)

static char lsm_kernel_page[PAGE_SIZE];
static inline char *simple_transaction_get(struct file *file, const char *buf,
					   size_t size)
{
	(void)file;
	memcpy(lsm_kernel_page, buf, size);
	lsm_kernel_page[size] = '\0';
	return lsm_kernel_page;
}
#define memdup_user(b, n) kmemdup_or_error(b, n)
static inline void *kmemdup_or_error(const void *from, size_t size)
{
	void *copy = kmemdup(from, size, GFP_KERNEL);

	return copy ? copy : ERR_PTR(-ENOMEM);
}

#endif /* LSM_KERNEL_SMACKFS_H */
