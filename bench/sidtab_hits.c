/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sidtab_hits [ROUNDS]: texts of cached SIDs, asked by one thread and by two.
 *
 * Both evictions, on real threads with liburcu, nothing delayed.  Every hit of
 * LRU moves its text to the front under a lock; SIEVE marks it.  The table is
 * told of moves, so how often a hit takes the lock is counted, not assumed.
 *
 * Two cases beside them say what the machine allows: SIEVE with a table for
 * each thread, and a loop in registers.  What sharing costs is the difference
 * to them.  On a busy machine two threads seldom run at the same time, and then
 * cannot disturb each other: rounds in which every thread was on a processor
 * all the time are counted and have columns of their own, the medians and the
 * fastest of one thread and of two.  Who sleeps on a lock is not on a
 * processor, so that LRU has few of them.  Rounds of all cases are interleaved.
 */
#include <lsm/alloc.h>
#include <lsm/sidtab.h>
#include <lsm/sync.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDS 64u /* all of them fit the cache */
#define ROOM 256u
#define HITS 100000u /* of each thread in a round, which must be short */
#define WARMING 10000u /* before them */
#define TURNS 20u /* of the loop in registers, instead of a hit */
#define THREADS 2u
#define ROUNDS_MAX 1001u
#define TOGETHER 0.95 /* of the time both threads must run, to be compared */

extern const struct lsm_sidtab_ops lsm_sidtab_cached;

static const struct lsm_sidtab_ops *const ops = &lsm_sidtab_cached;
static atomic_uint_fast64_t moves;
static pthread_barrier_t start;

/**
 * struct hits_case - something two threads do
 * @name: of its row
 * @eviction: of its tables
 * @tables: how many; 0 for the loop, THREADS for one each
 * @table: the tables
 * @locks: how often a hit takes the lock
 * @wall: nanoseconds of a hit in each round, by threads less one
 * @busy: the same in processor time
 */
struct hits_case {
	const char *name;
	enum lsm_sidtab_eviction eviction;
	unsigned int tables;
	void *table[THREADS];
	double locks;
	double wall[THREADS][ROUNDS_MAX];
	double busy[THREADS][ROUNDS_MAX];
};

static struct hits_case cases[] = {
	{ .name = "LRU", .eviction = LSM_SIDTAB_LRU, .tables = 1 },
	{ .name = "SIEVE", .eviction = LSM_SIDTAB_SIEVE, .tables = 1 },
	{ .name = "SIEVE, a table each",
	  .eviction = LSM_SIDTAB_SIEVE,
	  .tables = THREADS },
	{ .name = "a loop in registers" },
};

#define NR_CASES (sizeof(cases) / sizeof(cases[0]))

__attribute__((noreturn)) static void die(const char *why)
{
	fprintf(stderr, "sidtab_hits: %s\n", why);
	exit(1);
}

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
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
	void *table; /* NULL: the loop */
	double began;
	double ended;
	double busy;
};

static void hit(void *table, uint32_t hits)
{
	for (uint32_t i = 0; i < hits; i++) {
		char *text;
		size_t len;

		/* A stride, so that threads do not walk side by side. */
		if (ops->get(table, LSM_SIDTAB_INITIAL + 1 + i * 29 % SIDS,
			     false, &text, &len))
			die("a cached text was missed");
		lsm_free(text);
	}
}

static void loop(void)
{
	uint64_t value = HITS;

	for (uint32_t i = 0; i < HITS * TURNS; i++) {
		value = value * 5 + i;
		__asm__ volatile("" : "+r"(value));
	}
}

/* The clocks are the asker's own: who waits for it may get no processor. */
static void *ask(void *arg)
{
	struct asker *asker = arg;
	double busy;

	lsm_sync_thread_begin();
	if (asker->table)
		hit(asker->table, WARMING); /* a thread's heap begins cold */
	pthread_barrier_wait(&start);
	busy = now(CLOCK_THREAD_CPUTIME_ID);
	asker->began = now(CLOCK_MONOTONIC);
	if (asker->table)
		hit(asker->table, HITS);
	else
		loop();
	asker->ended = now(CLOCK_MONOTONIC);
	asker->busy = now(CLOCK_THREAD_CPUTIME_ID) - busy;
	lsm_sync_thread_end();
	return NULL;
}

/* Nanoseconds of a hit of @threads threads together, and of their processors.
 */
