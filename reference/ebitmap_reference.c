/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reference ebitmap: a sorted array of members.  Obvious, not fast. */
#include <lsm/alloc.h>
#include <lsm/ebitmap.h>

#include <errno.h>
#include <string.h>

struct set {
	uint32_t *member;
	size_t nr;
	size_t room;
};

static void *create(void *setup, const uint32_t *param)
{
	(void)setup;
	(void)param;
	return lsm_calloc(1, sizeof(struct set));
}

static void clear(void *self)
{
	struct set *set = self;

	lsm_free(set->member);
	*set = (struct set){ 0 };
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct set *set = self;

	for (size_t i = 1; i < set->nr; i++)
		if (set->member[i - 1] >= set->member[i])
			return "members are not in order";
	return NULL;
}

/* Index of the first member >= bit, or nr. */
static size_t lower_bound(const struct set *set, uint64_t bit)
{
	size_t low = 0, high = set->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (set->member[middle] < bit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool get(const void *self, uint32_t bit)
{
	const struct set *set = self;
	size_t i = lower_bound(set, bit);

	return i < set->nr && set->member[i] == bit;
}

static int make_room(struct set *set)
{
	size_t room = set->room ? 2 * set->room : 64;
	uint32_t *member;

	if (set->nr < set->room)
		return 0;
	member = lsm_reallocarray(set->member, room, sizeof(*member));
	if (!member)
		return -ENOMEM;
	set->member = member;
	set->room = room;
	return 0;
}

static int set_bit(void *self, uint32_t bit, bool value)
{
	struct set *set = self;
	size_t i = lower_bound(set, bit);

	if (get(set, bit) == value)
		return 0;
	if (!value) {
		memmove(set->member + i, set->member + i + 1,
			(--set->nr - i) * sizeof(*set->member));
		return 0;
	}
	if (make_room(set) < 0)
		return -ENOMEM;
	memmove(set->member + i + 1, set->member + i,
		(set->nr++ - i) * sizeof(*set->member));
	set->member[i] = bit;
	return 0;
}

/* Add a member greater than all others; on failure the set is empty. */
static int append(struct set *set, uint32_t bit)
{
	if (make_room(set) < 0) {
		clear(set);
		return -ENOMEM;
	}
	set->member[set->nr++] = bit;
	return 0;
}

static bool next(const void *self, uint32_t bit, uint32_t *out)
{
	const struct set *set = self;
	size_t i = lower_bound(set, bit);

	if (i == set->nr)
		return false;
	*out = set->member[i];
	return true;
}

static bool highest(const void *self, uint32_t *out)
{
	const struct set *set = self;

	if (!set->nr)
		return false;
	*out = set->member[set->nr - 1];
	return true;
}

static bool equal(const void *a, const void *b)
{
	const struct set *x = a, *y = b;

	if (x->nr != y->nr)
		return false;
	for (size_t i = 0; i < x->nr; i++)
		if (x->member[i] != y->member[i])
			return false;
	return true;
}

static int copy(void *dst, const void *src)
{
	const struct set *from = src;

	clear(dst);
	for (size_t i = 0; i < from->nr; i++)
		if (append(dst, from->member[i]) < 0)
			return -ENOMEM;
	return 0;
}

/* Keep each position of @a or @b for which @keep says so. */
static int combine(struct set *dst, const struct set *a, const struct set *b,
		   bool (*keep)(bool in_a, bool in_b))
{
	size_t i = 0, k = 0;

	clear(dst);
	while (i < a->nr || k < b->nr) {
		bool in_a = i < a->nr &&
			    (k == b->nr || a->member[i] <= b->member[k]);
		bool in_b = k < b->nr &&
			    (i == a->nr || b->member[k] <= a->member[i]);
		uint32_t bit = in_a ? a->member[i] : b->member[k];

		if (keep(in_a, in_b) && append(dst, bit) < 0)
			return -ENOMEM;
		i += in_a;
		k += in_b;
	}
	return 0;
}

static bool both(bool in_a, bool in_b)
{
	return in_a && in_b;
}

static bool any(bool in_a, bool in_b)
{
	return in_a || in_b;
}

static bool one(bool in_a, bool in_b)
{
	return in_a != in_b;
}

static int intersect(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, both);
}

static int unite(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, any);
}

static int differ(void *dst, const void *a, const void *b)
{
	return combine(dst, a, b, one);
}

static int complement(void *dst, const void *src, uint64_t max)
{
	clear(dst);
	for (uint64_t bit = 0; bit < max; bit++)
		if (!get(src, (uint32_t)bit) && append(dst, (uint32_t)bit) < 0)
			return -ENOMEM;
	return 0;
}

static bool contains(const void *a, const void *b, uint32_t last)
{
	const struct set *asked = b;

	for (size_t i = 0; i < asked->nr; i++) {
		if (last && asked->member[i] > last)
			return false;
		if (!get(a, asked->member[i]))
			return false;
	}
	return true;
}

