/* SPDX-License-Identifier: GPL-2.0-or-later */
/* MLS ranges as text, obviously: divide, look up, put; and back. */
#include "mls_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* A piece of text: @len bytes at @at. */
struct piece {
	const char *at;
	size_t len;
};

/*
 * Cut @text at the first @separator: @head is what stands before it, @tail what
 * follows.  Return: true; false if there is none, @head the whole text then.
 */
static bool cut(struct piece text, char separator, struct piece *head,
		struct piece *tail)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] != separator)
			continue;
		*head = (struct piece){ text.at, i };
		*tail = (struct piece){ text.at + i + 1, text.len - i - 1 };
		return true;
	}
	*head = text;
	return false;
}

static bool is(struct piece text, const char *name)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] != name[i]) /* also where the name ends */
			return false;
	return name[text.len] == '\0';
}

/* The value of a name among @nr names, or 0. */
static uint32_t among(const struct lsm_mls_name *name, size_t nr,
		      struct piece text)
{
	for (size_t i = 0; i < nr; i++)
		if (is(text, name[i].name))
			return name[i].value;
	return 0;
}

static uint32_t find_sens(const struct lsm_mls_policy *policy,
			  struct piece text)
{
	for (size_t i = 0; i < policy->nr_sens; i++)
		if (is(text, policy->sens[i].name))
			return policy->sens[i].value;
	return among(policy->sens_alias, policy->nr_sens_alias, text);
}

static uint32_t find_cat(const struct lsm_mls_policy *policy, struct piece text)
{
	uint32_t value = among(policy->cat, policy->nr_cat, text);

	return value ? value
		     : among(policy->cat_alias, policy->nr_cat_alias, text);
}

static int parse_item(const struct lsm_mls_policy *policy, struct piece text,
		      struct mls_reference_level *level)
{
	struct piece first, second;
	bool two = cut(text, '.', &first, &second);
	uint32_t from = find_cat(policy, first);
	uint32_t to = two ? find_cat(policy, second) : from;

	if (!from || !to || (two && from >= to))
		return -EINVAL;
	for (uint32_t value = from; value <= to; value++)
		if (mls_reference_put(level, value - 1))
			return -ENOMEM;
	return 0;
}

static int parse_level(const struct lsm_mls_policy *policy, struct piece text,
		       struct mls_reference_level *level)
{
	struct piece head, list, item;
	bool more = cut(text, ':', &head, &list);

	level->sens = find_sens(policy, head);
	if (!level->sens)
		return -EINVAL;
	while (more) {
		int status;

		more = cut(list, ',', &item, &list);
		status = parse_item(policy, item, level);
		if (status)
			return status;
	}
	return 0;
}

static int parse_part(const struct lsm_mls_policy *policy,
		      enum lsm_mls_part part, struct piece text,
		      struct mls_reference_level level[LSM_MLS_ENDS])
{
	struct piece low, high;
	int status;

	if (part != LSM_MLS_RANGE)
		return parse_level(policy, text, &level[part]);
	if (!cut(text, '-', &low, &high)) {
		status = parse_level(policy, text, &level[LSM_MLS_LOW]);
		return status ? status
			      : mls_reference_copy(&level[LSM_MLS_HIGH],
						   &level[LSM_MLS_LOW]);
	}
	status = parse_level(policy, low, &level[LSM_MLS_LOW]);
	return status ? status
		      : parse_level(policy, high, &level[LSM_MLS_HIGH]);
}

int mls_reference_parse(void *self, enum lsm_mls_part part, const char *text,
			size_t len)
{
	struct mls_reference_range *range = self;
	struct mls_reference_level level[LSM_MLS_ENDS] = { 0 };
	struct piece whole = { text, 0 };
	int status;

	while (whole.len < len && text[whole.len] != '\0')
		whole.len++;
	status = parse_part(range->policy, part, whole, level);
	if (!status) {
		mls_reference_replace(range, part, level);
		return 0;
	}
	lsm_free(level[LSM_MLS_LOW].member);
	lsm_free(level[LSM_MLS_HIGH].member);
	return status;
}

/* Text being built, or only measured as long as @buf is NULL. */
struct text {
	char *buf;
	size_t len;
	bool nameless; /* something had no name */
};

static void add(struct text *text, const char *word)
{
	if (!word) {
		text->nameless = true;
		return;
	}
	for (; *word; word++) {
		if (text->buf)
			text->buf[text->len] = *word;
		text->len++;
	}
}

static const char *sens_name(const struct lsm_mls_policy *policy,
			     uint32_t value)
{
	for (size_t i = 0; i < policy->nr_sens; i++)
		if (policy->sens[i].value == value)
			return policy->sens[i].name;
	return NULL;
}

static const char *cat_name(const struct lsm_mls_policy *policy,
			    uint32_t position)
{
	for (size_t i = 0; i < policy->nr_cat; i++)
		if (policy->cat[i].value - 1 == position)
			return policy->cat[i].name;
	return NULL;
}

static void add_level(struct text *text, const struct lsm_mls_policy *policy,
		      const struct mls_reference_level *level)
{
	size_t first = 0;

	add(text, sens_name(policy, level->sens));
	while (first < level->nr) {
		size_t last = first;

		while (last + 1 < level->nr &&
		       level->member[last + 1] == level->member[last] + 1)
			last++;
		add(text, first == 0 ? ":" : ",");
		add(text, cat_name(policy, level->member[first]));
		if (last > first) {
			add(text, last - first > 1 ? "." : ",");
			add(text, cat_name(policy, level->member[last]));
		}
		first = last + 1;
	}
}

static void add_part(struct text *text, const struct mls_reference_range *range,
		     enum lsm_mls_part part)
{
	const struct mls_reference_level *low = &range->level[LSM_MLS_LOW];
	const struct mls_reference_level *high = &range->level[LSM_MLS_HIGH];

	if (part != LSM_MLS_RANGE) {
		add_level(text, range->policy, &range->level[part]);
		return;
	}
	add_level(text, range->policy, low);
	if (!mls_reference_same(low, high)) {
		add(text, "-");
		add_level(text, range->policy, high);
	}
}

int mls_reference_length(const void *self, enum lsm_mls_part part, size_t *len)
{
	struct text text = { 0 };

	add_part(&text, self, part);
	if (text.nameless)
		return -EINVAL;
	*len = text.len + 1;
	return 0;
}

int mls_reference_print(const void *self, enum lsm_mls_part part, char *buf,
			size_t size, size_t *len)
{
	struct text text = { .buf = buf };
	size_t need;
	int status = mls_reference_length(self, part, &need);

	if (status)
		return status;
	if (size < need)
		return -ENOSPC;
	add_part(&text, self, part);
	buf[text.len] = '\0';
	*len = need;
	return 0;
}
