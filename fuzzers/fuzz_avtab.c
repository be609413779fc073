/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of an access vector table, as programs see them. */
#include "avtab_differences.h"
#include "avtab_domains.h"
#include "avtab_dump.h"
#include "avtab_payloads.h"

#include <lsm/alloc.h>
#include <lsm/impls.h>

enum {
	OP_NEW = 1,
	OP_ALLOC,
	OP_RELEASE,
	OP_INSERT,
	OP_INSERT_NONUNIQUE,
	OP_INSERT_RUN,
	OP_SEARCH,
	OP_WALK,
	OP_ENABLE,
	OP_DISABLE,
	OP_READ,
	OP_STATISTICS,
};

static const struct lsm_avtab_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_avtab_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

/* The key of most operations: arguments 1 to 4. */
static struct lsm_avtab_key key(const struct lsm_call *call)
{
	return (struct lsm_avtab_key){
		.source = (uint16_t)call->arg[1],
		.target = (uint16_t)call->arg[2],
		.class = (uint16_t)call->arg[3],
		.specified = (uint16_t)call->arg[4],
	};
}

static void run_alloc(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_avtab_size size = {
		.sizing = call->arg[1],
		.rules = call->arg[2],
		.shift = call->arg[3],
	};

	lsm_obs_status(obs, table(call)->alloc(slot(call), &size));
}

static void run_release(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->release(slot(call));
	lsm_obs_status(obs, 0);
}

/*
 * A datum for a rule from one number.  Of extended permissions its bytes are,
 * from the lowest: driver, kind, first and last of the bits that are set.
 */
static struct lsm_avtab_datum datum(uint16_t specified, uint32_t data,
				    struct lsm_avtab_xperms *xperms)
{
	if (!(specified & LSM_AVTAB_XPERMS))
		return (struct lsm_avtab_datum){ .data = data };
	*xperms = (struct lsm_avtab_xperms){
		.kind = data >> 8 & 1 ? LSM_AVTAB_XPERMS_DRIVER
				      : LSM_AVTAB_XPERMS_FUNCTION,
		.driver = (uint8_t)data,
	};
	for (uint32_t bit = data >> 16 & 0xff; bit <= data >> 24; bit++)
		xperms->perms[bit / 32] |= 1u << bit % 32;
	return (struct lsm_avtab_datum){ .xperms = xperms };
}

typedef int insert_fn(void *self, const struct lsm_avtab_key *key,
		      const struct lsm_avtab_datum *datum);

static void insert(const struct lsm_call *call, struct lsm_obs *obs,
		   insert_fn *fn)
{
	struct lsm_avtab_key rule = key(call);
	struct lsm_avtab_xperms xperms;
	struct lsm_avtab_datum what;

	if (!rule.specified) {
		lsm_obs_skip(obs);
		return;
	}
	what = datum(rule.specified, call->arg[5], &xperms);
	lsm_obs_status(obs, fn(slot(call), &rule, &what));
}

static void run_insert(const struct lsm_call *call, struct lsm_obs *obs)
{
	insert(call, obs, table(call)->insert);
}

static void run_insert_nonunique(const struct lsm_call *call,
				 struct lsm_obs *obs)
{
	insert(call, obs, table(call)->insert_nonunique);
}

/*
 * One rule for each of so many targets, where there is none yet: after memory
 * ran out half-way, a second run makes all tables equal again.
 */
static void run_insert_run(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_avtab_key rule = key(call);
	int status = 0;

	if (!rule.specified) {
		lsm_obs_skip(obs);
		return;
	}
	for (uint32_t i = 0; i < call->arg[5] && !status; i++, rule.target++) {
		struct lsm_avtab_xperms xperms;
		struct lsm_avtab_datum what = datum(rule.specified, i, &xperms);
		struct lsm_avtab_rule found;

		if (!table(call)->search(slot(call), &rule, &found))
			status = table(call)->insert(slot(call), &rule, &what);
	}
	lsm_obs_status(obs, status);
}

