/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_threads: two threads share a kernel tree's SID table and text cache.
 *
 * For ThreadSanitizer.  Rounds are short and each has a new table, as the rare
 * states are the early ones.
 */
#include <lsm/random.h>

#include <threads_kernel.h>

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 2

extern const struct threads_kernel_ops LSM_THREADS_KERNEL;

static const struct threads_kernel_ops *const ops = &LSM_THREADS_KERNEL;

static struct {
	pthread_barrier_t gate;
	uint64_t round;
	bool over;
} now;

static void *work(void *arg)
{
	const uint64_t index = *(const uint64_t *)arg;

	for (;;) {
		struct lsm_random random;

		pthread_barrier_wait(&now.gate);
		if (now.over)
			return NULL;
		random.state = now.round * THREADS + index;
		for (unsigned int i = 0; i < THREADS_ACTIONS; i++) {
			ops->act(lsm_random_below(&random, UINT32_MAX));
			if (!lsm_random_below(&random, 16))
				sched_yield();
		}
		pthread_barrier_wait(&now.gate);
		ops->rest();
		pthread_barrier_wait(&now.gate);
	}
}

static void play_round(bool at_once)
{
	if (!ops->begin(at_once)) {
		fputs("kernel_threads: out of memory\n", stderr);
		exit(2);
	}
	for (int i = 0; i < 3; i++)
		pthread_barrier_wait(&now.gate);
	ops->end();
	now.round++;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
	bool at_once = argc > 2 && !strcmp(argv[2], "at-once");
	time_t over = time(NULL) + (time_t)seconds;
	pthread_t thread[THREADS];
	uint64_t index[THREADS];

	if (seconds <= 0 || argc > 3 || (argc == 3 && !at_once)) {
		fputs("usage: kernel_threads SECONDS [at-once]\n", stderr);
		return 2;
	}
	pthread_barrier_init(&now.gate, NULL, THREADS + 1);
	for (uint64_t i = 0; i < THREADS; i++) {
		index[i] = i;
		if (pthread_create(&thread[i], NULL, work, &index[i]))
			return 2;
	}
	do
		play_round(at_once);
	while (time(NULL) < over);
	now.over = true;
	pthread_barrier_wait(&now.gate);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%llu rounds, all agree\n", (unsigned long long)now.round);
	return 0;
}
