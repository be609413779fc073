/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One operation on one implementation: calling it, calling it while memory runs
 * out, and standing aside where a difference is known.
 */
#include "machine.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

bool lsm_difference_is_of(const struct lsm_difference *row,
			  const struct lsm_ops *ops)
{
	return !strcmp(row->impl, ops->name) ||
	       (ops->family && !strcmp(row->impl, ops->family));
}

bool lsm_machine_abstains(const struct lsm_machine *machine,
			  const struct lsm_world *world,
			  const struct lsm_step *step)
{
	const struct lsm_difference *row = world->difference[step->code];
	const struct lsm_structure *s = machine->s;
	const struct lsm_call call = {
		.ops = machine->world[0].ops,
		.slot = machine->world[0].slot,
		.arg = step->arg,
		.payload = step->payload,
		.payload_len = step->payload_len,
		.fail = step->fail,
		.peer = world->ops,
	};

	if (!world->ops->peer)
		return false;
	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++) {
		enum lsm_role role = step->op->arg[i].role;

		if ((role == LSM_IN || role == LSM_INOUT) &&
		    world->out[step->arg[i]])
			return true;
	}
	for (; row && row < s->differences + s->nr_differences; row++) {
		if (row->code != step->code ||
		    !lsm_difference_is_of(row, world->ops))
			continue;
		if (!row->applies)
			return true;
		if (machine->without && !strcmp(machine->without, row->finding))
			continue;
		if (row->applies(&call))
			return true;
	}
	return false;
}

void lsm_machine_abstained(struct lsm_world *world, const struct lsm_step *step,
			   bool abstained)
{
	if (!world->ops->peer)
		return;
	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++) {
		enum lsm_role role = step->op->arg[i].role;

		if (role == LSM_OUT || (role == LSM_INOUT && abstained))
			world->out[step->arg[i]] = abstained;
	}
}

void lsm_world_dump(const struct lsm_machine *machine,
		    const struct lsm_world *world, size_t slot,
		    struct lsm_obs *obs)
{
	const uint32_t arg[LSM_ARGS_MAX] = { (uint32_t)slot };
	const struct lsm_call call = {
		.ops = world->ops,
		.slot = world->slot,
		.arg = arg,
	};

	machine->s->dump(&call, obs);
}

bool lsm_world_make(struct lsm_world *world, size_t slot, const uint32_t *param)
{
	int64_t before = lsm_alloc_live();
	void *self = world->ops->create(world->setup, param);
	int64_t blocks = lsm_alloc_live() - before;

	world->live += blocks; /* a failing create() may leak, too */
	if (!self)
		return false;
	lsm_world_drop(world, slot);
	world->slot[slot] = self;
	world->blocks[slot] = blocks;
	world->param[slot] = false;
	for (size_t i = 0; i < LSM_ARGS_MAX - 1; i++)
		world->param[slot] |= param[i] != 0;
	return true;
}

void lsm_world_drop(struct lsm_world *world, size_t slot)
{
	int64_t before = lsm_alloc_live();

	if (world->slot[slot])
		world->ops->destroy(world->slot[slot]);
	world->slot[slot] = NULL;
	world->blocks[slot] = 0;
	world->live += lsm_alloc_live() - before;
}

void lsm_world_clear(struct lsm_world *world, size_t slot)
{
	int64_t before = lsm_alloc_live();

	if (world->param[slot]) {
		lsm_world_drop(world, slot);
		return;
	}
	world->ops->clear(world->slot[slot]);
	world->live += lsm_alloc_live() - before;
}

bool lsm_world_leaks(const struct lsm_world *world)
{
	int64_t expected = 0;

	for (size_t i = 0; i < LSM_SLOTS; i++)
		expected += world->blocks[i];
	return world->live != expected;
}

/* The parameters of a creating operation are its arguments after the slot. */
static void create(struct lsm_world *world, const struct lsm_step *step,
		   struct lsm_obs *obs)
{
	uint32_t param[LSM_ARGS_MAX] = { 0 };

