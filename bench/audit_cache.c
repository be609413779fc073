/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_cache: L1D misses of a system call under the STIG rules, before and
 * after the patch, in a model; or the filter itself, for cachegrind to watch.
 */
#include "audit_layout.h"
#include "cache_model.h"

#include "../fuzzers/audit_words.h"

#include <lsm/alloc.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SETS 64u /* of both caches: a page of sets */
#define GETPID 39u /* what the author of the patch measured */
#define EVENTS 16

extern const struct lsm_audit_ops lsm_audit_pooled;

static const char usage[] =
	"usage: audit_cache SEED PLACEMENTS        a table of the model\n"
	"       audit_cache --run STEP LINES SEED EVENTS\n"
	"                       the filter itself with entries at STEP bytes,\n"
	"                       LINES other lines in use, EVENTS times "
	"getpid\n";

static void *need(void *memory)
{
	if (memory)
		return memory;
	fputs("audit_cache: out of memory\n", stderr);
	exit(1);
}

static void load_stig(struct pooled_filter *filter)
{
	size_t nr;
	const struct lsm_audit_rule *rule = audit_set(AUDIT_SET_STIG, &nr);

	for (size_t i = 0; i < nr; i++)
		if (lsm_audit_pooled.add(filter, &rule[i])) {
			fputs("audit_cache: a rule is refused\n", stderr);
			exit(1);
		}
}

struct machine {
	struct cache_model cache;
	struct page_map map;
};

static void touch(uint64_t address, void *arg)
{
	struct machine *machine = arg;

	cache_model_touch(&machine->cache,
			  page_map_address(&machine->map, address));
}

/* One event: the rest of the kernel and the program, then the filter. */
static void live(struct machine *machine, const struct layout *layout,
		 const struct lsm_audit_event *event, size_t lines)
{
	for (size_t i = 0; i < lines; i++)
		touch(layout->end + i * CACHE_LINE, machine);
	layout_walk(layout, event, touch, machine);
}

/* Misses an event, once the cache has seen some. */
static double misses(const struct pooled_filter *filter, enum layout_kind kind,
		     size_t ways, size_t lines, uint32_t seed)
{
	struct lsm_audit_event event;
	struct machine machine;
	struct layout layout;
	uint64_t before;
	double result;

	audit_event_init(&event);
	event.nr = GETPID;
	event.result = LSM_AUDIT_SUCCEEDED;
	if (layout_place(&layout, filter, kind, seed) ||
	    cache_model_init(&machine.cache, SETS, ways) ||
	    page_map_init(&machine.map,
			  layout.end / CACHE_PAGE + lines / 64 + 1, seed))
		need(NULL);
	for (int i = 0; i < EVENTS; i++)
		live(&machine, &layout, &event, lines);
	before = machine.cache.misses;
	for (int i = 0; i < EVENTS; i++)
		live(&machine, &layout, &event, lines);
	result = (double)(machine.cache.misses - before) / EVENTS;
	cache_model_free(&machine.cache);
	page_map_free(&machine.map);
	return result;
}

static void print_row(const struct pooled_filter *filter, enum layout_kind kind,
		      size_t ways, size_t lines, uint32_t seed,
		      uint32_t placements)
{
	static const char *const name[] = {
		"512-byte steps (before)",
		"cache-line steps (after)",
		"packed",
	};
	double least = HUGE_VAL, most = 0, sum = 0, squares = 0;

	for (uint32_t i = 0; i < placements; i++) {
		double m = misses(filter, kind, ways, lines, seed + i);

		least = m < least ? m : least;
		most = m > most ? m : most;
		sum += m;
		squares += m * m;
	}
	sum /= placements;
	squares = squares / placements - sum * sum;
	printf("| %3zu KiB, %2zu ways | %3zu | %-24s | %6.2f | %6.2f | %6.2f | "
	       "%6.2f |\n",
	       SETS * ways * CACHE_LINE / 1024, ways, lines, name[kind], least,
	       sum, most, sqrt(squares > 0 ? squares : 0));
}

