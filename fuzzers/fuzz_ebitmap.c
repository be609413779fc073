/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of an ebitmap, as programs see them. */
#include "ebitmap_differences.h"
#include "ebitmap_domains.h"
#include "ebitmap_payloads.h"

#include <lsm/impls.h>

#include <stdlib.h>
#include <string.h>

#define IMAGE_BYTES_MAX (1u << 16)
enum {
	OP_NEW = 1,
	OP_SET,
	OP_CLEAR,
	OP_GET,
	OP_NEXT,
	OP_HIGHEST,
	OP_EQUAL,
	OP_COPY,
	OP_AND,
	OP_OR,
	OP_XOR,
	OP_NOT,
	OP_CONTAINS,
	OP_SIEVE,
	OP_CARDINALITY,
	OP_MEMBERS,
	OP_READ,
	OP_WRITE,
	OP_SUBSET,
	OP_WRITE_SHORT,
};

static const struct lsm_ebitmap_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_ebitmap_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call, size_t arg)
{
	return call->slot[call->arg[arg]];
}

static void run_set(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs,
		       table(call)->set(slot(call, 0), call->arg[1], true));
}

static void run_clear(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs,
		       table(call)->set(slot(call, 0), call->arg[1], false));
}

static void run_get(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->get(slot(call, 0), call->arg[1]));
}

/* Outputs are observed in any case: a miss must leave them alone. */
#define UNTOUCHED 0xdeadbeefu

static void run_next(const struct lsm_call *call, struct lsm_obs *obs)
{
	uint32_t bit = UNTOUCHED;

	lsm_obs_found(obs,
		      table(call)->next(slot(call, 0), call->arg[1], &bit));
	lsm_obs_number(obs, bit);
}

static void run_highest(const struct lsm_call *call, struct lsm_obs *obs)
{
	uint32_t bit = UNTOUCHED;

	lsm_obs_found(obs, table(call)->highest(slot(call, 0), &bit));
	lsm_obs_number(obs, bit);
}

static void run_equal(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->equal(slot(call, 0), slot(call, 1)));
}

static void run_copy(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_ebitmap_ops *ops = table(call);

	if (call->arg[0] == call->arg[1])
		lsm_obs_skip(obs);
	else
		lsm_obs_status(obs, ops->copy(slot(call, 0), slot(call, 1)));
}

/* Destination and operands of and, or and xor must be different objects. */
static void run_binary(const struct lsm_call *call, struct lsm_obs *obs,
		       int (*fn)(void *dst, const void *a, const void *b))
{
	if (call->arg[0] == call->arg[1] || call->arg[0] == call->arg[2])
		lsm_obs_skip(obs);
	else
		lsm_obs_status(obs,
			       fn(slot(call, 0), slot(call, 1), slot(call, 2)));
}

static void run_and(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_binary(call, obs, table(call)->intersect);
}

static void run_or(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_binary(call, obs, table(call)->unite);
}

static void run_xor(const struct lsm_call *call, struct lsm_obs *obs)
{
	run_binary(call, obs, table(call)->differ);
}

static void run_not(const struct lsm_call *call, struct lsm_obs *obs)
{
	if (call->arg[0] == call->arg[1])
		lsm_obs_skip(obs);
	else
		lsm_obs_status(obs, table(call)->complement(slot(call, 0),
							    slot(call, 1),
							    call->arg[2]));
}

static void run_contains(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->contains(slot(call, 0), slot(call, 1),
						call->arg[2]));
}

/* Containment without a bound, which peers offer too. */
static void run_subset(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs,
		     table(call)->contains(slot(call, 0), slot(call, 1), 0));
}

struct sieve {
	const struct lsm_call *call;
	struct lsm_obs *obs;
	int status;
};

static void sieve_visit(uint32_t bit, void *arg)
{
	struct sieve *sieve = arg;
	uint32_t step = sieve->call->arg[1];

	lsm_obs_number(sieve->obs, bit);
	if (!sieve->status && (step == 0 || bit % step == 0))
		sieve->status = table(sieve->call)
					->set(slot(sieve->call, 0), bit, false);
}

/* Clear while iterating: the classic way to free the node one stands on. */
static void run_sieve(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct sieve sieve = { .call = call, .obs = obs };

	table(call)->members(slot(call, 0), sieve_visit, &sieve);
	lsm_obs_status(obs, sieve.status);
}

static void run_cardinality(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_number(obs, table(call)->cardinality(slot(call, 0)));
}

static void member_visit(uint32_t bit, void *arg)
{
	lsm_obs_number(arg, bit);
}

