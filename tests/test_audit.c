/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What filter rules must decide, by hand, for every implementation. */
#include "audit_fixture.h"

#define NO LSM_AUDIT_DISABLED
#define NONE LSM_AUDIT_BUILD
#define YES LSM_AUDIT_RECORD

static const struct {
	const char *rules;
	const char *event;
	enum lsm_audit_state state;
	const char *key;
} decision[] = {
	/* Comparisons are unsigned, on 32 bits. */
	{ "-a4,2 -Sall -Fexit>0", "exit=-13", YES, "" },
	{ "-a4,2 -Sall -Fexit<0", "exit=-13", NONE, "" },
	{ "-a4,2 -Sall -Fexit=-13", "exit=-13", YES, "" },
	{ "-a4,2 -Sall -Fexit!=0", "", NONE, "" },
	{ "-a4,2 -Sall -Fa0=5", "a0=0x700000005", YES, "" },
	{ "-a4,2 -Sall -Fa1&=3", "a1=7", YES, "" },
	{ "-a4,2 -Sall -Fa1&=3", "a1=5", NONE, "" },
	{ "-a4,2 -Sall -Fa1&3", "a1=5", YES, "" },
	{ "-a4,2 -Sall -Fa1&3", "a1=4", NONE, "" },
	{ "-a4,2 -Sall -Fuid>=1000", "uid=-2", YES, "" },
	/* Numbers outside of the mask. */
	{ "-a4,2 -S0-2047", "nr=2031", YES, "" },
	{ "-a4,2 -S0-2047", "nr=2032", NONE, "" },
	{ "-a4,2 -S0-2047", "nr=2048", NONE, "" },
	{ "-a4,2 -S0-2047", "nr=0x40000027", NONE, "" },
	{ "-a4,2 -S39", "nr=0x40000027", NONE, "" },
	{ "-a4,2 -S2041", "nr=1", NONE, "" },
	{ "-a4,2 -S2041", "nr=76", YES, "" },
	{ "-a4,2 -S2041", "nr=92", NONE, "" },
	{ "-a4,2 -S2040", "nr=38", YES, "" },
	{ "-a4,2 -S2045", "nr=90", YES, "" },
	{ "-a4,2", "nr=0", NONE, "" },
	/* The order of rules, keys. */
	{ "-a4,2 -S1 -ka;-a4,0 -S1 -kb", "nr=1", YES, "a" },
	{ "-a4,2 -S1 -ka;-A4,0 -S1 -kb", "nr=1", NO, "b" },
	{ "-A4,2 -S1 -ka;-A4,0 -S1 -kb", "nr=1", NO, "b" },
	{ "-a4,2 -Sall -Fpath=/a;-a4,0 -Sall -kK", "f=0", YES, "K" },
	{ "-a4,0 -Sall -kK;-a4,2 -Sall -Fpath=/a -kw", "f=0", NO, "K" },
	{ "-a4,0 -Sall -kK;-A4,2 -Sall -Fpath=/a -kw", "f=0", YES, "w" },
	{ "-a4,2 -Sall -Fpath=/a -klow;-A4,0 -Sall -Fpath=/b -khigh", "f=0 f=1",
	  YES, "low" },
	{ "-a4,2 -Sall -Fpath=/a -klow;-A4,0 -Sall -Fpath=/b -khigh", "f=1 f=0",
	  NO, "high" },
	/* Names: inodes, devices, existence. */
	{ "-a4,2 -Sall -Fpath=/a", "f=2", YES, "" },
	{ "-a4,2 -Sall -Fpath=/a", "f=3", NONE, "" },
	{ "-a4,2 -Sall -Fpath=/a", "f=4", NONE, "" },
	{ "-a4,2 -Sall -Finode=33", "f=4", YES, "" },
	{ "-a4,2 -Sall -Finode=33", "f=1", NONE, "" },
	{ "-a4,2 -Sall -Finode!=33", "f=0", NONE, "" },
	{ "-a4,2 -Sall -Finode!=33", "f=0 f=1", YES, "" },
	{ "-a4,2 -Sall -Finode!=33", "", NONE, "" },
	{ "-a4,2 -Sall -Fpath=/gone", "f=13", NONE, "" },
	{ "-a4,2 -Sall -Fdevmajor!=8", "f=0", YES, "" },
	{ "-a4,2 -Sall -Fdevmajor=5", "f=0 f=11", YES, "" },
	{ "-a4,2 -Sall -Fobj_uid!=0", "f=0 f=1", YES, "" },
	{ "-a4,2 -Sall -Fpath=/a -Fobj_uid!=0", "f=0 f=1", NONE, "" },
	{ "-a4,2 -Sall -Fpath=/a -Ffiletype=0x4000", "f=0 f=5", YES, "" },
	{ "-a4,2 -Sall -Fdir=/d", "f=8", YES, "" },
	{ "-a4,2 -Sall -Fdir=/d", "f=5", YES, "" },
	{ "-a4,2 -Sall -Fdir=/d/", "f=9", NONE, "" },
	/* != on questions is plain negation. */
	{ "-a4,2 -Sall -Ffiletype!=0x8000", "f=0", NONE, "" },
	{ "-a4,2 -Sall -Ffiletype!=0x8000", "", YES, "" },
	{ "-a4,2 -Sall -Fexe!=/b", "exe=1", NONE, "" },
	{ "-a4,2 -Sall -Fexe!=/b", "exe=0", YES, "" },
	{ "-a4,2 -Sall -Fperm!=w", "nr=82", NONE, "" },
	{ "-a4,2 -Sall -Fperm!=w", "nr=0", YES, "" },
	/* perm by class and by flags. */
	{ "-a4,2 -Sall -Fperm=w", "nr=2 a1=1", YES, "" },
	{ "-a4,2 -Sall -Fperm=r", "nr=2 a1=1", NONE, "" },
	{ "-a4,2 -Sall -Fperm=r", "nr=2 a1=3", YES, "" },
	{ "-a4,2 -Sall -Fperm=w", "nr=257 a2=2", YES, "" },
	{ "-a4,2 -Sall -Fperm=w", "nr=257 a1=2", NONE, "" },
	{ "-a4,2 -Sall -Fperm=w", "nr=437 how=1", YES, "" },
	{ "-a4,2 -Sall -Fperm=x", "nr=59", YES, "" },
	{ "-a4,2 -Sall -Fperm=x", "arch=b32 nr=59", NONE, "" },
	{ "-a4,2 -Sall -Fperm=a", "nr=90", YES, "" },
	{ "-a4,2 -Sall -Fperm=w", "arch=b32 nr=102 a0=2", YES, "" },
	/* Groups, login uid, results. */
	{ "-a4,2 -Sall -Fgid=5", "gid=1 g=5", YES, "" },
	{ "-a4,2 -Sall -Fgid!=5", "gid=1 g=5", NONE, "" },
	{ "-a4,2 -Sall -Fegid!=5", "gid=1 g=6", YES, "" },
	{ "-a4,2 -Sall -Fsgid=5", "gid=1 g=5", NONE, "" },
	{ "-a4,2 -Sall -Fauid!=unset", "auid=0", YES, "" },
	{ "-a4,2 -Sall -Fauid!=unset", "", NONE, "" },
	{ "-a4,2 -Sall -Fsuccess=0", "exit=-1", YES, "" },
	{ "-a4,2 -Sall -Fsuccess=9", "exit=1", YES, "" },
	{ "-a4,2 -Sall -Fsuccess!=1", "", NONE, "" },
	{ "-a4,2 -Sall -Fcompare=11", "uid=5 euid=5", YES, "" },
	{ "-a4,2 -Sall -Fcompare!=11", "uid=5 euid=5", NONE, "" },
	{ "-a4,2 -Sall -Fcompare=1", "uid=1000 f=0 f=1", YES, "" },
};

