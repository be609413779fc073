/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of access decisions, as programs see them. */
#include "decision_words.h"

#include <lsm/impls.h>

enum {
	OP_NEW = 1,
	OP_ATTRIBUTE,
	OP_BOUNDS,
	OP_CLASS,
	OP_PROCESS,
	OP_ROLE_ALLOW,
	OP_DOMINATE,
	OP_BOOL,
	OP_LABEL,
	OP_RANGE,
	OP_IF,
	OP_CONSTRAIN,
	OP_ALLOW,
	OP_AUDITALLOW,
	OP_AUDITDENY,
	OP_TYPE_TRANSITION,
	OP_TYPE_MEMBER,
	OP_TYPE_CHANGE,
	OP_XALLOW,
	OP_XAUDITALLOW,
	OP_XDONTAUDIT,
	OP_AV,
	OP_DRIVERS,
	OP_XPERMS,
	OP_TRANSITION,
	OP_MEMBER,
	OP_CHANGE,
	OP_STATE,
};

#define DOMAIN(name, mod, from, to, ...)                                \
	static const uint32_t name##_values[] = { __VA_ARGS__ };        \
	static const struct lsm_span name##_spans[] = { { from, to } }; \
	static const struct lsm_domain name = {                         \
		.modulus = mod,                                         \
		.spans = name##_spans,                                  \
		.nr_spans = 1,                                          \
		.edges = name##_values,                                 \
		.nr_edges = LSM_ARRAY_SIZE(name##_values),              \
		.tiny = name##_values,                                  \
		.nr_tiny = LSM_ARRAY_SIZE(name##_values) < name##_TINY  \
				   ? LSM_ARRAY_SIZE(name##_values)      \
				   : name##_TINY,                       \
	}

/* The small world: so many of the first edges of each domain. */
enum {
	types_TINY = 1,
	others_TINY = 1,
	value_TINY = 1,
	object_TINY = 1,
	parent_TINY = 1,
	class_TINY = 1,
	place_TINY = 2,
	where_TINY = 1,
	flag_TINY = 2,
	whose_TINY = 1,
	role_TINY = 1,
	boolean_TINY = 1,
	sid_TINY = 1,
	target_TINY = 1,
	user_TINY = 1,
	sens_TINY = 1,
	cats_TINY = 1,
	perms_TINY = 1,
	data_TINY = 1,
	result_TINY = 1,
	xperm_TINY = 1,
	driver_TINY = 1,
	cond_TINY = 1,
};

/* How many there are: 0 for the default; sets change words at 64. */
DOMAIN(types, 21, 63, 66, 0, 1, 2, 8, 20, 63, 64, 65, 66);
DOMAIN(others, 6, 32, 33, 0, 1, 2, 4, 5, 32, 33);
DOMAIN(value, 10, 62, 67, 1, 2, 3, 8, 9, 0, 4, 63, 64, 65, 66, 67);
/* SIDs stand for the types above them: rules are about the first two. */
DOMAIN(object, 10, 62, 67, 2, 1, 3, 8, 9, 0, 4, 63, 64, 65, 66, 67);
DOMAIN(parent, 10, 62, 67, 2, 0, 1, 3, 4, 8, 9, 64, 65);
DOMAIN(class, 6, 255, 255, 1, 2, 0, 3, 4, 5, 255);
DOMAIN(place, 8, 8, 15, 0, 2, 1, 3, 4, 5);
/* The same for rules of which the small world has those of a branch only. */
DOMAIN(where, 8, 8, 15, 2, 0, 1, 3, 4, 5);
DOMAIN(flag, 2, 0, 1, 1, 0);
DOMAIN(whose, LSM_DECISION_DEFAULTS, 0, 2, 0, 1, 2);
DOMAIN(role, 5, 32, 34, 1, 2, 3, 0, 4, 32, 33, 34);
DOMAIN(user, 5, 32, 34, 2, 1, 3, 0, 4);
DOMAIN(boolean, 6, 32, 34, 1, 2, 3, 4, 0, 5, 32);
DOMAIN(sid, LSM_DECISION_SIDS, 0, 7, 0, 1, 2, 7);
DOMAIN(target, LSM_DECISION_SIDS, 0, 7, 1, 0, 2, 7);
DOMAIN(sens, 4, 255, 255, 1, 2, 3, 0, 255);
DOMAIN(cats, 16, 0, 0xffffffff, 1, 0, 3, 5, 0x80000000, 0xffffffff);
DOMAIN(perms, 16, 0, 0xffffffff, 0x00800002, 2, 1, 0, 0x80000000, 0xffffffff);
DOMAIN(data, 16, 0, 0xffffffff, 2, 1, 3, 0, 4, 8, 0x00800002, 0x80000000,
       0xfffffffe, 0xffffffff);
DOMAIN(result, 10, 62, 67, 2, 1, 3, 8, 9, 0, 64, 65, 66, 67);
/* Kind, last, first, driver, from the top byte on. */
DOMAIN(xperm, 16, 0, 0xffffffff, 0x01200107, 0x02070007, 0x01ff0007, 0x02ff0000,
       0x01000001, 0x02070807, 0x011f1f07, 0x01202007, 0x03010007, 0x00010007,
       0x02fffff0, 0x01fffff0, 0x010001ff);
DOMAIN(driver, 256, 0, 255, 7, 0, 1, 31, 32, 33, 254, 255);
DOMAIN(cond, 8, 8, 15, 0, 1, 2, 7);

static const uint8_t one_boolean[] = { 1 }, negated[] = { 1, 0x82 };
static const uint8_t same_user[] = { 4, 1, 1, 0 };
static const uint8_t source_names[] = { 5, 4, 1, 1 };
static const struct lsm_blob if_tiny[] = {
	{ one_boolean, sizeof(one_boolean) },
	{ negated, sizeof(negated) },
};
static const struct lsm_blob constrain_tiny[] = {
	{ same_user, sizeof(same_user) },
	{ source_names, sizeof(source_names) },
};

#define UPDATED LSM_ARG_SLOT_INOUT("slot")
#define RULE(name, what, place, domain)                                \
	{                                                              \
		name, LSM_UPDATE,                                      \
			.run = what,                                   \
			.arg = { UPDATED,                              \
				 LSM_ARG_VALUE("place", 1, &place),    \
				 LSM_ARG_VALUE("source", 2, &value),   \
				 LSM_ARG_VALUE("target", 2, &object),  \
				 LSM_ARG_VALUE("class", 1, &class),    \
				 LSM_ARG_VALUE(#domain, 4, &domain) }, \
	}
#define QUESTION                                                   \
	LSM_ARG_SLOT_IN("slot"), LSM_ARG_VALUE("source", 1, &sid), \
		LSM_ARG_VALUE("target", 1, &target),               \
		LSM_ARG_VALUE("class", 1, &class)

static const struct lsm_op ops[] = {
	[OP_NEW] = { "new", LSM_CREATE,
		     .arg = { LSM_ARG_SLOT_OUT("slot"),
			      LSM_ARG_VALUE("types", 1, &types),
			      LSM_ARG_VALUE("classes", 1, &others),
			      LSM_ARG_VALUE("roles", 1, &others),
			      LSM_ARG_VALUE("users", 1, &others),
			      LSM_ARG_VALUE("bools", 1, &others) } },
	[OP_ATTRIBUTE] = { "attribute", LSM_UPDATE,
			   .run = decision_run_attribute,
			   .arg = { UPDATED, LSM_ARG_VALUE("type", 2, &value),
				    LSM_ARG_VALUE("attribute", 2, &value) } },
	[OP_BOUNDS] = { "bounds", LSM_UPDATE, .run = decision_run_bounds,
			.arg = { UPDATED, LSM_ARG_VALUE("type", 2, &value),
				 LSM_ARG_VALUE("parent", 2, &parent) } },
	[OP_CLASS] = { "class", LSM_UPDATE, .run = decision_run_class,
		       .arg = { UPDATED, LSM_ARG_VALUE("class", 1, &class),
				LSM_ARG_VALUE("default", 1, &whose),
				LSM_ARG_VALUE("socket", 1, &flag) } },
	[OP_PROCESS] = { "process", LSM_UPDATE, .run = decision_run_process,
			 .arg = { UPDATED, LSM_ARG_VALUE("class", 1, &class),
				  LSM_ARG_VALUE("perms", 4, &perms) } },
	[OP_ROLE_ALLOW] = { "role_allow", LSM_UPDATE,
			    .run = decision_run_role_allow,
			    .arg = { UPDATED, LSM_ARG_VALUE("role", 1, &role),
				     LSM_ARG_VALUE("new_role", 1, &user) } },
	[OP_DOMINATE] = { "dominate", LSM_UPDATE, .run = decision_run_dominate,
			  .arg = { UPDATED, LSM_ARG_VALUE("role", 1, &role),
				   LSM_ARG_VALUE("dominated", 1, &user) } },
	[OP_BOOL] = { "bool", LSM_UPDATE, .run = decision_run_set_bool,
		      .arg = { UPDATED, LSM_ARG_VALUE("bool", 1, &boolean),
			       LSM_ARG_VALUE("value", 1, &flag) } },
	[OP_LABEL] = { "label", LSM_UPDATE, .run = decision_run_label,
		       .arg = { UPDATED, LSM_ARG_VALUE("sid", 1, &sid),
				LSM_ARG_VALUE("user", 1, &user),
				LSM_ARG_VALUE("role", 1, &user),
				LSM_ARG_VALUE("type", 2, &value) } },
	[OP_RANGE] = { "range", LSM_UPDATE, .run = decision_run_range,
		       .arg = { UPDATED, LSM_ARG_VALUE("sid", 1, &sid),
				LSM_ARG_VALUE("low_sens", 1, &sens),
				LSM_ARG_VALUE("low_cats", 4, &cats),
				LSM_ARG_VALUE("high_sens", 1, &sens),
				LSM_ARG_VALUE("high_cats", 4, &cats) } },
	[OP_IF] = { "if", LSM_UPDATE, .payload = LSM_BINARY,
		    .run = decision_run_if, .make = decision_make_tokens,
		    .tiny = if_tiny, .nr_tiny = LSM_ARRAY_SIZE(if_tiny),
		    .arg = { UPDATED, LSM_ARG_LENGTH("expression") } },
	[OP_CONSTRAIN] = { "constrain", LSM_UPDATE, .payload = LSM_BINARY,
			   .run = decision_run_constrain,
			   .make = decision_make_terms, .tiny = constrain_tiny,
			   .nr_tiny = LSM_ARRAY_SIZE(constrain_tiny),
			   .arg = { UPDATED, LSM_ARG_VALUE("class", 1, &class),
				    LSM_ARG_VALUE("perms", 4, &perms),
				    LSM_ARG_LENGTH("expression") } },
	[OP_ALLOW] = RULE("allow", decision_run_allow, place, data),
	[OP_AUDITALLOW] =
		RULE("auditallow", decision_run_auditallow, where, data),
	[OP_AUDITDENY] = RULE("auditdeny", decision_run_auditdeny, where, data),
	[OP_TYPE_TRANSITION] = RULE(
		"type_transition", decision_run_type_transition, place, result),
	[OP_TYPE_MEMBER] =
		RULE("type_member", decision_run_type_member, where, result),
	[OP_TYPE_CHANGE] =
		RULE("type_change", decision_run_type_change, where, result),
	[OP_XALLOW] = RULE("xallow", decision_run_xallow, place, xperm),
	[OP_XAUDITALLOW] =
		RULE("xauditallow", decision_run_xauditallow, where, xperm),
	[OP_XDONTAUDIT] =
		RULE("xdontaudit", decision_run_xdontaudit, where, xperm),
	[OP_AV] = { "av", LSM_QUERY, .run = decision_run_av,
		    .arg = { QUESTION } },
	[OP_DRIVERS] = { "drivers", LSM_QUERY, .run = decision_run_drivers,
			 .arg = { QUESTION } },
	[OP_XPERMS] = { "xperms", LSM_QUERY, .run = decision_run_xperms,
			.arg = { QUESTION,
				 LSM_ARG_VALUE("driver", 1, &driver) } },
	[OP_TRANSITION] = { "transition", LSM_QUERY,
			    .run = decision_run_transition,
			    .arg = { QUESTION } },
	[OP_MEMBER] = { "member", LSM_QUERY, .run = decision_run_member,
			.arg = { QUESTION } },
	[OP_CHANGE] = { "change", LSM_QUERY, .run = decision_run_change,
			.arg = { QUESTION } },
	[OP_STATE] = { "state", LSM_QUERY, .run = decision_run_state,
		       .arg = { LSM_ARG_SLOT_IN("slot"),
				LSM_ARG_VALUE("cond", 1, &cond) } },
};

static const struct lsm_difference differences[] = {
	{ "libsepol", OP_AV, decision_no_class, "DE-D1" },
	{ "libsepol", OP_AV, decision_line_of_bounds, "DE-D2" },
	{ "libsepol", OP_AV, decision_constraint_fails, "DE-D3" },
	{ "libsepol", OP_DRIVERS, NULL, "DE-D4" },
	{ "libsepol", OP_XPERMS, NULL, "DE-D4" },
	{ "libsepol", OP_TRANSITION, decision_is_socket, "DE-D5" },
	{ "libsepol", OP_MEMBER, decision_is_socket, "DE-D5" },
	{ "libsepol", OP_CHANGE, decision_is_socket, "DE-D5" },
};

LSM_STRUCTURE(decision, 1, ops, decision_dump, differences);
