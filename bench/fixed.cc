// SPDX-License-Identifier: GPL-2.0-or-later
// fixed.cc - the fixed tasks, once each, for callgrind to count
//
// Each task of each subject runs in a process of its own, so that it finds the
// heap as all others do.  Counts are what one warm run() takes.  Lines on
// stdout tell the bytes per element; the dumps of callgrind tell the rest.
#include "bench.h"

#include <cinttypes>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

namespace bench
{

static void count(const task &t, const lsm_ops *subject)
{
	std::unique_ptr<work> w = t.make(subject);
	char name[128];

	snprintf(name, sizeof(name), "%s/%" PRIu64 " %s", t.name.c_str(),
		 t.size, subject->name);
	w->run();
	CALLGRIND_TOGGLE_COLLECT;
	w->run();
	CALLGRIND_TOGGLE_COLLECT;
	CALLGRIND_DUMP_STATS_AT(name);
	printf("%s %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
	       lsm_structure.name, name, w->operations, w->bytes, w->elements);
}

void count_fixed()
{
	std::vector<const lsm_ops *> all = subjects();

	for (const task &t : lsm_bench.tasks()) {
		if (!t.fixed)
			continue;
		for (const lsm_ops *subject : all) {
			// Only ours can get slower by a change of ours.
			if (subject->peer || subject == all[0] ||
			    !t.offers(subject))
				continue;
			int status;
			pid_t pid = fork();

			if (pid < 0)
				die("no process");
			if (!pid) {
				count(t, subject);
				fflush(stdout);
				_exit(0);
			}
			if (waitpid(pid, &status, 0) != pid || status)
				die("%s of %s failed", t.name.c_str(),
				    subject->name);
		}
	}
}

} // namespace bench
