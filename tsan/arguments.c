/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the command line and the environment ask for. */
#include "supervise.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Whether LSM_IMPLS asks for an implementation; a name that is none is told. */
bool lsm_wanted(size_t impl)
{
	const char *names = getenv("LSM_IMPLS");
	const char *name = lsm_scenario.impls[impl]->name, *at;
	size_t len = strlen(name);

	if (!names || !*names)
		return true;
	for (at = names; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, len) && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

void lsm_check_wanted(void)
{
	size_t nr = 0;

	for (size_t i = 0; i < lsm_scenario.nr_impls; i++)
		nr += lsm_wanted(i);
	if (!nr)
		lsm_refuse("LSM_IMPLS=%s names no implementation that threads "
			   "can share",
			   getenv("LSM_IMPLS"));
}

double lsm_number(const char *word, double max)
{
	char *end;
	double value;

	errno = 0;
	value = word ? strtod(word, &end) : 0;
	if (!word || end == word || *end || errno || value < 0 || value > max)
		lsm_refuse("not a number in range: '%s'", word ? word : "");
	return value;
}

unsigned int lsm_whole_number(const char *word, unsigned int least,
			      unsigned int most)
{
	double value = lsm_number(word, most);

	if (value < least || value != (unsigned int)value)
		lsm_refuse("%s is not a whole number from %u to %u", word,
			   least, most);
	return (unsigned int)value;
}
