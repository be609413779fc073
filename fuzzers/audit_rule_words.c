/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules as words. */
#include "audit_words.h"

#include <string.h>

/* A piece of text. */
struct piece {
	const char *at;
	size_t len;
};

static bool is(struct piece piece, const char *word)
{
	return audit_is(piece.at, piece.len, word);
}

/* What stands before the next @separator; @rest goes on behind it. */
static bool cut(struct piece *rest, char separator, struct piece *piece)
{
	const char *end;

	if (!rest->len)
		return false;
	end = memchr(rest->at, separator, rest->len);
	piece->at = rest->at;
	piece->len = end ? (size_t)(end - rest->at) : rest->len;
	rest->at += piece->len + (end != NULL);
	rest->len -= piece->len + (end != NULL);
	return true;
}

static bool next_word(struct piece *rest, struct piece *word)
{
	while (cut(rest, ' ', word))
		if (word->len)
			return true;
	return false;
}

static uint32_t number(struct piece piece)
{
	return (uint32_t)audit_number(piece.at, piece.len);
}

/* Store @len bytes and @times times a character, as far as there is room. */
static const char *store(struct audit_texts *texts, const char *text,
			 size_t *len, char again, size_t times)
{
	size_t room = AUDIT_TEXT_ROOM - texts->used - 1;
	char *kept = texts->room + texts->used;

	*len = *len < room ? *len : room;
	memcpy(kept, text, *len);
	room -= *len;
	times = times < room ? times : room;
	memset(kept + *len, again, times);
	*len += times;
	kept[*len] = '\0';
	texts->used += *len + 1;
	if (texts->used == AUDIT_TEXT_ROOM) /* room for a NUL remains */
		texts->used--;
	return kept;
}

const char *audit_keep_text(struct audit_texts *texts, const char *text,
			    size_t len, size_t *stored)
{
	const char *repeat;
	size_t times;

	*stored = strnlen(text, len);
	repeat = memrchr(text, '~', *stored);
	if (!repeat || repeat == text)
		return store(texts, text, stored, 0, 0);
	times = audit_number(repeat + 1, *stored - (size_t)(repeat + 1 - text));
	*stored = (size_t)(repeat - text) - 1;
	return store(texts, text, stored, repeat[-1], times);
}

void audit_rule_init(struct audit_request *request)
{
	request->rule.flags = LSM_AUDIT_EXIT;
	request->rule.action = LSM_AUDIT_ALWAYS;
	request->rule.nr_fields = 0;
	memset(request->rule.mask, 0, sizeof(request->rule.mask));
	request->texts.used = 0;
}

void audit_add_field(struct audit_request *request, uint32_t type, uint32_t op,
		     uint32_t value, const char *text, size_t len)
{
	struct lsm_audit_rule *rule = &request->rule;
	struct lsm_audit_field *field = &rule->field[rule->nr_fields];

	if (rule->nr_fields > LSM_AUDIT_FIELDS_MAX)
		return;
	rule->nr_fields++;
	*field = (struct lsm_audit_field){ .type = type, .op = op };
	if (lsm_audit_takes_text(type))
		field->text = audit_keep_text(&request->texts, text, len,
					      &field->len);
	else
		field->value = value;
}

void audit_copy_rule(struct audit_request *request,
		     const struct lsm_audit_rule *rule)
{
	audit_rule_init(request);
	request->rule.flags = rule->flags;
	request->rule.action = rule->action;
	memcpy(request->rule.mask, rule->mask, sizeof(rule->mask));
	request->rule.nr_fields = rule->nr_fields;
	for (uint32_t i = 0; i < rule->nr_fields; i++) {
		struct lsm_audit_field *field = &request->rule.field[i];

		*field = rule->field[i];
		if (field->text)
			field->text = store(&request->texts, field->text,
					    &field->len, 0, 0);
	}
}

static const char *const list_word[LSM_AUDIT_LISTS] = {
	"user", "task",	   "entry",	 "watch",
	"exit", "exclude", "filesystem", "uring",
};

/* Words go where they belong; numbers are list first, action second. */
static void read_place(struct lsm_audit_rule *rule, struct piece rest)
{
	struct piece item;
	uint32_t nth = 0;

	for (; cut(&rest, ',', &item); nth++) {
		if (is(item, "never"))
			rule->action = LSM_AUDIT_NEVER;
		else if (is(item, "always"))
			rule->action = LSM_AUDIT_ALWAYS;
		else if (item.len && *item.at >= '0' && *item.at <= '9' && nth)
			rule->action = number(item);
		else if (item.len && *item.at >= '0' && *item.at <= '9')
			rule->flags |= number(item);
		else
			for (uint32_t i = 0; i < LSM_AUDIT_LISTS; i++)
				if (is(item, list_word[i]))
					rule->flags |= i;
	}
}

