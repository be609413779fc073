/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ebitmap.h - contract of the extensible bitmap
 *
 * A finite set of positions in [0, 2^32 - 1].  SELinux keeps types, roles and
 * categories in such sets.
 *
 * Source: security/selinux/ss/ebitmap.c (Linux 3.13 to 6.12),
 * libsepol/src/ebitmap.c (libsepol 3.4).
 */
#ifndef LSM_EBITMAP_H
#define LSM_EBITMAP_H

#include <lsm/structure.h>

/* Positions per unit of the binary image, whatever the node size. */
#define LSM_EBITMAP_UNIT 64u

/*
 * A set with a member from here on has no binary image: its high bit would be
 * 2^32.
 */
#define LSM_EBITMAP_IMAGE_END 4294967232u

/* Bytes of an image with @units units: a header of three words, then pairs. */
#define LSM_EBITMAP_IMAGE_BYTES(units) (12 + 12 * (size_t)(units))

/**
 * typedef lsm_ebitmap_unit_fn - told of one non-empty unit
 * @start: its first position, a multiple of LSM_EBITMAP_UNIT
 * @map: not 0; bit i stands for position @start + i
 * @arg: the caller's
 */
typedef void lsm_ebitmap_unit_fn(uint32_t start, uint64_t map, void *arg);

/**
 * typedef lsm_ebitmap_member_fn - told of one member
 * @bit: the member; the callee may clear it from the set, nothing else
 * @arg: the caller's
 */
typedef void lsm_ebitmap_member_fn(uint32_t bit, void *arg);

/**
 * struct lsm_ebitmap_ops - an implementation of the extensible bitmap
 * @base: what every implementation provides; create() takes no parameters
 * @set: puts @bit into the set, or out of it if @value is false.  Taking out
 *	what is not in changes nothing.  Return: 0; -ENOMEM, set unchanged
 * @get: true if @bit is in the set
 * @next: finds the smallest member >= @bit.  Return: true, and the member in
 *	@out; false if there is none, @out untouched
 * @highest: finds the largest member.  Return: as @next
 * @equal: true if both sets have the same members
 * @copy: makes @dst equal to @src.  @dst must not be @src.  Return: 0;
 *	-ENOMEM, @dst empty
 * @intersect: @dst = members of both @a and @b.  @dst must be neither.
 *	Return: as @copy
 * @unite: @dst = members of @a or @b or both.  Otherwise as @intersect
 * @differ: @dst = members of exactly one of @a and @b.  Otherwise as @intersect
 * @complement: @dst = positions below @max that are not in @src; @max in
 *	[0, 2^32].  @dst must not be @src.  Return: as @copy
 * @contains: true if every member of @b is in @a and, when @last is not 0, no
 *	member of @b is greater than @last.  The empty set is in every set
 * @cardinality: the number of members
 * @members: calls @visit for each member in ascending order
 * @units: calls @visit for each non-empty unit in ascending order
 * @read: makes @dst the set of a binary image at the start of @image.
 *	Return: 0, and the length of the image in @used (what follows it is left
 *	alone); -EINVAL if the image is truncated or not canonical, -ENOMEM;
 *	@dst is empty after both and @used untouched
 * @write: writes the canonical image to @buf of @size bytes.
 *	Return: 0, and the length of the image in @len; -ERANGE if a member is
 *	>= LSM_EBITMAP_IMAGE_END, -ENOSPC if @size is too small; @buf and @len
 *	untouched after both
 *
 * The binary image, in little-endian 32-bit words unless said otherwise: the
 * unit size 64; the high bit; the number of units; then for each unit its start
 * and a 64-bit map.  It is canonical if starts are strictly increasing
 * multiples of 64, no map is 0 and the high bit is the last start + 64 without
 * overflow, or 0 if there are no units.
 *
 * Context: one thread at a time per set.
 */
struct lsm_ebitmap_ops {
	struct lsm_ops base;
	int (*set)(void *self, uint32_t bit, bool value);
	bool (*get)(const void *self, uint32_t bit);
	bool (*next)(const void *self, uint32_t bit, uint32_t *out);
	bool (*highest)(const void *self, uint32_t *out);
	bool (*equal)(const void *a, const void *b);
	int (*copy)(void *dst, const void *src);
	int (*intersect)(void *dst, const void *a, const void *b);
	int (*unite)(void *dst, const void *a, const void *b);
	int (*differ)(void *dst, const void *a, const void *b);
	int (*complement)(void *dst, const void *src, uint64_t max);
	bool (*contains)(const void *a, const void *b, uint32_t last);
	uint64_t (*cardinality)(const void *self);
	void (*members)(void *self, lsm_ebitmap_member_fn *visit, void *arg);
	void (*units)(const void *self, lsm_ebitmap_unit_fn *visit, void *arg);
	int (*read)(void *dst, const uint8_t *image, size_t size, size_t *used);
	int (*write)(const void *self, uint8_t *buf, size_t size, size_t *len);
};

#endif /* LSM_EBITMAP_H */
