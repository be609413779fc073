/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The operations of a SID table, as programs see them.
 *
 * What touches the cache names its slot as one to be read, since it changes no
 * answer: peers without a cache stay in step.  So that no change of the cache
 * goes unseen, each of these operations answers with all that is cached, too.
 */
#include "sidtab_linux.h"
#include "sidtab_words.h"

#include <lsm/alloc.h>
#include <lsm/impls.h>

#include <errno.h>
#include <string.h>

enum {
	OP_NEW = 1,
	OP_SET_INITIAL,
	OP_ADD,
	OP_ADD_ACROSS,
	OP_TEXT,
	OP_LENGTH,
	OP_TRANSLATE,
	OP_TRANSLATE_LENGTH,
	OP_GET,
	OP_GET_LENGTH,
	OP_PUT,
	OP_LOAD,
	OP_FREEZE,
	OP_PUBLISH,
	OP_CANCEL,
	OP_STATS,
	OP_VALID,
};

/*
 * Values and the small world.  Objects do not meet, so one is enough there, and
 * some operations are asked about fewer SIDs than others.
 */
static const uint32_t zero[] = { 0 }, one[] = { 1 }, zero_one[] = { 0, 1 };
static const uint32_t other[] = { LSM_SIDTAB_OTHER };
static const uint32_t all_sids[] = { 0, 1, 3, 28 }, few_sids[] = { 3, 28 };
static const uint32_t free_sid[] = { 4 }, unlabeled[] = { 3 };

#define DOMAIN(name, mod, tiny_list)                  \
	static const struct lsm_domain name = {       \
		.modulus = mod,                       \
		.tiny = tiny_list,                    \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list), \
	}
DOMAIN(slot_domain, LSM_SLOTS, zero);
DOMAIN(policy_domain, LSM_SIDTAB_POLICIES, zero);
DOMAIN(load_domain, LSM_SIDTAB_POLICIES, other);
DOMAIN(flag_domain, 2, zero_one);
DOMAIN(set_domain, 2, one);
DOMAIN(eviction_domain, LSM_SIDTAB_EVICTIONS, zero_one);

#define WIDE_DOMAIN(name, mod, span_list, edge_list, tiny_list) \
	static const struct lsm_domain name = {                 \
		.modulus = mod,                                 \
		.spans = span_list,                             \
		.nr_spans = LSM_ARRAY_SIZE(span_list),          \
		.edges = edge_list,                             \
		.nr_edges = LSM_ARRAY_SIZE(edge_list),          \
		.tiny = tiny_list,                              \
		.nr_tiny = LSM_ARRAY_SIZE(tiny_list),           \
	}

static const struct lsm_span capacity_spans[] = { { 0, 300 } };
static const uint32_t capacity_edges[] = { 1, 2, 3, 0, 4, 256 };
WIDE_DOMAIN(capacity_domain, 8, capacity_spans, capacity_edges, one);

static const struct lsm_span limit_spans[] = {
	{ 0, 15 },
	{ 250, 260 },
	{ 65530, 65540 },
	{ 0xfffffff0, 0xffffffff },
};
static const uint32_t limit_edges[] = {
	0, 1, 2, 3, 4, 5, 256, 65535, 65536, 0xffffffff,
};
WIDE_DOMAIN(limit_domain, 4, limit_spans, limit_edges, zero_one);

static const struct lsm_span sid_spans[] = {
	{ 0, 64 },
	{ 0x10000000, 0x1000003f },
	{ 0x80000000, 0x8000003f },
	{ 0xffffffc0, 0xffffffff },
};
static const uint32_t sid_edges[] = {
	28, 3,	29, 30, 31, 27, 0,  1,	2,	    4,		5,
	6,  26, 32, 33, 34, 35, 36, 40, 0x1000001c, 0x8000001c, 0xffffffff,
};
#define SID_DOMAIN(name, tiny_list) \
	WIDE_DOMAIN(name, 32, sid_spans, sid_edges, tiny_list)
