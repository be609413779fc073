/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Schedules in words. */
#include "schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_WORD "schedule"

void lsm_schedule_print_call(FILE *out, const struct lsm_action_call *call)
{
	const struct lsm_action *action = &lsm_scenario.actions[call->action];

	fputs(action->name, out);
	for (int i = 0; i < LSM_SCENARIO_ARGS && action->arg[i]; i++)
		fprintf(out, " %s=%u", action->arg[i], call->arg[i]);
}

static void print_fiber(FILE *out, unsigned int fiber)
{
	if (fiber == LSM_FIBER_RCU)
		fputs("rcu", out);
	else
		fprintf(out, "%u", fiber);
}

void lsm_schedule_print(FILE *out, const struct lsm_schedule *schedule)
{
	fprintf(out, "lsmdiff %s " FORMAT_WORD " %d\n", lsm_scenario.name,
		LSM_SCHEDULE_FORMAT);
	fprintf(out, "setup %s\n", lsm_scenario.setups[schedule->setup]);
	if (schedule->fail)
		fprintf(out, "fail %u\n", schedule->fail);
	for (unsigned int t = 0; t < schedule->nr_threads; t++) {
		const struct lsm_thread_program *thread = &schedule->thread[t];

		fprintf(out, "thread %u:", t);
		for (unsigned int i = 0; i < thread->nr; i++) {
			fputs(i ? "; " : " ", out);
			lsm_schedule_print_call(out, &thread->call[i]);
		}
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < schedule->switches.nr; i++) {
		const struct lsm_switch *at = &schedule->switches.at[i];

		if (at->fiber == LSM_FIBER_NONE) {
			fputs("switch start ", out);
		} else {
			fputs("switch ", out);
			print_fiber(out, at->fiber);
			fprintf(out, ".%u.%u ", at->op, at->point);
		}
		print_fiber(out, at->to);
		fputc('\n', out);
	}
	if (schedule->switches.lost)
		fputs("# more switches were made than are kept\n", out);
}

/* A file being read. */
struct text {
	const char *path;
	unsigned int line;
};

static _Noreturn void bad(const struct text *text, const char *what,
			  const char *word)
{
	lsm_refuse("%s:%u: %s '%s'", text->path, text->line, what, word);
}

/* A number of at most @max that is the whole of @word. */
static uint32_t number(const struct text *text, const char *word, uint32_t max)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(word ? word : "", &end, 10);
	if (!word || end == word || *end || errno || value > max)
		bad(text, "not a number in range:", word ? word : "");
	return (uint32_t)value;
}

static uint8_t fiber_of(const struct text *text, const char *word)
{
	if (word && !strcmp(word, "rcu"))
		return LSM_FIBER_RCU;
	return (uint8_t)number(text, word, LSM_FIBERS_MAX - 1);
}

static void read_call(const struct text *text, char *words,
		      struct lsm_action_call *call)
{
	const struct lsm_action *action = lsm_scenario.actions;
	char *rest, *name = strtok_r(words, " \t", &rest), *word;
	int nr = 0;

	for (call->action = 0; call->action < lsm_scenario.nr_actions;
	     call->action++, action++)
		if (name && !strcmp(action->name, name))
			break;
	if (call->action == lsm_scenario.nr_actions)
		bad(text, "no such operation:", name ? name : "");
	memset(call->arg, 0, sizeof(call->arg));
	while ((word = strtok_r(NULL, " \t", &rest))) {
		char *value = strchr(word, '=');

		if (!value)
			bad(text, "not NAME=VALUE:", word);
		*value++ = '\0';
		if (nr == LSM_SCENARIO_ARGS || !action->arg[nr] ||
		    strcmp(action->arg[nr], word) != 0)
			bad(text, "not the next argument:", word);
		call->arg[nr] =
			(uint8_t)number(text, value, action->values[nr] - 1u);
		nr++;
	}
	if (nr < LSM_SCENARIO_ARGS && action->arg[nr])
		bad(text, "missing argument:", action->arg[nr]);
}

/* "0: read slot=1; write slot=0" */
static void read_thread(const struct text *text, char *words,
			struct lsm_schedule *schedule)
{
	char *colon = strchr(words, ':'), *rest, *word;
	struct lsm_thread_program *thread;

	if (!colon)
		bad(text, "no colon in", words);
	*colon = '\0';
	if (number(text, words, LSM_FIBERS_MAX - 1) != schedule->nr_threads)
		bad(text, "not the next thread:", words);
	thread = &schedule->thread[schedule->nr_threads++];
	thread->nr = 0;
	for (word = strtok_r(colon + 1, ";", &rest); word;
	     word = strtok_r(NULL, ";", &rest)) {
		if (word[strspn(word, " \t")] == '\0')
			continue;
		if (thread->nr == LSM_SCHEDULE_OPS)
			bad(text, "too many operations:", word);
		read_call(text, word, &thread->call[thread->nr++]);
	}
}

