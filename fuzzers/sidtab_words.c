/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Likely texts of contexts: few, so that they meet again; now and then bent. */
#include "sidtab_words.h"

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

static void add(struct words *words, const char *text)
{
	for (; *text && words->len < words->max; text++)
		words->buf[words->len++] = (uint8_t)*text;
}

static void add_number(struct words *words, uint32_t number)
{
	char digit[2] = { (char)('0' + number % 10), '\0' };

	if (number >= 10)
		add_number(words, number / 10);
	add(words, digit);
}

/* One of the @nr texts; most often one of the first @common. */
static void add_one(struct words *words, const char *const *text, uint32_t nr,
		    uint32_t common)
{
	add(words, text[below(words, below(words, 4) ? common : nr)]);
}

static const char *const user[] = { "u", "system_u", "staff_u", "nobody_u" };
static const char *const role[] = { "object_r", "r", "system_r", "x" };
static const char *const type[] = {
	"t",	  "app_data_file", "new_t",  "old_t", "kernel_t",
	"also_t", "unlabeled_t",   "domain", "tt",    "none_t",
};
static const char *const range[] = {
	"s0",
	"s0:c0",
	"s0:c1",
	"s0-s1",
	"s0-s1:c0.c3",
	"s0:c0,c2",
	"secret:c0.c5",
	"s0:c0.c3",
	"s0-s4_without_categories",
	"s0:c0-t:c0",
	"s1:c0.c11",
	"s0:c512,c768",
	"s0-s15:c0.c1023",
	"s0:c0.c511",
	"s0-secret:c0.z",
	"s2",
};

/* Their contexts have one hash in `cached`, each two of them. */
static const char *const collision[] = {
	"u:object_r:app_data_file:s0:c25,c323",
	"u:object_r:app_data_file:s0:c36,c520",
};

/* As Android gives them to apps: c0 to c255 and c256 to c511, c512, c768. */
static void add_app(struct words *words)
{
	uint32_t app = below(words, below(words, 2) ? 4 : 65536);

	add(words, "u:object_r:app_data_file:s0:c");
	add_number(words, app % 256);
	add(words, ",c");
	add_number(words, 256 + app / 256);
	add(words, ",c512,c768");
}

/* Change, drop or insert one character, or cut the rest off. */
static void bend(struct words *words)
{
	static const char odd[] = "::-,. uUc\t"; /* with its NUL */
	size_t at = below(words, (uint32_t)words->len + 1);
	char c = odd[below(words, sizeof(odd))];
	size_t rest = words->len - at;

	switch (below(words, 4)) {
	case 0:
		if (rest)
			words->buf[at] = (uint8_t)c;
		break;
	case 1:
		if (!rest)
			break;
		words->len--;
		memmove(words->buf + at, words->buf + at + 1, rest - 1);
		break;
	case 2:
		if (words->len == words->max)
			break;
		memmove(words->buf + at + 1, words->buf + at, rest);
		words->buf[at] = (uint8_t)c;
		words->len++;
		break;
	default:
		words->len = at;
		break;
	}
}

size_t sidtab_make_text(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct words words = { .random = random, .max = max };

	words.buf = buf;
	if (below(&words, 8) == 0) {
		add_app(&words);
	} else if (below(&words, 16) == 0) {
		add(&words,
		    collision[below(&words, LSM_ARRAY_SIZE(collision))]);
	} else if (below(&words, 8) == 0) {
		add(&words, "bad");
		add_number(&words, below(&words, 3));
	} else {
		add_one(&words, user, LSM_ARRAY_SIZE(user), 1);
		add(&words, ":");
		add_one(&words, role, LSM_ARRAY_SIZE(role), 2);
		add(&words, ":");
		add_one(&words, type, LSM_ARRAY_SIZE(type), 4);
		add(&words, ":");
		add_one(&words, range, LSM_ARRAY_SIZE(range), 4);
	}
	if (below(&words, 8) == 0)
		bend(&words);
	return words.len;
}
