/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of a table of Smack labels and rules, as programs see them. */
#include "smack_domains.h"
#include "smack_words.h"

#include <lsm/guard.h>
#include <lsm/impls.h>
#include <lsm/program.h>

#include <errno.h>
#include <string.h>

enum {
	OP_NEW = 1,
	OP_IMPORT,
	OP_IMPORT_TASK,
	OP_FIND,
	OP_BY_SECID,
	OP_LOAD,
	OP_LOAD_FAR,
	OP_REVOKE,
	OP_UNCONFINED,
	OP_ACCESS,
	OP_TASK_ACCESS,
	OP_QUERY,
};

static const struct lsm_smack_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_smack_ops *)call->ops; /* base is first */
}

static void *self(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

/*
 * The payload, at the end of an array, so that AddressSanitizer sees the first
 * byte read too many, and gone with the next call, so that a text which was not
 * copied changes.
 */
#define ROOM ((FILL_MAX + LSM_PAYLOAD_MAX + 7) / 8 * 8)
static const char *payload(const struct lsm_call *call, size_t fill)
{
	static LSM_GUARDED(ROOM) end;
	char *text = end.room + sizeof(end.room) - call->payload_len;

	lsm_guard(end.guard);
	if (call->payload_len)
		memcpy(text, call->payload, call->payload_len);
	memset(text - fill, ' ', fill);
	return text - fill;
}

/* Say who a label is; the NUL behind its text counts. */
static void see_label(const struct lsm_call *call, struct lsm_obs *obs,
		      const void *label)
{
	uint32_t secid = table(call)->secid(label);
	size_t len;
	const char *text = table(call)->text(label, &len);

	lsm_obs_number(obs, secid);
	lsm_obs_text(obs, text, len);
	lsm_obs_mix(obs, (unsigned char)text[len]);
	/* There is one of each. */
	lsm_obs_mix(obs, table(call)->from_secid(self(call), secid) == label);
	lsm_obs_mix(obs, table(call)->find(self(call), text, len) == label);
}

static void see_import(const struct lsm_call *call, struct lsm_obs *obs,
		       int status, const void *label)
{
	lsm_obs_status(obs, status);
	if (!status)
		see_label(call, obs, label);
}

static void run_import(const struct lsm_call *call, struct lsm_obs *obs)
{
	const void *label = NULL;
	int status = table(call)->import(self(call), payload(call, 0),
					 call->payload_len, &label);

	see_import(call, obs, status, label);
}

static void run_import_task(const struct lsm_call *call, struct lsm_obs *obs)
{
	const void *label = NULL;
	int status = table(call)->import_task(self(call), payload(call, 0),
					      call->payload_len, &label);

	see_import(call, obs, status, label);
}

static void run_find(const struct lsm_call *call, struct lsm_obs *obs)
{
	const char *text = payload(call, 0);
	const void *label;

	if (call->payload_len && memchr(text, '\0', call->payload_len)) {
		lsm_obs_skip(obs);
		return;
	}
	label = table(call)->find(self(call), text, call->payload_len);
	lsm_obs_found(obs, label);
	if (label)
		see_label(call, obs, label);
}

static const void *label_of(const struct lsm_call *call, size_t arg)
{
	return table(call)->from_secid(self(call), call->arg[arg]);
}

static void run_by_secid(const struct lsm_call *call, struct lsm_obs *obs)
{
	const void *label = label_of(call, 1);

	lsm_obs_found(obs, table(call)->secid(label) == call->arg[1]);
	see_label(call, obs, label);
}

static void see_count(struct lsm_obs *obs, long count)
{
	lsm_obs_status(obs, count < 0 ? (int)count : 0);
	if (count >= 0)
		lsm_obs_number(obs, (uint64_t)count);
}

static void run_load(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_count(obs, table(call)->load(self(call), call->arg[1], call->arg[2],
					 payload(call, 0), call->payload_len));
}

static void run_load_far(const struct lsm_call *call, struct lsm_obs *obs)
{
	size_t fill = call->arg[3];

	see_count(obs, table(call)->load(self(call), call->arg[1], call->arg[2],
					 payload(call, fill),
					 call->payload_len + fill));
}

static void run_revoke(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_count(obs, table(call)->revoke(self(call), payload(call, 0),
					   call->payload_len));
}

/* 0, which is no secid, stands for none. */
static void run_unconfined(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->set_unconfined(self(call),
				    call->arg[1] ? label_of(call, 1) : NULL);
	lsm_obs_status(obs, 0);
}

/* Allowed with a remark is a hit. */
static void see_decision(struct lsm_obs *obs, int decision)
{
	lsm_obs_bool(obs, decision >= 0);
	if (decision > LSM_SMACK_ALLOWED)
		obs->outcome = LSM_HIT;
	lsm_obs_number(obs, (uint64_t)(int64_t)decision);
}

static void run_access(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_decision(obs, table(call)->access(self(call), label_of(call, 1),
					      label_of(call, 2), call->arg[3]));
}

static void run_task_access(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_decision(obs,
		     table(call)->task_access(self(call), label_of(call, 1),
					      label_of(call, 2), call->arg[3]));
}

static void run_query(const struct lsm_call *call, struct lsm_obs *obs)
{
	int answer;

	if (call->payload_len > LSM_SMACK_QUERY_MAX) {
		lsm_obs_skip(obs);
		return;
	}
	answer = table(call)->query(self(call), call->arg[1], payload(call, 0),
				    call->payload_len);
	if (answer < 0)
		lsm_obs_status(obs, answer);
	else
		lsm_obs_bool(obs, answer);
}

/* Labels and rules come in any order, so what is seen of each is added up. */
struct sum {
	const struct lsm_smack_ops *table;
	FILE *show;
	uint64_t sum;
	uint32_t nr;
};

static void add_label(const void *label, void *arg)
{
	struct sum *sum = arg;
	uint32_t secid = sum->table->secid(label);
	struct lsm_obs obs = { 0 };
	size_t len;
	const char *text = sum->table->text(label, &len);

	sum->nr++;
	sum->sum += secid;
	if (secid < LSM_SMACK_FIRST)
		return; /* seen when it is asked for; most of a small table */
	lsm_obs_mix(&obs, secid);
	lsm_obs_bytes(&obs, text, len);
	sum->sum += obs.digest;
	if (!sum->show)
		return;
	fprintf(sum->show, " %u=", (unsigned int)secid);
	lsm_obs_show_text(sum->show, text, len);
}

static void add_rule(const struct lsm_smack_rule *rule, void *arg)
{
	struct sum *sum = arg;
	struct lsm_obs obs = { 0 };

	lsm_obs_mix(&obs, (uint64_t)rule->scope << 32 | rule->access);
	lsm_obs_mix(&obs, (uint64_t)rule->subject << 32 | rule->object);
	sum->sum += obs.digest;
	sum->nr++;
	if (sum->show)
		fprintf(sum->show, " %s%u:%u=0x%x",
			rule->scope == LSM_SMACK_TASK ? "task:" : "",
			(unsigned int)rule->subject, (unsigned int)rule->object,
			(unsigned int)rule->access);
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct sum labels = { .table = table(call), .show = obs->show };
	struct sum rules = labels;
	const void *unconfined = table(call)->unconfined(self(call));

	table(call)->labels(self(call), add_label, &labels);
	table(call)->rules(self(call), add_rule, &rules);
	lsm_obs_mix(obs, labels.sum);
	lsm_obs_mix(obs, labels.nr);
	lsm_obs_mix(obs, rules.sum);
	lsm_obs_mix(obs, rules.nr);
	if (obs->show)
		fputs(" unconfined", obs->show);
	lsm_obs_number(obs, unconfined ? table(call)->secid(unconfined) : 0);
}

#define TEXT(text)                     \
	{                              \
		text, sizeof(text) - 1 \
	}

static const struct lsm_blob import_tiny[] = { TEXT("a"), TEXT("b/") };
static const struct lsm_blob task_tiny[] = { TEXT("b"), TEXT("b/") };
static const struct lsm_blob find_tiny[] = { TEXT("a") };
static const struct lsm_blob load_tiny[] = {
	TEXT("a b rw -\n"),
	TEXT("a b rb r"),
};
static const struct lsm_blob query_tiny[] = { TEXT("a b r") };

#define SLOT LSM_ARG_SLOT_INOUT("slot")
#define SLOT_IN LSM_ARG_SLOT_IN("slot")
#define TEXT_ARG LSM_ARG_LENGTH("text")
#define SCOPE_FORMAT                              \
	LSM_ARG_VALUE("scope", 1, &scope_domain), \
		LSM_ARG_VALUE("format", 1, &format_domain)
#define ACCESS_ARGS                                          \
	SLOT_IN, LSM_ARG_VALUE("subject", 4, &label_domain), \
		LSM_ARG_VALUE("object", 4, &label_domain),   \
		LSM_ARG_VALUE("request", 1, &request_domain)
#define TINY(list) .tiny = list, .nr_tiny = LSM_ARRAY_SIZE(list)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { LSM_ARG_SLOT_OUT("slot"),
			      LSM_ARG_VALUE("slots", 2, &slots_domain),
			      LSM_ARG_VALUE("hash", 1, &hash_domain) } },
	[OP_IMPORT] = { "import", LSM_UPDATE, .payload = LSM_TEXT,
			.run = run_import, .make = smack_make_label,
			TINY(import_tiny), .arg = { SLOT, TEXT_ARG } },
	[OP_IMPORT_TASK] = { "import_task", LSM_UPDATE, .payload = LSM_TEXT,
			     .run = run_import_task, .make = smack_make_label,
			     TINY(task_tiny), .arg = { SLOT, TEXT_ARG } },
	[OP_FIND] = { "find", LSM_QUERY, .payload = LSM_TEXT, .run = run_find,
		      .make = smack_make_label, TINY(find_tiny),
		      .arg = { SLOT_IN, TEXT_ARG } },
	[OP_BY_SECID] = { "by_secid", LSM_QUERY, .run = run_by_secid,
			  .arg = { SLOT_IN,
				   LSM_ARG_VALUE("secid", 4, &label_domain) } },
	[OP_LOAD] = { "load", LSM_UPDATE, LSM_PREFIX, LSM_TEXT, .run = run_load,
		      .make = smack_make_rules, TINY(load_tiny),
		      .arg = { SLOT, SCOPE_FORMAT, TEXT_ARG } },
	[OP_LOAD_FAR] = { "load_far", LSM_UPDATE, LSM_PREFIX, LSM_TEXT,
			  .run = run_load_far, .make = smack_make_rules,
			  .arg = { SLOT, SCOPE_FORMAT,
				   LSM_ARG_VALUE("fill", 2, &fill_domain),
				   TEXT_ARG } },
	[OP_REVOKE] = { "revoke", LSM_UPDATE, .payload = LSM_TEXT,
			.run = run_revoke, .make = smack_make_label,
			TINY(find_tiny), .arg = { SLOT, TEXT_ARG } },
	[OP_UNCONFINED] = { "unconfined", LSM_UPDATE, .run = run_unconfined,
			    .arg = { SLOT, LSM_ARG_VALUE("label", 4,
							 &label_domain) } },
	[OP_ACCESS] = { "access", LSM_QUERY, .run = run_access,
			.arg = { ACCESS_ARGS } },
	[OP_TASK_ACCESS] = { "task_access", LSM_QUERY, .run = run_task_access,
			     .arg = { ACCESS_ARGS } },
	[OP_QUERY] = { "query", LSM_QUERY, .payload = LSM_TEXT,
		       .run = run_query, .make = smack_make_question,
		       TINY(query_tiny),
		       .arg = { SLOT_IN,
				LSM_ARG_VALUE("format", 1,
					      &query_format_domain),
				TEXT_ARG } },
};

/* Known differences of peers; each is a row of FINDINGS.md. */
static const struct lsm_difference differences[] = {
	{ "linux", OP_IMPORT_TASK, NULL, "SM-K1" },
};

LSM_STRUCTURE(smack, 1, ops, dump, differences);