SID_DOMAIN(sid_domain, all_sids);
SID_DOMAIN(put_domain, few_sids);
SID_DOMAIN(measured_domain, unlabeled);
SID_DOMAIN(initial_domain, free_sid);

static const struct lsm_sidtab_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_sidtab_ops *)call->ops; /* base is first */
}

static void *slot(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

static void run_set_initial(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(
		obs, table(call)->set_initial(slot(call), call->arg[1],
					      (const char *)call->payload,
					      call->payload_len, call->arg[2]));
}

static void add(const struct lsm_call *call, struct lsm_obs *obs,
		lsm_sidtab_stale_fn *stale)
{
	uint32_t sid = 0;
	int status = table(call)->add(slot(call), (const char *)call->payload,
				      call->payload_len, call->arg[1], stale,
				      (void *)(uintptr_t)call, &sid);

	lsm_obs_status(obs, status);
	lsm_obs_number(obs, sid);
}

static void run_add(const struct lsm_call *call, struct lsm_obs *obs)
{
	add(call, obs, NULL);
}

/* The new table appears between the first attempt and the second. */
static bool publish_now(void *arg)
{
	const struct lsm_call *call = arg;

	return table(call)->publish(slot(call)) == 0;
}

static void run_add_across(const struct lsm_call *call, struct lsm_obs *obs)
{
	add(call, obs, publish_now);
}

static void run_valid(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->valid(slot(call),
					       (const char *)call->payload,
					       call->payload_len));
}

typedef int text_fn(void *self, uint32_t sid, bool force, char **text,
		    size_t *len);

/* What a call returned, and the text if there is one, which is freed. */
static void observe_text(struct lsm_obs *obs, int status, char *text,
			 size_t len)
{
	if (status == -ENOENT) {
		lsm_obs_found(obs, false);
		return;
	}
	lsm_obs_status(obs, status);
	if (status)
		return;
	lsm_obs_number(obs, len);
	if (text) {
		lsm_obs_text(obs, text, len - 1);
		lsm_obs_mix(obs, (unsigned char)text[len - 1]); /* the NUL */
		lsm_free(text);
	}
}

static void show_cached(uint32_t sid, void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_number(obs, sid);
}

static void observe_cache(const struct lsm_call *call, struct lsm_obs *obs)
{
	if (obs->show)
		fputs(" cached:", obs->show);
	table(call)->cached(slot(call), show_cached, obs);
	lsm_obs_mix(obs, call->ops->check(slot(call)) != NULL);
}

static void ask(const struct lsm_call *call, struct lsm_obs *obs, text_fn *fn,
		bool whole)
{
	char *text = NULL;
	size_t len = 0;
	int status = fn(slot(call), call->arg[1], call->arg[2],
			whole ? &text : NULL, &len);

	observe_text(obs, status, text, len);
}

static void run_text(const struct lsm_call *call, struct lsm_obs *obs)
{
	ask(call, obs, table(call)->text, true);
}

static void run_length(const struct lsm_call *call, struct lsm_obs *obs)
{
	size_t len = 0;
	int status = table(call)->length(slot(call), call->arg[1], call->arg[2],
					 &len);

	observe_text(obs, status, NULL, len);
}

static void run_translate(const struct lsm_call *call, struct lsm_obs *obs)
{
	ask(call, obs, table(call)->translate, true);
	observe_cache(call, obs);
}

static void run_translate_length(const struct lsm_call *call,
				 struct lsm_obs *obs)
{
	ask(call, obs, table(call)->translate, false);
	observe_cache(call, obs);
}

/* A get that finds something is a hit, with the text. */
static void get(const struct lsm_call *call, struct lsm_obs *obs, bool whole)
{
	ask(call, obs, table(call)->get, whole);
	if (obs->outcome == LSM_OK)
		obs->outcome = LSM_HIT;
	observe_cache(call, obs);
}

static void run_get(const struct lsm_call *call, struct lsm_obs *obs)
{
	get(call, obs, true);
}

