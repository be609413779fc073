/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's readers of the rules section behind the policy contract,
 * on a policy that has counts and booleans, and nothing else.
 */
#include <lsm/alloc.h>
#include <lsm/policy.h>

#include <errno.h>
#include <sepol/policydb/avtab.h>
#include <sepol/policydb/policydb.h>

/* A member of its expressions has a name that stdbool.h makes a macro. */
#undef bool
#define bool boolean
#include <sepol/policydb/conditional.h>
#undef bool
#define bool _Bool

/* Extended permissions are handed out without a copy: both sides agree. */
_Static_assert(sizeof(avtab_extended_perms_t) ==
			       sizeof(struct lsm_avtab_xperms) &&
		       offsetof(avtab_extended_perms_t, perms) ==
			       offsetof(struct lsm_avtab_xperms, perms),
	       "extended permissions differ");

/*
 * @db: libsepol's policy
 * @boolean: its booleans
 * @by_value: where it looks for them
 */
struct sepol_rules {
	policydb_t db;
	cond_bool_datum_t boolean[LSM_POLICY_BOOLEANS];
	cond_bool_datum_t *by_value[LSM_POLICY_BOOLEANS];
};

static void *create(void *setup, const uint32_t *param)
{
	struct sepol_rules *policy = lsm_calloc(1, sizeof(*policy));

	(void)setup;
	(void)param;
	if (!policy)
		return NULL;
	policy->db.policy_type = POLICY_KERN;
	policy->db.policyvers = POLICYDB_VERSION_MAX;
	policy->db.bool_val_to_struct = policy->by_value;
	for (uint32_t i = 0; i < LSM_POLICY_BOOLEANS; i++)
		policy->by_value[i] = &policy->boolean[i];
	return policy;
}

static void clear(void *self)
{
	struct sepol_rules *policy = self;

	cond_list_destroy(policy->db.cond_list);
	policy->db.cond_list = NULL;
	avtab_destroy(&policy->db.te_avtab);
	avtab_init(&policy->db.te_avtab);
	avtab_destroy(&policy->db.te_cond_avtab);
	avtab_init(&policy->db.te_cond_avtab);
}

static void destroy(void *self)
{
	clear(self);
	lsm_free(self);
}

static const char *check(const void *self)
{
	const struct sepol_rules *policy = self;
	uint32_t listed = 0;

	for (const cond_node_t *c = policy->db.cond_list; c; c = c->next) {
		for (const cond_av_list_t *r = c->true_list; r; r = r->next)
			listed++;
		for (const cond_av_list_t *r = c->false_list; r; r = r->next)
			listed++;
	}
	return listed == policy->db.te_cond_avtab.nel
		       ? NULL
		       : "conditional rules and lists differ";
}

/* libsepol leaves rules as they are where the image names the right state. */
static void evaluate(void *self, uint32_t values)
{
	struct sepol_rules *policy = self;

	for (uint32_t i = 0; i < LSM_POLICY_BOOLEANS; i++)
		policy->boolean[i].state = (int)(values >> i & 1);
	for (cond_node_t *c = policy->db.cond_list; c; c = c->next)
		c->cur_state = -2;
	evaluate_conds(&policy->db);
}

static void use_memory(struct policy_file *file, const uint8_t *image,
		       size_t size)
{
	union {
		const uint8_t *in;
		char *data; /* libsepol only reads it */
	} bytes = { .in = image };

	policy_file_init(file);
	file->type = PF_USE_MEMORY;
	file->data = bytes.data;
	file->len = size;
	file->size = size;
}

static int read_all(void *self, const struct lsm_policy_limits *limits,
		    uint32_t values, const uint8_t *image, size_t size,
		    size_t *used)
{
	struct sepol_rules *policy = self;
	struct policy_file file;

	clear(policy);
	use_memory(&file, image, size);
	policy->db.p_bools.nprim = limits->booleans;
	if (avtab_read(&policy->db.te_avtab, &file, policy->db.policyvers) ||
	    cond_read_list(&policy->db, &policy->db.cond_list, &file)) {
		clear(policy);
		return -EINVAL;
	}
	evaluate(policy, values);
	*used = size - file.len;
	return 0;
}

