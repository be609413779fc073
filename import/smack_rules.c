/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "smack_rules.h"

#include "complain.h"
#include "input_file.h"

#include <lsm/smack.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define WORDS_MAX 5 /* one more than there may be */
#define COMPLAINTS_MAX 20 /* of one file; the rest is counted */
#define LETTERS "rwxatlbRWXATLB-"

struct word {
	const char *at;
	size_t len;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static size_t cut(const char *line, size_t len, struct word *word)
{
	size_t nr = 0, at = 0;

	while (nr < WORDS_MAX) {
		while (at < len && is_blank(line[at]))
			at++;
		if (at == len)
			break;
		word[nr].at = line + at;
		while (at < len && !is_blank(line[at]))
			at++;
		word[nr].len = (size_t)(line + at - word[nr].at);
		nr++;
	}
	return nr;
}

static const char *bad_label(struct word word)
{
	if (word.at[0] == '-')
		return "a label cannot begin with '-'";
	for (size_t i = 0; i < word.len; i++)
		if (word.at[i] < 0x21 || word.at[i] > 0x7e ||
		    strchr("/\"\\'", word.at[i]))
			return "a byte that no label can have";
	return word.len > LSM_SMACK_LABEL_MAX ? "a label of more than 255 bytes"
					      : NULL;
}

/* Return: a text that says why these words are no rule, or NULL. */
static const char *bad_rule(const struct word *word, size_t nr)
{
	const char *why;

	if (nr < 3)
		return "fewer than three words";
	if (nr > 4)
		return "more than four words";
	for (size_t i = 0; i < 2; i++) {
		why = bad_label(word[i]);
		if (why)
			return why;
	}
	for (size_t i = 2; i < nr; i++) {
		if (word[i].len > strlen(LETTERS))
			return "too many letters";
		for (size_t k = 0; k < word[i].len; k++)
			if (!word[i].at[k] || !strchr(LETTERS, word[i].at[k]))
				return "a letter that is none of " LETTERS;
	}
	return NULL;
}

static int keep(struct import_rules *rules, const struct word *word, size_t nr)
{
	struct import_rule *rule;

	if (rules->nr == IMPORT_RULES_MAX)
		return -EFBIG;
	if (rules->nr == rules->room) {
		size_t room = rules->room ? 2 * rules->room : 256;
		struct import_rule *grown =
			realloc(rules->rule, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		rules->rule = grown;
		rules->room = room;
	}
	rule = &rules->rule[rules->nr];
	*rule = (struct import_rule){
		.subject = word[0].len,
		.object = word[1].len,
		.change = nr == 4,
	};
	for (size_t i = 0; i < nr; i++)
		rule->len += word[i].len + (i > 0);
	rule->line = malloc(rule->len + 1);
	if (!rule->line)
		return -ENOMEM;
	for (size_t i = 0, at = 0; i < nr; i++) {
		if (i)
			rule->line[at++] = ' ';
		memcpy(rule->line + at, word[i].at, word[i].len);
		at += word[i].len;
	}
	rule->line[rule->len] = '\0';
	rules->nr++;
	return 0;
}

int import_rules_add(struct import_rules *rules, const char *path,
		     const char *data, size_t size)
{
	size_t malformed = 0, number = 1;
	int status = 0;

	for (size_t at = 0; at < size && !status; number++) {
		const char *line = data + at;
		const char *end = memchr(line, '\n', size - at);
		size_t len = end ? (size_t)(end - line) : size - at;
		struct word word[WORDS_MAX];
		size_t nr = cut(line, len, word);
		const char *why = NULL;

		at += len + 1;
		if (nr == 0 || *line == '#' || *line == ';')
			continue;
		why = bad_rule(word, nr);
		if (!why)
			status = keep(rules, word, nr);
		if (why && malformed++ < COMPLAINTS_MAX)
			import_complain("%s:%zu: %s", path, number, why);
	}
	if (malformed > COMPLAINTS_MAX)
		import_complain("%s: %zu more such lines", path,
				malformed - COMPLAINTS_MAX);
	rules->malformed += malformed;
	rules->files++;
	return status;
}

static bool read_file(struct import_rules *rules, const char *path)
{
	size_t size;
	char *data = import_read_file(path, &size);
	int status;

	if (!data)
		return false;
	status = import_rules_add(rules, path, data, size);
	free(data);
	if (status)
		import_complain("%s: %s", path,
				status == -EFBIG ? "more than a million rules"
						 : strerror(-status));
	return !status;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* By bytes, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_folder(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static bool read_folder(struct import_rules *rules, const char *path)
{
	struct dirent **entry;
	int nr = scandir(path, &entry, is_visible, by_name);
	size_t before = rules->files;
	bool good = true;

	if (nr < 0) {
		import_complain("%s: %s", path, strerror(errno));
		return false;
	}
	for (int i = 0; i < nr; i++) {
		char *inner = NULL;

		if (good &&
		    asprintf(&inner, "%s/%s", path, entry[i]->d_name) < 0) {
			import_complain("%s: out of memory", path);
			inner = NULL;
			good = false;
		}
		if (good && !is_folder(inner))
			good = read_file(rules, inner);
		free(inner);
		free(entry[i]);
	}
	free(entry);
	if (good && rules->files == before)
		import_complain("%s: no file in this folder", path);
	return good && rules->files > before;
}

bool import_rules_read(struct import_rules *rules, const char *path)
{
	return is_folder(path) ? read_folder(rules, path)
			       : read_file(rules, path);
}

void import_rules_free(struct import_rules *rules)
{
	for (size_t i = 0; i < rules->nr; i++)
		free(rules->rule[i].line);
	free(rules->rule);
	*rules = (struct import_rules){ 0 };
}
