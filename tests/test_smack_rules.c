/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unit tests of Smack rules as text, and of tables without memory. */
#include "smack_fixture.h"

#define WRITE_MAX 4095

static uint32_t access_of(uint32_t subject, uint32_t object);

/* What a write returns, and what it leaves of the labels. */
static void words(void)
{
	static const struct {
		const char *text;
		long taken;
		uint32_t labels;
	} row[] = {
		{ "a b r", 5, 2 },
		{ "a b r\n", 6, 2 },
		{ "\n \ta\vb\fr\r\xa0", 10, 2 },
		{ "a\nb\nr\nc\nd\nw", 11, 4 },
		{ "a b r c d w ", 12, 4 },
		{ "a b r c d", -EINVAL, 2 },
		{ "a b", -EINVAL, 0 },
		{ "a", -EINVAL, 0 },
		{ " \n\t", -EINVAL, 0 },
		{ "a b/c r", 7, 2 },
		{ "a /b r", -EINVAL, 1 },
		{ "/a b r", -EINVAL, 0 },
		{ "-a b r", -EINVAL, 0 },
		{ "a -b r", -EINVAL, 1 },
		{ "a b r\nc -d r\ne f r\n", -EINVAL, 3 },
		{ "a b\x85r", -EINVAL, 0 }, /* no blank to the kernel */
		{ "a b\x1cr", -EINVAL, 0 },
		{ "", 0, 0 },
	};

	for (size_t i = 0; i < LSM_ARRAY_SIZE(row); i++) {
		ops->base.clear(table);
		assert_int_equal(load(row[i].text), row[i].taken);
		assert_int_equal(import("next"), 10 + row[i].labels);
	}
}

static void nul_inside(void)
{
	assert_int_equal(load_bytes(LSM_SMACK_SYSTEM, LSM_SMACK_LONG,
				    "a b r\0c d r", 11),
			 -EINVAL);
	assert_int_equal(access_of(10, 11), LSM_SMACK_READ);
	assert_null(find("c"));
	assert_int_equal(
		load_bytes(LSM_SMACK_SYSTEM, LSM_SMACK_LONG, "e f\0 r", 6),
		-EINVAL);
	assert_null(find("e"));
	assert_int_equal(query(LSM_SMACK_LONG, "a b r\0?", 7), 1);
}

/* The bits of the rule of a pair, or LSM_SMACK_ALL + 1 if there is none. */
struct wanted {
	uint32_t subject;
	uint32_t object;
	uint32_t access;
};

static void look(const struct lsm_smack_rule *rule, void *arg)
{
	struct wanted *wanted = arg;

	if (rule->scope != LSM_SMACK_SYSTEM ||
	    rule->subject != wanted->subject || rule->object != wanted->object)
		return;
	assert_int_equal(wanted->access, LSM_SMACK_ALL + 1); /* one a pair */
	wanted->access = rule->access;
}

static uint32_t access_of(uint32_t subject, uint32_t object)
{
	struct wanted wanted = { subject, object, LSM_SMACK_ALL + 1 };

	ops->rules(table, look, &wanted);
	return wanted.access;
}

static void letters(void)
{
	static const struct {
		const char *text;
		uint32_t access;
	} row[] = {
		{ "r", 1 },	 { "w", 2 },	     { "x", 4 },
		{ "a", 8 },	 { "t", 16 },	     { "l", 32 },
		{ "b", 64 },	 { "rwxatlb", 127 }, { "RWXATLB", 127 },
		{ "-", 0 },	 { "-r-", 1 },	     { "read", 1 },
		{ "zrw", 0 },	 { "r1w", 1 },	     { "rr", 1 },
		{ "r\x80w", 1 }, { "r\xf2w", 1 },    { "---------x", 4 },
	};

	for (size_t i = 0; i < LSM_ARRAY_SIZE(row); i++) {
		char text[32];

		snprintf(text, sizeof(text), "a b %s", row[i].text);
		assert_int_equal(load(text), strlen(text));
		assert_int_equal(access_of(10, 11), row[i].access);
	}
	assert_int_equal(access_of(11, 10), LSM_SMACK_ALL + 1);
}

static void changes(void)
{
	assert_int_equal(change("a b rw -\n"), 9);
	assert_int_equal(access_of(10, 11), 3);
	assert_int_equal(change("a b x r a b t x\n"), 16);
	assert_int_equal(access_of(10, 11), 18);
	assert_int_equal(change("a b rt rw\n"), 10);
	assert_int_equal(access_of(10, 11), 16);
	assert_int_equal(change("a b r\n"), -EINVAL);
	assert_int_equal(change("a b r -\nc d r"), -EINVAL);
	assert_int_equal(access_of(10, 11), 17);
	assert_null(find("c"));
	assert_int_equal(load("a b x\n"), 6);
	assert_int_equal(access_of(10, 11), 4);
}

static long load_fixed(const char *text, size_t len)
{
	return load_bytes(LSM_SMACK_SYSTEM, LSM_SMACK_FIXED, text, len);
}

