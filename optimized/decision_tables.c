/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access decisions over two access vector tables, as the kernel makes them: for
 * each attribute of the source and each of the target look the pair up in the
 * unconditional table and in the conditional one.  Relations are bit matrices;
 * a conditional keeps pointers to its rules and flips a bit in them.
 */
#include "decision_tables.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* A slot for every 16 pairs of types, at most as many as before the patch. */
#define PAIRS_A_SLOT 16u
#define SHIFT_MAX 15u

static uint32_t digits(uint32_t number)
{
	return number ? 32 - (uint32_t)__builtin_clz(number) : 0;
}

static bool make_matrix(struct matrix *matrix, uint32_t side)
{
	matrix->side = side;
	matrix->stride = (side + 63) / 64;
	matrix->word = lsm_calloc((size_t)side * matrix->stride,
				  sizeof(*matrix->word));
	return matrix->word;
}

static void empty_matrix(struct matrix *matrix)
{
	memset(matrix->word, 0,
	       (size_t)matrix->side * matrix->stride * sizeof(*matrix->word));
}

static void relate(struct matrix *matrix, uint32_t a, uint32_t b)
{
	row(matrix, a)[(b - 1) / 64] |= UINT64_C(1) << (b - 1) % 64;
}

/* Without parameters nothing else can have the smallest number of slots. */
static int empty_table(const struct policy *policy, struct avtab_table *table)
{
	if (table->slot && !table->rules)
		return 0;
	return avtab_table_alloc(table, &policy->slots);
}

static void drop_rules(struct policy *policy)
{
	for (uint32_t i = 0; i < policy->nr_conds; i++) {
		struct cond *cond = &policy->cond[i];

		lsm_free(cond->token);
		lsm_free(cond->list[0].node);
		lsm_free(cond->list[1].node);
	}
	lsm_free(policy->cond);
	policy->cond = NULL;
	policy->nr_conds = 0;
	policy->room_conds = 0;
	for (uint32_t i = 0; i < policy->classes; i++) {
		while (policy->class[i].constraints) {
			struct constraint *first = policy->class[i].constraints;

			policy->class[i].constraints = first->next;
			lsm_free(first->names);
			lsm_free(first);
		}
		policy->class[i] = (struct class){ 0 };
	}
}

static void clear(void *self)
{
	struct policy *policy = self;

	drop_rules(policy);
	empty_table(policy, &policy->always);
	empty_table(policy, &policy->conditional);
	empty_matrix(&policy->attributes);
	empty_matrix(&policy->allows);
	empty_matrix(&policy->dominates);
	for (uint32_t type = 1; type <= policy->attributes.side; type++)
		relate(&policy->attributes, type, type);
	memset(policy->parent, 0,
	       policy->attributes.side * sizeof(*policy->parent));
	memset(policy->value, 0, policy->bools * sizeof(*policy->value));
	policy->process = LSM_DECISION_PROCESS;
	policy->transitions = LSM_DECISION_TRANSITIONS;
	for (uint32_t i = 0; i < LSM_DECISION_SIDS; i++) {
		struct label *label = &policy->label[i];

		label->user = 1 + i % policy->users;
		label->role = 1 + i % policy->allows.side;
		label->type = 1 + i % policy->attributes.side;
		label->set = false;
		label->level[0] = (struct lsm_decision_level){ 1, 0 };
		label->level[1] =
			(struct lsm_decision_level){ 1 + i,
						     ~(UINT64_MAX << i) };
	}
}

static void destroy(void *self)
{
	struct policy *policy = self;

	if (policy->class)
		drop_rules(policy);
	avtab_table_release(&policy->always);
	avtab_table_release(&policy->conditional);
	lsm_free(policy->attributes.word);
	lsm_free(policy->allows.word);
	lsm_free(policy->dominates.word);
	lsm_free(policy->parent);
	lsm_free(policy->class);
	lsm_free(policy->value);
	lsm_free(policy);
}

static bool allocate(struct policy *policy, uint32_t types, uint32_t roles)
{
	policy->parent = lsm_calloc(types, sizeof(*policy->parent));
	policy->class = lsm_calloc(policy->classes, sizeof(*policy->class));
	policy->value = lsm_calloc(policy->bools, sizeof(*policy->value));
	return policy->parent && policy->class && policy->value &&
	       make_matrix(&policy->attributes, types) &&
	       make_matrix(&policy->allows, roles) &&
	       make_matrix(&policy->dominates, roles) &&
	       !empty_table(policy, &policy->always) &&
	       !empty_table(policy, &policy->conditional);
}

static void *create(void *setup, const uint32_t *param)
{
	struct policy *policy = lsm_calloc(1, sizeof(*policy));
	uint32_t types = param[0] ? param[0] : LSM_DECISION_TYPES;
	uint32_t roles = param[2] ? param[2] : LSM_DECISION_ROLES;

	(void)setup;
	if (!policy)
		return NULL;
	policy->classes = param[1] ? param[1] : LSM_DECISION_CLASSES;
	policy->users = param[3] ? param[3] : LSM_DECISION_USERS;
	policy->bools = param[4] ? param[4] : LSM_DECISION_BOOLS;
	policy->slots.sizing = LSM_AVTAB_EXPLICIT;
	policy->slots.shift = digits(types * types / PAIRS_A_SLOT);
	if (policy->slots.shift > SHIFT_MAX)
		policy->slots.shift = SHIFT_MAX;
	avtab_table_init(&policy->always, LSM_AVTAB_DEFAULT);
	avtab_table_init(&policy->conditional, LSM_AVTAB_DEFAULT);
	if (!allocate(policy, types, roles)) {
		destroy(policy);
		return NULL;
	}
	clear(policy);
	return policy;
}

