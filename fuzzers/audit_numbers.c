/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules and events that fit into the arguments of one operation. */
#include "audit_words.h"

#include <string.h>

static void set_calls(uint32_t *mask, uint32_t nr)
{
	if (nr == AUDIT_ALL_CALLS)
		memset(mask, 0xff, (LSM_AUDIT_MASK_WORDS - 1) * sizeof(*mask));
	else if (nr == AUDIT_EVERY_BIT)
		memset(mask, 0xff, LSM_AUDIT_MASK_WORDS * sizeof(*mask));
	else if (nr != AUDIT_NO_CALL)
		mask[nr / 32] |= UINT32_C(1) << nr % 32;
}

void audit_rule_from_numbers(struct audit_request *request, const uint32_t *arg)
{
	static const uint32_t list[] = {
		LSM_AUDIT_EXIT, LSM_AUDIT_TASK,
		LSM_AUDIT_USER, LSM_AUDIT_URING,
		LSM_AUDIT_FS,	LSM_AUDIT_EXCLUDE,
		LSM_AUDIT_EXIT, 2,
	};
	static const char *const key[] = { "k", "l", "key-4", "k" };
	uint32_t place = arg[0], test = arg[2], value = arg[3];
	const char *text = audit_texts[value % AUDIT_TEXTS];
	uint32_t type = audit_types[test / AUDIT_OPS];

	audit_rule_init(request);
	request->rule.flags =
		list[place % 8] | (place & 16 ? LSM_AUDIT_PREPEND : 0);
	request->rule.action = place & 8 ? LSM_AUDIT_NEVER : LSM_AUDIT_ALWAYS;
	set_calls(request->rule.mask, arg[1]);
	if (test >= AUDIT_OPS)
		audit_add_field(request, type, audit_op[test % AUDIT_OPS],
				value, text, strlen(text));
	if (arg[4])
		audit_add_field(request, LSM_AUDIT_KEY, LSM_AUDIT_EQ, 0,
				key[arg[4] - 1], strlen(key[arg[4] - 1]));
}

/* Those who act: texts, so that they read as events of programs do. */
static const char *const people[AUDIT_PEOPLE] = {
	"",
	"uid=1000 gid=1000 g=5 g=10 auid=1000 ses=1 pid=1000 subj=2 exe=1",
	"uid=1000 euid=0 suid=0 gid=5 egid=0 g=0 auid=1000 ses=2 fam=2 ipc=1",
	"arch=b32 uid=5 euid=1000 gid=5 sgid=7 auid=0 ses=3 ppid=7 exe=3",
	"uid=100 gid=100 subj=1 exe=4 pers=0x400000 fam=10 ipc=3 pid=2",
	"uid=-2 suid=0x80000000 gid=-2 auid=-2 ses=-2 pid=-1 subj=3 exe=13",
};
static const char *const results[AUDIT_EXITS] = {
	"",	     "exit=0",		 "exit=-13",	     "exit=-1",
	"exit=1000", "exit=-0x80000000", "exit=0x10000000d", "exit=5 ok=2",
};

void audit_event_from_numbers(struct audit_scene *scene, const uint32_t *arg)
{
	struct lsm_audit_event *event = &scene->event;
	uint32_t names = arg[2], a = arg[4];
	char words[128];
	size_t len;

	len = strlen(people[arg[1]]);
	memcpy(words, people[arg[1]], len);
	words[len++] = ' ';
	memcpy(words + len, results[arg[3]], strlen(results[arg[3]]));
	audit_event_from_words(scene, words, len + strlen(results[arg[3]]));
	event->nr = arg[0];
	for (; names; names >>= 4)
		if (names & 15 && (names & 15) <= LSM_AUDIT_FILES)
			event->name[event->nr_names++] =
				lsm_audit_file[(names & 15) - 1];
	event->a[0] = a;
	event->a[1] = a;
	event->a[2] = a >> 1;
	event->a[3] = ~(uint64_t)a;
	event->open_flags = a >> 2;
}
