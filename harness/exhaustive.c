/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exhaustive driver: all programs of a small world up to a depth.
 *
 * The world is the structure's `tiny` values.  A query changes nothing, so it
 * is tried only as the last operation: all programs are updates followed by one
 * operation of any kind.
 */
#include "driver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 8
#define PROGRESS_EVERY 1000

struct steps {
	struct lsm_step *step;
	size_t nr;
};

static struct steps updates, all;
static uint8_t program[DEPTH_MAX * (LSM_RECORD_BYTES + LSM_SEED_MAX)];
static uint64_t programs;

static void add(struct steps *steps, const struct lsm_step *step)
{
	struct lsm_step *grown =
		realloc(steps->step, (steps->nr + 1) * sizeof(*grown));

	if (!grown)
		lsm_die("out of memory");
	steps->step = grown;
	steps->step[steps->nr++] = *step;
}

/* Complete @step from argument @arg on in every way of the small world. */
static void complete(struct lsm_step *step, size_t arg)
{
	static const uint32_t zero;
	const struct lsm_op *op = step->op;
	const struct lsm_domain *domain;
	const uint32_t *tiny;
	size_t nr;

	if (arg == LSM_ARGS_MAX || !op->arg[arg].name) {
		add(&all, step);
		if (op->kind != LSM_QUERY)
			add(&updates, step);
		return;
	}
	if (op->arg[arg].role == LSM_LENGTH) {
		for (size_t i = 0; i < op->nr_tiny; i++) {
			step->payload = op->tiny[i].data;
			step->payload_len = op->tiny[i].len;
			complete(step, arg + 1);
		}
		return;
	}
	domain = op->arg[arg].domain;
	tiny = domain->tiny ? domain->tiny : &zero;
	nr = domain->tiny ? domain->nr_tiny : 1;
	for (size_t i = 0; i < nr; i++) {
		step->arg[arg] = tiny[i];
		complete(step, arg + 1);
	}
}

static void run_program(struct lsm_machine *machine, size_t size)
{
	static char name[] = "exhaustive.ops";
	static struct lsm_input input = { .path = name, .data = program };
	struct lsm_tweak tweak = LSM_TWEAK_NONE;
	struct lsm_verdict verdict;

	input.size = size;
	if (programs++ % PROGRESS_EVERY == 0) {
		lsm_driver_watch(machine, &input);
		if (isatty(STDERR_FILENO))
			fprintf(stderr, "%" PRIu64 " programs\r", programs - 1);
	}
	verdict = lsm_machine_run(machine, program, size, &tweak);
	if (verdict.kind == LSM_AGREE)
		return;
	lsm_explain(stderr, machine, program, size, &verdict);
	fprintf(stderr,
		"reproduce: save the lines above as exhaustive.ops, "
		"then make replay STRUCTURE=%s FILE=exhaustive.ops\n",
		lsm_structure.name);
	exit((int)verdict.kind);
}

static void descend(struct lsm_machine *machine, size_t size,
		    unsigned int depth)
{
	const struct steps *choice = depth == 1 ? &all : &updates;

	for (size_t i = 0; i < choice->nr; i++) {
		size_t longer = size;

		if (lsm_program_encode(&choice->step[i], &lsm_structure,
				       program, &longer, sizeof(program)) < 0)
			lsm_die("a payload of the small world is too long");
		if (depth == 1)
			run_program(machine, longer);
		else
			descend(machine, longer, depth - 1);
	}
}

/* How many ways an operation can be completed, counted without listing them. */
static uint64_t ways(const struct lsm_op *op)
{
	uint64_t product = 1;

	for (size_t i = 0; i < LSM_ARGS_MAX && op->arg[i].name; i++) {
		const struct lsm_domain *domain = op->arg[i].domain;

		if (op->arg[i].role == LSM_LENGTH)
			product *= op->nr_tiny;
		else if (domain->tiny)
			product *= domain->nr_tiny;
	}
	return product;
}

/* How many programs there must be. */
static uint64_t expected_programs(unsigned int depth)
{
	uint64_t changing = 0, any = 0, prefixes = 1, sum = 0;

	for (size_t code = 0; code < lsm_structure.nr_ops; code++) {
		const struct lsm_op *op = &lsm_structure.ops[code];

		if (!op->name)
			continue;
		any += ways(op);
		if (op->kind != LSM_QUERY)
			changing += ways(op);
	}
	for (unsigned int d = 0; d < depth; d++, prefixes *= changing)
		sum += prefixes * any;
	return sum;
}

int main(int argc, char **argv)
{
	unsigned int depth = argc == 2 ? (unsigned int)atoi(argv[1]) : 0;
	struct lsm_machine *machine;

	if (depth < 1 || depth > DEPTH_MAX)
		lsm_die("usage: exhaustive DEPTH, 1 to %d", DEPTH_MAX);
	for (size_t code = 0; code < lsm_structure.nr_ops; code++) {
		struct lsm_step step = { .op = &lsm_structure.ops[code],
					 .code = (uint8_t)code };

		if (step.op->name)
			complete(&step, 0);
	}
	machine = lsm_driver_machine(NULL);
	printf("%s: %zu updates, %zu operations, depth %u\n",
	       lsm_structure.name, updates.nr, all.nr, depth);
	for (unsigned int d = 1; d <= depth; d++)
		descend(machine, 0, d);
	lsm_driver_rest();
	printf("%" PRIu64 " programs, all agree\n", programs);
	if (!programs || programs != expected_programs(depth))
		lsm_die("there should be %" PRIu64 " programs",
			expected_programs(depth));
	lsm_machine_free(machine);
	free(updates.step);
	free(all.step);
	return lsm_driver_end(0);
}
