/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tree's SID table among threads.  Contexts differ in their type alone, so no
 * policy is needed.
 */
/* SIDs collide; this comes before any header of the tree. */
#define CONFIG_SECURITY_SELINUX_SIDTAB_HASH_BITS 3

#include "threads_kernel.h"

#include <kernel_adapter.h>

#include "sidtab.c"

/* What context.c and security.h mention. */
struct selinux_state selinux_state;

static struct sidtab sidtab;

static void check(bool right, const char *what)
{
	if (!right)
		lsm_kernel_bug(what, __FILE__, __LINE__);
}

static struct context context_of(uint32_t which)
{
	struct context context;

	context_init(&context);
	context.user = 1;
	context.role = 1;
	context.type = which + 1;
	context.range.level[0].sens = 1;
	context.range.level[1].sens = 1;
	return context;
}

static bool begin(bool at_once)
{
	lsm_kernel_at_once = at_once;
	return !sidtab_init(&sidtab);
}

/* Its text is cached, or is made and handed in. */
static void ask_text(struct sidtab_entry *entry)
{
	char made[16], *text = NULL;
	u32 len = (u32)scnprintf(made, sizeof(made), "type %u",
				 entry->context.type) +
		  1;
	u32 found = 0;
	int status = sidtab_sid2str_get(&sidtab, entry, &text, &found);

	if (status == -ENOENT) {
		sidtab_sid2str_put(&sidtab, entry, made, len);
		return;
	}
	check(!status, "a text is neither cached nor not");
	check(found == len && !memcmp(text, made, len), "another's text");
	kfree(text);
}

static void ask(uint32_t sid)
{
	struct sidtab_entry *entry = sidtab_search_entry(&sidtab, sid);

	if (!entry)
		return;
	check(entry->context.type - 1 < THREADS_CONTEXTS, "no context");
	ask_text(entry);
}

static void add(uint32_t which)
{
	struct context context = context_of(which);
	struct sidtab_entry *entry;
	u32 sid;

	if (sidtab_context_to_sid(&sidtab, &context, &sid))
		return;
	entry = sidtab_search_entry(&sidtab, sid);
	check(entry && context_cmp(&entry->context, &context),
	      "a SID with another context");
}

static void act(uint32_t choice)
{
	uint32_t which = choice % THREADS_CONTEXTS;

	if (choice / THREADS_CONTEXTS % 3)
		ask(SECINITSID_NUM + 1 + which);
	else
		add(which);
}

static void rest(void)
{
	lsm_kernel_drain();
}

static void end(void)
{
	sidtab_destroy(&sidtab);
	lsm_kernel_drain();
}

const struct threads_kernel_ops LSM_KERNEL_SYMBOL(threads) = {
	.begin = begin,
	.act = act,
	.rest = rest,
	.end = end,
};
