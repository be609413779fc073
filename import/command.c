/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals, numbers and exit codes of the programs of import/. */
#include "command.h"

#include "complain.h"

#include <lsm/engine.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

volatile sig_atomic_t import_stop;

static void stop_soon(int sig)
{
	import_stop = sig;
}

void import_catch_signals(void)
{
	struct sigaction action = { .sa_handler = stop_soon };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

bool import_number(const char *option, const char *text, uint64_t least,
		   uint64_t most, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno &&
	    *value >= least && *value <= most)
		return true;
	import_complain("--%s %s: not a number from %" PRIu64 " to %" PRIu64,
			option, text, least, most);
	return false;
}

int import_help(const char *usage)
{
	fputs(usage, stdout);
	return fflush(stdout) ? LSM_EXIT_USAGE : 0;
}

int import_exit_code(bool good)
{
	if (import_stop && !good) {
		import_complain("interrupted");
		signal(import_stop, SIG_DFL);
		raise(import_stop);
	}
	return good ? 0 : LSM_EXIT_USAGE;
}
