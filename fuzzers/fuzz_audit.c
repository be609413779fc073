/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of audit's filter rules, as programs see them. */
#include "audit_domains.h"
#include "audit_linux.h"
#include "audit_words.h"

#include <lsm/impls.h>

#include <errno.h>
#include <string.h>

enum {
	OP_NEW = 1,
	OP_ADD,
	OP_DEL,
	OP_ADD_TEST,
	OP_DEL_TEST,
	OP_LOAD,
	OP_DEL_NTH,
	OP_AGAIN_NTH,
	OP_FLUSH,
	OP_LIST,
	OP_SYSCALL,
	OP_SYSCALL_AT,
	OP_URING,
	OP_FORK,
	OP_LIFE,
	OP_USER,
	OP_EXCLUDE,
	OP_FS,
};

static const struct lsm_audit_ops *table(const struct lsm_call *call)
{
	return (const struct lsm_audit_ops *)call->ops; /* base is first */
}

static void *self(const struct lsm_call *call)
{
	return call->slot[call->arg[0]];
}

static void read_rule(const struct lsm_call *call,
		      struct audit_request *request)
{
	if (call->payload)
		audit_rule_from_words(request, (const char *)call->payload,
				      call->payload_len);
	else
		audit_rule_from_numbers(request, call->arg + 1);
}

static void run_add(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct audit_request request;

	read_rule(call, &request);
	lsm_obs_status(obs, table(call)->add(self(call), &request.rule));
}

static void run_del(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct audit_request request;

	read_rule(call, &request);
	lsm_obs_status(obs, table(call)->del(self(call), &request.rule));
}

/* What is stored already is passed over, so that a second try completes it. */
static void run_load(const struct lsm_call *call, struct lsm_obs *obs)
{
	size_t nr;
	const struct lsm_audit_rule *rule = audit_set(call->arg[1], &nr);
	int status = 0;

	for (size_t i = 0; i < nr && status != -ENOMEM; i++)
		status = table(call)->add(self(call), &rule[i]);
	lsm_obs_status(obs, status == -EEXIST ? 0 : status);
}

/* Take the @nth rule of a listing. */
struct choice {
	uint32_t nth;
	bool found;
	struct audit_request request;
};

static bool choose(const struct lsm_audit_rule *rule, uint64_t prio, void *arg)
{
	struct choice *choice = arg;

	(void)prio;
	if (choice->nth--)
		return true;
	choice->found = true;
	audit_copy_rule(&choice->request, rule);
	return false;
}

static bool find_nth(const struct lsm_call *call, uint32_t nth,
		     struct choice *choice)
{
	choice->nth = nth;
	choice->found = false;
	table(call)->list(self(call), choose, choice);
	return choice->found;
}

/* As auditctl deletes: what a listing shows is handed back. */
static void run_del_nth(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct choice choice;

	if (find_nth(call, call->arg[1], &choice))
		lsm_obs_status(obs, table(call)->del(self(call),
						     &choice.request.rule));
	else
		lsm_obs_skip(obs);
}

static void run_again_nth(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct choice choice;

	if (!find_nth(call, call->arg[1], &choice)) {
		lsm_obs_skip(obs);
		return;
	}
	if (call->arg[2])
		choice.request.rule.flags |= LSM_AUDIT_PREPEND;
	lsm_obs_status(obs, table(call)->add(self(call), &choice.request.rule));
}

static void run_flush(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct choice choice;
	int status = 0;

	while (!status && find_nth(call, 0, &choice))
		status = table(call)->del(self(call), &choice.request.rule);
	lsm_obs_status(obs, status);
}

static bool show_rule(const struct lsm_audit_rule *rule, uint64_t prio,
		      void *arg)
{
	struct lsm_obs *obs = arg;

	lsm_obs_mix(obs, (uint64_t)rule->flags << 32 | rule->action);
	lsm_obs_mix(obs, (uint64_t)rule->nr_fields << 32);
	for (size_t i = 0; i < LSM_AUDIT_MASK_WORDS; i += 2)
		lsm_obs_mix(obs,
			    (uint64_t)rule->mask[i] << 32 | rule->mask[i + 1]);
	for (uint32_t i = 0; i < rule->nr_fields; i++) {
		const struct lsm_audit_field *field = &rule->field[i];

		lsm_obs_mix(obs, (uint64_t)field->type << 32 | field->op);
		if (field->text)
			lsm_obs_text(obs, field->text, field->len);
		else
			lsm_obs_mix(obs, field->value);
	}
	if (!obs->show)
		return true;
	fputs("\n\t", obs->show);
	audit_print_rule(obs->show, rule);
	(void)prio;
	return true;
}

