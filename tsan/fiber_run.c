/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheduler: who can go on, who does, and how a run ends. */
#include "fiber_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A run this long is made to end by turns; one that still does not is stuck.
 * Programs of a dozen operations take some hundred steps.
 */
#define STEPS_FREE 3000u
#define STEPS_MAX 60000u

struct lsm_fibers lsm_fibers = {
	.current = LSM_FIBER_MAIN,
	.ready_end = &lsm_fibers.ready,
};

static char order_begun, order_ended;

/* Pairs of places between which a switch happened, as coverage. */
#define NR_PAIRS 4096u
__attribute__((
	section("__libfuzzer_extra_counters"))) static uint8_t pairs[NR_PAIRS];

bool lsm_fiber_running(void)
{
	return lsm_fibers.current != LSM_FIBER_MAIN;
}

uint32_t lsm_fiber_steps(void)
{
	return lsm_fibers.steps;
}

bool lsm_fiber_reported(void)
{
	return lsm_fibers.reported;
}

void lsm_fiber_op(uint32_t op)
{
	struct lsm_fiber *self = &lsm_fibers.fiber[lsm_fibers.current];

	self->op = op;
	self->point = 0;
}

bool lsm_fiber_enabled(unsigned int fiber)
{
	const struct lsm_fiber *self = &lsm_fibers.fiber[fiber];

	switch (self->state) {
	case LSM_FIBER_READY:
		return true;
	case LSM_FIBER_WANTS_LOCK:
		return !self->wanted->owner;
	case LSM_FIBER_WAITS:
		return !self->waits;
	case LSM_FIBER_WAITS_ALL:
		return !lsm_fibers.deferred && !lsm_fibers.ready &&
		       !lsm_fibers.running;
	case LSM_FIBER_IDLE:
		return lsm_fibers.ready;
	case LSM_FIBER_ENDED:
		return false;
	}
	return false;
}

_Noreturn void lsm_fiber_stop(enum lsm_fiber_end end, const char *why)
{
	unsigned int from = lsm_fibers.current;

	lsm_fibers.end = end;
	lsm_fibers.why = why;
	if (from == LSM_FIBER_MAIN) {
		fprintf(stderr, "while nothing ran: %s\n", why);
		abort();
	}
	lsm_fibers.current = LSM_FIBER_MAIN;
	lsm_order_before(&order_ended); /* @why is read behind it */
	lsm_context_switch(&lsm_fibers.fiber[from],
			   &lsm_fibers.fiber[LSM_FIBER_MAIN]);
	abort(); /* nobody goes on with it */
}

_Noreturn void lsm_fiber_fail(const char *why)
{
	lsm_fiber_stop(LSM_FIBER_FAILED, why);
}

_Noreturn void lsm_fiber_misuse(const char *complaint, const char *file,
				int line)
{
	static char text[512];

	snprintf(text, sizeof(text), "%s:%d: misuse of sync.h: %s", file, line,
		 complaint);
	lsm_fiber_stop(LSM_FIBER_MISUSED, text);
}

static const char *waits_for(const struct lsm_fiber *fiber)
{
	switch (fiber->state) {
	case LSM_FIBER_WANTS_LOCK:
		return "wants lock";
	case LSM_FIBER_WAITS:
		return "waits for readers";
	case LSM_FIBER_WAITS_ALL:
		return "waits for deferred functions";
	default:
		return "goes on";
	}
}

static _Noreturn void deadlock(void)
{
	static char text[512];
	size_t len;

	len = (size_t)snprintf(text, sizeof(text), "deadlock:");
	for (unsigned int i = 0; i < LSM_FIBER_NONE; i++) {
		const struct lsm_fiber *fiber = &lsm_fibers.fiber[i];

		if (fiber->state == LSM_FIBER_ENDED ||
		    fiber->state == LSM_FIBER_IDLE || len >= sizeof(text))
			continue;
		len += (size_t)snprintf(
			text + len, sizeof(text) - len, " %s %u %s%s%s;",
			i == LSM_FIBER_RCU ? "rcu" : "thread", i,
			waits_for(fiber), fiber->wanted ? " " : "",
			fiber->wanted ? fiber->wanted->name : "");
	}
	lsm_fiber_stop(LSM_FIBER_STUCK, text);
}

/* Fibers that can go on, the current one first, then by number. */
static unsigned int able(uint8_t *who, bool *stays)
{
	unsigned int nr = 0;

	*stays = lsm_fibers.current != LSM_FIBER_MAIN &&
		 lsm_fiber_enabled(lsm_fibers.current);
	if (*stays)
		who[nr++] = (uint8_t)lsm_fibers.current;
	for (unsigned int i = 0; i < LSM_FIBER_NONE; i++)
		if (i != lsm_fibers.current && lsm_fiber_enabled(i))
			who[nr++] = (uint8_t)i;
	return nr;
}

