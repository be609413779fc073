/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tokens can be changed, and into what. */
#include "mechanical.h"

#include <stdio.h>
#include <string.h>

struct finder {
	const struct lsm_tokens *tokens;
	lsm_change_fn *visit;
	void *arg;
};

static bool is(const struct finder *f, size_t i, const char *word)
{
	return lsm_token_is(f->tokens, i, word);
}

static bool is_kind(const struct finder *f, size_t i, enum lsm_token_kind kind)
{
	return i < f->tokens->nr && f->tokens->token[i].kind == kind;
}

static bool is_one_of(const struct finder *f, size_t i,
		      const char *const *words)
{
	for (; *words; words++)
		if (is(f, i, *words))
			return true;
	return false;
}

/* Tell of a change of the tokens from @first to @last. */
static void tell(const struct finder *f, const char *what, size_t first,
		 size_t last, const char *to)
{
	const struct lsm_token *from = &f->tokens->token[first];
	const struct lsm_token *until = &f->tokens->token[last];
	const struct lsm_token *name = &f->tokens->token[from->function];
	struct lsm_change change = {
		.what = what,
		.from = from->at,
		.len = (size_t)(until->at + until->len - from->at),
		.line = from->line,
		.function = name->at,
		.function_len = name->len,
	};

	if ((size_t)snprintf(change.to, sizeof(change.to), "%s", to) <
	    sizeof(change.to))
		f->visit(&change, f->arg);
}

/* An operator between two operands, not one before its only operand. */
static bool is_binary(const struct finder *f, size_t i)
{
	static const char *const not_operands[] = { "return", "case", "sizeof",
						    "else", NULL };

	return (is_kind(f, i - 1, LSM_TOKEN_WORD) &&
		!is_one_of(f, i - 1, not_operands)) ||
	       is_kind(f, i - 1, LSM_TOKEN_NUMBER) || is(f, i - 1, ")") ||
	       is(f, i - 1, "]");
}

static void change_operator(const struct finder *f, size_t i)
{
	static const struct {
		const char *what, *from, *to;
		bool binary;
	} row[] = {
		{ "relation", "<", "<=", true },
		{ "relation", "<=", "<", true },
		{ "relation", ">", ">=", true },
		{ "relation", ">=", ">", true },
		{ "relation", "==", "!=", true },
		{ "relation", "!=", "==", true },
		{ "logic", "&&", "||", true },
		{ "logic", "||", "&&", true },
		{ "arithmetic", "+", "-", true },
		{ "arithmetic", "-", "+", true },
		{ "arithmetic", "+=", "-=", true },
		{ "arithmetic", "-=", "+=", true },
		{ "arithmetic", "++", "--", false },
		{ "arithmetic", "--", "++", false },
		{ "bits", "&", "|", true },
		{ "bits", "|", "&", true },
		{ "bits", "^", "|", true },
		{ "bits", "<<", ">>", true },
		{ "bits", ">>", "<<", true },
		{ "bits", "&=", "|=", true },
		{ "bits", "|=", "&=", true },
		{ "bits", "^=", "|=", true },
		{ "bits", "~", "", false },
		{ "logic", "!", "", false },
	};

	for (size_t k = 0; k < sizeof(row) / sizeof(*row); k++)
		if (is(f, i, row[k].from) &&
		    (!row[k].binary || is_binary(f, i)))
			tell(f, row[k].what, i, i, row[k].to);
}

static void change_number(const struct finder *f, size_t i)
{
	const struct lsm_token *token = &f->tokens->token[i];
	char to[64];

	if (token->len > 24)
		return;
	snprintf(to, sizeof(to), "(%.*s + 1)", (int)token->len, token->at);
	tell(f, "off-by-one", i, i, to);
	if (is(f, i, "0"))
		return;
	snprintf(to, sizeof(to), "(%.*s - 1)", (int)token->len, token->at);
	tell(f, "off-by-one", i, i, to);
}

static void change_word(const struct finder *f, size_t i)
{
	static const struct {
		const char *what, *from, *to;
	} row[] = {
		{ "constant", "true", "false" },
		{ "constant", "false", "true" },
		{ "jump", "continue", "break" },
		{ "jump", "break", "continue" },
		{ "width", "uint64_t", "uint32_t" },
		{ "width", "int64_t", "int32_t" },
		{ "width", "uint32_t", "uint16_t" },
		{ "width", "size_t", "uint8_t" },
		{ "width", "UINT64_C", "(uint32_t)" },
		{ "order", "rcu_assign_pointer", "RCU_INIT_POINTER" },
	};
	const struct lsm_token *token = &f->tokens->token[i];

	for (size_t k = 0; k < sizeof(row) / sizeof(*row); k++)
		if (is(f, i, row[k].from))
			tell(f, row[k].what, i, i, row[k].to);
	/* An error that is swallowed: -ENOMEM and its like. */
	if (token->len > 3 && token->at[0] == 'E' && is(f, i - 1, "-") &&
	    !is_binary(f, i - 1))
		tell(f, "error", i - 1, i, "0");
}

