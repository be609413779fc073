/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Schedule driver: a scenario's threads as fibers, under all schedules of a
 * small world, under chosen ones, or under those of files.
 *
 * Exits 0 if nothing was found, else with the code of the first verdict.
 */
#include "schedule_explore.h"
#include "schedule_minimize.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char usage[] =
	"usage: schedule FILE|FOLDER...\n"
	"           replay schedules, in words or as a fuzzer's bytes\n"
	"       schedule --exhaustive THREADS OPERATIONS BOUND\n"
	"           all programs with at most 0, 1, ... BOUND preemptions\n"
	"       schedule --random SECONDS [SEED]\n"
	"       schedule --count RUNS [SEED]\n"
	"           programs and schedules by chance\n"
	"       schedule --print FILE\n"
	"           replay and tell every step\n"
	"       schedule --minimize OUT FILE\n"
	"           take out what the verdict does not need\n"
	"LSM_IMPLS=name,name in the environment narrows the implementations.\n"
	"LSM_THREADS and LSM_OPS are the size of random programs, 3 and 4.\n";

static const char *program;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One search in a child, and what it did. */
static int search(void (*look)(const void *search),
		  const struct lsm_search *search, const char *what)
{
	double began = seconds(), took;
	int code;

	lsm_shared->runs = 0;
	lsm_shared->programs = 0;
	lsm_shared->steps = 0;
	code = lsm_supervise(look, search, false);
	took = seconds() - began;
	printf("%s, %s: %s, %llu programs, %llu schedules, %.1f points each, "
	       "%.2f s, %.0f schedules/s\n",
	       lsm_scenario.name, lsm_scenario.impls[search->impl]->name, what,
	       (unsigned long long)lsm_shared->programs,
	       (unsigned long long)lsm_shared->runs,
	       (double)lsm_shared->steps /
		       (double)(lsm_shared->runs ? lsm_shared->runs : 1),
	       took, (double)lsm_shared->runs / (took > 0 ? took : 1));
	fflush(stdout);
	if (code == LSM_EXIT_USAGE)
		exit(code);
	if (code)
		lsm_supervise_report(program, NULL);
	else if (!lsm_shared->runs)
		lsm_refuse("nothing was run");
	return code;
}

static int exhaustive(char **words, int nr)
{
	struct lsm_search all = { .coarse = LSM_COARSE };
	unsigned int bound;
	int code = 0;

	if (nr != 3)
		lsm_refuse("--exhaustive takes three numbers");
	all.threads = lsm_whole_number(words[0], 1, LSM_FIBERS_MAX);
	all.ops = lsm_whole_number(words[1], 1, 4);
	bound = lsm_whole_number(words[2], 0, 8);
	for (size_t i = 0; i < lsm_scenario.nr_impls && !code; i++) {
		all.impl = (uint8_t)i;
		for (unsigned int b = 0; b <= bound && !code && lsm_wanted(i);
		     b++) {
			char what[64];

			all.bound = b;
			/* Where it costs little, memory runs out as well. */
			all.fails = b == 0 ? 2 : 0;
			snprintf(what, sizeof(what),
				 "%ux%u with at most %u preemptions",
				 all.threads, all.ops, b);
			code = search(lsm_search_all, &all, what);
		}
	}
	return code;
}

static unsigned int from_environment(const char *name, unsigned int usual,
				     unsigned int most)
{
	const char *word = getenv(name);

	return word ? lsm_whole_number(word, 1, most) : usual;
}

static int by_chance(char **words, int nr, bool timed)
{
	struct lsm_search some = {
		.threads = from_environment("LSM_THREADS", 3, LSM_FIBERS_MAX),
		.ops = from_environment("LSM_OPS", 4, LSM_SCHEDULE_OPS),
		.seed = 1,
		.coarse = LSM_COARSE,
	};
	int code = 0;

	if (nr < 1 || nr > 2)
		lsm_refuse("--random and --count take one or two numbers");
	if (timed)
		some.seconds = lsm_number(words[0], 1e6);
	else
		some.count = (uint64_t)lsm_number(words[0], 1e15);
	if (nr == 2)
		some.seed = (uint64_t)lsm_number(words[1], 9e15);
	for (size_t i = 0; i < lsm_scenario.nr_impls && !code; i++) {
		char what[64];

		if (!lsm_wanted(i))
			continue;
		some.impl = (uint8_t)i;
		snprintf(what, sizeof(what), "%ux%u by chance, seed %llu",
			 some.threads, some.ops, (unsigned long long)some.seed);
		code = search(lsm_search_random, &some, what);
	}
	return code;
}

