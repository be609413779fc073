/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Smack labels and rules, obviously: one list of each, compared as text. */
#include "smack_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

typedef struct smack_reference_label label_t;
typedef struct smack_reference_rule rule_t;

const label_t *smack_reference_find(const struct smack_reference *table,
				    const char *text)
{
	for (const label_t *label = table->reserved; label; label = label->next)
		if (!strcmp(label->text, text))
			return label;
	return NULL;
}

int smack_reference_import(struct smack_reference *table, const char *text,
			   const label_t **label)
{
	label_t *last = table->reserved, *new;

	*label = smack_reference_find(table, text);
	if (*label)
		return 0;
	new = lsm_calloc(1, sizeof(*new));
	if (!new)
		return -ENOMEM;
	memcpy(new->text, text, strlen(text) + 1);
	new->secid = table->next_secid++;
	while (last->next)
		last = last->next;
	last->next = new;
	*label = new;
	return 0;
}

static int import(void *self, const char *text, size_t len, const void **label)
{
	char parsed[LSM_SMACK_LABEL_MAX + 1];
	const label_t *found;
	int status = smack_reference_parse(text, len, parsed);

	if (!status)
		status = smack_reference_import(self, parsed, &found);
	if (!status)
		*label = found;
	return status;
}

static int import_task(void *self, const char *text, size_t len,
		       const void **label)
{
	char parsed[LSM_SMACK_LABEL_MAX + 1];

	if (smack_reference_parse(text, len, parsed) || strlen(parsed) != len)
		return -EINVAL;
	if (!strcmp(parsed, "*") || !strcmp(parsed, "@"))
		return -EPERM;
	return import(self, text, len, label);
}

static const void *find(const void *self, const char *text, size_t len)
{
	char whole[LSM_SMACK_LABEL_MAX + 1] = "";

	if (len > LSM_SMACK_LABEL_MAX)
		return NULL;
	for (size_t i = 0; i < len; i++)
		whole[i] = text[i];
	return smack_reference_find(self, whole);
}

static const void *from_secid(const void *self, uint32_t secid)
{
	const struct smack_reference *table = self;

	for (const label_t *label = table->reserved; label; label = label->next)
		if (label->secid == secid)
			return label;
	return smack_reference_find(table, "?");
}

static uint32_t secid_of(const void *label)
{
	const label_t *this = label;

	return this->secid;
}

static const char *text_of(const void *label, size_t *len)
{
	const label_t *this = label;

	*len = strlen(this->text);
	return this->text;
}

static void set_unconfined(void *self, const void *label)
{
	struct smack_reference *table = self;

	table->unconfined = label;
}

static const void *unconfined(const void *self)
{
	const struct smack_reference *table = self;

	return table->unconfined;
}

static rule_t *find_rule(const struct smack_reference *table,
			 enum lsm_smack_scope scope, const label_t *subject,
			 const label_t *object)
{
	for (rule_t *rule = table->rules; rule; rule = rule->next)
		if (rule->scope == scope && rule->subject == subject &&
		    rule->object == object)
			return rule;
	return NULL;
}

int smack_reference_change(struct smack_reference *table,
			   enum lsm_smack_scope scope, const label_t *subject,
			   const label_t *object, uint32_t allow, uint32_t deny)
{
	rule_t *rule = find_rule(table, scope, subject, object);

	if (!rule) {
		rule_t **last = &table->rules;

		rule = lsm_calloc(1, sizeof(*rule));
		if (!rule)
			return -ENOMEM;
		rule->scope = scope;
		rule->subject = subject;
		rule->object = object;
		while (*last)
			last = &(*last)->next;
		*last = rule;
	}
	rule->access |= allow;
	rule->access &= ~deny;
	return 0;
}

static long revoke(void *self, const char *text, size_t len)
{
	struct smack_reference *table = self;
	char parsed[LSM_SMACK_LABEL_MAX + 1];
	const label_t *subject;

	if (len > LSM_SMACK_REVOKE_MAX ||
	    smack_reference_parse(text, len, parsed))
		return -EINVAL;
	subject = smack_reference_find(table, parsed);
	for (rule_t *rule = table->rules; rule; rule = rule->next)
		if (rule->scope == LSM_SMACK_SYSTEM && rule->subject == subject)
			rule->access = 0;
	return (long)len;
}

/* What the rule of a pair allows: -ENOENT if there is none. */
static int allowed_by(const struct smack_reference *table,
		      enum lsm_smack_scope scope, const label_t *subject,
		      const label_t *object)
{
	const rule_t *rule = find_rule(table, scope, subject, object);

	if (!rule)
		return -ENOENT;
	if (rule->access & LSM_SMACK_WRITE)
		return (int)(rule->access | LSM_SMACK_LOCK);
	return (int)rule->access;
}

static bool is(const label_t *label, const char *text)
{
	return !strcmp(label->text, text);
}

