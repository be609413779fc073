/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replay driver: run saved programs without a fuzzer.
 *
 * Exits 0 if every program agrees, else with the kind of the first verdict.
 */
#include "driver.h"
#include "machine.h"
#include "manifest.h"
#include "minimize.h"
#include "reproducer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"usage: replay [--without ROW] [--cells] [--finds] PATH...\n"
	"           run programs, or all below a folder; --finds: of a "
	"fuzzer,\n"
	"           some of which may decode to no operation\n"
	"       replay --corpus DIR\n"
	"           run a committed corpus and check it against its MANIFEST\n"
	"       replay --write-manifest DIR\n"
	"           run a corpus and write its MANIFEST\n"
	"       replay --print PATH...\n"
	"           print programs in words\n"
	"       replay --assemble DIR PATH...\n"
	"           write programs as bytes into a folder\n"
	"       replay --minimize OUT FILE\n"
	"           remove operations while the verdict stays the same\n"
	"       replay --reproducer OUT FILE\n"
	"           write it as C against the one implementation that fails\n"
	"       replay --ledger FILE...\n"
	"           print the ledgers of fuzz runs, added up\n"
	"       replay --differences\n"
	"           list the rows of FINDINGS.md that --without takes\n"
	"LSM_IMPLS=name,name in the environment narrows the implementations.\n";

static struct lsm_inputs inputs_of(char **paths)
{
	struct lsm_inputs inputs = { 0 };

	if (!*paths)
		lsm_die("no program given");
	for (; *paths; paths++)
		lsm_inputs_add(&inputs, *paths);
	return inputs;
}

/* Programs that are explained; of the others only the names are printed. */
#define EXPLAINED_MAX 3

/*
 * Once on new objects, and twice on objects that programs before have used: a
 * find that depends on what clear() leaves must show, too.
 */
static struct lsm_verdict run_one(struct lsm_machine *machine,
				  const struct lsm_input *input)
{
	struct lsm_tweak fresh = LSM_TWEAK_NONE, used = LSM_TWEAK_NONE;
	struct lsm_verdict verdict;

	fresh.fresh = true;
	used.strict = true;
	lsm_driver_watch(machine, input);
	verdict = lsm_machine_run(machine, input->data, input->size, &fresh);
	for (int i = 0; i < 2 && verdict.kind == LSM_AGREE; i++)
		verdict = lsm_machine_run(machine, input->data, input->size,
					  &used);
	lsm_driver_rest();
	return verdict;
}

/* Run all of them; the first verdict is the result, all are reported. */
static int run_all(struct lsm_machine *machine, struct lsm_inputs *inputs,
		   bool may_be_empty)
{
	int result = LSM_AGREE;
	size_t failures = 0;

	for (size_t i = 0; i < inputs->nr; i++) {
		struct lsm_input *input = &inputs->input[i];
		struct lsm_verdict verdict;

		if (!may_be_empty &&
		    !lsm_program_steps(&lsm_structure, input->data,
				       input->size))
			lsm_die("%s: decodes to no operation", input->path);
		verdict = run_one(machine, input);
		if (verdict.kind == LSM_AGREE)
			continue;
		if (failures++ < EXPLAINED_MAX)
			lsm_driver_report(machine, input, &verdict);
		else
			fprintf(stderr, "%s: %s %s\n", input->path,
				lsm_machine_impl(machine, verdict.impl)->name,
				lsm_verdict_word(verdict.kind));
		if (result == LSM_AGREE)
			result = (int)verdict.kind;
	}
	return result;
}

/* Programs begin when all is set up: what if there is no memory for that? */
static int run_setups(struct lsm_machine *machine,
		      const struct lsm_inputs *inputs)
{
	enum lsm_verdict_kind kind = lsm_machine_try_setups(machine, stderr);

	if (kind != LSM_AGREE)
		lsm_driver_print_command(inputs->input[0].path);
	return (int)kind;
}

