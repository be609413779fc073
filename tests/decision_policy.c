/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decision_policy: decide about a real policy in every implementation.
 *
 * Questions are made from rules, so that most find something: a rule, a type
 * for its source and one for its target, its class.  Labels and booleans
 * change as it goes.
 */
#include "decision_policy.h"

#include <lsm/random.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IMPLS 2
#define BOOL_EVERY 1024

extern const struct lsm_decision_ops lsm_decision_reference;
extern const struct lsm_decision_ops lsm_decision_tables;

static const struct lsm_decision_ops *const impl[IMPLS] = {
	&lsm_decision_reference,
	&lsm_decision_tables,
};

struct run {
	const char *path;
	void *policy;
	void *object[IMPLS];
	struct decision_counts counts;
	struct lsm_random random;
	struct decision_label label[2];
	uint32_t tclass;
	uint64_t allowed; /* decisions that allow something */
	uint64_t extended; /* that have extended permissions */
	uint64_t ruled; /* types that a rule gave */
	uint64_t valid; /* contexts that are */
	uint64_t abstained; /* that libsepol must not be asked */
	double seconds[IMPLS + 1];
};

__attribute__((noreturn)) static void die(const struct run *run,
					  const char *what, int status)
{
	fprintf(stderr, "decision_policy: %s: %s%s%s\n", run->path, what,
		status ? ": " : "", status ? strerror(-status) : "");
	exit(2);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint32_t below(struct run *run, uint32_t limit)
{
	return lsm_random_below(&run->random, limit);
}

static void *read_file(const struct run *run, size_t *size)
{
	FILE *file = fopen(run->path, "rb");
	size_t room = 1 << 16;
	char *data = NULL;

	if (!file)
		die(run, "cannot be read", -errno);
	*size = 0;
	do {
		room *= 2;
		data = realloc(data, room);
		if (!data)
			die(run, "too long", 0);
		*size += fread(data + *size, 1, room - *size, file);
	} while (*size == room);
	if (ferror(file))
		die(run, "cannot be read", -errno);
	fclose(file);
	return data;
}

static void open_policy(struct run *run)
{
	const char *why, *tree;
	size_t size;
	void *image = read_file(run, &size);

	run->policy = lsm_decision_policy.read(image, size, &why);
	tree = run->policy ? trees_load(image, size) : NULL;
	if (tree)
		die(run, tree, -errno);
	free(image);
	if (!run->policy)
		die(run, why, 0);
	lsm_decision_policy.count(run->policy, &run->counts);
	for (size_t i = 0; i < IMPLS; i++) {
		int status = -ENOMEM;

		run->object[i] = impl[i]->base.create(NULL, run->counts.param);
		if (run->object[i])
			status = lsm_decision_policy.load(run->policy, impl[i],
							  run->object[i]);
		if (status)
			die(run, impl[i]->base.name, status);
	}
	printf("%s: %" PRIu32 " types, %" PRIu32 " classes, %" PRIu32
	       " + %" PRIu32 " rules (%" PRIu32 " extended), %" PRIu32
	       " conditionals, %" PRIu32 " constraints, %" PRIu32 " bounds\n",
	       run->path, run->counts.param[0], run->counts.param[1],
	       run->counts.rules[0], run->counts.rules[1], run->counts.extended,
	       run->counts.conditionals, run->counts.constraints,
	       run->counts.bounds);
}

static struct lsm_decision_level any_level(struct run *run)
{
	static const uint64_t cats[] = { 0, 1, 3, 5, UINT64_MAX };
	uint64_t known = run->counts.categories >= 64
				 ? UINT64_MAX
				 : (UINT64_C(1) << run->counts.categories) - 1;

	return (struct lsm_decision_level){
		below(run, run->counts.sensitivities) + 1,
		cats[below(run, LSM_ARRAY_SIZE(cats))] & known,
	};
}

static void change_bool(struct run *run)
{
	uint32_t boolean = below(run, run->counts.param[4]) + 1;
	bool value = below(run, 2);

	lsm_decision_policy.set_bool(run->policy, boolean, value);
	trees_set_bool(boolean, value);
	for (size_t i = 0; i < IMPLS; i++)
		impl[i]->set_bool(run->object[i], boolean, value);
}

/* Both labels and the class, in every implementation. */
static void make_question(struct run *run, bool of_types)
{
	const struct lsm_decision_rule *rule =
		lsm_decision_policy.rule(run->policy, below(run, UINT32_MAX));
	const uint32_t value[2] = { rule->source, rule->target };
	bool exact = rule->kind & LSM_DECISION_TYPE_KINDS;

	for (uint32_t i = 0; i < 2; i++) {
		struct decision_label *label = &run->label[i];

		*label = (struct decision_label){
			.user = below(run, run->counts.param[3]) + 1,
			.role = 1,
			.type = exact ? value[i]
				      : lsm_decision_policy.pick(
						run->policy, value[i],
						below(run, UINT32_MAX)),
			.low = { 1, 0 },
			.high = { 1, 0 },
		};
		if (of_types) /* it must be a valid label */
			continue;
		label->role = below(run, run->counts.param[2]) + 1;
		label->low = any_level(run);
		label->high = any_level(run);
	}
	run->tclass = below(run, 16) ? rule->tclass
				     : below(run, run->counts.param[1]) + 1;
	for (size_t i = 0; i < IMPLS; i++)
		for (uint32_t sid = 0; sid < 2; sid++) {
			const struct decision_label *label = &run->label[sid];

			impl[i]->label(run->object[i], sid, label->user,
				       label->role, label->type);
			impl[i]->range(run->object[i], sid, &label->low,
				       &label->high);
		}
}

/* @who is the tree that differs, or NULL: some other implementation does. */
__attribute__((noreturn)) static void
differ(const struct run *run, const char *question, const char *who)
{
	fprintf(stderr,
		"decision_policy: %s: %s differs%s%s, class %" PRIu32 "\n",
		run->path, question, who ? " in " : "", who ? who : "",
		run->tclass);
	for (int i = 0; i < 2; i++)
		fprintf(stderr,
			"  user %" PRIu32 " role %" PRIu32 " type %" PRIu32
			" levels %" PRIu32 " %" PRIx64 " - %" PRIu32 " %" PRIx64
			"\n",
			run->label[i].user, run->label[i].role,
			run->label[i].type, run->label[i].low.sens,
			run->label[i].low.cats, run->label[i].high.sens,
			run->label[i].high.cats);
	exit(1);
}

static void show_av(const char *who, const struct lsm_decision_av *av)
{
	fprintf(stderr, "  %-10s %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n",
		who, av->allowed, av->auditallow, av->auditdeny);
}

static void ask_av(struct run *run)
{
	struct lsm_decision_av av[IMPLS + 1];
	const char *tree;
	int status;

	for (size_t i = 0; i < IMPLS; i++) {
		double start = now();

		impl[i]->av(run->object[i], 0, 1, run->tclass, &av[i]);
		run->seconds[i] += now() - start;
	}
	run->seconds[IMPLS] -= now();
	status =
		lsm_decision_policy.av(run->policy, &run->label[0],
				       &run->label[1], run->tclass, &av[IMPLS]);
	run->seconds[IMPLS] += now();
	if (status == -EFAULT) {
		run->abstained++;
		av[IMPLS] = av[0];
	} else if (status) {
		die(run, "libsepol decides nothing", status);
	}
	run->allowed += av[0].allowed != 0;
	for (size_t i = 1; i <= IMPLS; i++)
		if (memcmp(&av[0], &av[i], sizeof(av[0])) != 0) {
			for (size_t k = 0; k <= IMPLS; k++)
				show_av(k < IMPLS ? impl[k]->base.name
						  : "libsepol",
					&av[k]);
			differ(run, "a decision", NULL);
		}
	tree = trees_av(run->label, run->tclass, &av[0]);
	if (tree)
		differ(run, "a decision", tree);
}

/* Extended permissions, which libsepol does not decide about. */
static void ask_extended(struct run *run)
{
	struct lsm_decision_drivers drivers[IMPLS];
	struct lsm_decision_xperms xperms[IMPLS];
	uint32_t driver = below(run, 256);
	const char *tree;

	memset(drivers, 0, sizeof(drivers));
	for (size_t i = 0; i < IMPLS; i++)
		impl[i]->drivers(run->object[i], 0, 1, run->tclass,
				 &drivers[i]);
	run->extended += drivers[0].any;
	for (uint32_t i = 0; i < 256 && drivers[0].any; i++) {
		uint32_t next = (driver + i) % 256;

		if (drivers[0].set[next / 32] >> next % 32 & 1) {
			driver = next;
			break;
		}
	}
	for (size_t i = 0; i < IMPLS; i++)
		impl[i]->xperms(run->object[i], 0, 1, run->tclass, driver,
				&xperms[i]);
	if (drivers[0].any != drivers[1].any ||
	    memcmp(drivers[0].set, drivers[1].set, sizeof(drivers[0].set)) !=
		    0 ||
	    memcmp(&xperms[0], &xperms[1], sizeof(xperms[0])) != 0)
		differ(run, "an extended permission", NULL);
	tree = trees_extended(run->label, run->tclass, &drivers[0], driver,
			      &xperms[0]);
	if (tree)
		differ(run, "an extended permission", tree);
}

static void ask_type(struct run *run)
{
	static const uint32_t kind[] = { LSM_DECISION_TRANSITION,
					 LSM_DECISION_MEMBER,
					 LSM_DECISION_CHANGE };
	uint32_t asked = kind[below(run, LSM_ARRAY_SIZE(kind))];
	uint32_t type[IMPLS + 1] = { 0 };
	const char *tree;
	int status;

	for (size_t i = 0; i < IMPLS; i++)
		impl[i]->new_type(run->object[i], 0, 1, run->tclass, asked,
				  &type[i]);
	status = lsm_decision_policy.new_type(run->policy, &run->label[0],
					      &run->label[1], run->tclass,
					      asked, &type[IMPLS]);
	if (status == -EFAULT) {
		run->abstained++;
		type[IMPLS] = type[0];
	} else if (status) {
		die(run, "libsepol gives no type", status);
	}
	run->ruled +=
		type[0] != run->label[0].type && type[0] != run->label[1].type;
	if (type[0] != type[1] || type[0] != type[2]) {
		fprintf(stderr, "  types %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
			type[0], type[1], type[2]);
		differ(run, "a type", NULL);
	}
	tree = trees_type(run->label, run->tclass, asked, type[0]);
	if (tree)
		differ(run, "a type", tree);
}

/* A context becomes a SID and a text again, or is refused, by all alike. */
static void ask_context(struct run *run)
{
	char *text = lsm_decision_policy.text(run->policy, &run->label[0]);
	const char *tree;
	bool valid;

	if (!text)
		die(run, "libsepol makes no text", 0);
	valid = lsm_decision_policy.valid(run->policy, text);
	tree = trees_context(text, valid);
	run->valid += valid;
	if (tree)
		differ(run, text, tree);
	free(text);
}

static void close_policy(struct run *run)
{
	trees_unload();
	for (size_t i = 0; i < IMPLS; i++)
		impl[i]->base.destroy(run->object[i]);
	lsm_decision_policy.free(run->policy);
}

int main(int argc, char **argv)
{
	uint64_t questions = argc == 4 ? strtoull(argv[1], NULL, 10) : 0;
	struct run run = { 0 };

	if (!questions) {
		fputs("usage: decision_policy QUESTIONS SEED POLICY\n", stderr);
		return 2;
	}
	run.path = argv[3];
	run.random.state = strtoull(argv[2], NULL, 10);
	open_policy(&run);
	for (uint64_t i = 0; i < questions; i++) {
		if (run.counts.param[4] && i % BOOL_EVERY == 0)
			change_bool(&run);
		make_question(&run, false);
		ask_av(&run);
		ask_extended(&run);
		ask_context(&run);
		if (i % 4)
			continue;
		make_question(&run, true);
		ask_type(&run);
		ask_context(&run);
	}
	printf("%" PRIu64 " decisions (%" PRIu64 " allow, %" PRIu64
	       " extended, libsepol not asked %" PRIu64 "), %" PRIu64
	       " types (%" PRIu64 " by a rule), contexts (%" PRIu64
	       " valid), %zu kernel trees, seed %s: all agree\n",
	       questions, run.allowed, run.extended, run.abstained,
	       (questions + 3) / 4, run.ruled, run.valid, trees_count(),
	       argv[2]);
	printf("us a decision: reference %.3f, tables %.3f, libsepol %.3f\n",
	       1e6 * run.seconds[0] / (double)questions,
	       1e6 * run.seconds[1] / (double)questions,
	       1e6 * run.seconds[2] / (double)questions);
	close_policy(&run);
	return 0;
}
