/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load_smack FILE...: load whole sets of Smack rules, far larger than a program
 * can be, into every implementation and every shape of table, and compare all
 * labels, all rules and many decisions with the reference's.
 *
 * Exit status: 0, LSM_DISAGREE or LSM_EXIT_USAGE.
 */
#include <lsm/alloc.h>
#include <lsm/engine.h>
#include <lsm/smack.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX ((size_t)16 << 20)
#define DECISIONS 5000

/* What a caller can see of a table when all is loaded. */
struct view {
	uint64_t writes;
	uint64_t labels;
	uint64_t nr_labels;
	uint64_t rules;
	uint64_t nr_rules;
	uint64_t decisions;
	uint64_t allowed;
};

static const struct lsm_smack_ops *ops; /* what is looked at */
static const char *path;

static _Noreturn void die(int code, const char *why)
{
	fprintf(stderr, "load_smack: %s: %s\n", path, why);
	exit(code);
}

/* Read a file without its comments and empty lines. */
static char *read_rules(size_t *len)
{
	FILE *file = fopen(path, "re");
	char *text = malloc(FILE_MAX), *line = NULL;
	size_t room = 0;

	if (!file || !text)
		die(LSM_EXIT_USAGE, strerror(errno));
	*len = 0;
	for (;;) {
		ssize_t got = getline(&line, &room, file);

		if (got < 0)
			break;
		if (*line == '#' || *line == ';' || *line == '\n')
			continue;
		if (*len + (size_t)got > FILE_MAX)
			die(LSM_EXIT_USAGE, "longer than 16 MiB");
		memcpy(text + *len, line, (size_t)got);
		*len += (size_t)got;
	}
	if (ferror(file) || !*len)
		die(LSM_EXIT_USAGE, *len ? strerror(errno) : "no rule");
	free(line);
	fclose(file);
	return text;
}

/* As many whole lines as one write takes. */
static size_t next_write(const char *text, size_t len)
{
	if (len <= LSM_SMACK_WRITE_MAX)
		return len;
	len = LSM_SMACK_WRITE_MAX;
	while (len && text[len - 1] != '\n')
		len--;
	return len;
}

static void add_label(const void *label, void *arg)
{
	struct lsm_obs obs = { 0 };
	struct view *view = arg;
	size_t len;
	const char *text = ops->text(label, &len);

	lsm_obs_mix(&obs, ops->secid(label));
	lsm_obs_bytes(&obs, text, len);
	view->labels += obs.digest;
	view->nr_labels++;
}

static void add_rule(const struct lsm_smack_rule *rule, void *arg)
{
	struct lsm_obs obs = { 0 };
	struct view *view = arg;

	lsm_obs_mix(&obs, (uint64_t)rule->scope << 32 | rule->access);
	lsm_obs_mix(&obs, (uint64_t)rule->subject << 32 | rule->object);
	view->rules += obs.digest;
	view->nr_rules++;
}

/* Each write is also loaded for the task, every third one. */
static void load(void *table, const char *text, size_t len, struct view *view)
{
	struct lsm_obs writes = { 0 };
	size_t nr = 0;

	for (size_t at = 0; at < len; nr++) {
		size_t bytes = next_write(text + at, len - at);

		if (!bytes)
			die(LSM_EXIT_USAGE, "a line longer than a write");
		lsm_obs_mix(&writes, (uint64_t)ops->load(
					     table, LSM_SMACK_SYSTEM,
					     LSM_SMACK_LONG, text + at, bytes));
		if (nr % 3 == 0 && nr < 30)
			lsm_obs_mix(&writes,
				    (uint64_t)ops->load(table, LSM_SMACK_TASK,
							LSM_SMACK_LONG,
							text + at, bytes));
		at += bytes;
	}
	view->writes = writes.digest;
}

static void decide(void *table, struct view *view)
{
	struct lsm_random random = { .state = 1 };
	struct lsm_obs decisions = { 0 };
	uint32_t labels = (uint32_t)view->nr_labels + LSM_SMACK_FIRST;

	for (size_t i = 0; i < DECISIONS; i++) {
		const void *subject = ops->from_secid(
			table, lsm_random_below(&random, labels));
		const void *object = ops->from_secid(
			table, lsm_random_below(&random, labels));
		uint32_t request =
			lsm_random_below(&random, LSM_SMACK_ALL + 1) &
			lsm_random_below(&random, LSM_SMACK_ALL + 1);
		int decision = ops->access(table, subject, object, request);

		view->allowed += decision >= 0;
		lsm_obs_mix(&decisions, (uint64_t)(int64_t)decision);
		decision = ops->task_access(table, subject, object, request);
		lsm_obs_mix(&decisions, (uint64_t)(int64_t)decision);
	}
	view->decisions = decisions.digest;
}

static struct view look(const struct lsm_ops *base, const uint32_t *param,
			const char *text, size_t len)
{
	int64_t live = lsm_alloc_live();
	void *table = base->create(NULL, param);
	struct view view = { 0 };
	const char *why;

	if (!table)
		die(LSM_EXIT_USAGE, "out of memory");
	ops = (const struct lsm_smack_ops *)base;
	load(table, text, len, &view);
	ops->labels(table, add_label, &view);
	ops->rules(table, add_rule, &view);
	decide(table, &view);
	why = base->check(table);
	if (why)
		die(LSM_INCONSISTENT, why);
	base->destroy(table);
	if (lsm_alloc_live() != live)
		die(LSM_LEAK, base->name);
	return view;
}

static void compare(const struct view *expected, const struct lsm_ops *base,
		    const uint32_t *param, const char *text, size_t len)
{
	struct view actual = look(base, param, text, len);

	if (!memcmp(expected, &actual, sizeof(actual)))
		return;
	fprintf(stderr,
		"load_smack: %s: %s with %" PRIu32 " slots, hash %" PRIu32
		" differs in%s%s%s%s\n",
		path, base->name, param[0], param[1],
		expected->writes != actual.writes ? " writes" : "",
		expected->labels != actual.labels ? " labels" : "",
		expected->rules != actual.rules ? " rules" : "",
		expected->decisions != actual.decisions ? " decisions" : "");
	exit(LSM_DISAGREE);
}

int main(int argc, char **argv)
{
	static const uint32_t slots[] = { 0, 4, 512 };

	for (int i = 1; i < argc; i++) {
		uint32_t param[LSM_ARGS_MAX] = { 0 };
		struct view expected;
		size_t len, compared = 0;
		char *text;

		path = argv[i];
		text = read_rules(&len);
		expected = look(lsm_structure.impls[0], param, text, len);
		for (size_t k = 1; k < lsm_structure.nr_impls; k++) {
			for (size_t s = 0; s < LSM_ARRAY_SIZE(slots); s++) {
				param[0] = slots[s];
				for (param[1] = 0; param[1] < LSM_SMACK_HASHES;
				     param[1]++, compared++)
					compare(&expected,
						lsm_structure.impls[k], param,
						text, len);
			}
		}
		printf("%s: %" PRIu64 " labels, %" PRIu64 " rules, %" PRIu64
		       " of %d decisions allowed: %zu tables agree\n",
		       path, expected.nr_labels, expected.nr_rules,
		       expected.allowed, DECISIONS, compared);
		free(text);
	}
	if (argc > 1 && lsm_structure.nr_impls > 1)
		return 0;
	fprintf(stderr, "usage: load_smack FILE...\n");
	return LSM_EXIT_USAGE;
}
