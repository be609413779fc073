/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs as words: print and assemble. */
#include <lsm/program.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void print_payload(FILE *out, const struct lsm_step *step)
{
	if (step->op->payload == LSM_TEXT) {
		fputc('"', out);
		for (size_t i = 0; i < step->payload_len; i++) {
			uint8_t c = step->payload[i];

			if (c == '"' || c == '\\')
				fprintf(out, "\\%c", c);
			else if (c >= 0x20 && c < 0x7f)
				fputc(c, out);
			else
				fprintf(out, "\\x%02x", c);
		}
		fputc('"', out);
		return;
	}
	for (size_t i = 0; i < step->payload_len; i++)
		fprintf(out, "%02x", step->payload[i]);
}

void lsm_print_step(FILE *out, const struct lsm_step *step)
{
	const struct lsm_arg *arg = step->op->arg;

	fputs(step->op->name, out);
	for (size_t i = 0; i < LSM_ARGS_MAX && arg[i].name; i++) {
		fprintf(out, " %s=", arg[i].name);
		if (arg[i].role == LSM_LENGTH)
			print_payload(out, step);
		else
			fprintf(out, "%u", step->arg[i]);
	}
	if (step->fail)
		fprintf(out, " fail=%u", step->fail);
}

void lsm_print_program(FILE *out, const struct lsm_structure *s,
		       const uint8_t *data, size_t size)
{
	struct lsm_step step;
	size_t cursor = 0;

	fprintf(out, "lsmdiff %s %u\n", s->name, s->format);
	while (lsm_program_next(s, data, size, &cursor, &step)) {
		lsm_print_step(out, &step);
		fputc('\n', out);
	}
}

/* One line being assembled: [at, end) is what is left of it. */
struct line {
	const char *at;
	const char *end;
	const char *complaint;
	uint8_t payload[LSM_PAYLOAD_MAX];
	size_t payload_len;
};

static bool complain(struct line *line, const char *why)
{
	if (!line->complaint)
		line->complaint = why;
	return false;
}

static void skip_blanks(struct line *line)
{
	while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
		line->at++;
}

/* Take @word off the line if the line goes on with it. */
static bool take(struct line *line, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(line->end - line->at) < len ||
	    memcmp(line->at, word, len) != 0)
		return false;
	line->at += len;
	return true;
}

static bool at_word_end(const struct line *line)
{
	return line->at == line->end || *line->at == ' ' || *line->at == '\t';
}

