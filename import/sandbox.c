/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sandbox.h"

#include <lsm/alloc.h>
#include <lsm/sanitized.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit codes of the child that no sanitizer uses. */
#define CHILD_SUCCEEDED 0
#define CHILD_FAILED 40
#define CHILD_OUT_OF_MEMORY 41

/* What a process maps besides its own data: libraries, stacks, our input. */
#define OTHER_MAPPINGS ((rlim_t)512 << 20)

#define READ_AT_ONCE ((size_t)64 << 10)

static void set_limit(int resource, rlim_t soft, rlim_t hard)
{
	struct rlimit limit = { soft, hard };

	/* The system may allow less already, which is just as good. */
	setrlimit(resource, &limit);
}

static _Noreturn void run_child(const struct import_limits *limits, int fd,
				import_work_fn *work, void *arg)
{
	uint64_t before = lsm_alloc_requested();
	FILE *out = fdopen(fd, "w");
	bool starved;
	int status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	set_limit(RLIMIT_CORE, 0, 0);
	set_limit(RLIMIT_CPU, limits->seconds, limits->seconds + 1);
	alarm(limits->seconds);
	/* Sanitizers reserve terabytes of addresses: there the allocator must
	 * do. */
	if (!LSM_SANITIZED)
		set_limit(RLIMIT_AS, limits->memory + OTHER_MAPPINGS,
			  limits->memory + OTHER_MAPPINGS);
	lsm_alloc_limit(limits->memory);
	errno = 0;
	status = out ? work(out, arg) : 1;
	/* Later calls may have hidden errno; then the sum of requests tells. */
	starved = errno == ENOMEM ||
		  lsm_alloc_requested() - before > limits->memory;
	if (out && fflush(out))
		status = 1;
	if (!status)
		_exit(CHILD_SUCCEEDED);
	_exit(starved ? CHILD_OUT_OF_MEMORY : CHILD_FAILED);
}

/* Return: 0 at the end of the output, -EAGAIN before, or another -errno. */
static int read_more(int fd, size_t max, struct import_outcome *outcome,
		     size_t *room)
{
	ssize_t got;

	if (outcome->len == *room) {
		size_t more = *room ? 2 * *room : READ_AT_ONCE;
		char *grown = realloc(outcome->output, more);

		if (!grown)
			return -ENOMEM;
		outcome->output = grown;
		*room = more;
	}
	got = read(fd, outcome->output + outcome->len, *room - outcome->len);
	if (got < 0)
		return errno == EINTR ? -EAGAIN : -errno;
	outcome->len += (size_t)got;
	if (outcome->len > max)
		return -EFBIG;
	return got ? -EAGAIN : 0;
}

/* The child's alarm bounds how long its end of the pipe stays open. */
static int read_output(int fd, const struct import_limits *limits,
		       struct import_outcome *outcome)
{
	size_t room = 0;
	int status;

	do {
		status = read_more(fd, limits->output, outcome, &room);
		if (status == -EAGAIN && *limits->stop)
			status = -EINTR;
	} while (status == -EAGAIN);
	return status;
}

static void judge(struct import_outcome *outcome, int status)
{
	outcome->detail = 0;
	if (WIFSIGNALED(status)) {
		int sig = WTERMSIG(status);

		outcome->end = sig == SIGALRM || sig == SIGXCPU
				       ? IMPORT_TIMED_OUT
				       : IMPORT_CRASHED;
		outcome->detail = sig;
	} else if (WEXITSTATUS(status) == CHILD_OUT_OF_MEMORY) {
		outcome->end = IMPORT_OUT_OF_MEMORY;
	} else if (WEXITSTATUS(status) == CHILD_SUCCEEDED ||
		   WEXITSTATUS(status) == CHILD_FAILED) {
		outcome->end = IMPORT_RETURNED;
		outcome->detail = WEXITSTATUS(status) != CHILD_SUCCEEDED;
	} else {
		outcome->end = IMPORT_CRASHED;
		outcome->detail = -WEXITSTATUS(status);
	}
}

static void supervise(struct import_outcome *outcome,
		      const struct import_limits *limits, pid_t child, int fd)
{
	int failure = read_output(fd, limits, outcome);
	int status;

	close(fd);
	if (failure)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (!failure) {
		judge(outcome, status);
	} else if (failure == -EINTR) {
		outcome->end = IMPORT_INTERRUPTED;
	} else if (failure == -EFBIG) {
		outcome->end = IMPORT_TOO_LONG;
	} else {
		outcome->end = IMPORT_NOT_RUN;
		outcome->detail = -failure;
	}
}

void import_sandbox(struct import_outcome *outcome,
		    const struct import_limits *limits, import_work_fn *work,
		    void *arg)
{
	int ends[2];
	pid_t child;

	*outcome = (struct import_outcome){ .end = IMPORT_NOT_RUN };
	if (pipe(ends)) {
		outcome->detail = errno;
		return;
	}
	fflush(NULL); /* or the child might print our buffers again */
	child = fork();
	if (child == 0) {
		close(ends[0]);
		run_child(limits, ends[1], work, arg);
	}
	outcome->detail = errno;
	close(ends[1]);
	if (child < 0)
		close(ends[0]);
	else
		supervise(outcome, limits, child, ends[0]);
	if (outcome->end != IMPORT_RETURNED) {
		free(outcome->output);
		outcome->output = NULL;
		outcome->len = 0;
	}
}
