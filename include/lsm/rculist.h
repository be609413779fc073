/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rculist.h - lists that readers walk while a writer changes them
 *
 * Two shapes, in the kernel's spelling: struct list_head, a ring through its
 * head, and struct hlist_head, a chain whose head is one pointer, for the slots
 * of hash tables.
 *
 * Functions and loops ending in _rcu may meet readers (those of the loops) or
 * leave the list sound for readers at every moment (those that change it); the
 * others need the list to themselves.  All that change a list need its lock.
 * An element removed from under readers keeps its way onward, and is freed by
 * call_rcu().
 *
 * Unlinking is a release store, since a reader that comes by it reads elements
 * behind; the kernel's plain store would be a race in C11.
 *
 * Source of names and meanings: the kernel's include/linux/list.h, rculist.h,
 * version 6.1; the code is our own.
 */
#ifndef LSM_RCULIST_H
#define LSM_RCULIST_H

#include <lsm/sync.h>

/**
 * struct list_head - a ring: the head, and the link inside each element
 * @next: the first or next link, or the head; read by readers
 * @prev: the last or previous link, or the head; NULL in a removed element
 */
struct list_head {
	struct list_head __rcu *next;
	struct list_head *prev;
};

/**
 * INIT_LIST_HEAD() - make an empty list
 * @head: its head, not shared yet
 */
static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head;
	head->prev = head;
}

/**
 * list_empty() - whether a list has no element
 * @head: its head; the caller holds its lock
 *
 * Return: true if it is empty.
 */
static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

/* lsm_list_insert() - put @link between two neighbours */
static inline void lsm_list_insert(struct list_head *link,
				   struct list_head *before,
				   struct list_head *after)
{
	link->next = after;
	link->prev = before;
	after->prev = link;
	before->next = link;
}

/**
 * list_add() - insert an element at the front
 * @link: the element's link, in no list
 * @head: the list
 */
static inline void list_add(struct list_head *link, struct list_head *head)
{
	lsm_list_insert(link, head, head->next);
}

/**
 * list_add_tail() - insert an element at the end
 * @link: the element's link, in no list
 * @head: the list
 */
static inline void list_add_tail(struct list_head *link, struct list_head *head)
{
	lsm_list_insert(link, head->prev, head);
}

/**
 * list_del() - remove an element
 * @link: the element's link, in a list
 */
static inline void list_del(struct list_head *link)
{
	link->next->prev = link->prev;
	link->prev->next = link->next;
	link->next = NULL;
	link->prev = NULL;
}

/**
 * list_move() - put an element to the front
 * @link: the element's link, in a list
 * @head: the list
 */
static inline void list_move(struct list_head *link, struct list_head *head)
{
	list_del(link);
	list_add(link, head);
}

/* lsm_list_publish() - publish @link between two neighbours */
static inline void lsm_list_publish(struct list_head *link,
				    struct list_head *before,
				    struct list_head *after)
{
	link->next = after;
	link->prev = before;
	rcu_assign_pointer(before->next, link);
	after->prev = link;
}

/**
 * list_add_rcu() - publish an element at the front
 * @link: the link of an initialised element in no list
 * @head: the list
 */
static inline void list_add_rcu(struct list_head *link, struct list_head *head)
{
	lsm_list_publish(link, head, head->next);
}

/**
 * list_add_tail_rcu() - publish an element at the end
 * @link: the link of an initialised element in no list
 * @head: the list
 */
static inline void list_add_tail_rcu(struct list_head *link,
				     struct list_head *head)
{
	lsm_list_publish(link, head->prev, head);
}

/**
 * list_del_rcu() - unpublish an element
 * @link: the element's link, in a list; readers on it find their way on
 */
static inline void list_del_rcu(struct list_head *link)
{
	link->next->prev = link->prev;
	rcu_assign_pointer(link->prev->next, link->next);
	link->prev = NULL;
}

/**
 * list_replace_rcu() - publish an element in the place of another
 * @old: the link of the element that goes, in a list
 * @link: the link of an initialised element in no list
 *
 * Every reader finds one of the two.
 */
static inline void list_replace_rcu(struct list_head *old,
				    struct list_head *link)
{
	link->next = old->next;
	link->prev = old->prev;
	rcu_assign_pointer(link->prev->next, link);
	link->next->prev = link;
	old->prev = NULL;
}

/**
 * list_entry() - the element that a link is part of
 * @link: the link
 * @type: type of the element
 * @member: name of the link in it
 */
#define list_entry(link, type, member) container_of(link, type, member)

/* The element of a link, as a pointer of the type of @pos. */
#define lsm_list_at(link, pos, member) \
	list_entry(link, __typeof__(*(pos)), member)

