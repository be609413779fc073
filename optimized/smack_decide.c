/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decisions: on bits, the reserved labels by their secids, and by text. */
#include "smack_decide.h"

#include "smack_text.h"

#include <errno.h>

static uint32_t with_lock(uint32_t access)
{
	return access & LSM_SMACK_WRITE ? access | LSM_SMACK_LOCK : access;
}

/* Only reads, or only locks. */
static bool harmless(uint32_t request)
{
	return !(request & ~(uint32_t)(LSM_SMACK_READ | LSM_SMACK_EXEC)) ||
	       !(request & ~(uint32_t)LSM_SMACK_LOCK);
}

int smack_shortcut(uint32_t subject, uint32_t object, uint32_t request)
{
	if (subject == LSM_SMACK_STAR)
		return -EACCES;
	if (subject == object || object == LSM_SMACK_STAR ||
	    object == LSM_SMACK_WEB || subject == LSM_SMACK_WEB)
		return LSM_SMACK_ALLOWED;
	if ((object == LSM_SMACK_FLOOR || subject == LSM_SMACK_HAT) &&
	    harmless(request))
		return LSM_SMACK_ALLOWED;
	return SMACK_BY_RULE;
}

int smack_by_rule(uint32_t access, uint32_t request)
{
	if (!access || request & ~with_lock(access))
		return -EACCES;
	return access & LSM_SMACK_BRINGUP ? LSM_SMACK_ALLOWED_BRINGUP
					  : LSM_SMACK_ALLOWED;
}

int smack_confine(int decision, bool subject, bool object)
{
	if (decision >= 0)
		return decision;
	if (subject)
		return LSM_SMACK_ALLOWED_SUBJECT;
	return object ? LSM_SMACK_ALLOWED_OBJECT : decision;
}

bool smack_passes(uint32_t access, uint32_t request)
{
	return !(request & ~with_lock(access));
}

int smack_query(const void *table, enum lsm_smack_format format,
		const char *text, size_t len, smack_find_fn *find,
		smack_access_fn *access)
{
	const void *subject, *object;
	struct smack_line line;

	if (!smack_question(format, text, len, &line))
		return -EINVAL;
	line.subject_len = smack_label_length(line.subject, line.subject_len);
	if (!line.subject_len)
		return -EINVAL;
	subject = find(table, line.subject, line.subject_len);
	if (!subject)
		return 0;
	line.object_len = smack_label_length(line.object, line.object_len);
	if (!line.object_len)
		return -EINVAL;
	object = find(table, line.object, line.object_len);
	return object && access(table, subject, object, line.allow) >= 0;
}
