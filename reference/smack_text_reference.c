/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Smack rules as text, obviously: word by word, byte by byte. */
#include "smack_reference.h"

#include <errno.h>
#include <string.h>

#define WORDS_MAX 4

/* A piece of text: @len bytes at @at. */
struct piece {
	const char *at;
	size_t len;
};

static bool is_label_byte(char c)
{
	return c >= 0x21 && c <= 0x7e && !strchr("/\"\\'", c);
}

int smack_reference_parse(const char *text, size_t len,
			  char label[LSM_SMACK_LABEL_MAX + 1])
{
	size_t n = 0;

	while (n < len && is_label_byte(text[n]))
		n++;
	if (n == 0 || n > LSM_SMACK_LABEL_MAX || text[0] == '-')
		return -EINVAL;
	memcpy(label, text, n);
	label[n] = '\0';
	return 0;
}

static bool is_blank(char c)
{
	unsigned char byte = (unsigned char)c;

	return (byte >= 9 && byte <= 13) || byte == 32 || byte == 160;
}

static uint32_t letters(struct piece text)
{
	uint32_t access = 0;

	for (size_t i = 0; i < text.len; i++) {
		switch (text.at[i]) {
		case '-':
			break;
		case 'r':
		case 'R':
			access |= LSM_SMACK_READ;
			break;
		case 'w':
		case 'W':
			access |= LSM_SMACK_WRITE;
			break;
		case 'x':
		case 'X':
			access |= LSM_SMACK_EXEC;
			break;
		case 'a':
		case 'A':
			access |= LSM_SMACK_APPEND;
			break;
		case 't':
		case 'T':
			access |= LSM_SMACK_TRANSMUTE;
			break;
		case 'l':
		case 'L':
			access |= LSM_SMACK_LOCK;
			break;
		case 'b':
		case 'B':
			access |= LSM_SMACK_BRINGUP;
			break;
		default:
			return access;
		}
	}
	return access;
}

/* Return: how many bytes @nr words and the blanks around them take; or 0. */
static size_t cut(struct piece text, struct piece *word, size_t nr)
{
	size_t at = 0;

	for (size_t i = 0; i < nr; i++) {
		while (at < text.len && is_blank(text.at[at]))
			at++;
		word[i].at = text.at + at;
		while (at < text.len && !is_blank(text.at[at]) &&
		       text.at[at] != '\0')
			at++;
		word[i].len = (size_t)(text.at + at - word[i].at);
		if (word[i].len == 0)
			return 0;
	}
	while (at < text.len && is_blank(text.at[at]))
		at++;
	return at;
}

static void cut_fixed(struct piece text, struct piece *word)
{
	size_t labels = 2 * LSM_SMACK_FIXED_LABEL;

	word[0] = (struct piece){ text.at, LSM_SMACK_FIXED_LABEL };
	word[1] = (struct piece){ text.at + LSM_SMACK_FIXED_LABEL,
				  LSM_SMACK_FIXED_LABEL };
	word[2] = (struct piece){ text.at + labels, text.len - labels };
}

static int apply(struct smack_reference *table, enum lsm_smack_scope scope,
		 enum lsm_smack_format format, const struct piece *word)
{
	const struct smack_reference_label *label[2];
	uint32_t allow = letters(word[2]), deny = ~allow;

	for (size_t i = 0; i < 2; i++) {
		char text[LSM_SMACK_LABEL_MAX + 1];
		int status =
			smack_reference_parse(word[i].at, word[i].len, text);

		if (!status)
			status = smack_reference_import(table, text, &label[i]);
		if (status)
			return status;
	}
	if (format == LSM_SMACK_CHANGE)
		deny = letters(word[3]);
	return smack_reference_change(table, scope, label[0], label[1], allow,
				      deny);
}

static long load_fixed(struct smack_reference *table,
		       enum lsm_smack_scope scope, struct piece text)
{
	struct piece word[WORDS_MAX];
	int status;

	if (text.len < LSM_SMACK_FIXED_MIN || text.len > LSM_SMACK_FIXED_MAX)
		return -EINVAL;
	cut_fixed(text, word);
	status = apply(table, scope, LSM_SMACK_FIXED, word);
	return status ? status : (long)text.len;
}

long smack_reference_load(void *self, enum lsm_smack_scope scope,
			  enum lsm_smack_format format, const char *data,
			  size_t len)
{
	struct piece text = { data, len };
	size_t done = 0;

	if (format == LSM_SMACK_FIXED)
		return load_fixed(self, scope, text);
	if (len > LSM_SMACK_WRITE_MAX) {
		text.len = LSM_SMACK_WRITE_MAX;
		while (text.len > 0 && data[text.len - 1] != '\n')
			text.len--;
		if (text.len == 0)
			return -EINVAL;
	}
	while (done < text.len) {
		struct piece rest = { data + done, text.len - done };
		struct piece word[WORDS_MAX];
		size_t taken =
			cut(rest, word, format == LSM_SMACK_CHANGE ? 4 : 3);
		int status = taken ? apply(self, scope, format, word) : -EINVAL;

		if (status)
			return status;
		done += taken;
	}
	return (long)done;
}

int smack_reference_query(const void *self, enum lsm_smack_format format,
			  const char *data, size_t len)
{
	struct piece text = { data, len }, word[WORDS_MAX];
	const struct smack_reference_label *label[2];

	if (format == LSM_SMACK_FIXED && len < LSM_SMACK_FIXED_MAX)
		return -EINVAL;
	if (format == LSM_SMACK_FIXED)
		cut_fixed(text, word);
	else if (!cut(text, word, 3))
		return -EINVAL;
	for (size_t i = 0; i < 2; i++) {
		char parsed[LSM_SMACK_LABEL_MAX + 1];

		if (smack_reference_parse(word[i].at, word[i].len, parsed))
			return -EINVAL;
		label[i] = smack_reference_find(self, parsed);
		if (!label[i])
			return 0;
	}
	return smack_reference_access(self, label[0], label[1],
				      letters(word[2])) >= 0;
}
