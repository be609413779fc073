/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checking a rule by a table of what each type of field takes. */
#include "audit_pooled.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Sets of operators. */
#define EQUALITY 1u /* = and != */
#define ORDER 2u /* < <= > >= */
#define BITS 4u /* & &= */

#define ON(list) (1u << (list))
#define EVERYWHERE                                                      \
	(ON(LSM_AUDIT_USER) | ON(LSM_AUDIT_TASK) | ON(LSM_AUDIT_EXIT) | \
	 ON(LSM_AUDIT_EXCLUDE) | ON(LSM_AUDIT_URING))
#define WITH_FILES (ON(LSM_AUDIT_EXIT) | ON(LSM_AUDIT_URING))
#define MESSAGES (ON(LSM_AUDIT_USER) | ON(LSM_AUDIT_EXCLUDE))

/* What a type of field takes. */
struct type {
	uint8_t lists;
	uint8_t ops;
	uint8_t kind;
	uint16_t offset;
	uint32_t last; /* greatest value */
};

#define AT(member) offsetof(struct lsm_audit_event, member)
#define NUMBER(type, ops, member, last) \
	[type] = { EVERYWHERE, ops, POOLED_NUMBER, AT(member), last }
#define CALL(type, ops, member, last) \
	[type] = { EVERYWHERE, ops, POOLED_CALL, AT(member), last }
#define OTHER(type, lists, ops, last) \
	[type] = { lists, ops, POOLED_OTHER, 0, last }
#define ANY UINT32_MAX
#define ID (UINT32_MAX - 1)

static const struct type types[] = {
	NUMBER(LSM_AUDIT_PID, EQUALITY | ORDER, pid, ANY),
	NUMBER(LSM_AUDIT_UID, EQUALITY | ORDER, uid[0], ID),
	NUMBER(LSM_AUDIT_EUID, EQUALITY | ORDER, uid[1], ID),
	NUMBER(LSM_AUDIT_SUID, EQUALITY | ORDER, uid[2], ID),
	NUMBER(LSM_AUDIT_FSUID, EQUALITY | ORDER, uid[3], ID),
	OTHER(LSM_AUDIT_GID, EVERYWHERE, EQUALITY | ORDER, ID),
	OTHER(LSM_AUDIT_EGID, EVERYWHERE, EQUALITY | ORDER, ID),
	NUMBER(LSM_AUDIT_SGID, EQUALITY | ORDER, gid[2], ID),
	NUMBER(LSM_AUDIT_FSGID, EQUALITY | ORDER, gid[3], ID),
	NUMBER(LSM_AUDIT_AUID, EQUALITY | ORDER, auid, ID),
	NUMBER(LSM_AUDIT_PERS, EQUALITY | ORDER | BITS, pers, ANY),
	CALL(LSM_AUDIT_ARCH, EQUALITY, arch, ANY),
	OTHER(LSM_AUDIT_MSGTYPE, MESSAGES, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_SUBJ_USER, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_SUBJ_ROLE, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_SUBJ_TYPE, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_SUBJ_SEN, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_SUBJ_CLR, EVERYWHERE, EQUALITY | ORDER, ANY),
	CALL(LSM_AUDIT_PPID, EQUALITY | ORDER, ppid, ANY),
	OTHER(LSM_AUDIT_OBJ_USER, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_OBJ_ROLE, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_OBJ_TYPE, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_OBJ_LOW, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_OBJ_HIGH, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_AUID_SET, EVERYWHERE, EQUALITY, 1),
	NUMBER(LSM_AUDIT_SESSIONID, EQUALITY | ORDER, session, ANY),
	OTHER(LSM_AUDIT_FSTYPE, ON(LSM_AUDIT_FS), EQUALITY, ANY),
	OTHER(LSM_AUDIT_DEVMAJOR, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_DEVMINOR, EVERYWHERE, EQUALITY | ORDER | BITS, ANY),
	OTHER(LSM_AUDIT_INODE, WITH_FILES, EQUALITY, ANY),
	OTHER(LSM_AUDIT_EXITCODE, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_SUCCESS, EVERYWHERE, EQUALITY | ORDER, ANY),
	OTHER(LSM_AUDIT_PATH, WITH_FILES, EQUALITY, ANY),
	OTHER(LSM_AUDIT_PERM, EVERYWHERE & ~ON(LSM_AUDIT_URING), EQUALITY, 15),
	OTHER(LSM_AUDIT_DIR, WITH_FILES, EQUALITY, ANY),
	OTHER(LSM_AUDIT_FILETYPE, EVERYWHERE, EQUALITY, S_IFMT),
	OTHER(LSM_AUDIT_OBJ_UID, EVERYWHERE, EQUALITY | ORDER, ID),
	OTHER(LSM_AUDIT_OBJ_GID, EVERYWHERE, EQUALITY | ORDER, ID),
	OTHER(LSM_AUDIT_COMPARE, EVERYWHERE, EQUALITY, LSM_AUDIT_COMPARE_MAX),
	OTHER(LSM_AUDIT_EXE, EVERYWHERE, EQUALITY, ANY),
	OTHER(LSM_AUDIT_SADDR_FAM, EVERYWHERE, EQUALITY | ORDER,
	      LSM_AUDIT_AF_MAX - 1),
	OTHER(LSM_AUDIT_A0, EVERYWHERE, EQUALITY | ORDER | BITS, ANY),
	OTHER(LSM_AUDIT_A1, EVERYWHERE, EQUALITY | ORDER | BITS, ANY),
	OTHER(LSM_AUDIT_A2, EVERYWHERE, EQUALITY | ORDER | BITS, ANY),
	OTHER(LSM_AUDIT_A3, EVERYWHERE, EQUALITY | ORDER | BITS, ANY),
	OTHER(LSM_AUDIT_KEY, EVERYWHERE | ON(LSM_AUDIT_FS), EQUALITY, ANY),
};