static int run_everything(struct lsm_machine *machine,
			  struct lsm_inputs *inputs, bool may_be_empty)
{
	int result = run_all(machine, inputs, may_be_empty);
	int setups = run_setups(machine, inputs);

	return result == LSM_AGREE ? setups : result;
}

/* What this processor cannot run is not compared: say so. */
static void print_left_out(void)
{
	for (size_t i = 1; i < lsm_structure.nr_impls; i++) {
		const struct lsm_ops *ops = lsm_structure.impls[i];

		if (ops->available && !ops->available())
			printf("left out: this processor cannot run %s\n",
			       ops->name);
	}
}

static int print_summary(struct lsm_machine *machine, int result, bool cells)
{
	const struct lsm_ledger *ledger = lsm_machine_ledger(machine);
	uint64_t comparisons = 0;

	lsm_ledger_print(stdout, &lsm_structure, ledger, cells);
	print_left_out();
	for (size_t i = 1; i < lsm_structure.nr_impls; i++)
		comparisons += lsm_ledger_comparisons(ledger, i);
	if (!comparisons && result == LSM_AGREE)
		lsm_die("nothing was compared");
	printf("%s: %s\n", lsm_structure.name,
	       result == LSM_AGREE ? "all agree" : "NOT the same");
	return result;
}

static int replay(char **argv)
{
	const char *without = NULL;
	bool cells = false, finds = false;
	struct lsm_machine *machine;
	struct lsm_inputs inputs;
	int result;

	for (; *argv && !strncmp(*argv, "--", 2); argv++) {
		if (!strcmp(*argv, "--without") && argv[1])
			without = *++argv;
		else if (!strcmp(*argv, "--cells"))
			cells = true;
		else if (!strcmp(*argv, "--finds"))
			finds = true;
		else
			lsm_die("unknown option %s", *argv);
	}
	inputs = inputs_of(argv);
	machine = lsm_driver_machine(without);
	result = run_everything(machine, &inputs, finds);
	print_summary(machine, result, cells);
	lsm_machine_free(machine);
	lsm_inputs_free(&inputs);
	return result;
}

static int corpus(char **argv, bool write)
{
	struct lsm_inputs inputs;
	struct lsm_machine *machine;
	int result;

	if (!argv[0] || argv[1])
		lsm_die("one corpus folder is wanted");
	inputs = inputs_of(argv);
	machine = lsm_driver_machine(NULL);
	result = run_everything(machine, &inputs, false);
	print_summary(machine, result, false);
	if (result == LSM_AGREE)
		result = write ? lsm_manifest_write(argv[0], &inputs, machine)
			       : lsm_manifest_check(argv[0], &inputs, machine);
	lsm_machine_free(machine);
	lsm_inputs_free(&inputs);
	return result;
}

static int print(char **argv)
{
	struct lsm_inputs inputs = inputs_of(argv);

	for (size_t i = 0; i < inputs.nr; i++)
		lsm_print_program(stdout, &lsm_structure, inputs.input[i].data,
				  inputs.input[i].size);
	lsm_inputs_free(&inputs);
	return 0;
}

static void assemble_one(const char *dir, const struct lsm_input *input)
{
	const char *slash = strrchr(input->path, '/');
	const char *name = slash ? slash + 1 : input->path;
	char path[4096];
	FILE *file;

	if (input->size > LSM_SEED_MAX)
		lsm_die("%s: %zu bytes do not fit %u", input->path, input->size,
			LSM_SEED_MAX);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if (strlen(path) > 4 && !strcmp(path + strlen(path) - 4, ".ops"))
		path[strlen(path) - 4] = '\0';
	/* Two programs of one name would be one file. */
	file = fopen(path, "wbx");
	if (!file)
		lsm_die("%s: %s", path, strerror(errno));
	if (fwrite(input->data, 1, input->size, file) != input->size ||
	    fclose(file) != 0) {
		int error = errno;

		unlink(path);
		lsm_die("%s: %s", path, strerror(error));
	}
}

