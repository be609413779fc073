/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_line.h"

#include <errno.h>
#include <libaudit.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 130 /* of a line: 64 fields and a little */

/* What libaudit remembers from one option to the next; auditctl resets it. */
extern int _audit_permadded, _audit_archadded, _audit_syscalladded;
extern int _audit_exeadded, _audit_filterfsadded;
extern unsigned int _audit_elf;

struct reader {
	struct import_audit_line *line;
	struct audit_rule_data *data;
	char *word[WORDS_MAX];
	int nr;
	int next;
	int list; /* -1: none yet */
	bool watch;
	bool delete;
	bool setting;
	bool flush;
	char key[AUDIT_MAX_KEY_LEN + 8]; /* as "key=..." */
};

__attribute__((format(printf, 2, 3))) static bool
refuse(struct reader *reader, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reader->line->why, IMPORT_AUDIT_WHY_MAX, format, args);
	va_end(args);
	reader->line->kind = IMPORT_AUDIT_REFUSED;
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Split at blanks that are not inside of quotes; quotes are dropped. */
static bool split(struct reader *reader, char *text)
{
	char *to = text;

	for (;;) {
		char quote = 0;

		while (is_blank(*text))
			text++;
		if (!*text)
			return true;
		if (reader->nr == WORDS_MAX)
			return refuse(reader, "more than %d words", WORDS_MAX);
		reader->word[reader->nr++] = to;
		for (; *text && (quote || !is_blank(*text)); text++)
			if (*text == quote)
				quote = 0;
			else if (!quote && (*text == '"' || *text == '\''))
				quote = *text;
			else
				*to++ = *text;
		if (quote)
			return refuse(reader, "a quote without its end");
		text += *text != 0;
		*to++ = '\0';
	}
}

static char *argument(struct reader *reader, const char *option)
{
	if (reader->next < reader->nr)
		return reader->word[reader->next++];
	refuse(reader, "%.40s wants something behind it", option);
	return NULL;
}

static bool read_place(struct reader *reader, char option, char *place)
{
	int flags = -1, action = -1;
	char *save = NULL;

	if (reader->list >= 0)
		return refuse(reader, "two rules in one line");
	for (char *word = strtok_r(place, ",", &save); word;
	     word = strtok_r(NULL, ",", &save)) {
		int flag = audit_name_to_flag(word);
		int act = audit_name_to_action(word);

		if (flag >= 0)
			flags = flag;
		else if (act >= 0)
			action = act;
		else
			return refuse(reader,
				      "'%.40s' is neither a list nor an action",
				      word);
	}
	if (flags < 0 || action < 0)
		return refuse(reader, "-%c wants a list and an action", option);
	reader->list = flags;
	reader->delete = option == 'd';
	reader->data->flags =
		(uint32_t)flags | (option == 'A' ? AUDIT_FILTER_PREPEND : 0);
	reader->data->action = (uint32_t)action;
	return true;
}

static bool read_calls(struct reader *reader, char *calls)
{
	char *save = NULL;

	if (reader->list != AUDIT_FILTER_EXIT)
		return refuse(reader, "-S is for the list exit");
	for (char *name = strtok_r(calls, ",", &save); name;
	     name = strtok_r(NULL, ",", &save))
		if (audit_rule_syscallbyname_data(reader->data, name))
			return refuse(reader,
				      "no system call is called '%.40s'", name);
	_audit_syscalladded = 1;
	return true;
}

static bool read_field(struct reader *reader, char option, char *pair)
{
	char shown[64];
	int status;

	snprintf(shown, sizeof(shown), "%s", pair); /* libaudit cuts it up */
	if (reader->list < 0)
		return refuse(reader, "-%c without a list before it", option);
	status = option == 'C' ? audit_rule_interfield_comp_data(
					 &reader->data, pair, reader->list)
			       : audit_rule_fieldpair_data(&reader->data, pair,
							   reader->list);
	return !status ||
	       refuse(reader, "libaudit refuses '%s' (%d)", shown, status);
}

static bool read_watch(struct reader *reader, char option, char *path)
{
	size_t len = strlen(path);
	int type = AUDIT_WATCH;

	if (reader->list >= 0)
		return refuse(reader, "two rules in one line");
	if (len > PATH_MAX || *path != '/')
		return refuse(reader, "a watch wants an absolute path");
	while (len > 1 && path[len - 1] == '/') {
		path[--len] = '\0';
		type = AUDIT_DIR;
	}
	if (audit_add_watch_dir(type, &reader->data, path))
		return refuse(reader, "libaudit refuses the watch");
	reader->list = AUDIT_FILTER_EXIT;
	reader->watch = true;
	reader->delete = option == 'W';
	return true;
}

static bool read_perms(struct reader *reader, const char *perms)
{
	int bits = 0;

	if (!reader->watch)
		return refuse(reader, "-p without -w before it");
	for (; *perms; perms++) {
		const char *at = strchr("xwra", *perms | 0x20);

		if (!at)
			return refuse(reader, "'%c' is no permission", *perms);
		bits |= 1 << (at - "xwra");
	}
	return !audit_update_watch_perms(reader->data, bits) ||
	       refuse(reader, "libaudit refuses the permissions");
}

