/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_audit.h - what audit's files need besides
 *
 * Re-typed: structures and constants.  No-ops: what sends, logs, copies from
 * user space or runs as a thread.  Customised: who asks and which program runs
 * (peers/kernel/audit_kernel_world.c), and file system events, which never
 * come.
 */
#ifndef LSM_KERNEL_AUDIT_H
#define LSM_KERNEL_AUDIT_H

#include <kernel_shim.h>

#include <linux/rculist.h>

/* Re-typed. */
struct sk_buff {
	int unused;
};
struct sk_buff_head {
	int unused;
};
struct lsm_kernel_control_block {
	struct sock *sk;
	u32 portid;
};
#define NETLINK_CB(s) (*(struct lsm_kernel_control_block *)(s))
struct mm_struct {
	unsigned long arg_start;
};
struct filename {
	const char *name;
	const void *uptr;
	atomic_t refcnt;
	struct audit_names *aname;
};
struct linux_binprm {
	int argc;
	const char *filename;
	struct file *file;
	struct cred *cred;
	unsigned long p;
};
struct sockaddr_storage {
	u16 ss_family;
	char data[126];
};
struct cpu_vfs_cap_data {
	u32 magic_etc;
	kuid_t rootid;
	kernel_cap_t permitted, inheritable;
};
typedef struct {
	int unused;
} seqlock_t;
static seqlock_t rename_lock;
#define AF_MAX 46
#define S_IFMT 0170000
#define O_ACCMODE 3
#define ACC_MODE(flags) ("\004\002\006\006"[(flags)&O_ACCMODE])
#define SYS_BIND 2
#define PER_LINUX 0
#define MAX_ARG_STRLEN 131072
#define VFS_CAP_REVISION_MASK 0xff000000
#define VFS_CAP_REVISION_SHIFT 24
#define VFS_CAP_FLAGS_EFFECTIVE 1
#define CAP_LAST_U32 1
#define CAP_FOR_EACH_U32(i) for (i = 0; i < 2; i++)
#define SIGQUIT 3
#define SIGKILL 9
#define MAJOR(d) ((unsigned int)((d) >> 20))
#define MINOR(d) ((unsigned int)((d)&0xfffff))
#define MKDEV(a, b) ((dev_t)((a) << 20 | (b)))
#define current_uid() (current_cred()->uid)
#define current_gid() (current_cred()->gid)
#define task_uid(t) ((t)->cred->uid)
#define task_pid_nr(t) ((t)->pid)
#define task_tgid_nr(t) ((t)->tgid)
#define task_ppid_nr(t) ((t)->ppid)
#define cap_isclear(c) ((c).val == 0)
#define d_backing_inode(d) ((d)->d_inode)
#define d_inode(d) ((d)->d_inode)
#define d_is_positive(d) ((d)->d_inode != NULL)

/* No-ops. */
#define skb_queue_tail(q, s) ((void)0)
#define skb_queue_purge(q) ((void)0)
#define skb_queue_head_init(q) ((void)0)
#define kthread_run(f, d, ...) ((struct task_struct *)NULL)
#define sock_net(s) NULL
#define get_net(n) (n)
#define put_net(n) ((void)0)
#define security_task_getsecid_obj(t, s) (*(s) = 0)
#define security_inode_getsecid(i, s) (*(s) = 0)
#define security_ipc_getsecid(i, s) (*(s) = 0)
#define security_secid_to_secctx(s, c, l) (-EINVAL)
#define security_release_secctx(c, l) ((void)0)
#define syscall_get_arch(t) 0
#define ktime_get_coarse_real_ts64(t) ((void)0)
#define get_task_comm(b, t) memcpy(b, (t)->comm, TASK_COMM_LEN)
#define get_vfs_caps_from_disk(...) (-ENODATA)
#define read_seqbegin(l) 0
#define read_seqretry(l, s) 0
#define nop_mnt_idmap (*(int *)NULL)
#define SYSCALL_AUDIT 0
#define set_task_syscall_work(t, f) ((void)0)
#define clear_task_syscall_work(t, f) ((void)0)
#define send_sig(a, b, c) ((void)0)
#define strnlen_user(s, n) 0
#define strncpy_from_user(d, s, n) 0
#define putname(n) ((void)0)
#define path_put(p) ((void)0)
#define dput(d) ((void)0)
#define fput(f) ((void)0)
#define inode_unlock(i) ((void)0)
#define get_fs_pwd(f, p) ((void)0)
#define in_compat_syscall() 0
#define get_cmdline(t, b, n) 0
#define current_uid_gid(u, g) ((void)0)
#define KSTK_EIP(t) 0ul
#define device_initcall(f) __initcall(f)

/* Customised: a mark has its references and no events. */
struct fsnotify_mark;
struct fsnotify_ops {
	int (*handle_inode_event)(struct fsnotify_mark *mark, u32 mask,
				  struct inode *inode, struct inode *dir,
				  const struct qstr *name, u32 cookie);
	void (*free_mark)(struct fsnotify_mark *mark);
};
struct fsnotify_group {
	const struct fsnotify_ops *ops;
};
struct fsnotify_mark {
	u32 mask;
	refcount_t refs;
	struct fsnotify_group *group;
};
#define FS_CREATE 0x100
#define FS_DELETE 0x200
#define FS_DELETE_SELF 0x400
#define FS_MOVE_SELF 0x800
#define FS_UNMOUNT 0x2000
#define FS_MOVED_FROM 0x40
#define FS_MOVED_TO 0x80
#define FS_MOVE (FS_MOVED_FROM | FS_MOVED_TO)
#define FSNOTIFY_GROUP_DUPS 2
#define fsnotify_alloc_group(o, flags)               \
	({                                           \
		static struct fsnotify_group group_; \
		group_.ops = (o);                    \
		&group_;                             \
	})
/* Every watch has a parent of its own: nobody can tell. */
#define fsnotify_find_inode_mark(i, g) ((struct fsnotify_mark *)NULL)
#define fsnotify_find_mark(i, g) ((struct fsnotify_mark *)NULL)
#define fsnotify_init_mark(m, g) ((m)->group = (g), refcount_set(&(m)->refs, 1))
#define fsnotify_get_mark(m) refcount_inc(&(m)->refs)
static inline void fsnotify_put_mark(struct fsnotify_mark *mark)
{
	if (refcount_dec_and_test(&mark->refs))
		mark->group->ops->free_mark(mark);
}
#define fsnotify_add_inode_mark(m, i, dups) (fsnotify_get_mark(m), 0)
#define fsnotify_destroy_mark(m, g) fsnotify_put_mark(m)
#define mutex_is_locked(m) ((m)->word)

/* Customised: the small world of tests. */
u32 audit_kernel_label(void);
int audit_kernel_in_group(kgid_t gid);
#define security_current_getsecid_subj(s) (*(s) = audit_kernel_label())
#define groups_search(g, x) audit_kernel_in_group(x)
struct file *audit_kernel_exe(void);
#define get_mm_exe_file(m) audit_kernel_exe()
#define file_inode(f) audit_kernel_exe_inode(f)
struct inode *audit_kernel_exe_inode(struct file *file);
struct dentry *kern_path_parent(const char *name, struct path *parent);
#define kern_path_locked(n, p) kern_path_parent(n, p)
int security_audit_rule_init(u32 field, u32 op, char *text, void **rule,
			     gfp_t flags);
int security_audit_rule_known(void *rule);
void security_audit_rule_free(void *rule);
int security_audit_rule_match(u32 secid, u32 field, u32 op, void *rule);

#endif /* LSM_KERNEL_AUDIT_H */
