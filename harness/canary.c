/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Canary driver: hide each update of each program from each implementation in
 * turn.  A hidden update that changed the reference is a planted bug, and the
 * oracle must notice it; every kind of update must have been hidden.
 */
#include "driver.h"
#include "machine.h"

#include <inttypes.h>

struct count {
	uint64_t hidden; /* with effect */
	uint64_t noticed;
};

static struct count count[LSM_IMPLS_MAX][LSM_OPCODES_MAX];

/* Whether hiding it can leave an object other than it should be. */
static bool can_be_hidden(const struct lsm_op *op)
{
	if (op->kind == LSM_QUERY)
		return false;
	for (size_t i = 0; i < LSM_ARGS_MAX && op->arg[i].name; i++)
		if (op->arg[i].role == LSM_INOUT || op->arg[i].role == LSM_OUT)
			return true;
	return false;
}

static void hide(struct lsm_machine *machine, const struct lsm_input *input,
		 size_t impl, size_t index, const struct lsm_step *step)
{
	struct lsm_tweak tweak = LSM_TWEAK_NONE;
	struct lsm_verdict verdict;

	tweak.hide_step = index;
	tweak.hide_impl = impl;
	verdict = lsm_machine_run(machine, input->data, input->size, &tweak);
	if (!tweak.hidden_effective)
		return;
	count[impl][step->code].hidden++;
	if (verdict.kind != LSM_AGREE)
		count[impl][step->code].noticed++;
	else
		fprintf(stderr, "%s: step %zu (%s) hidden from %s unnoticed\n",
			input->path, index, step->op->name,
			lsm_machine_impl(machine, impl)->name);
}

static void hide_each(struct lsm_machine *machine,
		      const struct lsm_input *input)
{
	struct lsm_tweak none = LSM_TWEAK_NONE;
	struct lsm_step step;
	size_t cursor = 0;

	/* Noticed means something only if all agree when nothing is hidden. */
	if (lsm_machine_run(machine, input->data, input->size, &none).kind !=
	    LSM_AGREE)
		lsm_die("%s: does not agree by itself", input->path);

	for (size_t i = 0; lsm_program_next(&lsm_structure, input->data,
					    input->size, &cursor, &step);
	     i++) {
		/* Running out of memory on purpose would run it twice. */
		if (!can_be_hidden(step.op) || step.fail)
			continue;
		for (size_t k = 1; k < lsm_machine_count(machine); k++)
			hide(machine, input, k, i, &step);
	}
}

static int summarise(const struct lsm_machine *machine)
{
	int result = 0;

	for (size_t i = 1; i < lsm_machine_count(machine); i++) {
		const struct lsm_ops *ops = lsm_machine_impl(machine, i);
		struct count sum = { 0 };

		for (size_t k = 0; k < lsm_structure.nr_ops; k++) {
			const struct lsm_op *op = &lsm_structure.ops[k];

			sum.hidden += count[i][k].hidden;
			sum.noticed += count[i][k].noticed;
			if (!op->name || !can_be_hidden(op) ||
			    count[i][k].hidden || lsm_impl_lacks(ops, k))
				continue;
			fprintf(stderr, "%s was never hidden from %s\n",
				op->name, ops->name);
			result = LSM_EXIT_USAGE;
		}
		printf("%-16s noticed %" PRIu64 " of %" PRIu64
		       " hidden updates\n",
		       ops->name, sum.noticed, sum.hidden);
		if (sum.noticed != sum.hidden || !sum.hidden)
			result = LSM_DISAGREE;
	}
	return result;
}

int main(int argc, char **argv)
{
	struct lsm_inputs inputs = { 0 };
	struct lsm_machine *machine;
	int result;

	if (argc < 2)
		lsm_die("usage: canary PATH...");
	for (int i = 1; i < argc; i++)
		lsm_inputs_add(&inputs, argv[i]);
	machine = lsm_driver_machine(NULL);
	for (size_t i = 0; i < inputs.nr; i++) {
		lsm_driver_watch(machine, &inputs.input[i]);
		hide_each(machine, &inputs.input[i]);
	}
	lsm_driver_rest();
	result = summarise(machine);
	lsm_machine_free(machine);
	lsm_inputs_free(&inputs);
	return lsm_driver_end(result);
}
