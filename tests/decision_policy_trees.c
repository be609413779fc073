/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same questions to the security servers of kernel trees, if there are any.
 */
#include "decision_policy.h"

#include <lsm/alloc.h>

#include <whole_kernel.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DECLARE(S, name) extern const struct whole_kernel_ops lsm_##S##_##name;
#define ENTRY(S, name) &lsm_##S##_##name,

WHOLE_KERNELS(DECLARE, whole)

/* Ends with a NULL, as there may be none. */
static const struct whole_kernel_ops *const tree[] = { WHOLE_KERNELS(
	ENTRY, whole) NULL };
static void *policy[LSM_ARRAY_SIZE(tree)];

/* Drivers that came with the last decision. */
static struct lsm_decision_drivers last[LSM_ARRAY_SIZE(tree)];

const char *trees_load(const void *image, size_t size)
{
	for (size_t i = 0; tree[i]; i++) {
		errno = -tree[i]->load(image, size, &policy[i]);
		if (errno)
			return tree[i]->name;
	}
	return NULL;
}

void trees_unload(void)
{
	for (size_t i = 0; tree[i]; i++)
		tree[i]->unload(policy[i]);
}

size_t trees_count(void)
{
	return LSM_ARRAY_SIZE(tree) - 1;
}

void trees_set_bool(uint32_t boolean, bool value)
{
	for (size_t i = 0; tree[i]; i++)
		tree[i]->set_bool(policy[i], boolean, value);
}

static struct whole_kernel_label label_of(const struct decision_label *label)
{
	return (struct whole_kernel_label){
		.user = label->user,
		.role = label->role,
		.type = label->type,
		.level = { label->low, label->high },
	};
}

const char *trees_av(const struct decision_label *label, uint32_t tclass,
		     const struct lsm_decision_av *av)
{
	const struct whole_kernel_label source = label_of(&label[0]);
	const struct whole_kernel_label target = label_of(&label[1]);

	for (size_t i = 0; tree[i]; i++) {
		struct lsm_decision_av own;

		if (tree[i]->av(policy[i], &source, &target, tclass, &own,
				&last[i]) ||
		    memcmp(&own, av, sizeof(own)) != 0)
			return tree[i]->name;
	}
	return NULL;
}

const char *trees_extended(const struct decision_label *label, uint32_t tclass,
			   const struct lsm_decision_drivers *drivers,
			   uint32_t driver,
			   const struct lsm_decision_xperms *xperms)
{
	const struct whole_kernel_label source = label_of(&label[0]);
	const struct whole_kernel_label target = label_of(&label[1]);

	for (size_t i = 0; tree[i]; i++) {
		struct lsm_decision_xperms functions;

		if (tree[i]->xperms(policy[i], &source, &target, tclass, driver,
				    &functions) ||
		    last[i].any != drivers->any ||
		    memcmp(last[i].set, drivers->set, sizeof(last[i].set)) !=
			    0 ||
		    memcmp(&functions, xperms, sizeof(functions)) != 0)
			return tree[i]->name;
	}
	return NULL;
}

const char *trees_type(const struct decision_label *label, uint32_t tclass,
		       uint32_t kind, uint32_t type)
{
	const struct whole_kernel_label source = label_of(&label[0]);
	const struct whole_kernel_label target = label_of(&label[1]);

	for (size_t i = 0; tree[i]; i++) {
		uint32_t own = 0;
		int status = tree[i]->new_type(policy[i], &source, &target,
					       tclass, kind, &own);

		if (!status && own == type)
			continue;
		fprintf(stderr, "  %s: type %" PRIu32 ", status %d\n",
			tree[i]->name, own, status);
		return tree[i]->name;
	}
	return NULL;
}

const char *trees_context(const char *text, bool valid)
{
	for (size_t i = 0; tree[i]; i++) {
		uint32_t sid;
		char *back = NULL;
		size_t len;
		int status = tree[i]->sid(policy[i], text, strlen(text), &sid);
		bool same = status == -EINVAL && !valid;

		if (!status && valid &&
		    !tree[i]->text(policy[i], sid, &back, &len))
			same = len == strlen(text) + 1 && !strcmp(back, text);
		lsm_free(back);
		if (!same)
			return tree[i]->name;
	}
	return NULL;
}
