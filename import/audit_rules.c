/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_rules.h"

#include "../fuzzers/audit_words.h"
#include "complain.h"
#include "input_file.h"
#include "program_writer.h"
#include "sandbox.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 10
#define MEMORY_MAX ((size_t)256 << 20)
#define OUTPUT_MAX ((size_t)64 << 20)

/* The child writes a line of text for each line that says something. */
static const char tag[] = {
	[IMPORT_AUDIT_SETTING] = 's', [IMPORT_AUDIT_FLUSH] = 'f',
	[IMPORT_AUDIT_ADD] = 'a',     [IMPORT_AUDIT_DELETE] = 'd',
	[IMPORT_AUDIT_REFUSED] = 'r',
};

struct task {
	char *text;
	size_t size;
};

static void read_line(FILE *out, size_t number, char *text, size_t len)
{
	static struct import_audit_line line;

	line.kind = IMPORT_AUDIT_REFUSED;
	if (strlen(text) != len)
		strcpy(line.why, "a NUL byte");
	else if (len > IMPORT_AUDIT_LINE_MAX)
		strcpy(line.why, "too long");
	else
		import_audit_line(&line, text);
	if (line.kind == IMPORT_AUDIT_NOTHING)
		return;
	fprintf(out, "%c%zu ", tag[line.kind], number);
	if (line.kind == IMPORT_AUDIT_REFUSED)
		import_put_printable(out, line.why);
	else if (line.kind != IMPORT_AUDIT_SETTING &&
		 line.kind != IMPORT_AUDIT_FLUSH)
		audit_print_rule(out, &line.rule);
	fputc('\n', out);
}

static int read_in_child(FILE *out, void *arg)
{
	const struct task *task = arg;
	char *text = task->text, *end = task->text + task->size;

	for (size_t number = 1; text < end; number++) {
		char *stop = memchr(text, '\n', (size_t)(end - text));

		stop = stop ? stop : end;
		*stop = '\0'; /* there is one behind the text, too */
		read_line(out, number, text, (size_t)(stop - text));
		text = stop + 1;
	}
	return 0;
}

static const char *why_not(const struct import_outcome *outcome)
{
	switch (outcome->end) {
	case IMPORT_RETURNED:
		return outcome->detail ? "the reader failed" : NULL;
	case IMPORT_TIMED_OUT:
		return "libaudit takes longer than 10 seconds";
	case IMPORT_OUT_OF_MEMORY:
		return "libaudit wants too much memory";
	case IMPORT_CRASHED:
		return "libaudit crashed";
	case IMPORT_TOO_LONG:
		return "too many rules";
	case IMPORT_INTERRUPTED:
		return ""; /* whoever raised the flag knows */
	case IMPORT_NOT_RUN:
		break;
	}
	return "cannot run the reader";
}

static bool keep(struct import_audit_file *file, size_t line,
		 enum import_audit_kind kind, const char *words)
{
	struct import_audit_step *grown =
		realloc(file->step, (file->nr + 1) * sizeof(*grown));

	if (!grown)
		return false;
	file->step = grown;
	grown[file->nr] = (struct import_audit_step){
		.line = line,
		.kind = kind,
		.words = strdup(words),
	};
	return grown[file->nr++].words != NULL;
}

/* One line of what the child wrote. */
static bool unpack_line(struct import_audit_file *file, const char *path,
			char *text)
{
	char *rest;
	size_t line = strtoul(text + 1, &rest, 10);

	rest += *rest == ' ';
	switch (*text) {
	case 's':
		file->settings++;
		return true;
	case 'r':
		file->refused++;
		import_complain("%s:%zu: %s", path, line, rest);
		return true;
	case 'f':
		return keep(file, line, IMPORT_AUDIT_FLUSH, "");
	case 'a':
		return keep(file, line, IMPORT_AUDIT_ADD, rest);
	default:
		return keep(file, line, IMPORT_AUDIT_DELETE, rest);
	}
}

static bool unpack(struct import_audit_file *file, const char *path,
		   char *output, size_t len)
{
	char *end = output + len;

	while (output < end) {
		char *stop = memchr(output, '\n', (size_t)(end - output));

		if (!stop)
			return false;
		*stop = '\0';
		if (!unpack_line(file, path, output))
			return false;
		output = stop + 1;
	}
	return true;
}

bool import_audit_read(struct import_audit_file *file, const char *path,
		       const volatile sig_atomic_t *stop)
{
	const struct import_limits limits = { SECONDS_MAX, MEMORY_MAX,
					      OUTPUT_MAX, stop };
	struct import_outcome outcome;
	struct task task;
	const char *why;

	memset(file, 0, sizeof(*file));
	task.text = import_read_file(path, &task.size);
	if (!task.text)
		return false;
	import_sandbox(&outcome, &limits, read_in_child, &task);
	free(task.text);
	why = why_not(&outcome);
	if (!why && !unpack(file, path, outcome.output, outcome.len))
		why = "out of memory";
	free(outcome.output);
	if (why && *why)
		import_complain("%s: %s", path, why);
	if (why)
		import_audit_free(file);
	return !why;
}

void import_audit_free(struct import_audit_file *file)
{
	for (size_t i = 0; i < file->nr; i++)
		free(file->step[i].words);
	free(file->step);
	memset(file, 0, sizeof(*file));
}
