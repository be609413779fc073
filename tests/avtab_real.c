/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * avtab_real POLICY...: every rule of real policies in every implementation.
 *
 * All rules are put in and found again, with duplicates in their order, and
 * keys that no rule has are not found.  The reference takes a step for every
 * rule before the one it looks for: it is given one rule of many.
 */
#include "avtab_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCE_EVERY 23 /* one in so many rules, for the reference */

struct rules {
	struct lsm_avtab_rule *rule;
	size_t nr;
	size_t max;
};

static struct rules tables[2]; /* the unconditional and the conditional one */
static const char *const table_name[2] = { "unconditional", "conditional" };

__attribute__((noreturn)) static void die(const char *what, const char *whose)
{
	fprintf(stderr, "avtab_real: %s: %s\n", whose, what);
	exit(1);
}

static void keep(const struct lsm_avtab_rule *rule, bool conditional, void *arg)
{
	struct rules *rules = &tables[conditional];

	(void)arg;
	if (rule->datum.xperms)
		die("extended permissions: teach this test to keep them",
		    "policy");
	if (rules->nr == rules->max) {
		rules->max = rules->max * 2 + 1024;
		rules->rule =
			realloc(rules->rule, rules->max * sizeof(*rules->rule));
		if (!rules->rule)
			die("out of memory", "policy");
	}
	rules->rule[rules->nr] = *rule;
	rules->rule[rules->nr].place = rules->nr;
	rules->nr++;
}

static uint64_t key_number(const struct lsm_avtab_key *key)
{
	return (uint64_t)key->source << 48 | (uint64_t)key->target << 32 |
	       (uint64_t)key->class << 16 | (key->specified & LSM_AVTAB_RULES);
}

/* By key; of equal keys, the one put in last comes first. */
static int by_key(const void *a, const void *b)
{
	const struct lsm_avtab_rule *x = a, *y = b;
	uint64_t p = key_number(&x->key), q = key_number(&y->key);

	if (p != q)
		return p < q ? -1 : 1;
	return x->place > y->place ? -1 : x->place < y->place;
}

static int by_number(const void *a, const void *b)
{
	uint64_t p = *(const uint64_t *)a;
	uint64_t q = key_number(&((const struct lsm_avtab_rule *)b)->key);

	return p < q ? -1 : p > q;
}

static bool present(const struct rules *sorted, const struct lsm_avtab_key *key)
{
	uint64_t number = key_number(key);

	return bsearch(&number, sorted->rule, sorted->nr, sizeof(*sorted->rule),
		       by_number);
}

static bool same(const struct lsm_avtab_rule *a, const struct lsm_avtab_rule *b)
{
	return !memcmp(&a->key, &b->key, sizeof(a->key)) &&
	       a->datum.data == b->datum.data && !b->datum.xperms;
}

static void find_all(const struct lsm_avtab_ops *ops, const void *self,
		     const struct rules *sorted)
{
	struct lsm_avtab_rule found;

	for (size_t i = 0; i < sorted->nr; i++) {
		const struct lsm_avtab_rule *rule = &sorted->rule[i];
		bool again = i && key_number(&rule->key) ==
					  key_number(&rule[-1].key);
		bool hit = again ? ops->search_next(self, &found,
						    rule->key.specified)
				 : ops->search(self, &rule->key, &found);
		bool last = i + 1 == sorted->nr ||
			    key_number(&rule->key) != key_number(&rule[1].key);
		struct lsm_avtab_rule more = found;

		if (!hit || !same(rule, &found))
			die("a rule is not found", ops->base.name);
		if (last && ops->search_next(self, &more, rule->key.specified))
			die("a rule is found once too often", ops->base.name);
	}
}

/* Keys near those of rules, and keys anywhere. */
static size_t find_none(const struct lsm_avtab_ops *ops, const void *self,
			const struct rules *sorted)
{
	static const uint16_t bits[] = { 1, 2, 4, 16, 32, 64, 256, 512, 1024 };
	struct lsm_random random = { 1 };
	size_t asked = 0;

	for (size_t i = 0; i < 2 * sorted->nr; i++) {
		struct lsm_avtab_key key = sorted->rule[i % sorted->nr].key;
		struct lsm_avtab_rule found;

		if (i >= sorted->nr) {
			key.source = (uint16_t)lsm_random_below(&random, 4200);
			key.target = (uint16_t)lsm_random_below(&random, 4200);
		}
		key.class ^= (uint16_t)lsm_random_below(&random, 4);
		key.specified =
			bits[lsm_random_below(&random, LSM_ARRAY_SIZE(bits))];
		if (present(sorted, &key))
			continue;
		asked++;
		if (ops->search(self, &key, &found))
			die("a key that no rule has is found", ops->base.name);
	}
	return asked;
}

static void *fill(const struct lsm_avtab_ops *ops, const struct rules *rules,
		  bool conditional, const uint32_t *param)
{
	void *self = ops->base.create(NULL, param);

	if (!self)
		die("out of memory", ops->base.name);
	for (size_t i = 0; i < rules->nr; i++) {
		const struct lsm_avtab_rule *rule = &rules->rule[i];

		if (conditional ? ops->insert_nonunique(self, &rule->key,
							&rule->datum)
				: ops->insert(self, &rule->key, &rule->datum))
			die("a rule cannot be put in", ops->base.name);
		if (!conditional && i % 16 == 0 &&
		    !ops->insert(self, &rule->key, &rule->datum))
			die("a key is put in twice", ops->base.name);
	}
	return self;
}

