/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an observation must tell apart. */
#include <lsm/observation.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t digest_of(const uint8_t *bytes, size_t len)
{
	struct lsm_obs obs = { 0 };

	lsm_obs_bytes(&obs, bytes, len);
	return obs.digest;
}

static void every_byte_counts(void **state)
{
	(void)state;
	for (size_t len = 0; len <= 17; len++) {
		uint8_t bytes[18] = "abcdefghijklmnopq";
		uint64_t digest = digest_of(bytes, len);

		assert_int_not_equal(digest, digest_of(bytes, len + 1));
		for (size_t i = 0; i < len; i++) {
			bytes[i] ^= 1;
			assert_int_not_equal(digest, digest_of(bytes, len));
			bytes[i] ^= 1;
		}
	}
}

static void order_counts(void **state)
{
	struct lsm_obs a = { 0 }, b = { 0 };

	(void)state;
	lsm_obs_number(&a, 1);
	lsm_obs_number(&a, 2);
	lsm_obs_number(&b, 2);
	lsm_obs_number(&b, 1);
	assert_int_not_equal(a.digest, b.digest);
	assert_int_equal(a.len, 2);
}

static void outcomes_follow_answers(void **state)
{
	struct lsm_obs obs = { 0 };

	(void)state;
	lsm_obs_status(&obs, -22);
	assert_int_equal(obs.status, -22);
	assert_int_equal(obs.outcome, LSM_ERROR);
	lsm_obs_status(&obs, 0);
	assert_int_equal(obs.outcome, LSM_OK);
	lsm_obs_bool(&obs, true);
	assert_int_equal(obs.outcome, LSM_TRUE);
	lsm_obs_found(&obs, false);
	assert_int_equal(obs.outcome, LSM_MISS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_byte_counts),
		cmocka_unit_test(order_counts),
		cmocka_unit_test(outcomes_follow_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
