/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "single.h"

#include "machine.h"

#include <stdlib.h>
#include <string.h>

static struct lsm_machine machine;
static struct lsm_world *const world = &machine.world[0];

/* An answer, and the same spelled out. */
struct answer {
	struct lsm_obs obs;
	char *text;
	size_t len;
};

static _Noreturn void refuse(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(LSM_EXIT_USAGE);
}

static void open_answer(struct answer *answer)
{
	memset(answer, 0, sizeof(*answer));
	answer->obs.show = open_memstream(&answer->text, &answer->len);
	if (!answer->obs.show)
		refuse("reproducer", "out of memory");
}

/* Decode one operation; @data receives its bytes and outlives @step. */
static void decode(const char *words, uint8_t *data, size_t max,
		   struct lsm_step *step)
{
	size_t len, size, cursor = 0;
	const char *why = "no operation";
	char *text;

	if (asprintf(&text, "lsmdiff %s %u\n%s\n", lsm_structure.name,
		     lsm_structure.format, words) < 0)
		refuse("reproducer", "out of memory");
	len = strlen(text);
	if (lsm_assemble(&lsm_structure, text, len, data, &size, max, &why) ||
	    !lsm_program_next(&lsm_structure, data, size, &cursor, step))
		refuse(words, why);
	free(text);
}

static void make_objects(const struct lsm_step *step)
{
	static const uint32_t param[LSM_ARGS_MAX];

	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++) {
		enum lsm_role role = step->op->arg[i].role;

		if (role != LSM_IN && role != LSM_INOUT && role != LSM_OUT)
			continue;
		if (!world->slot[step->arg[i]] &&
		    !lsm_world_make(world, step->arg[i], param))
			refuse("reproducer", "out of memory");
	}
}

static int complain(size_t number, const struct lsm_wanted *wanted,
		    enum lsm_verdict_kind kind, const char *reason)
{
	fprintf(stderr, "step %zu: %s\n%s: %s %s%s%s\n", number, wanted->words,
		lsm_structure.name, world->ops->name, lsm_verdict_word(kind),
		reason ? ": " : "", reason ? reason : "");
	return (int)kind;
}

static int look_at_objects(size_t number, const struct lsm_wanted *wanted)
{
	uint64_t content = 0;

	for (size_t k = 0; k < LSM_SLOTS; k++) {
		struct lsm_obs obs = { 0 };
		const char *reason;

		if (!(wanted->slots & 1u << k))
			continue;
		reason = world->ops->check(world->slot[k]);
		if (reason)
			return complain(number, wanted, LSM_INCONSISTENT,
					reason);
		lsm_world_dump(&machine, world, k, &obs);
		lsm_obs_add(&content, &obs);
	}
	return content == wanted->content
		       ? LSM_AGREE
		       : complain(number, wanted, LSM_DUMP_DIFFERS, NULL);
}

static int run_step(size_t number, const struct lsm_wanted *wanted)
{
	static uint8_t data[LSM_RECORD_BYTES * 2 + LSM_PAYLOAD_MAX];
	const struct lsm_obs expected = {
		.status = wanted->status,
		.outcome = wanted->outcome,
		.len = wanted->len,
		.digest = wanted->digest,
	};
	const char *reason = NULL;
	struct lsm_step step;
	struct answer answer;
	int result;

	decode(wanted->words, data, sizeof(data), &step);
	make_objects(&step);
	open_answer(&answer);
	result = (int)lsm_world_call(&machine, world, &step, &answer.obs,
				     &reason);
	fclose(answer.obs.show);
	if (result == LSM_AGREE && !lsm_obs_equal(&expected, &answer.obs)) {
		fprintf(stderr, "  wanted %s\n  got    %s\n", wanted->answer,
			answer.text);
		result = LSM_DISAGREE;
	}
	free(answer.text);
	if (result != LSM_AGREE)
		return complain(number, wanted, (enum lsm_verdict_kind)result,
				reason);
	return look_at_objects(number, wanted);
}

int lsm_single(const struct lsm_wanted *wanted, size_t nr)
{
	static const struct lsm_wanted end = { .words = "(the end)" };
	int result = LSM_AGREE;

	machine.s = &lsm_structure;
	machine.nr = 1;
	machine.ledger = &machine.own_ledger;
	world->ops = lsm_structure.impls[0];
	if (world->ops->setup) {
		world->setup = world->ops->setup();
		if (!world->setup)
			refuse("reproducer", "out of memory");
	}
	for (size_t i = 0; i < nr && result == LSM_AGREE; i++)
		result = run_step(i, &wanted[i]);
	for (size_t k = 0; k < LSM_SLOTS && result == LSM_AGREE; k++)
		lsm_world_drop(world, k);
	if (result == LSM_AGREE && lsm_world_leaks(world))
		result = complain(nr, &end, LSM_LEAK, NULL);
	if (world->ops->teardown && result == LSM_AGREE)
		world->ops->teardown(world->setup);
	if (result == LSM_AGREE)
		printf("%s: %s does all %zu operations as wanted\n",
		       lsm_structure.name, world->ops->name, nr);
	return result;
}
