/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where kernel trees are known to answer differently; see FINDINGS.md. */
#include "audit_linux.h"
#include "audit_words.h"

static bool any_field(const struct lsm_call *call,
		      bool (*test)(const struct lsm_audit_field *field))
{
	struct audit_request request;
	const struct lsm_audit_rule *rule = &request.rule;

	if (call->payload)
		audit_rule_from_words(&request, (const char *)call->payload,
				      call->payload_len);
	else
		audit_rule_from_numbers(&request, call->arg + 1);
	for (uint32_t i = 0; i < rule->nr_fields && i < LSM_AUDIT_FIELDS_MAX;
	     i++)
		if (test(&rule->field[i]))
			return true;
	return false;
}

static bool bad_value(const struct lsm_audit_field *field)
{
	switch (field->type) {
	case LSM_AUDIT_AUID_SET:
		return field->value > 1;
	case LSM_AUDIT_PERM:
		return field->value > 15;
	case LSM_AUDIT_FILETYPE:
		return field->value & ~0170000u;
	case LSM_AUDIT_COMPARE:
		return field->value > LSM_AUDIT_COMPARE_MAX;
	case LSM_AUDIT_SADDR_FAM:
		return field->value >= LSM_AUDIT_AF_MAX;
	default:
		return false;
	}
}

static bool compares_nothing(const struct lsm_audit_field *field)
{
	return field->type == LSM_AUDIT_COMPARE && !field->value;
}

bool audit_linux_bad_value(const struct lsm_call *call)
{
	return any_field(call, bad_value);
}

bool audit_linux_compares_nothing(const struct lsm_call *call)
{
	return any_field(call, compares_nothing);
}

bool audit_linux_out_of_memory(const struct lsm_call *call)
{
	return call->fail != 0;
}
