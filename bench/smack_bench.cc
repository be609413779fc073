// SPDX-License-Identifier: GPL-2.0-or-later
// smack_bench.cc - finding labels by number of slots and labels, loading rules
#include "smack_peers.h"

#include <algorithm>
#include <cstring>

extern "C" {
#include <lsm/random.h>
}

using namespace bench;

static const lsm_smack_ops *table(const lsm_ops *ops)
{
	return (const lsm_smack_ops *)ops; // base comes first
}

// Labels as applications have them: 25 bytes on average, few prefixes.
static std::string label(uint64_t i)
{
	static const char *const prefix[] = { "User::App::", "System::Service.",
					      "org.example.", "pkg-" };
	lsm_random random = { i * 7 + 1 };
	std::string text = prefix[i % 4] + std::to_string(i) + ".";

	text += std::string(lsm_random_below(&random, 25),
			    (char)('a' + lsm_random_below(&random, 26)));
	return text.substr(0, 60);
}

// The gate.  Labels of all lengths, few letters: they differ late.

static std::string any_label(lsm_random *random)
{
	uint32_t most = lsm_random_below(random, 8) ? 12 : LSM_SMACK_LABEL_MAX;
	std::string text(1 + lsm_random_below(random, most), 'a');

	for (char &c : text)
		c = (char)('a' + lsm_random_below(random, 3));
	return text;
}

static uint64_t secid_of(const lsm_smack_ops *ops, const void *l)
{
	return l ? ops->secid(l) : 0;
}

static void ask(const lsm_ops *subject, uint64_t seed, answers *to)
{
	const lsm_smack_ops *ops = table(subject);
	lsm_random random = { seed };
	object o(subject);
	std::vector<std::string> known;

	for (uint32_t i = 0, nr = 4u << seed % 7; i < nr; i++) {
		std::string text = any_label(&random);
		const void *l;

		must(ops->import(o.get(), text.data(), text.size(), &l));
		known.push_back(text);
	}
	// Secids of new labels are in the order of importing, but where the
	// first one is, is the contract's: compare all of them.
	for (const std::string &text : known)
		to->answer.push_back(secid_of(
			ops, ops->find(o.get(), text.data(), text.size())));
	to->stored += known.size();
	std::sort(known.begin(), known.end());
	for (uint32_t i = 0; i < 45000; i++) {
		std::string text = any_label(&random);

		if (i % 2) { // almost one that is stored
			text = known[lsm_random_below(&random,
						      (uint32_t)known.size())];
			text[lsm_random_below(&random, (uint32_t)text.size())] =
				'd';
		}
		to->answer.push_back(secid_of(
			ops, ops->find(o.get(), text.data(), text.size())));
		to->absent +=
			!std::binary_search(known.begin(), known.end(), text);
	}
}

// Where a look-up walks a list, 100,000 labels take minutes to import.
static bool walks(const lsm_ops *subject)
{
	return !strcmp(subject->name, "reference") || subject->family;
}

// Finding: 65,536 queries in an order of chance, so that nothing can be learnt.

class find : public work
{
      public:
	find(const lsm_ops *subject, uint32_t labels, uint32_t slots, bool hit)
	    : ops_(table(subject)),
	      o_(subject, std::vector<uint32_t>{ slots, 0, 0, 0, 0, 0 }.data()),
	      hit_(hit)
	{
		uint64_t before = heap();

		for (uint32_t i = 0; i < labels; i++) {
			std::string text = label(i);
			const void *l;

			must(ops_->import(o_.get(), text.data(), text.size(),
					  &l));
		}
		bytes = heap() - before;
		elements = labels;
		operations = walks(subject)   ? 1 + 100000 / labels
			     : labels > 10000 ? 65536
					      : 4096;
		lsm_random random = { labels };
		for (uint32_t i = 0; i < labels; i++)
			text_.push_back(label(hit ? i : i + labels));
		for (uint32_t i = 0; i < 65536; i++)
			query_.push_back(lsm_random_below(&random, labels));
	}
	void run() override
	{
		for (uint64_t i = 0; i < operations; i++) {
			const std::string &text = text_[query_[at_++ % 65536]];

			if ((ops_->find(o_.get(), text.data(), text.size()) !=
			     nullptr) != hit_)
				die("find: a lie");
		}
	}

      private:
	const lsm_smack_ops *ops_;
	object o_;
	bool hit_;
	std::vector<std::string> text_;
	std::vector<uint32_t> query_;
	uint32_t at_ = 0;
};

