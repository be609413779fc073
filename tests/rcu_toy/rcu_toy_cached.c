/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The toy, right.  Planted faults are patches in mutants/ beside it. */
#include "rcu_toy.h"

#include <lsm/alloc.h>
#include <lsm/rculist.h>

struct slot;

/* A cached text. */
struct entry {
	struct rcu_head rcu;
	struct list_head lru;
	struct slot *slot;
	struct lsm_rcu_toy_text text;
};

struct slot {
	uint32_t number;
	uint32_t version; /* written under both locks */
	struct entry __rcu *entry; /* written under cache_lock */
};

struct rule {
	struct rcu_head rcu;
	struct list_head link;
	uint32_t number;
	uint32_t version;
};

struct toy {
	spinlock_t table_lock; /* taken before cache_lock */
	spinlock_t cache_lock;
	spinlock_t rules_lock;
	struct list_head lru; /* entries, latest first; under cache_lock */
	uint32_t room; /* capacity - entries; under cache_lock */
	uint32_t capacity;
	struct slot slot[LSM_RCU_TOY_SLOTS];
	struct list_head rules; /* written under rules_lock */
};

static void free_entry(struct rcu_head *head)
{
	lsm_free(container_of(head, struct entry, rcu));
}

static void free_rule(struct rcu_head *head)
{
	lsm_free(container_of(head, struct rule, rcu));
}

/* Takes the least recently used entry out; it is still to be freed. */
static struct entry *evict(struct toy *toy)
{
	struct entry *victim = list_entry(toy->lru.prev, struct entry, lru);

	list_del(&victim->lru);
	rcu_assign_pointer(victim->slot->entry, NULL);
	toy->room++;
	return victim;
}

/* Caches a text unless the slot was bound anew since it was made. */
static void put(struct toy *toy, struct slot *slot,
		const struct lsm_rcu_toy_text *text)
{
	struct entry *entry, *victim = NULL;

	spin_lock(&toy->cache_lock);
	entry = rcu_dereference_protected(slot->entry,
					  lockdep_is_held(&toy->cache_lock));
	if (entry) {
		list_move(&entry->lru, &toy->lru);
		goto out;
	}
	if (slot->version != text->version)
		goto out;
	entry = lsm_malloc(sizeof(*entry));
	if (!entry)
		goto out;
	if (!toy->room)
		victim = evict(toy);
	toy->room--;
	entry->slot = slot;
	entry->text = *text;
	list_add(&entry->lru, &toy->lru);
	rcu_assign_pointer(slot->entry, entry);
out:
	spin_unlock(&toy->cache_lock);
	if (victim)
		call_rcu(&victim->rcu, free_entry);
}

static void toy_read(void *self, uint32_t number, struct lsm_rcu_toy_text *text)
{
	struct toy *toy = self;
	struct slot *slot = &toy->slot[number];
	struct entry *entry;
	uint32_t version;

	rcu_read_lock();
	entry = rcu_dereference(slot->entry);
	if (entry)
		*text = entry->text;
	rcu_read_unlock();
	if (!entry) {
		spin_lock(&toy->table_lock);
		version = slot->version;
		spin_unlock(&toy->table_lock);
		lsm_rcu_toy_render(text, number, version);
	}
	put(toy, slot, text);
}

static void toy_bind(void *self, uint32_t number)
{
	struct toy *toy = self;
	struct slot *slot = &toy->slot[number];
	struct entry *entry;

	spin_lock(&toy->table_lock);
	spin_lock(&toy->cache_lock);
	slot->version++;
	entry = rcu_dereference_protected(slot->entry,
					  lockdep_is_held(&toy->cache_lock));
	if (entry) {
		list_del(&entry->lru);
		rcu_assign_pointer(slot->entry, NULL);
		toy->room++;
	}
	spin_unlock(&toy->cache_lock);
	spin_unlock(&toy->table_lock);
	if (entry)
		call_rcu(&entry->rcu, free_entry);
}

static struct rule *find_rule(struct toy *toy, uint32_t number)
{
	struct rule *rule;

	list_for_each_entry(rule, &toy->rules, link)
		if (rule->number == number)
			return rule;
	return NULL;
}

