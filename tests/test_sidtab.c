/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What programs cannot say of a SID table: its log, its lengths, its names. */
#include "sidtab_fixture.h"

#include "../reference/sidtab_eviction_reference.h"

/* Each policy's tables keep the promises of lsm/sidtab.h. */
static void policies_are_sound(void)
{
	for (uint32_t i = 0; i < LSM_SIDTAB_POLICIES; i++) {
		const struct lsm_sidtab_policy *policy = &lsm_sidtab_policy[i];
		void *table = make(i, 4, 0);

		for (size_t k = 0; k < policy->nr_users; k++)
			assert_int_equal(policy->user[k].value, k + 1);
		for (size_t k = 0; k < policy->nr_roles; k++)
			assert_int_equal(policy->role[k].value, k + 1);
		assert_string_equal(policy->role[0].name, "object_r");
		for (size_t k = 0; k < policy->nr_initial; k++) {
			const struct lsm_sidtab_initial *initial =
				&policy->initial[k];

			assert_int_equal(ops->valid(table, initial->text,
						    strlen(initial->text)),
					 0);
			assert_string_equal(text_of(table, initial->sid, false),
					    initial->text);
		}
		ops->base.destroy(table);
	}
}

static void sids_count_up(void)
{
	assert_int_equal(add(self, "u:object_r:t:s0", false), 28);
	assert_int_equal(add(self, "u:object_r:also_t:unclassified", false),
			 28);
	assert_int_equal(add(self, "u:object_r:new_t:s0", false), 29);
	assert_int_equal(add(self, "nobody:object_r:t:s0", false), -EINVAL);
	assert_string_equal(text_of(self, 28, false), "u:object_r:t:s0");
	assert_string_equal(text_of(self, 30, false),
			    "system_u:object_r:unlabeled_t:s0");
	assert_string_equal(text_of(self, UINT32_MAX, true),
			    "system_u:object_r:unlabeled_t:s0");
}

static void text_is_as_given(void)
{
	/* Neither NUL nor anything behind it, and nothing beyond the length. */
	uint32_t sid;

	assert_int_equal(
		ops->add(self, "bad\0worse", 9, true, NULL, NULL, &sid), 0);
	assert_string_equal(text_of(self, sid, true), "bad");
	assert_int_equal(ops->add(self, "badly", 3, true, NULL, NULL, &sid), 0);
	assert_int_equal(sid, 28);
	assert_int_equal(ops->add(self, "", 0, true, NULL, NULL, &sid),
			 -EINVAL);
	assert_int_equal(ops->add(self, "", 1, true, NULL, NULL, &sid), 0);
	assert_int_equal(sid, 29);
	assert_string_equal(text_of(self, 29, true), "");
}

/* What is given up as stale changes nothing; the second table then takes it. */
static bool publish_once(void *arg)
{
	int *calls = arg;

	(*calls)++;
	return ops->publish(self) == 0;
}

static void stale_is_tried_again(void)
{
	static const char text[] = "u:object_r:app_data_file:s0:c0,x";
	uint32_t sid = 0;
	int calls = 0;

	assert_int_equal(ops->load(self, LSM_SIDTAB_OTHER), 0);
	assert_int_equal(ops->load(self, LSM_SIDTAB_OTHER), -EBUSY);
	assert_int_equal(ops->publish(self), -EINVAL);
	assert_int_equal(ops->freeze(self), 0);
	assert_int_equal(
		ops->add(self, text, strlen(text), false, NULL, NULL, &sid),
		-ESTALE);
	assert_int_equal(sid, 0);
	assert_int_equal(ops->add(self, text, strlen(text), false, publish_once,
				  &calls, &sid),
			 0);
	assert_int_equal(calls, 1);
	assert_string_equal(text_of(self, sid, false), text);
	assert_int_equal(ops->policy(self, LSM_SIDTAB_CURRENT),
			 LSM_SIDTAB_OTHER);
	assert_int_equal(ops->policy(self, LSM_SIDTAB_NEXT),
			 LSM_SIDTAB_POLICIES);
	/* Nothing is unlabeled there. */
	assert_string_equal(text_of(self, 0, false), "(no meaning)");
}

struct log {
	struct sidtab_eviction_reference lru;
	uint32_t changes;
	const char *fault;
};

static void follow(enum lsm_sidtab_change change, uint32_t sid, void *arg)
{
	struct log *log = arg;
	const char *fault =
		sidtab_eviction_reference_apply(&log->lru, change, sid);

	log->changes++;
	if (fault)
		log->fault = fault;
}

static void compare(uint32_t sid, void *arg)
{
	uint32_t **at = arg;

	assert_int_equal(*(*at)++, sid);
}