static void run_search(const struct lsm_call *call, struct lsm_obs *obs)
{
	static const struct lsm_avtab_rule untouched = {
		.key = { 0xdead, 0xbeef, 0xdead, 0xbeef },
		.datum = { .data = 0xdeadbeef },
	};
	struct lsm_avtab_rule rule = untouched;
	struct lsm_avtab_key query = key(call);

	lsm_obs_found(obs, table(call)->search(slot(call), &query, &rule));
	avtab_observe_rule(obs, &rule);
}

/* All rules of a triple, with two masks in turn. */
static void run_walk(const struct lsm_call *call, struct lsm_obs *obs)
{
	const uint16_t mask[2] = {
		(uint16_t)call->arg[5],
		(uint16_t)call->arg[4],
	};
	struct lsm_avtab_key query = key(call);
	struct lsm_avtab_rule rule;
	bool found = table(call)->search(slot(call), &query, &rule);

	lsm_obs_found(obs, found);
	for (size_t i = 0; found; i++) {
		avtab_observe_rule(obs, &rule);
		found = table(call)->search_next(slot(call), &rule,
						 mask[i % 2]);
	}
	/* The last search left the last rule alone. */
	if (obs->outcome == LSM_HIT)
		avtab_observe_rule(obs, &rule);
}

static void enable(const struct lsm_call *call, struct lsm_obs *obs, bool value)
{
	struct lsm_avtab_key query = key(call);
	struct lsm_avtab_rule rule;
	bool found = table(call)->search(slot(call), &query, &rule);

	for (uint32_t i = 0; found && i < call->arg[5]; i++)
		found = table(call)->search_next(slot(call), &rule,
						 query.specified);
	if (found)
		table(call)->enable(slot(call), &rule, value);
	lsm_obs_found(obs, found);
}

static void run_enable(const struct lsm_call *call, struct lsm_obs *obs)
{
	enable(call, obs, true);
}

static void run_disable(const struct lsm_call *call, struct lsm_obs *obs)
{
	enable(call, obs, false);
}

/*
 * An image may claim to have any number of rules: what a read holds is bounded
 * by what the image has, and the fixed size.
 */
#define READ_BYTES_MAX 300000u

static void run_read(const struct lsm_call *call, struct lsm_obs *obs)
{
	const struct lsm_avtab_limits limits = {
		.types = (uint16_t)call->arg[2],
		.classes = (uint16_t)call->arg[3],
	};
	size_t used = 0xdeadbeef;
	int status;

	lsm_alloc_limit(READ_BYTES_MAX);
	status = table(call)->read(slot(call), call->arg[1], &limits,
				   call->payload, call->payload_len, &used);
	lsm_alloc_limit(0);
	lsm_obs_status(obs, status);
	lsm_obs_number(obs, used);
}

static void run_statistics(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_avtab_statistics figures = { .rules = 0xdeadbeef };

	lsm_obs_status(obs, table(call)->statistics(slot(call), &figures));
	lsm_obs_number(obs, figures.rules);
	lsm_obs_number(obs, figures.slots);
	lsm_obs_number(obs, figures.used);
	lsm_obs_number(obs, figures.longest);
	lsm_obs_number(obs, figures.squares);
}

#define TABLE(role)                            \
	{                                      \
		"slot", role, 1, &table_domain \
	}
#define TRIPLE                                              \
	LSM_ARG_VALUE("source", 2, &source_domain),         \
		LSM_ARG_VALUE("target", 2, &target_domain), \
		LSM_ARG_VALUE("class", 2, &class_domain)
#define RULE_ARGS \
	TABLE(LSM_INOUT), TRIPLE, LSM_ARG_VALUE("rule", 2, &rule_domain)
