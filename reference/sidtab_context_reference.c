/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Contexts, obviously: names looked up one by one, ranges by the MLS reference.
 */
#include "sidtab_reference.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

extern const struct lsm_mls_ops lsm_mls_reference;

#define MLS (&lsm_mls_reference)

static uint32_t find_user(const struct lsm_sidtab_policy *policy,
			  const char *name)
{
	for (size_t i = 0; i < policy->nr_users; i++)
		if (sidtab_reference_same(policy->user[i].name, name))
			return policy->user[i].value;
	return 0;
}

static uint32_t find_role(const struct lsm_sidtab_policy *policy,
			  const char *name)
{
	for (size_t i = 0; i < policy->nr_roles; i++)
		if (sidtab_reference_same(policy->role[i].name, name))
			return policy->role[i].value;
	return 0;
}

static uint32_t find_type(const struct lsm_sidtab_policy *policy,
			  const char *name)
{
	for (size_t i = 0; i < policy->nr_types; i++)
		if (sidtab_reference_same(policy->type[i].name, name))
			return policy->type[i].attribute
				       ? 0
				       : policy->type[i].value;
	return 0;
}

static const char *type_name(const struct lsm_sidtab_policy *policy,
			     uint32_t value)
{
	size_t i = 0;

	while (policy->type[i].value != value)
		i++;
	return policy->type[i].name;
}

static void *new_range(const struct sidtab_reference_policy *policy)
{
	const uint32_t param[LSM_ARGS_MAX] = { policy->table->mls };

	return MLS->base.create(NULL, param);
}

void sidtab_reference_forget(struct sidtab_reference_context *context)
{
	lsm_free(context->text);
	if (context->range)
		MLS->base.destroy(context->range);
	*context = (struct sidtab_reference_context){ 0 };
}

static bool is_valid(const struct sidtab_reference_policy *policy,
		     const struct sidtab_reference_context *context)
{
	const struct lsm_sidtab_user *user =
		&policy->table->user[context->user - 1];
	const struct lsm_sidtab_role *role =
		&policy->table->role[context->role - 1];

	if (!MLS->range_valid(context->range, LSM_MLS_SEED))
		return false;
	if (role->value == LSM_SIDTAB_OBJECT_R)
		return true;
	if (!(role->types >> (context->type - 1) & 1))
		return false;
	if (!(user->roles >> (role->value - 1) & 1))
		return false;
	return MLS->range_contains(policy->range[user->value - 1],
				   context->range);
}

/* Cut the text up to the next ':' off; NULL if there is none. */
static char *cut(char **text)
{
	char *head = *text, *colon = strchr(head, ':');

	if (!colon)
		return NULL;
	*colon = '\0';
	*text = colon + 1;
	return head;
}

/* @text is cut to pieces; @context may hold something in any case. */
static int parse_valid(const struct sidtab_reference_policy *policy, char *text,
		       struct sidtab_reference_context *context)
{
	const char *user = cut(&text);
	const char *role = user ? cut(&text) : NULL;
	const char *type = role ? cut(&text) : NULL;
	int status;

	if (!type)
		return -EINVAL;
	context->user = find_user(policy->table, user);
	context->role = find_role(policy->table, role);
	context->type = find_type(policy->table, type);
	if (!context->user || !context->role || !context->type)
		return -EINVAL;
	context->range = new_range(policy);
	if (!context->range)
		return -ENOMEM;
	status = MLS->parse(context->range, LSM_MLS_RANGE, text, strlen(text));
	if (status)
		return status;
	return is_valid(policy, context) ? 0 : -EINVAL;
}

int sidtab_reference_parse(const struct sidtab_reference_policy *policy,
			   const char *text, size_t len, bool force,
			   struct sidtab_reference_context *context)
{
	char *pieces;
	int status;

	*context = (struct sidtab_reference_context){ 0 };
	if (len == 0)
		return -EINVAL;
	pieces = lsm_strndup(text, len);
	if (!pieces)
		return -ENOMEM;
	status = parse_valid(policy, pieces, context);
	lsm_free(pieces);
	if (!status)
		return 0;
	sidtab_reference_forget(context);
	if (status != -EINVAL || !force)
		return status;
	context->text = lsm_strndup(text, len);
	return context->text ? 0 : -ENOMEM;
}

