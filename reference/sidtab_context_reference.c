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
		if (!strcmp(policy->user[i].name, name))
			return policy->user[i].value;
	return 0;
}

static uint32_t find_role(const struct lsm_sidtab_policy *policy,
			  const char *name)
{
	for (size_t i = 0; i < policy->nr_roles; i++)
		if (!strcmp(policy->role[i].name, name))
			return policy->role[i].value;
	return 0;
}

static uint32_t find_type(const struct lsm_sidtab_policy *policy,
			  const char *name)
{
	for (size_t i = 0; i < policy->nr_types; i++)
		if (!strcmp(policy->type[i].name, name))
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

static void *new_range(const struct lsm_sidtab_policy *policy)
{
	const uint32_t param[LSM_ARGS_MAX] = { policy->mls };

	return MLS->base.create(NULL, param);
}

void sidtab_reference_forget(struct sidtab_reference_context *context)
{
	lsm_free(context->text);
	if (context->range)
		MLS->base.destroy(context->range);
	*context = (struct sidtab_reference_context){ 0 };
}

/* Return: 0 if it is valid; -EINVAL if it is not; -ENOMEM. */
static int validate(const struct lsm_sidtab_policy *policy,
		    const struct sidtab_reference_context *context)
{
	const struct lsm_sidtab_user *user = &policy->user[context->user - 1];
	const struct lsm_sidtab_role *role = &policy->role[context->role - 1];
	void *most;
	int status;

	if (!MLS->range_valid(context->range, LSM_MLS_SEED))
		return -EINVAL;
	if (role->value == LSM_SIDTAB_OBJECT_R)
		return 0;
	if (!(role->types >> (context->type - 1) & 1))
		return -EINVAL;
	if (!(user->roles >> (role->value - 1) & 1))
		return -EINVAL;
	most = new_range(policy);
	if (!most)
		return -ENOMEM;
	status = MLS->parse(most, LSM_MLS_RANGE, user->range,
			    strlen(user->range));
	if (!status && !MLS->range_contains(most, context->range))
		status = -EINVAL;
	MLS->base.destroy(most);
	return status;
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
static int parse_valid(const struct lsm_sidtab_policy *policy, char *text,
		       struct sidtab_reference_context *context)
{
	const char *user = cut(&text);
	const char *role = user ? cut(&text) : NULL;
	const char *type = role ? cut(&text) : NULL;
	int status;

	if (!type)
		return -EINVAL;
	context->user = find_user(policy, user);
	context->role = find_role(policy, role);
	context->type = find_type(policy, type);
	if (!context->user || !context->role || !context->type)
		return -EINVAL;
	context->range = new_range(policy);
	if (!context->range)
		return -ENOMEM;
	status = MLS->parse(context->range, LSM_MLS_RANGE, text, strlen(text));
	return status ? status : validate(policy, context);
}

int sidtab_reference_parse(const struct lsm_sidtab_policy *policy,
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

int sidtab_reference_print(const struct lsm_sidtab_policy *policy,
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
	user = policy->user[context->user - 1].name;
	role = policy->role[context->role - 1].name;
	type = type_name(policy, context->type);
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

/* What a sensitivity or category is called, and what a name means. */
static const char *sens_name(const struct lsm_mls_policy *mls, uint32_t value)
{
	for (size_t i = 0; i < mls->nr_sens; i++)
		if (mls->sens[i].value == value)
			return mls->sens[i].name;
	return NULL;
}

static uint32_t among(const struct lsm_mls_name *names, size_t nr,
		      const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(names[i].name, name))
			return names[i].value;
	return 0;
}

static uint32_t find_sens(const struct lsm_mls_policy *mls, const char *name)
{
	for (size_t i = 0; i < mls->nr_sens; i++)
		if (!strcmp(mls->sens[i].name, name))
			return mls->sens[i].value;
	return among(mls->sens_alias, mls->nr_sens_alias, name);
}

static const char *cat_name(const struct lsm_mls_policy *mls, uint32_t value)
{
	for (size_t i = 0; i < mls->nr_cat; i++)
		if (mls->cat[i].value == value)
			return mls->cat[i].name;
	return NULL;
}

static uint32_t find_cat(const struct lsm_mls_policy *mls, const char *name)
{
	uint32_t value = among(mls->cat, mls->nr_cat, name);

	return value ? value : among(mls->cat_alias, mls->nr_cat_alias, name);
}

struct translation {
	const struct lsm_mls_policy *from;
	const struct lsm_mls_policy *to;
	void *range;
	enum lsm_mls_part end;
	int status;
};

static void translate_unit(uint32_t start, uint64_t map, void *arg)
{
	struct translation *t = arg;

	for (uint32_t i = 0; i < LSM_MLS_UNIT && !t->status; i++) {
		const char *name;
		uint32_t value;

		if (!(map >> i & 1))
			continue;
		name = cat_name(t->from, start + i + 1);
		value = name ? find_cat(t->to, name) : 0;
		t->status =
			value ? MLS->set_cat(t->range, t->end, value - 1, true)
			      : -EINVAL;
	}
}

static int translate_range(const struct lsm_sidtab_policy *from,
			   const struct lsm_sidtab_policy *to, const void *old,
			   void *range)
{
	struct translation t = { .from = &lsm_mls_policy[from->mls],
				 .to = &lsm_mls_policy[to->mls],
				 .range = range };

	for (t.end = LSM_MLS_LOW; t.end <= LSM_MLS_HIGH; t.end++) {
		const char *name = sens_name(t.from, MLS->sens(old, t.end));
		uint32_t value = name ? find_sens(t.to, name) : 0;

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
static int translate_valid(const struct lsm_sidtab_policy *from,
			   const struct lsm_sidtab_policy *to,
			   const struct sidtab_reference_context *old,
			   struct sidtab_reference_context *context)
{
	int status;

	context->user = find_user(to, from->user[old->user - 1].name);
	context->role = find_role(to, from->role[old->role - 1].name);
	context->type = find_type(to, type_name(from, old->type));
	if (!context->user || !context->role || !context->type)
		return -EINVAL;
	context->range = new_range(to);
	if (!context->range)
		return -ENOMEM;
	status = translate_range(from, to, old->range, context->range);
	return status ? status : validate(to, context);
}

int sidtab_reference_convert(const struct lsm_sidtab_policy *from,
			     const struct lsm_sidtab_policy *to,
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
