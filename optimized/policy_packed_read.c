/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From an image to the packed conditionals. */
#include "policy_packed.h"

#include <lsm/alloc.h>

#include <errno.h>
#include <string.h>

static const struct lsm_avtab_ops *const tags = &lsm_avtab_tagged;

/* A number that says how many things of a size follow, at least. */
static int read_count(struct avtab_image *image, size_t least, uint32_t *count)
{
	size_t left = (size_t)(image->end - image->at);

	if (left < sizeof(*count))
		return -EINVAL;
	memcpy(count, image->at, sizeof(*count));
	image->at += sizeof(*count);
	return *count > (left - sizeof(*count)) / least ? -EINVAL : 0;
}

/*
 * Whether a rule of @at, about to be read into a branch that begins with rule
 * @from, clashes: the first branch alone has @from at its beginning.
 */
static bool clashes(const struct packed_policy *policy,
		    const struct packed_conditional *at, uint32_t from,
		    const struct lsm_avtab_key *key)
{
	struct lsm_avtab_rule rule;
	bool found;

	if (!(key->specified & LSM_AVTAB_TYPE))
		return false;
	if (tags->search(policy->table, key, &rule))
		return true;
	found = tags->search(policy->switched, key, &rule);
	while (found && rule.place >= at->rule[0] && rule.place < from)
		found = tags->search_next(policy->switched, &rule,
					  key->specified);
	return found;
}

static int read_branch(struct packed_policy *policy,
		       const struct packed_conditional *at,
		       struct avtab_image *image)
{
	uint32_t from = policy->switched->nr, count = 0;
	int status = read_count(image, LSM_AVTAB_IMAGE_RULE, &count);

	for (uint32_t i = 0; !status && i < count; i++) {
		struct lsm_avtab_xperms xperms;
		struct lsm_avtab_datum datum;
		struct lsm_avtab_key key;

		status = avtab_image_rule(image, &key, &datum, &xperms);
		if (!status && clashes(policy, at, from, &key))
			status = -EINVAL;
		if (!status)
			status = tags->insert_nonunique(policy->switched, &key,
							&datum);
	}
	return status;
}

static int read_expression(struct packed_policy *policy,
			   struct packed_conditional *at,
			   struct avtab_image *image, uint32_t booleans)
{
	struct lsm_policy_node *more;
	int status = read_count(image, LSM_POLICY_IMAGE_NODE, &at->nodes);

	at->node = policy->nr_nodes;
	if (status || !at->nodes)
		return status;
	more = lsm_reallocarray(policy->node,
				(size_t)policy->nr_nodes + at->nodes,
				sizeof(*more));
	if (!more)
		return -ENOMEM;
	policy->node = more;
	more += policy->nr_nodes;
	memcpy(more, image->at, at->nodes * sizeof(*more));
	image->at += at->nodes * sizeof(*more);
	policy->nr_nodes += at->nodes;
	for (uint32_t i = 0; i < at->nodes; i++)
		if (more[i].kind < LSM_POLICY_BOOLEAN ||
		    more[i].kind > LSM_POLICY_NEQ ||
		    more[i].boolean > booleans ||
		    (more[i].kind == LSM_POLICY_BOOLEAN && !more[i].boolean))
			return -EINVAL;
	return 0;
}

static int read_conditional(struct packed_policy *policy,
			    struct packed_conditional *at,
			    struct avtab_image *image, uint32_t booleans)
{
	int status;

	if ((size_t)(image->end - image->at) < sizeof(uint32_t))
		return -EINVAL;
	image->at += sizeof(uint32_t); /* its state: to be evaluated */
	status = read_expression(policy, at, image, booleans);
	for (int i = 0; i < 2; i++) {
		at->rule[i] = policy->switched->nr;
		if (!status)
			status = read_branch(policy, at, image);
	}
	at->rule[2] = policy->switched->nr;
	return status;
}

int packed_read(struct packed_policy *policy, struct avtab_image *image,
		uint32_t booleans)
{
	const struct lsm_avtab_size size = { .rules = policy->table->nr };
	uint32_t count;
	int status = read_count(image, LSM_POLICY_IMAGE_CONDITIONAL, &count);

	if (!status)
		status = tags->alloc(policy->switched, &size);
	if (status || !count)
		return status;
	policy->conditional = lsm_calloc(count, sizeof(*policy->conditional));
	if (!policy->conditional)
		return -ENOMEM;
	for (; !status && policy->nr < count; policy->nr++)
		status = read_conditional(policy,
					  &policy->conditional[policy->nr],
					  image, booleans);
	return status;
}
