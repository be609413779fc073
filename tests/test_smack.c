/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unit tests of Smack labels and decisions, on every implementation. */
#include "smack_fixture.h"

#define R LSM_SMACK_READ
#define W LSM_SMACK_WRITE
#define X LSM_SMACK_EXEC
#define A LSM_SMACK_APPEND
#define T LSM_SMACK_TRANSMUTE
#define L LSM_SMACK_LOCK
#define B LSM_SMACK_BRINGUP

static void reserved(void)
{
	static const struct {
		const char *text;
		uint32_t secid;
	} known[] = {
		{ "?", 2 }, { "^", 3 }, { "*", 4 }, { "_", 5 }, { "@", 7 },
	};
	static const uint32_t none[] = { 0, 1,	6,	    8,
					 9, 10, 0x80000002, 0xffffffff };

	for (size_t i = 0; i < LSM_ARRAY_SIZE(known); i++) {
		assert_int_equal(import(known[i].text), known[i].secid);
		assert_ptr_equal(ops->from_secid(table, known[i].secid),
				 find(known[i].text));
	}
	for (size_t i = 0; i < LSM_ARRAY_SIZE(none); i++)
		assert_ptr_equal(ops->from_secid(table, none[i]), find("?"));
	assert_null(ops->unconfined(table));
}

/* Every byte, in the middle and at the beginning. */
static void label_bytes(void)
{
	static const char refused[] = " /\"\\'";

	for (int c = 0; c < 256; c++) {
		char middle[] = { 'a', (char)c, 'b' };
		bool valid = c > 32 && c < 127 && !strchr(refused, c);
		size_t len;
		const void *label;

		ops->base.clear(table);
		assert_int_equal(import_bytes(middle, 3), 10);
		label = ops->from_secid(table, 10);
		assert_memory_equal(ops->text(label, &len), middle,
				    valid ? 3 : 1);
		assert_int_equal(len, valid ? 3 : 1);
		assert_int_equal(ops->text(label, &len)[len], 0);
		assert_int_equal(import_task(middle, 3), valid ? 10 : -EINVAL);
		valid &= c != '-';
		assert_int_equal(import_bytes(middle + 1, 2),
				 valid ? 11 : -EINVAL);
	}
}

static void label_lengths(void)
{
	char text[300];

	memset(text, 'A', sizeof(text));
	assert_int_equal(import_bytes(text, 0), -EINVAL);
	assert_int_equal(import_bytes(text, 1), 10);
	assert_int_equal(import_bytes(text, 254), 11);
	assert_int_equal(import_bytes(text, 255), 12);
	assert_int_equal(import_bytes(text, 256), -EINVAL);
	assert_int_equal(import_bytes(text, 300), -EINVAL);
	assert_int_equal(import_task(text, 255), 12);
	assert_int_equal(import_task(text, 256), -EINVAL);
	text[255] = '/';
	assert_int_equal(import_bytes(text, 300), 12);
	assert_int_equal(import_task(text, 300), -EINVAL);
	text[23] = ' ';
	assert_int_equal(import_bytes(text, 300), 13);
	assert_ptr_equal(ops->find(table, text, 23),
			 ops->from_secid(table, 13));
	assert_null(ops->find(table, text, 22));
	assert_null(ops->find(table, text, 0));
	assert_null(ops->find(table, text, 300));
}

static void task_labels(void)
{
	assert_int_equal(import_task("*", 1), -EPERM);
	assert_int_equal(import_task("@", 1), -EPERM);
	assert_int_equal(import_task("", 0), -EINVAL);
	assert_int_equal(import_task("-a", 2), -EINVAL);
	assert_int_equal(import_task("foo/bar", 7), -EINVAL);
	assert_int_equal(import_task("foo\n", 4), -EINVAL);
	assert_int_equal(import_task("foo", 4), -EINVAL); /* with its NUL */
	assert_null(find("foo"));
	assert_int_equal(import_task("_", 1), 5);
	assert_int_equal(import_task("**", 2), 10);
	assert_int_equal(import_task("foo", 3), 11);
	assert_int_equal(import("foo/bar"), 11);
}

