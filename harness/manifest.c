/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "manifest.h"

#include "machine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The manifest is one text.  Lines of an implementation end in its name, so
 * that a build without a peer, or a processor without an instruction set, can
 * leave them out of the comparison.
 */

#define MANIFEST_MAX (1u << 20)

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
	return hash;
}

static void print_head(FILE *out, const char *dir,
		       const struct lsm_inputs *inputs,
		       const struct lsm_ledger *ledger)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	size_t bytes = 0;

	for (size_t i = 0; i < inputs->nr; i++) {
		const struct lsm_input *input = &inputs->input[i];
		const char *name = input->path + strlen(dir);

		name += strspn(name, "/");
		hash = mix(hash, name, strlen(name) + 1);
		hash = mix(hash, input->data, input->size);
		bytes += input->size;
	}
	fprintf(out,
		"format %" PRIu32 "\nprograms %zu\nbytes %zu\n"
		"hash %016" PRIx64 "\noperations %" PRIu64 "\n",
		lsm_structure.format, inputs->nr, bytes, hash,
		ledger->operations);
}

/* An operation as programs and the engine see it: none of it may drift. */
static void print_op(FILE *out, size_t code, const struct lsm_op *op)
{
	static const char *const kind[] = { "query", "update", "create" };
	static const char *const failure[] = { "unchanged", "empty", "prefix",
					       "best-effort" };
	static const char *const role[] = { "value", "in", "inout", "out",
					    "length" };

	fprintf(out, "operation %zu %s %s %s", code, op->name, kind[op->kind],
		failure[op->failure]);
	for (size_t i = 0; i < LSM_ARGS_MAX && op->arg[i].name; i++)
		fprintf(out, " %s:%s:%u", op->arg[i].name,
			role[op->arg[i].role], op->arg[i].width);
	fputc('\n', out);
}

/* The reference's answers: an observation that goes deaf changes its digest. */
static void print_answers(FILE *out, const struct lsm_machine *machine)
{
	for (size_t k = 0; k < lsm_structure.nr_ops; k++) {
		if (!lsm_structure.ops[k].name)
			continue;
		print_op(out, k, &lsm_structure.ops[k]);
		fprintf(out, "answers %s %016" PRIx64 "\n",
			lsm_structure.ops[k].name, machine->answers[k]);
	}
	fprintf(out, "objects %016" PRIx64 "\n", machine->dumps);
}

static void print_impl(FILE *out, const struct lsm_world *world,
		       const struct lsm_ledger *ledger)
{
	fprintf(out, "compared %" PRIu64 " %s\n",
		lsm_ledger_comparisons(ledger, world->index), world->ops->name);
	for (size_t k = 0; k < lsm_structure.nr_ops; k++) {
		const struct lsm_cell *cell = &ledger->cell[world->index][k];

		for (size_t o = 0; o < LSM_OUTCOMES; o++)
			if (cell->compared[o])
				fprintf(out, "cell %s %s %s\n",
					lsm_structure.ops[k].name,
					lsm_outcome_name[o], world->ops->name);
	}
}

/* The manifest of this run as a text to be freed. */
static char *manifest(const char *dir, const struct lsm_inputs *inputs,
		      const struct lsm_machine *machine)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	print_head(out, dir, inputs, machine->ledger);
	print_answers(out, machine);
	/* Members of a family come and go; what they fill is not for all. */
	for (size_t i = 1; i < machine->nr; i++)
		if (!machine->world[i].ops->family)
			print_impl(out, &machine->world[i], machine->ledger);
	return fclose(out) == 0 ? text : NULL;
}

static char *path_of(const char *dir, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", dir, name) < 0 ? NULL : path;
}

int lsm_manifest_write(const char *dir, const struct lsm_inputs *inputs,
		       struct lsm_machine *machine)
{
	char *text = manifest(dir, inputs, machine);
	char *path = path_of(dir, "MANIFEST"),
	     *draft = path_of(dir, "MANIFEST~");
	FILE *file;

	if (!text || !path || !draft)
		lsm_die("out of memory");
	file = fopen(draft, "w");
	if (!file)
		lsm_die("%s: %s", draft, strerror(errno));
	if (fputs(text, file) < 0 || fclose(file) != 0 ||
	    rename(draft, path) < 0) {
		int error = errno;

		unlink(draft);
		lsm_die("%s: %s", path, strerror(error));
	}
	printf("wrote %s\n", path);
	free(text);
	free(path);
	free(draft);
	return 0;
}

static bool is_named(const char *line, const char *name)
{
	const char *last = strrchr(line, ' ');

	return last && !strcmp(last + 1, name);
}

/*
 * Whether the line speaks of an implementation that does not run here: one that
 * this processor cannot run or that was not asked for, or a peer that was not
 * built but is known by its differences.
 */