#define NTH_ARGS                                                           \
	TABLE(LSM_INOUT), TRIPLE, LSM_ARG_VALUE("rules", 2, &mask_domain), \
		LSM_ARG_VALUE("nth", 1, &nth_domain)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { TABLE(LSM_OUT),
			      LSM_ARG_VALUE("sizing", 1, &sizing_domain),
			      LSM_ARG_VALUE("hash", 1, &hash_domain),
			      LSM_ARG_VALUE("rules", 4, &rules_domain),
			      LSM_ARG_VALUE("shift", 1, &shift_domain) } },
	[OP_ALLOC] = { "alloc", LSM_UPDATE, LSM_EMPTY, .run = run_alloc,
		       .arg = { TABLE(LSM_OUT),
				LSM_ARG_VALUE("sizing", 1, &sizing_domain),
				LSM_ARG_VALUE("rules", 4, &rules_domain),
				LSM_ARG_VALUE("shift", 1, &shift_domain) } },
	[OP_RELEASE] = { "release", LSM_UPDATE, .run = run_release,
			 .arg = { TABLE(LSM_OUT) } },
	[OP_INSERT] = { "insert", LSM_UPDATE, .run = run_insert,
			.arg = { RULE_ARGS,
				 LSM_ARG_VALUE("data", 4, &data_domain) } },
	[OP_INSERT_NONUNIQUE] = { "insert_nonunique", LSM_UPDATE,
				  .run = run_insert_nonunique,
				  .arg = { RULE_ARGS,
					   LSM_ARG_VALUE("data", 4,
							 &data_domain) } },
	[OP_INSERT_RUN] = { "insert_run", LSM_UPDATE, LSM_PREFIX,
			    .run = run_insert_run,
			    .arg = { RULE_ARGS,
				     LSM_ARG_VALUE("count", 1,
						   &count_domain) } },
	[OP_SEARCH] = { "search", LSM_QUERY, .run = run_search,
			.arg = { TABLE(LSM_IN), TRIPLE,
				 LSM_ARG_VALUE("rules", 2, &mask_domain) } },
	[OP_WALK] = { "walk", LSM_QUERY, .run = run_walk,
		      .arg = { TABLE(LSM_IN), TRIPLE,
			       LSM_ARG_VALUE("rules", 2, &mask_domain),
			       LSM_ARG_VALUE("next", 2, &next_domain) } },
	[OP_ENABLE] = { "enable", LSM_UPDATE, .run = run_enable,
			.arg = { NTH_ARGS } },
	[OP_DISABLE] = { "disable", LSM_UPDATE, .run = run_disable,
			 .arg = { NTH_ARGS } },
	[OP_READ] = { "read", LSM_UPDATE, LSM_EMPTY, LSM_BINARY,
		      .run = run_read, .make = avtab_make_image,
		      .tiny = avtab_tiny_images, .nr_tiny = AVTAB_TINY_IMAGES,
		      .arg = { TABLE(LSM_OUT),
			       LSM_ARG_VALUE("sizing", 1, &image_sizing_domain),
			       LSM_ARG_VALUE("types", 2, &limit_domain),
			       LSM_ARG_VALUE("classes", 2, &limit_domain),
			       LSM_ARG_LENGTH("image") } },
	[OP_STATISTICS] = { "statistics", LSM_QUERY, .run = run_statistics,
			    .arg = { TABLE(LSM_IN) } },
};

/* Known differences of peers; each is a row of FINDINGS.md. */
static const struct lsm_difference differences[] = {
	{ "libsepol", OP_READ, avtab_beyond_limits, "AV-D1" },
	{ "libsepol", OP_READ, avtab_unknown_bits, "AV-D2" },
	{ "libsepol", OP_READ, avtab_unknown_kind, "AV-D3" },
	{ "libsepol", OP_READ, avtab_out_of_memory, "AV-D4" },
	{ "libsepol", OP_STATISTICS, NULL, "AV-D5" },
};

LSM_STRUCTURE(avtab, 1, ops, avtab_dump, differences);