static void note_switch(unsigned int to)
{
	const struct lsm_fiber *self = &lsm_fibers.fiber[lsm_fibers.current];
	struct lsm_switches *record = lsm_fibers.record;

	if (record->nr == LSM_SWITCHES_MAX) {
		record->lost = true;
		return;
	}
	record->at[record->nr] = (struct lsm_switch){
		.fiber = (uint8_t)lsm_fibers.current,
		.to = (uint8_t)to,
		.op = (uint16_t)self->op,
		.point = self->point,
	};
	record->nr++;
}

static unsigned int next_fiber(bool choose)
{
	uint8_t who[LSM_FIBERS_ALL];
	bool stays;
	unsigned int nr = able(who, &stays), next;

	if (!nr)
		return LSM_FIBER_NONE;
	next = who[0];
	if (lsm_fibers.steps > STEPS_MAX)
		lsm_fiber_stop(LSM_FIBER_STUCK, "the run does not end");
	if (lsm_fibers.steps > STEPS_FREE)
		next = who[nr - 1 - lsm_fibers.steps / 64 % nr];
	else if (nr > 1 && (choose || !stays))
		next = lsm_policy_choose(who, nr, stays);
	if (next != who[0])
		note_switch(next);
	return next;
}

static void note_pair(const struct lsm_fiber *from, const struct lsm_fiber *to)
{
	uint64_t hash = ((uintptr_t)from->file + (unsigned int)from->line) *
			UINT64_C(0x9e3779b97f4a7c15);

	hash ^= (hash >> 29) + (uintptr_t)to->file + (unsigned int)to->line;
	hash *= UINT64_C(0xbf58476d1ce4e5b9);
	if (pairs[hash >> 52] < UINT8_MAX)
		pairs[hash >> 52]++;
}

static bool all_is_done(void)
{
	for (unsigned int i = 0; i < lsm_fibers.plan->nr; i++)
		if (lsm_fibers.fiber[i].state != LSM_FIBER_ENDED)
			return false;
	return !lsm_fibers.deferred && !lsm_fibers.ready && !lsm_fibers.running;
}

/* Whoever comes next goes on; returns when the caller does again. */
static void reschedule(bool choose)
{
	unsigned int from = lsm_fibers.current, to;

	if (lsm_fibers.reported)
		lsm_fiber_stop(LSM_FIBER_REPORTED, "ThreadSanitizer reported");
	to = next_fiber(choose);
	if (to == from)
		return;
	if (to == LSM_FIBER_NONE) {
		if (!all_is_done())
			deadlock();
		to = LSM_FIBER_MAIN;
	}
	note_pair(&lsm_fibers.fiber[from], &lsm_fibers.fiber[to]);
	lsm_fibers.current = to;
	lsm_context_switch(&lsm_fibers.fiber[from], &lsm_fibers.fiber[to]);
}

static void stand(int kind, const char *file, int line)
{
	struct lsm_fiber *self = &lsm_fibers.fiber[lsm_fibers.current];

	self->kind = kind;
	self->file = file;
	self->line = line;
	self->point++;
	lsm_fibers.steps++;
	if (lsm_fibers.plan->trace)
		lsm_fibers.plan->trace(lsm_fibers.current, self->op,
				       self->point, kind, file, line);
}

/*
 * Behind an operation memory looks different to those whose plain accesses can
 * collide, so there is a choice.  Before entering a read section there is none
 * that the point before did not offer.
 */
static const bool fine_choice[LSM_SYNC_KINDS] = {
	[LSM_SYNC_LOCK] = true,	   [LSM_SYNC_UNLOCK] = true,
	[LSM_SYNC_READING] = true, [LSM_SYNC_READ_UNLOCK] = true,
	[LSM_SYNC_LOAD] = true,	   [LSM_SYNC_LOADED] = true,
	[LSM_SYNC_STORE] = true,   [LSM_SYNC_STORED] = true,
	[LSM_SYNC_DEFER] = true,   [LSM_SYNC_WAIT] = true,
	[LSM_SYNC_USER] = true,
};

/* Plain accesses race wherever they stand between two of these. */
static const bool coarse_choice[LSM_SYNC_KINDS] = {
	[LSM_SYNC_LOCK] = true, [LSM_SYNC_READ_LOCK] = true,
	[LSM_SYNC_LOAD] = true, [LSM_SYNC_STORE] = true,
	[LSM_SYNC_WAIT] = true, [LSM_SYNC_USER] = true,
};

