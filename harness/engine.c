/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lockstep run and its verdicts. */
#include "machine.h"

#include <string.h>

static struct lsm_verdict verdict(enum lsm_verdict_kind kind, size_t step,
				  size_t impl, const char *reason)
{
	return (struct lsm_verdict){
		.kind = kind,
		.step = step,
		.impl = impl,
		.reason = reason,
	};
}

static void drop_objects(struct lsm_machine *machine)
{
	for (size_t i = 0; i < machine->nr; i++)
		for (size_t k = 0; k < LSM_SLOTS; k++)
			lsm_world_drop(&machine->world[i], k);
}

/* Objects are made when a program first names them: most use one or two. */
static bool make_objects(struct lsm_machine *machine, size_t slot)
{
	static const uint32_t param[LSM_ARGS_MAX];

	if (machine->used[slot])
		return true;
	machine->used[slot] = true;
	machine->compared_at[slot] = LSM_NO_STEP;
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];

		world->out[slot] = false;
		if (world->asleep || world->slot[slot])
			continue;
		if (!lsm_world_make(world, slot, param))
			return false;
		world->fresh[slot] = (struct lsm_obs){ 0 };
		lsm_world_dump(machine, world, slot, &world->fresh[slot]);
	}
	return true;
}

static bool names_slot(const struct lsm_arg *arg)
{
	return arg->role == LSM_IN || arg->role == LSM_INOUT ||
	       arg->role == LSM_OUT;
}

static bool writes_slot(const struct lsm_arg *arg)
{
	return arg->role == LSM_INOUT || arg->role == LSM_OUT;
}

static FILE *show_for(const struct lsm_tweak *tweak, size_t step, size_t impl)
{
	return tweak->show && tweak->show_step == step ? tweak->show[impl]
						       : NULL;
}

/* Compare one object everywhere and let each implementation check its own. */
static struct lsm_verdict compare_object(struct lsm_machine *machine,
					 size_t step, size_t slot,
					 const struct lsm_tweak *tweak,
					 bool check)
{
	struct lsm_obs expected = { .show = show_for(tweak, step, 0) };

	lsm_world_dump(machine, &machine->world[0], slot, &expected);
	lsm_obs_add(&machine->dumps, &expected);
	machine->compared_at[slot] = step;
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];
		struct lsm_obs actual = { .show = show_for(tweak, step, i) };
		const char *reason;
		struct lsm_verdict v;

		if (world->asleep || world->out[slot])
			continue;
		reason = check ? world->ops->check(world->slot[slot]) : NULL;
		v = verdict(LSM_INCONSISTENT, step, i, reason);
		v.slot = slot;
		if (reason)
			return v;
		if (i == 0)
			continue;
		lsm_world_dump(machine, world, slot, &actual);
		machine->ledger->dumps[world->index]++;
		v.kind = LSM_DUMP_DIFFERS;
		if (!lsm_obs_equal(&expected, &actual))
			return v;
	}
	return verdict(LSM_AGREE, step, 0, NULL);
}

static struct lsm_verdict compare_targets(struct lsm_machine *machine,
					  size_t step,
					  const struct lsm_step *st,
					  const struct lsm_tweak *tweak)
{
	struct lsm_verdict v = verdict(LSM_AGREE, step, 0, NULL);

	if (st->op->kind == LSM_QUERY)
		return v;
	for (size_t i = 0; i < LSM_ARGS_MAX && st->op->arg[i].name; i++)
		if (writes_slot(&st->op->arg[i]) && v.kind == LSM_AGREE)
			v = compare_object(machine, step, st->arg[i], tweak,
					   !tweak->brief);
	return v;
}

/* The reference's digest of everything the operation writes. */
static uint64_t target_digest(const struct lsm_machine *machine,
			      const struct lsm_step *st)
{
	struct lsm_obs obs = { 0 };

	for (size_t i = 0; i < LSM_ARGS_MAX && st->op->arg[i].name; i++)
		if (writes_slot(&st->op->arg[i]))
			lsm_world_dump(machine, &machine->world[0], st->arg[i],
				       &obs);
	return obs.digest;
}

/*
 * Whether an object that the operation writes is out of step: it may be by
 * chance what the operation makes of it, so that hiding goes unnoticed.
 */
