/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decisions on bits: the reserved labels by their secids. */
#include "smack_decide.h"

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
