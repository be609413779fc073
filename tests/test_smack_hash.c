/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Unit tests of the hash functions for labels.  Built for signed and for
 * unsigned char: labels hold no byte from 0x80 on, but a hash that depends on
 * the sign of char is one that differs between machines.
 */
#include "../optimized/smack_hash.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

struct row {
	const char *text;
	uint32_t hash[LSM_SMACK_HASHES];
};

static void expect(const struct row *row, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		for (uint32_t hash = 0; hash < LSM_SMACK_HASHES; hash++)
			assert_int_equal(smack_hash(hash, row[i].text,
						    strlen(row[i].text)),
					 row[i].hash[hash]);
}

/* The FNV-1a values of "", "a" and "foobar" are published by its authors. */
static void labels(void **state)
{
	static const struct row row[] = {
		{ "", { 0x00001505, 0x811c9dc5, 0x00000000 } },
		{ "a", { 0x0002b606, 0xe40c292c, 0x222d1bd4 } },
		{ "_", { 0x0002b604, 0xda0c196e, 0x7ad6b5db } },
		{ "foobar", { 0xfde460be, 0xbf9cf968, 0x65c72740 } },
		{ "User::App::org.tizen.mail",
		  { 0xe175b41e, 0xb136aa44, 0xe9e477e4 } },
	};
	char longest[LSM_SMACK_LABEL_MAX];

	(void)state;
	expect(row, LSM_ARRAY_SIZE(row));
	memset(longest, 'A', sizeof(longest));
	assert_int_equal(smack_hash(LSM_SMACK_DJB33, longest, sizeof(longest)),
			 0xd0c73d44);
	assert_int_equal(smack_hash(LSM_SMACK_FNV1A, longest, sizeof(longest)),
			 0x01c02106);
	assert_int_equal(smack_hash(LSM_SMACK_NAME, longest, sizeof(longest)),
			 0x50fc265d);
}

static void bytes_from_0x80(void **state)
{
	static const struct row row[] = {
		{ "\x80", { 0x0002b625, 0x850b939f, 0x8b16647a } },
		{ "\xff", { 0x0002b6a4, 0x7a0b824e, 0xa8b2b375 } },
		{ "a\xff"
		  "b",
		  { 0x0b8870c7, 0x1c91eb11, 0xc30949c3 } },
		{ "\xa0\x80\x7f", { 0x0b896c84, 0x57eff7d6, 0xc48d7db4 } },
	};

	(void)state;
	expect(row, LSM_ARRAY_SIZE(row));
}

/* What the adversarial sets of labels stand on: four labels, one hash. */
static void expect_equal(enum lsm_smack_hash hash, const char *const text[4],
			 uint32_t value)
{
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(smack_hash(hash, text[i], 4), value);
		for (size_t k = 0; k < i; k++)
			assert_int_not_equal(
				smack_hash(LSM_SMACK_FNV1A, text[i], 4),
				smack_hash(LSM_SMACK_FNV1A, text[k], 4));
	}
}

static void equal_hashes(void **state)
{
	static const char *const djb33[] = { "EzEz", "EzFY", "FYEz", "FYFY" };
	static const char *const name[] = { "baba", "baal", "alba", "alal" };

	(void)state;
	expect_equal(LSM_SMACK_DJB33, djb33, 0x7c84f603);
	expect_equal(LSM_SMACK_NAME, name, 0xc2e4feaa);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(labels),
	cmocka_unit_test(bytes_from_0x80),
	cmocka_unit_test(equal_hashes),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
