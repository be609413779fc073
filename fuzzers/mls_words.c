/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Likely texts of levels and ranges: by the grammar, then now and then bent. */
#include "mls_words.h"

#include <string.h>

struct words {
	struct lsm_random *random;
	enum {
		COMMON,
		SMALL,
		BIG
	} taste;
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

static void add(struct words *words, const char *text)
{
	for (; *text; text++)
		add_char(words, *text);
}

static void add_number(struct words *words, uint32_t number)
{
	if (number >= 10)
		add_number(words, number / 10);
	add_char(words, (char)('0' + number % 10));
}

/* Names that both policies have, and those of the small one by value. */
static const char *const common_sens[] = { "s0", "s1", "s3" };
static const char *const common_cat[] = {
	"c0", "c1", "c2", "c3", "c5", "c8", "c11",
};
static const char *const small_sens[] = {
	"s0",
	"s1",
	"secret",
	"s3",
	"t",
	"unclassified",
	"s4_without_categories",
};
static const char *const small_cat[] = {
	"c0",
	"c1",
	"c1_very_long",
	"c2",
	"x",
	"c3",
	"c5",
	"red",
	"c7_",
	"c8",
	"c9_of_quite_uncommon_length_even_for_a_name",
	"c11",
	"z",
};

/* Where words and nodes end. */
static const uint32_t big_cat[] = {
	0,   1,	  62,  63,  64,	 65,  127, 128,	 191,
	192, 383, 384, 511, 512, 767, 768, 1022, 1023,
};

static void add_sens(struct words *words)
{
	switch (words->taste) {
	case COMMON:
		add(words,
		    common_sens[below(words, LSM_ARRAY_SIZE(common_sens))]);
		break;
	case SMALL:
		add(words,
		    small_sens[below(words, LSM_ARRAY_SIZE(small_sens))]);
		break;
	case BIG:
		add_char(words, 's');
		add_number(words, below(words, 2) ? below(words, 16)
						  : 15 * below(words, 2));
		break;
	}
}

static uint32_t nr_cats(const struct words *words)
{
	switch (words->taste) {
	case COMMON:
		return LSM_ARRAY_SIZE(common_cat);
	case SMALL:
		return LSM_ARRAY_SIZE(small_cat);
	case BIG:
		break;
	}
	return LSM_ARRAY_SIZE(big_cat);
}

/* The @nth category if there is one; tells how far it got. */
static uint32_t add_cat(struct words *words, uint32_t nth)
{
	if (nth >= nr_cats(words) || below(words, 16) == 0)
		nth = below(words, nr_cats(words));
	switch (words->taste) {
	case COMMON:
		add(words, common_cat[nth]);
		break;
	case SMALL:
		add(words, small_cat[nth]);
		break;
	case BIG:
		add_char(words, 'c');
		add_number(words,
			   below(words, 4) ? big_cat[nth] : below(words, 1024));
		break;
	}
	return nth;
}

/* Runs with one hole between them that begin or end about where words do. */
static void add_runs(struct words *words, char separator)
{
	static const uint32_t more[] = { 0, 1, 2, 62, 63, 64, 65, 127, 128 };
	uint32_t at = below(words, 2) ? 60 + below(words, 8) : 0;

	do {
		uint32_t run = more[below(words, LSM_ARRAY_SIZE(more))];

		add_char(words, separator);
		separator = ',';
		add_char(words, 'c');
		add_number(words, at);
		if (run) {
			add(words, ".c");
			add_number(words, at + run);
		}
		at += run + 2;
	} while (at < 512 && below(words, 4));
}

static void add_list(struct words *words, char separator)
{
	uint32_t nth = below(words, 4);
	uint32_t odds = below(words, 16) ? 2 : 64; /* now and then very long */

	if (words->taste == BIG && below(words, 3) == 0) {
		add_runs(words, separator);
		return;
	}
	do {
		add_char(words, separator);
		separator = ',';
		nth = add_cat(words, nth);
		if (below(words, 3) == 0) {
			add_char(words, '.');
			nth = add_cat(words, nth + 1 + below(words, 4));
		}
		nth += 1 + below(words, 3);
	} while (below(words, odds));
}

static void add_level(struct words *words)
{
	add_sens(words);
	if (below(words, 4))
		add_list(words, ':');
}

/* A high level is worth most if it has a chance to dominate the low one. */
static void add_high(struct words *words)
{
	size_t low = words->len;

	add_char(words, '-');
	switch (below(words, 4)) {
	case 0:
		for (size_t i = 0; i < low; i++)
			add_char(words, (char)words->buf[i]);
		if (memchr(words->buf, ':', low))
			add_list(words, ',');
		else
			add_list(words, ':');
		break;
	case 1:
		add(words, words->taste == BIG ? "s15:c0.c1023" : "s1:c0.c11");
		break;
	default:
		add_level(words);
		break;
	}
}

/* Replace, drop or insert one character, or cut the rest off. */
static void bend(struct words *words)
{
	static const char odd[] = "-:,.-:,. S0cz\t"; /* with its NUL */
	size_t at = below(words, (uint32_t)words->len + 1);
	char c = odd[below(words, sizeof(odd))];

	switch (below(words, 4)) {
	case 0:
		if (at < words->len)
			words->buf[at] = (uint8_t)c;
		break;
	case 1:
		if (at == words->len)
			break;
		words->len--;
		memmove(words->buf + at, words->buf + at + 1, words->len - at);
		break;
	case 2:
		if (words->len == words->max)
			break;
		memmove(words->buf + at + 1, words->buf + at, words->len - at);
		words->buf[at] = (uint8_t)c;
		words->len++;
		break;
	default:
		words->len = at;
		break;
	}
}

size_t mls_make_text(struct lsm_random *random, uint8_t *buf, size_t max)
{
	struct words words = { .random = random, .max = max };

	words.buf = buf;
	words.taste = below(&words, 3);
	add_level(&words);
	if (below(&words, 5) < 2)
		add_high(&words);
	if (below(&words, 6) == 0)
		bend(&words);
	return words.len;
}
