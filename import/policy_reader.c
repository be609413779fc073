/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a kernel policy with libsepol.  No other file knows libsepol. */
#include "policy_image.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sepol/debug.h>
#include <sepol/handle.h>
#include <sepol/policydb/policydb.h>

_Static_assert(sizeof(struct policy_file) <= LSM_POLICY_CURSOR_MAX,
	       "raise LSM_POLICY_CURSOR_MAX");

/*
 * Reports what has no handle, the bitmap reader above all.  No installed header
 * declares it; without it these messages would go to standard error.
 */
extern struct sepol_handle sepol_compat_handle;

struct reader {
	const policydb_t *db;
	lsm_policy_set_fn *visit;
	void *arg;
	struct lsm_policy_unit *units;
	size_t room;
	int status;
};

/* The first message is the closest to the cause: callers only add to it. */
__attribute__((format(printf, 3, 4))) static void
keep_message(void *arg, sepol_handle_t *handle, const char *format, ...)
{
	struct lsm_policy_report *report = arg;
	va_list args;

	if (report->message[0] || sepol_msg_get_level(handle) != SEPOL_MSG_ERR)
		return;
	va_start(args, format);
	vsnprintf(report->message, sizeof(report->message), format, args);
	va_end(args);
}

static void say(struct lsm_policy_report *report, const char *message)
{
	if (!report->message[0])
		snprintf(report->message, sizeof(report->message), "%s",
			 message);
}

static int make_room(struct reader *reader, size_t wanted)
{
	struct lsm_policy_unit *units;

	if (wanted <= reader->room)
		return 0;
	units = realloc(reader->units, wanted * sizeof(*units));
	if (!units)
		return -ENOMEM;
	reader->units = units;
	reader->room = wanted;
	return 0;
}

static void emit_set(struct reader *reader, enum lsm_policy_kind kind,
		     const char *name, uint32_t sensitivity,
		     const ebitmap_t *map)
{
	struct lsm_policy_set set = { kind, name, sensitivity, NULL, 0 };
	size_t nodes = 0;

	if (reader->status)
		return;
	for (const ebitmap_node_t *n = map->node; n; n = n->next)
		nodes++;
	reader->status = make_room(reader, nodes);
	if (reader->status)
		return;
	for (const ebitmap_node_t *n = map->node; n; n = n->next)
		if (n->map)
			reader->units[set.nr_units++] =
				(struct lsm_policy_unit){ n->startbit, n->map };
	set.units = reader->units;
	reader->status = reader->visit(&set, reader->arg);
}

static void emit_level(struct reader *reader, enum lsm_policy_kind kind,
		       const char *name, const mls_level_t *level)
{
	emit_set(reader, kind, name, level->sens, &level->cat);
}

/* Not every cross reference of a policy has been checked by libsepol. */
static const char *name_of(const policydb_t *db, int table, uint32_t value)
{
	const char *name = NULL;

	if (value && value <= db->symtab[table].nprim)
		name = db->sym_val_to_name[table][value - 1];
	return name ? name : "unnamed";
}

static bool is_attribute(const policydb_t *db, uint32_t index)
{
	const type_datum_t *type = db->type_val_to_struct[index];

	return type && type->flavor == TYPE_ATTRIB;
}

static void emit_types(struct reader *reader, bool attributes)
{
	const policydb_t *db = reader->db;

	for (uint32_t i = 0; i < db->p_types.nprim; i++) {
		if (!db->type_val_to_struct[i] ||
		    is_attribute(db, i) != attributes)
			continue;
		emit_set(reader,
			 attributes ? LSM_POLICY_ATTRIBUTE : LSM_POLICY_TYPE,
			 name_of(db, SYM_TYPES, i + 1), 0,
			 attributes ? &db->attr_type_map[i]
				    : &db->type_attr_map[i]);
	}
}

static void emit_roles(struct reader *reader, enum lsm_policy_kind kind)
{
	const policydb_t *db = reader->db;

	for (uint32_t i = 0; i < db->p_roles.nprim; i++) {
		const role_datum_t *role = db->role_val_to_struct[i];

		if (role)
			emit_set(reader, kind, name_of(db, SYM_ROLES, i + 1), 0,
				 kind == LSM_POLICY_ROLE ? &role->types.types
							 : &role->dominates);
	}
}

