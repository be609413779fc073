/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stress driver: a scenario's operations on real threads.
 *
 * Rounds are short and each has a new world, since the rare states are the
 * early ones.  Between rounds everybody rests, all deferred functions run, and
 * the world is checked.  How threads are delayed at sync points changes from
 * round to round.  A run that did not meet the situations it is for fails.
 */
#include "supervise.h"

#include <lsm/alloc.h>
#define LSM_SYNC_THREADS
#include <lsm/sync.h>

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The exit code of a run that proves nothing. */
#define LSM_UNMET 18

#define ROUND_OPS_MIN 20u
#define ROUND_OPS_SPAN 31u

/* How sync points lose time. */
enum mode {
	CALM,
	MIXED,
	YIELDING,
	SLEEPY,
	NR_MODES
};

static struct {
	unsigned int nr_threads;
	double seconds;
	uint64_t seed;
	uint8_t impl;
} want = { .nr_threads = 4, .seed = 1 };

static struct {
	pthread_barrier_t gate;
	uint64_t round;
	unsigned int nr_ops;
	bool over;
	int64_t live[LSM_THREADS_MAX];
	int64_t shared; /* allocations that all worlds share */
	uint64_t met[LSM_WINDOWS_MAX];
	uint64_t ops;
	enum mode mode;
} now;

static _Thread_local struct lsm_random delay;

static void spin(uint32_t turns)
{
	for (volatile uint32_t i = 0; i < turns; i++)
		;
}

static void delay_mixed(void)
{
	uint32_t kind = lsm_random_below(&delay, 8 * 64);

	if (kind < 50)
		spin(lsm_random_below(&delay, 500));
	else if (kind < 62)
		sched_yield();
	else if (kind < 64)
		usleep(lsm_random_below(&delay, 100));
}

void lsm_stress_point(void)
{
	switch (now.mode) {
	case CALM:
	case NR_MODES:
		break;
	case MIXED:
		delay_mixed();
		break;
	case YIELDING:
		if (!lsm_random_below(&delay, 16))
			sched_yield();
		break;
	case SLEEPY:
		if (!lsm_random_below(&delay, 256))
			usleep(lsm_random_below(&delay, 50));
		break;
	}
}

static _Noreturn void found(int code, const char *why)
{
	static int first;

	/* Others wait for the end. */
	while (__atomic_exchange_n(&first, 1, __ATOMIC_RELAXED))
		pause();
	lsm_shared->result.code = code;
	strncpy(lsm_shared->result.why, why,
		sizeof(lsm_shared->result.why) - 1);
	_exit(code);
}

_Noreturn void lsm_scenario_wrong(const char *why)
{
	found(LSM_DISAGREE, why);
}

void lsm_scenario_met(unsigned int window)
{
	LSM_NOTE_ADD(now.met[window], 1);
}

/* Memory runs out in one operation of 64, now and then. */
static void act(struct lsm_actor *actor, struct lsm_random *random)
{
	struct lsm_action_call call;

	lsm_schedule_call(&call, random);
	actor->may_fail = !lsm_random_below(random, 64);
	if (actor->may_fail)
		lsm_alloc_fail(1 + lsm_random_below(random, 3));
	lsm_scenario.actions[call.action].run(actor, call.arg);
	lsm_alloc_fail(0);
	actor->serial++;
}

static void *work(void *arg)
{
	unsigned int index = *(unsigned int *)arg;

	lsm_sync_thread_begin();
	for (;;) {
		struct lsm_actor actor = { .index = index };
		struct lsm_random random;

		pthread_barrier_wait(&now.gate);
		if (now.over)
			break;
		random.state = want.seed * 0x10001 + now.round * 0x101 + index;
		delay.state = ~random.state;
		while (actor.serial < now.nr_ops)
			act(&actor, &random);
		now.live[index] = lsm_alloc_live();
		pthread_barrier_wait(&now.gate);
	}
	lsm_sync_thread_end();
	return NULL;
}

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int64_t live(void)
{
	int64_t sum = lsm_alloc_live() + lsm_sync_deferred_live() - now.shared;

	for (unsigned int i = 0; i < want.nr_threads; i++)
		sum += now.live[i];
	return sum;
}