static void print_table(uint32_t seed, uint32_t placements)
{
	static const struct {
		size_t ways;
		size_t lines;
	} row[] = {
		{ 8, 0 },   { 8, 192 },	 { 8, 256 },  { 8, 300 },
		{ 8, 400 }, { 12, 256 }, { 12, 512 }, { 12, 640 },
	};
	struct pooled_filter *filter = need(pooled_create(POOLED_STEP));

	load_stig(filter);
	printf("L1D misses per getpid() under 30-stig.rules (34 rules, 23 of "
	       "them on the exit list)\nmodel: seeds %u to %u, %u "
	       "placements\n\n",
	       seed, seed + placements - 1, placements);
	puts("| cache | other lines | rules at | min | avg | max | pstdev |\n"
	     "| --- | --- | --- | --- | --- | --- | --- |");
	for (size_t i = 0; i < LSM_ARRAY_SIZE(row); i++)
		for (int kind = 0; kind < LAYOUT_KINDS; kind++)
			print_row(filter, (enum layout_kind)kind, row[i].ways,
				  row[i].lines, seed, placements);
	puts("| author's machine, 10 boots | ? | before | 3.147 | 12.017 | "
	     "26.045 | 6.57 |\n"
	     "| author's machine, 10 boots | ? | after | 0.012 | 0.103 | 0.817 "
	     "| 0.24 |");
	lsm_audit_pooled.base.destroy(filter);
}

/* Rules that come and go leave holes, so that places depend on @seed. */
static void make_holes(struct pooled_filter *filter, uint32_t seed)
{
	uint32_t order[96];
	struct audit_request request;

	for (int pass = 0; pass < 2; pass++) {
		shuffle(order, LSM_ARRAY_SIZE(order), seed);
		for (size_t i = 0; i < LSM_ARRAY_SIZE(order) / (1 + pass);
		     i++) {
			audit_rule_init(&request);
			request.rule.flags = LSM_AUDIT_USER;
			audit_add_field(&request, LSM_AUDIT_PID, LSM_AUDIT_EQ,
					pass ? order[i] : (uint32_t)i, "", 0);
			if (pass)
				lsm_audit_pooled.del(filter, &request.rule);
			else
				lsm_audit_pooled.add(filter, &request.rule);
		}
	}
}

static uint64_t run(size_t step, size_t lines, uint32_t seed, long events)
{
	struct pooled_filter *filter = need(pooled_create(step));
	char *others =
		need(aligned_alloc(CACHE_PAGE, (lines / 64 + 1) * CACHE_PAGE));
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;
	struct lsm_audit_event event;
	uint64_t sum = 0;

	memset(others, 1, lines * CACHE_LINE);
	make_holes(filter, seed);
	load_stig(filter);
	audit_event_init(&event);
	event.nr = GETPID;
	event.result = LSM_AUDIT_SUCCEEDED;
	for (long i = 0; i < events; i++) {
		for (size_t k = 0; k < lines; k++)
			sum += ((volatile char *)others)[k * CACHE_LINE];
		lsm_audit_pooled.syscall(filter, &event, &verdict);
		sum += verdict.prio;
	}
	free(others);
	lsm_audit_pooled.base.destroy(filter);
	return sum;
}

int main(int argc, char **argv)
{
	if (argc == 6 && !strcmp(argv[1], "--run")) {
		uint64_t sum = run(strtoul(argv[2], NULL, 10),
				   strtoul(argv[3], NULL, 10),
				   (uint32_t)strtoul(argv[4], NULL, 10),
				   strtol(argv[5], NULL, 10));

		printf("%llu\n", (unsigned long long)sum);
		return 0;
	}
	if (argc != 3 || !strtoul(argv[2], NULL, 10)) {
		fputs(usage, stderr);
		return 2;
	}
	print_table((uint32_t)strtoul(argv[1], NULL, 10),
		    (uint32_t)strtoul(argv[2], NULL, 10));
	return 0;
}