// What a decision asks of a label that its caller kept: no text at all.

class held : public work
{
      public:
	held(const lsm_ops *subject, uint32_t labels)
	    : ops_(table(subject)), o_(subject)
	{
		lsm_random random = { labels };
		std::vector<const void *> known;

		for (uint32_t i = 0; i < labels; i++) {
			std::string text = label(i);
			const void *l;

			must(ops_->import(o_.get(), text.data(), text.size(),
					  &l));
			known.push_back(l);
		}
		for (uint32_t i = 0; i < 65536; i++)
			query_.push_back(
				known[lsm_random_below(&random, labels)]);
		operations = 4096;
	}
	void run() override
	{
		for (uint64_t i = 0; i < operations; i++)
			if (ops_->secid(query_[at_++ % 65536]) <
			    LSM_SMACK_FIRST)
				die("secid: a lie");
	}

      private:
	const lsm_smack_ops *ops_;
	object o_;
	std::vector<const void *> query_;
	uint32_t at_ = 0;
};

// Loading, as smackload does it: writes of whole lines, 4,095 bytes at most.

class load : public work
{
      public:
	load(const lsm_ops *subject, uint32_t rules)
	    : subject_(subject), ops_(table(subject))
	{
		const uint32_t subjects = std::min(379u, rules), objects = 600;
		std::string text;

		for (uint32_t i = 0; i < rules; i++) {
			std::string line =
				label(i % subjects) + " " +
				label((i / subjects * 7 + i) % objects) +
				" rwx\n";

			if (text.size() + line.size() > LSM_SMACK_WRITE_MAX) {
				write_.push_back(text);
				text.clear();
			}
			text += line;
		}
		write_.push_back(text);
		elements = rules;
		object o(subject_);
		uint64_t before = heap();
		apply(o.get());
		bytes = heap() - before;
	}
	void run() override
	{
		object o(subject_);

		apply(o.get());
	}

      private:
	void apply(void *self)
	{
		for (const std::string &text : write_)
			if (ops_->load(self, LSM_SMACK_SYSTEM, LSM_SMACK_LONG,
				       text.data(),
				       text.size()) != (long)text.size())
				die("load: not all");
	}
	const lsm_ops *subject_;
	const lsm_smack_ops *ops_;
	std::vector<std::string> write_;
};

static void find_tasks(std::vector<task> *all)
{
	for (uint32_t labels : { 379u, 600u, 2500u, 10000u, 100000u })
		for (bool hit : { true, false })
			all->push_back(
				{ hit ? "find/hit" : "find/miss", labels,
				  [labels](const lsm_ops *s) {
					  return labels <= 10000 ||
						 (!walks(s) &&
						  strcmp(s->name, "hashed"));
				  },
				  [labels, hit](const lsm_ops *s) {
					  return std::make_unique<::find>(
						  s, labels, 0, hit);
				  },
				  labels == 600 });
	// The seed's table: parameters that only `hashed` heeds.
	for (uint32_t slots = 4; slots <= 512; slots *= 2)
		for (uint32_t labels : { 379u, 600u, 10000u })
			all->push_back(
				{ "find_slots" + std::to_string(slots) + "/hit",
				  labels,
				  [](const lsm_ops *s) {
					  return !strcmp(s->name, "hashed");
				  },
				  [labels, slots](const lsm_ops *s) {
					  return std::make_unique<::find>(
						  s, labels, slots, true);
				  } });
}

static std::vector<task> tasks()
{
	std::vector<task> all;

	find_tasks(&all);
	all.push_back({ "held/secid", 600,
			[](const lsm_ops *s) { return !walks(s); },
			[](const lsm_ops *s) {
				return std::make_unique<held>(s, 600);
			} });
	for (uint32_t rules : { 500u, 3000u, 10000u, 23895u })
		all.push_back({ "load/rules", rules,
				[](const lsm_ops *s) {
					return table(s)->load != nullptr;
				},
				[rules](const lsm_ops *s) {
					return std::make_unique<::load>(s,
									rules);
				},
				rules == 3000 });
	return all;
}

static std::vector<const lsm_ops *> extra()
{
	return { &bench_smack_lfht.base, &bench_smack_ck.base,
		 &bench_smack_boost.base };
}

const bench::structure lsm_bench = { ask, tasks, extra };
