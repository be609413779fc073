/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mechanical.h - small changes of C source that ought to be noticed
 *
 * Works on tokens, not on syntax: some changes do not compile or change
 * nothing, which whoever builds them finds out.
 */
#ifndef LSM_MUTANTS_MECHANICAL_H
#define LSM_MUTANTS_MECHANICAL_H

#include <stdbool.h>
#include <stddef.h>

/**
 * enum lsm_token_kind - what a token is
 * @LSM_TOKEN_WORD: identifier or keyword
 * @LSM_TOKEN_NUMBER: number
 * @LSM_TOKEN_TEXT: string or character constant
 * @LSM_TOKEN_PUNCT: operator or other punctuation, the longest that fits
 */
enum lsm_token_kind {
	LSM_TOKEN_WORD,
	LSM_TOKEN_NUMBER,
	LSM_TOKEN_TEXT,
	LSM_TOKEN_PUNCT,
};

/**
 * struct lsm_token - a token inside of a function's body, or outside of all
 * @kind: what it is
 * @at: its first byte
 * @len: how many bytes
 * @line: 1-based
 * @function: index of the token that names the function, or LSM_NO_TOKEN
 * @partner: index of the matching bracket, or LSM_NO_TOKEN
 */
struct lsm_token {
	enum lsm_token_kind kind;
	const char *at;
	size_t len;
	size_t line;
	size_t function;
	size_t partner;
};

#define LSM_NO_TOKEN ((size_t)-1)

/**
 * struct lsm_tokens - the tokens of a file; comments and directives left out
 * @token: the tokens
 * @nr: how many
 */
struct lsm_tokens {
	struct lsm_token *token;
	size_t nr;
};

/**
 * lsm_tokenize() - split a file into tokens
 * @tokens: receives them; free @tokens->token
 * @text: the file, ends in NUL; must outlive @tokens
 *
 * Return: false if memory ran out or brackets do not match.
 */
bool lsm_tokenize(struct lsm_tokens *tokens, const char *text);

/**
 * lsm_token_is() - whether a token is spelled like this
 * @tokens: the tokens
 * @i: which; may be beyond the end
 * @word: the spelling
 *
 * Return: true if it is.
 */
bool lsm_token_is(const struct lsm_tokens *tokens, size_t i, const char *word);

/**
 * struct lsm_change - one change of a file
 * @what: its kind, one word
 * @from: the first byte that goes
 * @len: how many bytes go
 * @to: what comes instead
 * @line: 1-based
 * @function: name of the function
 * @function_len: its length
 */
struct lsm_change {
	const char *what;
	const char *from;
	size_t len;
	char to[256];
	size_t line;
	const char *function;
	size_t function_len;
};

/**
 * typedef lsm_change_fn - told of one change
 * @change: the change; gone after the call
 * @arg: the caller's
 */
typedef void lsm_change_fn(const struct lsm_change *change, void *arg);

/**
 * lsm_changes() - find all changes of a file, always in the same order
 * @tokens: the file
 * @visit: told of each
 * @arg: passed on
 *
 * The bodies of functions called check are left out: they are oracles.
 */
void lsm_changes(const struct lsm_tokens *tokens, lsm_change_fn *visit,
		 void *arg);

#endif /* LSM_MUTANTS_MECHANICAL_H */
