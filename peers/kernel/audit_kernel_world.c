/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the rest of a kernel answers audit: the small world of
 * <lsm/audit_world.h> in the kernel's words.  Trees (audit_tree.c) are not
 * taken: here a tree is the path of its folder.
 */
#include "audit_kernel.h"

const struct lsm_audit_event *audit_kernel_event;

u32 audit_kernel_label(void)
{
	return audit_kernel_event->label;
}

int audit_kernel_in_group(kgid_t gid)
{
	for (size_t i = 0; i < audit_kernel_event->nr_groups; i++)
		if (audit_kernel_event->groups[i] == gid.val)
			return 1;
	return 0;
}

/* An inode of the world, valid until the next of this kind is wanted. */
static struct inode *fill(struct inode *inode, struct super_block *sb,
			  const struct lsm_audit_inode *from)
{
	sb->s_dev = MKDEV(from->major, from->minor);
	inode->i_sb = sb;
	inode->i_ino = from->ino;
	return inode;
}

struct file *audit_kernel_exe(void)
{
	static struct file file;

	return &file;
}

struct inode *audit_kernel_exe_inode(struct file *file)
{
	static struct inode inode;
	static struct super_block sb;

	(void)file;
	return fill(&inode, &sb, &audit_kernel_event->exe);
}

struct dentry *kern_path_parent(const char *name, struct path *parent)
{
	static struct super_block sb, folder_sb;
	static struct inode inode, folder_inode;
	static struct dentry child, folder;
	const struct lsm_audit_inode found = lsm_audit_lookup(name);

	fill(&inode, &sb, &found);
	child.d_sb = &sb;
	child.d_inode = found.ino == LSM_AUDIT_NO_INODE ? NULL : &inode;
	folder_inode.i_sb = &folder_sb;
	folder.d_inode = &folder_inode;
	parent->dentry = &folder;
	return &child;
}

/* A rule of the security module is its text. */
int security_audit_rule_init(u32 field, u32 op, char *text, void **rule,
			     gfp_t flags)
{
	(void)op;
	*rule = NULL;
	if (!lsm_audit_label_known(field, text))
		return -EINVAL;
	*rule = kstrdup(text, flags);
	return *rule ? 0 : -ENOMEM;
}

int security_audit_rule_known(void *rule)
{
	return rule != NULL;
}

void security_audit_rule_free(void *rule)
{
	kfree(rule);
}

int security_audit_rule_match(u32 secid, u32 field, u32 op, void *rule)
{
	if (secid == LSM_AUDIT_NO_LABEL)
		return 0;
	return lsm_audit_label_matches(secid, field, audit_kernel_op(op), rule);
}

/* The architecture. */
int audit_classify_arch(int arch)
{
	return (u32)arch == LSM_AUDIT_ARCH_32;
}

int audit_classify_syscall(int arch, unsigned int nr)
{
	static const int kind[] = {
		[LSM_AUDIT_CALL_NATIVE] = AUDITSC_NATIVE,
		[LSM_AUDIT_CALL_COMPAT] = AUDITSC_COMPAT,
		[LSM_AUDIT_CALL_OPEN] = AUDITSC_OPEN,
		[LSM_AUDIT_CALL_OPENAT] = AUDITSC_OPENAT,
		[LSM_AUDIT_CALL_OPENAT2] = AUDITSC_OPENAT2,
		[LSM_AUDIT_CALL_EXECVE] = AUDITSC_EXECVE,
		[LSM_AUDIT_CALL_SOCKETCALL] = AUDITSC_SOCKETCALL,
	};

	return kind[lsm_audit_kind((u32)arch, nr)];
}

/* Trees. */
struct audit_tree {
	refcount_t refs;
	char path[];
};

int audit_make_tree(struct audit_krule *rule, char *pathname, u32 op)
{
	struct audit_tree *tree;

	if (pathname[0] != '/' ||
	    (rule->listnr != AUDIT_FILTER_EXIT &&
	     rule->listnr != AUDIT_FILTER_URING_EXIT) ||
	    op != Audit_equal || rule->inode_f || rule->watch || rule->tree)
		return -EINVAL;
	tree = kmalloc(struct_size(tree, path, strlen(pathname) + 1),
		       GFP_KERNEL);
	if (!tree)
		return -ENOMEM;
	refcount_set(&tree->refs, 1);
	memcpy(tree->path, pathname, strlen(pathname) + 1);
	rule->tree = tree;
	return 0;
}

void audit_put_tree(struct audit_tree *tree)
{
	if (refcount_dec_and_test(&tree->refs))
		kfree(tree);
}

int audit_add_tree_rule(struct audit_krule *rule)
{
	(void)rule;
	return 0;
}

int audit_remove_tree_rule(struct audit_krule *rule)
{
	audit_put_tree(rule->tree);
	rule->tree = NULL;
	return 1;
}

const char *audit_tree_path(struct audit_tree *tree)
{
	return tree->path;
}

bool audit_tree_match(struct audit_chunk *chunk, struct audit_tree *tree)
{
	const struct lsm_audit_name *name = (const void *)chunk;

	return name && lsm_audit_inside(name->path, tree->path);
}

/* No task is auditd, and nobody listens. */
u32 audit_enabled;
bool audit_ever_enabled;
struct list_head audit_inode_hash[AUDIT_INODE_BUCKETS];

int auditd_test_task(struct task_struct *task)
{
	(void)task;
	return 0;
}
