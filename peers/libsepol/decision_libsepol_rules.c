/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules and expressions of access decisions, as libsepol keeps them. */
#include "decision_libsepol.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

/* A state that no expression has, so that evaluating sets every rule. */
#define NO_STATE (-2)

static void evaluate(struct decision_libsepol *decision)
{
	for (cond_node_t *c = decision->db.cond_list; c; c = c->next)
		c->cur_state = NO_STATE;
	evaluate_conds(&decision->db);
}

static bool add_token(cond_node_t *cond, const struct lsm_decision_token *token)
{
	cond_expr_t **at = &cond->expr;

	while (*at)
		at = &(*at)->next;
	*at = lsm_calloc(1, sizeof(**at));
	if (!*at)
		return false;
	(*at)->expr_type = token->op;
	(*at)->boolean = token->boolean;
	return true;
}

int decision_libsepol_conditional(void *self,
				  const struct lsm_decision_token *token,
				  size_t nr)
{
	struct decision_libsepol *decision = self;
	cond_node_t **at = &decision->db.cond_list;
	cond_node_t *cond;

	/* What its reader of policies refuses. */
	for (size_t i = 0; i < nr; i++)
		if (token[i].op < COND_BOOL || token[i].op > COND_LAST ||
		    (token[i].op == COND_BOOL &&
		     !decision_libsepol_exists(self, SYM_BOOLS,
					       token[i].boolean)))
			return -EINVAL;
	cond = cond_node_create(&decision->db, NULL);
	for (size_t i = 0; cond && i < nr; i++)
		if (!add_token(cond, &token[i])) {
			cond_node_destroy(cond);
			lsm_free(cond);
			cond = NULL;
		}
	if (!cond)
		return -ENOMEM;
	while (*at)
		at = &(*at)->next;
	*at = cond;
	evaluate(decision);
	return 0;
}

static bool is_comparison(const struct lsm_decision_term *term)
{
	if (term->attr == LSM_DECISION_ROLE ||
	    (term->attr >= LSM_DECISION_L1L2 &&
	     term->attr <= LSM_DECISION_L2H2))
		return term->relation >= CEXPR_EQ &&
		       term->relation <= CEXPR_INCOMP;
	return (term->attr == LSM_DECISION_USER ||
		term->attr == LSM_DECISION_TYPE) &&
	       (term->relation == CEXPR_EQ || term->relation == CEXPR_NEQ);
}

static bool is_membership(const struct lsm_decision_term *term)
{
	uint32_t attr = term->attr & ~(uint32_t)CEXPR_TARGET;

	return (attr == CEXPR_USER || attr == CEXPR_ROLE ||
		attr == CEXPR_TYPE) &&
	       (term->relation == CEXPR_EQ || term->relation == CEXPR_NEQ);
}

/* It evaluates what its reader would refuse out of bounds, so say no here. */
static bool is_sound(const struct lsm_decision_term *term, size_t nr)
{
	int depth = -1;

	for (size_t i = 0; i < nr; i++)
		switch (term[i].kind) {
		case CEXPR_NOT:
			if (depth < 0)
				return false;
			break;
		case CEXPR_AND:
		case CEXPR_OR:
			if (depth < 1)
				return false;
			depth--;
			break;
		case CEXPR_ATTR:
		case CEXPR_NAMES:
			if (depth == CEXPR_MAXDEPTH - 1 ||
			    !(term[i].kind == CEXPR_ATTR
				      ? is_comparison(&term[i])
				      : is_membership(&term[i])))
				return false;
			depth++;
			break;
		default:
			return false;
		}
	return depth == 0;
}

static bool add_term(constraint_expr_t **at,
		     const struct lsm_decision_term *term)
{
	constraint_expr_t *expr = lsm_calloc(1, sizeof(*expr));

	if (!expr)
		return false;
	*at = expr;
	if (constraint_expr_init(expr))
		return false;
	expr->expr_type = term->kind;
	if (term->kind == CEXPR_ATTR && term->attr >= LSM_DECISION_L1L2)
		expr->attr = (uint32_t)CEXPR_L1L2
			     << (term->attr - LSM_DECISION_L1L2);
	else
		expr->attr = term->attr;
	expr->op = term->relation;
	for (size_t i = 0; i < term->nr_words; i++)
		for (uint64_t w = term->names[i]; w; w &= w - 1)
			if (ebitmap_set_bit(
				    &expr->names,
				    (uint32_t)(64 * i) +
					    (uint32_t)__builtin_ctzll(w),
				    1))
				return false;
	return true;
}

int decision_libsepol_constrain(void *self, uint32_t tclass, uint32_t perms,
				const struct lsm_decision_term *term, size_t nr)
{
	struct decision_libsepol *decision = self;
	constraint_node_t *constraint;
	constraint_expr_t **at;

	if (!decision_libsepol_exists(self, SYM_CLASSES, tclass) ||
	    !is_sound(term, nr))
		return -EINVAL;
	constraint = lsm_calloc(1, sizeof(*constraint));
	if (!constraint)
		return -ENOMEM;
	constraint->permissions = perms;
	at = &constraint->expr;
	for (size_t i = 0; i < nr; i++) {
		if (!add_term(at, &term[i])) {
			constraint_expr_destroy(constraint->expr);
			lsm_free(constraint);
			return -ENOMEM;
		}
		at = &(*at)->next;
	}
	constraint->next = decision->class[tclass - 1].constraints;
	decision->class[tclass - 1].constraints = constraint;
	return 0;
}

static bool same(const avtab_key_t *a, const avtab_key_t *b)
{
	return a->source_type == b->source_type &&
	       a->target_type == b->target_type &&
	       a->target_class == b->target_class &&
	       !((a->specified ^ b->specified) & ~AVTAB_ENABLED);
}

