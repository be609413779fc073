// SPDX-License-Identifier: GPL-2.0-or-later
// bench_main.cc - measure one structure with Google Benchmark
//
// bench_<structure> [--gate | --fixed] [options of Google Benchmark]
// Variants are interleaved at random and repeated; what counts is the median,
// and the ratio of two in one run.
#include "bench.h"

#include <benchmark/benchmark.h>
#include <cinttypes>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <map>

namespace bench
{

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}

uint64_t heap()
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

object::object(const lsm_ops *ops, const uint32_t *param) : ops_(ops)
{
	static const uint32_t none[LSM_ARGS_MAX] = {};

	if (ops->setup) {
		setup_ = ops->setup();
		if (!setup_)
			die("%s: no memory", ops->name);
	}
	self_ = ops->create(setup_, param ? param : none);
	if (!self_)
		die("%s: no memory", ops->name);
}

object::~object()
{
	ops_->destroy(self_);
	if (setup_)
		ops_->teardown(setup_);
}

std::vector<const lsm_ops *> subjects()
{
	std::vector<const lsm_ops *> all;

	for (size_t i = 0; i < lsm_structure.nr_impls; i++) {
		const lsm_ops *ops = lsm_structure.impls[i];

		if (!ops->available || ops->available())
			all.push_back(ops);
	}
	if (lsm_bench.extra)
		for (const lsm_ops *ops : lsm_bench.extra())
			all.push_back(ops);
	return all;
}

static bool is_of(const lsm_ops *subject, const char *name)
{
	return !strcmp(name, subject->name) ||
	       (subject->family && !strcmp(name, subject->family));
}

bool offers(const lsm_ops *subject, const char *operation)
{
	bool known = false;

	for (size_t i = 0; i < lsm_structure.nr_ops; i++) {
		const char *name = lsm_structure.ops[i].name;

		known |= name && !strcmp(name, operation);
	}
	if (!known)
		die("%s has no operation %s", lsm_structure.name, operation);
	for (size_t i = 0; i < lsm_structure.nr_differences; i++) {
		const lsm_difference *row = &lsm_structure.differences[i];

		if (!row->applies && is_of(subject, row->impl) &&
		    !strcmp(lsm_structure.ops[row->code].name, operation))
			return false;
	}
	return true;
}

// Data is prepared when it is first needed, and once.
struct prepared {
	task what;
	const lsm_ops *subject;
	std::unique_ptr<work> w;
};

static void measure(benchmark::State &state, prepared &one)
{
	if (!one.w)
		one.w = one.what.make(one.subject);
	one.w->run(); // pages and caches are as they will be
	while (state.KeepRunningBatch(
		(benchmark::IterationCount)one.w->operations))
		one.w->run();
	for (auto &[name, value] : one.w->figures)
		state.counters[name] = value;
	if (one.w->elements)
		state.counters["bytes"] = (double)one.w->bytes /
					  (double)one.w->elements;
	state.SetComplexityN((int64_t)one.what.size);
}

// Sizes of one task and subject are one family, of which the cost is fitted.
static void enrol_all()
{
	std::map<std::string, std::map<int64_t, std::shared_ptr<prepared>>>
		family;

	for (const task &t : lsm_bench.tasks())
		for (const lsm_ops *subject : subjects())
			if (t.offers(subject))
				family[t.name + "/" +
				       subject->name][(int64_t)t.size] =
					std::make_shared<prepared>(prepared{
						t, subject, nullptr });
	for (auto &[name, sizes] : family) {
		auto *made = benchmark::RegisterBenchmark(
			name.c_str(), [sizes](benchmark::State &state) {
				measure(state, *sizes.at(state.range(0)));
			});
		for (auto &one : sizes)
			made->Arg(one.first);
		if (sizes.size() > 1)
			made->Complexity();
	}
}

} // namespace bench

int main(int argc, char **argv)
{
	static char interleave[] =
		"--benchmark_enable_random_interleaving=true";
	static char repeat[] = "--benchmark_repetitions=9";
	static char brief[] = "--benchmark_report_aggregates_only=true";
	static char least[] = "--benchmark_min_time=0.02";
	std::vector<char *> args = { argv[0], interleave, repeat, brief,
				     least };

	if (argc > 1 && !strcmp(argv[1], "--fixed")) {
		bench::count_fixed();
		return 0;
	}
	bench::gate();
	if (argc > 1 && !strcmp(argv[1], "--gate"))
		return 0;
	args.insert(args.end(), argv + 1, argv + argc); // the last one holds
	argc = (int)args.size();
	benchmark::Initialize(&argc, args.data());
	if (benchmark::ReportUnrecognizedArguments(argc, args.data()))
		return 2;
	bench::enrol_all();
	benchmark::RunSpecifiedBenchmarks();
	benchmark::Shutdown();
	return 0;
}
