// SPDX-License-Identifier: GPL-2.0-or-later
// ebitmap_bench.cc - containment and level validity by size and density
#include "ebitmap_peers.h"

extern "C" {
#include <lsm/random.h>
}

using namespace bench;

static const lsm_ebitmap_ops *table(const lsm_ops *ops)
{
	return (const lsm_ebitmap_ops *)ops; // base comes first
}

// What of [0, size) is set.
enum density {
	ALL,
	HALF,
	TWO,
	DENSITIES
};
static const char *const density_name[DENSITIES] = { "all", "half", "two" };

static void fill(const lsm_ebitmap_ops *ops, void *set, uint32_t size,
		 density d, lsm_random random)
{
	for (uint32_t bit = 0; bit < size; bit++) {
		bool in =
			d == ALL || (d == HALF && lsm_random_u64(&random) & 1);

		if (in || (d == TWO && (bit == size / 3 || bit == size - 1)))
			must(ops->set(set, bit, true));
	}
}

// The gate.  Positions to 2^17, so that whatever has a limit at 2^16 passes it.

static void ask_pair(const lsm_ops *subject, const void *a, const void *b,
		     lsm_random *random, answers *to)
{
	const lsm_ebitmap_ops *ops = table(subject);
	bool bounded = offers(subject, "contains");

	to->answer.push_back(ops->contains(a, b, 0));
	to->answer.push_back(ops->contains(b, a, 0));
	for (int i = 0; i < 32; i++) {
		uint32_t last = lsm_random_below(random, 1u << 17);

		to->answer.push_back(bounded ? ops->contains(a, b, last)
					     : NOT_OFFERED);
		to->answer.push_back(bounded ? ops->contains(b, a, last)
					     : NOT_OFFERED);
	}
}

static void ask(const lsm_ops *subject, uint64_t seed, answers *to)
{
	const lsm_ebitmap_ops *ops = table(subject);
	lsm_random random = { seed };
	uint32_t room = 64u << seed % 12, nr = 1u << seed % 13;
	object a(subject), b(subject);
	std::vector<uint32_t> member;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t bit = lsm_random_below(&random, room);

		member.push_back(bit);
		must(ops->set(a.get(), bit, true));
		if (seed & 1 || lsm_random_u64(&random) & 1)
			must(ops->set(b.get(), bit, true));
	}
	if (seed % 5 == 0)
		must(ops->set(b.get(), lsm_random_below(&random, room), true));
	lsm_random queries = random;
	ask_pair(subject, a.get(), b.get(), &queries, to);
	for (uint32_t bit : member)
		to->answer.push_back(ops->get(a.get(), bit));
	to->stored += nr;
	// Every position that is not in: what is in is known from the members.
	std::vector<bool> in(1u << 17);
	for (uint32_t bit : member)
		in[bit] = true;
	for (uint32_t i = 0; i < 40000; i++) {
		uint32_t bit = lsm_random_below(&random, 1u << 17);

		if (i & 1)
			bit %= 2 * room;
		to->answer.push_back(ops->get(a.get(), bit % (1u << 17)));
		to->absent += !in[bit % (1u << 17)];
	}
}

// One pair, asked again and again: hot.

class hot : public work
{
      public:
	hot(const lsm_ops *subject, uint32_t size, density d, uint32_t last)
	    : ops_(table(subject)), a_(subject), b_(subject), last_(last)
	{
		uint64_t before = heap();

		fill(ops_, a_.get(), size, d, { size });
		bytes = heap() - before;
		elements = size;
		fill(ops_, b_.get(), size, d, { size });
		// Slow ones in smaller portions.
		operations = size > 4096 ? 1 : 64;
	}
	void run() override
	{
		for (uint64_t i = 0; i < operations; i++)
			if (!ops_->contains(a_.get(), b_.get(), last_))
				die("contains: a lie");
	}

      private:
	const lsm_ebitmap_ops *ops_;
	object a_, b_;
	uint32_t last_;
};

// Many pairs, more than L2 holds, in an order of chance: some fail, most early.

class cold : public work
{
      public:
	cold(const lsm_ops *subject, uint32_t size, uint64_t pairs, bool hit)
	    : ops_(table(subject)), hit_(hit)
	{
		uint64_t before = heap();

		for (uint64_t i = 0; i < pairs; i++) {
			pair_.emplace_back(new object(subject),
					   new object(subject));
			auto &[a, b] = pair_.back();

			fill(ops_, a->get(), size, HALF, { i });
			fill(ops_, b->get(), size, HALF, { i + !hit });
		}
		bytes = heap() - before;
		elements = 2 * pairs * size;
		operations = pairs;
		lsm_random random = { size };
		for (uint64_t i = pairs; i > 1; i--)
			std::swap(
				pair_[i - 1],
				pair_[lsm_random_below(&random, (uint32_t)i)]);
	}
	void run() override
	{
		for (auto &[a, b] : pair_)
			if (ops_->contains(a->get(), b->get(), 0) != hit_)
				die("contains: a lie");
	}

      private:
	const lsm_ebitmap_ops *ops_;
	bool hit_;
	std::vector<std::pair<std::unique_ptr<object>, std::unique_ptr<object>>>
		pair_;
};

static bool subset_offered(const lsm_ops *subject)
{
	return offers(subject, "subset");
}

static bool bound_offered(const lsm_ops *subject)
{
	return offers(subject, "contains");
}

static std::vector<task> tasks()
{
	static const uint32_t sizes[] = { 64, 256, 1024, 4096, 16384, 65536 };
	std::vector<task> all;

	for (uint32_t size : sizes)
		for (int d = 0; d < DENSITIES; d++) {
			std::string kind = density_name[d];
			bool fixed = size == 1024 || size == 16384;

			all.push_back({ "contains/" + kind, size,
					subset_offered,
					[size, d](const lsm_ops *s) {
						return std::make_unique<hot>(
							s, size, (density)d, 0);
					},
					fixed });
			all.push_back(
				{ "level_valid/" + kind, size, bound_offered,
				  [size, d](const lsm_ops *s) {
					  return std::make_unique<hot>(
						  s, size, (density)d, size);
				  } });
		}
	// 16,384 pairs take 4 MiB at least; 1,024 fit L2, not L1D.
	for (bool hit : { true, false })
		for (uint64_t pairs : { 1024, 16384 }) {
			std::string name = pairs == 1024 ? "contains_many/"
							 : "contains_cold/";

			all.push_back({ name + (hit ? "hit" : "miss"), 1024,
					subset_offered,
					[hit, pairs](const lsm_ops *s) {
						return std::make_unique<cold>(
							s, 1024, pairs, hit);
					},
					hit && pairs == 1024 });
		}
	return all;
}

static std::vector<const lsm_ops *> extra()
{
	return { &bench_ebitmap_roaring.base, &bench_ebitmap_boost.base,
		 &bench_ebitmap_bitwise.base };
}

const bench::structure lsm_bench = { ask, tasks, extra };
