/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adapter: libsepol's avtab behind the avtab contract.
 *
 * Slots never show, so a table gets as many as libsepol's own rule gives for
 * the number of rules, whatever the sizing; only "none at all" is kept.
 */
#include <lsm/alloc.h>
#include <lsm/avtab.h>

#include <errno.h>
#include <sepol/errcodes.h>
#include <sepol/policydb/avtab.h>
#include <sepol/policydb/policydb.h>

/* The most rules it is told of: some dozens of slots do as well as thousands.
 */
#define RULES_MAX 255u

/* Extended permissions are handed out without a copy: both sides agree. */
_Static_assert(sizeof(avtab_extended_perms_t) ==
			       sizeof(struct lsm_avtab_xperms) &&
		       offsetof(avtab_extended_perms_t, perms) ==
			       offsetof(struct lsm_avtab_xperms, perms),
	       "extended permissions differ");

static avtab_key_t sepol_key(const struct lsm_avtab_key *key)
{
	return (avtab_key_t){
		.source_type = key->source,
		.target_type = key->target,
		.target_class = key->class,
		.specified = key->specified,
	};
}

static avtab_datum_t sepol_datum(const struct lsm_avtab_datum *datum)
{
	union {
		const struct lsm_avtab_xperms *lent;
		avtab_extended_perms_t *xperms; /* libsepol only reads it */
	} lender = { .lent = datum->xperms };

	return (avtab_datum_t){ .data = datum->data, .xperms = lender.xperms };
}

static void show(struct lsm_avtab_rule *rule, const avtab_key_t *key,
		 const avtab_datum_t *datum)
{
	rule->key = (struct lsm_avtab_key){
		.source = key->source_type,
		.target = key->target_type,
		.class = key->target_class,
		.specified = key->specified,
	};
	rule->datum = (struct lsm_avtab_datum){ 0 };
	if (key->specified & AVTAB_XPERMS)
		rule->datum.xperms =
			(const struct lsm_avtab_xperms *)datum->xperms;
	else
		rule->datum.data = datum->data;
}

static void release(void *self)
{
	avtab_destroy(self);
	avtab_init(self); /* the number of rules is left standing */
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
	/* Without rules libsepol has no slots; the seed has one. */
	return rules || size->sizing == LSM_AVTAB_MODERN ? rules : 1;
}

static int alloc(void *self, const struct lsm_avtab_size *size)
{
	release(self);
	if (size->sizing == LSM_AVTAB_NONE)
		return 0;
	return avtab_alloc(self, rules_for(size)) ? -ENOMEM : 0;
}

