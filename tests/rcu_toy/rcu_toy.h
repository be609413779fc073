/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rcu_toy.h - a small structure with all that can go wrong with RCU, on which
 * the concurrency layers prove themselves
 *
 * Slots have a version, which binding raises, and a text that depends on both
 * and costs time to make; some texts are cached.  Beside them a list of rules,
 * each of which is replaced by newer versions of itself.
 */
#ifndef LSM_RCU_TOY_H
#define LSM_RCU_TOY_H

#include <lsm/structure.h>

#define LSM_RCU_TOY_SLOTS 3
#define LSM_RCU_TOY_RULES 2
#define LSM_RCU_TOY_TEXT 24

/**
 * struct lsm_rcu_toy_text - what reading a slot gives
 * @slot: its number
 * @version: of the binding
 * @text: derived from both, see lsm_rcu_toy_render()
 */
struct lsm_rcu_toy_text {
	uint32_t slot;
	uint32_t version;
	char text[LSM_RCU_TOY_TEXT];
};

/**
 * lsm_rcu_toy_render() - make the text of a slot
 * @text: receives it
 * @slot: number of the slot
 * @version: of its binding
 */
static inline void lsm_rcu_toy_render(struct lsm_rcu_toy_text *text,
				      uint32_t slot, uint32_t version)
{
	text->slot = slot;
	text->version = version;
	for (uint32_t i = 0; i < LSM_RCU_TOY_TEXT; i++)
		text->text[i] = (char)('a' + (slot * 7 + version * 3 + i) % 26);
}

/**
 * struct lsm_rcu_toy_ops - an implementation
 * @base: create() takes the capacity of the cache, at least 1, as parameter
 * @read: the text of a slot
 * @bind: raises the version of a slot
 * @replace: raises the version of a rule; returns false and leaves it if memory
 *	ran out
 * @walk: the versions of all rules, in @version, by number; returns how often a
 *	rule was seen, all taken together
 */
struct lsm_rcu_toy_ops {
	struct lsm_ops base;
	void (*read)(void *self, uint32_t slot, struct lsm_rcu_toy_text *text);
	void (*bind)(void *self, uint32_t slot);
	bool (*replace)(void *self, uint32_t rule);
	unsigned int (*walk)(void *self, uint32_t *version);
};

extern const struct lsm_rcu_toy_ops lsm_rcu_toy_cached;

#endif /* LSM_RCU_TOY_H */