/* Every rule of the conditional table is in one list, in step with its state.
 */
LSM_UNGUIDED static const char *check(const void *self)
{
	const struct policy *policy = self;
	uint32_t listed = 0;

	for (uint32_t i = 0; i < policy->nr_conds; i++) {
		const struct cond *cond = &policy->cond[i];

		for (int branch = 0; branch < 2; branch++) {
			const struct list *list = &cond->list[branch];
			bool on = cond->state == !branch;

			for (uint32_t k = 0; k < list->nr; k++)
				if (!(list->node[k]->key.specified &
				      LSM_AVTAB_ENABLED) == on)
					return "a rule is out of step with its "
					       "conditional";
			listed += list->nr;
		}
	}
	return listed == policy->conditional.rules
		       ? NULL
		       : "a conditional rule is in no list";
}

static int attribute(void *self, uint32_t type, uint32_t attribute)
{
	struct policy *policy = self;

	if (!within(type, policy->attributes.side) ||
	    !within(attribute, policy->attributes.side))
		return -EINVAL;
	relate(&policy->attributes, type, attribute);
	return 0;
}

/* Whether no type has too many above it, itself included. */
static bool bounds_are_sane(const struct policy *policy)
{
	for (uint32_t i = 0; i < policy->attributes.side; i++) {
		uint32_t up = policy->parent[i];

		for (int depth = 0; up && depth < LSM_DECISION_BOUNDS_MAX;
		     depth++)
			up = policy->parent[up - 1];
		if (up)
			return false;
	}
	return true;
}

static int bounds(void *self, uint32_t type, uint32_t parent)
{
	struct policy *policy = self;
	uint32_t old;

	if (!within(type, policy->attributes.side) ||
	    parent > policy->attributes.side)
		return -EINVAL;
	old = policy->parent[type - 1];
	policy->parent[type - 1] = parent;
	if (bounds_are_sane(policy))
		return 0;
	policy->parent[type - 1] = old;
	return -EINVAL;
}

static int class_default(void *self, uint32_t tclass,
			 enum lsm_decision_default which, bool socket)
{
	struct policy *policy = self;

	if (!within(tclass, policy->classes))
		return -EINVAL;
	policy->class[tclass - 1].which = which;
	policy->class[tclass - 1].socket = socket;
	return 0;
}

static int process(void *self, uint32_t tclass, uint32_t perms)
{
	struct policy *policy = self;

	if (!within(tclass, policy->classes))
		return -EINVAL;
	policy->process = tclass;
	policy->transitions = perms;
	return 0;
}

static int relate_roles(struct matrix *matrix, uint32_t a, uint32_t b)
{
	if (!within(a, matrix->side) || !within(b, matrix->side))
		return -EINVAL;
	relate(matrix, a, b);
	return 0;
}

static int role_allow(void *self, uint32_t role, uint32_t new_role)
{
	return relate_roles(&((struct policy *)self)->allows, role, new_role);
}

static int dominate(void *self, uint32_t role, uint32_t dominated)
{
	return relate_roles(&((struct policy *)self)->dominates, role,
			    dominated);
}

static int set_bool(void *self, uint32_t boolean, bool value)
{
	struct policy *policy = self;

	if (!within(boolean, policy->bools))
		return -EINVAL;
	policy->value[boolean - 1] = value;
	for (uint32_t i = 0; i < policy->nr_conds; i++)
		decision_tables_switch(policy, &policy->cond[i]);
	return 0;
}

static int label(void *self, uint32_t sid, uint32_t user, uint32_t role,
		 uint32_t type)
{
	struct policy *policy = self;

	if (!within(user, policy->users) ||
	    !within(role, policy->allows.side) ||
	    !within(type, policy->attributes.side))
		return -EINVAL;
	policy->label[sid].user = user;
	policy->label[sid].role = role;
	policy->label[sid].type = type;
	policy->label[sid].set = true;
	return 0;
}

static int range(void *self, uint32_t sid, const struct lsm_decision_level *low,
		 const struct lsm_decision_level *high)
{
	struct policy *policy = self;

	policy->label[sid].level[0] = *low;
	policy->label[sid].level[1] = *high;
	policy->label[sid].set = true;
	return 0;
}

static int state(const void *self, uint32_t cond, int *value)
{
	const struct policy *policy = self;

	if (cond >= policy->nr_conds)
		return -EINVAL;
	*value = policy->cond[cond].state;
	return 0;
}

const struct lsm_decision_ops lsm_decision_tables = {
	.base = {
		.name = "tables",
		.source = "Linux 6.12, security/selinux/ss/services.c",
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.attribute = attribute,
	.bounds = bounds,
	.class_default = class_default,
	.process = process,
	.role_allow = role_allow,
	.dominate = dominate,
	.set_bool = set_bool,
	.label = label,
	.range = range,
	.conditional = decision_tables_conditional,
	.constrain = decision_tables_constrain,
	.rule = decision_tables_rule,
	.av = decision_tables_av,
	.drivers = decision_tables_drivers,
	.xperms = decision_tables_xperms,
	.new_type = decision_tables_new_type,
	.state = state,
	.visit = decision_tables_visit,
};
