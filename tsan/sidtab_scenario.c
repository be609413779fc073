/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What threads do with a SID table: translate, add contexts, reload a policy.
 *
 * The first context has another text under the other policy, so a text that is
 * older than a reload shows.  Changes of the cache are replayed on a plain list
 * as they are made, under the lock that orders them.  Marks of LSM_SIDTAB_SIEVE
 * are set without it, so there who goes is anybody's guess, but one at a time.
 */
#include "scenario.h"
#include "sidtab_model.h"

#include <lsm/alloc.h>
#include <lsm/sidtab.h>
#include <lsm/sync.h>

#include <errno.h>
#include <string.h>

#define KNOWN 3u /* contexts that are in the table from the start */
#define FILLER 2u /* more of them, so that the index grows soon */
#define ADDED 3u /* contexts that operations add */
#define FIRST (LSM_SIDTAB_INITIAL + 1)
#define CAPACITY_MAX SIDTAB_MODEL_MAX
#define SIEVE 3u /* the setup with another eviction */

enum window {
	HIT,
	EVICTED_WHILE_READ,
	READ_DURING_RELOAD,
	ADD_MEETS_FROZEN,
	ADD_TWICE_AT_ONCE,
};

static const char *const known[KNOWN + FILLER] = {
	"u:r:old_t:s0", /* becomes u:r:new_t:s0 */
	"u:object_r:t:s0:c0",  "u:object_r:t:s0",
	"u:object_r:new_t:s0", "u:object_r:new_t:s0:c0",
};
static const char *const added[ADDED] = {
	"u:object_r:app_data_file:s0",
	"system_u:object_r:t:s0",
	"u:r:new_t:s0:c0",
};

/* What a SID means that nobody was given; nothing after a reload. */
static const char unlabeled[] = "system_u:object_r:unlabeled_t:s0";

static const struct lsm_sidtab_ops *ops;
static void *object;
static uint32_t nr_known; /* contexts from the start, with fillers */
static spinlock_t reload_lock; /* one thread at a time reloads */

/* Notes: reloads begun and completed, the newest text that was seen, how often
 * a text was evicted, who adds a context now, and which SID it was given.
 */
static uint32_t begun, done, seen;
static uint32_t evicted[KNOWN];
static uint32_t adding[ADDED], sid_of[ADDED];

static struct sidtab_model model; /* under the lock */

static void changed(enum lsm_sidtab_change change, uint32_t sid, void *arg)
{
	const char *why = sidtab_model_change(&model, change, sid);

	(void)arg;
	if (why)
		lsm_scenario_wrong(why);
	if (change == LSM_SIDTAB_EVICT && sid >= FIRST && sid < FIRST + KNOWN)
		LSM_NOTE_ADD(evicted[sid - FIRST], 1);
}

/* The text of a SID is right, and not older than @least reloads. */
static void judge(uint8_t which, const char *text, size_t len, uint32_t least)
{
	uint32_t age = 0;

	if (len != strlen(known[which]) + 1)
		lsm_scenario_wrong("a length that is not the text's");
	if (text && !which && !memcmp(text, "u:r:new_t:s0", len))
		age = 1;
	else if (text && memcmp(text, known[which], len) != 0)
		lsm_scenario_wrong("the text of nothing, or of another SID");
	if (!text || which)
		return;
	if (age < least)
		lsm_scenario_wrong("a text from before a reload");
	if (age && !LSM_NOTE_READ(begun))
		lsm_scenario_wrong("a text from after a reload");
	lsm_note_max(&seen, age);
}

typedef int ask_fn(void *, uint32_t, bool, char **, size_t *);

/* Ask for a text in one of the ways. */
static void ask(const struct lsm_actor *actor, uint8_t which, ask_fn *how,
		bool wants_text, bool may_miss)
{
	uint32_t least = LSM_NOTE_READ(done) || LSM_NOTE_READ(seen);
	uint32_t evictions = LSM_NOTE_READ(evicted[which]);
	uint32_t reloads = LSM_NOTE_READ(done);
	char *text = NULL;
	size_t len;
	int status = how(object, FIRST + which, false,
			 wants_text ? &text : NULL, &len);

	if (reloads != LSM_NOTE_READ(begun))
		lsm_scenario_met(READ_DURING_RELOAD);
	if (status == -ENOENT && may_miss)
		return;
	if (status == -ENOMEM && actor->may_fail)
		return;
	if (status)
		lsm_scenario_wrong("a SID without a text");
	judge(which, text, len, least);
	if (may_miss)
		lsm_scenario_met(HIT);
	if (evictions != LSM_NOTE_READ(evicted[which]))
		lsm_scenario_met(EVICTED_WHILE_READ);
	lsm_free(text);
}

