/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scenario.h - what threads do with a structure, and what must hold
 *
 * A structure joins the concurrency layers with one file,
 * tsan/<structure>_scenario.c, that defines lsm_scenario.  The same file runs
 * under schedules (fibers) and on real threads.  It must
 *
 * - keep its own notes (what was begun, what was completed, what was seen) in
 *   relaxed atomics only: stronger ones would order the structure's accesses
 *   and hide races;
 * - use no _Thread_local: logical threads share one real one;
 * - be a function of its operations: no clock, no chance of its own.
 */
#ifndef LSM_TSAN_SCENARIO_H
#define LSM_TSAN_SCENARIO_H

#include <lsm/structure.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LSM_THREADS_MAX 8 /* real ones; logical ones are fewer */
#define LSM_SCENARIO_ARGS 2
#define LSM_WINDOWS_MAX 16

/**
 * struct lsm_actor - who runs an operation
 * @index: number of the thread, below LSM_THREADS_MAX
 * @serial: number of the operation in the thread, from 0
 * @may_fail: memory may run out during this operation
 */
struct lsm_actor {
	unsigned int index;
	uint32_t serial;
	bool may_fail;
};

/**
 * struct lsm_action - one operation of a scenario
 * @name: word used in schedules
 * @arg: names of its arguments; NULL ends the list
 * @values: each argument is below this, at least 1
 * @tiny: the same for exhaustive runs; 0 for the first leaves the operation out
 *	of them, even if it takes no argument
 * @costly: left out of the larger exhaustive runs as well
 * @weight: how often chance picks it, compared with the others
 * @run: does it and checks what it returned
 */
struct lsm_action {
	const char *name;
	const char *arg[LSM_SCENARIO_ARGS];
	uint8_t values[LSM_SCENARIO_ARGS];
	uint8_t tiny[LSM_SCENARIO_ARGS];
	uint8_t weight;
	bool costly;
	void (*run)(const struct lsm_actor *actor, const uint8_t *arg);
};

/**
 * struct lsm_scenario - a structure among threads
 * @name: the structure's stem
 * @impls: implementations, each to be run
 * @nr_impls: how many
 * @actions: operations
 * @nr_actions: how many
 * @setups: variants of the world (a capacity, a table's contents), one word
 *each
 * @nr_setups: how many, at least 1
 * @windows: situations that a stress run must have met, one line each, counted
 *	by lsm_scenario_met()
 * @nr_windows: at most LSM_WINDOWS_MAX
 * @begin: makes the world; @shared is what the implementation's setup() made;
 *	returns false if memory ran out
 * @settle: everybody is at rest and all deferred functions have returned;
 *	returns NULL if all is well, else what is not
 * @end: frees the world, all of it
 */
struct lsm_scenario {
	const char *name;
	const struct lsm_ops *const *impls;
	size_t nr_impls;
	const struct lsm_action *actions;
	size_t nr_actions;
	const char *const *setups;
	size_t nr_setups;
	const char *const *windows;
	size_t nr_windows;
	bool (*begin)(const struct lsm_ops *impl, void *shared,
		      unsigned int setup);
	const char *(*settle)(void);
	void (*end)(void);
};

/**
 * lsm_scenario_shared() - what all worlds of an implementation share
 * @impl: index in lsm_scenario.impls
 *
 * Return: what its setup() made, once in a process, or NULL if it has none.
 */
void *lsm_scenario_shared(size_t impl);

/* Each program links exactly one scenario. */
extern const struct lsm_scenario lsm_scenario;

/**
 * lsm_scenario_wrong() - an operation saw what it must not
 * @why: what; static
 *
 * Context: in an action.
 */
_Noreturn void lsm_scenario_wrong(const char *why);

/**
 * lsm_scenario_met() - count a situation
 * @window: index in lsm_scenario.windows
 */
void lsm_scenario_met(unsigned int window);

/* A number that threads share and that orders nothing. */
#define LSM_NOTE_READ(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define LSM_NOTE_ADD(x, n) __atomic_add_fetch(&(x), (n), __ATOMIC_RELAXED)

/**
 * lsm_note_max() - raise a number that threads share
 * @note: the number
 * @value: its least value from now on
 */
static inline void lsm_note_max(uint32_t *note, uint32_t value)
{
	uint32_t old = LSM_NOTE_READ(*note);

	while (old < value &&
	       !__atomic_compare_exchange_n(note, &old, value, false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

#endif /* LSM_TSAN_SCENARIO_H */
