/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "level_programs.h"

#include <lsm/mls.h>
#include <lsm/program.h>

#include <string.h>

/* Operations for each text alone, and for each against the first. */
#define ALONE_OPERATIONS 7
#define AGAINST_OPERATIONS 7

static void print_quoted(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c > 0x7e)
			fprintf(out, "\\x%02x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

static void say_parse(struct import_program *program, size_t slot,
		      const char *text)
{
	import_say(program, "new slot=%zu policy=%d", slot, LSM_MLS_BIG);
	fprintf(program->out, "parse slot=%zu part=%d text=", slot,
		LSM_MLS_RANGE);
	print_quoted(program->out, text);
	fputc('\n', program->out);
	program->bytes += LSM_RECORD_BYTES + import_payload_bytes(strlen(text));
}

/* Return: bytes for a text, for what is asked about it and, against the first.
 */
static size_t text_cost(const char *text, bool first)
{
	size_t operations =
		2 + ALONE_OPERATIONS + (first ? 0 : AGAINST_OPERATIONS);

	return operations * LSM_RECORD_BYTES +
	       import_payload_bytes(strlen(text));
}

static void ask_alone(struct import_program *program, size_t slot)
{
	import_say(program, "length slot=%zu part=%d", slot, LSM_MLS_RANGE);
	import_say(program, "print slot=%zu part=%d", slot, LSM_MLS_RANGE);
	import_say(program, "level_valid slot=%zu end=%d bound=%d", slot,
		   LSM_MLS_LOW, LSM_MLS_SEED);
	for (int bound = 0; bound < LSM_MLS_BOUNDS; bound++)
		import_say(program, "range_valid slot=%zu bound=%d", slot,
			   bound);
	import_say(program, "level_valid slot=%zu end=%d bound=%d", slot,
		   LSM_MLS_HIGH, LSM_MLS_SEED);
}

static void ask_against(struct import_program *program, size_t slot)
{
	import_say(program, "dominates a=0 a_end=1 b=%zu b_end=0", slot);
	import_say(program, "incomparable a=0 a_end=0 b=%zu b_end=1", slot);
	import_say(program, "range_equal a=0 b=%zu", slot);
	import_say(program, "range_contains outer=0 inner=%zu", slot);
	import_say(program, "range_contains outer=%zu inner=0", slot);
	import_say(program, "glblub dst=%zu a=0 b=%zu", slot, slot);
	import_say(program, "print slot=%zu part=%d", slot, LSM_MLS_RANGE);
}

size_t import_print_level_program(FILE *out, const struct import_levels *levels,
				  size_t index,
				  const struct import_origin *origin)
{
	struct import_program program = { .out = out };
	size_t planned = 0, slots = 0;

	fprintf(out, "lsmdiff mls 1\n# level %zu", index + 1);
	import_put_origin(out, origin);
	while (slots < LSM_SLOTS && slots < levels->nr) {
		const char *text = levels->text[(index + slots) % levels->nr];

		planned += text_cost(text, slots == 0);
		if (planned > IMPORT_PROGRAM_BYTES)
			break;
		say_parse(&program, slots++, text);
	}
	for (size_t slot = 0; slot < slots; slot++)
		ask_alone(&program, slot);
	for (size_t slot = 1; slot < slots; slot++)
		ask_against(&program, slot);
	return program.bytes;
}
