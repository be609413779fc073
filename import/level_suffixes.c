/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "level_suffixes.h"

#include "complain.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* A file of the wrong kind must not fill the terminal. */
#define COMPLAINTS_MAX 20

/* A piece of a line. */
struct piece {
	const char *at;
	size_t len;
};

static bool is(const struct piece *piece, const char *word)
{
	return piece->len == strlen(word) &&
	       !memcmp(piece->at, word, piece->len);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Take the next word off the line; false if there is none. */
static bool take_word(struct piece *line, struct piece *word)
{
	while (line->len && is_blank(*line->at)) {
		line->at++;
		line->len--;
	}
	word->at = line->at;
	while (line->len && !is_blank(*line->at)) {
		line->at++;
		line->len--;
	}
	word->len = (size_t)(line->at - word->at);
	return word->len > 0;
}

/* Take what precedes the next colon, and the colon. */
static bool take_part(struct piece *context, struct piece *part)
{
	const char *colon = memchr(context->at, ':', context->len);

	part->at = context->at;
	part->len = colon ? (size_t)(colon - context->at) : context->len;
	context->at += part->len + (colon != NULL);
	context->len -= part->len + (colon != NULL);
	return colon != NULL;
}

/* Return: why @context is none, or NULL and what follows its third colon. */
static const char *find_level(struct piece context, struct piece *level)
{
	struct piece user, role, type;
	bool more;

	if (!take_part(&context, &user) || !take_part(&context, &role))
		return "a context needs user:role:type";
	more = take_part(&context, &type);
	if (!user.len || !role.len || !type.len)
		return "a context has an empty part";
	*level = context;
	if (more && !level->len)
		return "a context has an empty level";
	if (level->len > IMPORT_LEVEL_MAX)
		return "a level is too long for a program";
	return NULL;
}

static bool is_file_type(const struct piece *word)
{
	return word->len == 2 && word->at[0] == '-' &&
	       strchr("-bcdpls", word->at[1]);
}

/* Return: why the line is malformed, or NULL. */
static const char *read_line(struct piece line, struct piece *level,
			     struct import_suffix_count *count)
{
	struct piece pattern, context, word;
	const char *why;

	*level = (struct piece){ line.at, 0 };
	if (memchr(line.at, '\0', line.len))
		return "not text: a NUL byte";
	if (!take_word(&line, &pattern) || pattern.at[0] == '#')
		return NULL;
	if (!take_word(&line, &context))
		return "a pattern without a context";
	if (take_word(&line, &word)) {
		if (!is_file_type(&context))
			return "neither a file type nor a context";
		context = word;
	}
	if (take_word(&line, &word))
		return "something follows the context";
	if (is(&context, "<<none>>")) {
		count->none++;
		return NULL;
	}
	why = find_level(context, level);
	count->contexts += !why;
	return why;
}

static void complain_about(struct import_suffix_count *count, const char *path,
			   size_t number, const char *why)
{
	if (++count->malformed <= COMPLAINTS_MAX)
		import_complain("%s:%zu: %s", path, number, why);
}

int import_suffixes(struct import_levels *levels,
		    struct import_suffix_count *count, const char *path,
		    const char *data, size_t size)
{
	const char *at = data, *end = data + size;

	*count = (struct import_suffix_count){ 0 };
	for (size_t number = 1; at < end; number++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		struct piece line = { at, (size_t)((newline ? newline : end) -
						   at) };
		struct piece level;
		const char *why = read_line(line, &level, count);

		if (why)
			complain_about(count, path, number, why);
		else if (level.len &&
			 import_levels_add(levels, level.at, level.len))
			return -ENOMEM;
		at = newline ? newline + 1 : end;
	}
	if (count->malformed > COMPLAINTS_MAX)
		import_complain("%s: %zu more lines like these", path,
				count->malformed - COMPLAINTS_MAX);
	return 0;
}
