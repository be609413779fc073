/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sidtab_hits [ROUNDS]: texts of cached SIDs, asked by one thread and by two.
 *
 * Both evictions, on real threads with liburcu, nothing delayed.  Every hit of
 * LRU moves its text to the front under a lock; SIEVE marks it.  The table is
 * told of moves, so how often a hit takes the lock is counted, not assumed.
 * Rounds of all four are interleaved; what is printed are medians.
 */
#include <lsm/alloc.h>
#include <lsm/sidtab.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDS 64u /* all of them fit the cache */
#define ROOM 256u
#define HITS 1000000u /* of each thread in a round */
#define THREADS 2u
#define ROUNDS_MAX 101u

extern const struct lsm_sidtab_ops lsm_sidtab_cached;

static const struct lsm_sidtab_ops *const ops = &lsm_sidtab_cached;
static const char *const eviction_name[] = { "LRU", "SIEVE" };
static atomic_uint_fast64_t moves;
static pthread_barrier_t start;

__attribute__((noreturn)) static void die(const char *why)
{
	fprintf(stderr, "sidtab_hits: %s\n", why);
	exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void changed(enum lsm_sidtab_change change, uint32_t sid, void *arg)
{
	(void)sid;
	(void)arg;
	if (change == LSM_SIDTAB_MOVE)
		atomic_fetch_add_explicit(&moves, 1, memory_order_relaxed);
}

/* A table whose texts are all cached; they name a dozen categories each. */
static void *make(void *setup, enum lsm_sidtab_eviction eviction)
{
	const uint32_t param[LSM_ARGS_MAX] = { LSM_SIDTAB_BIG, ROOM, 0, 0,
					       eviction };
	void *table = ops->base.create(setup, param);

	if (!table)
		die("out of memory");
	for (uint32_t i = 0; i < SIDS; i++) {
		char text[256];
		uint32_t sid;
		int len =
			snprintf(text, sizeof(text), "u:object_r:t:s0:c%u", i);

		for (uint32_t c = 100; c < 122; c += 2)
			len += snprintf(text + len, sizeof(text) - (size_t)len,
					",c%u", c);
		if (ops->add(table, text, (size_t)len, false, NULL, NULL,
			     &sid) ||
		    ops->put(table, sid, false))
			die("a context was refused");
	}
	return table;
}

struct asker {
	void *table;
	double began;
	double ended;
};

/* The clock is the asker's own: who waits for it may get no processor. */
static void *ask(void *arg)
{
	struct asker *asker = arg;
	void *table = asker->table;

	pthread_barrier_wait(&start);
	asker->began = now();
	for (uint32_t i = 0; i < HITS; i++) {
		char *text;
		size_t len;

		/* A stride, so that threads do not walk side by side. */
		if (ops->get(table, LSM_SIDTAB_INITIAL + 1 + i * 29 % SIDS,
			     false, &text, &len))
			die("a cached text was missed");
		lsm_free(text);
	}
	asker->ended = now();
	return NULL;
}

/* Hits a second of @threads threads together. */
static double measure(void *table, unsigned int threads)
{
	struct asker asker[THREADS];
	pthread_t thread[THREADS];
	double began, ended;

	pthread_barrier_init(&start, NULL, threads);
	for (unsigned int i = 0; i < threads; i++) {
		asker[i].table = table;
		if (pthread_create(&thread[i], NULL, ask, &asker[i]))
			die("no thread");
	}
	for (unsigned int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&start);
	began = asker[0].began;
	ended = asker[0].ended;
	for (unsigned int i = 1; i < threads; i++) {
		began = asker[i].began < began ? asker[i].began : began;
		ended = asker[i].ended > ended ? asker[i].ended : ended;
	}
	return threads * (double)HITS / (ended - began);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *value, unsigned int nr)
{
	qsort(value, nr, sizeof(*value), ascending);
	return value[nr / 2];
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? (unsigned int)atoi(argv[1]) : 11;
	double rate[LSM_SIDTAB_EVICTIONS][THREADS][ROUNDS_MAX];
	double gain[LSM_SIDTAB_EVICTIONS][ROUNDS_MAX];
	double locks[LSM_SIDTAB_EVICTIONS] = { 0 };
	void *setup = ops->base.setup();
	void *table[LSM_SIDTAB_EVICTIONS];

	if (rounds == 0 || rounds > ROUNDS_MAX)
		die("usage: sidtab_hits [ROUNDS, 1 to 101]");
	if (!setup)
		die("out of memory");
	for (unsigned int e = 0; e < LSM_SIDTAB_EVICTIONS; e++) {
		table[e] = make(setup, (enum lsm_sidtab_eviction)e);
		ops->watch(table[e], changed, NULL);
		moves = 0;
		measure(table[e], 1);
		locks[e] = (double)moves / HITS;
		ops->watch(table[e], NULL, NULL);
	}
	for (unsigned int r = 0; r < rounds; r++)
		for (unsigned int e = 0; e < LSM_SIDTAB_EVICTIONS; e++) {
			for (unsigned int t = 0; t < THREADS; t++)
				rate[e][t][r] = measure(table[e], t + 1);
			gain[e][r] = rate[e][1][r] / rate[e][0][r];
		}
	puts("| eviction | locks a hit | ns a hit, one thread | two threads "
	     "together, hits a second over one |");
	puts("| --- | --- | --- | --- |");
	for (unsigned int e = 0; e < LSM_SIDTAB_EVICTIONS; e++) {
		printf("| %s | %.2f | %.1f | %.2f |\n", eviction_name[e],
		       locks[e], 1e9 / median(rate[e][0], rounds),
		       median(gain[e], rounds));
		ops->base.destroy(table[e]);
	}
	ops->base.teardown(setup);
	return 0;
}
