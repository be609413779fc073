/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text by byte classes: a table look-up for each byte, words by position. */
#include "smack_text.h"

#include <errno.h>

#define LABEL 1u /* may be in a label */
#define BLANK 2u /* ends a word, and more words may follow */
#define END 4u /* ends a word, and nothing follows */

/* clang-format off */
static const uint8_t class_of[256] = {
	[0] = END,
	[9] = BLANK, [10] = BLANK, [11] = BLANK, [12] = BLANK, [13] = BLANK,
	[32] = BLANK, [160] = BLANK,
	['!'] = LABEL, ['#'] = LABEL, ['$'] = LABEL, ['%'] = LABEL,
	['&'] = LABEL, ['('] = LABEL, [')'] = LABEL, ['*'] = LABEL,
	['+'] = LABEL, [','] = LABEL, ['-'] = LABEL, ['.'] = LABEL,
	['0'] = LABEL, ['1'] = LABEL, ['2'] = LABEL, ['3'] = LABEL,
	['4'] = LABEL, ['5'] = LABEL, ['6'] = LABEL, ['7'] = LABEL,
	['8'] = LABEL, ['9'] = LABEL, [':'] = LABEL, [';'] = LABEL,
	['<'] = LABEL, ['='] = LABEL, ['>'] = LABEL, ['?'] = LABEL,
	['@'] = LABEL, ['A'] = LABEL, ['B'] = LABEL, ['C'] = LABEL,
	['D'] = LABEL, ['E'] = LABEL, ['F'] = LABEL, ['G'] = LABEL,
	['H'] = LABEL, ['I'] = LABEL, ['J'] = LABEL, ['K'] = LABEL,
	['L'] = LABEL, ['M'] = LABEL, ['N'] = LABEL, ['O'] = LABEL,
	['P'] = LABEL, ['Q'] = LABEL, ['R'] = LABEL, ['S'] = LABEL,
	['T'] = LABEL, ['U'] = LABEL, ['V'] = LABEL, ['W'] = LABEL,
	['X'] = LABEL, ['Y'] = LABEL, ['Z'] = LABEL, ['['] = LABEL,
	[']'] = LABEL, ['^'] = LABEL, ['_'] = LABEL, ['`'] = LABEL,
	['a'] = LABEL, ['b'] = LABEL, ['c'] = LABEL, ['d'] = LABEL,
	['e'] = LABEL, ['f'] = LABEL, ['g'] = LABEL, ['h'] = LABEL,
	['i'] = LABEL, ['j'] = LABEL, ['k'] = LABEL, ['l'] = LABEL,
	['m'] = LABEL, ['n'] = LABEL, ['o'] = LABEL, ['p'] = LABEL,
	['q'] = LABEL, ['r'] = LABEL, ['s'] = LABEL, ['t'] = LABEL,
	['u'] = LABEL, ['v'] = LABEL, ['w'] = LABEL, ['x'] = LABEL,
	['y'] = LABEL, ['z'] = LABEL, ['{'] = LABEL, ['|'] = LABEL,
	['}'] = LABEL, ['~'] = LABEL,
};

#define NO_LETTER 0x80u

static const uint8_t letter[128] = {
	['-'] = NO_LETTER,
	['r'] = LSM_SMACK_READ, ['R'] = LSM_SMACK_READ,
	['w'] = LSM_SMACK_WRITE, ['W'] = LSM_SMACK_WRITE,
	['x'] = LSM_SMACK_EXEC, ['X'] = LSM_SMACK_EXEC,
	['a'] = LSM_SMACK_APPEND, ['A'] = LSM_SMACK_APPEND,
	['t'] = LSM_SMACK_TRANSMUTE, ['T'] = LSM_SMACK_TRANSMUTE,
	['l'] = LSM_SMACK_LOCK, ['L'] = LSM_SMACK_LOCK,
	['b'] = LSM_SMACK_BRINGUP, ['B'] = LSM_SMACK_BRINGUP,
};
/* clang-format on */

static uint8_t class_at(const char *text)
{
	return class_of[(unsigned char)*text];
}

