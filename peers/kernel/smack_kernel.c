/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adapter: a kernel tree's Smack labels and rules behind the Smack contract.
 *
 * The kernel has one table; we need several.  The variables that make it up
 * stay where they are, as lists point to their heads, and change their values
 * when another table is called.
 */
#include <lsm/alloc.h>
#include <lsm/smack.h>

#define CONFIG_SECURITY_SMACK_BRINGUP 1

#include <kernel_adapter.h>
#include <kernel_smackfs.h>

#include "smack_access.c"
#include "smackfs.c"

#define RESERVED 5u

static struct smack_known *const reserved[RESERVED] = {
	&smack_known_huh,   &smack_known_hat, &smack_known_star,
	&smack_known_floor, &smack_known_web,
};

/* The kernel's bits, by the number of ours. */
static const int may[] = { MAY_READ,	  MAY_WRITE, MAY_EXEC,	 MAY_APPEND,
			   MAY_TRANSMUTE, MAY_LOCK,  MAY_BRINGUP };

static int to_kernel(uint32_t access)
{
	int bits = 0;

	for (size_t i = 0; i < ARRAY_SIZE(may); i++)
		if (access & 1u << i)
			bits |= may[i];
	return bits;
}

LSM_UNGUIDED static uint32_t from_kernel(int bits)
{
	uint32_t access = 0;

	for (size_t i = 0; i < ARRAY_SIZE(may); i++) {
		if (bits & may[i])
			access |= 1u << i;
		bits &= ~may[i];
	}
	/* What no letter stands for must not be there, and is seen if it is. */
	return access | (uint32_t)bits << 8;
}

/* What smack_lsm.c would define. */
struct kmem_cache *smack_rule_cache;
struct lsm_blob_sizes smack_blob_sizes;

/* The values of the kernel's variables for one table. */
struct values {
	struct list_head known_list;
	struct hlist_head known_hash[SMACK_HASH_SLOTS];
	u32 next_secid;
	struct smack_known *unconfined;
	struct smack_known reserved[RESERVED];
	struct list_head task_rules;
};

struct table {
	struct values values; /* while another table is active */
};

static struct table *active;
static struct task_smack task; /* whoever asks */
static struct cred task_cred = { .security = &task };

/* A process that may change rules but not override them. */
int cap_capable(const struct cred *cred, struct user_namespace *ns, int cap,
		unsigned int opts)
{
	(void)cred;
	(void)ns;
	(void)opts;
	return cap == CAP_MAC_ADMIN ? 0 : -EPERM;
}

static void save(struct values *to)
{
	to->known_list = smack_known_list;
	memcpy(to->known_hash, smack_known_hash, sizeof(to->known_hash));
	to->next_secid = smack_next_secid;
	to->unconfined = smack_unconfined;
	for (size_t i = 0; i < RESERVED; i++)
		to->reserved[i] = *reserved[i];
	to->task_rules = task.smk_rules;
}

static void restore(const struct values *from)
{
	smack_known_list = from->known_list;
	memcpy(smack_known_hash, from->known_hash, sizeof(smack_known_hash));
	smack_next_secid = from->next_secid;
	smack_unconfined = from->unconfined;
	for (size_t i = 0; i < RESERVED; i++)
		*reserved[i] = from->reserved[i];
	task.smk_rules = from->task_rules;
}

/* Make a table the one that the kernel's functions see. */
static void enter(const void *self)
{
	struct table *table = kernel_mutable(self);

	if (active == table)
		return;
	if (active)
		save(&active->values);
	restore(&table->values);
	active = table;
}

/* The variables as the kernel leaves them after it has started. */
static void start(void)
{
	INIT_LIST_HEAD(&smack_known_list);
	memset(smack_known_hash, 0, sizeof(smack_known_hash));
	smack_next_secid = LSM_SMACK_FIRST;
	smack_unconfined = NULL;
	INIT_LIST_HEAD(&task.smk_rules);
	for (size_t i = 0; i < RESERVED; i++) {
		INIT_LIST_HEAD(&reserved[i]->smk_rules);
		smk_insert_entry(reserved[i]);
	}
}

static void *setup(void)
{
	static int any;

	smack_rule_cache = KMEM_CACHE(smack_rule, 0);
	task.smk_task = &smack_known_floor;
	lsm_kernel_current->cred = &task_cred;
	return &any;
}

static void teardown(void *setup)
{
	(void)setup;
}

static void *create(void *setup, const uint32_t *param)
{
	struct table *table = lsm_malloc(sizeof(*table));

	(void)setup;
	(void)param; /* the kernel chose */
	if (!table)
		return NULL;
	if (active)
		save(&active->values);
	active = table;
	start();
	return table;
}

static void free_rules(struct list_head *rules)
{
	struct smack_rule *rule, *next;

	list_for_each_entry_safe(rule, next, rules, list)
		kfree(rule);
}

/* The kernel never forgets a label, so this is not its code. */
static void clear(void *self)
{
	struct smack_known *label, *next;

	enter(self);
	free_rules(&task.smk_rules);
	list_for_each_entry_safe(label, next, &smack_known_list, list) {
		free_rules(&label->smk_rules);
		if (label->smk_secid < LSM_SMACK_FIRST)
			continue;
		kfree(label->smk_netlabel.cache);
		kfree(label->smk_known);
		kfree(label);
	}
	start();
}

