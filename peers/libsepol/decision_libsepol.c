/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's access decisions behind the contract.
 *
 * The policy is built in memory; libsepol decides, evaluates conditionals and
 * judges type rules.  Where the answers are known to differ the engine does not
 * ask; the rows are in fuzzers/fuzz_decision.c.
 */
#include "decision_libsepol.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <sepol/policydb/services.h>

/* Its services take no constant arguments and keep one policy for all. */
static struct decision_libsepol *use(const void *self)
{
	struct decision_libsepol *decision = (void *)(uintptr_t)self;

	sepol_set_policydb(&decision->db);
	sepol_set_sidtab(&decision->sids);
	return decision;
}

static const char *check(const void *self)
{
	const struct decision_libsepol *decision = self;
	const policydb_t *db = &decision->db;
	uint32_t listed = 0;

	for (const cond_node_t *c = db->cond_list; c; c = c->next) {
		for (const cond_av_list_t *l = c->true_list; l; l = l->next)
			listed++;
		for (const cond_av_list_t *l = c->false_list; l; l = l->next)
			listed++;
	}
	return listed == db->te_cond_avtab.nel
		       ? NULL
		       : "a conditional rule is in no list";
}

static int attribute(void *self, uint32_t type, uint32_t attribute)
{
	struct decision_libsepol *decision = self;

	if (!decision_libsepol_exists(self, SYM_TYPES, type) ||
	    !decision_libsepol_exists(self, SYM_TYPES, attribute))
		return -EINVAL;
	return ebitmap_set_bit(&decision->db.type_attr_map[type - 1],
			       attribute - 1, 1);
}

/* Its reader of policies lets any line of bounds pass. */
static bool line_too_long(const struct decision_libsepol *decision)
{
	for (uint32_t i = 0; i < decision->db.p_types.nprim; i++) {
		uint32_t depth = 0;

		for (uint32_t up = decision->type[i].bounds; up;
		     up = decision->type[up - 1].bounds)
			if (depth++ == LSM_DECISION_BOUNDS_MAX)
				return true;
	}
	return false;
}

static int bounds(void *self, uint32_t type, uint32_t parent)
{
	struct decision_libsepol *decision = self;
	uint32_t before;

	if (!decision_libsepol_exists(self, SYM_TYPES, type) ||
	    (parent && !decision_libsepol_exists(self, SYM_TYPES, parent)))
		return -EINVAL;
	before = decision->type[type - 1].bounds;
	decision->type[type - 1].bounds = parent;
	if (!line_too_long(decision))
		return 0;
	decision->type[type - 1].bounds = before;
	return -EINVAL;
}

static int class_default(void *self, uint32_t tclass,
			 enum lsm_decision_default which, bool socket)
{
	struct decision_libsepol *decision = self;

	if (!decision_libsepol_exists(self, SYM_CLASSES, tclass))
		return -EINVAL;
	decision->class[tclass - 1].default_type = (char)which;
	decision->socket[tclass - 1] = socket;
	return 0;
}

static int process(void *self, uint32_t tclass, uint32_t perms)
{
	struct decision_libsepol *decision = self;

	if (!decision_libsepol_exists(self, SYM_CLASSES, tclass))
		return -EINVAL;
	decision->db.process_class = (sepol_security_class_t)tclass;
	decision->db.process_trans_dyntrans = perms;
	return 0;
}

static int role_allow(void *self, uint32_t role, uint32_t new_role)
{
	struct decision_libsepol *decision = self;
	role_allow_t *allow;

	if (!decision_libsepol_exists(self, SYM_ROLES, role) ||
	    !decision_libsepol_exists(self, SYM_ROLES, new_role))
		return -EINVAL;
	for (allow = decision->db.role_allow; allow; allow = allow->next)
		if (allow->role == role && allow->new_role == new_role)
			return 0;
	allow = lsm_calloc(1, sizeof(*allow));
	if (!allow)
		return -ENOMEM;
	allow->role = role;
	allow->new_role = new_role;
	allow->next = decision->db.role_allow;
	decision->db.role_allow = allow;
	return 0;
}

static int dominate(void *self, uint32_t role, uint32_t dominated)
{
	struct decision_libsepol *decision = self;

	if (!decision_libsepol_exists(self, SYM_ROLES, role) ||
	    !decision_libsepol_exists(self, SYM_ROLES, dominated))
		return -EINVAL;
	return ebitmap_set_bit(&decision->role[role - 1].dominates,
			       dominated - 1, 1);
}

static int set_bool(void *self, uint32_t boolean, bool value)
{
	struct decision_libsepol *decision = self;

	if (!decision_libsepol_exists(self, SYM_BOOLS, boolean))
		return -EINVAL;
	decision->boolean[boolean - 1].state = value;
	return evaluate_conds(&decision->db);
}

static context_struct_t *context_of(const struct decision_libsepol *decision,
				    uint32_t sid)
{
	return sepol_sidtab_search((sidtab_t *)(uintptr_t)&decision->sids,
				   sid + 1);
}