enum pooled_kind pooled_type(uint32_t type, uint16_t *offset)
{
	*offset = types[type].offset;
	return types[type].kind;
}

static uint8_t op_set(uint32_t op)
{
	switch (op) {
	case LSM_AUDIT_EQ:
	case LSM_AUDIT_NE:
		return EQUALITY;
	case LSM_AUDIT_LT:
	case LSM_AUDIT_LE:
	case LSM_AUDIT_GT:
	case LSM_AUDIT_GE:
		return ORDER;
	case LSM_AUDIT_BIT_MASK:
	case LSM_AUDIT_BIT_TEST:
		return BITS;
	default:
		return 0;
	}
}

/* What a rule may have once. */
struct once {
	bool place; /* path, dir or inode */
	bool exe;
	bool key;
};

static bool again(bool *seen)
{
	bool before = *seen;

	*seen = true;
	return before;
}

static int examine_path(const struct lsm_audit_field *field,
			struct pooled_request *request, struct once *once)
{
	bool slash_at_end;

	if (!field->len)
		return -EINVAL;
	if (field->len > LSM_AUDIT_PATH_MAX)
		return -ENAMETOOLONG;
	slash_at_end = field->text[field->len - 1] == '/';
	if (*field->text != '/' || field->op != LSM_AUDIT_EQ ||
	    !(ON(request->list) & WITH_FILES) || again(&once->place))
		return -EINVAL;
	if (field->type == LSM_AUDIT_DIR)
		return 0;
	request->home =
		LSM_AUDIT_LISTS + ((uint32_t)lsm_audit_lookup(field->text).ino &
				   (LSM_AUDIT_BUCKETS - 1));
	return slash_at_end ? -EINVAL : 0;
}

static int examine_exe(const struct lsm_audit_field *field, struct once *once)
{
	if (again(&once->exe) || !field->len ||
	    field->len > LSM_AUDIT_PATH_MAX || *field->text != '/' ||
	    field->text[field->len - 1] == '/')
		return -EINVAL;
	return 0;
}

