/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "smack_programs.h"

#include <lsm/program.h>
#include <lsm/smack.h>

#include <inttypes.h>
#include <string.h>

/* Creation, the load, revocation and two looks at what it changed. */
#define FRAME_OPERATIONS 5

/* Questions about a rule: what it grants, more, reversed, and for a task. */
#define RULE_OPERATIONS 4

/* Rules of one program; four operations each leave room for no more. */
#define RULES_MAX 16

struct label {
	const char *text;
	size_t len;
	uint32_t secid;
};

/* The labels of a program: the reserved ones, then in order of import. */
struct labels {
	struct label label[5 + 2 * RULES_MAX];
	size_t nr;
	uint32_t next;
};

static void begin(struct labels *labels)
{
	static const struct label known[] = {
		{ "?", 1, LSM_SMACK_HUH },  { "^", 1, LSM_SMACK_HAT },
		{ "*", 1, LSM_SMACK_STAR }, { "_", 1, LSM_SMACK_FLOOR },
		{ "@", 1, LSM_SMACK_WEB },
	};

	memcpy(labels->label, known, sizeof(known));
	labels->nr = LSM_ARRAY_SIZE(known);
	labels->next = LSM_SMACK_FIRST;
}

static uint32_t secid_of(struct labels *labels, const char *text, size_t len)
{
	for (size_t i = 0; i < labels->nr; i++)
		if (labels->label[i].len == len &&
		    !memcmp(labels->label[i].text, text, len))
			return labels->label[i].secid;
	labels->label[labels->nr++] = (struct label){ text, len, labels->next };
	return labels->next++;
}

/* What the letters behind the object ask for, as bits. */
static uint32_t request_of(const struct import_rule *rule)
{
	const char *letter = rule->line + rule->subject + 1 + rule->object + 1;
	static const char order[] = "rwxatlb";
	uint32_t request = 0;

	for (; *letter && *letter != ' '; letter++) {
		/* Letters of the two cases differ by this bit. */
		const char *at = strchr(order, *letter | 0x20);

		if (at)
			request |= UINT32_C(1) << (at - order);
	}
	return request;
}

static void print_quoted(FILE *out, const struct import_rule *rule)
{
	/* No label has a quotation mark or a backslash. */
	fwrite(rule->line, 1, rule->len, out);
	fputs("\\n", out);
}

static size_t load_bytes(const struct import_rule *rule, size_t before)
{
	return import_payload_bytes(before + rule->len + 1) -
	       import_payload_bytes(before);
}

/* How many rules from @first on fit into one program, in one write. */
static size_t fitting(const struct import_rules *rules, size_t first)
{
	size_t bytes = (size_t)FRAME_OPERATIONS * LSM_RECORD_BYTES +
		       import_payload_bytes(rules->rule[first].subject);
	size_t text = 0, nr = 0;

	while (first + nr < rules->nr && nr < RULES_MAX) {
		const struct import_rule *rule = &rules->rule[first + nr];

		bytes += load_bytes(rule, text) +
			 (size_t)RULE_OPERATIONS * LSM_RECORD_BYTES;
		if (rule->change != rules->rule[first].change ||
		    (nr && bytes > IMPORT_PROGRAM_BYTES))
			break;
		text += rule->len + 1;
		nr++;
	}
	return nr;
}

static void say_load(struct import_program *program,
		     const struct import_rule *rule, size_t nr)
{
	size_t text = 0;

	fprintf(program->out, "load slot=0 scope=%d format=%d text=\"",
		LSM_SMACK_SYSTEM,
		rule->change ? LSM_SMACK_CHANGE : LSM_SMACK_LONG);
	for (size_t i = 0; i < nr; i++) {
		print_quoted(program->out, &rule[i]);
		text += rule[i].len + 1;
	}
	fputs("\"\n", program->out);
	program->bytes += LSM_RECORD_BYTES + import_payload_bytes(text);
}

static void say_access(struct import_program *program, const char *operation,
		       uint32_t subject, uint32_t object, uint32_t request)
{
	import_say(program,
		   "%s slot=0 subject=%" PRIu32 " object=%" PRIu32
		   " request=%" PRIu32,
		   operation, subject, object, request);
}

static void ask(struct import_program *program, struct labels *labels,
		const struct import_rule *rule)
{
	uint32_t subject = secid_of(labels, rule->line, rule->subject);
	uint32_t object =
		secid_of(labels, rule->line + rule->subject + 1, rule->object);
	uint32_t request = request_of(rule);

	say_access(program, "access", subject, object, request);
	say_access(program, "access", subject, object,
		   LSM_SMACK_ALL & ~(uint32_t)LSM_SMACK_BRINGUP);
	say_access(program, "access", object, subject, request);
	say_access(program, "task_access", subject, object, LSM_SMACK_READ);
}

static void say_revoke(struct import_program *program,
		       const struct import_rule *rule)
{
	fprintf(program->out, "revoke slot=0 text=\"%.*s\"\n",
		(int)rule->subject, rule->line);
	program->bytes +=
		LSM_RECORD_BYTES + import_payload_bytes(rule->subject);
}

size_t import_print_rules(FILE *out, const struct import_rules *rules,
			  size_t first, const struct import_origin *origin)
{
	struct import_program program = { .out = out };
	const struct import_rule *rule = &rules->rule[first];
	size_t nr = fitting(rules, first);
	struct labels labels;

	begin(&labels);
	fprintf(out, "lsmdiff smack 1\n# rules %zu to %zu", first + 1,
		first + nr);
	import_put_origin(out, origin);
	/* All shapes of a table in turn, the smallest ones most. */
	import_say(&program, "new slot=0 slots=%u hash=%zu",
		   4u << (first * 5 % 8), first % LSM_SMACK_HASHES);
	say_load(&program, rule, nr);
	for (size_t i = 0; i < nr; i++)
		ask(&program, &labels, &rule[i]);
	say_revoke(&program, rule);
	say_access(
		&program, "access",
		secid_of(&labels, rule->line, rule->subject),
		secid_of(&labels, rule->line + rule->subject + 1, rule->object),
		LSM_SMACK_READ);
	import_say(&program, "by_secid slot=0 secid=%" PRIu32, labels.next);
	return nr;
}