static void fixed(void)
{
	char text[56];

	memset(text, 'A', sizeof(text));
	memcpy(text + 24, "b/", 2);
	memcpy(text + 48, "rwxatlb", 7);
	for (size_t len = 0; len < sizeof(text); len++)
		assert_int_equal(load_fixed(text, len),
				 len >= 52 && len <= 54 ? (long)len : -EINVAL);
	/* All of the field is the subject: 24 bytes. */
	assert_ptr_equal(ops->find(table, text, 24),
			 ops->from_secid(table, 10));
	assert_ptr_equal(find("b"), ops->from_secid(table, 11));
	assert_int_equal(access_of(10, 11), 63);
	assert_int_equal(load_fixed(text, 52), 52);
	assert_int_equal(access_of(10, 11), 15);
	memset(text, 0, 48);
	assert_int_equal(load_fixed(text, 54), -EINVAL);
	text[0] = 'c';
	assert_int_equal(load_fixed(text, 54), -EINVAL);
	assert_ptr_equal(find("c"), ops->from_secid(table, 12));
	text[24] = 'd';
	assert_int_equal(load_fixed(text, 54), 54);
	assert_int_equal(access_of(12, 13), 63);
}

static void long_writes(void)
{
	static char text[WRITE_MAX + 10];

	memset(text, ' ', sizeof(text));
	assert_int_equal(load_bytes(0, LSM_SMACK_LONG, text, WRITE_MAX + 1),
			 -EINVAL);
	memcpy(text, "a b r", 5);
	assert_int_equal(load_bytes(0, LSM_SMACK_LONG, text, WRITE_MAX),
			 WRITE_MAX);
	/* No newline in the part that counts. */
	text[WRITE_MAX] = '\n';
	assert_int_equal(load_bytes(0, LSM_SMACK_LONG, text, WRITE_MAX + 1),
			 -EINVAL);
	text[100] = '\n';
	memcpy(text + 200, "c d r", 5);
	assert_int_equal(load_bytes(0, LSM_SMACK_LONG, text, WRITE_MAX + 1),
			 101);
	assert_null(find("c"));
	text[WRITE_MAX - 1] = '\n';
	assert_int_equal(load_bytes(0, LSM_SMACK_LONG, text, WRITE_MAX + 9),
			 WRITE_MAX);
	assert_non_null(find("c"));
	assert_int_equal(load_bytes(0, LSM_SMACK_FIXED, text, WRITE_MAX + 9),
			 -EINVAL);
}

/* An operation fails and changes nothing but what it may, or succeeds. */
static void without_memory(void)
{
	uint32_t nth = 0;
	int64_t status;

	do {
		lsm_alloc_fail(++nth);
		status = import("a");
		lsm_alloc_fail(0);
		assert_null(ops->base.check(table));
		assert_true(status == 10 || (status == -ENOMEM && !find("a")));
	} while (status < 0);
	nth = 0;
	do {
		ops->base.clear(table);
		assert_int_equal(import("a"), 10);
		lsm_alloc_fail(++nth);
		status = load("b a r\nb c w\nb a l\n");
		lsm_alloc_fail(0);
		assert_null(ops->base.check(table));
		assert_true(status == 18 || status == -ENOMEM);
	} while (status < 0);
	assert_true(nth > 3);
	assert_int_equal(access_of(11, 12), 2);
	assert_int_equal(import("d"), 13);
	lsm_alloc_fail(1);
	assert_int_equal(revoke("b"), 1);
	assert_int_equal(query(LSM_SMACK_LONG, "b a r", 5), 0);
	lsm_alloc_fail(0);
}

static void tables_without_memory(void)
{
	const uint32_t param[LSM_ARGS_MAX] = { 512, LSM_SMACK_NAME };
	int64_t live = lsm_alloc_live();
	uint32_t nth = 0;
	void *other;

	do {
		lsm_alloc_fail(++nth);
		other = ops->base.create(NULL, param);
		lsm_alloc_fail(0);
		assert_true(other || lsm_alloc_live() == live);
	} while (!other);
	assert_true(nth > 1);
	ops->base.destroy(other);
	assert_int_equal(lsm_alloc_live(), live);
}

static void count_rule(const struct lsm_smack_rule *rule, void *arg)
{
	(void)rule;
	++*(size_t *)arg;
}

static void count_label(const void *label, void *arg)
{
	(void)label;
	++*(size_t *)arg;
}

static void cleared_as_new(void)
{
	int64_t live = lsm_alloc_live();
	size_t rules = 0, labels = 0;

	load("a b r\n_ a w\n@ b x\nc d r\n");
	load_task("a b r\n* d w\n");
	ops->set_unconfined(table, find("a"));
	ops->rules(table, count_rule, &rules);
	ops->labels(table, count_label, &labels);
	assert_int_equal(rules, 6);
	assert_int_equal(labels, 9);
	ops->base.clear(table);
	rules = labels = 0;
	ops->rules(table, count_rule, &rules);
	ops->labels(table, count_label, &labels);
	assert_int_equal(rules, 0);
	assert_int_equal(labels, 5);
	assert_null(ops->unconfined(table));
	assert_null(find("a"));
	assert_int_equal(lsm_alloc_live(), live);
	assert_int_equal(import("z"), 10);
}

static const struct CMUnitTest tests[] = {
	EACH(words),	      EACH(nul_inside),
	EACH(letters),	      EACH(changes),
	EACH(fixed),	      EACH(long_writes),
	EACH(without_memory), EACH(tables_without_memory),
	EACH(cleared_as_new),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