/* Whether a statement may begin at @i, judged by what is before. */
static bool begins_statement(const struct finder *f, size_t i)
{
	static const char *const before[] = {
		"{", "}", ";", "else", "do", NULL
	};
	static const char *const heads[] = { "if", "for", "while", "switch",
					     NULL };
	size_t open;

	if (is_one_of(f, i - 1, before))
		return true;
	if (!is(f, i - 1, ")"))
		return false;
	open = f->tokens->token[i - 1].partner;
	return is_one_of(f, open - 1, heads);
}

/* An assignment or a call that can go: not a declaration, not a jump. */
static bool is_droppable(const struct finder *f, size_t i)
{
	static const char *const kept[] = {
		"if",	    "for",     "while",
		"do",	    "switch",  "case",
		"return",   "goto",    "break",
		"continue", "default", "else",
		"struct",   "enum",    "static",
		"const",    "union",   "unsigned",
		"typedef",  "extern",  "_Static_assert",
		NULL,
	};

	if (is(f, i, "*") || is(f, i, "++") || is(f, i, "--"))
		return true;
	return is_kind(f, i, LSM_TOKEN_WORD) && !is_one_of(f, i, kept) &&
	       !is_kind(f, i + 1, LSM_TOKEN_WORD) && !is(f, i + 1, "*") &&
	       !is(f, i + 1, ":");
}

static void drop_statement(const struct finder *f, size_t i)
{
	size_t end = i;

	if (!begins_statement(f, i) || !is_droppable(f, i))
		return;
	while (end < f->tokens->nr && !is(f, end, ";")) {
		if (is(f, end, "{") || is(f, end, "}"))
			return;
		if (is(f, end, "(") || is(f, end, "["))
			end = f->tokens->token[end].partner;
		end++;
	}
	if (end > i)
		tell(f, "dropped", i, end - 1, "");
}

/* Swap the first two arguments of a call. */
static void swap_arguments(const struct finder *f, size_t i)
{
	static const char *const before[] = { "return", "else", NULL };
	size_t close = f->tokens->token[i].partner, comma[2], nr = 0;
	char to[256];
	const struct lsm_token *t = f->tokens->token;
	size_t second_last;

	if (!is_kind(f, i - 1, LSM_TOKEN_WORD) ||
	    (is_kind(f, i - 2, LSM_TOKEN_WORD) && !is_one_of(f, i - 2, before)))
		return;
	for (size_t k = i + 1; k < close && nr < 2; k++) {
		if (is(f, k, ","))
			comma[nr++] = k;
		else if (t[k].partner != LSM_NO_TOKEN && t[k].partner > k)
			k = t[k].partner;
	}
	if (nr == 0 || comma[0] == i + 1)
		return;
	second_last = (nr == 2 ? comma[1] : close) - 1;
	if (second_last <= comma[0])
		return;
	snprintf(to, sizeof(to), "%.*s, %.*s",
		 (int)(t[second_last].at + t[second_last].len -
		       t[comma[0] + 1].at),
		 t[comma[0] + 1].at,
		 (int)(t[comma[0] - 1].at + t[comma[0] - 1].len - t[i + 1].at),
		 t[i + 1].at);
	tell(f, "swapped", i + 1, second_last, to);
}

void lsm_changes(const struct lsm_tokens *tokens, lsm_change_fn *visit,
		 void *arg)
{
	const struct finder f = { tokens, visit, arg };
	size_t parentheses = 0; /* statements do not begin inside of them */

	for (size_t i = 2; i < tokens->nr; i++) {
		const struct lsm_token *token = &tokens->token[i];

		if (token->function == LSM_NO_TOKEN ||
		    is(&f, token->function, "check"))
			continue;
		if (token->kind == LSM_TOKEN_PUNCT)
			change_operator(&f, i);
		else if (token->kind == LSM_TOKEN_NUMBER)
			change_number(&f, i);
		else if (token->kind == LSM_TOKEN_WORD)
			change_word(&f, i);
		if (is(&f, i, ")"))
			parentheses--;
		if (parentheses == 0)
			drop_statement(&f, i);
		if (is(&f, i, "(")) {
			parentheses++;
			swap_arguments(&f, i);
		}
	}
}
