/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's avtab behind the avtab contract.
 *
 * Slots never show, so a table gets as many as the kernel's own rule gives for
 * the number of rules, whatever the sizing; only "none at all" is kept.
 */
#include <lsm/alloc.h>
#include <lsm/avtab.h>

#include <kernel_adapter.h>

#include "avtab.c"

/* The most rules it is told of: to find faults, some dozens of slots do as well
 * as thousands.
 */
#ifdef LSM_KERNEL_MEASURED
#define RULES_MAX UINT32_MAX
#else
#define RULES_MAX 255u
#endif

/* Extended permissions are handed out without a copy: both sides agree. */
_Static_assert(sizeof(struct avtab_extended_perms) ==
			       sizeof(struct lsm_avtab_xperms) &&
		       offsetof(struct avtab_extended_perms, perms) ==
			       offsetof(struct lsm_avtab_xperms, perms),
	       "extended permissions differ");

static void *setup(void)
{
	struct policydb *policy = lsm_calloc(1, sizeof(*policy));

	avtab_cache_init();
	if (policy)
		policy->policyvers = POLICYDB_VERSION_MAX;
	return policy;
}

static void teardown(void *setup)
{
	lsm_free(setup);
}

struct table {
	struct avtab rules; /* first, as searches take it for the table */
	struct policydb *policy;
};

static struct avtab *rules_of(const void *self)
{
	return kernel_mutable(self);
}

static struct avtab_key to_kernel(const struct lsm_avtab_key *key)
{
	return (struct avtab_key){
		.source_type = key->source,
		.target_type = key->target,
		.target_class = key->class,
		.specified = key->specified,
	};
}

static struct avtab_datum to_datum(const struct lsm_avtab_key *key,
				   const struct lsm_avtab_datum *datum)
{
	struct avtab_datum kernel = { .u.data = datum->data };

	if (key->specified & LSM_AVTAB_XPERMS)
		kernel.u.xperms = kernel_mutable(datum->xperms);
	return kernel;
}

LSM_UNGUIDED static void show(struct lsm_avtab_rule *rule,
			      const struct avtab_node *node)
{
	rule->key = (struct lsm_avtab_key){
		.source = node->key.source_type,
		.target = node->key.target_type,
		.class = node->key.target_class,
		.specified = node->key.specified,
	};
	rule->datum = (struct lsm_avtab_datum){ 0 };
	if (node->key.specified & AVTAB_XPERMS)
		rule->datum.xperms = (const void *)node->datum.u.xperms;
	else
		rule->datum.data = node->datum.u.data;
	rule->place = (uintptr_t)node;
}

static void release(void *self)
{
	avtab_destroy(self);
}

static uint32_t rules_for(const struct lsm_avtab_size *size)
{
	uint32_t rules = size->rules;

	if (size->sizing == LSM_AVTAB_FIXED)
		rules = RULES_MAX;
	else if (size->sizing == LSM_AVTAB_EXPLICIT)
		rules = 4u << size->shift;
	if (rules > RULES_MAX)
		return RULES_MAX;
	/* Without rules the kernel has no slots; the seed has one. */
	return rules || size->sizing == LSM_AVTAB_MODERN ? rules : 1;
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	release(self);
	if (size->sizing == LSM_AVTAB_NONE)
		return 0;
	return avtab_alloc(self, rules_for(size));
}

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	struct table *table = lsm_malloc(sizeof(*table));

	if (!table)
		return NULL;
	table->policy = setup;
	avtab_init(&table->rules);
	if (alloc(table, &size)) {
		lsm_free(table);
		return NULL;
	}
	return table;
}

static void destroy(void *self)
{
	release(self);
	lsm_free(self);
}

static void clear(void *self)
{
	static const struct lsm_avtab_size as_new;

	alloc(self, &as_new);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	const struct avtab *table = self;
	uint32_t rules = 0;

	if (!table->htable)
		return table->nel || table->nslot ? "rules without slots"
						  : NULL;
	for (uint32_t i = 0; i < table->nslot; i++)
		for (struct avtab_node *n = table->htable[i]; n; n = n->next) {
			if (avtab_hash(&n->key, table->mask) != i)
				return "a rule is in another's slot";
			rules++;
		}
	return rules == table->nel ? NULL : "the number of rules is stale";
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	const struct avtab_key k = to_kernel(key);
	const struct avtab_datum d = to_datum(key, datum);

	return avtab_insert(self, &k, &d);
}

static int insert_nonunique(void *self, const struct lsm_avtab_key *key,
			    const struct lsm_avtab_datum *datum)
{
	const struct avtab_key k = to_kernel(key);
	const struct avtab_datum d = to_datum(key, datum);

	if (avtab_insert_nonunique(self, &k, &d))
		return 0;
	return rules_of(self)->nslot ? -ENOMEM : -EINVAL;
}

static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	const struct avtab_key k = to_kernel(key);
	struct avtab_node *node = avtab_search_node(rules_of(self), &k);

	if (node)
		show(rule, node);
	return node;
}

static bool search_next(const void *self, struct lsm_avtab_rule *rule,
			uint16_t specified)
{
	struct avtab_node *node = avtab_search_node_next(
		(struct avtab_node *)rule->place, specified);

	(void)self;
	if (node)
		show(rule, node);
	return node;
}

/* The kernel's conditionals write to the node, too. */
static void enable(void *self, const struct lsm_avtab_rule *rule, bool value)
{
	struct avtab_node *node = (struct avtab_node *)rule->place;

	(void)self;
	if (value)
		node->key.specified |= AVTAB_ENABLED;
	else
		node->key.specified &= (u16)~AVTAB_ENABLED;
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	struct table *table = self;
	struct policy_file file = { kernel_mutable(image), size };
	int status;

	(void)sizing;
	table->policy->p_types.nprim = limits->types;
	table->policy->p_classes.nprim = limits->classes;
	release(self);
	status = avtab_read(&table->rules, &file, table->policy);
	if (!status)
		*used = size - file.len;
	/* A rule that is there twice has an error of its own. */
	return status && status != -ENOMEM ? -EINVAL : status;
}

LSM_UNGUIDED static void rules(const void *self, lsm_avtab_visit_fn *visit,
			       void *arg)
{
	const struct avtab *table = self;
	struct lsm_avtab_rule rule;

	for (uint32_t i = 0; i < table->nslot; i++)
		for (struct avtab_node *n = table->htable[i]; n; n = n->next) {
			show(&rule, n);
			visit(&rule, arg);
		}
}

const struct lsm_avtab_ops LSM_KERNEL_SYMBOL(avtab) = {
	.base = {
		LSM_KERNEL_PEER("security/selinux/ss/avtab.c"),
		.setup = setup,
		.teardown = teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.alloc = alloc,
	.release = release,
	.insert = insert,
	.insert_nonunique = insert_nonunique,
	.search = search,
	.search_next = search_next,
	.enable = enable,
	.read = read_image,
	.rules = rules,
};
