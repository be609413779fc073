/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Brief runs: one twin of several, check() at the end alone. */
#include "cell_structure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Run a program of @lines. */
static enum lsm_verdict_kind run(struct lsm_machine *machine, const char *lines,
				 bool brief)
{
	struct lsm_tweak tweak = LSM_TWEAK_NONE;
	uint8_t program[64];
	char text[128];
	size_t size;

	snprintf(text, sizeof(text), "lsmdiff cell 1\n%s", lines);
	assert_int_equal(lsm_assemble(&lsm_structure, text, strlen(text),
				      program, &size, sizeof(program), NULL),
			 0);
	tweak.brief = brief;
	return lsm_machine_run(machine, program, size, &tweak).kind;
}

static enum lsm_verdict_kind ask(struct lsm_machine *machine,
				 unsigned int value, bool brief)
{
	char lines[64];

	snprintf(lines, sizeof(lines), "put slot=0 value=%u\nget slot=0\n",
		 value);
	return run(machine, lines, brief);
}

static struct lsm_machine *machine_of(const char *names)
{
	struct lsm_machine *machine =
		lsm_machine_new(&lsm_structure, names, NULL, NULL);

	assert_non_null(machine);
	return machine;
}

static void a_brief_run_asks_one_twin(void **state)
{
	struct lsm_machine *machine =
		machine_of("wrong_answer,sound_twin,stale");
	const struct lsm_ledger *ledger = lsm_machine_ledger(machine);
	uint64_t wrong, sound;

	(void)state;
	for (unsigned int value = 100; value < 200; value++)
		/* The same program always asks the same twin. */
		assert_int_equal(ask(machine, value, true),
				 ask(machine, value, true));
	wrong = ledger->cell[1][OP_GET].compared[LSM_OK];
	sound = ledger->cell[14][OP_GET].compared[LSM_OK];
	assert_int_equal(wrong + sound, 200);
	assert_in_range(wrong, 20, 180);
	/* Whoever has no twin is asked unless another was wrong before. */
	assert_int_equal(ledger->cell[10][OP_GET].compared[LSM_OK], sound);
	lsm_machine_free(machine);
}

static void a_full_run_asks_all_twins(void **state)
{
	struct lsm_machine *machine = machine_of("sound_twin,wrong_answer");

	(void)state;
	for (unsigned int value = 100; value < 120; value++)
		assert_int_equal(ask(machine, value, false), LSM_DISAGREE);
	lsm_machine_free(machine);
}

static void a_brief_run_checks_at_the_end(void **state)
{
	static const char healed[] = "put slot=0 value=9\nput slot=0 value=1\n";
	struct lsm_machine *machine = machine_of("inconsistent");

	(void)state;
	assert_int_equal(run(machine, "put slot=0 value=9\n", true),
			 LSM_INCONSISTENT);
	assert_int_equal(run(machine, healed, true), LSM_AGREE);
	assert_int_equal(run(machine, healed, false), LSM_INCONSISTENT);
	lsm_machine_free(machine);
}

static void a_twin_of_nobody_is_refused(void **state)
{
	struct lsm_ops orphan = table_SOUND_TWIN;
	const struct lsm_ops *const one[] = { &table_NONE, &orphan,
					      &table_DEAF };
	struct lsm_structure s = lsm_structure;
	static const char *const bad[] = { "nobody", "reference", "sound_twin",
					   "deaf" };
	char *complaint;

	(void)state;
	s.impls = one;
	s.nr_impls = LSM_ARRAY_SIZE(one);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(bad); i++) {
		complaint = NULL;
		orphan.twin = bad[i];
		assert_null(lsm_machine_new(&s, NULL, NULL, &complaint));
		assert_string_equal(
			complaint,
			"'sound_twin' is called a twin of what is none");
		free(complaint);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_brief_run_asks_one_twin),
		cmocka_unit_test(a_full_run_asks_all_twins),
		cmocka_unit_test(a_brief_run_checks_at_the_end),
		cmocka_unit_test(a_twin_of_nobody_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