static int read_rules(void *self, const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	struct sepol_rules *policy = self;
	struct policy_file file;

	(void)limits;
	clear(policy);
	use_memory(&file, image, size);
	if (avtab_read(&policy->db.te_avtab, &file, policy->db.policyvers)) {
		clear(policy);
		return -EINVAL;
	}
	*used = size - file.len;
	return 0;
}

static struct lsm_avtab_rule show(const avtab_key_t *key,
				  const avtab_datum_t *datum)
{
	struct lsm_avtab_rule rule = { .key = {
					       .source = key->source_type,
					       .target = key->target_type,
					       .class = key->target_class,
					       .specified = key->specified,
				       } };

	if (key->specified & AVTAB_XPERMS)
		rule.datum.xperms =
			(const struct lsm_avtab_xperms *)datum->xperms;
	else
		rule.datum.data = datum->data;
	return rule;
}

union tables {
	const struct sepol_rules *policy;
	struct sepol_rules *in; /* libsepol only reads it */
};

static avtab_ptr_t first(avtab_t *table, const struct lsm_avtab_key *key)
{
	avtab_key_t k = {
		.source_type = key->source,
		.target_type = key->target,
		.target_class = key->class,
		.specified = key->specified,
	};

	return avtab_search_node(table, &k);
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	union tables tables = { .policy = self };
	avtab_ptr_t node = first(&tables.in->db.te_avtab, key);

	if (node)
		*rule = show(&node->key, &node->datum);
	return node;
}

static const cond_node_t *nth_of(const struct sepol_rules *policy, uint32_t nth)
{
	const cond_node_t *at = policy->db.cond_list;

	while (at && nth--)
		at = at->next;
	return at;
}

static bool conditional(const void *self, uint32_t nth,
			struct lsm_policy_conditional *out)
{
	const cond_node_t *at = nth_of(self, nth);

	if (!at)
		return false;
	out->state = at->cur_state;
	out->nodes = 0;
	for (const cond_expr_t *e = at->expr; e; e = e->next)
		out->nodes++;
	return true;
}

static void expression(const void *self, uint32_t nth,
		       lsm_policy_visit_fn *visit, void *arg)
{
	const cond_expr_t *e = nth_of(self, nth)->expr;

	for (; e; e = e->next) {
		const struct lsm_policy_node node = { e->expr_type,
						      e->boolean };

		visit(&node, arg);
	}
}

static void branch(const void *self, uint32_t nth, bool otherwise,
		   lsm_avtab_visit_fn *visit, void *arg)
{
	const cond_node_t *at = nth_of(self, nth);
	const cond_av_list_t *list = otherwise ? at->false_list : at->true_list;

	for (; list; list = list->next) {
		struct lsm_avtab_rule rule =
			show(&list->node->key, &list->node->datum);

		visit(&rule, arg);
	}
}

static void walk(const void *self, const struct lsm_avtab_key *key,
		 lsm_avtab_visit_fn *visit, void *arg)
{
	union tables tables = { .policy = self };
	avtab_ptr_t node = first(&tables.in->db.te_cond_avtab, key);

	for (; node; node = avtab_search_node_next(node, key->specified)) {
		struct lsm_avtab_rule rule = show(&node->key, &node->datum);

		visit(&rule, arg);
	}
}

struct tour {
	lsm_avtab_visit_fn *visit;
	void *arg;
};

static int tell(avtab_key_t *key, avtab_datum_t *datum, void *arg)
{
	const struct tour *tour = arg;
	struct lsm_avtab_rule rule = show(key, datum);

	tour->visit(&rule, tour->arg);
	return 0;
}

static void rules(const void *self, lsm_avtab_visit_fn *visit, void *arg)
{
	union tables tables = { .policy = self };
	struct tour tour = { .visit = visit, .arg = arg };

	if (tables.in->db.te_avtab.htable)
		avtab_map(&tables.in->db.te_avtab, tell, &tour);
}

const struct lsm_policy_ops lsm_policy_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/conditional.c",
		.peer = true,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.read = read_all,
	.read_rules = read_rules,
	.evaluate = evaluate,
	.search = search,
	.conditional = conditional,
	.expression = expression,
	.branch = branch,
	.walk = walk,
	.rules = rules,
};
