/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/engine.h>

#include <stdlib.h>

void (*lsm_bug_hook)(const char *what);

_Noreturn void lsm_bug(const char *what)
{
	fprintf(stderr, "%s\n", what);
	if (lsm_bug_hook)
		lsm_bug_hook(what);
	abort();
}