	for (size_t i = 1; i < LSM_ARGS_MAX && step->op->arg[i].name; i++)
		param[i - 1] = step->arg[i];
	lsm_obs_status(
		obs, lsm_world_make(world, step->arg[0], param) ? 0 : -ENOMEM);
}

static void call_once(struct lsm_world *world, const struct lsm_step *step,
		      struct lsm_obs *obs)
{
	const struct lsm_call call = {
		.ops = world->ops,
		.slot = world->slot,
		.arg = step->arg,
		.payload = step->payload,
		.payload_len = step->payload_len,
	};
	int64_t before = lsm_alloc_live();

	if (step->op->kind == LSM_CREATE) {
		create(world, step, obs);
		return;
	}
	step->op->run(&call, obs);
	world->live += lsm_alloc_live() - before;
	if (obs->show)
		fprintf(obs->show, " (%s%s%s)", lsm_outcome_name[obs->outcome],
			obs->status ? " " : "",
			obs->status ? strerrorname_np(-obs->status) : "");
}

/* The slot that an operation writes, or LSM_SLOTS if it writes none. */
static size_t target(const struct lsm_step *step)
{
	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++)
		if (step->op->arg[i].role == LSM_OUT ||
		    step->op->arg[i].role == LSM_INOUT)
			return step->arg[i];
	return LSM_SLOTS;
}

/* What the target must look like after -ENOMEM; false if it is not said. */
static bool expect_after_failure(const struct lsm_machine *machine,
				 struct lsm_world *world,
				 const struct lsm_step *step,
				 struct lsm_obs *expected)
{
	size_t slot = target(step);
	void *self;

	if (slot == LSM_SLOTS || step->op->failure == LSM_PREFIX ||
	    step->op->failure == LSM_BEST_EFFORT)
		return false;
	self = world->slot[slot];
	if (step->op->failure == LSM_EMPTY) {
		static const uint32_t param[LSM_ARGS_MAX];

		world->slot[slot] = world->ops->create(world->setup, param);
	}
	lsm_world_dump(machine, world, slot, expected);
	if (step->op->failure == LSM_EMPTY) {
		world->ops->destroy(world->slot[slot]);
		world->slot[slot] = self;
	}
	return true;
}

static const char *broken_contract(const struct lsm_machine *machine,
				   struct lsm_world *world,
				   const struct lsm_step *step, bool failed,
				   bool expects, const struct lsm_obs *expected)
{
	struct lsm_obs actual = { 0 };
	size_t slot = target(step);

	if (!failed)
		return "-ENOMEM though no allocation failed";
	if (step->op->failure == LSM_BEST_EFFORT)
		return "-ENOMEM from an operation that never reports it";
	if (slot == LSM_SLOTS)
		return NULL;
	if (world->ops->check(world->slot[slot]))
		return world->ops->check(world->slot[slot]);
	if (!expects)
		return NULL;
	lsm_world_dump(machine, world, slot, &actual);
	if (lsm_obs_equal(expected, &actual))
		return NULL;
	return step->op->failure == LSM_EMPTY
		       ? "its target is not empty after -ENOMEM"
		       : "its target changed though it returned -ENOMEM";
}

enum lsm_verdict_kind lsm_world_call(struct lsm_machine *machine,
				     struct lsm_world *world,
				     const struct lsm_step *step,
				     struct lsm_obs *obs, const char **reason)
{
	struct lsm_obs expected = { 0 }, first = { .show = obs->show };
	bool expects, failed;

	if (!step->fail) {
		call_once(world, step, obs);
		return LSM_AGREE;
	}
	expects = expect_after_failure(machine, world, step, &expected);
	lsm_alloc_fail(step->fail);
	call_once(world, step, &first);
	failed = lsm_alloc_failed();
	machine->ledger->failures += failed;
	if (first.status != -ENOMEM) {
		*obs = first;
		return LSM_AGREE;
	}
	*reason = broken_contract(machine, world, step, failed, expects,
				  &expected);
	if (*reason)
		return LSM_BAD_FAILURE;
	/* Once more with memory, so that all worlds stay in step. */
	call_once(world, step, obs);
	return LSM_AGREE;
}