static void *create(void *setup, const uint32_t *param)
{
	const struct lsm_avtab_size size = {
		.sizing = param[LSM_AVTAB_PARAM_SIZING],
		.rules = param[LSM_AVTAB_PARAM_RULES],
		.shift = param[LSM_AVTAB_PARAM_SHIFT],
	};
	avtab_t *table = lsm_calloc(1, sizeof(*table));

	(void)setup;
	if (table && alloc(table, &size)) {
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

static const char *check(const void *self)
{
	const avtab_t *table = self;
	uint32_t rules = 0;

	if (!table->htable)
		return table->nel ? "rules without slots" : NULL;
	for (uint32_t i = 0; i < table->nslot; i++)
		for (avtab_ptr_t n = table->htable[i]; n; n = n->next)
			rules++;
	return rules == table->nel ? NULL : "the number of rules is stale";
}

static int insert(void *self, const struct lsm_avtab_key *key,
		  const struct lsm_avtab_datum *datum)
{
	avtab_t *table = self;
	avtab_key_t k = sepol_key(key);
	avtab_datum_t d = sepol_datum(datum);
	int status = avtab_insert(table, &k, &d);

	/* Of a table without slots it says the same as when memory runs out. */
	return status == SEPOL_ENOMEM && !table->htable ? -EINVAL : status;
}

static int insert_nonunique(void *self, const struct lsm_avtab_key *key,
			    const struct lsm_avtab_datum *datum)
{
	avtab_t *table = self;
	avtab_key_t k = sepol_key(key);
	avtab_datum_t d = sepol_datum(datum);

	if (avtab_insert_nonunique(table, &k, &d))
		return 0;
	return table->htable ? -ENOMEM : -EINVAL;
}

union table {
	const void *self;
	avtab_t *in; /* libsepol only reads it */
};

/* It has two searches: one finds the datum, the other the node. */
static bool search(const void *self, const struct lsm_avtab_key *key,
		   struct lsm_avtab_rule *rule)
{
	union table table = { .self = self };
	avtab_key_t k = sepol_key(key);
	avtab_ptr_t node = avtab_search_node(table.in, &k);
	avtab_datum_t *datum = avtab_search(table.in, &k);

	if (node && datum) {
		show(rule, &node->key, datum);
		rule->place = (uintptr_t)node;
	}
	return node || datum;
}

static bool search_next(const void *self, struct lsm_avtab_rule *rule,
			uint16_t specified)
{
	avtab_ptr_t node =
		avtab_search_node_next((avtab_ptr_t)rule->place, specified);

	(void)self;
	if (!node)
		return false;
	show(rule, &node->key, &node->datum);
	rule->place = (uintptr_t)node;
	return true;
}

/* libsepol has no function for it: its conditionals write to the node. */
static void enable(void *self, const struct lsm_avtab_rule *rule, bool value)
{
	avtab_ptr_t node = (avtab_ptr_t)rule->place;

	(void)self;
	if (value)
		node->key.specified |= AVTAB_ENABLED;
	else
		node->key.specified &= (uint16_t)~AVTAB_ENABLED;
}

static int read_image(void *self, enum lsm_avtab_sizing sizing,
		      const struct lsm_avtab_limits *limits,
		      const uint8_t *image, size_t size, size_t *used)
{
	union {
		const uint8_t *in;
		char *data; /* libsepol only reads it */
	} bytes = { .in = image };
	struct policy_file file;

	(void)sizing;
	(void)limits;
	policy_file_init(&file);
	file.type = PF_USE_MEMORY;
	file.data = bytes.data;
	file.len = size;
	file.size = size;
	release(self);
	if (avtab_read(self, &file, POLICYDB_VERSION_MAX)) {
		release(self);
		return -EINVAL;
	}
	*used = size - file.len;
	return 0;
}

/* For a test of the hash function; programs do not ask for it. */
static int statistics(const void *self, struct lsm_avtab_statistics *out)
{
	const avtab_t *table = self;

	*out = (struct lsm_avtab_statistics){ .rules = table->nel,
					      .slots = table->nslot };
	for (uint32_t i = 0; table->htable && i < table->nslot; i++) {
		uint32_t length = 0;

		for (avtab_ptr_t n = table->htable[i]; n; n = n->next)
			length++;
		out->used += length > 0;
		out->squares += (uint64_t)length * length;
		if (length > out->longest)
			out->longest = length;
	}
	return 0;
}

struct tour {
	lsm_avtab_visit_fn *visit;
	void *arg;
};

static int tell(avtab_key_t *key, avtab_datum_t *datum, void *arg)
{
	const struct tour *tour = arg;
	struct lsm_avtab_rule rule = { .place = 0 };

	show(&rule, key, datum);
	tour->visit(&rule, tour->arg);
	return 0;
}

static void rules(const void *self, lsm_avtab_visit_fn *visit, void *arg)
{
	union table table = { .self = self };
	struct tour tour = { .visit = visit, .arg = arg };

	if (table.in->htable)
		avtab_map(table.in, tell, &tour);
}

const struct lsm_avtab_ops lsm_avtab_libsepol = {
	.base = {
		.name = "libsepol",
		.source = "libsepol 3.4, libsepol/src/avtab.c",
		.peer = true,
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
	.statistics = statistics,
	.rules = rules,
};