static void run_get_length(const struct lsm_call *call, struct lsm_obs *obs)
{
	get(call, obs, false);
}

static void run_put(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(
		obs, table(call)->put(slot(call), call->arg[1], call->arg[2]));
	observe_cache(call, obs);
}

static void run_load(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->load(slot(call), call->arg[1]));
}

static void run_freeze(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->freeze(slot(call)));
}

static void run_publish(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->publish(slot(call)));
}

static void run_cancel(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_status(obs, table(call)->cancel(slot(call)));
}

#define TEXT(text)                     \
	{                              \
		text, sizeof(text) - 1 \
	}

static const struct lsm_blob text_tiny[] = {
	TEXT("u:r:t:s0:c0"), /* invalid under the other policy's rules */
	TEXT("u:object_r:old_t:s0"),
	TEXT("bad"),
};

#define SLOT(role)                            \
	{                                     \
		"slot", role, 1, &slot_domain \
	}
#define SLOT_SID(sids, flags)                        \
	SLOT(LSM_IN), LSM_ARG_VALUE("sid", 4, sids), \
		LSM_ARG_VALUE("force", 1, flags)
#define CONTEXT                                                           \
	.payload = LSM_TEXT, .make = sidtab_make_text, .tiny = text_tiny, \
	.nr_tiny = LSM_ARRAY_SIZE(text_tiny)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { SLOT(LSM_OUT),
			      LSM_ARG_VALUE("policy", 1, &policy_domain),
			      LSM_ARG_VALUE("capacity", 2, &capacity_domain),
			      LSM_ARG_VALUE("uncached", 1, &flag_domain),
			      LSM_ARG_VALUE("limit", 4, &limit_domain),
			      LSM_ARG_VALUE("eviction", 1,
					    &eviction_domain) } },
	[OP_SET_INITIAL] = { "set_initial", LSM_UPDATE, CONTEXT,
			     .run = run_set_initial,
			     .arg = { SLOT(LSM_INOUT),
				      LSM_ARG_VALUE("sid", 4, &initial_domain),
				      LSM_ARG_VALUE("force", 1, &flag_domain),
				      LSM_ARG_LENGTH("text") } },
	[OP_ADD] = { "add", LSM_UPDATE, CONTEXT, .run = run_add,
		     .arg = { SLOT(LSM_INOUT),
			      LSM_ARG_VALUE("force", 1, &flag_domain),
			      LSM_ARG_LENGTH("text") } },
	[OP_ADD_ACROSS] = { "add_across", LSM_UPDATE, LSM_PREFIX, CONTEXT,
			    .run = run_add_across,
			    .arg = { SLOT(LSM_INOUT),
				     LSM_ARG_VALUE("force", 1, &set_domain),
				     LSM_ARG_LENGTH("text") } },
	[OP_TEXT] = { "text", LSM_QUERY, .run = run_text,
		      .arg = { SLOT_SID(&sid_domain, &flag_domain) } },
	[OP_LENGTH] = { "length", LSM_QUERY, .run = run_length,
			.arg = { SLOT_SID(&put_domain, &set_domain) } },
	[OP_TRANSLATE] = { "translate", LSM_UPDATE, .run = run_translate,
			   .arg = { SLOT_SID(&sid_domain, &flag_domain) } },
	[OP_TRANSLATE_LENGTH] = { "translate_length", LSM_UPDATE,
				  .run = run_translate_length,
				  .arg = { SLOT_SID(&measured_domain,
						    &set_domain) } },
	[OP_GET] = { "get", LSM_UPDATE, .run = run_get,
		     .arg = { SLOT_SID(&sid_domain, &set_domain) } },
	[OP_GET_LENGTH] = { "get_length", LSM_UPDATE, .run = run_get_length,
			    .arg = { SLOT_SID(&measured_domain,
					      &set_domain) } },
	[OP_PUT] = { "put", LSM_UPDATE, .run = run_put,
		     .arg = { SLOT_SID(&put_domain, &set_domain) } },
	[OP_LOAD] = { "load", LSM_UPDATE, .run = run_load,
		      .arg = { SLOT(LSM_INOUT),
			       LSM_ARG_VALUE("policy", 1, &load_domain) } },
	[OP_FREEZE] = { "freeze", LSM_UPDATE, .run = run_freeze,
			.arg = { SLOT(LSM_INOUT) } },
	[OP_PUBLISH] = { "publish", LSM_UPDATE, .run = run_publish,
			 .arg = { SLOT(LSM_INOUT) } },
	[OP_CANCEL] = { "cancel", LSM_UPDATE, .run = run_cancel,
			.arg = { SLOT(LSM_INOUT) } },
	[OP_STATS] = { "stats", LSM_QUERY, .run = sidtab_run_stats,
		       .arg = { SLOT(LSM_IN) } },
	[OP_VALID] = { "valid", LSM_QUERY, CONTEXT, .run = run_valid,
		       .arg = { SLOT(LSM_IN), LSM_ARG_LENGTH("text") } },
};

