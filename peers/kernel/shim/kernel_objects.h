/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_objects.h - re-typed: structures cut down to the fields in use */
#ifndef LSM_KERNEL_OBJECTS_H
#define LSM_KERNEL_OBJECTS_H

/* Users, groups and capabilities. */
typedef struct {
	uid_t val;
} kuid_t;
typedef struct {
	gid_t val;
} kgid_t;
typedef union {
	u64 val;
	u32 cap[2];
} kernel_cap_t;
#define KUIDT_INIT(v) ((kuid_t){ v })
#define KGIDT_INIT(v) ((kgid_t){ v })
#define INVALID_UID KUIDT_INIT(-1)
#define LSM_KERNEL_IDS(kind)                           \
	static inline bool kind##_valid(k##kind##_t a) \
	{                                              \
		return a.val != (kind##_t) - 1;        \
	}                                              \
	LSM_KERNEL_ORDER(kind, eq, ==)                 \
	LSM_KERNEL_ORDER(kind, lt, <)                  \
	LSM_KERNEL_ORDER(kind, gt, >)                  \
	LSM_KERNEL_ORDER(kind, lte, <=)                \
	LSM_KERNEL_ORDER(kind, gte, >=)
#define LSM_KERNEL_ORDER(kind, name, op)                               \
	static inline bool kind##_##name(k##kind##_t a, k##kind##_t b) \
	{                                                              \
		return a.val op b.val;                                 \
	}
LSM_KERNEL_IDS(uid)
LSM_KERNEL_IDS(gid)
struct user_namespace {
	int unused;
};
extern struct user_namespace init_user_ns;
#define from_kuid(ns, u) ((u).val)
#define from_kgid(ns, g) ((g).val)
#define make_kuid(ns, v) KUIDT_INIT(v)
#define make_kgid(ns, v) KGIDT_INIT(v)
#define current_user_ns() (&init_user_ns)
#define CAP_MAC_OVERRIDE 32
#define CAP_MAC_ADMIN 33
#define CAP_OPT_NONE 0
struct cred {
	kuid_t uid, suid, euid, fsuid;
	kgid_t gid, sgid, egid, fsgid;
	void *security;
	void *group_info;
	kernel_cap_t cap_permitted, cap_inheritable, cap_effective, cap_ambient;
};
int cap_capable(const struct cred *cred, struct user_namespace *ns, int cap,
		unsigned int opts);

/* Tasks. */
#define TASK_COMM_LEN 16
#define PF_KTHREAD 0x00200000
struct task_struct {
	unsigned int flags;
	pid_t pid, tgid, ppid;
	const struct cred *cred;
	kuid_t loginuid;
	unsigned int sessionid;
	struct audit_context *audit_context;
	unsigned long personality;
	struct mm_struct *mm;
	void *fs;
	char comm[TASK_COMM_LEN];
};
extern struct task_struct *lsm_kernel_current;
#define current lsm_kernel_current
#define current_cred() (current->cred)
#define __task_cred(t) ((t)->cred)
struct timespec64 {
	time64_t tv_sec;
	long tv_nsec;
};

/* Files. */
struct qstr {
	union {
		struct {
			u32 hash, len;
		};
		u64 hash_len;
	};
	const unsigned char *name;
};
struct path {
	void *mnt;
	struct dentry *dentry;
};
struct file_system_type {
	const char *name;
};
struct super_block {
	void *s_security;
	struct file_system_type *s_type;
	dev_t s_dev;
	u32 s_magic;
};
struct inode {
	void *i_security;
	unsigned long i_ino;
	struct super_block *i_sb;
	umode_t i_mode;
	kuid_t i_uid;
	kgid_t i_gid;
	dev_t i_rdev;
	void *i_fsnotify_marks;
};
struct file {
	void *f_security;
	struct path f_path;
};
struct dentry {
	struct inode *d_inode;
	struct super_block *d_sb;
	struct qstr d_name;
	struct dentry *d_parent;
};
#define MAY_EXEC 1
#define MAY_WRITE 2
#define MAY_READ 4
#define MAY_APPEND 8
#define backing_file_security(f) ((void *)NULL)

/* Messages, sockets and what security modules hang onto things. */
struct msg_msg {
	void *security;
};
struct kern_ipc_perm {
	void *security;
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
};
struct sock {
	void *sk_security;
};
struct socket {
	struct sock *sk;
};
struct in_addr {
	__be32 s_addr;
};
struct in6_addr {
	u8 s6_addr[16];
};
#define AF_INET 2
#define AF_INET6 10
#define IB_DEVICE_NAME_MAX 64
struct sigevent {
	int sigev_signo;
};
typedef struct {
	int val[2];
} __kernel_fsid_t;
struct lsm_blob_sizes {
	int lbs_cred, lbs_file, lbs_backing_file, lbs_inode, lbs_superblock,
		lbs_ipc, lbs_key, lbs_msg_msg, lbs_sock, lbs_perf_event,
		lbs_task, lbs_tun_dev, lbs_ib, lbs_xattr_count;
};
struct linux_binprm;
struct open_how;
struct request_sock;
struct sctp_association;
struct sockaddr;
struct flowi_common;
struct xfrm_policy;
struct xfrm_sec_ctx;
struct xfrm_state;
struct xfrm_user_sec_ctx;

#endif /* LSM_KERNEL_OBJECTS_H */
