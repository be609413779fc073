// SPDX-License-Identifier: GPL-2.0-or-later
// avtab_bench.cc - searches by hash and slots, hits and misses, real policies
#include "avtab_rules_set.h"

#include <algorithm>
#include <cstring>

extern "C" {
#include <lsm/random.h>
}

using namespace bench;

static const lsm_avtab_ops *table(const lsm_ops *ops)
{
	return (const lsm_avtab_ops *)ops; // base comes first
}

// What a subject says about all rule bits of a triple, in any order.
static uint64_t vectors(const lsm_avtab_ops *ops, const void *self,
			lsm_avtab_key key)
{
	lsm_avtab_rule rule;
	uint64_t sum = 0;

	key.specified = LSM_AVTAB_VECTOR;
	for (bool more = ops->search(self, &key, &rule); more;
	     more = ops->search_next(self, &rule, LSM_AVTAB_VECTOR))
		sum += rule.datum.data * (uint64_t)rule.key.specified;
	return sum;
}

// The gate: keys of 16 bits everywhere, and keys that differ in one field.

static lsm_avtab_key any_key(lsm_random *random, bool small)
{
	lsm_avtab_key key;

	key.source = (uint16_t)lsm_random_below(random, small ? 64 : 65535);
	key.target = (uint16_t)lsm_random_below(random, small ? 64 : 65535);
	key.c_class = (uint16_t)lsm_random_below(random, small ? 8 : 65535);
	key.specified = (uint16_t)(1u << lsm_random_below(random, 3));
	return key;
}

static void ask(const lsm_ops *subject, uint64_t seed, answers *to)
{
	const lsm_avtab_ops *ops = table(subject);
	lsm_random random = { seed };
	uint32_t nr = 8u << seed % 8;
	lsm_avtab_size size = { LSM_AVTAB_SEED, nr, 0 };
	std::vector<lsm_avtab_key> known;
	object o(subject);

	must(ops->alloc(o.get(), &size));
	for (uint32_t i = 0; i < nr; i++) {
		lsm_avtab_key key = any_key(&random, i % 2);
		lsm_avtab_datum datum = { (uint32_t)lsm_random_u64(&random),
					  nullptr };

		to->answer.push_back(
			(uint64_t)ops->insert(o.get(), &key, &datum));
		known.push_back(key);
	}
	for (const lsm_avtab_key &key : known) {
		lsm_avtab_rule rule;
		bool found = ops->search(o.get(), &key, &rule);

		to->answer.push_back(found ? rule.datum.data : 1);
		to->answer.push_back(vectors(ops, o.get(), key));
	}
	to->stored += nr;
	for (uint32_t i = 0; i < 50000; i++) {
		lsm_avtab_key key = any_key(&random, i % 4 == 3);
		const lsm_avtab_key &other =
			known[lsm_random_below(&random, nr)];

		if (i % 4 == 0) // two fields of a rule
			key.source = other.source, key.target = other.target;
		if (i % 4 == 1)
			key.target = other.target, key.c_class = other.c_class;
		uint64_t sum = vectors(ops, o.get(), key);
		to->answer.push_back(sum);
		to->absent += !sum;
	}
}

// Searching a table with the rules of a policy.

enum keys {
	RULES,
	HOT,
	COMPUTE_AV
};

