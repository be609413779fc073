/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mls_nodewise.h - ranges on node lists, shared by their two source files */
#ifndef LSM_MLS_NODEWISE_H
#define LSM_MLS_NODEWISE_H

#include <lsm/ebitmap.h>
#include <lsm/mls.h>

#define SETS (&lsm_ebitmap_nodewise)

extern const struct lsm_ebitmap_ops lsm_ebitmap_nodewise;

/**
 * struct dictionary - the names of sensitivities or categories
 * @word: names and aliases in alphabetical order
 * @nr: how many
 * @proper: names proper, by value - 1, NULL where a value has none
 * @highest: length of @proper
 */
struct dictionary {
	struct lsm_mls_name *word;
	size_t nr;
	const char **proper;
	uint32_t highest;
};

/**
 * struct policy - a policy made ready for look-ups
 * @table: what it was made from
 * @sens: its sensitivities
 * @cat: its categories
 * @allowed: category sets by sensitivity - 1, NULL where there is none
 */
struct policy {
	const struct lsm_mls_policy *table;
	struct dictionary sens;
	struct dictionary cat;
	void **allowed;
};

struct level {
	uint32_t sens;
	void *cats;
};

/* @sets is what SETS' objects share. */
struct range {
	const struct policy *policy;
	void *sets;
	struct level level[LSM_MLS_ENDS];
};

/**
 * new_set() - make an empty category set
 * @sets: what SETS' objects share
 *
 * Return: the set, or NULL if memory ran out.
 */
static inline void *new_set(void *sets)
{
	static const uint32_t param[LSM_ARGS_MAX];

	return SETS->base.create(sets, param);
}

/**
 * mls_nodewise_learn() - make a dictionary
 * @dict: the dictionary, all zero
 * @proper: names proper by ascending value
 * @nr_proper: how many
 * @alias: further names
 * @nr_alias: how many
 * @highest: the highest value
 *
 * Return: true; false if memory ran out, @dict fit for mls_nodewise_unlearn().
 */
bool mls_nodewise_learn(struct dictionary *dict,
			const struct lsm_mls_name *proper, size_t nr_proper,
			const struct lsm_mls_name *alias, size_t nr_alias,
			uint32_t highest);

/**
 * mls_nodewise_unlearn() - free what a dictionary holds
 * @dict: the dictionary
 */
void mls_nodewise_unlearn(struct dictionary *dict);

/**
 * mls_nodewise_adopt() - give a part of a range new levels
 * @range: the range
 * @part: which part
 * @level: both levels, or the one at the end @part; their sets are taken over
 */
void mls_nodewise_adopt(struct range *range, enum lsm_mls_part part,
			struct level level[LSM_MLS_ENDS]);

/**
 * mls_nodewise_discard() - free the sets of levels that were not adopted
 * @level: both levels; a set may be NULL
 */
void mls_nodewise_discard(struct level level[LSM_MLS_ENDS]);

/* Operations of struct lsm_mls_ops. */
bool mls_nodewise_equal(const void *a, enum lsm_mls_part a_end, const void *b,
			enum lsm_mls_part b_end);
int mls_nodewise_parse(void *self, enum lsm_mls_part part, const char *text,
		       size_t len);
int mls_nodewise_length(const void *self, enum lsm_mls_part part, size_t *len);
int mls_nodewise_print(const void *self, enum lsm_mls_part part, char *buf,
		       size_t size, size_t *len);

#endif /* LSM_MLS_NODEWISE_H */
