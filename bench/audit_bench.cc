// SPDX-License-Identifier: GPL-2.0-or-later
// audit_bench.cc - a system call held against rules, by number of rules
#include "bench.h"

#include <cstring>

extern "C" {
#include <lsm/audit.h>
#include <lsm/random.h>

// Entries at the step of the slab that they came from before the patch.
void *pooled_create(size_t step);
}

using namespace bench;

constexpr size_t SLAB_STEP = 512;
constexpr uint32_t CALLS = 335; // that x86-64 has

static const lsm_audit_ops *filter(const lsm_ops *ops)
{
	return (const lsm_audit_ops *)ops; // base comes first
}

static void add_field(lsm_audit_rule *rule, uint32_t type, uint32_t op,
		      uint32_t value)
{
	lsm_audit_field *field = &rule->field[rule->nr_fields++];

	field->type = type;
	field->op = op;
	field->value = value;
}

// As rules for STIG are: some calls of one of two machines, users who logged
// in, a key.
static lsm_audit_rule stig_rule(uint32_t i)
{
	static const char *const keys[] = { "perm_mod", "access", "delete",
					    "time-change" };
	lsm_random random = { i / 2 + 1 }; // the same calls for both machines
	lsm_audit_rule rule = {};

	rule.flags = LSM_AUDIT_EXIT;
	rule.action = LSM_AUDIT_ALWAYS;
	for (uint32_t k = 0; k < 1 + i / 2 % 6; k++) {
		uint32_t nr = lsm_random_below(&random, CALLS);

		rule.mask[nr / 32] |= 1u << nr % 32;
	}
	add_field(&rule, LSM_AUDIT_ARCH, LSM_AUDIT_EQ,
		  i % 2 ? LSM_AUDIT_ARCH_32 : LSM_AUDIT_ARCH_64);
	if (i / 2 % 3 == 0)
		add_field(&rule, LSM_AUDIT_EXITCODE, LSM_AUDIT_EQ,
			  (uint32_t)-13);
	add_field(&rule, LSM_AUDIT_AUID, LSM_AUDIT_GE, 1000);
	add_field(&rule, LSM_AUDIT_AUID, LSM_AUDIT_NE, LSM_AUDIT_UNSET);
	add_field(&rule, LSM_AUDIT_KEY, LSM_AUDIT_EQ, 0);
	rule.field[rule.nr_fields - 1].text = keys[i % 4];
	rule.field[rule.nr_fields - 1].len = strlen(keys[i % 4]);
	return rule;
}

static lsm_audit_event event(lsm_random *random)
{
	lsm_audit_event made = {};

	made.arch = lsm_random_below(random, 16) ? LSM_AUDIT_ARCH_64
						 : LSM_AUDIT_ARCH_32;
	made.nr = lsm_random_below(random, CALLS);
	made.result = LSM_AUDIT_SUCCEEDED;
	if (!lsm_random_below(random, 8)) {
		made.result = LSM_AUDIT_FAILED;
		made.exit = -13;
	}
	made.auid = lsm_random_below(random, 2) ? 1000 : LSM_AUDIT_UNSET;
	made.family = LSM_AUDIT_UNSET;
	made.ipc_label = LSM_AUDIT_NO_LABEL;
	return made;
}

static uint64_t answer_of(const lsm_audit_ops *ops, const void *self,
			  const lsm_audit_event *asked)
{
	lsm_audit_verdict verdict = {};
	uint64_t answer;

	verdict.state = LSM_AUDIT_BUILD;
	ops->syscall(self, asked, &verdict);
	answer = verdict.prio * 4 + verdict.state;
	for (const char *c = verdict.key; *c; c++)
		answer = answer * 31 + (unsigned char)*c;
	return answer;
}

// The gate: rules and calls of few numbers, so that most rules are for most
// calls, with rules in front, and some taken away again.

static lsm_audit_rule any_rule(lsm_random *random)
{
	lsm_audit_rule rule = stig_rule(lsm_random_below(random, 64));

	rule.flags |= lsm_random_below(random, 3) ? 0 : LSM_AUDIT_PREPEND;
	rule.action = lsm_random_below(random, 4) ? LSM_AUDIT_ALWAYS
						  : LSM_AUDIT_NEVER;
	if (lsm_random_below(random, 2)) // of any call
		memset(rule.mask, lsm_random_below(random, 2) ? 0xff : 0x11,
		       CALLS / 8);
	add_field(&rule, LSM_AUDIT_UID, LSM_AUDIT_NE,
		  lsm_random_below(random, 4));
	return rule;
}

static void ask(const lsm_ops *subject, uint64_t seed, answers *to)
{
	const lsm_audit_ops *ops = filter(subject);
	lsm_random random = { seed };
	object o(subject);

	for (uint32_t i = 0, nr = 2u << seed % 6; i < nr; i++) {
		lsm_audit_rule rule = any_rule(&random);

		to->answer.push_back((uint64_t)-ops->add(o.get(), &rule));
		rule.flags = LSM_AUDIT_EXIT;
		if (!lsm_random_below(&random, 4))
			to->answer.push_back(
				(uint64_t)-ops->del(o.get(), &rule));
	}
	for (uint32_t i = 0; i < 40000; i++) {
		lsm_audit_event asked = event(&random);

		asked.uid[0] = lsm_random_below(&random, 4);
		uint64_t answer = answer_of(ops, o.get(), &asked);
		to->answer.push_back(answer);
		bool none = answer % 4 == LSM_AUDIT_BUILD && answer < 4;
		to->stored += !none;
		to->absent += none;
	}
}

class hold : public work
{
      public:
	hold(const lsm_ops *subject, uint32_t rules)
	    : ops_(filter(subject)), o_(subject)
	{
		lsm_random random = { rules };
		uint64_t before = heap();

		for (uint32_t i = 0; elements < rules; i++) {
			lsm_audit_rule rule = stig_rule(i);

			elements += ops_->add(o_.get(), &rule) == 0;
		}
		bytes = heap() - before;
		for (uint32_t i = 0; i < 256; i++)
			event_.push_back(event(&random));
		operations = event_.size();
	}
	void run() override
	{
		for (const lsm_audit_event &asked : event_) {
			lsm_audit_verdict verdict;

			verdict.state = LSM_AUDIT_BUILD;
			verdict.prio = 0;
			verdict.key[0] = '\0';
			ops_->syscall(o_.get(), &asked, &verdict);
			sum_ += verdict.state;
		}
	}

      private:
	const lsm_audit_ops *ops_;
	object o_;
	std::vector<lsm_audit_event> event_;
	uint64_t sum_ = 0;
};

static std::vector<task> tasks()
{
	std::vector<task> all;

	for (uint32_t rules : { 23u, 64u, 128u, 256u })
		all.push_back({ "syscall/hot", rules,
				[](const lsm_ops *) { return true; },
				[rules](const lsm_ops *s) {
					return std::make_unique<hold>(s, rules);
				},
				rules == 64 });
	return all;
}

static void *create_slab(void *, const uint32_t *)
{
	return pooled_create(SLAB_STEP);
}

// What there was before the patch: the same with entries in a slab.
static std::vector<const lsm_ops *> extra()
{
	static lsm_audit_ops slab;

	for (const lsm_ops *ops : { lsm_structure.impls[1] })
		if (!strcmp(ops->name, "pooled"))
			slab = *filter(ops);
	slab.base.name = "slab";
	slab.base.create = create_slab;
	return { &slab.base };
}

const bench::structure lsm_bench = {
	.ask = ask,
	.tasks = tasks,
	.extra = extra,
};