static void measure(const struct hits_case *which, unsigned int threads,
		    double *wall, double *busy)
{
	struct asker asker[THREADS];
	pthread_t thread[THREADS];
	double began, ended;

	pthread_barrier_init(&start, NULL, threads);
	for (unsigned int i = 0; i < threads; i++) {
		asker[i].table = which->tables == THREADS ? which->table[i]
							  : which->table[0];
		if (pthread_create(&thread[i], NULL, ask, &asker[i]))
			die("no thread");
	}
	for (unsigned int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&start);
	began = asker[0].began;
	ended = asker[0].ended;
	*busy = asker[0].busy;
	for (unsigned int i = 1; i < threads; i++) {
		began = asker[i].began < began ? asker[i].began : began;
		ended = asker[i].ended > ended ? asker[i].ended : ended;
		*busy += asker[i].busy;
	}
	*wall = 1e9 * (ended - began) / (threads * (double)HITS);
	*busy *= 1e9 / (threads * (double)HITS);
}

/* Make tables, and count locks with everybody told of them. */
static void prepare(struct hits_case *which, void *setup)
{
	double wall, busy;

	for (unsigned int i = 0; i < which->tables; i++)
		which->table[i] = make(setup, which->eviction);
	if (!which->tables)
		return;
	moves = 0;
	ops->watch(which->table[0], changed, NULL);
	measure(which, 1, &wall, &busy);
	ops->watch(which->table[0], NULL, NULL);
	which->locks = (double)moves / (HITS + WARMING);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts @value; the median. */
static double median(double *value, unsigned int nr)
{
	qsort(value, nr, sizeof(*value), ascending);
	return value[nr / 2];
}

/*
 * The rounds of @threads threads in which each was on a processor all the time,
 * nanoseconds a hit into @clean.  Return: how many.
 */
static unsigned int undisturbed(const struct hits_case *which,
				unsigned int threads, unsigned int rounds,
				double *clean)
{
	const double *wall = which->wall[threads - 1];
	const double *busy = which->busy[threads - 1];
	unsigned int nr = 0;

	for (unsigned int r = 0; r < rounds; r++)
		if (busy[r] >= TOGETHER * threads * wall[r])
			clean[nr++] = wall[r];
	return nr;
}

static void print(struct hits_case *which, unsigned int rounds)
{
	double gain[ROUNDS_MAX], one[ROUNDS_MAX], two[ROUNDS_MAX];
	unsigned int nr_one = undisturbed(which, 1, rounds, one);
	unsigned int nr_two = undisturbed(which, THREADS, rounds, two);

	for (unsigned int r = 0; r < rounds; r++)
		gain[r] = which->wall[0][r] / which->wall[1][r];
	printf("| %s | %.2f | %.1f | %.2f | %u, %u | ", which->name,
	       which->locks, median(which->busy[0], rounds),
	       median(gain, rounds), nr_one, nr_two);
	if (nr_one && nr_two) {
		double middle = median(one, nr_one) / median(two, nr_two);

		printf("%.2f | %.2f |\n", middle, one[0] / two[0]);
	} else {
		puts("- | - |");
	}
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? (unsigned int)atoi(argv[1]) : 201;
	void *setup = ops->base.setup();

	if (rounds == 0 || rounds > ROUNDS_MAX)
		die("usage: sidtab_hits [ROUNDS, 1 to 1001]");
	if (!setup)
		die("out of memory");
	lsm_sync_thread_begin();
	for (unsigned int c = 0; c < NR_CASES; c++)
		prepare(&cases[c], setup);
	for (unsigned int r = 0; r < rounds; r++)
		for (unsigned int c = 0; c < NR_CASES; c++)
			for (unsigned int t = 0; t < THREADS; t++)
				measure(&cases[c], t + 1, &cases[c].wall[t][r],
					&cases[c].busy[t][r]);
	puts("| case | locks a hit | ns a hit, one thread | two threads "
	     "together, hits a second over one | undisturbed rounds of one, "
	     "two | the same in those | fastest two over fastest one |");
	puts("| --- | --- | --- | --- | --- | --- | --- |");
	for (unsigned int c = 0; c < NR_CASES; c++) {
		print(&cases[c], rounds);
		for (unsigned int i = 0; i < cases[c].tables; i++)
			ops->base.destroy(cases[c].table[i]);
	}
	ops->base.teardown(setup);
	lsm_sync_thread_end();
	return 0;
}