/* The log of changes, replayed, is the list; for many capacities. */
static void log_is_the_list(uint32_t capacity)
{
	void *table = make(LSM_SIDTAB_SMALL, capacity, 0);
	struct log log = { 0 };
	uint32_t state = 1, *at;

	assert_true(sidtab_eviction_reference_init(&log.lru, LSM_SIDTAB_LRU,
						   capacity));
	ops->watch(table, follow, &log);
	for (uint32_t i = 0; i < 40; i++) {
		char text[20];

		snprintf(text, sizeof(text), "bad%u", i);
		add(table, i % 4 ? "u:object_r:t:s0" : text, i % 4 == 0);
		snprintf(text, sizeof(text), "u:object_r:t:s0:%s",
			 (const char *[]){ "c0", "x", "c3", "c5" }[i % 4]);
		add(table, text, false);
	}
	for (uint32_t i = 0; i < 2000; i++) {
		state = state * 1664525u + 1013904223u;
		if (i == 1000) {
			assert_int_equal(ops->load(table, LSM_SIDTAB_BIG), 0);
			assert_int_equal(ops->freeze(table), 0);
			assert_int_equal(ops->publish(table), 0);
		}
		if (state >> 31)
			ops->put(table, state >> 8 & 31, state >> 20 & 1);
		else
			text_by_cache(table, state >> 8 & 31, state >> 20 & 1);
		at = log.lru.sid;
		ops->cached(table, compare, &at);
		assert_int_equal(at - log.lru.sid, log.lru.nr);
	}
	if (log.fault)
		fail_msg("%s: %s", ops->base.name, log.fault);
	/* Without a cache only the new table is a change. */
	assert_true(capacity ? log.changes > 100 : log.changes == 1);
	ops->watch(table, NULL, NULL);
	sidtab_eviction_reference_free(&log.lru);
	assert_null(ops->base.check(table));
	ops->base.destroy(table);
}

static void logs(void)
{
	static const uint32_t capacities[] = { 0, 1, 2, 3, 7, 256 };

	if (!ops->watch) /* a peer without a cache */
		return;
	for (size_t i = 0; i < LSM_ARRAY_SIZE(capacities); i++)
		log_is_the_list(capacities[i]);
}

/* What is cached, the most recent one first, as one number a SID. */
static void note(uint32_t sid, void *arg)
{
	uint64_t *list = arg;

	*list = *list << 8 | sid;
}

static uint64_t list(void)
{
	uint64_t sids = 0;

	ops->cached(self, note, &sids);
	return sids;
}

/* A copy that fails moves nothing; one that only the cache wants is missed. */
static void memory_runs_out(void)
{
	char *text = NULL;
	size_t len = 0;

	text_by_cache(self, 1, false);
	text_by_cache(self, 2, false);
	assert_int_equal(list(), 0x0201);
	lsm_alloc_fail(1);
	assert_int_equal(ops->get(self, 1, false, &text, &len), -ENOMEM);
	assert_true(lsm_alloc_failed());
	assert_int_equal(list(), 0x0201);
	lsm_alloc_fail(2);
	assert_int_equal(ops->put(self, 3, false), 0);
	assert_true(lsm_alloc_failed());
	assert_int_equal(list(), 0x0201);
	lsm_alloc_fail(2);
	assert_int_equal(ops->translate(self, 3, false, &text, &len), 0);
	assert_true(lsm_alloc_failed());
	lsm_free(text);
	assert_int_equal(list(), 0x0201);
	text_by_cache(self, 1, false);
	text_by_cache(self, 3, false);
	assert_int_equal(list(), 0x0301);
}

/* The model itself refuses what no cache may do. */
static void model_is_strict(void)
{
	struct sidtab_eviction_reference lru;

	assert_true(sidtab_eviction_reference_init(&lru, LSM_SIDTAB_LRU, 2));
	assert_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_INSERT, 1));
	assert_non_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_INSERT, 1));
	assert_non_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_MOVE, 2));
	assert_non_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_EVICT, 1));
	assert_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_INSERT, 2));
	assert_non_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_INSERT, 3));
	assert_non_null(
		sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_EVICT, 2));
	assert_null(sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_MOVE, 1));
	assert_null(sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_EVICT, 2));
	assert_int_equal(sidtab_eviction_reference_victim(&lru), 0);
	assert_null(sidtab_eviction_reference_apply(&lru, LSM_SIDTAB_RENEW, 0));
	assert_false(sidtab_eviction_reference_has(&lru, 1));
	sidtab_eviction_reference_free(&lru);
}

static void model(void **state)
{
	(void)state;
	model_is_strict();
}

/* A context with all categories, again and again. */
static void longest_text(void)
{
	static const char text[] =
		"u:object_r:app_data_file:s0:c0.c1023-s15:c0.c1023";
	void *table = make(LSM_SIDTAB_BIG, 2, 0);

	assert_int_equal(add(table, text, false), 28);
	for (int i = 0; i < 3; i++)
		assert_string_equal(text_by_cache(table, 28, false), text);
	assert_null(ops->base.check(table));
	ops->base.destroy(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(policies_are_sound),
		EACH(sids_count_up),
		EACH_WHOLE(text_is_as_given),
		EACH_WHOLE(stale_is_tried_again),
		EACH(logs),
		EACH_WHOLE(memory_runs_out),
		EACH(longest_text),
		cmocka_unit_test(model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
