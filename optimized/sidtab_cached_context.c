/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Contexts: read in place, hashed once, compared by hash first. */
#include "sidtab_cached.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

static void *new_range(const struct policy *policy)
{
	const uint32_t param[LSM_ARGS_MAX] = { policy->table->mls };

	return RANGES->base.create(policy->ranges, param);
}

void sidtab_cached_forget(struct context *context)
{
	lsm_free(context->text);
	if (context->range)
		RANGES->base.destroy(context->range);
	*context = (struct context){ 0 };
}

static void mix(uint64_t *hash, uint64_t value)
{
	uint64_t h = (*hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);

	*hash = h ^ h >> 32;
}

static void mix_unit(uint32_t start, uint64_t map, void *arg)
{
	mix(arg, start);
	mix(arg, map);
}

static uint32_t hash_valid(const struct context *context)
{
	uint64_t hash = 0;

	mix(&hash, (uint64_t)context->user << 32 | context->role);
	mix(&hash, context->type);
	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		mix(&hash, RANGES->sens(context->range, end));
		RANGES->units(context->range, end, mix_unit, &hash);
	}
	return (uint32_t)hash;
}

static uint32_t hash_text(const char *text)
{
	uint64_t hash = 0;

	for (; *text; text++)
		mix(&hash, (unsigned char)*text);
	return (uint32_t)hash;
}

/* Whether all rules but those of names are kept. */
static bool valid(const struct policy *policy, const struct context *context)
{
	const struct lsm_sidtab_user *user =
		&policy->table->user[context->user - 1];
	const struct lsm_sidtab_role *role =
		&policy->table->role[context->role - 1];

	if (!RANGES->range_valid(context->range, LSM_MLS_SEED))
		return false;
	return context->role == LSM_SIDTAB_OBJECT_R ||
	       ((role->types >> (context->type - 1) & 1) &&
		(user->roles >> (context->role - 1) & 1) &&
		RANGES->range_contains(policy->range[context->user - 1],
				       context->range));
}

/* The text still to be read: [at, end). */
struct reader {
	const char *at;
	const char *end;
};

/* The value of the name up to the next ':', which is passed; 0 if none. */
static uint32_t read_name(struct reader *reader, const struct dictionary *dict)
{
	const char *name = reader->at;
	const char *colon =
		memchr(name, ':', (size_t)(reader->end - reader->at));

	if (!colon)
		return 0;
	reader->at = colon + 1;
	return sidtab_cached_meaning(dict, name, (size_t)(colon - name));
}

/* @context may hold something in any case. */
static int read_valid(const struct policy *policy, struct reader reader,
		      struct context *context)
{
	int status;

	context->user = read_name(&reader, &policy->user);
	context->role = context->user ? read_name(&reader, &policy->role) : 0;
	context->type = context->role ? read_name(&reader, &policy->type) : 0;
	if (!context->type)
		return -EINVAL;
	context->range = new_range(policy);
	if (!context->range)
		return -ENOMEM;
	status = RANGES->parse(context->range, LSM_MLS_RANGE, reader.at,
			       (size_t)(reader.end - reader.at));
	if (status)
		return status;
	if (!valid(policy, context))
		return -EINVAL;
	context->hash = hash_valid(context);
	return 0;
}

int sidtab_cached_parse(const struct policy *policy, const char *text,
			size_t len, bool force, struct context *context)
{
	struct reader reader = { text, text + strnlen(text, len) };
	int status;

	*context = (struct context){ 0 };
	if (len == 0)
		return -EINVAL;
	status = read_valid(policy, reader, context);
	if (!status)
		return 0;
	sidtab_cached_forget(context);
	if (status != -EINVAL || !force)
		return status;
	context->text = lsm_strndup(text, len);
	if (!context->text)
		return -ENOMEM;
	context->hash = hash_text(context->text);
	return 0;
}

int sidtab_cached_length_of(const struct policy *policy,
			    const struct context *context, size_t *len)
{
	size_t range;
	int status;

	if (context->text) {
		*len = strlen(context->text) + 1;
		return 0;
	}
	status = RANGES->length(context->range, LSM_MLS_RANGE, &range);
	if (!status)
		*len = strlen(policy->user.proper[context->user - 1]) +
		       strlen(policy->role.proper[context->role - 1]) +
		       strlen(policy->type.proper[context->type - 1]) + 3 +
		       range;
	return status;
}