/* A label is one entry for ever, however many come after it. */
static void labels_stay(void)
{
	const void *label[600];
	char text[32];

	for (uint32_t i = 0; i < 600; i++) {
		snprintf(text, sizeof(text), "User::App::org.tizen.%u", i);
		assert_int_equal(import(text), 10 + i);
		label[i] = find(text);
	}
	for (uint32_t i = 0; i < 600; i++) {
		size_t len;

		snprintf(text, sizeof(text), "User::App::org.tizen.%u", i);
		assert_ptr_equal(find(text), label[i]);
		assert_ptr_equal(ops->from_secid(table, 10 + i), label[i]);
		assert_string_equal(ops->text(label[i], &len), text);
		assert_int_equal(len, strlen(text));
	}
	assert_ptr_equal(ops->from_secid(table, 610), find("?"));
}

static void shortcuts(void)
{
	static const struct {
		const char *subject, *object;
		uint32_t request;
		int decision;
	} row[] = {
		{ "*", "*", R, -EACCES },     { "*", "@", R, -EACCES },
		{ "*", "_", 0, -EACCES },     { "a", "@", R | W, 0 },
		{ "@", "a", W, 0 },	      { "@", "*", W, 0 },
		{ "a", "*", W | T, 0 },	      { "a", "a", LSM_SMACK_ALL, 0 },
		{ "a", "_", R | X, 0 },	      { "a", "_", L, 0 },
		{ "a", "_", R | L, -EACCES }, { "a", "_", X | L, -EACCES },
		{ "a", "_", W, -EACCES },     { "a", "_", A, -EACCES },
		{ "a", "_", T, -EACCES },     { "a", "_", R | B, -EACCES },
		{ "a", "_", 0, 0 },	      { "^", "a", R | X, 0 },
		{ "^", "a", L, 0 },	      { "^", "a", R | L, -EACCES },
		{ "^", "a", W, -EACCES },     { "^", "_", T, -EACCES },
		{ "a", "^", R, -EACCES },     { "_", "a", R, -EACCES },
		{ "a", "b", 0, -EACCES },     { "a", "?", R, -EACCES },
	};

	import("a");
	import("b");
	/* Rules cannot open what the star shuts. */
	assert_int_equal(load("* * rwx\n* @ r\n* _ r\n"), 20);
	for (size_t i = 0; i < LSM_ARRAY_SIZE(row); i++)
		assert_int_equal(
			decide(row[i].subject, row[i].object, row[i].request),
			row[i].decision);
}

static void rules_decide(void)
{
	load("a b rx\na c w\na d rb\na e b\na f -\na _ rl\n");
	assert_int_equal(decide("a", "b", R), 0);
	assert_int_equal(decide("a", "b", R | X), 0);
	assert_int_equal(decide("a", "b", R | W), -EACCES);
	assert_int_equal(decide("a", "b", 0), 0);
	assert_int_equal(decide("b", "a", R), -EACCES);
	assert_int_equal(decide("a", "c", W | L), 0);
	assert_int_equal(decide("a", "c", R), -EACCES);
	assert_int_equal(decide("a", "d", R), LSM_SMACK_ALLOWED_BRINGUP);
	assert_int_equal(decide("a", "d", R | X), -EACCES);
	assert_int_equal(decide("a", "e", R), -EACCES);
	assert_int_equal(decide("a", "e", 0), LSM_SMACK_ALLOWED_BRINGUP);
	assert_int_equal(decide("a", "f", 0), -EACCES);
	assert_int_equal(decide("a", "_", R | L), 0);
}

static void unconfined(void)
{
	load("a b r\n");
	ops->set_unconfined(table, find("a"));
	assert_ptr_equal(ops->unconfined(table), find("a"));
	assert_int_equal(decide("a", "b", R), 0);
	assert_int_equal(decide("a", "b", W), LSM_SMACK_ALLOWED_SUBJECT);
	assert_int_equal(decide("b", "a", W), LSM_SMACK_ALLOWED_OBJECT);
	assert_int_equal(decide("*", "a", W), LSM_SMACK_ALLOWED_OBJECT);
	assert_int_equal(decide("b", "_", W), -EACCES);
	ops->set_unconfined(table, find("*"));
	assert_int_equal(decide("*", "*", W), LSM_SMACK_ALLOWED_SUBJECT);
	ops->set_unconfined(table, NULL);
	assert_int_equal(decide("*", "*", W), -EACCES);
}

