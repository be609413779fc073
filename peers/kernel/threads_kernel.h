/* SPDX-License-Identifier: GPL-2.0-only */
/* threads_kernel.h - a tree's SID table and its text cache, for two threads */
#ifndef LSM_KERNEL_THREADS_H
#define LSM_KERNEL_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* Contexts that threads add and ask for. */
#define THREADS_CONTEXTS 48u

/* Actions of a thread between two rests: each defers one free at most. */
#define THREADS_ACTIONS 100u

/**
 * struct threads_kernel_ops - a table that threads share
 * @begin: makes it; @at_once has what is deferred freed at once, which is wrong
 *	and must be noticed.  Return: true; false if memory ran out
 * @act: adds a context, or asks for one and its text, as @choice says; a wrong
 *	answer is a bug that ends the program.  Context: any thread
 * @rest: frees what the calling thread has deferred.  Context: each thread,
 *	when none of them acts
 * @end: frees the table
 */
struct threads_kernel_ops {
	bool (*begin)(bool at_once);
	void (*act)(uint32_t choice);
	void (*rest)(void);
	void (*end)(void);
};

#endif /* LSM_KERNEL_THREADS_H */
