/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_noops.h - what does nothing here, and need not */
#ifndef LSM_KERNEL_NOOPS_H
#define LSM_KERNEL_NOOPS_H

/* Notes for checkers, linkers and loaders that do not run here. */
#define __rcu
#define __user
#define __force
#define __must_check
#define __init
#define __initdata
#define __ro_after_init
#define __read_mostly
#define __randomize_layout
#define __cold
#define __counted_by(x)
#define __acquires(x)
#define __releases(x)
#define EXPORT_SYMBOL_GPL(x)
#define KBUILD_MODNAME "lsmdiff"
/* Adapters call what they need of it themselves. */
#define __initcall(f)                     \
	int lsm_kernel_initcall_##f(void) \
	{                                 \
		return f();               \
	}
#define IS_ENABLED(x) 0

/* lockdep, KCSAN, and turns at the processor. */
#define lockdep_is_held(l) 1
#define RCU_LOCKDEP_WARN(c, s) ((void)0)
#define rcu_read_lock_any_held() 1
#define ASSERT_EXCLUSIVE_ACCESS(x) ((void)0)
#define cond_resched() ((void)0)

/* How memory is asked for; only __GFP_ZERO matters. */
#define GFP_KERNEL 1u
#define GFP_ATOMIC 2u
#define GFP_NOFS 4u
#define __GFP_NOWARN 0u
#define __GFP_NOFAIL 0u
#define SLAB_PANIC 0u

/* Levels of messages nobody reads. */
#define KERN_ERR ""
#define KERN_WARNING ""
#define printk_ratelimit() 0

/* Inline functions of linux/audit.h that nobody calls. */
#define regs_return_value(r) 0
#define is_syscall_success(r) 1

#endif /* LSM_KERNEL_NOOPS_H */
