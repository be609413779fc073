// SPDX-License-Identifier: GPL-2.0-or-later
#include "avtab_rules_set.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <unordered_set>

extern "C" {
#include <lsm/random.h>
typedef void policy_fn(const struct lsm_avtab_rule *rule, bool conditional,
		       void *arg);
int lsm_avtab_policy(const void *image, size_t size, policy_fn *visit,
		     void *arg);
}

static const char policy_path[] = "/etc/selinux/default/policy/policy.33";

static uint64_t number(const lsm_avtab_key &key)
{
	return (uint64_t)key.source << 48 | (uint64_t)key.target << 32 |
	       (uint64_t)key.c_class << 16 | key.specified;
}

static void keep(const lsm_avtab_rule *rule, bool conditional, void *arg)
{
	if (!conditional && !rule->datum.xperms)
		((std::vector<lsm_avtab_rule> *)arg)->push_back(*rule);
}

// Without a policy: as many types and classes, by no one's design.
static void invent(std::vector<lsm_avtab_rule> *all)
{
	lsm_random random = { 1 };

	fprintf(stderr, "avtab: no %s: rules are invented\n", policy_path);
	for (size_t i = 0; i < 1000; i++) {
		lsm_avtab_rule rule = {};

		rule.key.source =
			(uint16_t)(1 + lsm_random_below(&random, 4000));
		rule.key.target =
			(uint16_t)(1 + lsm_random_below(&random, 4000));
		rule.key.c_class =
			(uint16_t)(1 + lsm_random_below(&random, 130));
		rule.key.specified = LSM_AVTAB_ALLOWED;
		rule.datum.data = (uint32_t)i + 1;
		all->push_back(rule);
	}
}

static std::vector<lsm_avtab_rule> read_policy()
{
	std::ifstream in(policy_path, std::ios::binary);
	std::vector<char> image((std::istreambuf_iterator<char>(in)), {});
	std::vector<lsm_avtab_rule> all;
	lsm_random random = { 3 };

	if (image.empty() ||
	    lsm_avtab_policy(image.data(), image.size(), keep, &all))
		invent(&all);
	for (size_t i = all.size(); i > 1; i--)
		std::swap(all[i - 1],
			  all[lsm_random_below(&random, (uint32_t)i)]);
	return all;
}

const std::vector<lsm_avtab_rule> &avtab_rule_set(size_t rules)
{
	static const std::vector<lsm_avtab_rule> policy = read_policy();
	static std::map<size_t, std::vector<lsm_avtab_rule>> made;
	std::vector<lsm_avtab_rule> &set = made[rules];
	size_t want = rules == AVTAB_DEBIAN ? policy.size() : rules;

	if (!set.empty())
		return set;
	set.assign(policy.begin(),
		   policy.begin() + (long)std::min(want, policy.size()));
	std::unordered_set<uint64_t> keys;
	for (const lsm_avtab_rule &rule : set)
		keys.insert(number(rule.key));
	lsm_random random = { 2 };
	while (set.size() < want) {
		uint32_t nr = (uint32_t)policy.size();
		lsm_avtab_rule rule = policy[lsm_random_below(&random, nr)];

		rule.key.source =
			policy[lsm_random_below(&random, nr)].key.source;
		if (keys.insert(number(rule.key)).second)
			set.push_back(rule);
	}
	return set;
}
