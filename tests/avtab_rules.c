/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "avtab_rules.h"

#include <errno.h>
#include <string.h>

#include <sepol/policydb/policydb.h>

struct tour {
	lsm_avtab_policy_fn *visit;
	void *arg;
	bool conditional;
};

static int tell(avtab_key_t *key, avtab_datum_t *datum, void *arg)
{
	const struct tour *tour = arg;
	struct lsm_avtab_rule rule = {
		.key = {
			.source = key->source_type,
			.target = key->target_type,
			.class = key->target_class,
			.specified = key->specified,
		},
	};

	if (key->specified & AVTAB_XPERMS)
		rule.datum.xperms =
			(const struct lsm_avtab_xperms *)datum->xperms;
	else
		rule.datum.data = datum->data;
	tour->visit(&rule, tour->conditional, tour->arg);
	return 0;
}

int lsm_avtab_policy(const void *image, size_t size, lsm_avtab_policy_fn *visit,
		     void *arg)
{
	struct tour tour = { .visit = visit, .arg = arg };
	struct policy_file file;
	policydb_t db;
	int status = -EINVAL;

	policy_file_init(&file);
	file.type = PF_USE_MEMORY;
	memcpy(&file.data, &image, sizeof(image)); /* it is only read */
	file.len = size;
	file.size = size;
	if (policydb_init(&db))
		return -ENOMEM;
	if (!policydb_read(&db, &file, 0)) {
		status = 0;
		avtab_map(&db.te_avtab, tell, &tour);
		tour.conditional = true;
		avtab_map(&db.te_cond_avtab, tell, &tour);
	}
	policydb_destroy(&db);
	return status;
}
