/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_custom.h - what behaves in our way: memory, messages, locks, RCU and
 * the configuration.  The functions are in peers/kernel/kernel_runtime.c.
 */
#ifndef LSM_KERNEL_CUSTOM_H
#define LSM_KERNEL_CUSTOM_H

#include <kernel_runtime.h>

/*
 * Small, so that programs reach the edges.  Whole policies see contexts by the
 * hundred thousand; adapters of programs say that few buckets are enough.
 */
#define CONFIG_SECURITY_SELINUX_SID2STR_CACHE_SIZE 8
#ifndef CONFIG_SECURITY_SELINUX_SIDTAB_HASH_BITS
#define CONFIG_SECURITY_SELINUX_SIDTAB_HASH_BITS 13
#endif
#define CONFIG_SECURITY_SELINUX_DEVELOP 1
#define CONFIG_AUDIT 1
#define CONFIG_AUDITSYSCALL 1
#define CONFIG_SECURITY_SMACK 1

/* A kernel that stops is a verdict; one that warns is, too. */
#define BUG() lsm_kernel_bug("BUG()", __FILE__, __LINE__)
#define panic(f, ...) lsm_kernel_bug("panic(): " f, __FILE__, __LINE__)
#define BUG_ON(c)                                               \
	do {                                                    \
		if (unlikely(c))                                \
			lsm_kernel_bug(#c, __FILE__, __LINE__); \
	} while (0)
#define WARN_ON(c)                                              \
	({                                                      \
		bool warn_ = (c);                               \
		if (unlikely(warn_))                            \
			lsm_kernel_bug(#c, __FILE__, __LINE__); \
		warn_;                                          \
	})
#define WARN(c, ...) WARN_ON(c)
#define WARN_ONCE(c, ...) WARN_ON(c)
#define WARN_ON_ONCE(c) WARN_ON(c)

/* Messages are checked for their format and go nowhere. */
#define lsm_kernel_quiet(...)                        \
	do {                                         \
		if (0)                               \
			lsm_kernel_say(__VA_ARGS__); \
	} while (0)
static inline void __printf(1, 2) lsm_kernel_say(const char *format, ...)
{
	(void)format;
}
#define printk(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_err(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_warn(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_warn_once(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_warn_ratelimited(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_info(...) lsm_kernel_quiet(__VA_ARGS__)
#define pr_debug(...) lsm_kernel_quiet(__VA_ARGS__)

/* Memory: counted, refused on demand, and above what kmalloc() gives. */
#define __GFP_ZERO LSM_KERNEL_ZERO
struct kmem_cache {
	size_t size;
};
#define LSM_KERNEL_CACHE(bytes)                  \
	({                                       \
		static struct kmem_cache cache_; \
		cache_.size = (bytes);           \
		&cache_;                         \
	})
#define KMEM_CACHE(s, f) LSM_KERNEL_CACHE(sizeof(struct s))
#define kmem_cache_create(n, s, a, f, c) LSM_KERNEL_CACHE(s)
#define kmem_cache_zalloc(c, f) lsm_kernel_alloc((c)->size, (f) | __GFP_ZERO)
#define kmem_cache_free(c, p) lsm_kernel_free(p)
#define kmalloc(n, f) lsm_kernel_alloc(n, f)
#define kzalloc(n, f) lsm_kernel_alloc(n, (f) | __GFP_ZERO)
#define kcalloc(n, s, f) lsm_kernel_alloc(size_mul(n, s), (f) | __GFP_ZERO)
/* Macros of newer trees around the same functions. */
#define kzalloc_noprof kzalloc
#define alloc_hooks(x) (x)
/* These fall back to vmalloc(), which has no such limit. */
#define kvcalloc(n, s, f) lsm_kernel_vmalloc(size_mul(n, s), (f) | __GFP_ZERO)
#define vmalloc(n) lsm_kernel_vmalloc(n, 0)
#define vmalloc_user(n) lsm_kernel_vmalloc(n, __GFP_ZERO)
#define kfree(p) lsm_kernel_free(p)
#define kvfree(p) lsm_kernel_free(p)
#define vfree(p) lsm_kernel_free(p)

/* Locks: one word, neither made nor destroyed, as in the kernel. */
typedef struct {
	int word;
} spinlock_t, rwlock_t;
struct mutex {
	int word;
};
#define DEFINE_MUTEX(n) struct mutex n
#define spin_lock_init(l) ((void)((l)->word = 0))
#define mutex_init(l) ((void)((l)->word = 0))
#define spin_lock(l) lsm_kernel_lock(&(l)->word)
#define spin_unlock(l) lsm_kernel_unlock(&(l)->word)
#define mutex_lock(l) lsm_kernel_lock(&(l)->word)
#define mutex_unlock(l) lsm_kernel_unlock(&(l)->word)
#define spin_lock_irqsave(l, flags) \
	do {                        \
		(flags) = 0;        \
		spin_lock(l);       \
	} while (0)
#define spin_unlock_irqrestore(l, flags) \
	do {                             \
		(void)(flags);           \
		spin_unlock(l);          \
	} while (0)

/* RCU: what is freed later is freed when the adapter says so. */
#define rcu_read_lock() lsm_kernel_read_lock()
#define rcu_read_unlock() lsm_kernel_read_unlock()
#define synchronize_rcu lsm_kernel_synchronize
#define call_rcu(head, fn) lsm_kernel_later(head, (void (*)(void *))(fn))
#define kfree_rcu(p, member)                            \
	do {                                            \
		typeof(p) later_ = (p);                 \
		if (later_)                             \
			lsm_kernel_later(later_, NULL); \
	} while (0)
#define rcu_dereference_raw(p) __atomic_load_n(&(p), __ATOMIC_ACQUIRE)
#define rcu_dereference(p) rcu_dereference_raw(p)
#define rcu_dereference_check(p, c) rcu_dereference_raw(p)
#define rcu_dereference_protected(p, c) (p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), v)

/* The kernel's own idea of white space has the no-break space of Latin-1. */
static inline int isspace(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xa0;
}

/* The hash of names, by bytes: the variant by words depends on the machine. */
unsigned int full_name_hash(const void *salt, const char *name,
			    unsigned int len);

#endif /* LSM_KERNEL_CUSTOM_H */