static void read_calls(struct lsm_audit_rule *rule, struct piece rest)
{
	struct piece item, from;

	while (cut(&rest, ',', &item)) {
		uint32_t first, last;

		if (is(item, "all")) {
			memset(rule->mask, 0xff,
			       sizeof(rule->mask) - sizeof(rule->mask[0]));
			continue;
		}
		if (!item.len || *item.at < '0' || *item.at > '9')
			continue;
		cut(&item, '-', &from);
		first = number(from);
		last = item.len ? number(item) : first;
		if (last >= LSM_AUDIT_MASK_BITS)
			last = LSM_AUDIT_MASK_BITS - 1;
		for (uint32_t nr = first; nr <= last; nr++)
			rule->mask[nr / 32] |= UINT32_C(1) << nr % 32;
	}
}

/* The operator at the start of @rest, which goes on behind it. */
static uint32_t read_op(struct piece *rest)
{
	size_t best = 0;
	uint32_t op = 0;

	for (size_t i = 0; i < AUDIT_OPS; i++) {
		size_t len = strlen(audit_op_word[i]);

		if (len > best && len <= rest->len &&
		    !memcmp(rest->at, audit_op_word[i], len)) {
			best = len;
			op = audit_op[i];
		}
	}
	rest->at += best;
	rest->len -= best;
	return op;
}

static void read_field(struct audit_request *request, struct piece rest)
{
	struct piece name = { rest.at, 0 };
	uint32_t op;

	while (name.len < rest.len && !strchr("=!<>&", name.at[name.len]))
		name.len++;
	rest.at += name.len;
	rest.len -= name.len;
	op = read_op(&rest);
	audit_add_field(request, audit_type_by_name(name.at, name.len), op,
			number(rest), rest.at, rest.len);
}

static void read_option(struct audit_request *request, char option,
			struct piece value)
{
	switch (option) {
	case 'A':
	case 'a':
		request->rule.flags = option == 'A' ? LSM_AUDIT_PREPEND : 0;
		read_place(&request->rule, value);
		break;
	case 'S':
		read_calls(&request->rule, value);
		break;
	case 'F':
		read_field(request, value);
		break;
	case 'k':
		audit_add_field(request, LSM_AUDIT_KEY, LSM_AUDIT_EQ, 0,
				value.at, value.len);
		break;
	default:
		break;
	}
}

void audit_rule_from_words(struct audit_request *request, const char *text,
			   size_t len)
{
	struct piece rest = { text, len }, word, value;

	audit_rule_init(request);
	while (next_word(&rest, &word)) {
		if (word.len < 2 || *word.at != '-')
			continue;
		value = (struct piece){ word.at + 2, word.len - 2 };
		if (!value.len && !next_word(&rest, &value))
			value.at = word.at;
		read_option(request, word.at[1], value);
	}
}

static void print_calls(FILE *out, const uint32_t *mask)
{
	const char *lead = " -S ";

	for (uint32_t nr = 0; nr < LSM_AUDIT_MASK_BITS; nr++) {
		uint32_t first = nr;

		if (!(mask[nr / 32] >> nr % 32 & 1))
			continue;
		while (nr + 1 < LSM_AUDIT_MASK_BITS &&
		       mask[(nr + 1) / 32] >> (nr + 1) % 32 & 1)
			nr++;
		if (first == 0 && nr == LSM_AUDIT_MASK_BITS - 33)
			fprintf(out, "%sall", lead);
		else if (first == nr)
			fprintf(out, "%s%u", lead, nr);
		else
			fprintf(out, "%s%u-%u", lead, first, nr);
		lead = ",";
	}
}

static void print_field(FILE *out, const struct lsm_audit_field *field)
{
	const char *name = audit_type_name(field->type), *op = "?";

	for (size_t i = 0; i < AUDIT_OPS; i++)
		if (audit_op[i] == field->op)
			op = audit_op_word[i];
	if (name)
		fprintf(out, " -F %s%s", name, op);
	else
		fprintf(out, " -F %u%s", field->type, op);
	if (field->text)
		fputs(field->text, out);
	else if (field->type == LSM_AUDIT_ARCH &&
		 field->value == LSM_AUDIT_ARCH_64)
		fputs("b64", out);
	else if (field->type == LSM_AUDIT_ARCH &&
		 field->value == LSM_AUDIT_ARCH_32)
		fputs("b32", out);
	else
		fprintf(out, "%u", field->value);
}

void audit_print_rule(FILE *out, const struct lsm_audit_rule *rule)
{
	uint32_t list = rule->flags & ~LSM_AUDIT_PREPEND;

	fputs(rule->flags & LSM_AUDIT_PREPEND ? "-A " : "-a ", out);
	if (list < LSM_AUDIT_LISTS && (rule->action == LSM_AUDIT_ALWAYS ||
				       rule->action == LSM_AUDIT_NEVER))
		fprintf(out, "%s,%s",
			rule->action == LSM_AUDIT_ALWAYS ? "always" : "never",
			list_word[list]);
	else
		fprintf(out, "%u,%u", list, rule->action);
	print_calls(out, rule->mask);
	for (uint32_t i = 0; i < rule->nr_fields; i++)
		print_field(out, &rule->field[i]);
}