static bool dump_rule(const struct lsm_audit_rule *rule, uint64_t prio,
		      void *arg)
{
	show_rule(rule, prio, arg);
	lsm_obs_number(arg, prio);
	return true;
}

static void run_list(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->list(self(call), show_rule, obs);
	lsm_obs_found(obs, obs->len != 0);
}

static void dump(const struct lsm_call *call, struct lsm_obs *obs)
{
	table(call)->list(self(call), dump_rule, obs);
}

/* Record: hit; suppressed: false; no rule: miss. */
static void see_verdict(const struct lsm_audit_verdict *verdict,
			struct lsm_obs *obs)
{
	static const enum lsm_outcome outcome[] = {
		[LSM_AUDIT_DISABLED] = LSM_FALSE,
		[LSM_AUDIT_BUILD] = LSM_MISS,
		[LSM_AUDIT_RECORD] = LSM_HIT,
	};

	obs->outcome = outcome[verdict->state];
	lsm_obs_mix(obs, verdict->state);
	lsm_obs_number(obs, verdict->prio);
	lsm_obs_text(obs, verdict->key, strlen(verdict->key));
}

static void read_event(const struct lsm_call *call, struct audit_scene *scene)
{
	if (call->payload)
		audit_event_from_words(scene, (const char *)call->payload,
				       call->payload_len);
	else
		audit_event_from_numbers(scene, call->arg + 1);
}

static void run_syscall(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	struct audit_scene scene;

	read_event(call, &scene);
	table(call)->syscall(self(call), &scene.event, &verdict);
	see_verdict(&verdict, obs);
}

static void run_uring(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	struct audit_scene scene;

	read_event(call, &scene);
	table(call)->uring(self(call), &scene.event, &verdict);
	see_verdict(&verdict, obs);
}

static void run_fork(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	struct audit_scene scene;

	read_event(call, &scene);
	table(call)->fork(self(call), &scene.event, &verdict);
	see_verdict(&verdict, obs);
}

/* A task is forked and makes the call. */
static void run_life(const struct lsm_call *call, struct lsm_obs *obs)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	struct audit_scene scene;

	read_event(call, &scene);
	table(call)->fork(self(call), &scene.event, &verdict);
	table(call)->syscall(self(call), &scene.event, &verdict);
	see_verdict(&verdict, obs);
}

static void see_allowed(const struct lsm_call *call, uint32_t list,
			struct lsm_obs *obs)
{
	struct audit_scene scene;

	read_event(call, &scene);
	lsm_obs_bool(obs, table(call)->allowed(self(call), list, &scene.event));
}

static void run_user(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_allowed(call, LSM_AUDIT_USER, obs);
}

static void run_exclude(const struct lsm_call *call, struct lsm_obs *obs)
{
	see_allowed(call, LSM_AUDIT_EXCLUDE, obs);
}

static void run_fs(const struct lsm_call *call, struct lsm_obs *obs)
{
	lsm_obs_bool(obs, table(call)->collects(self(call), call->arg[1]));
}

#define TEXT(text)                     \
	{                              \
		text, sizeof(text) - 1 \
	}
static const struct lsm_blob add_tiny[] = {
	TEXT("-a4,2 -Sall -Fpath=/a -Fperm!=w"),
	TEXT("-A4,0 -S2047 -Fa0=0"),
	TEXT("-a1,2 -Fauid=-1 -kk"),
};
static const struct lsm_blob del_tiny[] = { TEXT("-a4,0 -S2047 -Fa0=0") };
static const struct lsm_blob syscall_tiny[] = { TEXT("nr=1 f=0") };
static const struct lsm_blob other_tiny[] = { TEXT("op=2") };

#define TINY(list) .tiny = list, .nr_tiny = LSM_ARRAY_SIZE(list)
#define WORDS(slot_arg)                                                      \
	.payload = LSM_TEXT, .arg = { slot_arg("slot"), LSM_ARG_LENGTH("tex" \
								       "t") }
#define NUMBERS(place)                                                \
	LSM_ARG_SLOT_INOUT("slot"), LSM_ARG_VALUE("place", 1, place), \
		LSM_ARG_VALUE("nr", 2, &bit_domain),                  \
		LSM_ARG_VALUE("test", 2, &test_domain),               \
		LSM_ARG_VALUE("value", 4, &value_domain),             \
		LSM_ARG_VALUE("key", 1, &key_domain)
