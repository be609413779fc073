/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "level_texts.h"

#include "policy_sets.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int import_levels_add(struct import_levels *levels, const char *text,
		      size_t len)
{
	char *copy;

	if (levels->nr == levels->room) {
		size_t room = levels->room ? 2 * levels->room : 64;
		char **grown = realloc(levels->text, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		levels->text = grown;
		levels->room = room;
	}
	copy = strndup(text, len);
	if (!copy)
		return -ENOMEM;
	levels->text[levels->nr++] = copy;
	return 0;
}

/* A text that grows until it does not fit. */
struct text {
	char bytes[IMPORT_LEVEL_MAX + 1];
	size_t len;
	bool too_long;
};

__attribute__((format(printf, 2, 3))) static void
append(struct text *text, const char *format, ...)
{
	size_t room = sizeof(text->bytes) - text->len;
	va_list args;
	int len;

	if (text->too_long)
		return;
	va_start(args, format);
	len = vsnprintf(text->bytes + text->len, room, format, args);
	va_end(args);
	if (len < 0 || (size_t)len >= room)
		text->too_long = true;
	else
		text->len += (size_t)len;
}

/* As levels are printed: two neighbours are a list, three or more a range. */
static void append_level(struct text *text, const struct lsm_policy_set *set)
{
	struct import_run run = { 0 };
	char before = ':';

	append(text, "s%" PRIu32, set->sensitivity - 1);
	while (!text->too_long && import_next_run(set, &run)) {
		uint32_t last = run.first + (uint32_t)run.length - 1;

		append(text, "%cc%" PRIu32, before, run.first);
		before = ',';
		if (run.length > 1)
			append(text, "%cc%" PRIu32, run.length > 2 ? '.' : ',',
			       last);
	}
}

static int add_text(struct import_levels *levels, const struct text *text)
{
	if (!text->too_long)
		return import_levels_add(levels, text->bytes, text->len);
	levels->too_long++;
	return 0;
}

static int add_range(struct import_levels *levels, const struct text *high)
{
	struct text range = { .len = 0 };

	if (!levels->low[0] || high->too_long ||
	    !strcmp(levels->low, high->bytes))
		return 0;
	append(&range, "%s-%s", levels->low, high->bytes);
	return add_text(levels, &range);
}

int import_levels_add_set(struct import_levels *levels,
			  const struct lsm_policy_set *set)
{
	struct text level = { .len = 0 };
	int status;

	if (!set->sensitivity)
		return 0;
	append_level(&level, set);
	status = add_text(levels, &level);
	if (!status && (set->kind == LSM_POLICY_USER_HIGH ||
			set->kind == LSM_POLICY_RANGE_HIGH))
		status = add_range(levels, &level);
	levels->low[0] = '\0';
	if (!level.too_long && (set->kind == LSM_POLICY_USER_LOW ||
				set->kind == LSM_POLICY_RANGE_LOW))
		memcpy(levels->low, level.bytes, level.len + 1);
	return status;
}

static int compare(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;
	size_t left_len = strlen(*left), right_len = strlen(*right);

	if (left_len != right_len)
		return left_len < right_len ? -1 : 1;
	return strcmp(*left, *right);
}

void import_levels_sort(struct import_levels *levels)
{
	size_t kept = 0;

	if (levels->nr)
		qsort(levels->text, levels->nr, sizeof(*levels->text), compare);
	for (size_t i = 0; i < levels->nr; i++) {
		if (kept && !strcmp(levels->text[kept - 1], levels->text[i]))
			free(levels->text[i]);
		else
			levels->text[kept++] = levels->text[i];
	}
	levels->nr = kept;
}

void import_levels_free(struct import_levels *levels)
{
	for (size_t i = 0; i < levels->nr; i++)
		free(levels->text[i]);
	free(levels->text);
	*levels = (struct import_levels){ 0 };
}