static bool take_number(struct line *line, uint32_t *value)
{
	char digits[16];
	size_t len = 0;
	unsigned long long number;
	char *stop;

	while (line->at + len < line->end && len < sizeof(digits) - 1 &&
	       isalnum((unsigned char)line->at[len])) {
		digits[len] = line->at[len];
		len++;
	}
	digits[len] = '\0';
	if (!len || !isdigit((unsigned char)digits[0]))
		return complain(line, "a number is missing");
	number = strtoull(digits, &stop,
			  digits[0] == '0' && digits[1] == 'x' ? 16 : 10);
	if (*stop || number > UINT32_MAX)
		return complain(line, "not a number of at most 32 bits");
	line->at += len;
	*value = (uint32_t)number;
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool add_byte(struct line *line, unsigned int byte)
{
	if (line->payload_len == sizeof(line->payload))
		return complain(line, "the payload is longer than 65535 bytes");
	line->payload[line->payload_len++] = (uint8_t)byte;
	return true;
}

static bool take_hex_byte(struct line *line)
{
	int high, low;

	if (line->end - line->at < 2)
		return complain(line, "half a byte of hexadecimal digits");
	high = hex_digit(line->at[0]);
	low = hex_digit(line->at[1]);
	if (high < 0 || low < 0)
		return complain(line, "not a hexadecimal digit");
	line->at += 2;
	return add_byte(line, (unsigned int)(high << 4 | low));
}

static bool take_escape(struct line *line)
{
	static const char from[] = "\\\"nt", to[] = "\\\"\n\t";
	const char *found;

	if (line->at == line->end)
		return complain(line, "the text ends in a backslash");
	if (*line->at == 'x') {
		line->at++;
		return take_hex_byte(line);
	}
	found = memchr(from, *line->at, sizeof(from) - 1);
	if (!found)
		return complain(line, "unknown escape");
	line->at++;
	return add_byte(line, (unsigned char)to[found - from]);
}

static bool take_text(struct line *line)
{
	if (!take(line, "\""))
		return complain(line, "a text begins with a quote");
	while (line->at < line->end && *line->at != '"') {
		char c = *line->at++;

		if (c == '\\' ? !take_escape(line)
			      : !add_byte(line, (unsigned char)c))
			return false;
	}
	return take(line, "\"") || complain(line, "the text does not end");
}

static bool take_payload(struct line *line, enum lsm_payload payload)
{
	if (payload == LSM_TEXT)
		return take_text(line);
	while (!at_word_end(line))
		if (!take_hex_byte(line))
			return false;
	return true;
}

static bool take_argument(struct line *line, const struct lsm_op *op,
			  const struct lsm_arg *arg, uint32_t *value)
{
	skip_blanks(line);
	if (!take(line, arg->name) || !take(line, "="))
		return complain(line, "an argument is missing or out of order");
	if (arg->role == LSM_LENGTH)
		return take_payload(line, op->payload);
	if (!take_number(line, value))
		return false;
	if (lsm_domain_value(arg->domain, *value) != *value)
		return complain(line, "the value is outside its domain");
	return true;
}

static bool take_operation(struct line *line, const struct lsm_structure *s,
			   struct lsm_step *step)
{
	for (size_t code = 0; code < s->nr_ops; code++) {
		const char *start = line->at;

		if (s->ops[code].name && take(line, s->ops[code].name) &&
		    at_word_end(line)) {
			step->code = (uint8_t)code;
			step->op = &s->ops[code];
			return true;
		}
		line->at = start;
	}
	return complain(line, "unknown operation");
}

static bool take_step(struct line *line, const struct lsm_structure *s,
		      struct lsm_step *step)
{
	uint32_t fail = 0;

	if (!take_operation(line, s, step))
		return false;
	for (size_t i = 0; i < LSM_ARGS_MAX && step->op->arg[i].name; i++)
		if (!take_argument(line, step->op, &step->op->arg[i],
				   &step->arg[i]))
			return false;
	skip_blanks(line);
	if (take(line, "fail=") && (!take_number(line, &fail) || fail > 255))
		return complain(line, "fail takes a number up to 255");
	skip_blanks(line);
	if (line->at != line->end && *line->at != '#')
		return complain(line, "something follows the last argument");
	step->fail = (uint8_t)fail;
	step->payload = line->payload;
	step->payload_len = line->payload_len;
	return true;
}

static bool take_header(struct line *line, const struct lsm_structure *s)
{
	uint32_t version;

	if (!take(line, "lsmdiff "))
		return complain(line, "the first line must begin with lsmdiff");
	if (!take(line, s->name) || !take(line, " "))
		return complain(line, "a program for another structure");
	if (!take_number(line, &version))
		return false;
	if (version != s->format)
		return complain(line, "another version of the program format");
	return line->at == line->end || complain(line, "an odd first line");
}

size_t lsm_assemble(const struct lsm_structure *s, const char *text, size_t len,
		    uint8_t *data, size_t *size, size_t max,
		    const char **complaint)
{
	static _Thread_local struct line line;
	const char *end = text + len;
	size_t number = 0;
	bool ok = true;

	*size = 0;
	line.complaint = NULL;
	do {
		struct lsm_step step = { 0 };
		const char *newline = memchr(text, '\n', (size_t)(end - text));

		line.at = text;
		line.end = newline ? newline : end;
		line.payload_len = 0;
		text = newline ? newline + 1 : end;
		if (number++ == 0) {
			ok = take_header(&line, s);
			continue;
		}
		skip_blanks(&line);
		if (line.at == line.end || *line.at == '#')
			continue;
		ok = take_step(&line, s, &step) &&
		     (!lsm_program_encode(&step, s, data, size, max) ||
		      complain(&line, "the program is too long"));
	} while (ok && text < end);
	if (complaint)
		*complaint = line.complaint;
	return ok ? 0 : number;
}