static char *put_word(char *to, const char *word)
{
	size_t len = strlen(word);

	memcpy(to, word, len);
	to[len] = ':';
	return to + len + 1;
}

void sidtab_cached_write(const struct policy *policy,
			 const struct context *context, char *buf, size_t len)
{
	char *at = buf;

	if (context->text) {
		strcpy(buf, context->text);
		return;
	}
	at = put_word(at, policy->user.proper[context->user - 1]);
	at = put_word(at, policy->role.proper[context->role - 1]);
	at = put_word(at, policy->type.proper[context->type - 1]);
	len -= (size_t)(at - buf);
	RANGES->print(context->range, LSM_MLS_RANGE, at, len, &len);
}

int sidtab_cached_print(const struct policy *policy,
			const struct context *context, char **text, size_t *len)
{
	int status = sidtab_cached_length_of(policy, context, len);

	if (status || !text)
		return status;
	*text = lsm_malloc(*len);
	if (!*text)
		return -ENOMEM;
	sidtab_cached_write(policy, context, *text, *len);
	return 0;
}

bool sidtab_cached_equal(const struct context *a, const struct context *b)
{
	if (a->hash != b->hash || !a->text != !b->text)
		return false;
	if (a->text)
		return !strcmp(a->text, b->text);
	return a->user == b->user && a->role == b->role && a->type == b->type &&
	       RANGES->range_equal(a->range, b->range);
}

int sidtab_cached_copy(const struct policy *policy, const struct context *old,
		       struct context *context)
{
	*context = *old;
	context->range = new_range(policy);
	if (context->range && !RANGES->copy(context->range, old->range))
		return 0;
	sidtab_cached_forget(context);
	return -ENOMEM;
}

/* Categories on their way from one policy to another. */
struct move {
	const struct policy *from;
	const struct policy *to;
	void *range;
	enum lsm_mls_part end;
	int status;
};

static void move_unit(uint32_t start, uint64_t map, void *arg)
{
	struct move *move = arg;

	for (; map && !move->status; map &= map - 1) {
		uint32_t value = sidtab_cached_reword(
			&move->from->cat, &move->to->cat,
			start + (uint32_t)__builtin_ctzll(map) + 1);

		move->status = value ? RANGES->set_cat(move->range, move->end,
						       value - 1, true)
				     : -EINVAL;
	}
}

/* @context may hold something in any case. */
static int convert_valid(const struct policy *from, const struct policy *to,
			 const struct context *old, struct context *context)
{
	struct move move = { .from = from, .to = to };

	context->user = sidtab_cached_reword(&from->user, &to->user, old->user);
	context->role = sidtab_cached_reword(&from->role, &to->role, old->role);
	context->type = sidtab_cached_reword(&from->type, &to->type, old->type);
	if (!context->user || !context->role || !context->type)
		return -EINVAL;
	context->range = new_range(to);
	if (!context->range)
		return -ENOMEM;
	move.range = context->range;
	for (enum lsm_mls_part end = LSM_MLS_LOW; end <= LSM_MLS_HIGH; end++) {
		uint32_t sens = sidtab_cached_reword(
			&from->sens, &to->sens, RANGES->sens(old->range, end));

		if (!sens)
			return -EINVAL;
		RANGES->set_sens(context->range, end, sens);
		move.end = end;
		RANGES->units(old->range, end, move_unit, &move);
		if (move.status)
			return move.status;
	}
	if (!valid(to, context))
		return -EINVAL;
	context->hash = hash_valid(context);
	return 0;
}

int sidtab_cached_convert(const struct policy *from, const struct policy *to,
			  const struct context *old, struct context *context)
{
	size_t len;
	int status;

	if (old->text) /* an empty one, too */
		return sidtab_cached_parse(to, old->text, strlen(old->text) + 1,
					   true, context);
	*context = (struct context){ 0 };
	status = convert_valid(from, to, old, context);
	if (!status)
		return 0;
	sidtab_cached_forget(context);
	if (status != -EINVAL)
		return status;
	status = sidtab_cached_print(from, old, &context->text, &len);
	if (!status)
		context->hash = hash_text(context->text);
	return status;
}