static int examine_inode(const struct lsm_audit_field *field,
			 struct pooled_request *request, struct once *once)
{
	if (again(&once->place))
		return -EINVAL;
	if (field->op == LSM_AUDIT_EQ)
		request->home = LSM_AUDIT_LISTS +
				(field->value & (LSM_AUDIT_BUCKETS - 1));
	return 0;
}

static int examine_special(const struct lsm_audit_field *field,
			   struct pooled_request *request, struct once *once)
{
	switch (field->type) {
	case LSM_AUDIT_INODE:
		return examine_inode(field, request, once);
	case LSM_AUDIT_EXE:
		return examine_exe(field, once);
	case LSM_AUDIT_KEY:
		if (again(&once->key) || !field->len ||
		    field->len > LSM_AUDIT_KEY_MAX)
			return -EINVAL;
		return 0;
	case LSM_AUDIT_FILETYPE:
		return field->value & ~(uint32_t)S_IFMT ? -EINVAL : 0;
	default: /* a label, if it has a text */
		if (!lsm_audit_takes_text(field->type))
			return 0;
		if (!field->len)
			return -EINVAL;
		return field->len > LSM_AUDIT_PATH_MAX ? -ENAMETOOLONG : 0;
	}
}

static bool is_unset_auid(const struct lsm_audit_field *field)
{
	return field->type == LSM_AUDIT_AUID && field->value == LSM_AUDIT_UNSET;
}

static int examine_field(const struct lsm_audit_field *field,
			 struct pooled_request *request, struct once *once)
{
	bool path =
		field->type == LSM_AUDIT_PATH || field->type == LSM_AUDIT_DIR;
	const struct type *type;

	if (is_unset_auid(field)) {
		request->legacy = true;
		return op_set(field->op) == EQUALITY &&
				       ON(request->list) & EVERYWHERE
			       ? 0
			       : -EINVAL;
	}
	if (field->type >= LSM_ARRAY_SIZE(types))
		return -EINVAL;
	type = &types[field->type];
	if (!(type->ops & op_set(field->op)) ||
	    (lsm_audit_takes_text(field->type) ? 0 : field->value) > type->last)
		return -EINVAL;
	/* A path's length is noticed before that it is on a wrong list. */
	if (!(type->lists & ON(request->list)) &&
	    (!path || request->list == LSM_AUDIT_FS))
		return -EINVAL;
	return path ? examine_path(field, request, once)
		    : examine_special(field, request, once);
}

/* Apart, so that a fuzzer does not listen to a loop that has one way only. */
LSM_UNGUIDED __attribute__((noinline)) static void
add_class(uint32_t *mask, const uint32_t *class)
{
	for (size_t i = 0; i < LSM_AUDIT_MASK_WORDS; i++)
		mask[i] |= class[i];
}

static void expand(const uint32_t *from, uint32_t *mask)
{
	const uint32_t last = LSM_AUDIT_MASK_WORDS - 1;
	uint32_t classes = from[last] >> (32 - LSM_AUDIT_CLASSES);

	memcpy(mask, from, LSM_AUDIT_MASK_WORDS * sizeof(*mask));
	mask[last] &= UINT32_MAX >> LSM_AUDIT_CLASSES;
	for (uint32_t id = 0; classes && id < LSM_AUDIT_CLASSES; id++) {
		const uint32_t *class = lsm_audit_class(id);

		if (class && classes >> (LSM_AUDIT_CLASSES - 1 - id) & 1)
			add_class(mask, class);
	}
}

int pooled_examine(const struct lsm_audit_rule *rule,
		   struct pooled_request *request)
{
	struct once once = { 0 };

