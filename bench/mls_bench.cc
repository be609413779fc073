// SPDX-License-Identifier: GPL-2.0-or-later
// mls_bench.cc - levels as text, by number of categories and their pattern
#include "bench.h"

#include <string>

extern "C" {
#include <lsm/mls.h>
#include <lsm/random.h>
}

using namespace bench;

static const lsm_mls_ops *table(const lsm_ops *ops)
{
	return (const lsm_mls_ops *)ops; // base comes first
}

// All of c0.c1023 as names takes less.
constexpr size_t ROOM = 8192;

static const uint32_t big[] = { LSM_MLS_BIG, 0, 0, 0, 0, 0 };

// The gate: what is printed of random sets, and texts that name no category.
// No unit of 64 positions is empty: see MLS-D4 of FINDINGS.md.

static void note(answers *to, const std::string &text)
{
	uint64_t sum = 0;

	for (char c : text)
		sum = sum * 257 + (unsigned char)c;
	to->answer.push_back(sum);
}

static void ask_text(const lsm_mls_ops *ops, void *range, answers *to)
{
	std::string text(ROOM, '\0');
	size_t len = 0;

	to->answer.push_back((uint64_t)ops->print(range, LSM_MLS_RANGE,
						  text.data(), ROOM, &len));
	text.resize(len);
	note(to, text);
	to->answer.push_back((uint64_t)ops->length(range, LSM_MLS_RANGE, &len));
	to->answer.push_back(len);
	to->stored++;
}

static void ask(const lsm_ops *subject, uint64_t seed, answers *to)
{
	const lsm_mls_ops *ops = table(subject);
	lsm_random random = { seed };
	object range(subject, big);

	for (int set = 0; set < 8; set++) {
		uint32_t sparse = 1 + lsm_random_below(&random, 6);

		for (uint32_t bit = 0; bit < 1024; bit++) {
			lsm_mls_part end = bit & 1 ? LSM_MLS_LOW : LSM_MLS_HIGH;

			must(ops->set_cat(
				range.get(), end, bit ^ (set & 1),
				bit % 64 < 2 ||
					!lsm_random_below(&random, sparse)));
			must(ops->set_cat(
				range.get(), LSM_MLS_LOW, bit,
				bit % 64 < 2 ||
					lsm_random_below(&random, sparse)));
		}
		ask_text(ops, range.get(), to);
	}
	for (uint32_t i = 0; i < 40000; i++) {
		std::string text =
			"s0:c" +
			std::to_string(1024 + lsm_random_below(&random, 9000));

		to->answer.push_back(ops->parse(range.get(), LSM_MLS_RANGE,
						text.data(), text.size()) == 0);
		to->absent++;
	}
}

// One level, printed again and again into the same buffer.

class print : public work
{
      public:
	print(const lsm_ops *subject, uint32_t size, uint32_t step)
	    : ops_(table(subject)), range_(subject, big)
	{
		uint64_t before = heap();

		for (uint32_t bit = 0; bit < size; bit += step)
			must(ops_->set_cat(range_.get(), LSM_MLS_LOW, bit,
					   true));
		bytes = heap() - before;
		elements = size;
		operations = 16;
	}
	void run() override
	{
		for (uint64_t i = 0; i < operations; i++)
			if (ops_->print(range_.get(), LSM_MLS_LOW, text_, ROOM,
					&len_))
				die("print: a lie");
	}

      private:
	const lsm_mls_ops *ops_;
	object range_;
	size_t len_ = 0;
	char text_[ROOM];
};

static bool print_offered(const lsm_ops *subject)
{
	return offers(subject, "print");
}

static std::vector<task> tasks()
{
	std::vector<task> all;

	for (uint32_t size : { 16u, 64u, 256u, 1024u })
		for (uint32_t step : { 1u, 2u })
			all.push_back(
				{ step == 1 ? "print/run" : "print/alternating",
				  size, print_offered,
				  [size, step](const lsm_ops *s) {
					  return std::make_unique<print>(
						  s, size, step);
				  },
				  size == 1024 });
	return all;
}

static std::vector<const lsm_ops *> extra()
{
	return {};
}

const bench::structure lsm_bench = { ask, tasks, extra };