static void decides(void)
{
	for (size_t i = 0; i < LSM_ARRAY_SIZE(decision); i++) {
		struct lsm_audit_verdict verdict;

		add_all(decision[i].rules);
		verdict = on_syscall(decision[i].event);
		if (verdict.state != decision[i].state)
			fail_msg("%s: %s: %d", decision[i].rules,
				 decision[i].event, verdict.state);
		assert_string_equal(verdict.key, decision[i].key);
		clear_all();
	}
}

static void counts_priorities(void)
{
	const uint64_t low = UINT64_C(0x7ffffffffffffffe), high = low + 1;

	assert_int_equal(add("-a4,2 -S1"), 0);
	assert_int_equal(add("-a4,2 -S1"), -EEXIST);
	assert_int_equal(add("-a7,2 -S2"), 0);
	assert_int_equal(add("-A4,2 -S3"), 0);
	assert_int_equal(add("-a4,2 -S4 -Fperm=99"), -EINVAL);
	assert_int_equal(add("-a4,2 -S4"), 0);
	assert_int_equal(add("-A7,2 -S5"), 0);
	assert_true(on_syscall("nr=1").prio == low);
	assert_true(on_syscall("nr=3").prio == high);
	assert_true(on_syscall("nr=4").prio == low - 2);
	assert_true(on_syscall("nr=5").prio == 0);
}

