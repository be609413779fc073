/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench.h - what a benchmark of one structure is made of (C++, here only)
 *
 * bench/<structure>_bench.cc defines lsm_bench.  Who is measured is not said
 * there: all implementations and peers of the structure are, and what extra()
 * adds.  Before anything is measured each of them has to answer as the
 * reference does, see gate.cc: no figure comes from a wrong table.
 */
#ifndef LSM_BENCH_H
#define LSM_BENCH_H

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include <lsm/structure.h>
}

namespace bench
{

/* The answer of an implementation that does not offer the operation. */
constexpr uint64_t NOT_OFFERED = UINT64_C(0x6e6f74206f666665);

/**
 * struct answers - what an implementation said about one data set
 * @answer: in the order of the questions
 * @stored: questions about keys that are stored
 * @absent: questions about keys that are not
 */
struct answers {
	std::vector<uint64_t> answer;
	uint64_t stored = 0;
	uint64_t absent = 0;
};

/**
 * class work - operations on prepared data, again and again
 * @operations: how many one run() is
 * @elements: what the data holds, for bytes per element; 0 if nobody asks
 * @bytes: heap that an object with @elements takes; 0 if unknown
 */
class work
{
      public:
	uint64_t operations = 1;
	uint64_t elements = 0;
	uint64_t bytes = 0;
	std::map<std::string, double> figures; // of the data, for the tables
	virtual ~work() = default;
	virtual void run() = 0;
};

using make_work = std::function<std::unique_ptr<work>(const lsm_ops *subject)>;
using offers_work = std::function<bool(const lsm_ops *subject)>;

/**
 * struct task - one thing to measure, of whoever can do it
 * @name: operation and kind of data, "contains/all"; with @size unique
 * @size: of the data; tasks of one name and many sizes show how cost grows
 * @offers: whether a subject can do it, and in bearable time
 * @make: prepares data, once for all repetitions
 * @fixed: whether the regression gate counts its instructions, too: data must
 *	be the same every time, and one run() short
 */
struct task {
	std::string name;
	uint64_t size;
	offers_work offers;
	make_work make;
	bool fixed = false;
};

/**
 * struct structure - a structure to be measured
 * @ask: builds the data set of @seed in a new object of @subject and writes
 *	down what it answers to questions that follow from @seed alone
 * @tasks: what to measure
 * @extra: subjects that only the benchmark knows: peers in C++, and what was
 *	there before the patch
 */
struct structure {
	void (*ask)(const lsm_ops *subject, uint64_t seed, answers *to);
	std::vector<task> (*tasks)();
	std::vector<const lsm_ops *> (*extra)();
};

/**
 * class object - an object of an implementation, for as long as it is in scope
 */
class object
{
      public:
	explicit object(const lsm_ops *ops, const uint32_t *param = nullptr);
	~object();
	object(const object &) = delete;
	object &operator=(const object &) = delete;
	void *get() const
	{
		return self_;
	}

      private:
	const lsm_ops *ops_;
	void *setup_ = nullptr;
	void *self_;
};

/* Everybody this processor can run; the reference first. */
std::vector<const lsm_ops *> subjects();

/*
 * Whether a subject offers the operation that programs call @operation: a peer
 * does not if a row of the differences says so of all calls.
 */
bool offers(const lsm_ops *subject, const char *operation);

/*
 * The heap in use, in bytes, whoever allocated it; exact if freed blocks are
 * not cached, as ci/bench-gate.py has it, and 0 under valgrind.
 */
uint64_t heap();

/* Print why and abort: a benchmark does not go on after an error. */
[[noreturn]] void die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Abort unless a call that can run out of memory went well. */
inline void must(int error)
{
	if (error)
		die("an operation of the data set failed: %d", error);
}

/*
 * Compare all subjects with the reference on generated data sets, at least
 * GATE_SETS of them and GATE_ABSENT absent keys; abort on a difference.
 */
constexpr unsigned GATE_SETS = 30;
constexpr uint64_t GATE_ABSENT = 1000000;
void gate();

/* Run the fixed tasks once, for valgrind to count; see fixed.cc. */
void count_fixed();

} // namespace bench

extern const bench::structure lsm_bench;

#endif /* LSM_BENCH_H */