static uint64_t cardinality(const void *self)
{
	const struct set *set = self;

	return set->nr;
}

static void members(void *self, lsm_ebitmap_member_fn *visit, void *arg)
{
	const struct set *set = self;
	size_t i = 0;

	while (i < set->nr) {
		uint32_t bit = set->member[i];

		visit(bit, arg);
		/* The visitor may have cleared it; then its place is taken. */
		if (i < set->nr && set->member[i] == bit)
			i++;
	}
}

static void units(const void *self, lsm_ebitmap_unit_fn *visit, void *arg)
{
	const struct set *set = self;
	size_t i = 0;

	while (i < set->nr) {
		uint32_t unit = set->member[i] / LSM_EBITMAP_UNIT;
		uint64_t map = 0;

		for (; i < set->nr && set->member[i] / LSM_EBITMAP_UNIT == unit;
		     i++)
			map |= UINT64_C(1) << set->member[i] % LSM_EBITMAP_UNIT;
		visit(unit * LSM_EBITMAP_UNIT, map, arg);
	}
}

static uint32_t load_u32(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

static uint8_t *store_u32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		*at++ = (uint8_t)(value >> 8 * i);
	return at;
}

/* The rules of a canonical image, one after the other. */
static bool canonical(const uint8_t *image, size_t size)
{
	uint32_t highbit, count, start = 0, previous = 0;

	if (size < 12 || load_u32(image) != LSM_EBITMAP_UNIT)
		return false;
	highbit = load_u32(image + 4);
	count = load_u32(image + 8);
	if (count > (size - 12) / 12)
		return false;
	if (count == 0)
		return highbit == 0;
	for (uint32_t i = 0; i < count; i++, previous = start) {
		const uint8_t *unit = image + 12 + 12 * (size_t)i;

		start = load_u32(unit);
		if (start % LSM_EBITMAP_UNIT || (i && start <= previous))
			return false;
		if (!load_u32(unit + 4) && !load_u32(unit + 8))
			return false;
	}
	return (uint64_t)start + LSM_EBITMAP_UNIT == highbit;
}

static int read_image(void *dst, const uint8_t *image, size_t size,
		      size_t *used)
{
	uint32_t count;

	clear(dst);
	if (!canonical(image, size))
		return -EINVAL;
	count = load_u32(image + 8);
	for (uint32_t i = 0; i < count; i++) {
		const uint8_t *unit = image + 12 + 12 * (size_t)i;

		for (uint32_t bit = 0; bit < LSM_EBITMAP_UNIT; bit++)
			if (unit[4 + bit / 8] >> bit % 8 & 1 &&
			    append(dst, load_u32(unit) + bit) < 0)
				return -ENOMEM;
	}
	*used = LSM_EBITMAP_IMAGE_BYTES(count);
	return 0;
}

struct writer {
	uint8_t *at;
	uint32_t count;
};

static void count_unit(uint32_t start, uint64_t map, void *arg)
{
	struct writer *writer = arg;

	(void)start;
	(void)map;
	writer->count++;
}

static void write_unit(uint32_t start, uint64_t map, void *arg)
{
	struct writer *writer = arg;

	writer->at = store_u32(writer->at, start);
	writer->at = store_u32(writer->at, (uint32_t)map);
	writer->at = store_u32(writer->at, (uint32_t)(map >> 32));
}

static int write_image(const void *self, uint8_t *buf, size_t size, size_t *len)
{
	struct writer writer = { .at = buf };
	uint32_t top = 0, highbit = 0;

	if (highest(self, &top)) {
		if (top >= LSM_EBITMAP_IMAGE_END)
			return -ERANGE;
		highbit = (top / LSM_EBITMAP_UNIT + 1) * LSM_EBITMAP_UNIT;
	}
	units(self, count_unit, &writer);
	if (size < LSM_EBITMAP_IMAGE_BYTES(writer.count))
		return -ENOSPC;
	writer.at = store_u32(writer.at, LSM_EBITMAP_UNIT);
	writer.at = store_u32(writer.at, highbit);
	writer.at = store_u32(writer.at, writer.count);
	units(self, write_unit, &writer);
	*len = (size_t)(writer.at - buf);
	return 0;
}

const struct lsm_ebitmap_ops lsm_ebitmap_reference = {
	.base = {
		.name = "reference",
		.source = "definition of a finite set",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.set = set_bit,
	.get = get,
	.next = next,
	.highest = highest,
	.equal = equal,
	.copy = copy,
	.intersect = intersect,
	.unite = unite,
	.differ = differ,
	.complement = complement,
	.contains = contains,
	.cardinality = cardinality,
	.members = members,
	.units = units,
	.read = read_image,
	.write = write_image,
};