static void run_members(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->members(slot(call, 0), member_visit, obs);
}

static void run_read(const struct lsm_call *call, struct lsm_obs *obs)
{
	size_t used = UNTOUCHED;

	lsm_obs_status(obs, table(call)->read(slot(call, 0), call->payload,
					      call->payload_len, &used));
	lsm_obs_number(obs, used);
}

static void run_write(const struct lsm_call *call, struct lsm_obs *obs)
{
	static uint8_t image[IMAGE_BYTES_MAX];
	size_t len = UNTOUCHED;
	int status;

	memset(image, '?', LSM_EBITMAP_IMAGE_BYTES(1));
	status = table(call)->write(slot(call, 0), image, sizeof(image), &len);
	lsm_obs_status(obs, status);
	lsm_obs_number(obs, len);
	lsm_obs_bytes(obs, image, status ? LSM_EBITMAP_IMAGE_BYTES(1) : len);
}

/* Into a buffer that is some bytes short, or just long enough. */
static void run_write_short(const struct lsm_call *call, struct lsm_obs *obs)
{
	static uint8_t image[IMAGE_BYTES_MAX];
	size_t len = 0, room;
	uint8_t *buf;

	/* How long it is says the same implementation: `write` compares. */
	table(call)->write(slot(call, 0), image, sizeof(image), &len);
	room = len > call->arg[1] ? len - call->arg[1] : 0;
	buf = malloc(room + !room);
	if (!buf)
		return;
	memset(buf, '?', room);
	len = UNTOUCHED;
	lsm_obs_status(obs, table(call)->write(slot(call, 0), buf, room, &len));
	lsm_obs_number(obs, len);
	lsm_obs_bytes(obs, buf, room);
	free(buf);
}

static void dump_unit(uint32_t start, uint64_t map, void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_mix(obs, start);
	lsm_obs_mix(obs, map);
	if (!obs->show)
		return;
	for (; map; map &= map - 1)
		lsm_obs_show_number(obs->show,
				    start + (uint32_t)__builtin_ctzll(map));
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->units(slot(call, 0), dump_unit, obs);
}

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE, .arg = { LSM_ARG_SLOT_OUT("slot") } },
	[OP_SET] = { "set", LSM_UPDATE, .run = run_set,
		     .arg = { LSM_ARG_SLOT_INOUT("slot"),
			      LSM_ARG_VALUE("bit", 4, &bit_domain) } },
	[OP_CLEAR] = { "clear", LSM_UPDATE, .run = run_clear,
		       .arg = { LSM_ARG_SLOT_INOUT("slot"),
				LSM_ARG_VALUE("bit", 4, &bit_domain) } },
	[OP_GET] = { "get", LSM_QUERY, .run = run_get,
		     .arg = { LSM_ARG_SLOT_IN("slot"),
			      LSM_ARG_VALUE("bit", 4, &bit_domain) } },
	[OP_NEXT] = { "next", LSM_QUERY, .run = run_next,
		      .arg = { LSM_ARG_SLOT_IN("slot"),
			       LSM_ARG_VALUE("bit", 4, &bit_domain) } },
	[OP_HIGHEST] = { "highest", LSM_QUERY, .run = run_highest,
			 .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_EQUAL] = { "equal", LSM_QUERY, .run = run_equal,
		       .arg = { LSM_ARG_SLOT_IN("a"), LSM_ARG_SLOT_IN("b") } },
	[OP_COPY] = { "copy", LSM_UPDATE, LSM_EMPTY, .run = run_copy,
		      .arg = { LSM_ARG_SLOT_OUT("dst"),
			       LSM_ARG_SLOT_IN("src") } },
	[OP_AND] = { "and", LSM_UPDATE, LSM_EMPTY, .run = run_and,
		     .arg = { LSM_ARG_SLOT_OUT("dst"), LSM_ARG_SLOT_IN("a"),
			      LSM_ARG_SLOT_IN("b") } },
	[OP_OR] = { "or", LSM_UPDATE, LSM_EMPTY, .run = run_or,
		    .arg = { LSM_ARG_SLOT_OUT("dst"), LSM_ARG_SLOT_IN("a"),
			     LSM_ARG_SLOT_IN("b") } },
	[OP_XOR] = { "xor", LSM_UPDATE, LSM_EMPTY, .run = run_xor,
		     .arg = { LSM_ARG_SLOT_OUT("dst"), LSM_ARG_SLOT_IN("a"),
			      LSM_ARG_SLOT_IN("b") } },
	[OP_NOT] = { "not", LSM_UPDATE, LSM_EMPTY, .run = run_not,
		     .arg = { LSM_ARG_SLOT_OUT("dst"), LSM_ARG_SLOT_IN("src"),
			      LSM_ARG_VALUE("max", 4, &max_domain) } },
	[OP_CONTAINS] = { "contains", LSM_QUERY, .run = run_contains,
			  .arg = { LSM_ARG_SLOT_IN("a"), LSM_ARG_SLOT_IN("b"),
				   LSM_ARG_VALUE("last", 4, &last_domain) } },
	[OP_SIEVE] = { "sieve", LSM_UPDATE, .run = run_sieve,
		       .arg = { LSM_ARG_SLOT_INOUT("slot"),
				LSM_ARG_VALUE("step", 1, &step_domain) } },
	[OP_CARDINALITY] = { "cardinality", LSM_QUERY, .run = run_cardinality,
			     .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_MEMBERS] = { "members", LSM_QUERY, .run = run_members,
			 .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_READ] = { "read", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
		      .run = run_read, .make = ebitmap_make_image,
		      .tiny = ebitmap_tiny_images,
		      .nr_tiny = EBITMAP_TINY_IMAGES,
		      .arg = { LSM_ARG_SLOT_OUT("slot"),
			       LSM_ARG_LENGTH("image") } },
	[OP_WRITE] = { "write", LSM_QUERY, .run = run_write,
		       .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_WRITE_SHORT] = { "write_short", LSM_QUERY, .run = run_write_short,
			     .arg = { LSM_ARG_SLOT_IN("slot"),
				      LSM_ARG_VALUE("less", 1,
						    &less_domain) } },
	[OP_SUBSET] = { "subset", LSM_QUERY, .run = run_subset,
			.arg = { LSM_ARG_SLOT_IN("a"), LSM_ARG_SLOT_IN("b") } },
};

