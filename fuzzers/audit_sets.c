/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rule sets that a program loads in one step. */
#include "audit_words.h"

#include "audit_stig.h"

#include <string.h>

/* One rule of every list and kind. */
static const char *const small[] = {
	"-a never,task -F auid=0",
	"-a always,user -F uid=0",
	"-a always,exit -S 0-3 -F a0=5 -k small",
	"-a always,exit -S all -F path=/a -F perm=wa -k watch",
	"-a never,exit -S all -F dir=/d",
	"-a never,filesystem -F fstype=33",
	"-a always,uring -S 1,9 -k ring",
	"-a never,exclude -F msgtype=1300",
};

static struct lsm_audit_rule small_rule[LSM_ARRAY_SIZE(small)];
static struct lsm_audit_rule stig_rule[AUDIT_STIG_RULES];
static struct audit_texts small_texts, stig_texts;

static void read_set(const char *const *text, size_t nr,
		     struct lsm_audit_rule *rule, struct audit_texts *texts)
{
	static struct audit_request request;

	for (size_t i = 0; i < nr; i++) {
		audit_rule_from_words(&request, text[i], strlen(text[i]));
		rule[i] = request.rule;
		for (uint32_t k = 0; k < rule[i].nr_fields; k++) {
			struct lsm_audit_field *field = &rule[i].field[k];

			if (field->text)
				field->text = audit_keep_text(
					texts, field->text, field->len,
					&field->len);
		}
	}
}

/* Before main(), so that no two threads can do it. */
__attribute__((constructor)) static void read_sets(void)
{
	read_set(small, LSM_ARRAY_SIZE(small), small_rule, &small_texts);
	read_set(audit_stig, AUDIT_STIG_RULES, stig_rule, &stig_texts);
}

const struct lsm_audit_rule *audit_set(uint32_t set, size_t *nr)
{
	if (set == AUDIT_SET_STIG) {
		*nr = AUDIT_STIG_RULES;
		return stig_rule;
	}
	*nr = set + 2;
	return small_rule;
}

_Static_assert(LSM_ARRAY_SIZE(small) == AUDIT_SET_STIG + 1,
	       "the largest small set is all of it");
