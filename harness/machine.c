/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making a machine: which implementations run, and what they share. */
#include "machine.h"

#include <lsm/alloc.h>

#include <stdlib.h>
#include <string.h>

static struct lsm_machine *refuse(struct lsm_machine *machine, char **complaint,
				  const char *format, const char *what)
{
	if (asprintf(complaint, format, what) < 0)
		*complaint = NULL;
	lsm_machine_free(machine);
	return NULL;
}

static bool runs_here(const struct lsm_ops *ops)
{
	return !ops->available || ops->available();
}

static size_t find_impl(const struct lsm_structure *s, const char *name,
			size_t len)
{
	size_t i;

	for (i = 0; i < s->nr_impls; i++)
		if (strlen(s->impls[i]->name) == len &&
		    !memcmp(s->impls[i]->name, name, len))
			break;
	return i;
}

static void select_one(struct lsm_machine *machine, size_t index)
{
	struct lsm_world *world = &machine->world[machine->nr++];
	const struct lsm_structure *s = machine->s;

	world->ops = s->impls[index];
	world->index = index;
	for (size_t i = s->nr_differences; i-- > 0;)
		if (lsm_difference_is_of(&s->differences[i], world->ops))
			world->difference[s->differences[i].code] =
				&s->differences[i];
}

static bool selected(const struct lsm_machine *machine, size_t index)
{
	for (size_t i = 0; i < machine->nr; i++)
		if (machine->world[i].index == index)
			return true;
	return false;
}

static const char *family(const struct lsm_ops *ops)
{
	return ops->twin ? ops->twin : ops->name;
}

/* Who of the machine's worlds are twins of each other. */
static void number_twins(struct lsm_machine *machine)
{
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];

		world->twin = 0;
		world->nr_twins = 0;
		for (size_t k = 0; k < machine->nr; k++) {
			if (strcmp(family(machine->world[k].ops),
				   family(world->ops)) != 0)
				continue;
			world->twin += k < i;
			world->nr_twins++;
		}
	}
}

/* Why the list of names cannot be used, with the name in @bad; or NULL. */
static const char *select_named(struct lsm_machine *machine, const char *names,
				char **bad)
{
	while (*names) {
		size_t len = strcspn(names, ",");
		size_t index = find_impl(machine->s, names, len);

		*bad = strndup(names, len);
		if (index == machine->s->nr_impls)
			return "no implementation is named '%s'";
		if (!runs_here(machine->s->impls[index]))
			return "this processor cannot run '%s'";
		if (!selected(machine, index))
			select_one(machine, index);
		free(*bad);
		*bad = NULL;
		names += len + (names[len] == ',');
	}
	return NULL;
}

static void select_all(struct lsm_machine *machine)
{
	for (size_t i = 1; i < machine->s->nr_impls; i++)
		if (runs_here(machine->s->impls[i]))
			select_one(machine, i);
}

/* Only peers may stand aside, and only a known difference can be ignored. */
static const char *bad_differences(const struct lsm_machine *machine)
{
	const struct lsm_structure *s = machine->s;
	bool known = !machine->without;

	for (size_t i = 0; i < s->nr_differences; i++) {
		const struct lsm_difference *row = &s->differences[i];
		size_t index = find_impl(s, row->impl, strlen(row->impl));

		if (index < s->nr_impls && !s->impls[index]->peer)
			return row->impl;
		known |= machine->without &&
			 !strcmp(machine->without, row->finding);
	}
	return known ? NULL : machine->without;
}

/* An implementation whose table says another name than its file, or NULL. */
static const char *misnamed(const struct lsm_structure *s)
{
	for (size_t i = 0; s->names && i < s->nr_impls; i++)
		if (strcmp(s->names[i], s->impls[i]->name) != 0)
			return s->impls[i]->name;
	return NULL;
}

/* Who is called a twin of nobody before it, or of a peer; or NULL. */
static const struct lsm_ops *foundling(const struct lsm_structure *s)
{
	for (size_t i = 0; i < s->nr_impls; i++) {
		const char *twin = s->impls[i]->twin;
		size_t of;

		if (!twin)
			continue;
		of = find_impl(s, twin, strlen(twin));
		if (of == 0 || of >= i || s->impls[of]->twin ||
		    s->impls[of]->peer || s->impls[i]->peer)
			return s->impls[i];
	}
	return NULL;
}

struct lsm_machine *lsm_machine_new(const struct lsm_structure *s,
				    const char *names, const char *without,
				    char **complaint)
{
	struct lsm_machine *machine = calloc(1, sizeof(*machine));
	const struct lsm_ops *twin;
	const char *problem;
	char *bad = NULL;

	if (!machine)
		return refuse(NULL, complaint, "out of memory%s", "");
	machine->s = s;
	machine->ledger = &machine->own_ledger;
	machine->without = without ? strdup(without) : NULL;
	if (s->nr_impls == 0)
		return refuse(machine, complaint, "%s has no implementation",
			      s->name);
	problem = misnamed(s);
	if (problem)
		return refuse(
			machine, complaint,
			"the table of '%s' has another name than its file",
			problem);
	twin = foundling(s);
	if (twin)
		return refuse(machine, complaint,
			      "'%s' is called a twin of what is none",
			      twin->name);
	problem = bad_differences(machine);
	if (problem)
		return refuse(machine, complaint,
			      "no difference of a peer is known as '%s'",
			      problem);
	select_one(machine, 0);
	if (names && *names) {
		problem = select_named(machine, names, &bad);
		if (problem) {
			machine = refuse(machine, complaint, problem, bad);
			free(bad);
			return machine;
		}
	} else {
		select_all(machine);
	}
	if (machine->nr < 2)
		return refuse(machine, complaint,
			      "%s: nothing to compare with the reference",
			      s->name);
	number_twins(machine);
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];

		if (!world->ops->setup)
			continue;
		world->setup = world->ops->setup();
		if (!world->setup)
			return refuse(machine, complaint,
				      "out of memory setting up '%s'",
				      world->ops->name);
	}
	return machine;
}

void lsm_machine_free(struct lsm_machine *machine)
{
	if (!machine)
		return;
	for (size_t i = 0; i < machine->nr; i++) {
		struct lsm_world *world = &machine->world[i];

		for (size_t k = 0; k < LSM_SLOTS; k++)
			lsm_world_drop(world, k);
		if (world->setup)
			world->ops->teardown(world->setup);
	}
	free(machine->without);
	free(machine);
}

bool lsm_impl_lacks(const struct lsm_ops *ops, size_t code)
{
	for (size_t i = 0; i < lsm_structure.nr_differences; i++) {
		const struct lsm_difference *row =
			&lsm_structure.differences[i];

		if (row->code == code && !row->applies &&
		    lsm_difference_is_of(row, ops))
			return true;
	}
	return false;
}

size_t lsm_machine_count(const struct lsm_machine *machine)
{
	return machine->nr;
}

const struct lsm_ops *lsm_machine_impl(const struct lsm_machine *machine,
				       size_t impl)
{
	return machine->world[impl].ops;
}

const struct lsm_structure *
lsm_machine_structure(const struct lsm_machine *machine)
{
	return machine->s;
}

struct lsm_ledger *lsm_machine_ledger(struct lsm_machine *machine)
{
	return machine->ledger;
}

void lsm_machine_use_ledger(struct lsm_machine *machine,
			    struct lsm_ledger *ledger)
{
	machine->ledger = ledger;
}