/* What a fuzzer left: the run itself writes down its switches. */
static void replay_bytes(const void *arg)
{
	const struct lsm_bytes *bytes = arg;
	struct lsm_plan plan = { .policy = LSM_POLICY_BYTES };
	size_t used = lsm_schedule_decode(&lsm_shared->schedule, bytes->data,
					  bytes->size);

	plan.bytes = bytes->data + used;
	plan.nr_bytes = bytes->size - used;
	lsm_schedule_run(&lsm_shared->schedule, &plan, &lsm_shared->result);
}

static int replay_find(const struct lsm_bytes *bytes)
{
	int code = 0;

	for (size_t i = 0; i < lsm_scenario.nr_impls && !code; i++) {
		if (!lsm_wanted(i))
			continue;
		lsm_shared->schedule.impl = (uint8_t)i;
		code = lsm_supervise(replay_bytes, bytes, false);
		if (code)
			lsm_supervise_report(program, NULL);
	}
	return code;
}

static int replay_file(const char *path, bool trace)
{
	static struct lsm_schedule schedule;
	struct lsm_bytes bytes;
	int code = 0;

	if (!lsm_schedule_read(path, &schedule, &bytes))
		return replay_find(&bytes);
	for (size_t i = 0; i < lsm_scenario.nr_impls && !code; i++) {
		if (!lsm_wanted(i))
			continue;
		schedule.impl = (uint8_t)i;
		lsm_shared->schedule = schedule;
		code = lsm_supervise(lsm_schedule_replay,
				     trace ? program : NULL, false);
		if (code) {
			lsm_shared->schedule = schedule;
			lsm_supervise_report(program, path);
		}
	}
	return code;
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int replay(const char *path)
{
	struct dirent **entry;
	struct stat stat_buf;
	int nr, code = 0;

	if (stat(path, &stat_buf) < 0)
		lsm_refuse("%s: %s", path, strerror(errno));
	if (!S_ISDIR(stat_buf.st_mode))
		return replay_file(path, false);
	nr = scandir(path, &entry, not_hidden, alphasort);
	if (nr < 0)
		lsm_refuse("%s: %s", path, strerror(errno));
	if (!nr)
		lsm_refuse("%s: no schedule in this folder", path);
	for (int i = 0; i < nr; i++) {
		char below[4096];
		int found;

		snprintf(below, sizeof(below), "%s/%s", path, entry[i]->d_name);
		found = replay_file(below, false);
		code = code ? code : found;
		free(entry[i]);
	}
	free(entry);
	printf("%s: %d schedules replayed\n", lsm_scenario.name, nr);
	return code;
}

static int minimize(const char *out, const char *path)
{
	static struct lsm_schedule schedule;
	FILE *file;
	int code;

	code = replay_file(path, false);
	if (!code)
		lsm_refuse("%s: does not fail", path);
	schedule = lsm_shared->schedule;
	lsm_schedule_minimize(&schedule, code);
	file = fopen(out, "w");
	if (!file)
		lsm_refuse("%s: %s", out, strerror(errno));
	lsm_schedule_print(file, &schedule);
	if (fclose(file) != 0)
		lsm_refuse("%s: %s", out, strerror(errno));
	return replay_file(out, false);
}

int main(int argc, char **argv)
{
	int code = 0;

	program = argv[0];
	if (argc < 2) {
		fputs(usage, stderr);
		return LSM_EXIT_USAGE;
	}
	lsm_check_wanted();
	lsm_supervise_begin();
	if (!strcmp(argv[1], "--exhaustive"))
		return exhaustive(argv + 2, argc - 2);
	if (!strcmp(argv[1], "--random") || !strcmp(argv[1], "--count"))
		return by_chance(argv + 2, argc - 2, argv[1][2] == 'r');
	if (!strcmp(argv[1], "--print") && argc == 3)
		return replay_file(argv[2], true);
	if (!strcmp(argv[1], "--minimize") && argc == 4)
		return minimize(argv[2], argv[3]);
	if (argv[1][0] == '-') {
		fputs(usage, stderr);
		return LSM_EXIT_USAGE;
	}
	for (int i = 1; i < argc; i++) {
		int found = replay(argv[i]);

		code = code ? code : found;
	}
	return code;
}
