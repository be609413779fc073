/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "minimize.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct program {
	uint8_t data[LSM_PROGRAM_MAX];
	size_t size;
};

int lsm_classify(struct lsm_machine *machine, const uint8_t *data, size_t size)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		lsm_die("fork: %s", strerror(errno));
	if (child == 0) {
		struct lsm_tweak tweak = LSM_TWEAK_NONE;
		struct lsm_input input = { .path = (char[]){ "attempt" } };
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		/* An exact copy lets ASan see reads behind its end. */
		input.size = size;
		input.data = malloc(size + !size);
		memcpy(input.data, data, size);
		tweak.fresh = true;
		lsm_driver_watch(machine, &input);
		_exit((int)lsm_machine_run(machine, input.data, input.size,
					   &tweak)
			      .kind);
	}
	if (waitpid(child, &status, 0) < 0)
		lsm_die("waitpid: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : LSM_EXIT_SANITIZER;
}

/* Copy @from without its step @drop, and with step @alter replaced. */
static void rebuild(const struct program *from, size_t drop, size_t alter,
		    const struct lsm_step *step, struct program *to)
{
	struct lsm_step old;
	size_t cursor = 0;

	to->size = 0;
	for (size_t i = 0; lsm_program_next(&lsm_structure, from->data,
					    from->size, &cursor, &old);
	     i++) {
		if (i == drop)
			continue;
		/* It fitted before, and nothing grows. */
		lsm_program_encode(i == alter ? step : &old, &lsm_structure,
				   to->data, &to->size, sizeof(to->data));
	}
}

static bool step_at(const struct program *program, size_t index,
		    struct lsm_step *step)
{
	size_t cursor = 0;

	for (size_t i = 0; lsm_program_next(&lsm_structure, program->data,
					    program->size, &cursor, step);
	     i++)
		if (i == index)
			return true;
	return false;
}

/* Keep the attempt if it still fails alike. */
static bool keep(struct lsm_machine *machine, struct program *best,
		 const struct program *attempt, int class)
{
	if (lsm_classify(machine, attempt->data, attempt->size) != class)
		return false;
	memcpy(best->data, attempt->data, attempt->size);
	best->size = attempt->size;
	return true;
}

static bool drop_steps(struct lsm_machine *machine, struct program *best,
		       struct program *attempt, int class)
{
	size_t i = lsm_program_steps(&lsm_structure, best->data, best->size);
	bool better = false;

	while (i-- > 0) {
		rebuild(best, i, LSM_NO_STEP, NULL, attempt);
		better |= keep(machine, best, attempt, class);
	}
	return better;
}

/* Smaller values to try in place of @value, most wanted first. */
static size_t smaller(uint32_t value, uint32_t candidate[3])
{
	size_t nr = 0;

	if (value > 0)
		candidate[nr++] = 0;
	if (value > 2)
		candidate[nr++] = value / 2;
	if (value > 1)
		candidate[nr++] = value - 1;
	return nr;
}

static bool shrink_argument(struct lsm_machine *machine, struct program *best,
			    struct program *attempt, int class, size_t index,
			    size_t arg)
{
	struct lsm_step step;
	uint32_t candidate[3];
	size_t nr;

	step_at(best, index, &step);
	if (step.op->arg[arg].role == LSM_LENGTH)
		return false;
	nr = smaller(step.arg[arg], candidate);
	for (size_t i = 0; i < nr; i++) {
		step.arg[arg] = lsm_domain_value(step.op->arg[arg].domain,
						 candidate[i]);
		rebuild(best, LSM_NO_STEP, index, &step, attempt);
		if (keep(machine, best, attempt, class))
			return true;
		step_at(best, index, &step);
	}
	return false;
}

static bool shrink_steps(struct lsm_machine *machine, struct program *best,
			 struct program *attempt, int class)
{
	struct lsm_step step;
	bool better = false;

	for (size_t i = 0; step_at(best, i, &step); i++) {
		if (step.fail) {
			step.fail = 0;
			rebuild(best, LSM_NO_STEP, i, &step, attempt);
			better |= keep(machine, best, attempt, class);
		}
		for (size_t k = 0; k < LSM_ARGS_MAX && step.op->arg[k].name;
		     k++)
			while (shrink_argument(machine, best, attempt, class, i,
					       k))
				better = true;
	}
	return better;
}

/* Through a draft, so that @path is always whole; it may be the input itself.
 */
static void write_program(const char *path, const struct program *program)
{
	char *draft;
	FILE *file;

	if (asprintf(&draft, "%s~", path) < 0)
		lsm_die("out of memory");
	file = fopen(draft, "w");
	if (!file)
		lsm_die("%s: %s", draft, strerror(errno));
	lsm_print_program(file, &lsm_structure, program->data, program->size);
	if (ferror(file) || fclose(file) != 0 || rename(draft, path) < 0) {
		int error = errno;

		unlink(draft);
		lsm_die("%s: %s", path, strerror(error));
	}
	free(draft);
}

int lsm_minimize(struct lsm_machine *machine, const struct lsm_input *input,
		 const char *out)
{
	static struct program best, attempt;
	bool better = true;
	int class;

	memcpy(best.data, input->data, input->size);
	best.size = input->size;
	class = lsm_classify(machine, best.data, best.size);
	if (class == LSM_AGREE)
		lsm_die("%s: nothing to minimise, it agrees", input->path);
	while (better) {
		write_program(out, &best); /* what has been reached is kept */
		better = drop_steps(machine, &best, &attempt, class);
		better |= shrink_steps(machine, &best, &attempt, class);
		fprintf(stderr, "%zu operations\n",
			lsm_program_steps(&lsm_structure, best.data,
					  best.size));
	}
	write_program(out, &best);
	printf("%s: %zu of %zu operations, exit code %d\n", out,
	       lsm_program_steps(&lsm_structure, best.data, best.size),
	       lsm_program_steps(&lsm_structure, input->data, input->size),
	       class);
	return 0;
}