/* A binary policy's list of conditionals, in the making. */
struct image {
	uint8_t *data;
	size_t len;
};

static void put(struct image *image, const void *data, size_t len)
{
	if (image->data)
		memcpy(image->data + image->len, data, len);
	image->len += len;
}

static void put_number(struct image *image, uint32_t number)
{
	const uint8_t byte[] = { (uint8_t)number, (uint8_t)(number >> 8),
				 (uint8_t)(number >> 16),
				 (uint8_t)(number >> 24) };

	put(image, byte, sizeof(byte));
}

static void put_branch(struct image *image, const cond_av_list_t *list,
		       const avtab_key_t *key, bool with_new)
{
	uint32_t nr = with_new;

	for (const cond_av_list_t *l = list; l; l = l->next)
		nr += same(&l->node->key, key);
	put_number(image, nr);
	for (; nr; nr--) {
		put_number(image,
			   key->source_type | (uint32_t)key->target_type << 16);
		put_number(image,
			   key->target_class | (uint32_t)key->specified << 16);
		put_number(image, 1); /* a type, whichever */
	}
}

static void put_conds(struct image *image, const cond_node_t *list,
		      const cond_node_t *cond, bool branch,
		      const avtab_key_t *key)
{
	uint32_t nr = 0;

	for (const cond_node_t *c = list; c; c = c->next)
		nr++;
	put_number(image, nr);
	for (const cond_node_t *c = list; c; c = c->next) {
		put_number(image, 0); /* state */
		put_number(image, 0); /* tokens */
		put_branch(image, c->true_list, key, c == cond && !branch);
		put_branch(image, c->false_list, key, c == cond && branch);
	}
}

/*
 * Its reader of policies judges a type rule: it is given all conditionals, with
 * the rules of this key only, and the unconditional table.
 */
static int judge(const struct decision_libsepol *decision,
		 const cond_node_t *cond, bool branch, const avtab_key_t *key)
{
	policydb_t db = decision->db;
	struct image image = { 0 };
	struct policy_file file;
	cond_list_t *list = NULL;
	int status;

	put_conds(&image, db.cond_list, cond, branch, key);
	image.data = lsm_malloc(image.len);
	if (!image.data)
		return -ENOMEM;
	image.len = 0;
	put_conds(&image, db.cond_list, cond, branch, key);
	policy_file_init(&file);
	file.type = PF_USE_MEMORY;
	file.data = (char *)image.data;
	file.len = image.len;
	memset(&db.te_cond_avtab, 0, sizeof(db.te_cond_avtab));
	db.te_avtab.nel = 4; /* by which it sizes the other table */
	errno = 0;
	status = cond_read_list(&db, &list, &file);
	if (status)
		status = errno == ENOMEM ? -ENOMEM : -EEXIST;
	cond_list_destroy(list);
	avtab_destroy(&db.te_cond_avtab);
	lsm_free(image.data);
	return status;
}

static int add_conditional(struct decision_libsepol *decision, uint32_t place,
			   avtab_key_t *key, avtab_datum_t *datum)
{
	cond_node_t *cond = decision->db.cond_list;
	cond_av_list_t *entry;
	cond_av_list_t **list;
	int status;

	for (uint32_t i = 1; cond && i < place / 2; i++)
		cond = cond->next;
	if (!cond)
		return -EINVAL;
	status = key->specified & AVTAB_TYPE
			 ? judge(decision, cond, place % 2, key)
			 : 0;
	if (status)
		return status;
	entry = lsm_calloc(1, sizeof(*entry));
	if (!entry)
		return -ENOMEM;
	entry->node =
		avtab_insert_nonunique(&decision->db.te_cond_avtab, key, datum);
	if (!entry->node) {
		lsm_free(entry);
		return -ENOMEM;
	}
	list = place % 2 ? &cond->false_list : &cond->true_list;
	entry->next = *list;
	*list = entry;
	evaluate(decision);
	return 0;
}

int decision_libsepol_rule(void *self, uint32_t place,
			   const struct lsm_decision_rule *rule)
{
	struct decision_libsepol *decision = self;
	avtab_extended_perms_t xperms = { 0 };
	avtab_datum_t datum = { .data = rule->data };
	avtab_key_t key = {
		.source_type = (uint16_t)rule->source,
		.target_type = (uint16_t)rule->target,
		.target_class = (uint16_t)rule->tclass,
		.specified = (uint16_t)rule->kind,
	};

	if (!decision_libsepol_exists(self, SYM_TYPES, rule->source) ||
	    !decision_libsepol_exists(self, SYM_TYPES, rule->target) ||
	    !decision_libsepol_exists(self, SYM_CLASSES, rule->tclass))
		return -EINVAL;
	if ((rule->kind & AVTAB_TYPE) &&
	    !decision_libsepol_exists(self, SYM_TYPES, rule->data))
		return -EINVAL;
	if (rule->kind & AVTAB_XPERMS) {
		if (rule->xkind != AVTAB_XPERMS_IOCTLFUNCTION &&
		    rule->xkind != AVTAB_XPERMS_IOCTLDRIVER)
			return -EINVAL;
		xperms.specified = (uint8_t)rule->xkind;
		xperms.driver = (uint8_t)rule->driver;
		memcpy(xperms.perms, rule->xperms, sizeof(xperms.perms));
		datum.xperms = &xperms;
	}
	if (place > LSM_DECISION_MARKED)
		return add_conditional(decision, place, &key, &datum);
	if (place == LSM_DECISION_MARKED)
		key.specified |= AVTAB_ENABLED;
	return avtab_insert(&decision->db.te_avtab, &key, &datum);
}
