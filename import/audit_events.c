/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "audit_events.h"

#include "../fuzzers/audit_words.h"

#include <stdlib.h>
#include <string.h>

/* A value for which `value op @asked` holds, or does not. */
static uint32_t value_for(uint32_t asked, uint32_t op, bool holds)
{
	switch (op) {
	case LSM_AUDIT_NE:
		return holds ? asked + 1 : asked;
	case LSM_AUDIT_LT:
		return holds ? asked - 1 : asked;
	case LSM_AUDIT_GT:
		return holds ? asked + 1 : asked;
	case LSM_AUDIT_LE:
		return holds ? asked : asked + 1;
	case LSM_AUDIT_GE:
		return holds ? asked : asked - 1;
	case LSM_AUDIT_BIT_MASK:
	case LSM_AUDIT_BIT_TEST:
		return holds ? asked : ~asked;
	default:
		return holds ? asked : asked + 1;
	}
}

static uint32_t arch_of(const struct lsm_audit_rule *rule)
{
	for (uint32_t i = 0; i < rule->nr_fields; i++)
		if (rule->field[i].type == LSM_AUDIT_ARCH)
			return value_for(rule->field[i].value,
					 rule->field[i].op, true);
	return LSM_AUDIT_ARCH_64;
}

/* A system call that needs a permission. */
static uint32_t call_for_perm(const struct lsm_audit_rule *rule, uint32_t perm)
{
	bool compat = arch_of(rule) == LSM_AUDIT_ARCH_32;

	if (perm & LSM_AUDIT_PERM_WRITE)
		return compat ? 38 : 82; /* rename */
	if (perm & LSM_AUDIT_PERM_EXEC)
		return compat ? 11 : 59; /* execve */
	if (perm & LSM_AUDIT_PERM_READ)
		return compat ? 85 : 89; /* readlink */
	return compat ? 15 : 90; /* chmod */
}

static uint32_t call_of(const struct lsm_audit_rule *rule, bool holds)
{
	for (uint32_t i = 0; i < rule->nr_fields && holds; i++)
		if (rule->field[i].type == LSM_AUDIT_PERM)
			return call_for_perm(rule, rule->field[i].value);
	for (uint32_t nr = 0; nr < LSM_AUDIT_MASK_BITS; nr++)
		if ((rule->mask[nr / 32] >> nr % 32 & 1) == holds)
			return nr;
	return 0;
}

/* Fields that an event has a number for, under the same name. */
static bool has_number(uint32_t type)
{
	return (type <= LSM_AUDIT_PERS) || type == LSM_AUDIT_ARCH ||
	       type == LSM_AUDIT_PPID || type == LSM_AUDIT_SESSIONID ||
	       type == LSM_AUDIT_EXITCODE ||
	       (type >= LSM_AUDIT_A0 && type <= LSM_AUDIT_A3);
}

static void put_field(FILE *out, const struct lsm_audit_field *field,
		      bool holds)
{
	uint32_t value = value_for(field->value, field->op, holds);
	bool same = holds == (field->op != LSM_AUDIT_NE);

	if (field->type == LSM_AUDIT_EXITCODE) {
		fprintf(out, " exit=%d", (int32_t)value);
	} else if (has_number(field->type)) {
		fprintf(out, " %s=%u", audit_type_name(field->type), value);
	} else if (field->type == LSM_AUDIT_MSGTYPE) {
		fprintf(out, " msg=%u", value);
	} else if (field->type == LSM_AUDIT_SADDR_FAM) {
		fprintf(out, " fam=%u", value);
	} else if (field->type == LSM_AUDIT_SUCCESS) {
		fprintf(out, " exit=%d", !field->value == same ? -1 : 0);
	} else if (field->type == LSM_AUDIT_PATH) {
		fprintf(out, " f=%s%s", field->text, same ? "" : "-");
	} else if (field->type == LSM_AUDIT_EXE) {
		fprintf(out, " exe=%s%s", field->text, same ? "" : "-");
	} else if (field->type == LSM_AUDIT_DIR) {
		size_t len = strlen(field->text);

		while (len && field->text[len - 1] == '/')
			len--;
		fprintf(out, " f=%.*s%s", (int)len, field->text,
			same ? "/x" : "-");
	}
}

/* Not met on purpose: the last one that an event can meet or not. */
static uint32_t last_number(const struct lsm_audit_rule *rule)
{
	for (uint32_t i = rule->nr_fields; i--;)
		if (has_number(rule->field[i].type) || rule->field[i].text)
			if (rule->field[i].type != LSM_AUDIT_KEY)
				return i;
	return rule->nr_fields;
}

/* Login uids of two fields: at least 1000 and set. */
static bool is_overruled(const struct lsm_audit_rule *rule, uint32_t index)
{
	const struct lsm_audit_field *field = &rule->field[index];

	return field->type == LSM_AUDIT_AUID && field->op == LSM_AUDIT_NE &&
	       index && rule->field[index - 1].type == LSM_AUDIT_AUID;
}

void import_audit_event(FILE *out, const struct lsm_audit_rule *rule,
			enum import_audit_aim aim)
{
	uint32_t last =
		aim == IMPORT_AUDIT_NEAR ? last_number(rule) : rule->nr_fields;

	fprintf(out, "nr=%u", call_of(rule, aim != IMPORT_AUDIT_FAR));
	for (uint32_t i = 0; i < rule->nr_fields; i++)
		if (i == last || !is_overruled(rule, i))
			put_field(out, &rule->field[i], i != last);
}

const char *import_audit_operation(const struct lsm_audit_rule *rule)
{
	switch (rule->flags & ~LSM_AUDIT_PREPEND) {
	case LSM_AUDIT_USER:
		return "user";
	case LSM_AUDIT_TASK:
		return "fork";
	case LSM_AUDIT_EXCLUDE:
		return "exclude";
	case LSM_AUDIT_URING:
		return "uring";
	case LSM_AUDIT_FS:
		return NULL;
	default:
		return "syscall";
	}
}
