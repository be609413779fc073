/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policy_payloads.h"

/* The longest parts that are made: a rule, and a conditional without rules. */
#define RULE_MAX LSM_AVTAB_IMAGE_XPERMS
#define NODES_MAX 14u
#define CONDITIONAL_MAX \
	(LSM_POLICY_IMAGE_CONDITIONAL + NODES_MAX * LSM_POLICY_IMAGE_NODE)

/*
 * @buf, @len, @max: what was written, and room
 */
struct writer {
	struct lsm_random *random;
	uint8_t *buf;
	size_t len;
	size_t max;
};

static uint32_t below(struct writer *out, uint32_t limit)
{
	return lsm_random_below(out->random, limit);
}

static void put_at(struct writer *out, size_t at, uint32_t value)
{
	for (size_t i = 0; i < 4; i++)
		out->buf[at + i] = (uint8_t)(value >> 8 * i);
}

static void put(struct writer *out, uint32_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		out->buf[out->len++] = (uint8_t)(value >> 8 * i);
}

/* Few types and classes, so that keys repeat. */
static void make_rule(struct writer *out, uint32_t types)
{
	static const uint16_t bit[] = {
		0x1, 0x1, 0x1, 0x2, 0x4, 0x10, 0x10, 0x20, 0x40, 0x100, 0x400,
	};
	uint16_t rule = bit[below(out, LSM_ARRAY_SIZE(bit))];

	put(out, 1 + below(out, types), 2);
	put(out, 1 + below(out, types), 2);
	put(out, 1 + below(out, 2), 2);
	put(out, rule | (below(out, 4) ? 0u : LSM_AVTAB_ENABLED), 2);
	if (!(rule & LSM_AVTAB_XPERMS)) {
		put(out, 1 + below(out, 7), 4);
		return;
	}
	put(out, 1 + below(out, 2), 1);
	put(out, below(out, 256), 1);
	for (int i = 0; i < 8; i++)
		put(out, (uint32_t)lsm_random_u64(out->random), 4);
}

static void make_rules(struct writer *out, uint32_t least, uint32_t most,
		       uint32_t types)
{
	uint32_t count = least + below(out, most - least + 1), done = 0;
	size_t at = out->len;

	put(out, 0, 4);
	for (; done < count && out->max - out->len >= RULE_MAX + 4; done++)
		make_rule(out, types);
	put_at(out, at, done);
}

/* Mostly a postfix expression that is complete; at times any nodes. */
static void make_expression(struct writer *out)
{
	uint32_t nodes = below(out, NODES_MAX), depth = 0, done = 0;
	bool sound = below(out, 6), deep = below(out, 4) == 0;
	size_t at = out->len;

	put(out, 0, 4);
	while (done < NODES_MAX && (done < nodes || (sound && depth > 1))) {
		bool operand = depth < 2 || (done < nodes && deep) ||
			       (done < nodes && below(out, 2));
		uint32_t kind = operand ? LSM_POLICY_BOOLEAN
					: LSM_POLICY_NOT + below(out, 6);

		if (!sound)
			kind = 1 + below(out, 7);
		put(out, kind, 4);
		put(out, kind == LSM_POLICY_BOOLEAN ? 1 + below(out, 3) : 0, 4);
		depth += kind == LSM_POLICY_BOOLEAN;
		depth -= kind > LSM_POLICY_NOT && depth > 0;
		done++;
	}
	put_at(out, at, done);
}

/* A byte is bent, a number is another or huge, or the end is missing. */
static void bend(struct writer *out)
{
	static const uint32_t odd[] = {
		0, 1, 2, 8, 0x7fffffff, 0x80000000, 0xffffffff,
	};
	size_t at = below(out, (uint32_t)out->len - 3);

	switch (below(out, 12)) {
	case 0:
		out->buf[at] ^= (uint8_t)(1u << below(out, 8));
		break;
	case 1:
		put_at(out, at & ~(size_t)3, odd[below(out, 7)]);
		break;
	case 2:
		out->len -= below(out, 5);
		break;
	default:
		break;
	}
}

size_t policy_make_image(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct writer out = { .random = random, .buf = buf, .max = max };
	uint32_t conditionals, types, done = 0;
	size_t at;

	if (max < 4 + RULE_MAX + 4)
		return 0;
	types = 1 + below(&out, 4);
	make_rules(&out, 1, below(&out, 6) ? 3 : 12, types);
	conditionals = below(&out, below(&out, 6) ? 4 : 9);
	at = out.len;
	put(&out, 0, 4);
	for (; done < conditionals && max - out.len >= CONDITIONAL_MAX;
	     done++) {
		put(&out, below(&out, 2), 4);
		make_expression(&out);
		make_rules(&out, 0, 2, types);
		make_rules(&out, 0, below(&out, 3), types);
	}
	put_at(&out, at, done);
	bend(&out);
	return out.len;
}

#define BYTES(...)                                         \
	{                                                  \
		(const uint8_t[]){ __VA_ARGS__ },          \
			sizeof((uint8_t[]){ __VA_ARGS__ }) \
	}
#define U16(v) (v) & 0xff, (v) >> 8 & 0xff
#define U32(v) U16(v), (v) >> 16 & 0xff, (uint32_t)(v) >> 24
#define KEY(s, t, c, rule) U16(s), U16(t), U16(c), U16(rule)
#define TABLE U32(1), KEY(1, 1, 1, 0x1), U32(3)

const struct lsm_blob policy_tiny_images[POLICY_TINY_IMAGES] = {
	BYTES(TABLE, U32(0)),
	BYTES(TABLE, U32(1), U32(1), U32(1), U32(1), U32(1), U32(1),
	      KEY(1, 1, 1, 0x10), U32(1), U32(1), KEY(1, 1, 1, 0x8010), U32(2)),
	BYTES(TABLE, U32(1), U32(0), U32(0), U32(1), KEY(1, 1, 1, 0x8002),
	      U32(1), U32(0)),
	BYTES(TABLE, U32(1), U32(0), U32(1), U32(1), U32(0), U32(0), U32(0)),
	BYTES(U32(1), KEY(1, 1, 1, 0x10), U32(1), U32(1), U32(0), U32(0),
	      U32(1), KEY(1, 1, 1, 0x10), U32(1), U32(0)),
	BYTES(TABLE),
};
