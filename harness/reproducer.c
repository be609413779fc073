/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reproducer.h"

#include "machine.h"
#include "minimize.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Answers are for the reader: what does not fit a few lines is cut. */
#define ANSWER_MAX 400

static void print_literal(FILE *out, const char *text, size_t max)
{
	fputc('"', out);
	for (size_t i = 0; text[i] && i < max; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ' || c > '~')
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
	fputs(strlen(text) > max ? "...\"" : "\"", out);
}

/* The first implementation that fails alone; @machine is it and the reference.
 */
static int find_culprit(const struct lsm_input *input,
			struct lsm_machine **machine)
{
	const char *only = getenv("LSM_IMPLS");

	for (size_t i = 1; i < lsm_structure.nr_impls; i++) {
		const char *name = lsm_structure.impls[i]->name;
		char *complaint = NULL;
		int class;

		if (only && *only && !strstr(only, name))
			continue;
		*machine =
			lsm_machine_new(&lsm_structure, name, NULL, &complaint);
		free(complaint);
		if (!*machine) /* this processor cannot run it */
			continue;
		class = lsm_classify(*machine, input->data, input->size);
		if (class != LSM_AGREE)
			return class;
		lsm_machine_free(*machine);
	}
	lsm_die("%s: nothing to reproduce, it agrees", input->path);
}

static void make_objects(struct lsm_world *world, const struct lsm_step *step)
{
	static const uint32_t param[LSM_ARGS_MAX];

	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++) {
		enum lsm_role role = step->op->arg[i].role;

		if ((role == LSM_IN || role == LSM_INOUT || role == LSM_OUT) &&
		    !world->slot[step->arg[i]] &&
		    !lsm_world_make(world, step->arg[i], param))
			lsm_die("out of memory");
	}
}

/* What all objects hold that the culprit keeps in step. */
static void print_content(FILE *out, const struct lsm_machine *machine)
{
	unsigned int slots = 0;
	uint64_t content = 0;

	for (size_t k = 0; k < LSM_SLOTS; k++) {
		struct lsm_obs obs = { 0 };

		if (!machine->world[0].slot[k] || machine->world[1].out[k])
			continue;
		slots |= 1u << k;
		lsm_world_dump(machine, &machine->world[0], k, &obs);
		lsm_obs_add(&content, &obs);
	}
	fprintf(out, "\n\t  %#x, UINT64_C(%#" PRIx64 ") },\n", slots, content);
}

static void print_step(FILE *out, struct lsm_machine *machine,
		       const struct lsm_step *step)
{
	struct lsm_world *reference = &machine->world[0];
	struct lsm_obs obs = { 0 };
	const char *reason = NULL;
	char *words, *answer;
	bool abstains;
	size_t len;
	FILE *text;

	make_objects(reference, step);
	abstains = lsm_machine_abstains(machine, &machine->world[1], step);
	obs.show = open_memstream(&answer, &len);
	text = open_memstream(&words, &len);
	if (!obs.show || !text)
		lsm_die("out of memory");
	lsm_world_call(machine, reference, step, &obs, &reason);
	lsm_machine_abstained(&machine->world[1], step, abstains);
	lsm_print_step(text, step);
	fclose(text);
	fclose(obs.show);
	if (abstains) {
		fputs("\t/* not asked, a known difference: ", out);
		print_literal(out, words, strlen(words));
		fputs(" */\n", out);
	} else {
		fputs("\t{ ", out);
		print_literal(out, words, strlen(words));
		fprintf(out,
			",\n\t  %d, %d, %" PRIu32 ", UINT64_C(%#" PRIx64
			"),\n\t  ",
			obs.status, (int)obs.outcome, obs.len, obs.digest);
		print_literal(out, answer, ANSWER_MAX);
		fputc(',', out);
		print_content(out, machine);
	}
	free(words);
	free(answer);
}

static void print_file(FILE *out, struct lsm_machine *machine,
		       const struct lsm_input *input, int class)
{
	const char *name = machine->world[1].ops->name;
	const char *compile = getenv("LSM_COMPILE"), *here;
	struct lsm_step step;
	size_t cursor = 0;

	fprintf(out,
		"/* SPDX-License-Identifier: GPL-2.0-or-later */\n/*\n"
		" * %s: %s fails, exit code %d: %s.\n"
		" * Each line is an operation, what it must answer, and what "
		"the "
		"objects must hold\n * afterwards.  Compile and run, at the "
		"top "
		"of lsmdiff's tree:\n *\n",
		lsm_structure.name, name, class,
		class == LSM_EXIT_SANITIZER
			? "a crash or a sanitizer's report"
			: lsm_verdict_word((enum lsm_verdict_kind) class));
	here = compile ? strstr(compile, "%s") : NULL;
	if (here)
		fprintf(out, " *\t%.*s%s%s\n", (int)(here - compile), compile,
			name, here + 2);
	fputs(" */\n#include \"single.h\"\n\n"
	      "static const struct lsm_wanted wanted[] = {\n",
	      out);
	while (lsm_program_next(&lsm_structure, input->data, input->size,
				&cursor, &step))
		print_step(out, machine, &step);
	fputs("};\n\nint main(void)\n{\n"
	      "\treturn lsm_single(wanted, LSM_ARRAY_SIZE(wanted));\n}\n",
	      out);
}

int lsm_write_reproducer(const struct lsm_input *input, const char *out)
{
	struct lsm_machine *machine;
	int class = find_culprit(input, &machine);
	FILE *file;
	char *draft;

	if (asprintf(&draft, "%s~", out) < 0)
		lsm_die("out of memory");
	file = fopen(draft, "w");
	if (!file)
		lsm_die("%s: %s", draft, strerror(errno));
	print_file(file, machine, input, class);
	if (ferror(file) || fclose(file) != 0 || rename(draft, out) < 0) {
		int error = errno;

		unlink(draft);
		lsm_die("%s: %s", out, strerror(error));
	}
	printf("%s: %s, exit code %d\n", out, machine->world[1].ops->name,
	       class);
	free(draft);
	lsm_machine_free(machine);
	return 0;
}
