/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_types.h - re-typed: what means here just what it means in the kernel
 */
#ifndef LSM_KERNEL_TYPES_H
#define LSM_KERNEL_TYPES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A type, not a macro: some trees have members of this name. */
#undef bool
typedef _Bool bool;

/* Numbers. */
typedef uint8_t u8, __u8, u_char;
typedef int8_t s8, __s8;
typedef uint16_t u16, __u16, umode_t, ushort, __le16, __be16,
	__kernel_sa_family_t;
typedef int16_t s16, __s16;
typedef uint32_t u32, __u32, uint, gfp_t, dev_t, slab_flags_t, __poll_t, __le32,
	__be32, __wsum;
typedef uint32_t uid_t, gid_t;
typedef int32_t s32, __s32, pid_t, mqd_t;
typedef unsigned long long u64, __u64, __le64, __be64,
	__aligned_u64 __attribute__((aligned(8)));
typedef long long s64, __s64, loff_t, time64_t;
typedef unsigned long ulong;
typedef long ssize_t, __kernel_long_t;

#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (~0u)
#define U8_MAX ((u8)~0u)
#define U16_MAX ((u16)~0u)
#define U32_MAX ((u32)~0u)
#define PATH_MAX 4096
#define PAGE_SHIFT 12
#define PAGE_SIZE (1ul << PAGE_SHIFT)
#define BITS_PER_LONG (8 * __SIZEOF_LONG__)
#if __SIZEOF_LONG__ == 8
#define CONFIG_64BIT 1
#endif

/* Shapes of the kernel's lists, counters and bit maps. */
struct list_head {
	struct list_head *next, *prev;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *head);
};
#define rcu_head callback_head
typedef struct {
	int counter;
} atomic_t;
typedef struct {
	long counter;
} atomic_long_t;
typedef struct {
	atomic_t refs;
} refcount_t;
#define BITS_TO_LONGS(n) (((n) + BITS_PER_LONG - 1) / BITS_PER_LONG)

/* Attributes of the compiler. */
#define __pure __attribute__((pure))
#define __packed __attribute__((packed))
#define __printf(a, b) __attribute__((format(printf, a, b)))
#define __attribute_const__ __attribute__((const))
#define __always_inline inline __attribute__((always_inline))
#define noinline __attribute__((noinline))
#define fallthrough __attribute__((fallthrough))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Arithmetic on types and sizes. */
#define __stringify_1(x...) #x
#define __stringify(x...) __stringify_1(x)
#define container_of(p, T, M) ((T *)((char *)(p)-offsetof(T, M)))
#define struct_size(p, M, n) (sizeof(*(p)) + sizeof(*(p)->M) * (size_t)(n))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d) (((n) + (d)-1) / (d))
#define roundup(x, y) ((((x) + ((y)-1)) / (y)) * (y))
#define rounddown(x, y) ((x) - ((x) % (y)))
#define BIT(n) (1ul << (n))
#define min(a, b)                                  \
	({                                         \
		typeof(a) min_a_ = (a);            \
		typeof(b) min_b_ = (b);            \
		min_a_ < min_b_ ? min_a_ : min_b_; \
	})
#define max(a, b)                                  \
	({                                         \
		typeof(a) max_a_ = (a);            \
		typeof(b) max_b_ = (b);            \
		max_a_ > max_b_ ? max_a_ : max_b_; \
	})
#define check_mul_overflow(a, b, d) __builtin_mul_overflow(a, b, d)
static inline size_t size_mul(size_t a, size_t b)
{
	size_t product;

	return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

/* Bits and bytes. */
#define cpu_to_le16(x) ((__le16)(x))
#define cpu_to_le32(x) ((__le32)(x))
#define cpu_to_le64(x) ((__le64)(x))
#define le16_to_cpu(x) ((u16)(x))
#define le32_to_cpu(x) ((u32)(x))
#define le64_to_cpu(x) ((u64)(x))
#define cpu_to_be32(x) __builtin_bswap32(x)
#define cpu_to_be64(x) __builtin_bswap64(x)
#define be64_to_cpu(x) __builtin_bswap64(x)
#define htons(x) __builtin_bswap16(x)
static inline u32 rol32(u32 word, unsigned int shift)
{
	return word << (shift & 31) | word >> (-shift & 31);
}
#define __fls(x) ((unsigned long)(BITS_PER_LONG - 1 - __builtin_clzl(x)))
#define __ffs(x) ((unsigned long)__builtin_ctzl(x))
static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}
static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}
#define fls_long(x) fls64(x)
#define hweight16(x) __builtin_popcount((u16)(x))
static inline unsigned long
find_next_bit(const unsigned long *map, unsigned long bits, unsigned long from)
{
	for (; from < bits; from = (from | (BITS_PER_LONG - 1)) + 1) {
		unsigned long word =
			map[from / BITS_PER_LONG] >> (from % BITS_PER_LONG);

		if (word)
			return min(from + __ffs(word), bits);
	}
	return bits;
}
#define find_first_bit(map, bits) find_next_bit(map, bits, 0)

/* The memory model, in the compiler's terms. */
#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) \
	__atomic_store_n(&(x), (typeof(x))(v), __ATOMIC_RELAXED)
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#ifndef LSM_KERNEL_PUBLISH /* weaker only to see whether somebody notices */
#define LSM_KERNEL_PUBLISH __ATOMIC_RELEASE
#endif
#define smp_store_release(p, v) __atomic_store_n(p, v, LSM_KERNEL_PUBLISH)
#define barrier() __asm__ volatile("" ::: "memory")
#define atomic_read(a) READ_ONCE((a)->counter)
#define atomic_set(a, v) WRITE_ONCE((a)->counter, v)
#define atomic_inc(a) \
	((void)__atomic_fetch_add(&(a)->counter, 1, __ATOMIC_RELAXED))
#define atomic_dec_and_test(a) \
	(__atomic_sub_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST) == 0)
#define refcount_set(r, n) atomic_set(&(r)->refs, n)
#define refcount_inc(r) atomic_inc(&(r)->refs)
#define refcount_dec_and_test(r) atomic_dec_and_test(&(r)->refs)

/* The C library's, which do the same. */
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *in, int byte, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t max);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t max);
char *strchr(const char *text, int c);
char *strrchr(const char *text, int c);
char *strstr(const char *text, const char *part);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t max);
char *strcat(char *to, const char *from);
char *strsep(char **text, const char *separators);
int sscanf(const char *text, const char *format, ...);
int sprintf(char *to, const char *format, ...) __printf(2, 3);
int snprintf(char *to, size_t max, const char *format, ...) __printf(3, 4);
int vsnprintf(char *to, size_t max, const char *format, va_list args);
#define isprint(c) ((c) >= 32 && (c) < 127)

/* Names that headers merely mention. */
struct super_block;
struct file;
struct inode;
struct dentry;
struct sock;
struct sk_buff;
struct page;
struct net;
struct task_struct;
struct user_namespace;
struct audit_context;
struct mm_struct;
struct netlbl_lsm_catmap;
struct netlbl_lsm_secattr;

#endif /* LSM_KERNEL_TYPES_H */