static bool targets_out(const struct lsm_world *world,
			const struct lsm_step *st)
{
	for (size_t i = 0; i < LSM_ARGS_MAX && st->op->arg[i].name; i++)
		if (writes_slot(&st->op->arg[i]) && world->out[st->arg[i]])
			return true;
	return false;
}

/* Ask one implementation and compare its answer with the reference's. */
static struct lsm_verdict ask(struct lsm_machine *machine, size_t step,
			      size_t impl, const struct lsm_step *st,
			      const struct lsm_obs *expected,
			      const struct lsm_tweak *tweak)
{
	struct lsm_world *world = &machine->world[impl];
	struct lsm_obs actual = { .show = show_for(tweak, step, impl) };
	struct lsm_verdict v = verdict(LSM_AGREE, step, impl, NULL);

	v.kind = lsm_world_call(machine, world, st, &actual, &v.reason);
	if (v.kind != LSM_AGREE)
		return v;
	machine->ledger->cell[world->index][st->code]
		.compared[expected->outcome]++;
	if (!lsm_obs_equal(expected, &actual))
		v.kind = LSM_DISAGREE;
	return v;
}

static void abstain(struct lsm_machine *machine, size_t step, size_t impl,
		    const struct lsm_step *st, const struct lsm_tweak *tweak)
{
	FILE *show = show_for(tweak, step, impl);

	machine->ledger->cell[machine->world[impl].index][st->code].abstained++;
	if (show)
		fputs(" (abstains)", show);
}

static struct lsm_verdict run_step(struct lsm_machine *machine, size_t step,
				   const struct lsm_step *st,
				   struct lsm_tweak *tweak)
{
	struct lsm_obs expected = { .show = show_for(tweak, step, 0) };
	bool hides = tweak->hide_step == step && st->op->kind != LSM_QUERY;
	uint64_t before = hides ? target_digest(machine, st) : 0;
	bool was_out =
		hides && targets_out(&machine->world[tweak->hide_impl], st);
	bool abstains[LSM_IMPLS_MAX] = { false };
	struct lsm_verdict v = verdict(LSM_AGREE, step, 0, NULL);

	/* Judged on the reference's objects, so before they change. */
	for (size_t i = 1; i < machine->nr; i++)
		abstains[i] =
			!machine->world[i].asleep &&
			lsm_machine_abstains(machine, &machine->world[i], st);
	v.kind = lsm_world_call(machine, &machine->world[0], st, &expected,
				&v.reason);
	if (v.kind != LSM_AGREE)
		return v;
	lsm_obs_add(&machine->answers[st->code], &expected);
	for (size_t i = 1; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];
		struct lsm_verdict own = v;

		if (world->asleep)
			continue;
		if (abstains[i])
			abstain(machine, step, i, st, tweak);
		else if (!hides || i != tweak->hide_impl)
			own = ask(machine, step, i, st, &expected, tweak);
		/* An explanation wants to hear the others, too. */
		if (own.kind != LSM_AGREE && !tweak->show)
			return own;
		if (v.kind == LSM_AGREE)
			v = own;
		if (expected.outcome != LSM_SKIPPED)
			lsm_machine_abstained(world, st, abstains[i]);
	}
	if (v.kind != LSM_AGREE)
		return v;
	if (hides)
		tweak->hidden_effective = !was_out &&
					  !abstains[tweak->hide_impl] &&
					  target_digest(machine, st) != before;
	return compare_targets(machine, step, st, tweak);
}

static bool arms_failure(const struct lsm_structure *s, const uint8_t *data,
			 size_t size)
{
	struct lsm_step step;
	size_t cursor = 0;
	uint8_t any = 0;

	/* Most programs do not, and need no decoding to know. */
	for (size_t i = 1; i < size; i += LSM_RECORD_BYTES)
		any |= data[i];
	while (any && lsm_program_next(s, data, size, &cursor, &step))
		if (step.fail)
			return true;
	return false;
}

