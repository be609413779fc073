/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Likely rules and events, short enough that several meet in a program. */
#include "audit_words.h"

#include <stdarg.h>
#include <string.h>

struct words {
	struct lsm_random *random;
	char *buf;
	size_t len;
	size_t max;
};

static uint32_t below(struct words *words, uint32_t limit)
{
	return lsm_random_below(words->random, limit);
}

__attribute__((format(printf, 2, 3))) static void add(struct words *words,
						      const char *format, ...)
{
	char text[64];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (len > (int)sizeof(text) - 1)
		len = (int)sizeof(text) - 1;
	for (int i = 0; i < len && words->len < words->max; i++)
		words->buf[words->len++] = text[i];
}

/* Numbers that rules and events both like, so that they meet. */
static uint32_t some_number(struct words *words)
{
	static const uint32_t numbers[] = {
		0,	    1,		2,	    3,	    4,
		5,	    7,		8,	    15,	    33,
		65,	    1000,	1000,	    1001,   0x7fffffff,
		0x80000000, 0xfffffff3, 0xfffffffe, 0x8000, 0x4000,
		0xffffffff, 21,		25,	    100,    16,
		0x40000003, 0xc000003e,
	};

	return numbers[below(words, LSM_ARRAY_SIZE(numbers))];
}

static uint32_t some_call(struct words *words)
{
	static const uint32_t calls[] = {
		0,    1,    2,	  5,	  11,	      31,	  32,	59,
		63,   64,   76,	  82,	  87,	      90,	  102,	127,
		128,  257,  295,  322,	  437,	      188,	  2031, 2032,
		2047, 2048, 4095, 0xffff, 0x40000002, 0x40000027,
	};

	return below(words, 3) ? below(words, 4)
			       : calls[below(words, LSM_ARRAY_SIZE(calls))];
}

static void add_path(struct words *words)
{
	uint32_t nth = below(words, AUDIT_TEXTS + 2);

	if (nth < 14)
		add(words, "%s", audit_texts[nth]);
	else if (nth < AUDIT_TEXTS)
		add(words, "%s", lsm_audit_file[nth % LSM_AUDIT_FILES].path);
	else
		add(words, "/x~%u", 4094 + below(words, 4));
}

static void add_value(struct words *words, uint32_t type)
{
	if (type == LSM_AUDIT_KEY)
		add(words, below(words, 16) ? "k%u" : "k~%u",
		    below(words, 16) ? below(words, 3) : 255 + below(words, 3));
	else if (type == LSM_AUDIT_PATH || type == LSM_AUDIT_DIR ||
		 type == LSM_AUDIT_EXE)
		add_path(words);
	else if (lsm_audit_takes_text(type))
		add(words, "%s",
		    audit_texts[16 + below(words, AUDIT_TEXTS - 16)]);
	else if (type == LSM_AUDIT_ARCH)
		add(words, below(words, 2) ? "b64" : "b32");
	else if (type == LSM_AUDIT_PERM || type == LSM_AUDIT_AUID_SET ||
		 type == LSM_AUDIT_SUCCESS)
		add(words, "%u", below(words, type == LSM_AUDIT_PERM ? 17 : 3));
	else if (type == LSM_AUDIT_COMPARE)
		add(words, "%u", below(words, LSM_AUDIT_COMPARE_MAX + 2));
	else if (type == LSM_AUDIT_FILETYPE)
		add(words, "0x%x", below(words, 16) << 12);
	else
		add(words, "%u", some_number(words));
}

