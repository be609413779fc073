/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Spelling a verdict out for somebody who has to find the bug. */
#include "machine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How much of a long answer to print around the first difference. */
#define ANSWER_BEFORE 120
#define ANSWER_AFTER 280

const char *lsm_verdict_word(enum lsm_verdict_kind kind)
{
	switch (kind) {
	case LSM_AGREE:
		return "agrees with the reference";
	case LSM_DISAGREE:
		return "answers differently";
	case LSM_DUMP_DIFFERS:
		return "holds something else";
	case LSM_INCONSISTENT:
		return "is inconsistent";
	case LSM_BAD_FAILURE:
		return "breaks its contract when memory runs out";
	case LSM_LEAK:
		return "leaks memory";
	case LSM_TIMEOUT:
		return "runs past its time limit";
	case LSM_BUG:
		return "would have stopped its kernel";
	}
	return "?";
}

struct answer {
	char *text;
	size_t len;
	FILE *stream;
};

static size_t first_difference(const struct answer *a, const struct answer *b)
{
	size_t i = 0;

	while (i < a->len && i < b->len && a->text[i] == b->text[i])
		i++;
	return i;
}

static void print_answer(FILE *out, const char *name,
			 const struct answer *answer, size_t difference)
{
	size_t from =
		difference > ANSWER_BEFORE ? difference - ANSWER_BEFORE : 0;
	size_t rest;

	if (from > answer->len)
		from = answer->len;
	rest = answer->len - from;
	fprintf(out, "  %-16s%s%.*s%s\n", name, from ? " ..." : "",
		(int)(rest < ANSWER_AFTER ? rest : ANSWER_AFTER),
		answer->text + from, rest > ANSWER_AFTER ? "..." : "");
}

/* Run once more with every answer to the failing step spelled out. */
static void print_answers(FILE *out, struct lsm_machine *machine,
			  const uint8_t *data, size_t size,
			  const struct lsm_verdict *verdict)
{
	struct answer answer[LSM_IMPLS_MAX] = { 0 };
	FILE *show[LSM_IMPLS_MAX] = { 0 };
	struct lsm_tweak tweak = LSM_TWEAK_NONE;
	static struct lsm_ledger uncounted;
	struct lsm_ledger *ledger = machine->ledger;
	size_t difference;

	for (size_t i = 0; i < machine->nr; i++) {
		answer[i].stream =
			open_memstream(&answer[i].text, &answer[i].len);
		if (!answer[i].stream)
			return; /* no memory to explain with */
		show[i] = answer[i].stream;
	}
	tweak.fresh = true;
	tweak.show_step = verdict->step;
	tweak.show = show;
	machine->ledger = &uncounted;
	lsm_machine_run(machine, data, size, &tweak);
	machine->ledger = ledger;
	for (size_t i = 0; i < machine->nr; i++)
		fclose(answer[i].stream);
	difference = first_difference(&answer[0], &answer[verdict->impl]);
	fprintf(out, "answers to step %zu:\n", verdict->step);
	for (size_t i = 0; i < machine->nr; i++) {
		print_answer(out, machine->world[i].ops->name, &answer[i],
			     difference);
		free(answer[i].text);
	}
}

void lsm_explain(FILE *out, struct lsm_machine *machine, const uint8_t *data,
		 size_t size, const struct lsm_verdict *verdict)
{
	struct lsm_step step;
	size_t cursor = 0, number = 0;

	fprintf(out, "lsmdiff %s %u\n", machine->s->name, machine->s->format);
	while (number <= verdict->step &&
	       lsm_program_next(machine->s, data, size, &cursor, &step)) {
		lsm_print_step(out, &step);
		fprintf(out,
			number++ == verdict->step ? "   # <-- here\n" : "\n");
	}
	if (verdict->kind == LSM_DISAGREE || verdict->kind == LSM_DUMP_DIFFERS)
		print_answers(out, machine, data, size, verdict);
	fprintf(out, "%s: step %zu: %s %s", machine->s->name, verdict->step,
		machine->world[verdict->impl].ops->name,
		lsm_verdict_word(verdict->kind));
	if (verdict->kind == LSM_DUMP_DIFFERS ||
	    verdict->kind == LSM_INCONSISTENT)
		fprintf(out, " in slot %zu", verdict->slot);
	fprintf(out, "%s%s\n", verdict->reason ? ": " : "",
		verdict->reason ? verdict->reason : "");
}