static void act_translate(const struct lsm_actor *actor, const uint8_t *arg)
{
	ask(actor, arg[0], ops->translate, true, false);
}

static void act_get(const struct lsm_actor *actor, const uint8_t *arg)
{
	ask(actor, arg[0], ops->get, true, true);
}

static void act_length(const struct lsm_actor *actor, const uint8_t *arg)
{
	ask(actor, arg[0], ops->translate, false, false);
}

static void act_put(const struct lsm_actor *actor, const uint8_t *arg)
{
	int status = ops->put(object, FIRST + arg[0], false);

	if (status && !(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a SID without a text");
}

/* Not before the reload that made the table refuse is over. */
static bool wait_for_reload(void *arg)
{
	(void)arg;
	lsm_scenario_met(ADD_MEETS_FROZEN);
	spin_lock(&reload_lock);
	spin_unlock(&reload_lock);
	return true;
}

static void check_added(const struct lsm_actor *actor, uint8_t which,
			uint32_t sid)
{
	uint32_t before = 0;
	char *text;
	size_t len;
	int status;

	/* The first to know says it, all others must agree. */
	if (!__atomic_compare_exchange_n(&sid_of[which], &before, sid, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
	    before != sid)
		lsm_scenario_wrong("a context with two SIDs");
	for (uint32_t i = 0; i < ADDED; i++)
		if (i != which && LSM_NOTE_READ(sid_of[i]) == sid)
			lsm_scenario_wrong("a SID with two contexts");
	status = ops->text(object, sid, false, &text, &len);
	if (status == -ENOMEM && actor->may_fail)
		return;
	if (status || strcmp(text, added[which]) != 0)
		lsm_scenario_wrong("a new SID without its text");
	lsm_free(text);
}

static void act_add(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint8_t which = arg[0];
	uint32_t sid;
	int status;

	if (LSM_NOTE_ADD(adding[which], 1) > 1)
		lsm_scenario_met(ADD_TWICE_AT_ONCE);
	status = ops->add(object, added[which], strlen(added[which]), false,
			  wait_for_reload, NULL, &sid);
	LSM_NOTE_ADD(adding[which], -1u);
	if (status == -ENOMEM && actor->may_fail)
		return;
	if (status)
		lsm_scenario_wrong("a valid context was refused");
	check_added(actor, which, sid);
}

static void reload(const struct lsm_actor *actor, bool publish)
{
	int status;

	spin_lock(&reload_lock);
	status = ops->load(object, LSM_SIDTAB_OTHER);
	if (!status && (publish ? ops->freeze : ops->cancel)(object))
		lsm_scenario_wrong("a load that can be neither frozen nor "
				   "cancelled");
	if (!status && publish) {
		LSM_NOTE_ADD(begun, 1);
		if (ops->publish(object))
			lsm_scenario_wrong("a load that cannot be published");
		LSM_NOTE_ADD(done, 1);
	}
	spin_unlock(&reload_lock);
	if (status && !(status == -ENOMEM && actor->may_fail))
		lsm_scenario_wrong("a policy that cannot be loaded");
}

static void act_reload(const struct lsm_actor *actor, const uint8_t *arg)
{
	(void)arg;
	reload(actor, true);
}

static void act_cancel(const struct lsm_actor *actor, const uint8_t *arg)
{
	(void)arg;
	reload(actor, false);
}

/* Asks for a SID that may be on its way into the table. */
static void act_guess(const struct lsm_actor *actor, const uint8_t *arg)
{
	uint32_t sid = FIRST + nr_known + arg[0];
	char *text;
	size_t len;
	int status = ops->text(object, sid, false, &text, &len);
	bool right;

	if (status == -ENOMEM && actor->may_fail)
		return;
	if (status == -EINVAL && LSM_NOTE_READ(begun))
		return;
	if (status)
		lsm_scenario_wrong("a SID without a text");
	right = !strcmp(text, unlabeled);
	for (uint32_t i = 0; i < ADDED; i++)
		right |= !strcmp(text, added[i]);
	if (!right || len != strlen(text) + 1)
		lsm_scenario_wrong("a SID with a text that nobody added");
	lsm_free(text);
}

/* One context more, which gets the next SID. */
static bool fill(const char *text)
{
	uint32_t sid;

	return !ops->add(object, text, strlen(text), false, NULL, NULL, &sid) &&
	       sid == FIRST + nr_known++;
}

static bool begin(const struct lsm_ops *impl, void *shared, unsigned int setup)
{
	const uint32_t room = setup < CAPACITY_MAX ? setup : CAPACITY_MAX;
	/* policy, capacity, uncached, limit, eviction */
	const uint32_t param[] = { LSM_SIDTAB_SMALL, room, room == 0, 0,
				   setup == SIEVE };

	ops = (const struct lsm_sidtab_ops *)(const void *)impl;
	begun = done = seen = 0;
	memset(evicted, 0, sizeof(evicted));
	memset(adding, 0, sizeof(adding));
	memset(sid_of, 0, sizeof(sid_of));
	model = (struct sidtab_model){ .capacity = room,
				       .sieves = setup == SIEVE };
	spin_lock_init(&reload_lock);
	object = impl->create(shared, param);
	if (!object)
		return false;
	nr_known = 0;
	for (uint32_t i = 0; i < KNOWN + (setup == 2 ? FILLER : 0); i++)
		if (!fill(known[i]))
			return false;
	ops->watch(object, changed, NULL);
	return true;
}

static uint32_t nr_cached;
static bool order_differs;

static void compare(uint32_t sid, void *arg)
{
	(void)arg;
	if (nr_cached >= model.nr || model.sid[nr_cached] != sid)
		order_differs = true;
	nr_cached++;
}

static const char *settle(void)
{
	const char *why = ops->base.check(object);
	struct lsm_sidtab_stats stats;

	if (why)
		return why;
	ops->stats(object, &stats);
	if (stats.cached != model.nr ||
	    stats.cached + stats.room != model.capacity)
		return "texts and room are not those of the list";
	nr_cached = 0;
	order_differs = false;
	ops->cached(object, compare, NULL);
	if (order_differs || nr_cached != model.nr)
		return "the order of the cache is not that of the list";
	for (uint32_t i = 0; i < ADDED; i++)
		if (sid_of[i] >= FIRST + stats.sids)
			return "a SID that the table does not have";
	return NULL;
}

static void end(void)
{
	ops->base.destroy(object);
}

static const struct lsm_action actions[] = {
	{ "translate", { "sid" }, { KNOWN }, { 2 }, 6, false, act_translate },
	{ "get", { "sid" }, { KNOWN }, { 0 }, 3, false, act_get },
	{ "length", { "sid" }, { KNOWN }, { 0 }, 1, false, act_length },
	{ "put", { "sid" }, { KNOWN }, { 0 }, 2, false, act_put },
	{ "add", { "context" }, { ADDED }, { 1 }, 3, false, act_add },
	{ "guess", { "sid" }, { ADDED }, { 1 }, 1, true, act_guess },
	{ "reload", { NULL }, { 0 }, { 1 }, 1, true, act_reload },
	{ "cancel", { NULL }, { 0 }, { 0 }, 1, true, act_cancel },
};

extern const struct lsm_sidtab_ops lsm_sidtab_cached;
static const struct lsm_ops *const impls[] = { &lsm_sidtab_cached.base };
/* The index is the capacity, but for the last. */
static const char *const setups[] = { "uncached", "capacity=1",
				      "capacity=2", [SIEVE] = "sieve=2" };
static const char *const windows[] = {
	[HIT] = "a text found in the cache",
	[EVICTED_WHILE_READ] = "a text evicted while it is read",
	[READ_DURING_RELOAD] = "a translation beside a reload",
	[ADD_MEETS_FROZEN] = "a context added to a table that is frozen",
	[ADD_TWICE_AT_ONCE] = "a context added by two at once",
};

const struct lsm_scenario lsm_scenario = {
	.name = "sidtab",
	.impls = impls,
	.nr_impls = LSM_ARRAY_SIZE(impls),
	.actions = actions,
	.nr_actions = LSM_ARRAY_SIZE(actions),
	.setups = setups,
	.nr_setups = LSM_ARRAY_SIZE(setups),
	.windows = windows,
	.nr_windows = LSM_ARRAY_SIZE(windows),
	.begin = begin,
	.settle = settle,
	.end = end,
};
