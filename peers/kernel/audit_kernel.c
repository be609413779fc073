/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's audit filter behind the audit contract.
 *
 * The kernel has one filter; we need several.  The variables that make it up
 * stay where they are, as lists point to their heads, and change their values
 * when another filter is called.
 */
#include "audit_kernel.h"

#include <lsm/alloc.h>

#include "audit_fsnotify.c"
#include "audit_watch.c"
#include "auditfilter.c"
#include "auditsc.c"

/* The values of the kernel's variables for one filter. */
struct values {
	struct list_head filter[AUDIT_NR_FILTERS];
	struct list_head rules[AUDIT_NR_FILTERS];
	struct list_head inode_hash[AUDIT_INODE_BUCKETS];
	u64 low, high;
	int n_rules, signals;
};

struct filter {
	struct values values; /* while another filter is active */
};

static struct filter *active;

u32 audit_kernel_op(u32 op)
{
	return audit_ops[op];
}

static void save(struct values *to)
{
	memcpy(to->filter, audit_filter_list, sizeof(to->filter));
	memcpy(to->rules, audit_rules_list, sizeof(to->rules));
	memcpy(to->inode_hash, audit_inode_hash, sizeof(to->inode_hash));
	to->low = prio_low;
	to->high = prio_high;
	to->n_rules = audit_n_rules;
	to->signals = audit_signals;
}

static void restore(const struct values *from)
{
	memcpy(audit_filter_list, from->filter, sizeof(from->filter));
	memcpy(audit_rules_list, from->rules, sizeof(from->rules));
	memcpy(audit_inode_hash, from->inode_hash, sizeof(from->inode_hash));
	prio_low = from->low;
	prio_high = from->high;
	audit_n_rules = from->n_rules;
	audit_signals = from->signals;
}

/* Make a filter the one that the kernel's functions see. */
static void enter(const void *self)
{
	struct filter *filter = kernel_mutable(self);

	if (active == filter)
		return;
	if (active)
		save(&active->values);
	restore(&filter->values);
	active = filter;
}

/* The variables as they are when the kernel has started. */
static struct values at_start;

static void *setup(void)
{
	static int any;

	if (at_start.low)
		return &any;
	for (int i = 0; i < AUDIT_INODE_BUCKETS; i++)
		INIT_LIST_HEAD(&audit_inode_hash[i]);
	for (int i = 0; i < AUDIT_SYSCALL_CLASSES; i++)
		classes[i] = kernel_mutable(lsm_audit_class((u32)i));
	audit_watch_init();
	audit_fsnotify_init();
	save(&at_start);
	return &any;
}

static void teardown(void *setup)
{
	(void)setup;
}

static void *create(void *setup, const uint32_t *param)
{
	struct filter *filter = lsm_malloc(sizeof(*filter));

	(void)setup;
	(void)param;
	if (filter)
		filter->values = at_start;
	return filter;
}

static void clear(void *self)
{
	enter(self);
	for (int i = 0; i < AUDIT_NR_FILTERS; i++)
		while (!list_empty(&audit_rules_list[i])) {
			struct audit_krule *rule = list_first_entry(
				&audit_rules_list[i], struct audit_krule, list);

			audit_del_rule(
				container_of(rule, struct audit_entry, rule));
			lsm_kernel_drain();
		}
	restore(&at_start);
}

static void destroy(void *self)
{
	clear(self);
	active = NULL;
	lsm_free(self);
}

LSM_UNGUIDED static size_t length_of(struct list_head *list)
{
	struct list_head *at;
	size_t length = 0;

	list_for_each(at, list) length++;
	return length;
}

LSM_UNGUIDED static const char *check(const void *self)
{
	size_t listed = 0, filed = 0;

	enter(self);
	for (int i = 0; i < AUDIT_NR_FILTERS; i++) {
		listed += length_of(&audit_rules_list[i]);
		filed += length_of(&audit_filter_list[i]);
	}
	for (int i = 0; i < AUDIT_INODE_BUCKETS; i++)
		filed += length_of(&audit_inode_hash[i]);
	return listed == filed ? NULL : "a rule is listed and in no list";
}

