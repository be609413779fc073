/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smack labels in a hash table, as in the patch of 2013: the list of labels
 * stays, and the same entries are linked into slots chosen by a hash of their
 * text.  A task has its label as text, so a decision looks up the subject.
 *
 * Any number of threads may find labels, decide and ask; any number may import
 * labels and load rules at the same time.  Readers take no lock: an entry is
 * complete before it is linked, and neither labels nor rules ever go before the
 * table does.  create, destroy, clear, check, labels and rules need the table
 * to themselves.
 */
#include "smack_hashed.h"

#include "smack_decide.h"
#include "smack_text.h"

#include <lsm/alloc.h>

#include <errno.h>

static int import(void *self, const char *text, size_t len, const void **label)
{
	struct entry *entry;
	int status = smack_hashed_import(self, text, len, &entry);

	if (!status)
		*label = entry;
	return status;
}

static int import_task(void *self, const char *text, size_t len,
		       const void **label)
{
	int status = smack_task_label(text, len);

	return status ? status : import(self, text, len, label);
}

static const void *find(const void *self, const char *text, size_t len)
{
	return smack_hashed_find(self, text, len);
}

static const void *from_secid(const void *self, uint32_t secid)
{
	const struct table *table = self;
	const struct entry *entry;

	rcu_read_lock();
	hlist_for_each_entry_rcu(entry, &table->all, in_all)
		if (entry->secid == secid)
			break;
	rcu_read_unlock();
	return entry ? entry : find(self, "?", 1);
}

static uint32_t secid_of(const void *label)
{
	const struct entry *entry = label;

	return entry->secid;
}

static const char *text_of(const void *label, size_t *len)
{
	const struct entry *entry = label;

	*len = entry->len;
	return entry->text;
}

static void set_unconfined(void *self, const void *label)
{
	struct table *table = self;

	WRITE_ONCE(table->unconfined, (const struct entry *)label);
}

static const void *unconfined(const void *self)
{
	const struct table *table = self;

	return READ_ONCE(table->unconfined);
}

static struct rule *find_rule(const struct hlist_head *rules,
			      const struct entry *subject,
			      const struct entry *object)
{
	struct rule *rule;

	rcu_read_lock();
	hlist_for_each_entry_rcu(rule, rules, link)
		if (rule->object == object && rule->subject == subject)
			break;
	rcu_read_unlock();
	return rule; /* rules stay */
}

/*
 * One store, so that no reader sees bits that neither the old nor the new rule
 * has.  Context: the rules' lock is held.
 */
static void change_access(struct rule *rule, uint32_t allow, uint32_t deny)
{
	WRITE_ONCE(rule->access, (READ_ONCE(rule->access) | allow) & ~deny);
}

static int change(struct hlist_head *rules, spinlock_t *lock,
		  const struct rule *wanted, uint32_t deny)
{
	struct rule *rule = find_rule(rules, wanted->subject, wanted->object);
	struct rule *spare = NULL;

	if (!rule) {
		spare = lsm_malloc(sizeof(*spare));
		if (!spare)
			return -ENOMEM;
		*spare = *wanted;
		spare->access &= ~deny;
	}
	spin_lock(lock);
	/* Somebody may have made it meanwhile; nobody takes it away. */
	if (!rule)
		rule = find_rule(rules, wanted->subject, wanted->object);
	if (rule) {
		change_access(rule, wanted->access, deny);
	} else {
		hlist_add_head_rcu(&spare->link, rules);
		spare = NULL;
	}
	spin_unlock(lock);
	lsm_free(spare);
	return 0;
}

static int apply(void *self, enum lsm_smack_scope scope,
		 const struct smack_line *line)
{
	struct table *table = self;
	struct rule wanted = { .access = line->allow };
	struct entry *subject, *object;
	int status;

	status = smack_hashed_import(table, line->subject, line->subject_len,
				     &subject);
	if (!status)
		status = smack_hashed_import(table, line->object,
					     line->object_len, &object);
	if (status)
		return status;
	wanted.subject = subject;
	wanted.object = object;
	if (scope == LSM_SMACK_TASK)
		return change(&table->task, &table->task_lock, &wanted,
			      line->deny);
	return change(&subject->rules, &subject->rules_lock, &wanted,
		      line->deny);
}

static long load(void *self, enum lsm_smack_scope scope,
		 enum lsm_smack_format format, const char *text, size_t len)
{
	return smack_load(format, text, len, apply, self, scope);
}

static long revoke_subject(void *self, const char *text, size_t len)
{
	size_t parsed = smack_label_length(text, len);
	struct entry *subject;
	struct rule *rule;

	if (len > LSM_SMACK_REVOKE_MAX || !parsed)
		return -EINVAL;
	subject = smack_hashed_find(self, text, parsed);
	if (!subject)
		return (long)len;
	spin_lock(&subject->rules_lock);
	hlist_for_each_entry(rule, &subject->rules, link)
		WRITE_ONCE(rule->access, 0);
	spin_unlock(&subject->rules_lock);
	return (long)len;
}

/* What the rule of a pair says; false if there is none. */
static bool ask_rule(const struct hlist_head *rules,
		     const struct entry *subject, const struct entry *object,
		     uint32_t *access)
{
	const struct rule *rule = find_rule(rules, subject, object);

	*access = rule ? READ_ONCE(rule->access) : 0;
	return rule;
}

static int decide(const void *self, const void *subject, const void *object,
		  uint32_t request)
{
	const struct table *table = self;
	const struct entry *s = subject, *o = object;
	const struct entry *unconfined_now = unconfined(self);
	int decision = smack_shortcut(s->secid, o->secid, request);
	uint32_t access = 0;

	if (decision == SMACK_BY_RULE) {
		/* All that a task knows of its label is the text. */
		const struct entry *known =
			smack_hashed_find(table, s->text, s->len);

		/* NULL: it is being imported, so has no rule. */
		if (known)
			ask_rule(&known->rules, known, o, &access);
		decision = smack_by_rule(access, request);
	}
	return smack_confine(decision, s == unconfined_now,
			     o == unconfined_now);
}

static int task_access(const void *self, const void *subject,
		       const void *object, uint32_t request)
{
	const struct table *table = self;
	int decision = decide(self, subject, object, request);
	uint32_t access;

	if (decision >= 0 && ask_rule(&table->task, subject, object, &access) &&
	    !smack_passes(access, request))
		return -EACCES;
	return decision;
}

static int query(const void *self, enum lsm_smack_format format,
		 const char *text, size_t len)
{
	return smack_query(self, format, text, len, find, decide);
}

const struct lsm_smack_ops lsm_smack_hashed = {
	.base = {
		.name = "hashed",
		.source = "Linux patch \"Smack: add a hash table to speed up "
			  "label look-ups\" (2013), and what landed in 3.11",
		.create = smack_hashed_create,
		.destroy = smack_hashed_destroy,
		.clear = smack_hashed_clear,
		.check = smack_hashed_check,
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
	.labels = smack_hashed_labels,
	.rules = smack_hashed_rules,
};