static int label(void *self, uint32_t sid, uint32_t user, uint32_t role,
		 uint32_t type)
{
	struct decision_libsepol *decision = self;
	context_struct_t *context = context_of(self, sid);

	if (!decision_libsepol_exists(self, SYM_USERS, user) ||
	    !decision_libsepol_exists(self, SYM_ROLES, role) ||
	    !decision_libsepol_exists(self, SYM_TYPES, type))
		return -EINVAL;
	context->user = user;
	context->role = role;
	context->type = type;
	decision->set[sid] = true;
	return 0;
}

/* All categories lie in one unit of its sets. */
static bool make_level(mls_level_t *to, const struct lsm_decision_level *from)
{
	to->sens = from->sens;
	ebitmap_init(&to->cat);
	if (!from->cats)
		return true;
	if (ebitmap_set_bit(&to->cat, 0, 1))
		return false;
	to->cat.node->map = from->cats;
	return true;
}

static int range(void *self, uint32_t sid, const struct lsm_decision_level *low,
		 const struct lsm_decision_level *high)
{
	struct decision_libsepol *decision = self;
	context_struct_t *context = context_of(self, sid);
	mls_range_t levels;

	if (!make_level(&levels.level[0], low))
		return -ENOMEM;
	if (!make_level(&levels.level[1], high)) {
		mls_level_destroy(&levels.level[0]);
		return -ENOMEM;
	}
	mls_range_destroy(&context->range);
	context->range = levels;
	decision->set[sid] = true;
	return 0;
}

/* Where it would stumble, so that a drill that asks gets an answer. */
static bool has_grandparent(const struct decision_libsepol *decision,
			    uint32_t source)
{
	uint32_t parent =
		decision->type[context_of(decision, source)->type - 1].bounds;

	return parent && decision->type[parent - 1].bounds;
}

static int av(const void *self, uint32_t source, uint32_t target,
	      uint32_t tclass, struct lsm_decision_av *av_out)
{
	struct decision_libsepol *decision = use(self);
	struct sepol_av_decision decided;
	int status;

	if (has_grandparent(decision, source))
		return -EFAULT;
	status = sepol_compute_av(source + 1, target + 1,
				  (sepol_security_class_t)tclass, 0, &decided);
	if (status)
		return status;
	av_out->allowed = decided.allowed;
	av_out->auditallow = decided.auditallow;
	av_out->auditdeny = decided.auditdeny;
	return 0;
}

/* It makes a label for the new object, of which the type is asked. */
static int new_type(const void *self, uint32_t source, uint32_t target,
		    uint32_t tclass, uint32_t kind, uint32_t *type)
{
	struct decision_libsepol *decision = use(self);
	sepol_security_class_t class = (sepol_security_class_t)tclass;
	sepol_security_id_t sid = 0;
	int status;

	switch (kind) {
	case LSM_DECISION_TRANSITION:
		status = sepol_transition_sid(source + 1, target + 1, class,
					      &sid);
		break;
	case LSM_DECISION_MEMBER:
		status = sepol_member_sid(source + 1, target + 1, class, &sid);
		break;
	default:
		status = sepol_change_sid(source + 1, target + 1, class, &sid);
		break;
	}
	if (!status)
		*type = context_of(decision, sid - 1)->type;
	return status;
}

static int state(const void *self, uint32_t cond, int *value)
{
	const struct decision_libsepol *decision = self;
	cond_node_t *node = decision->db.cond_list;

	while (node && cond--)
		node = node->next;
	if (!node)
		return -EINVAL;
	*value = node->cur_state;
	return 0;
}

/*
 * Its first look at a constraint allocates a stack that it keeps for ever: have
 * it looked now, before anybody counts.
 */
static void *setup(void)
{
	static const uint32_t param[LSM_ARGS_MAX];
	static const struct lsm_decision_term same_user = {
		.kind = LSM_DECISION_CATTR,
		.attr = LSM_DECISION_USER,
		.relation = LSM_DECISION_IS,
	};
	static const struct lsm_decision_rule allow = {
		.source = 1,
		.target = 1,
		.tclass = 1,
		.kind = LSM_DECISION_ALLOW,
		.data = 1,
	};
	static bool done;
	struct decision_libsepol *decision =
		decision_libsepol_create(NULL, param);
	struct lsm_decision_av decided;

	if (!decision)
		return NULL;
	done = !decision_libsepol_constrain(decision, 1, 1, &same_user, 1) &&
	       !decision_libsepol_rule(decision, LSM_DECISION_ALWAYS, &allow) &&
	       !av(decision, 0, 0, 1, &decided);
	decision_libsepol_destroy(decision);
	return done ? &done : NULL;
}

static void teardown(void *done)
{
	(void)done;
}

const struct lsm_decision_ops lsm_decision_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/services.c",
		.peer = true,
		.setup = setup,
		.teardown = teardown,
		.create = decision_libsepol_create,
		.destroy = decision_libsepol_destroy,
		.clear = decision_libsepol_clear,
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
	.conditional = decision_libsepol_conditional,
	.constrain = decision_libsepol_constrain,
	.rule = decision_libsepol_rule,
	.av = av,
	.new_type = new_type,
	.state = state,
	.visit = decision_libsepol_visit,
};
