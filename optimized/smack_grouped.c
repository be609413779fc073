/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smack labels in groups of 16: one comparison of 16 tags, one byte each,
 * tells which slots of a group can hold a label, mostly one or none; a slot has
 * the text of a short label itself.  Callers keep entries, so that a decision
 * hashes two numbers and looks no text up.  Rules are hashed by their pair.
 *
 * One thread at a time per table: readers without locks would see an index
 * that is replaced, and tags before what they stand for.
 */
#include "smack_grouped.h"

#include "smack_decide.h"
#include "smack_text.h"

#include <errno.h>

static int import(void *self, const char *text, size_t len, const void **label)
{
	struct table *table = self;
	const struct label *found;

	len = smack_label_length(text, len);
	if (!len)
		return -EINVAL;
	found = table->way->find(&table->index, text, len);
	if (!found)
		found = smack_grouped_add(table, text, len);
	if (!found)
		return -ENOMEM;
	*label = found;
	return 0;
}

static int import_task(void *self, const char *text, size_t len,
		       const void **label)
{
	int status = smack_task_label(text, len);

	return status ? status : import(self, text, len, label);
}

static const void *find(const void *self, const char *text, size_t len)
{
	const struct table *table = self;

	return table->way->find(&table->index, text, len);
}

static const void *from_secid(const void *self, uint32_t secid)
{
	const struct table *table = self;

	return table->label[secid < table->next_secid ? secid : LSM_SMACK_HUH];
}

static uint32_t secid_of(const void *label)
{
	const struct label *this = label;

	return this->secid;
}

static const char *text_of(const void *label, size_t *len)
{
	const struct label *this = label;

	*len = this->len;
	return this->text;
}

static void set_unconfined(void *self, const void *label)
{
	struct table *table = self;

	table->unconfined = label;
}

static const void *unconfined(const void *self)
{
	const struct table *table = self;

	return table->unconfined;
}

static int apply(void *self, enum lsm_smack_scope scope,
		 const struct smack_line *line)
{
	struct table *table = self;
	struct rule wanted = { .access = line->allow };
	const void *subject, *object;
	uint32_t alone = 0; /* rules of the task make no chains */
	int status;

	status = import(table, line->subject, line->subject_len, &subject);
	if (!status)
		status = import(table, line->object, line->object_len, &object);
	if (status)
		return status;
	wanted.subject = secid_of(subject);
	wanted.object = secid_of(object);
	return smack_grouped_change(
		&table->rules[scope], &wanted, line->deny,
		scope == LSM_SMACK_TASK ? &alone
					: &table->label[wanted.subject]->rules);
}

static long load(void *self, enum lsm_smack_scope scope,
		 enum lsm_smack_format format, const char *text, size_t len)
{
	return smack_load(format, text, len, apply, self, scope);
}

static long revoke_subject(void *self, const char *text, size_t len)
{
	struct table *table = self;
	struct rules *system = &table->rules[LSM_SMACK_SYSTEM];
	size_t parsed = smack_label_length(text, len);
	const struct label *found;

	if (len > LSM_SMACK_REVOKE_MAX || !parsed)
		return -EINVAL;
	found = find(table, text, parsed);
	for (uint32_t i = found ? found->rules : 0; i;
	     i = system->rule[i - 1].next)
		system->rule[i - 1].access = 0;
	return (long)len;
}

static const struct rule *rule_of(const struct table *table,
				  enum lsm_smack_scope scope,
				  const struct label *subject,
				  const struct label *object)
{
	return smack_grouped_rule(&table->rules[scope], subject->secid,
				  object->secid);
}

static int decide(const void *self, const void *subject, const void *object,
		  uint32_t request)
{
	const struct table *table = self;
	const struct label *s = subject, *o = object;
	int decision = smack_shortcut(s->secid, o->secid, request);

	if (decision == SMACK_BY_RULE) {
		const struct rule *rule =
			rule_of(table, LSM_SMACK_SYSTEM, s, o);

		decision = smack_by_rule(rule ? rule->access : 0, request);
	}
	return smack_confine(decision, s == table->unconfined,
			     o == table->unconfined);
}

static int task_access(const void *self, const void *subject,
		       const void *object, uint32_t request)
{
	int decision = decide(self, subject, object, request);
	const struct rule *rule =
		rule_of(self, LSM_SMACK_TASK, subject, object);

	if (decision >= 0 && rule && !smack_passes(rule->access, request))
		return -EACCES;
	return decision;
}

static int query(const void *self, enum lsm_smack_format format,
		 const char *text, size_t len)
{
	return smack_query(self, format, text, len, find, decide);
}

LSM_UNGUIDED static void labels(const void *self, lsm_smack_label_fn *visit,
				void *arg)
{
	const struct table *table = self;

	for (uint32_t i = 0; i < table->next_secid; i++)
		if (table->label[i]->secid == i)
			visit(table->label[i], arg);
}

LSM_UNGUIDED static void rules(const void *self, lsm_smack_rule_fn *visit,
			       void *arg)
{
	const struct table *table = self;

	for (uint32_t scope = 0; scope < LSM_SMACK_SCOPES; scope++)
		for (uint32_t i = 0; i < table->rules[scope].nr; i++) {
			const struct rule *rule = &table->rules[scope].rule[i];
			const struct lsm_smack_rule shown = {
				.scope = scope,
				.subject = rule->subject,
				.object = rule->object,
				.access = rule->access,
			};

			visit(&shown, arg);
		}
}

/* A look-up that goes straight to its way, and a table made for it. */
#define WAY(name, way)                                                     \
	static const void *find_##name(const void *self, const char *text, \
				       size_t len)                         \
	{                                                                  \
		const struct table *table = self;                          \
                                                                           \
		return (way).find(&table->index, text, len);               \
	}                                                                  \
                                                                           \
	static void *create_##name(void *setup, const uint32_t *param)     \
	{                                                                  \
		(void)setup;                                               \
		(void)param;                                               \
		return smack_grouped_create(&(way));                       \
	}

WAY(portable, smack_grouped_portable)
#ifdef __x86_64__
WAY(avx512, smack_grouped_avx512)
#else /* never offered: not available */
WAY(avx512, smack_grouped_portable)
#endif

#define GROUPED_TABLE(name_, twin_, create_, find_, available_)                 \
	{                                                                       \
		.base = {                                                     \
			.name = name_,                                        \
			.source = "open addressing by groups of tags, as in " \
				  "Abseil's tables (2017)",                   \
			.twin = twin_,                                        \
			.available = available_,                              \
			.create = create_,                                    \
			.destroy = smack_grouped_destroy,                     \
			.clear = smack_grouped_clear,                         \
			.check = smack_grouped_check,                         \
		},                                                            \
		.import = import,                                             \
		.import_task = import_task,                                   \
		.find = find_,                                                \
		.from_secid = from_secid,                                     \
		.secid = secid_of,                                            \
		.text = text_of,                                              \
		.set_unconfined = set_unconfined,                             \
		.unconfined = unconfined,                                     \
		.load = load,                                                 \
		.revoke = revoke_subject,                                     \
		.access = decide,                                             \
		.task_access = task_access,                                   \
		.query = query,                                               \
		.labels = labels,                                             \
		.rules = rules, \
	}

const struct lsm_smack_ops lsm_smack_grouped =
	GROUPED_TABLE("grouped", NULL, create_portable, find_portable, NULL);
const struct lsm_smack_ops lsm_smack_grouped_avx512 =
	GROUPED_TABLE("grouped_avx512", "grouped", create_avx512, find_avx512,
		      smack_grouped_has_avx512);