static bool toy_replace(void *self, uint32_t number)
{
	struct toy *toy = self;
	struct rule *rule = lsm_malloc(sizeof(*rule)), *old;

	if (!rule)
		return false;
	spin_lock(&toy->rules_lock);
	old = find_rule(toy, number);
	rule->number = number;
	rule->version = old->version + 1;
	list_replace_rcu(&old->link, &rule->link);
	spin_unlock(&toy->rules_lock);
	call_rcu(&old->rcu, free_rule);
	return true;
}

static unsigned int toy_walk(void *self, uint32_t *version)
{
	struct toy *toy = self;
	struct rule *rule;
	unsigned int nr = 0;

	rcu_read_lock();
	list_for_each_entry_rcu(rule, &toy->rules, link) {
		version[rule->number] = rule->version;
		nr++;
	}
	rcu_read_unlock();
	return nr;
}

static void toy_destroy(void *self)
{
	struct toy *toy = self;
	struct rule *rule, *next;

	for (uint32_t i = 0; i < LSM_RCU_TOY_SLOTS; i++)
		lsm_free(rcu_dereference_protected(toy->slot[i].entry, true));
	list_for_each_entry_safe(rule, next, &toy->rules, link)
		lsm_free(rule);
	lsm_free(toy);
}

static void *toy_create(void *setup, const uint32_t *param)
{
	struct toy *toy = lsm_calloc(1, sizeof(*toy));

	(void)setup;
	if (!toy)
		return NULL;
	spin_lock_init(&toy->table_lock);
	spin_lock_init(&toy->cache_lock);
	spin_lock_init(&toy->rules_lock);
	INIT_LIST_HEAD(&toy->lru);
	INIT_LIST_HEAD(&toy->rules);
	toy->capacity = param[0];
	toy->room = param[0];
	for (uint32_t i = 0; i < LSM_RCU_TOY_SLOTS; i++) {
		toy->slot[i].number = i;
		toy->slot[i].version = 1;
	}
	for (uint32_t i = 0; i < LSM_RCU_TOY_RULES; i++) {
		struct rule *rule = lsm_malloc(sizeof(*rule));

		if (!rule) {
			toy_destroy(toy);
			return NULL;
		}
		rule->number = i;
		rule->version = 1;
		list_add_tail(&rule->link, &toy->rules);
	}
	return toy;
}

static const char *check_entry(const struct entry *entry)
{
	struct lsm_rcu_toy_text text;

	if (entry->lru.next->prev != &entry->lru ||
	    entry->lru.prev->next != &entry->lru)
		return "links of the cache do not agree";
	if (rcu_access_pointer(entry->slot->entry) != entry)
		return "an entry of the cache is not published";
	lsm_rcu_toy_render(&text, entry->slot->number, entry->slot->version);
	for (uint32_t i = 0; i < LSM_RCU_TOY_TEXT; i++)
		if (text.text[i] != entry->text.text[i])
			return "a cached text is not the current one";
	return NULL;
}

static const char *toy_check(const void *self)
{
	const struct toy *toy = self;
	const struct entry *entry;
	const char *why;
	uint32_t linked = 0, published = 0;

	list_for_each_entry(entry, &toy->lru, lru) {
		why = check_entry(entry);
		if (why)
			return why;
		if (++linked > toy->capacity)
			return "more entries than the cache may have";
	}
	for (uint32_t i = 0; i < LSM_RCU_TOY_SLOTS; i++)
		published += rcu_access_pointer(toy->slot[i].entry) != NULL;
	if (linked != published)
		return "published entries are not in the cache";
	if (linked + toy->room != toy->capacity)
		return "room and entries do not add up";
	return NULL;
}

const struct lsm_rcu_toy_ops lsm_rcu_toy_cached = {
	.base = {
		.name = "cached",
		.source = "a toy of the suite's own tests",
		.create = toy_create,
		.destroy = toy_destroy,
		.check = toy_check,
	},
	.read = toy_read,
	.bind = toy_bind,
	.replace = toy_replace,
	.walk = toy_walk,
};
