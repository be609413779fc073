/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Locks, RCU and its lists with the sequential back end. */
#include <lsm/rculist.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct item {
	int number;
	struct list_head link;
	struct hlist_node node;
	struct rcu_head rcu;
};

static int order[8];
static int nr_freed;

static void note(struct rcu_head *head)
{
	order[nr_freed++] = container_of(head, struct item, rcu)->number;
}

static void deferred_functions_run_when_no_reader_is_left(void **state)
{
	struct item item[3] = { { .number = 0 },
				{ .number = 1 },
				{ .number = 2 } };

	(void)state;
	nr_freed = 0;
	call_rcu(&item[0].rcu, note);
	assert_int_equal(nr_freed, 1);
	rcu_read_lock();
	rcu_read_lock();
	call_rcu(&item[1].rcu, note);
	rcu_read_unlock();
	assert_int_equal(nr_freed, 1);
	call_rcu(&item[2].rcu, note);
	assert_true(rcu_read_lock_held());
	rcu_read_unlock();
	assert_false(rcu_read_lock_held());
	assert_int_equal(nr_freed, 3);
	assert_int_equal(order[1], 1);
	assert_int_equal(order[2], 2);
}

/* The numbers in a list, as decimal digits; what prev says must agree. */
static int digits(struct list_head *head)
{
	struct list_head *link;
	struct item *item;
	int value = 0;

	rcu_read_lock();
	list_for_each_entry_rcu(item, head, link)
		value = value * 10 + item->number;
	rcu_read_unlock();
	for (link = head; link->next != head; link = link->next)
		assert_ptr_equal(link->next->prev, link);
	assert_ptr_equal(head->prev, link);
	return value;
}

static void a_ring_keeps_its_order_and_both_directions(void **state)
{
	struct item item[6], *pos, *following;
	struct list_head head;
	int i;

	(void)state;
	for (i = 0; i < 6; i++)
		item[i].number = i;
	INIT_LIST_HEAD(&head);
	assert_true(list_empty(&head));
	list_add(&item[2].link, &head);
	list_add_tail(&item[3].link, &head);
	list_add_rcu(&item[1].link, &head);
	list_add_tail_rcu(&item[4].link, &head);
	assert_int_equal(digits(&head), 1234);
	assert_false(list_empty(&head));
	list_move(&item[3].link, &head);
	assert_int_equal(digits(&head), 3124);
	list_replace_rcu(&item[1].link, &item[5].link);
	assert_int_equal(digits(&head), 3524);
	assert_ptr_equal(item[1].link.next, &item[2].link);
	list_del_rcu(&item[5].link);
	assert_int_equal(digits(&head), 324);
	assert_ptr_equal(item[5].link.next, &item[2].link);
	list_del(&item[2].link);
	assert_int_equal(digits(&head), 34);
	list_for_each_entry_safe(pos, following, &head, link)
		list_del(&pos->link);
	assert_true(list_empty(&head));
}

static int chain_digits(struct hlist_head *head)
{
	struct hlist_node **from = &head->first;
	struct item *item;
	int value = 0;

	hlist_for_each_entry(item, head, node) {
		assert_ptr_equal(item->node.pprev, from);
		from = &item->node.next;
	}
	rcu_read_lock();
	hlist_for_each_entry_rcu(item, head, node)
		value = value * 10 + item->number;
	rcu_read_unlock();
	return value;
}

static void a_chain_keeps_its_order_and_both_directions(void **state)
{
	struct item item[4], *pos;
	struct hlist_head head = { NULL };
	struct hlist_node *following;
	int i;

	(void)state;
	assert_int_equal(chain_digits(&head), 0);
	for (i = 0; i < 4; i++) {
		item[i].number = i;
		hlist_add_head_rcu(&item[i].node, &head);
	}
	assert_int_equal(chain_digits(&head), 3210);
	hlist_del_rcu(&item[2].node);
	assert_int_equal(chain_digits(&head), 310);
	assert_ptr_equal(item[2].node.next, &item[1].node);
	hlist_del_rcu(&item[3].node);
	hlist_del_rcu(&item[0].node);
	assert_int_equal(chain_digits(&head), 1);
	hlist_for_each_entry_safe(pos, following, &head, node)
		hlist_del_rcu(&pos->node);
	assert_null(head.first);
}

static struct item shared;
static struct item *published;
static spinlock_t lock;

static void dereference_outside(void)
{
	(void)rcu_dereference(published);
}

static void check_neither(void)
{
	(void)rcu_dereference_check(published, lockdep_is_held(&lock));
}

static void protected_without_lock(void)
{
	(void)rcu_dereference_protected(published, lockdep_is_held(&lock));
}

static void unlock_free(void)
{
	spin_unlock(&lock);
}

static void lock_twice(void)
{
	spin_lock(&lock);
	spin_lock(&lock);
}

static void leave_outside(void)
{
	rcu_read_unlock();
}

static void defer_twice(void)
{
	rcu_read_lock();
	call_rcu(&shared.rcu, note);
	call_rcu(&shared.rcu, note);
}

static void wait_inside(void)
{
	rcu_read_lock();
	synchronize_rcu();
}

static void barrier_inside(void)
{
	rcu_read_lock();
	rcu_barrier();
}

/* The signal that ends a process which does just this. */
static int signal_of(void (*act)(void))
{
	const struct rlimit none = { 0, 0 };
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (!child) {
		/* Neither a core nor cmocka's opinion of the signal. */
		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		if (!freopen("/dev/null", "w", stderr))
			_exit(1);
		act();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void misuse_ends_the_process(void **state)
{
	static void (*const misuse[])(void) = {
		dereference_outside, check_neither, protected_without_lock,
		unlock_free,	     lock_twice,    leave_outside,
		defer_twice,	     wait_inside,   barrier_inside,
	};
	size_t i;

	(void)state;
	spin_lock_init(&lock);
	for (i = 0; i < sizeof(misuse) / sizeof(misuse[0]); i++)
		assert_int_equal(signal_of(misuse[i]), SIGABRT);
}

static void right_use_is_silent(void **state)
{
	(void)state;
	spin_lock_init(&lock);
	spin_lock(&lock);
	assert_true(lockdep_is_held(&lock));
	rcu_assign_pointer(published, &shared);
	assert_ptr_equal(
		rcu_dereference_protected(published, lockdep_is_held(&lock)),
		&shared);
	assert_ptr_equal(
		rcu_dereference_check(published, lockdep_is_held(&lock)),
		&shared);
	spin_unlock(&lock);
	assert_false(lockdep_is_held(&lock));
	rcu_read_lock();
	assert_ptr_equal(rcu_dereference(published), &shared);
	rcu_read_unlock();
	assert_ptr_equal(rcu_access_pointer(published), &shared);
	RCU_INIT_POINTER(published, NULL);
	WRITE_ONCE(shared.number, 7);
	assert_int_equal(READ_ONCE(shared.number), 7);
	smp_store_release(&shared.number, 8);
	assert_int_equal(smp_load_acquire(&shared.number), 8);
	synchronize_rcu();
	rcu_barrier();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deferred_functions_run_when_no_reader_is_left),
		cmocka_unit_test(a_ring_keeps_its_order_and_both_directions),
		cmocka_unit_test(a_chain_keeps_its_order_and_both_directions),
		cmocka_unit_test(misuse_ends_the_process),
		cmocka_unit_test(right_use_is_silent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
