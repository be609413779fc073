/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits and reports, shared by all drivers with a main() of their own. */
#include "driver.h"

#include <lsm/sanitized.h>

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What runs now, for a report from a signal or from a dying sanitizer. */
static struct {
	const struct lsm_machine *machine;
	const struct lsm_input *input;
} now;

_Noreturn void lsm_die(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "lsmdiff %s: ", lsm_structure.name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(LSM_EXIT_USAGE);
}

struct lsm_machine *lsm_driver_machine(const char *without)
{
	char *complaint = NULL;
	struct lsm_machine *machine = lsm_machine_new(
		&lsm_structure, getenv("LSM_IMPLS"), without, &complaint);

	if (!machine)
		lsm_die("%s", complaint ? complaint : "out of memory");
	return machine;
}

/* LSM_OWN_FILES is what the front door was given as OWN. */
void lsm_driver_print_command(const char *path)
{
	const char *impls = getenv("LSM_IMPLS"), *own = getenv("LSM_OWN_FILES");
	const char *kernel = getenv("KERNEL");

	fputs("reproduce: ", stderr);
	if (impls && *impls)
		fprintf(stderr, "LSM_IMPLS='%s' ", impls);
	fprintf(stderr, "make replay STRUCTURE=%s FILE='%s'",
		lsm_structure.name, path);
	if (own && *own)
		fprintf(stderr, " OWN='%s'", own);
	if (kernel && *kernel)
		fprintf(stderr, " KERNEL='%s'", kernel);
	fputc('\n', stderr);
}

void lsm_driver_report(struct lsm_machine *machine,
		       const struct lsm_input *input,
		       const struct lsm_verdict *verdict)
{
	fprintf(stderr, "%s:\n", input->path);
	lsm_explain(stderr, machine, input->data, input->size, verdict);
	lsm_driver_print_command(input->path);
}

/*
 * The process is lost, so what is not safe in a signal handler is still worth
 * trying: the report is all that matters, and the exit code is set either way.
 */
static void last_words(const char *what)
{
	if (!now.input)
		return;
	fprintf(stderr, "%s: %s\n", now.input->path, what);
	lsm_print_program(stderr, &lsm_structure, now.input->data,
			  now.input->size);
	lsm_driver_print_command(now.input->path);
	now.input = NULL;
}

static void on_timer(int number)
{
	(void)number;
	last_words("ran past the time limit of one program");
	_exit(LSM_TIMEOUT);
}

static void on_crash(int number)
{
	last_words(strsignal(number));
	_exit(LSM_EXIT_SANITIZER);
}

static void on_bug(const char *what)
{
	last_words(what);
	_exit(LSM_BUG);
}

static void handle(int number, void (*handler)(int))
{
	/* Of its own, for a stack that has overflowed has no room left. */
	static char stack[1 << 16];
	const stack_t own = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = handler,
				    .sa_flags = SA_ONSTACK };

	sigaltstack(&own, NULL);
	sigaction(number, &action, NULL);
}

#if LSM_SANITIZED

void __sanitizer_set_death_callback(void (*callback)(void));

static void on_death(void)
{
	last_words("the sanitizer stopped it");
}

/* The sanitizer has the other signals; UBSan aborts, see sanitizer.c. */
static void catch_crashes(void)
{
	static const int crashes[] = { SIGABRT, SIGILL };

	__sanitizer_set_death_callback(on_death);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(crashes); i++)
		handle(crashes[i], on_crash);
}

#else

static void catch_crashes(void)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL,
				       SIGABRT };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(crashes); i++)
		handle(crashes[i], on_crash);
}

#endif

/*
 * Processor time first: a busy machine is no reason for a verdict.  Time on the
 * wall is for what blocks, and generous.  TSan holds back all signals but those
 * that a program raises by itself, so the timers use one of those.
 */
static struct {
	clockid_t clock;
	int seconds;
	timer_t timer;
} limit[] = {
	{ .clock = CLOCK_PROCESS_CPUTIME_ID, .seconds = LSM_PROGRAM_SECONDS },
	{ .clock = CLOCK_MONOTONIC, .seconds = 12 * LSM_PROGRAM_SECONDS },
};

static void make_timers(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				  .sigev_signo = SIGTRAP };

	handle(SIGTRAP, on_timer);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(limit); i++)
		if (timer_create(limit[i].clock, &event, &limit[i].timer) < 0)
			lsm_die("timer: %s", strerror(errno));
}

static void set_timers(bool on)
{
	for (size_t i = 0; i < LSM_ARRAY_SIZE(limit); i++) {
		const struct itimerspec timer = {
			.it_value.tv_sec = on ? limit[i].seconds : 0
		};

		timer_settime(limit[i].timer, 0, &timer, NULL);
	}
}

void lsm_driver_watch(const struct lsm_machine *machine,
		      const struct lsm_input *input)
{
	static pid_t owner; /* a child inherits no timers */

	if (!now.machine)
		catch_crashes();
	lsm_bug_hook = on_bug;
	if (owner != getpid()) {
		owner = getpid();
		make_timers();
	}
	now.machine = machine;
	now.input = input;
	set_timers(true);
}

void lsm_driver_rest(void)
{
	set_timers(false);
	now.input = NULL;
}

int lsm_driver_end(int result)
{
	/* What was printed must have arrived: a cut text is a program, too. */
	if (fflush(stdout) != 0 || ferror(stdout))
		lsm_die("standard output: %s", strerror(errno));
	if (result)
		_exit(result); /* or LeakSanitizer would put its code in place
				*/
	return result;
}
