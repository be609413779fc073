/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of hashed labels: finding, importing, and its life. */
#include "smack_hashed.h"

#include "smack_hash.h"
#include "smack_text.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* Return: the entry of a label whose hash is known; or NULL. */
static struct entry *find_hashed(const struct table *table, const char *text,
				 size_t len, uint32_t hash)
{
	uint32_t slot = hash & (table->slots - 1);
	struct entry *entry;

	rcu_read_lock();
	hlist_for_each_entry_rcu(entry, &table->slot[slot], in_slot)
		if (entry->hash == hash && entry->len == len &&
		    !memcmp(entry->text, text, len))
			break;
	rcu_read_unlock();
	return entry; /* entries stay */
}

struct entry *smack_hashed_find(const struct table *table, const char *text,
				size_t len)
{
	return find_hashed(table, text, len,
			   smack_hash(table->function, text, len));
}

static void publish(struct table *table, struct entry *entry)
{
	uint32_t slot = entry->hash & (table->slots - 1);

	/* Whoever finds a label by its text can find it by its secid. */
	hlist_add_head_rcu(&entry->in_all, &table->all);
	hlist_add_head_rcu(&entry->in_slot, &table->slot[slot]);
}

static struct entry *new_entry(const char *text, size_t len, uint32_t hash)
{
	struct entry *entry = lsm_calloc(1, sizeof(*entry) + len + 1);

	if (!entry)
		return NULL;
	memcpy(entry + 1, text, len);
	entry->text = (const char *)(entry + 1);
	entry->len = (uint32_t)len;
	entry->hash = hash;
	spin_lock_init(&entry->rules_lock);
	return entry;
}

int smack_hashed_import(struct table *table, const char *text, size_t len,
			struct entry **found)
{
	struct entry *entry, *other;
	uint32_t hash;

	len = smack_label_length(text, len);
	if (!len)
		return -EINVAL;
	hash = smack_hash(table->function, text, len);
	*found = find_hashed(table, text, len, hash);
	if (*found)
		return 0;
	entry = new_entry(text, len, hash);
	if (!entry)
		return -ENOMEM;
	spin_lock(&table->lock);
	/* Somebody may have been faster. */
	other = find_hashed(table, text, len, hash);
	if (!other) {
		entry->secid = table->next_secid++;
		publish(table, entry);
	}
	spin_unlock(&table->lock);
	if (other)
		lsm_free(entry);
	*found = other ? other : entry;
	return 0;
}

LSM_UNGUIDED void smack_hashed_labels(const void *self,
				      lsm_smack_label_fn *visit, void *arg)
{
	const struct table *table = self;
	const struct entry *entry;

	hlist_for_each_entry(entry, &table->all, in_all)
		visit(entry, arg);
}

LSM_UNGUIDED static void visit_rules(const struct hlist_head *rules,
				     enum lsm_smack_scope scope,
				     lsm_smack_rule_fn *visit, void *arg)
{
	const struct rule *rule;

	hlist_for_each_entry(rule, rules, link) {
		const struct lsm_smack_rule shown = {
			.scope = scope,
			.subject = rule->subject->secid,
			.object = rule->object->secid,
			.access = rule->access,
		};

		visit(&shown, arg);
	}
}

LSM_UNGUIDED void smack_hashed_rules(const void *self, lsm_smack_rule_fn *visit,
				     void *arg)
{
	const struct table *table = self;
	const struct entry *entry;

	visit_rules(&table->task, LSM_SMACK_TASK, visit, arg);
	hlist_for_each_entry(entry, &table->all, in_all)
		visit_rules(&entry->rules, LSM_SMACK_SYSTEM, visit, arg);
}

LSM_UNGUIDED static void free_rules(struct hlist_head *rules)
{
	struct hlist_node *next;
	struct rule *rule;

	hlist_for_each_entry_safe(rule, next, rules, link)
		lsm_free(rule);
	rules->first = NULL;
}

LSM_UNGUIDED static void reserve(struct table *table)
{
	static const struct {
		const char *text;
		uint32_t secid;
	} known[SMACK_HASHED_RESERVED] = {
		{ "?", LSM_SMACK_HUH },	 { "^", LSM_SMACK_HAT },
		{ "*", LSM_SMACK_STAR }, { "_", LSM_SMACK_FLOOR },
		{ "@", LSM_SMACK_WEB },
	};

	for (size_t i = 0; i < SMACK_HASHED_RESERVED; i++) {
		struct entry *entry = &table->reserved[i];

		entry->text = known[i].text;
		entry->len = 1;
		entry->secid = known[i].secid;
		entry->hash = smack_hash(table->function, entry->text, 1);
		spin_lock_init(&entry->rules_lock);
		publish(table, entry);
	}
}

LSM_UNGUIDED void smack_hashed_clear(void *self)
{
	struct table *table = self;
	struct hlist_node *next;
	struct entry *entry;

	free_rules(&table->task);
	hlist_for_each_entry_safe(entry, next, &table->all, in_all) {
		free_rules(&entry->rules);
		if (entry->secid >= LSM_SMACK_FIRST)
			lsm_free(entry);
	}
	table->all.first = NULL;
	memset(table->slot, 0, table->slots * sizeof(table->slot[0]));
	table->unconfined = NULL;
	table->next_secid = LSM_SMACK_FIRST;
	reserve(table);
}

void *smack_hashed_create(void *setup, const uint32_t *param)
{
	uint32_t slots = param[0] ? param[0] : LSM_SMACK_SLOTS_DEFAULT;
	struct table *table = lsm_calloc(
		1, sizeof(*table) + slots * sizeof(struct hlist_head));

	(void)setup;
	if (!table)
		return NULL;
	table->slots = slots;
	table->function = param[1];
	spin_lock_init(&table->lock);
	spin_lock_init(&table->task_lock);
	smack_hashed_clear(table);
	return table;
}

void smack_hashed_destroy(void *self)
{
	smack_hashed_clear(self);
	lsm_free(self);
}

/* Why an entry cannot be as it is, or NULL. */
LSM_UNGUIDED static const char *bad_entry(const struct entry *entry)
{
	const struct rule *rule;

	if (strlen(entry->text) != entry->len)
		return "a label has another length than its text";
	hlist_for_each_entry(rule, &entry->rules, link) {
		if (rule->subject != entry)
			return "a rule is with another subject than its own";
		if (rule->access > LSM_SMACK_ALL)
			return "a rule has unknown bits";
	}
	return NULL;
}

LSM_UNGUIDED const char *smack_hashed_check(const void *self)
{
	const struct table *table = self;
	const struct entry *entry;
	size_t listed = 0, slotted = 0;
	uint32_t above = table->next_secid;
	const char *why = NULL;

	hlist_for_each_entry(entry, &table->all, in_all) {
		if (entry->secid >= above)
			return "secids out of order";
		above = entry->secid;
		listed++;
	}
	for (uint32_t i = 0; i < table->slots; i++) {
		hlist_for_each_entry(entry, &table->slot[i], in_slot) {
			if ((entry->hash & (table->slots - 1)) != i)
				return "a label is in a slot of others";
			why = why ? why : bad_entry(entry);
			slotted++;
		}
	}
	if (listed != slotted)
		return "a label is in one list only";
	return why;
}