/**
 * list_for_each_entry() - walk a list
 * @pos: points to each element in turn
 * @head: the list; the caller holds its lock
 * @member: name of the link in the element
 */
#define list_for_each_entry(pos, head, member)               \
	for ((pos) = lsm_list_at((head)->next, pos, member); \
	     &(pos)->member != (head);                       \
	     (pos) = lsm_list_at((pos)->member.next, pos, member))

/**
 * list_for_each_entry_safe() - walk a list whose elements may go
 * @pos: points to each element in turn; the loop's body may remove and free it
 * @following: as @pos, points to the element behind
 * @head: the list; the caller holds its lock
 * @member: name of the link in the element
 */
#define list_for_each_entry_safe(pos, following, head, member)          \
	for ((pos) = lsm_list_at((head)->next, pos, member),            \
	    (following) = lsm_list_at((pos)->member.next, pos, member); \
	     &(pos)->member != (head); (pos) = (following),             \
	    (following) = lsm_list_at((following)->member.next, pos, member))

/**
 * list_for_each_entry_rcu() - walk a list that may change meanwhile
 * @pos: points to each element in turn
 * @head: the list
 * @member: name of the link in the element
 *
 * Context: in a read section.
 */
#define list_for_each_entry_rcu(pos, head, member)                            \
	for ((pos) = lsm_list_at(rcu_dereference((head)->next), pos, member); \
	     &(pos)->member != (head);                                        \
	     (pos) = lsm_list_at(rcu_dereference((pos)->member.next), pos,    \
				 member))

/**
 * struct hlist_node - the link inside each element of a chain
 * @next: the next link or NULL; read by readers
 * @pprev: the pointer that leads here; NULL in an element in no chain
 */
struct hlist_node {
	struct hlist_node __rcu *next;
	struct hlist_node **pprev;
};

/**
 * struct hlist_head - a chain, e.g. a slot of a hash table
 * @first: its first link or NULL; zeroed memory is an empty chain
 */
struct hlist_head {
	struct hlist_node __rcu *first;
};

/**
 * hlist_add_head_rcu() - publish an element at the front
 * @link: the link of an initialised element in no chain
 * @head: the chain
 */
static inline void hlist_add_head_rcu(struct hlist_node *link,
				      struct hlist_head *head)
{
	struct hlist_node *first = head->first;

	link->next = first;
	link->pprev = &head->first;
	rcu_assign_pointer(head->first, link);
	if (first)
		first->pprev = &link->next;
}

/**
 * hlist_del_rcu() - unpublish an element
 * @link: the element's link, in a chain; readers on it find their way on
 */
static inline void hlist_del_rcu(struct hlist_node *link)
{
	struct hlist_node *next = link->next;

	if (next)
		next->pprev = link->pprev;
	rcu_assign_pointer(*link->pprev, next);
	link->pprev = NULL;
}

/**
 * hlist_entry() - the element that a link is part of
 * @link: the link or NULL
 * @type: type of the element
 * @member: name of the link in it
 *
 * The value is NULL for NULL.
 */
#define hlist_entry(link, type, member) container_of(link, type, member)

/* The element of a link or NULL, as a pointer of the type of @pos. */
#define lsm_hlist_at(link, pos, member) \
	hlist_entry(link, __typeof__(*(pos)), member)

/**
 * hlist_for_each_entry() - walk a chain
 * @pos: points to each element in turn
 * @head: the chain; the caller holds its lock
 * @member: name of the link in the element
 */
#define hlist_for_each_entry(pos, head, member)                       \
	for ((pos) = lsm_hlist_at((head)->first, pos, member); (pos); \
	     (pos) = lsm_hlist_at((pos)->member.next, pos, member))

/**
 * hlist_for_each_entry_safe() - walk a chain whose elements may go
 * @pos: points to each element in turn; the loop's body may remove and free it
 * @following: a struct hlist_node *, the link behind
 * @head: the chain; the caller holds its lock
 * @member: name of the link in the element
 */
#define hlist_for_each_entry_safe(pos, following, head, member) \
	for ((pos) = lsm_hlist_at((head)->first, pos, member);  \
	     (pos) && ((following) = (pos)->member.next, true); \
	     (pos) = lsm_hlist_at(following, pos, member))

/**
 * hlist_for_each_entry_rcu() - walk a chain that may change meanwhile
 * @pos: points to each element in turn
 * @head: the chain
 * @member: name of the link in the element
 *
 * Context: in a read section.
 */
#define hlist_for_each_entry_rcu(pos, head, member)                           \
	for ((pos) = lsm_hlist_at(rcu_dereference((head)->first), pos,        \
				  member);                                    \
	     (pos); (pos) = lsm_hlist_at(rcu_dereference((pos)->member.next), \
					 pos, member))

#endif /* LSM_RCULIST_H */