static int assemble(char **argv)
{
	struct lsm_inputs inputs;

	if (!argv[0])
		lsm_die("no folder given");
	inputs = inputs_of(argv + 1);
	if (mkdir(argv[0], 0777) < 0 && errno != EEXIST)
		lsm_die("%s: %s", argv[0], strerror(errno));
	for (size_t i = 0; i < inputs.nr; i++)
		assemble_one(argv[0], &inputs.input[i]);
	printf("%zu programs in %s\n", inputs.nr, argv[0]);
	lsm_inputs_free(&inputs);
	return 0;
}

static int print_ledgers(char **argv)
{
	static struct lsm_ledger sum;

	if (!*argv)
		lsm_die("no ledger given");
	for (; *argv; argv++) {
		const struct lsm_ledger *ledger =
			lsm_ledger_read(*argv, &lsm_structure);

		if (!ledger)
			lsm_die("%s: %s", *argv,
				errno == EBADMSG ? "no ledger of this structure"
						 : strerror(errno));
		lsm_ledger_add(&sum, ledger);
	}
	lsm_ledger_print(stdout, &lsm_structure, &sum, false);
	return 0;
}

static bool has_impl_of(const struct lsm_difference *row)
{
	for (size_t i = 0; i < lsm_structure.nr_impls; i++)
		if (lsm_difference_is_of(row, lsm_structure.impls[i]))
			return true;
	return false;
}

/*
 * Rows of peers that are here and that stand for another answer, not for an
 * operation that a peer lacks.
 */
static int print_differences(void)
{
	for (size_t i = 0; i < lsm_structure.nr_differences; i++) {
		const struct lsm_difference *row =
			&lsm_structure.differences[i];
		bool again = !row->applies || !has_impl_of(row);

		for (size_t k = 0; k < i; k++)
			again |= !strcmp(row->finding,
					 lsm_structure.differences[k].finding);
		if (!again)
			puts(row->finding);
	}
	return 0;
}

/* Of an output and one input, the input. */
static struct lsm_inputs input_behind_output(char **argv)
{
	struct lsm_inputs inputs;

	if (!argv[0] || !argv[1] || argv[2])
		lsm_die("an output and one input are wanted");
	inputs = inputs_of(argv + 1);
	if (inputs.nr != 1)
		lsm_die("%s: more than one program", argv[1]);
	return inputs;
}

static int minimize(char **argv)
{
	struct lsm_machine *machine;
	struct lsm_inputs inputs = input_behind_output(argv);
	int result;

	machine = lsm_driver_machine(NULL);
	result = lsm_minimize(machine, &inputs.input[0], argv[0]);
	lsm_machine_free(machine);
	lsm_inputs_free(&inputs);
	return result;
}

static int reproducer(char **argv)
{
	struct lsm_inputs inputs = input_behind_output(argv);
	int result;

	result = lsm_write_reproducer(&inputs.input[0], argv[0]);
	lsm_inputs_free(&inputs);
	return result;
}

static int run_mode(const char *mode, char **argv)
{
	if (!strcmp(mode, "--corpus"))
		return corpus(argv, false);
	if (!strcmp(mode, "--write-manifest"))
		return corpus(argv, true);
	if (!strcmp(mode, "--print"))
		return print(argv);
	if (!strcmp(mode, "--assemble"))
		return assemble(argv);
	if (!strcmp(mode, "--minimize"))
		return minimize(argv);
	if (!strcmp(mode, "--reproducer"))
		return reproducer(argv);
	if (!strcmp(mode, "--ledger"))
		return print_ledgers(argv);
	if (!strcmp(mode, "--differences"))
		return print_differences();
	return replay(argv - 1);
}

int main(int argc, char **argv)
{
	if (argc < 2 || !strcmp(argv[1], "--help")) {
		fputs(usage, argc > 1 ? stdout : stderr);
		return argc > 1 ? 0 : LSM_EXIT_USAGE;
	}
	return lsm_driver_end(run_mode(argv[1], argv + 2));
}