static void knows_duplicates(void)
{
	assert_int_equal(add("-a4,2 -S1"), 0);
	assert_int_equal(add("-a4,2 -S2"), 0);
	assert_int_equal(add("-A4,2 -S1"), 0);
	assert_int_equal(add("-A4,2 -S1"), 0);
	assert_int_equal(add("-a4,2 -S1"), -EEXIST);
	assert_int_equal(del("-A4,2 -S1"), -ENOENT);
	assert_true(on_syscall("nr=1").prio > INT64_MAX);
	assert_int_equal(del("-a4,2 -S1"), 0);
	assert_int_equal(del("-a4,2 -S1"), 0);
	assert_true(on_syscall("nr=1").prio < INT64_MAX);
	assert_int_equal(del("-a4,2 -S1"), 0);
	assert_int_equal(del("-a4,2 -S1"), -ENOENT);
	assert_int_equal(nr_rules(), 1);
}

static void one_rule_for_unset(void)
{
	assert_int_equal(add("-a4,2 -Sall -Fauid!=4294967295"), 0);
	assert_int_equal(add("-a4,2 -Sall -Fauid!=-1"), -EEXIST);
	assert_int_equal(add("-a4,2 -Sall -Fauid!=unset"), -EEXIST);
	assert_int_equal(add("-a4,2 -Sall -Fauid_set!=0"), 0);
	assert_int_equal(add("-a4,2 -Sall -Fauid>unset"), -EINVAL);
	assert_int_equal(del("-a4,2 -Sall -Fauid!=unset"), 0);
	assert_int_equal(nr_rules(), 1);
}

static void refuses(void)
{
	assert_int_equal(add("-a2,2"), -EINVAL);
	assert_int_equal(add("-a3,2"), -EINVAL);
	assert_int_equal(add("-a4,1"), -EINVAL);
	assert_int_equal(add("-a0x24,2"), -EINVAL);
	assert_int_equal(add("-a4,2 -Fpath!=/a"), -EINVAL);
	assert_int_equal(add("-a1,2 -Fpath=/a"), -EINVAL);
	assert_int_equal(add("-a4,2 -Fpath=/a -Fdir=/d"), -EINVAL);
	assert_int_equal(add("-a4,2 -Finode!=3 -Fpath=/a"), -EINVAL);
	assert_int_equal(add("-a4,2 -Fkey=k~257"), -EINVAL);
	assert_int_equal(add("-a4,2 -Fkey=k~256"), 0);
	assert_int_equal(add("-a4,2 -Fpath=/x~4096"), -ENAMETOOLONG);
	assert_int_equal(add("-a4,2 -Fpath=/x~4095"), 0);
	assert_int_equal(add("-a4,2 -Fexe=/x~4096"), -EINVAL);
	assert_int_equal(add("-a7,2 -Fperm=w"), -EINVAL);
	assert_int_equal(add("-a6,2 -Fuid=0"), -EINVAL);
	assert_int_equal(add("-a4,2 -Fpid&1"), -EINVAL);
	assert_int_equal(nr_rules(), 2);
}

static void decides_on_messages(void)
{
	add_all("-a0,0 -Fuid=5;-a0,0 -Fa0=0;-a0,0 -Fuid=6");
	assert_false(ops->allowed(filter, LSM_AUDIT_USER, event_of("uid=5")));
	assert_true(ops->allowed(filter, LSM_AUDIT_USER, event_of("uid=6")));
	add_all("-a5,2 -Fmsgtype=1300;-a5,0 -Fgid=5");
	assert_false(
		ops->allowed(filter, LSM_AUDIT_EXCLUDE, event_of("msg=1300")));
	assert_true(ops->allowed(filter, LSM_AUDIT_EXCLUDE,
				 event_of("msg=1 gid=1 g=5")));
	assert_false(ops->allowed(filter, LSM_AUDIT_EXCLUDE,
				  event_of("msg=1 gid=5")));
	clear_all();
	/* A label nobody knows keeps the answer of the field before. */
	add_all("-a0,0 -Fpid=1 -Fsubj_type=nobody?");
	assert_false(ops->allowed(filter, LSM_AUDIT_USER, event_of("")));
	assert_int_equal(add("-a4,2 -Sall -Fpid=1 -Fsubj_type=nobody?"), 0);
	assert_int_equal(on_syscall("").state, NONE);
}