static bool within(uint32_t request, uint32_t bits)
{
	return (request & bits) == request;
}

/* Steps 1 to 4. */
static int decide(const struct smack_reference *table, const label_t *subject,
		  const label_t *object, uint32_t request)
{
	int allowed;

	if (is(subject, "*"))
		return -EACCES;
	if (is(object, "@") || is(subject, "@"))
		return LSM_SMACK_ALLOWED;
	if (is(object, "*"))
		return LSM_SMACK_ALLOWED;
	if (is(subject, object->text))
		return LSM_SMACK_ALLOWED;
	if (within(request, LSM_SMACK_READ | LSM_SMACK_EXEC) ||
	    within(request, LSM_SMACK_LOCK)) {
		if (is(object, "_") || is(subject, "^"))
			return LSM_SMACK_ALLOWED;
	}
	allowed = allowed_by(table, LSM_SMACK_SYSTEM, subject, object);
	if (allowed <= 0 || !within(request, (uint32_t)allowed))
		return -EACCES;
	if (allowed & LSM_SMACK_BRINGUP)
		return LSM_SMACK_ALLOWED_BRINGUP;
	return LSM_SMACK_ALLOWED;
}

int smack_reference_access(const void *self, const void *subject,
			   const void *object, uint32_t request)
{
	const struct smack_reference *table = self;
	int decision = decide(table, subject, object, request);

	if (decision < 0 && subject == table->unconfined)
		return LSM_SMACK_ALLOWED_SUBJECT;
	if (decision < 0 && object == table->unconfined)
		return LSM_SMACK_ALLOWED_OBJECT;
	return decision;
}

static int task_access(const void *self, const void *subject,
		       const void *object, uint32_t request)
{
	int decision = smack_reference_access(self, subject, object, request);
	int allowed = allowed_by(self, LSM_SMACK_TASK, subject, object);

	if (decision >= 0 && allowed >= 0 &&
	    !within(request, (uint32_t)allowed))
		return -EACCES;
	return decision;
}

static void labels(const void *self, lsm_smack_label_fn *visit, void *arg)
{
	const struct smack_reference *table = self;

	for (const label_t *label = table->reserved; label; label = label->next)
		visit(label, arg);
}

static void rules(const void *self, lsm_smack_rule_fn *visit, void *arg)
{
	const struct smack_reference *table = self;

	for (const rule_t *rule = table->rules; rule; rule = rule->next) {
		const struct lsm_smack_rule shown = {
			.scope = rule->scope,
			.subject = rule->subject->secid,
			.object = rule->object->secid,
			.access = rule->access,
		};

		visit(&shown, arg);
	}
}

static void reserve(struct smack_reference *table)
{
	static const struct {
		uint32_t secid;
		char text;
	} known[SMACK_REFERENCE_RESERVED] = {
		{ LSM_SMACK_HUH, '?' },	 { LSM_SMACK_HAT, '^' },
		{ LSM_SMACK_STAR, '*' }, { LSM_SMACK_FLOOR, '_' },
		{ LSM_SMACK_WEB, '@' },
	};

	for (size_t i = 0; i < SMACK_REFERENCE_RESERVED; i++) {
		table->reserved[i].secid = known[i].secid;
		table->reserved[i].text[0] = known[i].text;
		table->reserved[i].next = i + 1 < SMACK_REFERENCE_RESERVED
						  ? &table->reserved[i + 1]
						  : NULL;
	}
}

static void clear(void *self)
{
	struct smack_reference *table = self;
	label_t *label = table->reserved[SMACK_REFERENCE_RESERVED - 1].next;

	while (label) {
		label_t *next = label->next;

		lsm_free(label);
		label = next;
	}
	while (table->rules) {
		rule_t *next = table->rules->next;

		lsm_free(table->rules);
		table->rules = next;
	}
	reserve(table);
	table->unconfined = NULL;
	table->next_secid = LSM_SMACK_FIRST;
}

static void *create(void *setup, const uint32_t *param)
{
	struct smack_reference *table = lsm_calloc(1, sizeof(*table));

	(void)setup;
	(void)param;
	if (table)
		clear(table);
	return table;
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct smack_reference *table = self;

	for (const label_t *label = table->reserved; label->next;
	     label = label->next)
		if (label->next->secid <= label->secid)
			return "secids out of order";
	for (const rule_t *rule = table->rules; rule; rule = rule->next)
		if (rule->access > LSM_SMACK_ALL)
			return "a rule has unknown bits";
	return NULL;
}

const struct lsm_smack_ops lsm_smack_reference = {
	.base = {
		.name = "reference",
		.source = "the definitions of lsm/smack.h",
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
	.load = smack_reference_load,
	.revoke = revoke,
	.access = smack_reference_access,
	.task_access = task_access,
	.query = smack_reference_query,
	.labels = labels,
	.rules = rules,
};