/* "0.1.4 1" or "start 1" */
static void read_switch(const struct text *text, char *words,
			struct lsm_switches *switches)
{
	char *rest, *from = strtok_r(words, " \t", &rest);
	char *to = strtok_r(NULL, " \t", &rest);
	struct lsm_switch at = { .fiber = LSM_FIBER_NONE };

	if (!from || !to || strtok_r(NULL, " \t", &rest))
		bad(text, "not `switch FROM TO':", from ? from : "");
	at.to = fiber_of(text, to);
	if (strcmp(from, "start") != 0) {
		char *part, *fiber = strtok_r(from, ".", &part);

		at.fiber = fiber_of(text, fiber);
		at.op = (uint16_t)number(text, strtok_r(NULL, ".", &part),
					 UINT16_MAX);
		at.point = number(text, strtok_r(NULL, ".", &part), INT32_MAX);
	}
	if (switches->nr == LSM_SWITCHES_MAX)
		bad(text, "too many switches:", "");
	switches->at[switches->nr++] = at;
}

static void read_setup(const struct text *text, const char *word,
		       struct lsm_schedule *schedule)
{
	for (size_t i = 0; i < lsm_scenario.nr_setups; i++) {
		if (!strcmp(lsm_scenario.setups[i], word)) {
			schedule->setup = (uint8_t)i;
			return;
		}
	}
	bad(text, "no such setup:", word);
}

static void read_line(const struct text *text, char *line,
		      struct lsm_schedule *schedule)
{
	char *words = strpbrk(line, " \t");

	if (!words)
		bad(text, "nothing follows", line);
	*words++ = '\0';
	words += strspn(words, " \t");
	if (!strcmp(line, "setup"))
		read_setup(text, words, schedule);
	else if (!strcmp(line, "fail"))
		schedule->fail = (uint8_t)number(text, words, UINT8_MAX);
	else if (!strcmp(line, "thread"))
		read_thread(text, words, schedule);
	else if (!strcmp(line, "switch"))
		read_switch(text, words, &schedule->switches);
	else
		bad(text, "no such line:", line);
}

/* Cuts a comment and the blanks at both ends. */
static char *trim(char *line)
{
	size_t len;

	line[strcspn(line, "#\n")] = '\0';
	line += strspn(line, " \t");
	len = strlen(line);
	while (len && strchr(" \t\r", line[len - 1]))
		line[--len] = '\0';
	return line;
}

/* Whether it is a fuzzer's input; then it is read. */
static bool are_bytes(const char *path, FILE *file, struct lsm_bytes *bytes)
{
	static const char head[] = "lsmdiff ";

	bytes->size = fread(bytes->data, 1, sizeof(bytes->data), file);
	if (ferror(file))
		lsm_refuse("%s: %s", path, strerror(errno));
	if (bytes->size >= sizeof(head) - 1 &&
	    !memcmp(bytes->data, head, sizeof(head) - 1)) {
		rewind(file);
		return false;
	}
	if (bytes->size == sizeof(bytes->data))
		lsm_refuse("%s: longer than %zu bytes", path, bytes->size - 1);
	return true;
}

bool lsm_schedule_read(const char *path, struct lsm_schedule *schedule,
		       struct lsm_bytes *bytes)
{
	struct text text = { .path = path };
	FILE *file = fopen(path, "r");
	char head[128], line[1024];

	if (!file)
		lsm_refuse("%s: %s", path, strerror(errno));
	if (are_bytes(path, file, bytes)) {
		fclose(file);
		return false;
	}
	memset(schedule, 0, sizeof(*schedule));
	snprintf(head, sizeof(head), "lsmdiff %s " FORMAT_WORD " %d",
		 lsm_scenario.name, LSM_SCHEDULE_FORMAT);
	while (fgets(line, sizeof(line), file)) {
		char *words = trim(line);

		text.line++;
		if (text.line == 1 && strcmp(words, head) != 0)
			lsm_refuse("%s:1: the first line must be '%s'", path,
				   head);
		if (text.line > 1 && *words)
			read_line(&text, words, schedule);
	}
	if (ferror(file))
		lsm_refuse("%s: %s", path, strerror(errno));
	fclose(file);
	if (!schedule->nr_threads)
		lsm_refuse("%s: no thread in it", path);
	return true;
}