static void decides_on_forks(void)
{
	struct lsm_audit_verdict verdict;

	add_all("-a1,0 -Fuid=5;-a1,2 -Fuid=6 -kt;-a1,2 -Fperm!=w -Fuid=7;"
		"-a1,2 -Farch!=0 -Fuid=8;-a4,2 -Sall -kexit");
	ops->fork(filter, event_of("uid=5"), &verdict);
	assert_int_equal(verdict.state, NO);
	ops->syscall(filter, event_of("uid=5"), &verdict);
	assert_int_equal(verdict.state, NO);
	ops->fork(filter, event_of("uid=6"), &verdict);
	ops->syscall(filter, event_of("uid=6"), &verdict);
	assert_int_equal(verdict.state, YES);
	assert_string_equal(verdict.key, "t");
	ops->fork(filter, event_of("uid=7"), &verdict);
	assert_int_equal(verdict.state, YES);
	ops->fork(filter, event_of("uid=8"), &verdict);
	assert_int_equal(verdict.state, NONE);
	ops->syscall(filter, event_of("uid=8"), &verdict);
	assert_string_equal(verdict.key, "exit");
}

static void decides_on_rings(void)
{
	struct lsm_audit_verdict verdict = LSM_AUDIT_VERDICT_NONE;

	add_all("-a4,2 -S2 -kcall;-a7,0 -S9 -kring;-a4,2 -S0 -Fpath=/a -kw");
	ops->uring(filter, event_of("op=9 nr=2"), &verdict);
	assert_int_equal(verdict.state, NO);
	verdict = LSM_AUDIT_VERDICT_NONE;
	ops->uring(filter, event_of("op=9 nr=2 in=1"), &verdict);
	assert_string_equal(verdict.key, "call");
	verdict = LSM_AUDIT_VERDICT_NONE;
	ops->uring(filter, event_of("op=1 nr=7 f=0"), &verdict);
	assert_string_equal(verdict.key, "w");
	assert_true(ops->collects(filter, 7));
	add_all("-a6,0 -Ffstype=8 -Ffstype=7");
	assert_false(ops->collects(filter, 7));
}

/* Every rule of the STIG set is there once and can be taken out again. */
static void holds_stig(void)
{
	size_t nr;
	const struct lsm_audit_rule *rule = audit_set(AUDIT_SET_STIG, &nr);

	for (size_t i = 0; i < nr; i++)
		assert_int_equal(ops->add(filter, &rule[i]), 0);
	for (size_t i = 0; i < nr; i++)
		assert_int_equal(ops->add(filter, &rule[i]), -EEXIST);
	assert_int_equal(nr_rules(), 34);
	assert_string_equal(on_syscall("nr=90 auid=1000").key, "perm_mod");
	assert_string_equal(on_syscall("nr=82 f=/etc/shadow").key, "identity");
	assert_string_equal(on_syscall("nr=2 exit=-13 auid=1000").key,
			    "access");
	assert_int_equal(on_syscall("nr=90").state, NONE);
	assert_int_equal(add("-A never,exit -S0,1 -Farch=b64"), 0);
	assert_int_equal(on_syscall("nr=1 f=/etc/shadow").state, NO);
	assert_int_equal(on_syscall("nr=1 arch=b32").state, NONE);
	for (size_t i = nr; i--;)
		assert_int_equal(ops->del(filter, &rule[i]), 0);
	assert_int_equal(nr_rules(), 1);
}

static void survives_lack_of_memory(void)
{
	static const char rule[] = "-a4,2 -S1 -Fpath=/a -kk";
	int status = -ENOMEM;

	for (uint32_t nth = 1; status; nth++) {
		int64_t live = lsm_alloc_live();

		lsm_alloc_fail(nth);
		status = add(rule);
		assert_int_equal(lsm_alloc_failed(), status != 0);
		assert_int_equal(nr_rules(), status ? 0 : 1);
		assert_true(!status || lsm_alloc_live() == live);
		assert_true(!status || status == -ENOMEM);
	}
	assert_true(on_syscall("nr=1 f=0").prio == INT64_MAX - 1);
}

static const struct CMUnitTest tests[] = {
	EACH(decides),		EACH(counts_priorities),
	EACH(knows_duplicates), EACH(one_rule_for_unset),
	EACH(refuses),		EACH(decides_on_messages),
	EACH(decides_on_forks), EACH(decides_on_rings),
	EACH(holds_stig),	EACH(survives_lack_of_memory),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
