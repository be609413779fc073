/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mechanical FILE: list the mechanical changes of a C file, one a line:
 *	number, line, function, kind, what goes, what comes.
 * mechanical FILE NUMBER: print the file with that change made.
 */
#include "mechanical.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printer {
	const char *text;
	size_t number;
	size_t wanted; /* 0: all, as a list */
	bool done;
};

/* One line, whatever white space the text has. */
static void print_word(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		putchar(strchr("\n\t", text[i]) ? ' ' : text[i]);
}

static void print(const struct lsm_change *change, void *arg)
{
	struct printer *p = arg;

	p->number++;
	if (p->wanted == 0) {
		printf("%zu\t%zu\t%.*s\t%s\t", p->number, change->line,
		       (int)change->function_len, change->function,
		       change->what);
		print_word(change->from, change->len);
		putchar('\t');
		print_word(change->to, strlen(change->to));
		putchar('\n');
	} else if (p->wanted == p->number) {
		fwrite(p->text, 1, (size_t)(change->from - p->text), stdout);
		fputs(change->to, stdout);
		fputs(change->from + change->len, stdout);
		p->done = true;
	}
}

static char *read_all(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t len = 0;

	if (!in)
		return NULL;
	if (getdelim(&text, &len, '\0', in) < 0 || ferror(in)) {
		free(text);
		text = NULL;
		errno = errno ? errno : ENODATA;
	}
	fclose(in);
	return text;
}

int main(int argc, char **argv)
{
	struct printer printer = { 0 };
	struct lsm_tokens tokens;
	char *text, *end = NULL;

	if (argc == 3)
		printer.wanted = strtoul(argv[2], &end, 10);
	if (argc < 2 || argc > 3 ||
	    (argc == 3 && (*end || printer.wanted == 0))) {
		fputs("usage: mechanical FILE [NUMBER]\n", stderr);
		return 2;
	}
	text = read_all(argv[1]);
	if (!text) {
		fprintf(stderr, "mechanical: %s: %s\n", argv[1],
			strerror(errno));
		return 2;
	}
	if (!lsm_tokenize(&tokens, text)) {
		fprintf(stderr, "mechanical: %s: brackets do not match\n",
			argv[1]);
		free(text);
		return 2;
	}
	printer.text = text;
	lsm_changes(&tokens, print, &printer);
	free(tokens.token);
	free(text);
	if (printer.wanted && !printer.done) {
		fprintf(stderr, "mechanical: %s: has %zu changes only\n",
			argv[1], printer.number);
		return 2;
	}
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