static void add_field(struct words *words)
{
	static const uint32_t common[] = {
		LSM_AUDIT_AUID,	     LSM_AUDIT_ARCH,	LSM_AUDIT_UID,
		LSM_AUDIT_PERM,	     LSM_AUDIT_PATH,	LSM_AUDIT_DIR,
		LSM_AUDIT_EXITCODE,  LSM_AUDIT_A0,	LSM_AUDIT_GID,
		LSM_AUDIT_INODE,     LSM_AUDIT_EXE,	LSM_AUDIT_SUCCESS,
		LSM_AUDIT_SUBJ_TYPE, LSM_AUDIT_MSGTYPE, LSM_AUDIT_COMPARE,
		LSM_AUDIT_FILETYPE,
	};
	uint32_t type = below(words, 2)
				? common[below(words, LSM_ARRAY_SIZE(common))]
				: audit_types[below(words, AUDIT_TYPES)];
	uint32_t op =
		below(words, 3) ? below(words, 2) : below(words, AUDIT_OPS);
	const char *name = audit_type_name(type);

	if (name)
		add(words, " -F%s%s", name, audit_op_word[op]);
	else
		add(words, " -F%u%s", type, audit_op_word[op]);
	add_value(words, type);
}

static void add_calls(struct words *words)
{
	switch (below(words, 8)) {
	case 0:
		return;
	case 1:
	case 2:
		add(words, " -Sall");
		return;
	case 3:
		add(words, " -S%u", 2047 - below(words, 17));
		return;
	case 4:
		add(words, " -S0-%u", some_call(words));
		return;
	default:
		add(words, " -S%u", some_call(words));
		while (below(words, 3) == 0)
			add(words, ",%u", some_call(words));
	}
}

/* All calls that name one file, or that root makes: many such match one event.
 */
static void add_broad(struct words *words)
{
	add(words, " -Sall");
	if (below(words, 2))
		add(words, " -Fuid=0");
	else
		add(words, " -Fpath=%s",
		    lsm_audit_file[below(words, LSM_AUDIT_FILES)].path);
}

/* Numbers that all hold but for one, perhaps: more than anybody keeps apart. */
static void add_many(struct words *words)
{
	static const char *const number[] = {
		"uid", "gid", "euid", "egid", "a0", "a1", "a2", "a3", "suid",
	};
	size_t nr = 4 + below(words, LSM_ARRAY_SIZE(number) - 3);
	size_t odd = below(words, 2) ? nr - 1 : below(words, 16);

	add(words, " -Sall");
	for (size_t i = 0; i < nr; i++)
		add(words, " -F%s=%u", number[i], i == odd);
}

size_t audit_make_rule(struct lsm_random *random, uint8_t *buf, size_t max)
{
	static const uint8_t lists[] = { 4, 4, 4, 4, 4, 1, 0, 5, 6, 7, 7, 2 };
	struct words words = { .random = random,
			       .buf = (char *)buf,
			       .max = max };
	uint32_t action = below(&words, 8);

	add(&words, "-%c%u,%u", below(&words, 4) ? 'a' : 'A',
	    lists[below(&words, LSM_ARRAY_SIZE(lists))],
	    action == 7 ? 1 : action & 2);
	if (below(&words, 4) == 0) {
		add_broad(&words);
	} else if (below(&words, 16) == 0) {
		add_many(&words);
	} else {
		add_calls(&words);
		do
			add_field(&words);
		while (below(&words, 5) < 2);
	}
	if (below(&words, 3) == 0)
		add(&words, " -kk%u", below(&words, 3));
	return words.len;
}

size_t audit_make_event(struct lsm_random *random, uint8_t *buf, size_t max)
{
	static const char *const members[] = {
		"arch", "a0",	"a1",	"a2",	"a3",	 "how",	  "exit",
		"pid",	"ppid", "uid",	"euid", "suid",	 "fsuid", "gid",
		"egid", "g",	"auid", "ses",	"pers",	 "subj",  "exe",
		"fam",	"ipc",	"msg",	"op",	"ok",	 "in",	  "auid",
		"exit", "uid",	"a1",	"sgid", "fsgid",
	};
	struct words words = { .random = random,
			       .buf = (char *)buf,
			       .max = max };

	add(&words, "nr=%u", some_call(&words));
	while (below(&words, 3))
		if (below(&words, 3) == 0)
			add(&words, " f=%u", below(&words, LSM_AUDIT_FILES));
		else
			add(&words, " %s=%u",
			    members[below(&words, LSM_ARRAY_SIZE(members))],
			    some_number(&words));
	return words.len;
}