int sidtab_reference_print(const struct sidtab_reference_policy *policy,
			   const struct sidtab_reference_context *context,
			   char **text, size_t *len)
{
	const char *user, *role, *type;
	size_t names, range;
	int status;

	if (context->text) {
		*len = strlen(context->text) + 1;
		if (!text)
			return 0;
		*text = lsm_strdup(context->text);
		return *text ? 0 : -ENOMEM;
	}
	user = policy->table->user[context->user - 1].name;
	role = policy->table->role[context->role - 1].name;
	type = type_name(policy->table, context->type);
	names = strlen(user) + strlen(role) + strlen(type) + 3;
	status = MLS->length(context->range, LSM_MLS_RANGE, &range);
	if (status)
		return status;
	*len = names + range;
	if (!text)
		return 0;
	*text = lsm_malloc(*len);
	if (!*text)
		return -ENOMEM;
	sprintf(*text, "%s:%s:%s:", user, role, type);
	return MLS->print(context->range, LSM_MLS_RANGE, *text + names, range,
			  &range);
}

bool sidtab_reference_equal(const struct sidtab_reference_context *a,
			    const struct sidtab_reference_context *b)
{
	if (a->text && b->text)
		return !strcmp(a->text, b->text);
	if (a->text || b->text)
		return false;
	return a->user == b->user && a->role == b->role && a->type == b->type &&
	       MLS->range_equal(a->range, b->range);
}

struct translation {
	const uint32_t *value; /* of categories, by position */
	void *range;
	enum lsm_mls_part end;
	int status;
};

static void translate_unit(uint32_t start, uint64_t map, void *arg)
{
	struct translation *t = arg;

	for (uint32_t i = 0; i < LSM_MLS_UNIT && !t->status; i++) {
		uint32_t value;

		if (!(map >> i & 1))
			continue;
		value = t->value[start + i];
		t->status =
			value ? MLS->set_cat(t->range, t->end, value - 1, true)
			      : -EINVAL;
	}
}

static int translate_range(const struct sidtab_reference_policy *from,
			   const struct sidtab_reference_policy *to,
			   const void *old, void *range)
{
	const struct sidtab_reference_names *names =
		from->names[to->table->mls];
	struct translation t = { .value = names->cat, .range = range };

	for (t.end = LSM_MLS_LOW; t.end <= LSM_MLS_HIGH; t.end++) {
		uint32_t value = names->sens[MLS->sens(old, t.end) - 1];

		if (!value)
			return -EINVAL;
		MLS->set_sens(range, t.end, value);
		MLS->units(old, t.end, translate_unit, &t);
		if (t.status)
			return t.status;
	}
	return 0;
}

/* @context may hold something in any case. */
static int translate_valid(const struct sidtab_reference_policy *from,
			   const struct sidtab_reference_policy *to,
			   const struct sidtab_reference_context *old,
			   struct sidtab_reference_context *context)
{
	int status;

	context->user =
		find_user(to->table, from->table->user[old->user - 1].name);
	context->role =
		find_role(to->table, from->table->role[old->role - 1].name);
	context->type = find_type(to->table, type_name(from->table, old->type));
	if (!context->user || !context->role || !context->type)
		return -EINVAL;
	context->range = new_range(to);
	if (!context->range)
		return -ENOMEM;
	status = translate_range(from, to, old->range, context->range);
	if (status)
		return status;
	return is_valid(to, context) ? 0 : -EINVAL;
}

int sidtab_reference_convert(const struct sidtab_reference_policy *from,
			     const struct sidtab_reference_policy *to,
			     const struct sidtab_reference_context *old,
			     struct sidtab_reference_context *context)
{
	size_t len;
	int status;

	if (old->text) /* an empty one, too */
		return sidtab_reference_parse(
			to, old->text, strlen(old->text) + 1, true, context);
	*context = (struct sidtab_reference_context){ 0 };
	status = translate_valid(from, to, old, context);
	if (!status)
		return 0;
	sidtab_reference_forget(context);
	if (status != -EINVAL)
		return status;
	return sidtab_reference_print(from, old, &context->text, &len);
}