static bool absent(const struct lsm_machine *machine, const char *line)
{
	bool known = false;

	if (strncmp(line, "compared ", 9) != 0 &&
	    strncmp(line, "cell ", 5) != 0)
		return false;
	for (size_t i = 1; i < machine->nr; i++)
		if (is_named(line, machine->world[i].ops->name))
			return false;
	for (size_t i = 0; i < lsm_structure.nr_impls; i++)
		known |= is_named(line, lsm_structure.impls[i]->name);
	for (size_t i = 0; i < lsm_structure.nr_differences; i++)
		known |= is_named(line, lsm_structure.differences[i].impl);
	return known;
}

static bool has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (const char *at = text; *at; at = strchr(at, '\n') + 1)
		if (!strncmp(at, line, len) && at[len] == '\n')
			return true;
	return false;
}

/* The committed manifest, whole lines without a NUL, to be freed. */
static char *read_manifest(const char *path)
{
	char *text = calloc(1, MANIFEST_MAX + 2);
	struct stat stat_buf;
	size_t size;
	FILE *file;

	if (!text)
		lsm_die("out of memory");
	if (stat(path, &stat_buf) < 0)
		lsm_die("%s: %s", path, strerror(errno));
	if (!S_ISREG(stat_buf.st_mode))
		lsm_die("%s: not a file", path);
	file = fopen(path, "r");
	if (!file)
		lsm_die("%s: %s", path, strerror(errno));
	size = fread(text, 1, MANIFEST_MAX + 1, file);
	fclose(file);
	if (size == 0 || size > MANIFEST_MAX || strlen(text) != size ||
	    text[size - 1] != '\n')
		lsm_die("%s: not a manifest: %s", path,
			size == 0	      ? "empty"
			: size > MANIFEST_MAX ? "too long"
					      : "cut or binary");
	return text;
}

/* Each line of @from must be in @in, but for implementations not run here. */
static int check_lines(const struct lsm_machine *machine, const char *path,
		       const char *from, const char *in, const char *complaint)
{
	char *copy = strdup(from), *rest = copy, *line;
	size_t number = 0;
	int faults = 0;

	if (!copy)
		lsm_die("out of memory");
	while ((line = strsep(&rest, "\n")) && rest) {
		number++;
		if (*line && (absent(machine, line) || has_line(in, line)))
			continue;
		fprintf(stderr, "%s:%zu: %s: %s\n", path, number, complaint,
			line);
		faults++;
	}
	free(copy);
	return faults;
}

static int check_sizes(const struct lsm_inputs *inputs)
{
	int faults = 0;

	for (size_t i = 0; i < inputs->nr; i++) {
		if (inputs->input[i].size <= LSM_SEED_MAX)
			continue;
		fprintf(stderr, "%s: %zu bytes do not fit %u\n",
			inputs->input[i].path, inputs->input[i].size,
			LSM_SEED_MAX);
		faults++;
	}
	return faults;
}

static int check_abstentions(const struct lsm_machine *machine)
{
	int faults = 0;

	for (size_t i = 1; i < machine->nr; i++) {
		const struct lsm_world *world = &machine->world[i];

		for (size_t k = 0; k < lsm_structure.nr_ops; k++) {
			const struct lsm_cell *cell =
				&machine->ledger->cell[world->index][k];
			uint64_t compared = 0;

			for (size_t o = 0; o < LSM_OUTCOMES; o++)
				compared += cell->compared[o];
			/* What a peer does not offer is no abstention. */
			if (lsm_impl_lacks(world->ops, k) ||
			    cell->abstained <= compared)
				continue;
			fprintf(stderr,
				"%s: %s abstains %" PRIu64
				" times, is compared %" PRIu64 " times\n",
				lsm_structure.ops[k].name, world->ops->name,
				cell->abstained, compared);
			faults++;
		}
	}
	return faults;
}

int lsm_manifest_check(const char *dir, const struct lsm_inputs *inputs,
		       struct lsm_machine *machine)
{
	char *actual = manifest(dir, inputs, machine);
	char *path = path_of(dir, "MANIFEST");
	char *expected;
	int faults;

	if (!actual || !path)
		lsm_die("out of memory");
	expected = read_manifest(path);
	faults = check_lines(machine, path, expected, actual, "not so");
	faults += check_lines(machine, path, actual, expected,
			      "missing, as line");
	faults += check_sizes(inputs);
	faults += check_abstentions(machine);
	if (faults)
		fprintf(stderr,
			"%s: %d faults; if they are meant: make manifest\n",
			path, faults);
	free(expected);
	free(actual);
	free(path);
	return faults ? LSM_EXIT_USAGE : 0;
}
