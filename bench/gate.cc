// SPDX-License-Identifier: GPL-2.0-or-later
// gate.cc - nobody is measured who does not answer as the reference does
//
// A hash that is not injective, though its table takes it for injective, gives
// right answers on small sets and on what is stored.  Hence absent keys, by the
// million, and many sets.
#include "bench.h"

#include <cinttypes>

namespace bench
{

static void compare(const lsm_ops *subject, uint64_t seed, const answers &right)
{
	answers given;

	lsm_bench.ask(subject, seed, &given);
	if (given.answer.size() != right.answer.size())
		die("%s: %s: seed %" PRIu64
		    ": %zu answers, the reference gives %zu",
		    lsm_structure.name, subject->name, seed,
		    given.answer.size(), right.answer.size());
	for (size_t i = 0; i < right.answer.size(); i++) {
		if (given.answer[i] == right.answer[i] ||
		    (given.answer[i] == NOT_OFFERED && subject->peer))
			continue;
		die("%s: %s: seed %" PRIu64 ": answer %zu is %" PRIx64
		    ", the reference says %" PRIx64 ": nothing is measured",
		    lsm_structure.name, subject->name, seed, i, given.answer[i],
		    right.answer[i]);
	}
}

void gate()
{
	std::vector<const lsm_ops *> all = subjects();
	uint64_t stored = 0, absent = 0, seed = 0;

	while (seed < GATE_SETS || absent < GATE_ABSENT) {
		answers right;

		lsm_bench.ask(all[0], ++seed, &right);
		for (size_t i = 1; i < all.size(); i++)
			compare(all[i], seed, right);
		stored += right.stored;
		absent += right.absent;
		if (seed >= 10 * GATE_SETS)
			die("%s: too few absent keys, %" PRIu64 " in %" PRIu64
			    " data sets",
			    lsm_structure.name, absent, seed);
	}
	fprintf(stderr,
		"%s: gate: seeds 1 to %" PRIu64 ", %" PRIu64
		" stored and %" PRIu64 " absent keys, all agree:",
		lsm_structure.name, seed, stored, absent);
	for (const lsm_ops *subject : all)
		fprintf(stderr, " %s", subject->name);
	fputc('\n', stderr);
}

} // namespace bench