#define RULE(name, fn, texts)                                            \
	{                                                                \
		name, LSM_UPDATE, .run = fn, .make = audit_make_rule,    \
				  TINY(texts), WORDS(LSM_ARG_SLOT_INOUT) \
	}
#define EVENT(name, fn, texts)                                        \
	{                                                             \
		name, LSM_QUERY, .run = fn, .make = audit_make_event, \
				 TINY(texts), WORDS(LSM_ARG_SLOT_IN)  \
	}

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE, .arg = { LSM_ARG_SLOT_OUT("slot") } },
	[OP_ADD] = RULE("add", run_add, add_tiny),
	[OP_DEL] = RULE("del", run_del, del_tiny),
	[OP_ADD_TEST] = { "add_test", LSM_UPDATE, .run = run_add,
			  .arg = { NUMBERS(&place_domain) } },
	[OP_DEL_TEST] = { "del_test", LSM_UPDATE, .run = run_del,
			  .arg = { NUMBERS(&del_place_domain) } },
	[OP_LOAD] = { "load", LSM_UPDATE, LSM_PREFIX, .run = run_load,
		      .arg = { LSM_ARG_SLOT_INOUT("slot"),
			       LSM_ARG_VALUE("set", 1, &set_domain) } },
	[OP_DEL_NTH] = { "del_nth", LSM_UPDATE, .run = run_del_nth,
			 .arg = { LSM_ARG_SLOT_INOUT("slot"),
				  LSM_ARG_VALUE("nth", 1, &nth_domain) } },
	[OP_AGAIN_NTH] = { "again_nth", LSM_UPDATE, .run = run_again_nth,
			   .arg = { LSM_ARG_SLOT_INOUT("slot"),
				    LSM_ARG_VALUE("nth", 1, &nth_domain),
				    LSM_ARG_VALUE("prepend", 1,
						  &prepend_domain) } },
	[OP_FLUSH] = { "flush", LSM_UPDATE, LSM_PREFIX, .run = run_flush,
		       .arg = { LSM_ARG_SLOT_INOUT("slot") } },
	[OP_LIST] = { "list", LSM_QUERY, .run = run_list,
		      .arg = { LSM_ARG_SLOT_IN("slot") } },
	[OP_SYSCALL] = EVENT("syscall", run_syscall, syscall_tiny),
	[OP_SYSCALL_AT] = { "syscall_at", LSM_QUERY, .run = run_syscall,
			    .arg = { LSM_ARG_SLOT_IN("slot"),
				     LSM_ARG_VALUE("nr", 4, &nr_domain),
				     LSM_ARG_VALUE("who", 1, &who_domain),
				     LSM_ARG_VALUE("names", 2, &names_domain),
				     LSM_ARG_VALUE("exit", 1, &exit_domain),
				     LSM_ARG_VALUE("a", 4, &value_domain) } },
	[OP_URING] = EVENT("uring", run_uring, other_tiny),
	[OP_FORK] = EVENT("fork", run_fork, other_tiny),
	[OP_LIFE] = EVENT("life", run_life, syscall_tiny),
	[OP_USER] = EVENT("user", run_user, other_tiny),
	[OP_EXCLUDE] = EVENT("exclude", run_exclude, other_tiny),
	[OP_FS] = { "fs", LSM_QUERY, .run = run_fs,
		    .arg = { LSM_ARG_SLOT_IN("slot"),
			     LSM_ARG_VALUE("magic", 4, &value_domain) } },
};

/* Known differences of peers; each is a row of FINDINGS.md. */
static const struct lsm_difference differences[] = {
	{ "linux", OP_ADD, audit_linux_bad_value, "AU-K1" },
	{ "linux", OP_DEL, audit_linux_bad_value, "AU-K1" },
	{ "linux", OP_ADD_TEST, audit_linux_bad_value, "AU-K1" },
	{ "linux", OP_DEL_TEST, audit_linux_bad_value, "AU-K1" },
	{ "linux", OP_ADD, audit_linux_compares_nothing, "AU-K2" },
	{ "linux", OP_ADD_TEST, audit_linux_compares_nothing, "AU-K2" },
	{ "linux", OP_SYSCALL, audit_linux_out_of_memory, "AU-K4" },
	{ "linux", OP_SYSCALL_AT, audit_linux_out_of_memory, "AU-K4" },
	{ "linux", OP_URING, audit_linux_out_of_memory, "AU-K4" },
	{ "linux", OP_FORK, audit_linux_out_of_memory, "AU-K4" },
	{ "linux", OP_LIFE, audit_linux_out_of_memory, "AU-K4" },
};

LSM_STRUCTURE(audit, 1, ops, dump, differences);
