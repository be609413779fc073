/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranges on node lists, as text: names are found by bisection, and one walk
 * over the members prints a set.
 */
#include "mls_nodewise.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	const struct lsm_mls_name *first = a, *second = b;

	return strcmp(first->name, second->name);
}

bool mls_nodewise_learn(struct dictionary *dict,
			const struct lsm_mls_name *proper, size_t nr_proper,
			const struct lsm_mls_name *alias, size_t nr_alias,
			uint32_t highest)
{
	dict->word = lsm_calloc(nr_proper + nr_alias, sizeof(*dict->word));
	dict->proper = lsm_calloc(highest, sizeof(*dict->proper));
	if (!dict->word || !dict->proper)
		return false;
	dict->nr = nr_proper + nr_alias;
	dict->highest = highest;
	for (size_t i = 0; i < nr_proper; i++) {
		dict->word[i] = proper[i];
		dict->proper[proper[i].value - 1] = proper[i].name;
	}
	for (size_t i = 0; i < nr_alias; i++)
		dict->word[nr_proper + i] = alias[i];
	qsort(dict->word, dict->nr, sizeof(*dict->word), by_name);
	return true;
}

void mls_nodewise_unlearn(struct dictionary *dict)
{
	lsm_free(dict->word);
	lsm_free(dict->proper);
}

/* The text still to be parsed: [at, end). */
struct reader {
	const char *at;
	const char *end;
};

/*
 * The value of the name up to the next of @stops, which becomes @stop and is
 * passed; 0 is the @stop at the end.  Return: 0 if there is no such name.
 */
static uint32_t read_name(struct reader *reader, const struct dictionary *dict,
			  const char *stops, char *stop)
{
	const char *from = reader->at;
	size_t len, low = 0, high = dict->nr;

	while (reader->at < reader->end && !strchr(stops, *reader->at))
		reader->at++;
	len = (size_t)(reader->at - from);
	*stop = '\0';
	if (reader->at < reader->end)
		*stop = *reader->at++;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const char *name = dict->word[middle].name;
		int order = strncmp(from, name, len);

		if (!order && !name[len])
			return dict->word[middle].value;
		if (order > 0)
			low = middle + 1;
		else
			high = middle; /* also if @name goes on */
	}
	return 0;
}

static int read_item(struct reader *reader, const struct dictionary *dict,
		     struct level *level, char *stop)
{
	uint32_t from = read_name(reader, dict, ".,", stop);
	uint32_t to = from;

	if (!from)
		return -EINVAL;
	if (*stop == '.') {
		to = read_name(reader, dict, ",", stop);
		if (to <= from)
			return -EINVAL;
	}
	for (uint32_t bit = from - 1; bit < to; bit++)
		if (SETS->set(level->cats, bit, true))
			return -ENOMEM;
	return 0;
}

static int read_level(struct reader *reader, const struct range *range,
		      struct level *level)
{
	char stop;

	level->sens = read_name(reader, &range->policy->sens, ":", &stop);
	if (!level->sens)
		return -EINVAL;
	level->cats = new_set(range->sets);
	if (!level->cats)
		return -ENOMEM;
	while (stop) {
		int status =
			read_item(reader, &range->policy->cat, level, &stop);

		if (status)
			return status;
	}
	return 0;
}

static int read_range(struct reader *reader, const struct range *range,
		      struct level level[LSM_MLS_ENDS])
{
	struct level *low = &level[LSM_MLS_LOW], *high = &level[LSM_MLS_HIGH];
	const char *dash =
		memchr(reader->at, '-', (size_t)(reader->end - reader->at));
	struct reader first = { reader->at, dash ? dash : reader->end };
	int status = read_level(&first, range, low);

	if (status)
		return status;
	if (dash) {
		reader->at = dash + 1;
		return read_level(reader, range, high);
	}
	high->sens = low->sens;
	high->cats = new_set(range->sets);
	return high->cats ? SETS->copy(high->cats, low->cats) : -ENOMEM;
}

int mls_nodewise_parse(void *self, enum lsm_mls_part part, const char *text,
		       size_t len)
{
	struct reader reader = { text, text + strnlen(text, len) };
	struct level level[LSM_MLS_ENDS] = { 0 };
	int status;

	if (part == LSM_MLS_RANGE)
		status = read_range(&reader, self, level);
	else
		status = read_level(&reader, self, &level[part]);
	if (status)
		mls_nodewise_discard(level);
	else
		mls_nodewise_adopt(self, part, level);
	return status;
}

/* Where text goes; it is only measured as long as @buf is NULL. */
struct writer {
	const struct policy *policy;
	char *buf;
	size_t len;
	bool nameless;
	bool any; /* a run has begun; it reaches from @first to @last */
	char separator;
	uint32_t first;
	uint32_t last;
};

static void write_char(struct writer *writer, char c)
{
	if (writer->buf)
		writer->buf[writer->len] = c;
	writer->len++;
}

static void write_name(struct writer *writer, const struct dictionary *dict,
		       uint32_t index)
{
	const char *name = index < dict->highest ? dict->proper[index] : NULL;
	size_t len;

	if (!name) {
		writer->nameless = true;
		return;
	}
	len = strlen(name);
	if (writer->buf)
		memcpy(writer->buf + writer->len, name, len);
	writer->len += len;
}

static void write_run(struct writer *writer)
{
	if (!writer->any)
		return;
	write_char(writer, writer->separator);
	writer->separator = ',';
	write_name(writer, &writer->policy->cat, writer->first);
	if (writer->first == writer->last)
		return;
	write_char(writer, writer->last - writer->first > 1 ? '.' : ',');
	write_name(writer, &writer->policy->cat, writer->last);
}

static void write_member(uint32_t bit, void *arg)
{
	struct writer *writer = arg;

	if (writer->any && bit == writer->last + 1) {
		writer->last = bit;
		return;
	}
	write_run(writer);
	writer->any = true;
	writer->first = bit;
	writer->last = bit;
}

static void write_level(struct writer *writer, const struct level *level)
{
	write_name(writer, &writer->policy->sens, level->sens - 1);
	writer->any = false;
	writer->separator = ':';
	SETS->members(level->cats, write_member, writer);
	write_run(writer);
}

static void write_part(struct writer *writer, const struct range *range,
		       enum lsm_mls_part part)
{
	if (part != LSM_MLS_RANGE) {
		write_level(writer, &range->level[part]);
		return;
	}
	write_level(writer, &range->level[LSM_MLS_LOW]);
	if (!mls_nodewise_equal(range, LSM_MLS_LOW, range, LSM_MLS_HIGH)) {
		write_char(writer, '-');
		write_level(writer, &range->level[LSM_MLS_HIGH]);
	}
}

int mls_nodewise_length(const void *self, enum lsm_mls_part part, size_t *len)
{
	const struct range *range = self;
	struct writer writer = { .policy = range->policy };

	write_part(&writer, range, part);
	if (writer.nameless)
		return -EINVAL;
	*len = writer.len + 1;
	return 0;
}

int mls_nodewise_print(const void *self, enum lsm_mls_part part, char *buf,
		       size_t size, size_t *len)
{
	const struct range *range = self;
	struct writer writer = { .policy = range->policy, .buf = buf };
	size_t need;
	int status = mls_nodewise_length(self, part, &need);

	if (status)
		return status;
	if (size < need)
		return -ENOSPC;
	write_part(&writer, range, part);
	buf[need - 1] = '\0';
	*len = need;
	return 0;
}