static void play_round(struct lsm_random *random)
{
	unsigned int setup =
		lsm_random_below(random, (uint32_t)lsm_scenario.nr_setups);
	const char *why;

	now.nr_ops = ROUND_OPS_MIN + lsm_random_below(random, ROUND_OPS_SPAN);
	now.mode = (enum mode)(now.round % NR_MODES);
	if (!lsm_scenario.begin(lsm_scenario.impls[want.impl],
				lsm_scenario_shared(want.impl), setup))
		found(LSM_EXIT_USAGE, "out of memory");
	pthread_barrier_wait(&now.gate);
	pthread_barrier_wait(&now.gate);
	rcu_barrier();
	why = lsm_scenario.settle();
	if (why)
		found(LSM_INCONSISTENT, why);
	lsm_scenario.end();
	rcu_barrier();
	if (live() != 0)
		found(LSM_LEAK, "allocations are left over");
	now.round++;
	now.ops += (uint64_t)now.nr_ops * want.nr_threads;
	LSM_NOTE_ADD(lsm_shared->runs, 1);
}

static void tell(double took)
{
	printf("%s, %s: %u threads, seed %llu, %llu rounds, %llu operations, "
	       "%.1f s, %.0f operations/s\n",
	       lsm_scenario.name, lsm_scenario.impls[want.impl]->name,
	       want.nr_threads, (unsigned long long)want.seed,
	       (unsigned long long)now.round, (unsigned long long)now.ops, took,
	       (double)now.ops / took);
	for (size_t i = 0; i < lsm_scenario.nr_windows; i++)
		printf("  %s: %llu\n", lsm_scenario.windows[i],
		       (unsigned long long)now.met[i]);
	for (size_t i = 0; i < lsm_scenario.nr_windows; i++)
		if (!now.met[i])
			found(LSM_UNMET, lsm_scenario.windows[i]);
}

static void play(const void *arg)
{
	pthread_t thread[LSM_THREADS_MAX] = { 0 };
	unsigned int index[LSM_THREADS_MAX];
	struct lsm_random random = { .state = want.seed };
	double began = seconds();

	(void)arg;
	lsm_sync_thread_begin();
	lsm_scenario_shared(want.impl);
	now.shared = lsm_alloc_live();
	pthread_barrier_init(&now.gate, NULL, want.nr_threads + 1);
	for (unsigned int i = 0; i < want.nr_threads; i++) {
		index[i] = i;
		if (pthread_create(&thread[i], NULL, work, &index[i]))
			found(LSM_EXIT_USAGE, "cannot create a thread");
	}
	do
		play_round(&random);
	while (seconds() - began < want.seconds);
	now.over = true;
	pthread_barrier_wait(&now.gate);
	for (unsigned int i = 0; i < want.nr_threads; i++)
		pthread_join(thread[i], NULL);
	tell(seconds() - began);
}

static int run(const char *program)
{
	int code = lsm_supervise(play, NULL, false);

	if (code)
		fprintf(stderr,
			"\n%s, %s: %s%s\nexit code %d\nreproduce (chance has a "
			"part in it): LSM_IMPLS=%s LSM_THREADS=%u %s %g %llu\n",
			lsm_scenario.name, lsm_scenario.impls[want.impl]->name,
			code == LSM_UNMET ? "never met: " : "",
			lsm_shared->result.why, code,
			lsm_scenario.impls[want.impl]->name, want.nr_threads,
			program, want.seconds, (unsigned long long)want.seed);
	return code;
}

int main(int argc, char **argv)
{
	const char *threads = getenv("LSM_THREADS");
	int code = 0;

	if (argc < 2 || argc > 3) {
		fputs("usage: stress SECONDS [SEED]\n"
		      "LSM_IMPLS=name,name in the environment narrows the "
		      "implementations, LSM_THREADS=4 is\n"
		      "the number of threads.\n",
		      stderr);
		return LSM_EXIT_USAGE;
	}
	want.seconds = lsm_number(argv[1], 1e6);
	if (argc == 3)
		want.seed = (uint64_t)lsm_number(argv[2], 9e15);
	if (threads)
		want.nr_threads = lsm_whole_number(threads, 1, LSM_THREADS_MAX);
	lsm_check_wanted();
	lsm_supervise_begin();
	for (size_t i = 0; i < lsm_scenario.nr_impls && !code; i++) {
		want.impl = (uint8_t)i;
		if (lsm_wanted(i))
			code = run(argv[0]);
	}
	return code;
}