/* Known differences of peers; each is a row of FINDINGS.md. */
static const struct lsm_difference differences[] = {
	{ "libsepol", OP_SET, ebitmap_refuses_position, "EB-D1" },
	{ "libsepol", OP_CLEAR, ebitmap_refuses_position, "EB-D1" },
	{ "libsepol", OP_AND, ebitmap_slow_operands, "EB-D2" },
	{ "libsepol", OP_XOR, ebitmap_slow_operands, "EB-D2" },
	{ "libsepol", OP_NOT, ebitmap_slow_operand, "EB-D2" },
	{ "libsepol", OP_CONTAINS, NULL, "EB-D3" },
	{ "libsepol", OP_SIEVE, NULL, "EB-D4" },
	{ "libsepol", OP_WRITE, NULL, "EB-D5" },
	{ "libsepol", OP_WRITE_SHORT, NULL, "EB-D5" },
	{ "libsepol", OP_READ, ebitmap_counts_without_high_bit, "EB-D6" },
	{ "libsepol", OP_AND, ebitmap_out_of_memory, "EB-D7" },
	{ "libsepol", OP_XOR, ebitmap_out_of_memory, "EB-D7" },
	{ "libsepol", OP_NOT, ebitmap_out_of_memory, "EB-D7" },
	{ "linux", OP_SET, ebitmap_linux_last_node, "EB-K1" },
	{ "linux", OP_READ, ebitmap_linux_high_bit_wraps, "EB-K2" },
	{ "linux", OP_READ, ebitmap_counts_without_high_bit, "EB-K3" },
	{ "linux", OP_READ, ebitmap_linux_rounds_high_bit, "EB-K4" },
	{ "linux", OP_READ, ebitmap_linux_unordered, "EB-K5" },
	{ "linux", OP_READ, ebitmap_linux_takes_empty_units, "EB-K6" },
	{ "linux", OP_READ, ebitmap_linux_trusts_high_bit, "EB-K7" },
	{ "linux", OP_AND, ebitmap_out_of_memory, "EB-K8" },
	{ "linux", OP_AND, ebitmap_linux_signed_operands, "EB-K9" },
	{ "linux", OP_WRITE, ebitmap_linux_signed_image, "EB-K9" },
	{ "linux", OP_OR, NULL, "EB-K10" },
	{ "linux", OP_XOR, NULL, "EB-K10" },
	{ "linux", OP_NOT, NULL, "EB-K10" },
	{ "linux", OP_CARDINALITY, NULL, "EB-K10" },
	{ "linux", OP_SIEVE, NULL, "EB-K10" },
	{ "linux", OP_WRITE_SHORT, NULL, "EB-K10" },
};

LSM_STRUCTURE(ebitmap, 1, ops, dump, differences);
