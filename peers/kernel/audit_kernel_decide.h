/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * audit_kernel_decide.h - the decisions of audit's adapter; part of
 * audit_kernel.c, as all of it needs what is static in the kernel's files
 */
#ifndef LSM_KERNEL_AUDIT_DECIDE_H
#define LSM_KERNEL_AUDIT_DECIDE_H

/* A task, and a child of it that is about to run. */
static struct {
	struct cred cred;
	struct mm_struct mm;
	struct task_struct task;
	struct task_struct child;
} who;

static void become(const struct lsm_audit_event *event)
{
	audit_kernel_event = event;
	who.cred.uid = KUIDT_INIT(event->uid[0]);
	who.cred.euid = KUIDT_INIT(event->uid[1]);
	who.cred.suid = KUIDT_INIT(event->uid[2]);
	who.cred.fsuid = KUIDT_INIT(event->uid[3]);
	who.cred.gid = KGIDT_INIT(event->gid[0]);
	who.cred.egid = KGIDT_INIT(event->gid[1]);
	who.cred.sgid = KGIDT_INIT(event->gid[2]);
	who.cred.fsgid = KGIDT_INIT(event->gid[3]);
	who.task = (struct task_struct){
		.pid = (pid_t)event->pid,
		.tgid = (pid_t)event->pid,
		.ppid = (pid_t)event->ppid,
		.cred = &who.cred,
		.loginuid = KUIDT_INIT(event->auid),
		.sessionid = event->session,
		.personality = event->pers,
		.mm = &who.mm,
	};
	who.child = who.task;
	lsm_kernel_current = &who.task;
}

/* The context of a system call, and room for what it names. */
static struct {
	struct audit_context context;
	struct audit_names name[LSM_AUDIT_NAMES_MAX];
	struct audit_tree_refs refs;
	struct sockaddr_storage address;
} scene;

static void add_names(const struct lsm_audit_event *event)
{
	struct audit_context *ctx = &scene.context;

	INIT_LIST_HEAD(&ctx->names_list);
	memset(&scene.refs, 0, sizeof(scene.refs));
	ctx->trees = &scene.refs;
	ctx->first_trees = &scene.refs;
	ctx->tree_count = ARRAY_SIZE(scene.refs.c);
	for (size_t i = 0; i < event->nr_names; i++) {
		const struct lsm_audit_inode *inode = &event->name[i].inode;
		struct audit_names *name = &scene.name[i];

		name->ino = inode->ino;
		name->dev = MKDEV(inode->major, inode->minor);
		name->rdev = MKDEV(inode->rmajor, inode->rminor);
		name->mode = (umode_t)inode->mode;
		name->uid = KUIDT_INIT(inode->uid);
		name->gid = KGIDT_INIT(inode->gid);
		name->osid = inode->label;
		list_add_tail(&name->list, &ctx->names_list);
		if (inode->ino != LSM_AUDIT_NO_INODE)
			put_tree_ref(ctx, kernel_mutable(&event->name[i]));
	}
}

static struct audit_context *enact(const struct lsm_audit_event *event,
				   const struct lsm_audit_verdict *verdict)
{
	struct audit_context *ctx = &scene.context;

	become(event);
	memset(ctx, 0, sizeof(*ctx));
	ctx->context = AUDIT_CTX_SYSCALL;
	ctx->state = (enum audit_state)verdict->state;
	ctx->current_state = ctx->state;
	ctx->prio = verdict->prio;
	if (verdict->key[0])
		ctx->filterkey = kstrdup(verdict->key, GFP_KERNEL);
	ctx->arch = (int)event->arch;
	ctx->major = (int)event->nr;
	ctx->uring_op = (int)event->uring_op;
	for (size_t i = 0; i < ARRAY_SIZE(ctx->argv); i++)
		ctx->argv[i] = event->a[i];
	ctx->return_valid = (int)event->result;
	ctx->return_code = event->exit;
	ctx->openat2.flags = event->open_flags;
	if (event->ipc_label != LSM_AUDIT_NO_LABEL) {
		ctx->type = AUDIT_IPC;
		ctx->ipc.osid = event->ipc_label;
	}
	scene.address.ss_family = (u16)event->family;
	if (event->family != LSM_AUDIT_UNSET)
		ctx->sockaddr = &scene.address;
	add_names(event);
	return ctx;
}

static void conclude(struct audit_context *ctx,
		     struct lsm_audit_verdict *verdict)
{
	verdict->state = (enum lsm_audit_state)ctx->current_state;
	verdict->prio = ctx->prio;
	memset(verdict->key, 0, sizeof(verdict->key));
	if (ctx->filterkey)
		strncpy(verdict->key, ctx->filterkey, LSM_AUDIT_KEY_MAX);
	kfree(ctx->filterkey);
	ctx->filterkey = NULL;
}

static void fork_of(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict)
{
	struct audit_context ctx = { 0 };

	enter(self);
	become(event);
	ctx.current_state = audit_filter_task(&who.child, &ctx.filterkey);
	ctx.prio = ctx.current_state == AUDIT_STATE_RECORD ? ~0ull : 0;
	conclude(&ctx, verdict);
}

/* As __audit_syscall_exit() does. */
static void syscall(const void *self, const struct lsm_audit_event *event,
		    struct lsm_audit_verdict *verdict)
{
	struct audit_context *ctx;

	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	enter(self);
	ctx = enact(event, verdict);
	audit_filter_syscall(current, ctx);
	audit_filter_inodes(current, ctx);
	conclude(ctx, verdict);
}

/* As __audit_uring_exit() does, inside of a system call or not. */
static void uring(const void *self, const struct lsm_audit_event *event,
		  struct lsm_audit_verdict *verdict)
{
	struct audit_context *ctx;

	if (verdict->state == LSM_AUDIT_DISABLED)
		return;
	enter(self);
	ctx = enact(event, verdict);
	if (event->in_syscall) {
		audit_filter_syscall(current, ctx);
	} else {
		ctx->arch = 0;
		ctx->major = 0;
		memset(ctx->argv, 0, sizeof(ctx->argv));
	}
	if (!event->in_syscall || ctx->current_state != AUDIT_STATE_RECORD)
		audit_filter_uring(current, ctx);
	audit_filter_inodes(current, ctx);
	conclude(ctx, verdict);
}

static bool allowed(const void *self, uint32_t list,
		    const struct lsm_audit_event *event)
{
	enter(self);
	become(event);
	return audit_filter((int)event->msgtype, list);
}

/* Whether __audit_inode() takes a name down. */
static bool collects(const void *self, uint32_t magic)
{
	static const struct lsm_audit_event nothing;
	struct super_block sb = { .s_magic = magic };
	struct inode inode = { .i_sb = &sb };
	struct dentry dentry = { .d_inode = &inode, .d_parent = &dentry };
	struct audit_context *ctx = &scene.context;

	enter(self);
	become(&nothing);
	memset(ctx, 0, sizeof(*ctx));
	INIT_LIST_HEAD(&ctx->names_list);
	ctx->context = AUDIT_CTX_SYSCALL;
	who.task.audit_context = ctx;
	__audit_inode(NULL, &dentry, 0);
	who.task.audit_context = NULL;
	return ctx->name_count;
}

#endif /* LSM_KERNEL_AUDIT_DECIDE_H */