/* A rule as it comes over netlink: texts behind each other, without NULs. */
static union {
	struct audit_rule_data rule;
	char bytes[1 << 20];
} request;

static size_t pack(const struct lsm_audit_rule *rule)
{
	struct audit_rule_data *data = &request.rule;
	uint32_t given = min(rule->nr_fields, LSM_AUDIT_FIELDS_MAX);

	memset(data, 0, sizeof(*data));
	data->flags = rule->flags;
	data->action = rule->action;
	data->field_count = rule->nr_fields;
	memcpy(data->mask, rule->mask, sizeof(data->mask));
	for (uint32_t i = 0; i < given; i++) {
		const struct lsm_audit_field *field = &rule->field[i];

		data->fields[i] = field->type;
		data->fieldflags[i] = field->op;
		data->values[i] = field->text ? (u32)field->len : field->value;
		if (!field->text)
			continue;
		memcpy(data->buf + data->buflen, field->text, field->len);
		data->buflen += (u32)field->len;
	}
	return sizeof(*data) + data->buflen;
}

static int change(void *self, int type, const struct lsm_audit_rule *rule)
{
	size_t size = pack(rule);
	int status;

	enter(self);
	status = audit_rule_change(type, 0, &request, size);
	lsm_kernel_drain();
	return status;
}

static int add(void *self, const struct lsm_audit_rule *rule)
{
	return change(self, AUDIT_ADD_RULE, rule);
}

static int del(void *self, const struct lsm_audit_rule *rule)
{
	return change(self, AUDIT_DEL_RULE, rule);
}

/* What audit_list_rules() sends; texts get their NUL in @texts. */
LSM_UNGUIDED static void unpack(const struct audit_rule_data *data,
				struct lsm_audit_rule *rule, char *texts)
{
	const char *from = data->buf;

	rule->flags = data->flags;
	rule->action = data->action;
	rule->nr_fields = data->field_count;
	memcpy(rule->mask, data->mask, sizeof(rule->mask));
	for (uint32_t i = 0; i < data->field_count; i++) {
		struct lsm_audit_field *field = &rule->field[i];

		*field = (struct lsm_audit_field){
			.type = data->fields[i],
			.op = data->fieldflags[i],
			.value = data->values[i],
		};
		if (!lsm_audit_takes_text(field->type))
			continue;
		field->len = data->values[i];
		field->text = memcpy(texts, from, field->len);
		texts += field->len;
		*texts++ = '\0';
		from += field->len;
	}
}

LSM_UNGUIDED static void list(const void *self, lsm_audit_rule_fn *visit,
			      void *arg)
{
	static char texts[1 << 20];
	static struct lsm_audit_rule rule;
	struct audit_krule *r;
	bool more = true;

	enter(self);
	for (int i = 0; i < AUDIT_NR_FILTERS && more; i++) {
		list_for_each_entry(r, &audit_rules_list[i], list) {
			struct audit_rule_data *data = audit_krule_to_data(r);

			/* A failure is not for those who only look. */
			if (!data)
				data = audit_krule_to_data(r);
			if (!data)
				return;
			unpack(data, &rule, texts);
			kfree(data);
			more = visit(&rule, r->prio, arg);
			if (!more)
				break;
		}
	}
}

#include "audit_kernel_decide.h"

const struct lsm_audit_ops LSM_KERNEL_SYMBOL(audit) = {
	.base = {
		LSM_KERNEL_PEER("kernel/auditfilter.c, auditsc.c, audit_watch.c and audit_fsnotify.c"),
		.setup = setup,
		.teardown = teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.add = add,
	.del = del,
	.list = list,
	.fork = fork_of,
	.syscall = syscall,
	.uring = uring,
	.allowed = allowed,
	.collects = collects,
};
