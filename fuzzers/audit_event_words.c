/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events as words. */
#include "audit_words.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t letters(const char *text, size_t len)
{
	static const struct {
		char letter;
		uint32_t bit;
	} perm[] = {
		{ 'r', LSM_AUDIT_PERM_READ },
		{ 'w', LSM_AUDIT_PERM_WRITE },
		{ 'x', LSM_AUDIT_PERM_EXEC },
		{ 'a', LSM_AUDIT_PERM_ATTR },
	};
	uint64_t bits = 0;

	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < LSM_ARRAY_SIZE(perm); k++)
			if (text[i] == perm[k].letter)
				bits |= perm[k].bit;
	return bits;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return 16;
}

uint64_t audit_number(const char *text, size_t len)
{
	bool negative = len && *text == '-';
	uint64_t value = 0;
	int base = 10;

	if (audit_is(text, len, "unset"))
		return LSM_AUDIT_UNSET;
	if (audit_is(text, len, "b64"))
		return LSM_AUDIT_ARCH_64;
	if (audit_is(text, len, "b32"))
		return LSM_AUDIT_ARCH_32;
	if (len && strchr("rwxa", *text))
		return letters(text, len);
	text += negative;
	len -= negative;
	if (len > 2 && text[0] == '0' && text[1] == 'x') {
		base = 16;
		text += 2;
		len -= 2;
	}
	for (; len && digit(*text) < base; text++, len--)
		value = value * (uint64_t)base + (uint64_t)digit(*text);
	return negative ? -value : value;
}

void audit_event_init(struct lsm_audit_event *event)
{
	memset(event, 0, offsetof(struct lsm_audit_event, name));
	event->arch = LSM_AUDIT_ARCH_64;
	event->pid = 1;
	event->ppid = 1;
	event->auid = LSM_AUDIT_UNSET;
	event->session = LSM_AUDIT_UNSET;
	event->exe = lsm_audit_file[0].inode;
	event->family = LSM_AUDIT_UNSET;
	event->ipc_label = LSM_AUDIT_NO_LABEL;
	event->nr_names = 0;
}

/* An index or a path. */
static struct lsm_audit_name file(struct audit_scene *scene, const char *text,
				  size_t len)
{
	struct lsm_audit_name name;
	size_t stored;

	if (!len || *text != '/')
		return lsm_audit_file[audit_number(text, len) %
				      LSM_AUDIT_FILES];
	name.path = audit_keep_text(&scene->texts, text, len, &stored);
	name.inode = lsm_audit_lookup(name.path);
	return name;
}

static void add_name(struct lsm_audit_event *event, struct lsm_audit_name name)
{
	if (event->nr_names < LSM_AUDIT_NAMES_MAX)
		event->name[event->nr_names++] = name;
}

static void set_exit(struct lsm_audit_event *event, int64_t value)
{
	event->exit = value;
	event->result = value < 0 ? LSM_AUDIT_FAILED : LSM_AUDIT_SUCCEEDED;
}

/* Members that are numbers and nothing else. */
static const struct {
	const char *name;
	size_t offset;
} numbers[] = {
#define MEMBER(word, member)                                   \
	{                                                      \
		word, offsetof(struct lsm_audit_event, member) \
	}
	MEMBER("arch", arch),	 MEMBER("nr", nr),
	MEMBER("op", uring_op),	 MEMBER("how", open_flags),
	MEMBER("pid", pid),	 MEMBER("ppid", ppid),
	MEMBER("euid", uid[1]),	 MEMBER("suid", uid[2]),
	MEMBER("fsuid", uid[3]), MEMBER("egid", gid[1]),
	MEMBER("sgid", gid[2]),	 MEMBER("fsgid", gid[3]),
	MEMBER("auid", auid),	 MEMBER("ses", session),
	MEMBER("pers", pers),	 MEMBER("fam", family),
	MEMBER("msg", msgtype),
#undef MEMBER
};

static bool set_number(struct lsm_audit_event *event, const char *name,
		       size_t len, uint64_t value)
{
	for (size_t i = 0; i < LSM_ARRAY_SIZE(numbers); i++)
		if (audit_is(name, len, numbers[i].name)) {
			uint32_t small = (uint32_t)value;

			memcpy((char *)event + numbers[i].offset, &small,
			       sizeof(small));
			return true;
		}
	return false;
}

static void set_all(uint32_t *ids, uint64_t value)
{
	for (size_t i = 0; i < 4; i++)
		ids[i] = (uint32_t)value;
}

static void set_member(struct audit_scene *scene, const char *name, size_t len,
		       const char *text, size_t text_len)
{
	struct lsm_audit_event *event = &scene->event;
	uint64_t value = audit_number(text, text_len);

	if (set_number(event, name, len, value))
		return;
	if (len == 2 && *name == 'a' && name[1] >= '0' && name[1] <= '3')
		event->a[name[1] - '0'] = value;
	else if (audit_is(name, len, "f"))
		add_name(event, file(scene, text, text_len));
	else if (audit_is(name, len, "exe"))
		event->exe = file(scene, text, text_len).inode;
	else if (audit_is(name, len, "uid"))
		set_all(event->uid, value);
	else if (audit_is(name, len, "gid"))
		set_all(event->gid, value);
	else if (audit_is(name, len, "g") &&
		 event->nr_groups < LSM_AUDIT_GROUPS_MAX)
		event->groups[event->nr_groups++] = (uint32_t)value;
	else if (audit_is(name, len, "exit"))
		set_exit(event, (int64_t)value);
	else if (audit_is(name, len, "ok"))
		event->result = (enum lsm_audit_result)(value % 3);
	else if (audit_is(name, len, "in"))
		event->in_syscall = value & 1;
	else if (audit_is(name, len, "subj"))
		event->label = (uint32_t)(value % LSM_AUDIT_LABELS);
	else if (audit_is(name, len, "ipc"))
		event->ipc_label = (uint32_t)(value % LSM_AUDIT_LABELS);
}

void audit_event_from_words(struct audit_scene *scene, const char *text,
			    size_t len)
{
	const char *end = text + len;

	audit_event_init(&scene->event);
	scene->texts.used = 0;
	while (text < end) {
		const char *stop = memchr(text, ' ', (size_t)(end - text));
		const char *is_at;

		stop = stop ? stop : end;
		is_at = memchr(text, '=', (size_t)(stop - text));
		if (is_at)
			set_member(scene, text, (size_t)(is_at - text),
				   is_at + 1, (size_t)(stop - is_at - 1));
		text = stop + 1;
	}
	/* What the kernel keeps in 8 and in 16 bits. */
	scene->event.uring_op &= UINT8_MAX;
	if (scene->event.family != LSM_AUDIT_UNSET)
		scene->event.family &= UINT16_MAX;
}