size_t smack_label_length(const char *text, size_t len)
{
	size_t n = 0;

	if (len > LSM_SMACK_LABEL_MAX + 1)
		len = LSM_SMACK_LABEL_MAX + 1; /* one more tells too long */
	while (n < len && class_at(text + n) == LABEL)
		n++;
	return n > LSM_SMACK_LABEL_MAX || (n && text[0] == '-') ? 0 : n;
}

int smack_task_label(const char *text, size_t len)
{
	if (!len || smack_label_length(text, len) != len)
		return -EINVAL;
	return len == 1 && (*text == '*' || *text == '@') ? -EPERM : 0;
}

static uint32_t letters(const char *text, size_t len)
{
	uint32_t access = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (byte >= sizeof(letter) || !letter[byte])
			break;
		access |= letter[byte];
	}
	return access & LSM_SMACK_ALL;
}

/* A write on its way: from @at to @end. */
struct cursor {
	const char *at;
	const char *end;
};

/* Thousands of blanks would tell a fuzzer nothing, and take most of its time.
 */
LSM_UNGUIDED static void skip_blanks(struct cursor *cursor)
{
	while (cursor->at < cursor->end && class_at(cursor->at) == BLANK)
		cursor->at++;
}

/* Return: the length of the next word, at @word; 0 if there is none. */
static size_t next_word(struct cursor *cursor, const char **word)
{
	skip_blanks(cursor);
	*word = cursor->at;
	while (cursor->at < cursor->end &&
	       !(class_at(cursor->at) & (BLANK | END)))
		cursor->at++;
	return (size_t)(cursor->at - *word);
}

static bool next_line(struct cursor *cursor, enum lsm_smack_format format,
		      struct smack_line *line)
{
	const char *word;
	size_t len;

	line->subject_len = next_word(cursor, &line->subject);
	line->object_len = next_word(cursor, &line->object);
	len = next_word(cursor, &word);
	if (!line->subject_len || !line->object_len || !len)
		return false;
	line->allow = letters(word, len);
	line->deny = ~line->allow;
	if (format == LSM_SMACK_CHANGE) {
		len = next_word(cursor, &word);
		line->deny = letters(word, len);
	}
	skip_blanks(cursor);
	return len;
}

static void fixed_line(const char *text, size_t len, struct smack_line *line)
{
	const char *access = text + (size_t)2 * LSM_SMACK_FIXED_LABEL;

	line->subject = text;
	line->object = text + LSM_SMACK_FIXED_LABEL;
	line->subject_len = line->object_len = LSM_SMACK_FIXED_LABEL;
	line->allow = letters(access, len - (size_t)2 * LSM_SMACK_FIXED_LABEL);
	line->deny = ~line->allow;
}

/* How much of a long write counts: up to the last newline in the first part. */
LSM_UNGUIDED static size_t clip(const char *text, size_t len)
{
	if (len <= LSM_SMACK_WRITE_MAX)
		return len;
	len = LSM_SMACK_WRITE_MAX;
	while (len && text[len - 1] != '\n')
		len--;
	return len;
}

long smack_load(enum lsm_smack_format format, const char *text, size_t len,
		smack_line_fn *apply, void *table, enum lsm_smack_scope scope)
{
	size_t taken = format == LSM_SMACK_FIXED ? len : clip(text, len);
	struct cursor cursor = { text, text + taken };
	struct smack_line line;
	int status = 0;

	if (format == LSM_SMACK_FIXED) {
		if (len < LSM_SMACK_FIXED_MIN || len > LSM_SMACK_FIXED_MAX)
			return -EINVAL;
		fixed_line(text, len, &line);
		status = apply(table, scope, &line);
		return status ? status : (long)len;
	}
	if (len && !taken)
		return -EINVAL;
	while (!status && cursor.at < cursor.end)
		status = next_line(&cursor, format, &line)
				 ? apply(table, scope, &line)
				 : -EINVAL;
	return status ? status : (long)taken;
}

bool smack_question(enum lsm_smack_format format, const char *text, size_t len,
		    struct smack_line *line)
{
	struct cursor cursor = { text, text + len };

	if (format != LSM_SMACK_FIXED)
		return next_line(&cursor, format, line);
	if (len < LSM_SMACK_FIXED_MAX)
		return false;
	fixed_line(text, len, line);
	return true;
}