	request->rule = rule;
	request->list = rule->flags & ~LSM_AUDIT_PREPEND;
	request->home = request->list;
	request->legacy = false;
	request->texts = 0;
	if (request->list >= LSM_AUDIT_LISTS ||
	    !(ON(request->list) & (EVERYWHERE | ON(LSM_AUDIT_FS))) ||
	    (rule->action != LSM_AUDIT_NEVER &&
	     rule->action != LSM_AUDIT_ALWAYS) ||
	    rule->nr_fields > LSM_AUDIT_FIELDS_MAX)
		return -EINVAL;
	for (uint32_t i = 0; i < rule->nr_fields; i++) {
		int status = examine_field(&rule->field[i], request, &once);

		if (status)
			return status;
		if (lsm_audit_takes_text(rule->field[i].type))
			request->texts += rule->field[i].len + 1;
	}
	expand(rule->mask, request->mask);
	return 0;
}

static void fill_field(struct pooled_field *field,
		       const struct lsm_audit_field *asked, char **room)
{
	field->type = is_unset_auid(asked) ? LSM_AUDIT_AUID_SET : asked->type;
	field->op = asked->op;
	field->kind = (uint8_t)pooled_type(field->type, &field->offset);
	if (!lsm_audit_takes_text(asked->type)) {
		field->value = is_unset_auid(asked) ? 0 : asked->value;
		return;
	}
	field->text = memcpy(*room, asked->text, asked->len + 1);
	field->len = asked->len;
	field->known = lsm_audit_label_known(field->type, field->text);
	*room += asked->len + 1;
	if (asked->type == LSM_AUDIT_PATH || asked->type == LSM_AUDIT_EXE) {
		struct lsm_audit_inode inode = lsm_audit_lookup(field->text);

		field->ino = inode.ino;
		field->major = inode.major;
		field->minor = inode.minor;
	}
}

struct pooled_entry *pooled_build(struct pool *pool,
				  const struct pooled_request *request)
{
	const struct lsm_audit_rule *rule = request->rule;
	size_t fields = rule->nr_fields * sizeof(struct pooled_field);
	struct pool_slab *slab;
	struct pooled_entry *entry = pool_alloc(pool, &slab);
	char *room;

	if (!entry)
		return NULL;
	entry->slab = slab;
	entry->field = lsm_calloc(1, fields + request->texts + 1);
	if (!entry->field) {
		pool_free(slab, entry);
		return NULL;
	}
	entry->legacy = request->legacy;
	entry->flags = rule->flags & LSM_AUDIT_PREPEND;
	entry->list = request->list;
	entry->action = rule->action;
	entry->home = request->home;
	entry->nr_fields = rule->nr_fields;
	memcpy(entry->mask, request->mask, sizeof(entry->mask));
	room = (char *)entry->field + fields;
	for (uint32_t i = 0; i < rule->nr_fields; i++) {
		fill_field(&entry->field[i], &rule->field[i], &room);
		if (entry->field[i].type == LSM_AUDIT_KEY)
			entry->key = entry->field[i].text;
	}
	return entry;
}

void pooled_free(struct pooled_entry *entry)
{
	lsm_free(entry->field);
	pool_free(entry->slab, entry);
}

static bool same_field(const struct pooled_field *field,
		       const struct lsm_audit_field *asked)
{
	bool unset = is_unset_auid(asked);

	if (field->op != asked->op ||
	    field->type != (unset ? LSM_AUDIT_AUID_SET : asked->type))
		return false;
	if (field->text)
		return field->len == asked->len &&
		       !memcmp(field->text, asked->text, asked->len);
	return field->value == (unset ? 0 : asked->value);
}

bool pooled_is(const struct pooled_entry *entry,
	       const struct pooled_request *request)
{
	const struct lsm_audit_rule *rule = request->rule;

	if (entry->list != request->list ||
	    entry->flags != (rule->flags & LSM_AUDIT_PREPEND) ||
	    entry->legacy != request->legacy || entry->action != rule->action ||
	    entry->nr_fields != rule->nr_fields ||
	    memcmp(entry->mask, request->mask, sizeof(entry->mask)) != 0)
		return false;
	for (uint32_t i = 0; i < rule->nr_fields; i++)
		if (!same_field(&entry->field[i], &rule->field[i]))
			return false;
	return true;
}