static struct rules copy(const struct rules *rules, size_t every)
{
	struct rules out = { .rule = calloc(rules->nr + 1,
					    sizeof(*rules->rule)) };

	if (!out.rule)
		die("out of memory", "copy");
	for (size_t i = 0; i < rules->nr; i += every)
		out.rule[out.nr++] = rules->rule[i];
	return out;
}

static void check_table(const struct lsm_avtab_ops *ops, bool conditional)
{
	bool all = ops->base.name != lsm_structure.impls[0]->name;
	struct rules rules =
		copy(&tables[conditional], all ? 1 : REFERENCE_EVERY);
	const uint32_t param[LSM_ARGS_MAX] = {
		[LSM_AVTAB_PARAM_RULES] = (uint32_t)rules.nr,
	};
	void *self = fill(ops, &rules, conditional, param);
	size_t absent;

	qsort(rules.rule, rules.nr, sizeof(*rules.rule), by_key);
	find_all(ops, self, &rules);
	absent = find_none(ops, self, &rules);
	if (ops->base.check(self))
		die(ops->base.check(self), ops->base.name);
	printf("%-10s %-13s: %zu of %zu rules found, %zu keys not found\n",
	       ops->base.name, table_name[conditional], rules.nr,
	       tables[conditional].nr, absent);
	ops->base.destroy(self);
	free(rules.rule);
}

/* Our own implementations agree on the chains of every hash function. */
static void check_chains(uint32_t shift)
{
	printf("longest chains at %5u slots:", 1u << shift);
	for (uint32_t hash = 0; hash < LSM_AVTAB_HASHES; hash++) {
		struct lsm_avtab_statistics first = { 0 }, next;
		const uint32_t param[LSM_ARGS_MAX] = {
			[LSM_AVTAB_PARAM_SIZING] = LSM_AVTAB_EXPLICIT,
			[LSM_AVTAB_PARAM_HASH] = hash,
			[LSM_AVTAB_PARAM_SHIFT] = shift,
		};

		for (size_t i = 1; i < lsm_structure.nr_impls; i++) {
			const struct lsm_avtab_ops *ops =
				(const struct lsm_avtab_ops *)
					lsm_structure.impls[i];
			void *self;

			if (ops->base.peer)
				continue;
			self = fill(ops, &tables[0], false, param);
			if (ops->statistics(self, &next))
				die("out of memory", ops->base.name);
			ops->base.destroy(self);
			if (first.rules && memcmp(&first, &next, sizeof(next)))
				die("other chains", ops->base.name);
			first = next;
		}
		printf(" %u", first.longest);
	}
	putchar('\n');
}

static void read_policy(const char *path)
{
	FILE *in = fopen(path, "rb");
	static char image[64 << 20];
	size_t size;

	if (!in)
		die("cannot be opened", path);
	size = fread(image, 1, sizeof(image), in);
	fclose(in);
	for (int i = 0; i < 2; i++)
		tables[i].nr = 0;
	if (!size || size == sizeof(image) ||
	    lsm_avtab_policy(image, size, keep, NULL))
		die("not a policy that libsepol reads", path);
	if (!tables[0].nr || !tables[1].nr)
		die("a table without rules", path);
}

/* Rules from all over a table as a program, and a search for each. */
static int print_sample(bool conditional, size_t nr)
{
	const struct rules *rules = &tables[conditional];
	const char *name = conditional ? "insert_nonunique" : "insert";

	printf("lsmdiff avtab 1\nnew slot=0 sizing=0 hash=0 rules=%zu "
	       "shift=0\n",
	       nr);
	for (size_t i = 0; i < 2 * nr; i++) {
		const struct lsm_avtab_rule *rule =
			&rules->rule[i % nr * rules->nr / nr];
		const struct lsm_avtab_key *key = &rule->key;

		printf("%s slot=0 source=%u target=%u class=%u ",
		       i < nr ? name : "search", key->source, key->target,
		       key->class);
		if (i < nr)
			printf("rule=%#x data=%#x\n", key->specified,
			       rule->datum.data);
		else
			printf("rules=%#x\n", key->specified);
	}
	puts("statistics slot=0");
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--sample")) {
		read_policy(argv[3]);
		return print_sample(argv[2][0] == 'c', 30);
	}
	if (argc < 2)
		die("usage: avtab_real POLICY... or --sample TABLE POLICY",
		    "arguments");
	for (int i = 1; i < argc; i++) {
		read_policy(argv[i]);
		puts(argv[i]);
		for (size_t k = 0; k < lsm_structure.nr_impls; k++)
			for (int table = 0;
			     table < 2 && !lsm_structure.impls[k]->family;
			     table++) /* kernel trees: by programs */
				check_table((const struct lsm_avtab_ops *)
						    lsm_structure.impls[k],
					    table);
		check_chains(12);
		check_chains(13);
		check_chains(15);
	}
	for (int i = 0; i < 2; i++)
		free(tables[i].rule);
	return 0;
}
