/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_programs.h"

#include "../fuzzers/audit_words.h"
#include "audit_events.h"
#include "complain.h"

#include <lsm/program.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct lsm_audit_ops lsm_audit_reference;

static bool take_out(const struct lsm_audit_rule *rule, uint64_t prio,
		     void *arg)
{
	(void)prio;
	audit_copy_rule(arg, rule);
	return false;
}

static void flush(void *filter)
{
	static const struct lsm_audit_ops *const ops = &lsm_audit_reference;
	struct audit_request request;

	do {
		request.rule.nr_fields = UINT32_MAX;
		ops->list(filter, take_out, &request);
	} while (request.rule.nr_fields != UINT32_MAX &&
		 !ops->del(filter, &request.rule));
}

/* The line that stored the same rule, or 0. */
static size_t line_of(const struct import_audit_file *file, size_t before,
		      const char *words)
{
	size_t line = 0;

	for (size_t i = 0; i < before; i++) {
		const struct import_audit_step *step = &file->step[i];

		bool same = !strcmp(step->words, words);

		if (step->kind == IMPORT_AUDIT_FLUSH ||
		    (step->kind == IMPORT_AUDIT_DELETE && same))
			line = 0;
		else if (step->kind == IMPORT_AUDIT_ADD && same && !line)
			line = step->line;
	}
	return line;
}

static size_t complain(const struct import_audit_file *file, size_t index,
		       const char *path, int status)
{
	const struct import_audit_step *step = &file->step[index];
	size_t line = line_of(file, index, step->words);

	if (status == -EEXIST && line)
		import_complain("%s:%zu: the rule of line %zu again", path,
				step->line, line);
	else if (status == -EEXIST)
		import_complain("%s:%zu: a rule of before again", path,
				step->line);
	else if (status == -ENOENT)
		import_complain("%s:%zu: no such rule to delete", path,
				step->line);
	else
		import_complain("%s:%zu: a kernel refuses the rule: %s", path,
				step->line, strerror(-status));
	return 1;
}

size_t import_audit_check(const struct import_audit_file *file,
			  const char *path)
{
	static const uint32_t param[LSM_ARGS_MAX];
	const struct lsm_audit_ops *ops = &lsm_audit_reference;
	void *filter = ops->base.create(NULL, param);
	size_t complaints = 0;

	if (!filter)
		return complain(file, 0, path, -ENOMEM);
	for (size_t i = 0; i < file->nr; i++) {
		const struct import_audit_step *step = &file->step[i];
		struct audit_request request;
		int status = 0;

		audit_rule_from_words(&request, step->words,
				      strlen(step->words));
		if (step->kind == IMPORT_AUDIT_FLUSH)
			flush(filter);
		else if (step->kind == IMPORT_AUDIT_ADD)
			status = ops->add(filter, &request.rule);
		else
			status = ops->del(filter, &request.rule);
		if (status)
			complaints += complain(file, i, path, status);
	}
	ops->base.destroy(filter);
	return complaints;
}

/* Lines of a program, and how long they are once assembled. */
struct lines {
	char *text;
	size_t len;
	size_t bytes;
};

static void put_quoted(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c > 0x7e)
			fprintf(out, "\\x%02x", c);
		else
			fputc(c, out);
	}
	fputs("\"\n", out);
}

static size_t put_words(FILE *out, const char *operation, const char *words)
{
	fprintf(out, "%s slot=0 text=", operation);
	put_quoted(out, words);
	return LSM_RECORD_BYTES + import_payload_bytes(strlen(words));
}

static size_t put_step(FILE *out, const struct import_audit_step *step)
{
	if (step->kind == IMPORT_AUDIT_FLUSH) {
		fputs("flush slot=0\n", out);
		return LSM_RECORD_BYTES;
	}
	return put_words(out, step->kind == IMPORT_AUDIT_ADD ? "add" : "del",
			 step->words);
}

/* Return: 0 if memory ran out. */
static size_t put_event(FILE *out, const struct lsm_audit_rule *rule,
			enum import_audit_aim aim)
{
	char *words = NULL;
	size_t len, bytes;
	FILE *event = open_memstream(&words, &len);