/* Several keys are one text with a separator. */
static bool read_key(struct reader *reader, const char *key)
{
	size_t len = strlen(reader->key);

	if (strlen(key) + len + 2 > AUDIT_MAX_KEY_LEN + strlen("key="))
		return refuse(reader, "the key is too long");
	snprintf(reader->key + len, sizeof(reader->key) - len, "%s%s",
		 len ? "\001" : "key=", key);
	return true;
}

static bool is_setting(const char *word, bool *has_value)
{
	static const char *const settings[] = {
		"-b",
		"-f",
		"-r",
		"-e",
		"--backlog_wait_time",
		"--signal",
		"-c",
		"-i",
		"-s",
		"-l",
		"-t",
		"-q",
		"--loginuid-immutable",
		"--reset-lost",
		"--reset_backlog_wait_time_actual",
	};

	for (size_t i = 0; i < LSM_ARRAY_SIZE(settings); i++)
		if (!strcmp(word, settings[i])) {
			*has_value = i < 6 || !strcmp(word, "-q");
			return true;
		}
	return false;
}

static bool read_option(struct reader *reader, const char *word)
{
	bool has_value;
	char *value;

	if (is_setting(word, &has_value)) {
		reader->setting = true;
		return !has_value || argument(reader, word);
	}
	if (!strcmp(word, "-D")) {
		reader->flush = true;
		return true;
	}
	if (word[0] != '-' || !word[1] || word[2] ||
	    !strchr("aAdSFCkwWp", word[1]))
		return refuse(reader, "unknown option '%.40s'", word);
	value = argument(reader, word);
	if (!value)
		return false;
	switch (word[1]) {
	case 'S':
		return read_calls(reader, value);
	case 'F':
	case 'C':
		return read_field(reader, word[1], value);
	case 'k':
		return read_key(reader, value);
	case 'w':
	case 'W':
		return read_watch(reader, word[1], value);
	case 'p':
		return read_perms(reader, value);
	default:
		return read_place(reader, word[1], value);
	}
}

/* What auditctl adds to a rule that does not say everything. */
static bool complete(struct reader *reader)
{
	char all[] = "all";

	if (reader->key[0] && reader->list >= 0 &&
	    !read_field(reader, 'F', reader->key))
		return false;
	if (reader->list != AUDIT_FILTER_TASK && !_audit_syscalladded &&
	    audit_rule_syscallbyname_data(reader->data, all))
		return refuse(reader, "libaudit refuses -S all");
	return true;
}

/* Texts are one behind the other and without NULs in libaudit's rules. */
static bool hand_over(struct reader *reader)
{
	const struct audit_rule_data *data = reader->data;
	struct lsm_audit_rule *rule = &reader->line->rule;
	char *room = reader->line->texts;
	size_t left = sizeof(reader->line->texts);
	const char *from = data->buf;

	rule->flags = data->flags;
	rule->action = data->action;
	rule->nr_fields = data->field_count;
	memcpy(rule->mask, data->mask, sizeof(rule->mask));
	for (uint32_t i = 0; i < data->field_count; i++) {
		struct lsm_audit_field *field = &rule->field[i];

		*field = (struct lsm_audit_field){
			.type = data->fields[i],
			.op = data->fieldflags[i],
			.value = data->values[i],
		};
		if (!lsm_audit_takes_text(field->type))
			continue;
		if (field->value >= left)
			return refuse(reader, "the rule's texts are too long");
		memcpy(room, from, field->value);
		room[field->value] = '\0';
		from += field->value;
		field->text = room;
		field->len = strlen(room);
		if (strpbrk(room, " ~"))
			return refuse(reader,
				      "'%.40s' has a blank or ~, which "
				      "programs cannot have",
				      room);
		room += field->value + 1;
		left -= field->value + 1;
		field->value = 0;
	}
	reader->line->kind =
		reader->delete ? IMPORT_AUDIT_DELETE : IMPORT_AUDIT_ADD;
	return true;
}

static void read_words(struct reader *reader)
{
	while (reader->next < reader->nr)
		if (!read_option(reader, reader->word[reader->next++]))
			return;
	if (reader->list < 0) {
		if (reader->key[0])
			refuse(reader, "a key without a rule");
		else
			reader->line->kind = reader->flush
						     ? IMPORT_AUDIT_FLUSH
						     : IMPORT_AUDIT_SETTING;
		return;
	}
	if (reader->flush || reader->setting)
		refuse(reader, "a rule and something else in one line");
	else if (complete(reader))
		hand_over(reader);
}

void import_audit_line(struct import_audit_line *line, char *text)
{
	struct reader reader = { .line = line, .list = -1 };

	line->kind = IMPORT_AUDIT_NOTHING;
	while (is_blank(*text))
		text++;
	if (!*text || *text == '#')
		return;
	_audit_permadded = _audit_archadded = _audit_syscalladded = 0;
	_audit_exeadded = _audit_filterfsadded = 0;
	_audit_elf = 0;
	set_aumessage_mode(MSG_QUIET, DBG_NO);
	reader.data = audit_rule_create_data();
	if (!reader.data)
		refuse(&reader, "%s", strerror(ENOMEM));
	else if (split(&reader, text))
		read_words(&reader);
	audit_rule_free_data(reader.data);
}