static const struct lsm_difference differences[] = {
	{ "libsepol", OP_NEW, sidtab_has_limit, "SID-D1" },
	{ "libsepol", OP_ADD, sidtab_adds_invalid, "SID-D2" },
	{ "libsepol", OP_ADD_ACROSS, sidtab_adds_invalid, "SID-D2" },
	{ "libsepol", OP_SET_INITIAL, sidtab_sets_invalid, "SID-D2" },
	{ "libsepol", OP_SET_INITIAL, sidtab_sets_lower, "SID-D3" },
	{ "libsepol", OP_ADD, sidtab_drops_rest, "MLS-D1" },
	{ "libsepol", OP_ADD_ACROSS, sidtab_drops_rest, "MLS-D1" },
	{ "libsepol", OP_SET_INITIAL, sidtab_drops_rest, "MLS-D1" },
	{ "libsepol", OP_VALID, sidtab_drops_rest, "MLS-D1" },
	{ "libsepol", OP_TEXT, sidtab_joins_runs, "MLS-D4" },
	{ "libsepol", OP_LENGTH, NULL, "SID-D4" },
	{ "libsepol", OP_TRANSLATE, NULL, "SID-D4" },
	{ "libsepol", OP_TRANSLATE_LENGTH, NULL, "SID-D4" },
	{ "libsepol", OP_GET, NULL, "SID-D4" },
	{ "libsepol", OP_GET_LENGTH, NULL, "SID-D4" },
	{ "libsepol", OP_PUT, NULL, "SID-D4" },
	{ "libsepol", OP_LOAD, NULL, "SID-D4" },
	{ "libsepol", OP_FREEZE, NULL, "SID-D4" },
	{ "libsepol", OP_PUBLISH, NULL, "SID-D4" },
	{ "libsepol", OP_CANCEL, NULL, "SID-D4" },
	{ "libsepol", OP_STATS, NULL, "SID-D4" },
	{ "linux", OP_NEW, sidtab_linux_fixed, "SID-K1" },
	{ "linux", OP_ADD_ACROSS, sidtab_linux_loading, "SID-K2" },
	{ "linux", OP_LOAD, sidtab_linux_load_fails, "SID-K3" },
	{ "linux", OP_ADD, sidtab_linux_add_fails, "SID-K3" },
	{ "linux", OP_LOAD, sidtab_linux_load_meets_gap, "SID-K4" },
	{ "linux", OP_ADD, sidtab_linux_add_meets_gap, "SID-K4" },
	{ "linux", OP_ADD, sidtab_linux_finds_twin, "SID-K5" },
	{ "linux", OP_ADD_ACROSS, sidtab_linux_finds_twin, "SID-K5" },
	{ "linux", OP_STATS, sidtab_linux_has_twins, "SID-K5" },
};

LSM_STRUCTURE(sidtab, 2, ops, sidtab_dump, differences);
