/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smack labels interned: whoever has a label has its entry, so that a decision
 * never looks a text up; rules are kept sorted by the secid of their object.
 *
 * Text is looked for in a list, as before, since rules are loaded rarely: what
 * Smack's maintainer wanted instead of a hash table.
 */
#include "smack_interned.h"

#include "smack_decide.h"
#include "smack_text.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

#define LABELS 16u /* room of a new table */

struct label {
	const char *text;
	uint32_t len;
	uint32_t secid;
	struct rules rules;
};

static const struct label known[] = {
	{ "?", 1, LSM_SMACK_HUH, { NULL, 0, 0 } },
	{ "^", 1, LSM_SMACK_HAT, { NULL, 0, 0 } },
	{ "*", 1, LSM_SMACK_STAR, { NULL, 0, 0 } },
	{ "_", 1, LSM_SMACK_FLOOR, { NULL, 0, 0 } },
	{ "@", 1, LSM_SMACK_WEB, { NULL, 0, 0 } },
};

/* @label has the secids as its index, and "?" where there is none. */
struct table {
	struct label known[LSM_ARRAY_SIZE(known)];
	struct label **label;
	uint32_t next_secid;
	uint32_t room;
	struct rules task;
	const struct label *unconfined;
};

static const void *find(const void *self, const char *text, size_t len)
{
	const struct table *table = self;

	for (uint32_t i = 0; i < table->next_secid; i++) {
		const struct label *label = table->label[i];

		if (label->len == len && !memcmp(label->text, text, len))
			return label;
	}
	return NULL;
}

static struct label *add(struct table *table, const char *text, size_t len)
{
	struct label *label;
	char *copy;

	if (table->next_secid == table->room) {
		struct label **grown =
			lsm_reallocarray(table->label, 2 * (size_t)table->room,
					 sizeof(struct label *));

		if (!grown)
			return NULL;
		table->label = grown;
		table->room *= 2;
	}
	label = lsm_malloc(sizeof(*label) + len + 1);
	if (!label)
		return NULL;
	copy = (char *)(label + 1);
	memcpy(copy, text, len);
	copy[len] = '\0';
	*label = (struct label){
		.text = copy,
		.len = (uint32_t)len,
		.secid = table->next_secid,
	};
	table->label[table->next_secid++] = label;
	return label;
}

static int import(void *self, const char *text, size_t len, const void **label)
{
	const void *found;

	len = smack_label_length(text, len);
	if (!len)
		return -EINVAL;
	found = find(self, text, len);
	if (!found)
		found = add(self, text, len);
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
	const void *subject, *object;
	uint32_t secid;
	int status;

	status = import(table, line->subject, line->subject_len, &subject);
	if (!status)
		status = import(table, line->object, line->object_len, &object);
	if (status)
		return status;
	secid = secid_of(subject);
	if (scope == LSM_SMACK_TASK)
		return smack_interned_change(&table->task,
					     pair_of(secid, secid_of(object)),
					     line->allow, line->deny);
	return smack_interned_change(&table->label[secid]->rules,
				     pair_of(0, secid_of(object)), line->allow,
				     line->deny);
}

static long load(void *self, enum lsm_smack_scope scope,
		 enum lsm_smack_format format, const char *text, size_t len)
{
	return smack_load(format, text, len, apply, self, scope);
}

static long revoke_subject(void *self, const char *text, size_t len)
{
	struct table *table = self;
	size_t parsed = smack_label_length(text, len);
	const struct label *found;
	struct rules *rules;

	if (len > LSM_SMACK_REVOKE_MAX || !parsed)
		return -EINVAL;
	found = find(self, text, parsed);
	if (!found)
		return (long)len;
	rules = &table->label[found->secid]->rules;
	for (uint32_t i = 0; i < rules->nr; i++)
		rules->rule[i].access = 0;
	return (long)len;
}

static int decide(const void *self, const void *subject, const void *object,
		  uint32_t request)
{
	const struct table *table = self;
	const struct label *s = subject, *o = object;
	int decision = smack_shortcut(s->secid, o->secid, request);

	if (decision == SMACK_BY_RULE) {
		const struct pair *rule =
			smack_interned_rule(&s->rules, pair_of(0, o->secid));

		decision = smack_by_rule(rule ? rule->access : 0, request);
	}
	return smack_confine(decision, s == table->unconfined,
			     o == table->unconfined);
}

static int task_access(const void *self, const void *subject,
		       const void *object, uint32_t request)
{
	const struct table *table = self;
	int decision = decide(self, subject, object, request);
	const struct pair *rule = smack_interned_rule(
		&table->task, pair_of(secid_of(subject), secid_of(object)));

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
	struct lsm_smack_rule shown = { .scope = LSM_SMACK_TASK };

	smack_interned_visit(&table->task, shown, visit, arg);
	shown.scope = LSM_SMACK_SYSTEM;
	for (uint32_t i = 0; i < table->next_secid; i++) {
		shown.subject = i;
		if (table->label[i]->secid == i)
			smack_interned_visit(&table->label[i]->rules, shown,
					     visit, arg);
	}
}

LSM_UNGUIDED static void clear(void *self)
{
	struct table *table = self;

	for (uint32_t i = LSM_SMACK_FIRST; i < table->next_secid; i++) {
		smack_interned_forget(&table->label[i]->rules);
		lsm_free(table->label[i]);
	}
	for (uint32_t i = 0; i < LSM_SMACK_FIRST; i++)
		table->label[i] = &table->known[0];
	for (size_t i = 0; i < LSM_ARRAY_SIZE(known); i++) {
		smack_interned_forget(&table->known[i].rules);
		table->known[i] = known[i];
		table->label[known[i].secid] = &table->known[i];
	}
	smack_interned_forget(&table->task);
	table->unconfined = NULL;
	table->next_secid = LSM_SMACK_FIRST;
}

static void destroy(void *self)
{
	struct table *table = self;

	clear(table);
	lsm_free(table->label);
	lsm_free(table);
}

static void *create(void *setup, const uint32_t *param)
{
	struct table *table = lsm_calloc(1, sizeof(*table));

	(void)setup;
	(void)param;
	if (!table)
		return NULL;
	table->label = lsm_calloc(LABELS, sizeof(struct label *));
	table->room = LABELS;
	if (!table->label) {
		lsm_free(table);
		return NULL;
	}
	clear(table);
	return table;
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct table *table = self;
	const char *why = smack_interned_check(&table->task);

	if (table->next_secid > table->room)
		return "more labels than room";
	for (uint32_t i = 0; !why && i < table->next_secid; i++) {
		const struct label *label = table->label[i];

		if (i < LSM_SMACK_FIRST && label->secid == LSM_SMACK_HUH)
			continue;
		if (label->secid != i)
			return "a label is not where its secid says";
		if (strlen(label->text) != label->len)
			return "a label has another length than its text";
		why = smack_interned_check(&label->rules);
	}
	return why;
}

const struct lsm_smack_ops lsm_smack_interned = {
	.base = {
		.name = "interned",
		.source = "Smack's maintainer, review of 2013: keep pointers "
			  "to label entries",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.import = import,
	.import_task = import_task,
	.find = find,
	.from_secid = from_secid,
	.secid = secid_of,
	.text = text_of,
	.set_unconfined = set_unconfined,
	.unconfined = unconfined,
	.load = load,
	.revoke = revoke_subject,
	.access = decide,
	.task_access = task_access,
	.query = query,
	.labels = labels,
	.rules = rules,
};
