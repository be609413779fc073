/* SPDX-License-Identifier: GPL-2.0-or-later */
/* C source into tokens, with brackets matched and functions known. */
#include "mechanical.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const long_puncts[] = {
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
	"!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=",
};

/* Behind what is no token at @at: space, a comment, a directive. */
static const char *skip(const char *at, bool at_line_start)
{
	if (isspace((unsigned char)*at))
		return at + 1;
	if (!strncmp(at, "/*", 2)) {
		const char *end = strstr(at + 2, "*/");

		return end ? end + 2 : at + strlen(at);
	}
	if (!strncmp(at, "//", 2))
		return at + strcspn(at, "\n");
	if (*at != '#' || !at_line_start)
		return at;
	for (; *at && *at != '\n'; at++)
		if (*at == '\\' && at[1])
			at++;
	return at;
}

static size_t text_length(const char *at)
{
	size_t i = 1;

	while (at[i] && at[i] != at[0])
		i += at[i] == '\\' && at[i + 1] ? 2 : 1;
	return i + (at[i] != 0);
}

static size_t punct_length(const char *at)
{
	for (size_t i = 0; i < sizeof(long_puncts) / sizeof(*long_puncts); i++)
		if (!strncmp(at, long_puncts[i], strlen(long_puncts[i])))
			return strlen(long_puncts[i]);
	return 1;
}

static void read_token(struct lsm_token *token, const char *at)
{
	token->at = at;
	token->len = 0;
	if (isalpha((unsigned char)*at) || *at == '_' ||
	    isdigit((unsigned char)*at)) {
		token->kind = isdigit((unsigned char)*at) ? LSM_TOKEN_NUMBER
							  : LSM_TOKEN_WORD;
		while (isalnum((unsigned char)at[token->len]) ||
		       at[token->len] == '_')
			token->len++;
	} else if (*at == '"' || *at == '\'') {
		token->kind = LSM_TOKEN_TEXT;
		token->len = text_length(at);
	} else {
		token->kind = LSM_TOKEN_PUNCT;
		token->len = punct_length(at);
	}
}

bool lsm_token_is(const struct lsm_tokens *tokens, size_t i, const char *word)
{
	return i < tokens->nr && tokens->token[i].len == strlen(word) &&
	       !memcmp(tokens->token[i].at, word, tokens->token[i].len);
}

static bool split(struct lsm_tokens *tokens, const char *text)
{
	size_t line = 1, room = 0;
	bool line_start = true;

	for (const char *at = text; *at;) {
		const char *next = skip(at, line_start);
		struct lsm_token *token;

		if (next != at) {
			for (; at < next; at++) {
				line += *at == '\n';
				line_start |= *at == '\n';
			}
			continue;
		}
		line_start = false;
		if (tokens->nr == room) {
			room = room ? 2 * room : 1024;
			token = realloc(tokens->token, room * sizeof(*token));
			if (!token)
				return false;
			tokens->token = token;
		}
		token = &tokens->token[tokens->nr++];
		read_token(token, at);
		token->line = line;
		token->function = LSM_NO_TOKEN;
		token->partner = LSM_NO_TOKEN;
		at += token->len;
	}
	return true;
}

static bool match_brackets(struct lsm_tokens *tokens)
{
	size_t *open = malloc((tokens->nr + 1) * sizeof(*open));
	size_t depth = 0;
	bool matched = open != NULL;

	for (size_t i = 0; matched && i < tokens->nr; i++) {
		if (lsm_token_is(tokens, i, "(") ||
		    lsm_token_is(tokens, i, "[") ||
		    lsm_token_is(tokens, i, "{")) {
			open[depth++] = i;
		} else if (lsm_token_is(tokens, i, ")") ||
			   lsm_token_is(tokens, i, "]") ||
			   lsm_token_is(tokens, i, "}")) {
			matched = depth > 0;
			if (!matched)
				break;
			tokens->token[i].partner = open[--depth];
			tokens->token[open[depth]].partner = i;
		}
	}
	free(open);
	return matched && depth == 0;
}

/* A body at file level: '{' behind ')' whose '(' has a name before it. */
static void find_functions(struct lsm_tokens *tokens)
{
	for (size_t i = 1; i < tokens->nr; i++) {
		size_t end = tokens->token[i].partner, name;

		if (!lsm_token_is(tokens, i, "{"))
			continue;
		if (lsm_token_is(tokens, i - 1, ")")) {
			name = tokens->token[i - 1].partner - 1;
			for (size_t k = i; k <= end; k++)
				tokens->token[k].function = name;
		}
		i = end;
	}
}

bool lsm_tokenize(struct lsm_tokens *tokens, const char *text)
{
	tokens->token = NULL;
	tokens->nr = 0;
	if (!split(tokens, text) || !match_brackets(tokens)) {
		free(tokens->token);
		tokens->token = NULL;
		return false;
	}
	find_functions(tokens);
	return true;
}