static void emit_users(struct reader *reader)
{
	const policydb_t *db = reader->db;

	for (uint32_t i = 0; i < db->p_users.nprim; i++) {
		const user_datum_t *user = db->user_val_to_struct[i];
		const char *name = name_of(db, SYM_USERS, i + 1);

		if (!user)
			continue;
		emit_set(reader, LSM_POLICY_USER, name, 0, &user->roles.roles);
		if (!db->mls)
			continue;
		emit_level(reader, LSM_POLICY_USER_LOW, name,
			   &user->exp_range.level[0]);
		emit_level(reader, LSM_POLICY_USER_HIGH, name,
			   &user->exp_range.level[1]);
		emit_level(reader, LSM_POLICY_USER_LEVEL, name,
			   &user->exp_dfltlevel);
	}
}

static int emit_sensitivity(hashtab_key_t key, hashtab_datum_t datum, void *arg)
{
	const level_datum_t *level = datum;
	struct reader *reader = arg;

	if (!level->isalias && level->level)
		emit_level(reader, LSM_POLICY_SENSITIVITY, key, level->level);
	return 0;
}

static int emit_transition(hashtab_key_t key, hashtab_datum_t datum, void *arg)
{
	const range_trans_t *rule = (const void *)key;
	const mls_range_t *range = datum;
	struct reader *reader = arg;
	const policydb_t *db = reader->db;
	char name[512];

	snprintf(name, sizeof(name), "%.150s-%.150s-%.150s",
		 name_of(db, SYM_TYPES, rule->source_type),
		 name_of(db, SYM_TYPES, rule->target_type),
		 name_of(db, SYM_CLASSES, rule->target_class));
	emit_level(reader, LSM_POLICY_RANGE_LOW, name, &range->level[0]);
	emit_level(reader, LSM_POLICY_RANGE_HIGH, name, &range->level[1]);
	return 0;
}

static int emit_all(struct reader *reader)
{
	const policydb_t *db = reader->db;

	emit_types(reader, true);
	emit_types(reader, false);
	emit_roles(reader, LSM_POLICY_ROLE);
	emit_roles(reader, LSM_POLICY_DOMINANCE);
	emit_users(reader);
	if (db->mls) {
		hashtab_map(db->p_levels.table, emit_sensitivity, reader);
		hashtab_map(db->range_tr, emit_transition, reader);
	}
	free(reader->units);
	return reader->status;
}

static void count(const policydb_t *db, struct lsm_policy_report *report)
{
	report->version = db->policyvers;
	report->mls = db->mls;
	for (uint32_t i = 0; i < db->p_types.nprim; i++) {
		if (is_attribute(db, i))
			report->attributes++;
		else if (db->type_val_to_struct[i])
			report->types++;
	}
	report->roles = db->p_roles.nprim;
	report->users = db->p_users.nprim;
	report->sensitivities = db->p_levels.nprim;
	report->categories = db->p_cats.nprim;
}

/* Read, and refuse what libsepol accepts but is no kernel policy alone. */
static int read_all(policydb_t *db, struct policy_file *file,
		    struct lsm_policy_report *report)
{
	if (policydb_read(db, file, 0)) {
		say(report, "refused without a reason, perhaps cut short");
		return -EINVAL;
	}
	if (db->policy_type != POLICY_KERN) {
		say(report, "a policy module, not a kernel policy");
		return -EINVAL;
	}
	if (file->len) {
		say(report, "something follows the end of the policy");
		return -EINVAL;
	}
	return 0;
}

int lsm_policy_read(const void *image, size_t size,
		    struct lsm_policy_report *report, lsm_policy_set_fn *visit,
		    void *arg)
{
	struct policy_file *file = (void *)report->cursor;
	policydb_t db;
	struct reader reader = { .db = &db, .visit = visit, .arg = arg };
	int status = -ENOMEM;

	policy_file_init(file);
	file->type = PF_USE_MEMORY;
	memcpy(&file->data, &image, sizeof(image)); /* it is only read */
	file->len = size;
	report->left_at = offsetof(struct policy_file, len);
	sepol_msg_set_callback(&sepol_compat_handle, keep_message, report);
	file->handle = sepol_handle_create();
	if (!file->handle)
		goto out;
	sepol_msg_set_callback(file->handle, keep_message, report);
	if (policydb_init(&db))
		goto out_handle;
	status = read_all(&db, file, report);
	if (!status) {
		count(&db, report);
		status = emit_all(&reader);
	}
	policydb_destroy(&db);
out_handle:
	sepol_handle_destroy(file->handle);
out:
	sepol_msg_set_callback(&sepol_compat_handle, NULL, NULL);
	if (status == -ENOMEM)
		say(report, "out of memory");
	return status;
}
