/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mechanical bugs: what of a source is changed, and what is left alone. */
#include "../mutants/mechanical.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct list {
	char text[4096];
	size_t len;
};

static void add(const struct lsm_change *change, void *arg)
{
	struct list *list = arg;

	list->len += (size_t)snprintf(
		list->text + list->len, sizeof(list->text) - list->len,
		"%zu %s %.*s -> %s\n", change->line, change->what,
		(int)change->len, change->from, change->to);
	assert_in_range(list->len, 1, sizeof(list->text) - 1);
}

static void expect(const char *source, const char *changes)
{
	struct lsm_tokens tokens;
	struct list list = { .len = 0 };

	assert_true(lsm_tokenize(&tokens, source));
	lsm_changes(&tokens, add, &list);
	assert_string_equal(list.text, changes);
	free(tokens.token);
}

static void operators_turn(void **state)
{
	(void)state;
	expect("int f(int a)\n{\n\treturn a < b && !c;\n}\n",
	       "3 relation < -> <=\n3 logic && -> ||\n3 logic ! -> \n");
	expect("int f(void) { return a->b >> c - d; }",
	       "1 bits >> -> <<\n1 arithmetic - -> +\n");
	expect("int f(void) { return -a & *b; }", "1 bits & -> |\n");
	expect("int f(void) { return (a) & b; }", "1 bits & -> |\n");
}

static void numbers_are_off_by_one(void **state)
{
	(void)state;
	expect("int f(void) { return 0; }", "1 off-by-one 0 -> (0 + 1)\n");
	expect("int f(void) { return 0x1fu; }",
	       "1 off-by-one 0x1fu -> (0x1fu + 1)\n"
	       "1 off-by-one 0x1fu -> (0x1fu - 1)\n");
}

static void statements_go(void **state)
{
	(void)state;
	expect("void f(void) { a = b; if (c) g(); else *p = q; }",
	       "1 dropped a = b -> \n1 dropped g() -> \n"
	       "1 dropped *p = q -> \n");
	/* Not declarations, jumps and what stands in the head of a loop. */
	expect("void f(void) { t *p = q; u v = w; for (;; g()) return; }", "");
	expect("void f(void) { goto out; out: return (u)v; }", "");
}

static void arguments_are_swapped(void **state)
{
	(void)state;
	expect("int f(void) { return g(a, h[b], c); }",
	       "1 swapped a, h[b] -> h[b], a\n");
	expect("int f(void) { return g(a) + (b, c); }",
	       "1 arithmetic + -> -\n");
}

static void words_change(void **state)
{
	(void)state;
	expect("int f(void) { uint64_t a = true; return -ENOMEM; }",
	       "1 width uint64_t -> uint32_t\n1 constant true -> false\n"
	       "1 error -ENOMEM -> 0\n");
	expect("int f(void) { while (a) { continue; } }",
	       "1 jump continue -> break\n");
}

static void what_is_no_code_stays(void **state)
{
	(void)state;
	expect("#define M(a) \\\n\t(a + 1)\nstatic int t[] = { 1, 2 };\n", "");
	expect("int f(void) { /* 1 < 2 */ return g(\"1 < 2\", '<'); // 3\n}",
	       "1 swapped \"1 < 2\", '<' -> '<', \"1 < 2\"\n");
	expect("const char *check(void) { return a < 1; }", "");
}

static void brackets_must_match(void **state)
{
	static const char *const bad[] = { "f(", "f)",
					   "int f(void) { return }}" };
	struct lsm_tokens tokens;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_false(lsm_tokenize(&tokens, bad[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators_turn),
		cmocka_unit_test(numbers_are_off_by_one),
		cmocka_unit_test(statements_go),
		cmocka_unit_test(arguments_are_swapped),
		cmocka_unit_test(words_change),
		cmocka_unit_test(what_is_no_code_stays),
		cmocka_unit_test(brackets_must_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
