/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Likely labels and rules: few labels, so that they meet, now and then bent. */
#include "smack_words.h"

#include <string.h>

struct words {
	struct lsm_random *random;
	uint8_t *buf;
	size_t len;
	size_t max;
};

static uint32_t below(struct words *words, uint32_t limit)
{
	return lsm_random_below(words->random, limit);
}

static void add_char(struct words *words, char c)
{
	if (words->len < words->max)
		words->buf[words->len++] = (uint8_t)c;
}

static void add_times(struct words *words, char c, size_t times)
{
	while (times-- > 0)
		add_char(words, c);
}

static void add(struct words *words, const char *text)
{
	for (; *text; text++)
		add_char(words, *text);
}

/* Reserved ones, prefixes of each other, equal hashes, a shared beginning. */
static const char *const common[] = {
	"a",
	"b",
	"ab",
	"abc",
	"_",
	"^",
	"*",
	"@",
	"?",
	"EzEz",
	"EzFY",
	"FYEz",
	"FYFY",
	"org.tizen.calculator",
	"org.tizen.calendar",
	"User::App::org.tizen.mail",
	"User::App::org.tizen.mall",
};

/* What is no label, or only begins with one. */
static const char *const odd[] = {
	"",	"-a", "a-",    "foo/bar", "a\"b", "a\\b",
	"it's", "/a", "\x7f",  "a\x80",	  "\xa0", "!#~",
	"__",	"*a", "a\x01", "~",	  "!",	  "A\xc3\xa4",
};

/* Where the longest label and the fixed format end. */
static const uint16_t lengths[] = { 8, 9, 22, 23, 24, 25, 254, 255, 256, 257 };

static void add_label(struct words *words)
{
	switch (below(words, 16)) {
	case 0:
		add(words, odd[below(words, LSM_ARRAY_SIZE(odd))]);
		break;
	case 1:
		add_times(words, 'A',
			  lengths[below(words, below(words, 4) ? 6 : 10)]);
		if (below(words, 4) == 0)
			add_char(words, 'B');
		break;
	default:
		add(words, common[below(words, LSM_ARRAY_SIZE(common))]);
		break;
	}
}

static void add_letters(struct words *words)
{
	static const char letter[] = "rwxatlbRWXATLB-";
	uint32_t nr = 1 + below(words, 3);

	if (below(words, 16) == 0)
		add_char(words, "z/_\x80."[below(words, 5)]);
	while (nr-- > 0)
		add_char(words, letter[below(words, sizeof(letter) - 1)]);
	if (below(words, 16) == 0)
		add(words, "zr");
}

static void add_blank(struct words *words)
{
	static const char blank[] = "\t\v\f\r\xa0\n ";

	if (below(words, 8))
		add_char(words, ' ');
	else
		add_char(words, blank[below(words, sizeof(blank) - 1)]);
	if (below(words, 16) == 0)
		add_blank(words);
}

static void add_long(struct words *words, bool change)
{
	add_label(words);
	add_blank(words);
	add_label(words);
	add_blank(words);
	add_letters(words);
	if (!change)
		return;
	add_blank(words);
	add_letters(words);
}

/* A label and what fills its field. */
static void add_field(struct words *words)
{
	size_t end = words->len + LSM_SMACK_FIXED_LABEL;

	add_label(words);
	if (words->len > end)
		words->len = end;
	else
		add_times(words, below(words, 8) ? ' ' : '\0',
			  end - words->len);
}

static void add_fixed(struct words *words, size_t least, size_t most)
{
	size_t start = words->len;
	size_t len = least - 1 + below(words, (uint32_t)(most - least) + 3);

	add_field(words);
	add_field(words);
	add_letters(words);
	if (words->len > start + len)
		words->len = start + len;
	else
		add_times(words, '-', start + len - words->len);
}

/* Now and then a byte is replaced, or the rest cut off. */
static void bend(struct words *words)
{
	static const char strange[] = " \n-/\"rwA\x80\xa0\x7f"; /* and NUL */
	size_t at;

	if (!words->len || below(words, 8))
		return;
	at = below(words, (uint32_t)words->len);
	if (below(words, 2))
		words->buf[at] =
			(uint8_t)strange[below(words, sizeof(strange))];
	else
		words->len = at;
}

size_t smack_make_label(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct words words = { .random = random, .buf = buf, .max = max };

	add_label(&words);
	bend(&words);
	return words.len;
}

size_t smack_make_rules(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct words words = { .random = random, .buf = buf, .max = max };
	bool change = below(&words, 3) == 0;

	if (below(&words, 4) == 0) {
		add_fixed(&words, LSM_SMACK_FIXED_MIN, LSM_SMACK_FIXED_MAX);
	} else {
		do {
			add_long(&words, change);
			add_char(&words, '\n');
		} while (below(&words, 2));
	}
	bend(&words);
	return words.len;
}

size_t smack_make_question(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct words words = { .random = random, .buf = buf, .max = max };

	if (below(&words, 3) == 0)
		add_fixed(&words, LSM_SMACK_FIXED_MAX, LSM_SMACK_FIXED_MAX + 4);
	else
		add_long(&words, false);
	bend(&words);
	return words.len;
}