static void destroy(void *self)
{
	clear(self);
	active = NULL;
	lsm_free(self);
}

LSM_UNGUIDED static const char *check(const void *self)
{
	struct smack_known *label;
	size_t listed = 0, hashed = 0;

	enter(self);
	list_for_each_entry(label, &smack_known_list, list) {
		listed++;
		if (smk_find_entry(label->smk_known) != label)
			return "a label is not found by its name";
	}
	for (size_t i = 0; i < SMACK_HASH_SLOTS; i++)
		hlist_for_each_entry(label, &smack_known_hash[i], smk_hashed)
			hashed++;
	return listed == hashed ? NULL : "list and slots differ";
}

/* Text from a caller of the kernel, which ends it. */
static const char *ended(const char *text, size_t len)
{
	static char copy[65536];

	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

static int import_label(void *self, const char *text, size_t len,
			const void **label)
{
	struct smack_known *known;

	enter(self);
	known = smk_import_entry(ended(text, len), (int)len);
	if (IS_ERR(known))
		return (int)PTR_ERR(known);
	*label = known;
	return 0;
}

static const void *find(const void *self, const char *text, size_t len)
{
	enter(self);
	return smk_find_entry(ended(text, len));
}

static const void *from_secid(const void *self, uint32_t secid)
{
	enter(self);
	return smack_from_secid(secid);
}

static uint32_t secid(const void *label)
{
	const struct smack_known *known = label;

	return known->smk_secid;
}

static const char *text(const void *label, size_t *len)
{
	const struct smack_known *known = label;

	*len = strlen(known->smk_known);
	return known->smk_known;
}

static void set_unconfined(void *self, const void *label)
{
	enter(self);
	smack_unconfined = kernel_mutable(label);
}

static const void *unconfined(const void *self)
{
	enter(self);
	return smack_unconfined;
}

static long load(void *self, enum lsm_smack_scope scope,
		 enum lsm_smack_format format, const char *text, size_t len)
{
	loff_t start = 0;

	enter(self);
	if (scope == LSM_SMACK_SYSTEM)
		return smk_write_rules_list(NULL, text, len, &start, NULL, NULL,
					    (int)format);
	return smk_write_rules_list(NULL, text, len, &start, &task.smk_rules,
				    &task.smk_rules_lock, (int)format);
}

static long revoke(void *self, const char *text, size_t len)
{
	loff_t start = 0;

	enter(self);
	return smk_write_revoke_subj(NULL, text, len, &start);
}

static int access_of(const void *self, const void *subject, const void *object,
		     uint32_t request)
{
	enter(self);
	return smk_access(kernel_mutable(subject), kernel_mutable(object),
			  to_kernel(request), NULL);
}

static int task_access(const void *self, const void *subject,
		       const void *object, uint32_t request)
{
	int decision;

	enter(self);
	task.smk_task = kernel_mutable(subject);
	decision = smk_tskacc(&task, kernel_mutable(object),
			      (u32)to_kernel(request), NULL);
	task.smk_task = &smack_known_floor;
	return decision;
}

static int query(const void *self, enum lsm_smack_format format,
		 const char *text, size_t len)
{
	loff_t start = 0;
	ssize_t status;

	enter(self);
	status = smk_user_access(NULL, text, len, &start, (int)format);
	return status < 0 ? (int)status : lsm_kernel_page[0] == '1';
}

LSM_UNGUIDED static void labels(const void *self, lsm_smack_label_fn *visit,
				void *arg)
{
	struct smack_known *label;

	enter(self);
	list_for_each_entry(label, &smack_known_list, list)
		visit(label, arg);
}

LSM_UNGUIDED static void visit_rules(struct list_head *rules,
				     enum lsm_smack_scope scope,
				     lsm_smack_rule_fn *visit, void *arg)
{
	struct smack_rule *rule;

	list_for_each_entry(rule, rules, list) {
		const struct lsm_smack_rule seen = {
			.scope = scope,
			.subject = rule->smk_subject->smk_secid,
			.object = rule->smk_object->smk_secid,
			.access = from_kernel(rule->smk_access),
		};

		visit(&seen, arg);
	}
}

LSM_UNGUIDED static void rules(const void *self, lsm_smack_rule_fn *visit,
			       void *arg)
{
	struct smack_known *label;

	enter(self);
	list_for_each_entry(label, &smack_known_list, list)
		visit_rules(&label->smk_rules, LSM_SMACK_SYSTEM, visit, arg);
	visit_rules(&task.smk_rules, LSM_SMACK_TASK, visit, arg);
}

const struct lsm_smack_ops LSM_KERNEL_SYMBOL(smack) = {
	.base = {
		LSM_KERNEL_PEER("security/smack/smack_access.c and smackfs.c"),
		.setup = setup,
		.teardown = teardown,
		.create = create,
		.destroy = destroy,
		.clear = clear,
		.check = check,
	},
	.import = import_label,
	.find = find,
	.from_secid = from_secid,
	.secid = secid,
	.text = text,
	.set_unconfined = set_unconfined,
	.unconfined = unconfined,
	.load = load,
	.revoke = revoke,
	.access = access_of,
	.task_access = task_access,
	.query = query,
	.labels = labels,
	.rules = rules,
};