static void task_rules(void)
{
	load("a b rwx\na c rb\n");
	load_task("a b w\na a r\na _ -\na c x\nb a rwx\n");
	assert_int_equal(decide_task("a", "b", W | L), 0);
	assert_int_equal(decide_task("a", "b", R), -EACCES);
	assert_int_equal(decide_task("a", "a", W), -EACCES);
	assert_int_equal(decide_task("a", "a", R), 0);
	assert_int_equal(decide_task("a", "_", R), -EACCES);
	assert_int_equal(decide_task("a", "_", 0), 0);
	assert_int_equal(decide_task("b", "a", R), -EACCES);
	assert_int_equal(decide_task("a", "c", R), -EACCES);
	assert_int_equal(decide_task("a", "c", 0), LSM_SMACK_ALLOWED_BRINGUP);
	assert_int_equal(decide("a", "b", R), 0);
	ops->set_unconfined(table, find("a"));
	assert_int_equal(decide_task("a", "b", A), -EACCES);
	assert_int_equal(decide_task("a", "c", X), LSM_SMACK_ALLOWED_SUBJECT);
}

static void revocation(void)
{
	char long_label[258];

	memset(long_label, 'A', sizeof(long_label));
	load("a b rw\nb a r\n");
	load_task("a b r\n");
	assert_int_equal(revoke("a/and so on"), 11);
	assert_int_equal(decide("a", "b", R), -EACCES);
	assert_int_equal(decide("a", "b", 0), -EACCES);
	assert_int_equal(decide("b", "a", R), 0);
	load("a b r");
	assert_int_equal(decide_task("a", "b", R), 0);
	assert_int_equal(revoke("nobody"), 6);
	assert_null(find("nobody"));
	assert_int_equal(revoke(""), -EINVAL);
	assert_int_equal(revoke("-a"), -EINVAL);
	assert_int_equal(ops->revoke(table, long_label, 255), 255);
	assert_int_equal(ops->revoke(table, long_label, 256), -EINVAL);
	long_label[255] = ' ';
	assert_int_equal(ops->revoke(table, long_label, 256), 256);
	assert_int_equal(ops->revoke(table, long_label, 257), -EINVAL);
}

static void questions(void)
{
	static const char fixed[] = "a                       "
				    "b                       "
				    "r-----";

	load("a b rb\n");
	assert_int_equal(query(LSM_SMACK_LONG, "a b r", 5), 1);
	assert_int_equal(query(LSM_SMACK_LONG, "a b w", 5), 0);
	assert_int_equal(query(LSM_SMACK_LONG, "a b", 3), -EINVAL);
	assert_int_equal(query(LSM_SMACK_LONG, "", 0), -EINVAL);
	assert_int_equal(query(LSM_SMACK_LONG, "c /b r", 6), 0);
	assert_int_equal(query(LSM_SMACK_LONG, "a /b r", 6), -EINVAL);
	assert_int_equal(query(LSM_SMACK_LONG, "/a b r", 6), -EINVAL);
	assert_int_equal(query(LSM_SMACK_LONG, "a @ rwx", 7), 1);
	assert_int_equal(query(LSM_SMACK_LONG, "c @ rwx", 7), 0);
	assert_int_equal(query(LSM_SMACK_FIXED, fixed, 54), 1);
	assert_int_equal(query(LSM_SMACK_FIXED, fixed, 53), -EINVAL);
	assert_null(find("c"));
}

static const struct CMUnitTest tests[] = {
	EACH(reserved),	    EACH(label_bytes), EACH(label_lengths),
	EACH(task_labels),  EACH(labels_stay), EACH(shortcuts),
	EACH(rules_decide), EACH(unconfined),  EACH(task_rules),
	EACH(revocation),   EACH(questions),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
