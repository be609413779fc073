/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/sync_sequential.h>

#include <stdio.h>
#include <stdlib.h>

struct lsm_sync_sequential lsm_sync_sequential;

void lsm_sync_misuse(const char *complaint, const char *file, int line)
{
	fprintf(stderr, "%s:%d: misuse of sync.h: %s\n", file, line, complaint);
	abort();
}

void lsm_sync_run_waiting(void)
{
	struct rcu_head *oldest = NULL;

	while (lsm_sync_sequential.waiting) {
		struct rcu_head *head = lsm_sync_sequential.waiting;

		lsm_sync_sequential.waiting = head->next;
		head->next = oldest;
		oldest = head;
	}
	while (oldest) {
		struct rcu_head *head = oldest;

		oldest = head->next;
		head->func(head);
	}
}

void lsm_sync_call(struct rcu_head *head, void (*func)(struct rcu_head *head))
{
	const struct rcu_head *other;

	if (!lsm_sync_reading()) {
		func(head);
		return;
	}
	for (other = lsm_sync_sequential.waiting; other; other = other->next) {
		if (other == head)
			lsm_sync_misuse("call_rcu() twice for one object",
					__FILE__, __LINE__);
	}
	head->func = func;
	head->next = lsm_sync_sequential.waiting;
	lsm_sync_sequential.waiting = head;
}