/* What a cleared object must not show: a trace of the program that used it. */
static const char *not_as_new(const struct lsm_machine *machine,
			      const struct lsm_world *world, size_t slot)
{
	struct lsm_obs obs = { 0 };

	if (!world->slot[slot])
		return NULL;
	if (world->ops->check(world->slot[slot]))
		return "clear() leaves an inconsistent object";
	lsm_world_dump(machine, world, slot, &obs);
	return lsm_obs_equal(&world->fresh[slot], &obs)
		       ? NULL
		       : "clear() does not leave an object as new";
}

/* Make ready for the next program and see that nothing was lost or left. */
static struct lsm_verdict tidy_up(struct lsm_machine *machine, size_t steps,
				  bool fresh, bool strict)
{
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];
		struct lsm_verdict v =
			verdict(LSM_INCONSISTENT, steps, i, NULL);

		if (world->asleep) /* its objects are as it left them: clear */
			continue;
		for (size_t k = 0; k < LSM_SLOTS; k++) {
			if (!fresh && machine->used[k])
				lsm_world_clear(world, k);
			if (!fresh && strict && machine->used[k])
				v.reason = not_as_new(machine, world, k);
			v.slot = k;
			if (v.reason)
				return v;
			if (fresh)
				lsm_world_drop(world, k);
		}
		if (lsm_world_leaks(world))
			return verdict(LSM_LEAK, steps, i, NULL);
	}
	return verdict(LSM_AGREE, steps, 0, NULL);
}

static struct lsm_verdict run_steps(struct lsm_machine *machine,
				    const uint8_t *data, size_t size,
				    struct lsm_tweak *tweak)
{
	struct lsm_verdict v = verdict(LSM_AGREE, 0, 0, NULL);
	struct lsm_step st;
	size_t cursor = 0, step;

	for (step = 0; lsm_program_next(machine->s, data, size, &cursor, &st);
	     step++) {
		for (size_t i = 0; i < LSM_ARGS_MAX && st.op->arg[i].name; i++)
			if (names_slot(&st.op->arg[i]) &&
			    !make_objects(machine, st.arg[i]))
				return verdict(LSM_BAD_FAILURE, step, 0,
					       "out of memory making objects");
		machine->ledger->operations++;
		v = run_step(machine, step, &st, tweak);
		if (v.kind != LSM_AGREE)
			return v;
	}
	/* An operation may have touched an object that it does not name. */
	v.step = step;
	for (size_t k = 0; k < LSM_SLOTS && v.kind == LSM_AGREE; k++)
		if (machine->used[k] &&
		    (tweak->brief || machine->compared_at[k] + 1 != step))
			v = compare_object(machine, step, k, tweak, true);
	return v;
}

static uint64_t hash_program(const uint8_t *data, size_t size)
{
	struct lsm_obs obs = { 0 };
	uint64_t word;

	for (; size >= sizeof(word);
	     data += sizeof(word), size -= sizeof(word)) {
		memcpy(&word, data, sizeof(word));
		lsm_obs_mix(&obs, word);
	}
	return obs.digest;
}

/* Of twins, which one gets up is the program's doing: it can be repeated. */
static void wake(struct lsm_machine *machine, const uint8_t *data, size_t size,
		 bool brief)
{
	uint64_t hash = brief ? hash_program(data, size) >> 8 : 0;

	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];

		world->asleep = brief && hash % world->nr_twins != world->twin;
	}
}

struct lsm_verdict lsm_machine_run(struct lsm_machine *machine,
				   const uint8_t *data, size_t size,
				   struct lsm_tweak *tweak)
{
	bool fresh = tweak->fresh || arms_failure(machine->s, data, size);
	bool strict = tweak->strict ||
		      machine->ledger->programs % LSM_STRICT_EVERY == 0;
	struct lsm_verdict v;

	if (fresh)
		drop_objects(machine);
	wake(machine, data, size, tweak->brief);
	memset(machine->used, 0, sizeof(machine->used));
	tweak->hidden_effective = false;
	machine->ledger->programs++;
	v = run_steps(machine, data, size, tweak);
	if (v.kind == LSM_AGREE)
		v = tidy_up(machine, v.step, fresh, strict);
	if (v.kind != LSM_AGREE) {
		drop_objects(machine);
		for (size_t i = 0; i < machine->nr; i++)
			machine->world[i].live = 0;
	}
	return v;
}
