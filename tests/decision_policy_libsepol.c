/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A binary policy, read by libsepol, which decides by what it read itself. */
#include "decision_policy_libsepol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sepol/policydb/services.h>

static void add(struct policy *policy, uint32_t place, const avtab_key_t *key,
		const avtab_datum_t *datum)
{
	struct lsm_decision_rule *rule;

	if (policy->nr == policy->room) {
		uint32_t room = policy->room ? 2 * policy->room : 1024;
		struct placed *grown =
			realloc(policy->rule, room * sizeof(*policy->rule));

		if (!grown) {
			policy->failed = true;
			return;
		}
		policy->rule = grown;
		policy->room = room;
	}
	policy->rule[policy->nr].place = place;
	rule = &policy->rule[policy->nr++].rule;
	*rule = (struct lsm_decision_rule){
		.source = key->source_type,
		.target = key->target_type,
		.tclass = key->target_class,
		.kind = key->specified & (AVTAB_AV | AVTAB_TYPE | AVTAB_XPERMS),
		.data = datum->data,
	};
	if (rule->kind & AVTAB_XPERMS) {
		rule->data = 0;
		rule->xkind = datum->xperms->specified;
		rule->driver = datum->xperms->driver;
		memcpy(rule->xperms, datum->xperms->perms,
		       sizeof(rule->xperms));
	}
}

static int add_always(avtab_key_t *key, avtab_datum_t *datum, void *arg)
{
	add(arg,
	    key->specified & AVTAB_ENABLED ? LSM_DECISION_MARKED
					   : LSM_DECISION_ALWAYS,
	    key, datum);
	return 0;
}

static void list_rules(struct policy *policy)
{
	uint32_t cond = 0;

	avtab_map(&policy->db.te_avtab, add_always, policy);
	for (cond_node_t *c = policy->db.cond_list; c; c = c->next, cond++) {
		for (cond_av_list_t *l = c->true_list; l; l = l->next)
			add(policy, LSM_DECISION_TRUE(cond), &l->node->key,
			    &l->node->datum);
		for (cond_av_list_t *l = c->false_list; l; l = l->next)
			add(policy, LSM_DECISION_FALSE(cond), &l->node->key,
			    &l->node->datum);
		c->cur_state = -2; /* evaluate whatever the file said */
	}
	evaluate_conds(&policy->db);
}

/* Texts of constraints, which nobody reads, would take most of the time. */
static void forget_type_names(policydb_t *db)
{
	for (uint32_t i = 0; i < db->p_classes.nprim; i++)
		for (constraint_node_t *c =
			     db->class_val_to_struct[i]->constraints;
		     c; c = c->next)
			for (constraint_expr_t *e = c->expr; e; e = e->next)
				if (e->type_names)
					ebitmap_destroy(&e->type_names->types);
}

static bool make_sids(sidtab_t *sids)
{
	context_struct_t context;

	context_init(&context);
	return !sepol_sidtab_init(sids) &&
	       !sepol_sidtab_insert(sids, 1, &context) &&
	       !sepol_sidtab_insert(sids, 2, &context);
}

static void free_policy(void *arg)
{
	struct policy *policy = arg;

	policydb_destroy(&policy->db);
	if (policy->sids.htable)
		sepol_sidtab_destroy(&policy->sids);
	free(policy->rule);
	free(policy);
}

static void *read_policy(void *image, size_t size, const char **why)
{
	struct policy *policy = calloc(1, sizeof(*policy));
	struct policy_file file;

	*why = "out of memory";
	if (!policy)
		return NULL;
	if (policydb_init(&policy->db)) {
		free(policy);
		return NULL;
	}
	policy_file_init(&file);
	file.type = PF_USE_MEMORY;
	file.data = image;
	file.len = size;
	if (policydb_read(&policy->db, &file, 0) ||
	    policy->db.policy_type != POLICY_KERN) {
		*why = "libsepol refuses it";
		free_policy(policy);
		return NULL;
	}
	list_rules(policy);
	forget_type_names(&policy->db);
	if (policy->failed || !policy->nr || !make_sids(&policy->sids)) {
		if (!policy->nr)
			*why = "a policy without rules";
		free_policy(policy);
		return NULL;
	}
	return policy;
}

static void count(const void *arg, struct decision_counts *counts)
{
	const struct policy *policy = arg;
	const policydb_t *db = &policy->db;

	*counts = (struct decision_counts){
		.param = { db->p_types.nprim, db->p_classes.nprim,
			   db->p_roles.nprim, db->p_users.nprim,
			   db->p_bools.nprim },
		.sensitivities = db->p_levels.nprim,
		.categories = db->p_cats.nprim,
	};
	for (uint32_t i = 0; i < policy->nr; i++) {
		counts->rules[policy->rule[i].place > LSM_DECISION_MARKED]++;
		counts->extended += policy->rule[i].rule.xkind != 0;
	}
	for (const cond_node_t *c = db->cond_list; c; c = c->next)
		counts->conditionals++;
	for (uint32_t i = 0; i < db->p_types.nprim; i++)
		counts->bounds += db->type_val_to_struct[i] &&
				  db->type_val_to_struct[i]->bounds;
	for (uint32_t i = 0; i < db->p_classes.nprim; i++)
		for (const constraint_node_t *c =
			     db->class_val_to_struct[i]->constraints;
		     c; c = c->next)
			counts->constraints++;
}