	if (!event)
		return 0;
	import_audit_event(event, rule, aim);
	if (fclose(event)) {
		free(words);
		return 0;
	}
	bytes = put_words(out, import_audit_operation(rule), words);
	free(words);
	return bytes;
}

static size_t put_question(FILE *out, const struct import_audit_step *step)
{
	struct audit_request request;
	size_t bytes = 0;

	if (step->kind == IMPORT_AUDIT_FLUSH)
		return 0;
	audit_rule_from_words(&request, step->words, strlen(step->words));
	if (import_audit_operation(&request.rule)) {
		for (int aim = 0; aim < IMPORT_AUDIT_AIMS; aim++)
			bytes += put_event(out, &request.rule, aim);
		return bytes;
	}
	for (uint32_t i = 0; i < request.rule.nr_fields; i++) {
		const struct lsm_audit_field *field = &request.rule.field[i];

		if (field->type != LSM_AUDIT_FSTYPE)
			continue;
		fprintf(out, "fs slot=0 magic=%u\n", field->value);
		fprintf(out, "fs slot=0 magic=%u\n", field->value + 1);
		bytes += 2 * LSM_RECORD_BYTES;
	}
	return bytes;
}

/* Steps @first to @last - 1, then questions about each of them. */
static bool compose(struct lines *lines, const struct import_audit_file *file,
		    size_t first, size_t last)
{
	FILE *out;

	memset(lines, 0, sizeof(*lines));
	out = open_memstream(&lines->text, &lines->len);
	if (!out)
		return false;
	for (size_t i = first; i < last; i++)
		lines->bytes += put_step(out, &file->step[i]);
	for (size_t i = first; i < last; i++)
		lines->bytes += put_question(out, &file->step[i]);
	return !fclose(out);
}

static int write_program(struct import_folder *folder, const char *name,
			 size_t number, const struct lines *lines,
			 const struct import_origin *origin)
{
	FILE *out = import_folder_file(folder, IMPORT_AUDIT, name, number);

	if (!out)
		return -EIO; /* after a complaint */
	fputs("lsmdiff audit 1\n# Rules", out);
	import_put_origin(out, origin);
	fwrite(lines->text, 1, lines->len, out);
	return import_folder_close(folder, out);
}

/* How many steps from @first on fit a program of a fuzzer; at least one. */
static size_t part(const struct import_audit_file *file, size_t first,
		   struct lines *lines)
{
	size_t last = first + 1;
	struct lines longer;

	if (!compose(lines, file, first, last))
		return 0;
	while (last < file->nr && compose(&longer, file, first, last + 1)) {
		if (longer.bytes > IMPORT_PROGRAM_BYTES) {
			free(longer.text);
			break;
		}
		free(lines->text);
		*lines = longer;
		last++;
	}
	return last - first;
}

static int write_parts(struct import_folder *folder,
		       const struct import_audit_file *file, const char *name,
		       size_t number, const struct import_origin *origin)
{
	int status = 0;
	size_t first = 0;

	for (size_t nth = 1; first < file->nr && !status; nth++) {
		struct lines lines;
		char part_name[256];
		size_t steps = part(file, first, &lines);

		if (!steps)
			return -ENOMEM;
		snprintf(part_name, sizeof(part_name), "%.200s-part-%zu", name,
			 nth);
		/* A rule that is too long for fuzzers is in the whole only. */
		if (lines.bytes <= IMPORT_PROGRAM_BYTES)
			status = write_program(folder, part_name, number,
					       &lines, origin);
		free(lines.text);
		first += steps;
	}
	return status;
}

int import_audit_write(struct import_folder *folder,
		       const struct import_audit_file *file, const char *name,
		       size_t number, const struct import_origin *origin)
{
	struct lines lines;
	int status;

	if (!file->nr)
		return 0;
	if (!compose(&lines, file, 0, file->nr)) {
		import_complain("%s: %s", name, strerror(ENOMEM));
		return -ENOMEM;
	}
	status = write_program(folder, name, number, &lines, origin);
	free(lines.text);
	if (!status && lines.bytes > IMPORT_PROGRAM_BYTES)
		status = write_parts(folder, file, name, number, origin);
	if (status == -ENOMEM)
		import_complain("%s: %s", name, strerror(ENOMEM));
	return status;
}
