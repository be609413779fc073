/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Children that may crash. */
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct lsm_shared *lsm_shared;

_Noreturn void lsm_refuse(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "lsmdiff %s: ", lsm_scenario.name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	fflush(NULL);
	_exit(LSM_EXIT_USAGE);
}

void lsm_supervise_begin(void)
{
	lsm_shared = mmap(NULL, sizeof(*lsm_shared), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (lsm_shared == MAP_FAILED)
		lsm_refuse("shared memory: %s", strerror(errno));
}

static _Noreturn void be_child(void (*work)(const void *arg), const void *arg,
			       bool quiet)
{
	if (quiet) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	work(arg);
	fflush(NULL);
	_exit(lsm_shared->result.code);
}

static void say(int code, const char *why)
{
	struct lsm_result *result = &lsm_shared->result;

	result->code = code;
	strncpy(result->why, why, sizeof(result->why) - 1);
}

/* What the child's end means, if it did not say itself. */
static int judge(int status)
{
	char text[128];

	if (WIFSIGNALED(status)) {
		snprintf(text, sizeof(text), "killed by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
		say(LSM_EXIT_SANITIZER, text);
		return LSM_EXIT_SANITIZER;
	}
	if (WEXITSTATUS(status) && !lsm_shared->result.code)
		say(WEXITSTATUS(status), "the sanitizer stopped it");
	return WEXITSTATUS(status);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits with growing patience, for as long as there is progress. */
static int watch(pid_t child)
{
	uint64_t runs = UINT64_MAX;
	double since = seconds();
	useconds_t pause = 100;
	int status;

	while (waitpid(child, &status, WNOHANG) != child) {
		uint64_t now = LSM_NOTE_READ(lsm_shared->runs);

		if (now != runs) {
			runs = now;
			since = seconds();
		} else if (seconds() - since > LSM_RUN_SECONDS) {
			kill(child, SIGKILL);
			waitpid(child, &status, 0);
			say(LSM_TIMEOUT, "ran past the time limit of one run");
			return LSM_TIMEOUT;
		}
		usleep(pause);
		if (pause < 20000)
			pause += pause / 2;
	}
	return judge(status);
}

int lsm_supervise(void (*work)(const void *arg), const void *arg, bool quiet)
{
	pid_t child;

	memset(&lsm_shared->result, 0, sizeof(lsm_shared->result));
	fflush(NULL);
	child = fork();
	if (child < 0)
		lsm_refuse("fork: %s", strerror(errno));
	if (!child)
		be_child(work, arg, quiet);
	return watch(child);
}

/* Named after what is in it, so that equal finds are one file. */
static const char *save(void)
{
	static char path[256];
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	char *words = NULL;
	size_t size = 0;
	FILE *text = open_memstream(&words, &size), *file;

	if (!text)
		lsm_refuse("out of memory");
	lsm_schedule_print(text, &lsm_shared->schedule);
	fclose(text);
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)words[i]) *
		       UINT64_C(0x100000001b3);
	mkdir("artifacts", 0777);
	snprintf(path, sizeof(path), "artifacts/%s", lsm_scenario.name);
	mkdir(path, 0777);
	snprintf(path, sizeof(path), "artifacts/%s/%08x.schedule",
		 lsm_scenario.name, (unsigned int)(hash >> 32));
	file = fopen(path, "w");
	if (!file || fwrite(words, 1, size, file) != size || fclose(file) != 0)
		lsm_refuse("%s: %s", path, strerror(errno));
	free(words);
	return path;
}

void lsm_supervise_report(const char *program, const char *path)
{
	const struct lsm_schedule *schedule = &lsm_shared->schedule;
	const char *impl = lsm_scenario.impls[schedule->impl]->name;

	fprintf(stderr, "\n%s, %s: %s\n", lsm_scenario.name, impl,
		lsm_shared->result.why);
	lsm_schedule_print(stderr, schedule);
	if (!path)
		path = save();
	fprintf(stderr, "exit code %d\nreproduce: LSM_IMPLS=%s %s %s\n",
		lsm_shared->result.code, impl, program, path);
}