class search : public work
{
      public:
	search(const lsm_ops *subject, size_t rules, keys kind,
	       const std::vector<uint32_t> &param)
	    : ops_(table(subject)), o_(subject, param.data())
	{
		const auto &all = avtab_rule_set(rules);
		lsm_avtab_size size = { LSM_AVTAB_SEED, (uint32_t)all.size(),
					0 };
		uint64_t before = heap();

		if (param[LSM_AVTAB_PARAM_SHIFT])
			size = { LSM_AVTAB_EXPLICIT, 0,
				 param[LSM_AVTAB_PARAM_SHIFT] };
		must(ops_->alloc(o_.get(), &size));
		for (const lsm_avtab_rule &rule : all)
			must(ops_->insert(o_.get(), &rule.key, &rule.datum));
		bytes = heap() - before;
		elements = all.size();
		lsm_avtab_statistics chains;
		if (param[LSM_AVTAB_PARAM_SHIFT] &&
		    !ops_->statistics(o_.get(), &chains))
			figures["longest"] = chains.longest;
		lsm_random random = { rules };
		for (uint32_t i = 0; i < 200000; i++)
			query_.push_back(query(all, kind, i, &random));
		operations = all.size() > 1000 ? 20000 : 1000;
	}
	void run() override
	{
		uint64_t sum = 0;

		for (uint64_t i = 0; i < operations; i++) {
			sum += vectors(ops_, o_.get(), query_[at_]);
			at_ = at_ + 1 < query_.size() ? at_ + 1 : 0;
		}
		sum_ = sum;
	}

      private:
	static lsm_avtab_key query(const std::vector<lsm_avtab_rule> &all,
				   keys kind, uint32_t i, lsm_random *random)
	{
		uint32_t nr = (uint32_t)all.size();

		if (kind == HOT) // few enough to stay near
			return all[i % 4096 * 7919 % nr].key;
		lsm_avtab_key key = all[lsm_random_below(random, nr)].key;
		if (kind == COMPUTE_AV) // attributes of any source and target
			key.target =
				all[lsm_random_below(random, nr)].key.target;
		return key;
	}
	const lsm_avtab_ops *ops_;
	object o_;
	std::vector<lsm_avtab_key> query_;
	size_t at_ = 0;
	volatile uint64_t sum_ = 0;
};

static const char *const keys_name[] = { "search/rules", "search/hot",
					 "search/compute_av" };

// The table of the patch, by slots and hash: parameters that `sized` heeds.
static void seed_tasks(std::vector<task> *all)
{
	static const std::pair<const char *, uint32_t> hash[] = {
		{ "default", LSM_AVTAB_DEFAULT },
		{ "jhash", LSM_AVTAB_JHASH },
		{ "hash_long", LSM_AVTAB_HASH_LONG_32 },
	};

	for (auto [name, h] : hash)
		for (uint32_t shift : { 15u, 13u, 12u })
			for (size_t rules : { AVTAB_DEBIAN, AVTAB_STRICT })
				all->push_back(
					{ std::string("seed/") + name + "-" +
						  std::to_string(1u << shift),
					  rules,
					  [](const lsm_ops *s) {
						  return !strcmp(s->name,
								 "sized");
					  },
					  [rules, h, shift](const lsm_ops *s) {
						  return std::make_unique<
							  ::search>(
							  s, rules, COMPUTE_AV,
							  std::vector<uint32_t>{
								  LSM_AVTAB_EXPLICIT,
								  h, 0, shift,
								  0, 0 });
					  } });
}

static std::vector<task> tasks()
{
	std::vector<task> all;

	(void)avtab_rule_set(8188); // read the policy once, not in each child
	for (size_t rules :
	     { (size_t)1000, (size_t)8188, AVTAB_DEBIAN, AVTAB_STRICT })
		for (keys kind : { RULES, HOT, COMPUTE_AV })
			all.push_back(
				{ keys_name[kind], rules,
				  [rules](const lsm_ops *s) {
					  return rules <= 1000 ||
						 strcmp(s->name, "reference");
				  },
				  [rules, kind](const lsm_ops *s) {
					  return std::make_unique<::search>(
						  s, rules, kind,
						  std::vector<uint32_t>(
							  LSM_ARGS_MAX));
				  },
				  rules == 8188 && kind != HOT });
	seed_tasks(&all);
	return all;
}

static std::vector<const lsm_ops *> extra()
{
	return { &bench_avtab_boost.base };
}

const bench::structure lsm_bench = { ask, tasks, extra };