static const struct lsm_decision_rule *rule(const void *arg, uint32_t index)
{
	const struct policy *policy = arg;

	return &policy->rule[index % policy->nr].rule;
}

static uint32_t pick(const void *arg, uint32_t value, uint32_t choice)
{
	const struct policy *policy = arg;
	const ebitmap_t *types = &policy->db.attr_type_map[value - 1];
	uint32_t nr = 0;

	for (const ebitmap_node_t *n = types->node; n; n = n->next)
		nr += (uint32_t)__builtin_popcountll(n->map);
	if (!nr)
		return value;
	choice %= nr;
	for (const ebitmap_node_t *n = types->node; n; n = n->next)
		for (uint64_t w = n->map; w; w &= w - 1)
			if (!choice--)
				return n->startbit + 1 +
				       (uint32_t)__builtin_ctzll(w);
	return value;
}

static int set_bool(void *arg, uint32_t boolean, bool value)
{
	struct policy *policy = arg;

	policy->db.bool_val_to_struct[boolean - 1]->state = value;
	return evaluate_conds(&policy->db);
}

static bool set_level(mls_level_t *to, const struct lsm_decision_level *from)
{
	ebitmap_destroy(&to->cat);
	to->sens = from->sens;
	if (!from->cats)
		return true;
	if (ebitmap_set_bit(&to->cat, 0, 1))
		return false;
	to->cat.node->map = from->cats;
	return true;
}

static bool set_label(struct policy *policy, uint32_t sid,
		      const struct decision_label *label)
{
	context_struct_t *context = sepol_sidtab_search(&policy->sids, sid);

	context->user = label->user;
	context->role = label->role;
	context->type = label->type;
	return set_level(&context->range.level[0], &label->low) &&
	       set_level(&context->range.level[1], &label->high);
}

static bool use(struct policy *policy, const struct decision_label *source,
		const struct decision_label *target)
{
	sepol_set_policydb(&policy->db);
	sepol_set_sidtab(&policy->sids);
	return set_label(policy, 1, source) && set_label(policy, 2, target);
}

static int av(void *arg, const struct decision_label *source,
	      const struct decision_label *target, uint32_t tclass,
	      struct lsm_decision_av *out)
{
	struct policy *policy = arg;
	type_datum_t **type = policy->db.type_val_to_struct;
	uint32_t parent = type[source->type - 1]->bounds;
	struct sepol_av_decision decided;
	int status;

	if (parent && type[parent - 1]->bounds)
		return -EFAULT;
	if (!use(policy, source, target))
		return -ENOMEM;
	status = sepol_compute_av(1, 2, (sepol_security_class_t)tclass, 0,
				  &decided);
	out->allowed = decided.allowed;
	out->auditallow = decided.auditallow;
	out->auditdeny = decided.auditdeny;
	return status;
}

/* It keeps every label it makes: start again before there are many. */
static bool keep_short(struct policy *policy)
{
	if (policy->sids.nel <= 64)
		return true;
	sepol_sidtab_destroy(&policy->sids);
	return make_sids(&policy->sids);
}

static int new_type(void *arg, const struct decision_label *source,
		    const struct decision_label *target, uint32_t tclass,
		    uint32_t kind, uint32_t *type)
{
	struct policy *policy = arg;
	sepol_security_class_t class = (sepol_security_class_t)tclass;
	sepol_security_id_t sid = 0;
	int status;

	if (!use(policy, source, target))
		return -ENOMEM;
	status = kind == AVTAB_TRANSITION
			 ? sepol_transition_sid(1, 2, class, &sid)
		 : kind == AVTAB_MEMBER ? sepol_member_sid(1, 2, class, &sid)
					: sepol_change_sid(1, 2, class, &sid);
	if (!status)
		*type = sepol_sidtab_search(&policy->sids, sid)->type;
	if (!keep_short(policy))
		return -ENOMEM;
	/* By default, as it has no sockets. */
	if (!status && *type == target->type &&
	    !policy->db.class_val_to_struct[tclass - 1]->default_type &&
	    decision_policy_is_socket(&policy->db, tclass))
		return -EFAULT;
	return status;
}

static char *text_of(void *arg, const struct decision_label *label)
{
	struct policy *policy = arg;
	char *text = NULL;
	size_t len;

	return use(policy, label, label) &&
			       !sepol_sid_to_context(1, &text, &len)
		       ? text
		       : NULL;
}

static bool valid(void *arg, const char *text)
{
	struct policy *policy = arg;
	sepol_security_id_t sid;
	char *back = NULL;
	size_t len;
	bool same;

	sepol_set_policydb(&policy->db);
	sepol_set_sidtab(&policy->sids);
	same = !sepol_context_to_sid(text, strlen(text) + 1, &sid) &&
	       !sepol_sid_to_context(sid, &back, &len) && !strcmp(text, back);
	free(back);
	return keep_short(policy) && same;
}

const struct decision_policy_ops lsm_decision_policy = {
	.read = read_policy,
	.free = free_policy,
	.count = count,
	.load = decision_policy_load,
	.rule = rule,
	.pick = pick,
	.set_bool = set_bool,
	.av = av,
	.new_type = new_type,
	.text = text_of,
	.valid = valid,
};