void lsm_fiber_pass(int kind, const char *file, int line)
{
	const struct lsm_plan *plan = lsm_fibers.plan;

	if (lsm_fibers.current == LSM_FIBER_MAIN)
		return;
	stand(kind, file, line);
	reschedule(plan->policy == LSM_POLICY_SWITCHES ||
		   (plan->coarse ? coarse_choice : fine_choice)[kind]);
}

void lsm_fiber_block(enum lsm_fiber_state state, const char *file, int line)
{
	struct lsm_fiber *self = &lsm_fibers.fiber[lsm_fibers.current];

	self->state = state;
	stand(LSM_SYNC_BLOCKED, file, line);
	reschedule(true);
	self->state = LSM_FIBER_READY;
}

/* The fiber that runs deferred functions, for ever. */
static _Noreturn void serve(void)
{
	struct lsm_fiber *self = &lsm_fibers.fiber[LSM_FIBER_RCU];

	for (;;) {
		struct rcu_head *head = lsm_fibers.ready;

		if (!head) {
			self->state = LSM_FIBER_IDLE;
			reschedule(true);
			continue;
		}
		self->state = LSM_FIBER_READY;
		lsm_fibers.ready = head->next;
		if (!head->next)
			lsm_fibers.ready_end = &lsm_fibers.ready;
		lsm_fibers.running = 1;
		lsm_order_after(head);
		head->func(head);
		lsm_fibers.running = 0;
		lsm_order_before(&order_ended);
		lsm_order_before(&lsm_fibers.served);
		self->op++;
		self->point = 0;
		lsm_fiber_pass(LSM_SYNC_DEFER, "rcu", 0);
	}
}

static void enter(void)
{
	lsm_context_entered();
	for (;;) {
		struct lsm_fiber *self;

		lsm_order_after(&order_begun);
		self = &lsm_fibers.fiber[lsm_fibers.current];
		if (lsm_fibers.current == LSM_FIBER_RCU)
			serve();
		lsm_fibers.body(lsm_fibers.current);
		if (self->locks)
			lsm_fiber_stop(LSM_FIBER_MISUSED,
				       "misuse of sync.h: a thread ends and "
				       "holds a lock");
		if (self->depth)
			lsm_fiber_stop(LSM_FIBER_MISUSED,
				       "misuse of sync.h: a thread ends in a "
				       "read section");
		lsm_order_before(&order_ended);
		self->state = LSM_FIBER_ENDED;
		reschedule(true);
	}
}

static void make_ready(const struct lsm_plan *plan)
{
	lsm_context_main(&lsm_fibers.fiber[LSM_FIBER_MAIN]);
	for (unsigned int i = 0; i < LSM_FIBER_NONE; i++) {
		struct lsm_fiber *fiber = &lsm_fibers.fiber[i];

		fiber->state = LSM_FIBER_ENDED;
		if (i < plan->nr)
			fiber->state = LSM_FIBER_READY;
		else if (i == LSM_FIBER_RCU)
			fiber->state = LSM_FIBER_IDLE;
		else
			continue;
		lsm_context_make(fiber, enter);
		fiber->depth = 0;
		fiber->locks = 0;
		fiber->held = 0;
		fiber->wanted = NULL;
		fiber->op = 0;
		fiber->point = 0;
		fiber->kind = LSM_SYNC_START;
		fiber->file = "start";
		fiber->line = 0;
	}
}

enum lsm_fiber_end lsm_fiber_run(const struct lsm_plan *plan,
				 void (*body)(unsigned int fiber),
				 struct lsm_switches *record, const char **why)
{
	lsm_fibers.plan = plan;
	lsm_fibers.body = body;
	lsm_fibers.record = record;
	record->nr = 0;
	record->lost = false;
	lsm_fibers.steps = 0;
	lsm_fibers.end = LSM_FIBER_DONE;
	lsm_fibers.why = NULL;
	lsm_fibers.readers = 0;
	lsm_fibers.deferred = NULL;
	lsm_fibers.ready = NULL;
	lsm_fibers.ready_end = &lsm_fibers.ready;
	lsm_fibers.running = 0;
	make_ready(plan);
	lsm_lockdep_begin();
	lsm_policy_begin();
	lsm_order_before(&order_begun);
	reschedule(true);
	lsm_order_after(&order_ended);
	if (lsm_fibers.reported && lsm_fibers.end == LSM_FIBER_DONE) {
		lsm_fibers.end = LSM_FIBER_REPORTED;
		lsm_fibers.why = "ThreadSanitizer reported";
	}
	*why = lsm_fibers.why;
	return lsm_fibers.end;
}
