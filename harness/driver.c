/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits and reports, shared by all drivers with a main() of their own. */
#include "driver.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

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

static void print_command(const char *path)
{
	const char *impls = getenv("LSM_IMPLS");

	fprintf(stderr, "reproduce: %s%s%smake replay STRUCTURE=%s FILE=%s\n",
		impls ? "LSM_IMPLS=" : "", impls ? impls : "", impls ? " " : "",
		lsm_structure.name, path);
}

void lsm_driver_report(struct lsm_machine *machine,
		       const struct lsm_input *input,
		       const struct lsm_verdict *verdict)
{
	fprintf(stderr, "%s:\n", input->path);
	lsm_explain(stderr, machine, input->data, input->size, verdict);
	print_command(input->path);
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
	print_command(now.input->path);
	now.input = NULL;
}

static void on_timer(int signal)
{
	(void)signal;
	last_words("ran past the time limit of one program");
	_exit(LSM_TIMEOUT);
}

#ifdef SANITIZED

void __sanitizer_set_death_callback(void (*callback)(void));

static void on_death(void)
{
	last_words("the sanitizer stopped it");
}

static void catch_crashes(void)
{
	__sanitizer_set_death_callback(on_death);
}

#else

static void on_crash(int number)
{
	last_words(strsignal(number));
	_exit(LSM_EXIT_SANITIZER);
}

static void catch_crashes(void)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL,
				       SIGABRT };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(crashes); i++)
		signal(crashes[i], on_crash);
}

#endif

/* Processor time, not wall time: a busy machine is no reason for a verdict. */
static void set_timer(int seconds)
{
	const struct itimerval timer = { .it_value.tv_sec = seconds };

	setitimer(ITIMER_PROF, &timer, NULL);
}

void lsm_driver_watch(const struct lsm_machine *machine,
		      const struct lsm_input *input)
{
	if (!now.machine) {
		signal(SIGPROF, on_timer);
		catch_crashes();
	}
	now.machine = machine;
	now.input = input;
	set_timer(LSM_PROGRAM_SECONDS);
}

void lsm_driver_rest(void)
{
	set_timer(0);
	now.input = NULL;
}
