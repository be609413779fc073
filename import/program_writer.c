/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "program_writer.h"

#include <lsm/program.h>

#include <stdarg.h>

size_t import_payload_bytes(size_t len)
{
	return (len + LSM_RECORD_BYTES - 1) / LSM_RECORD_BYTES *
	       LSM_RECORD_BYTES;
}

bool import_has_room(const struct import_program *program)
{
	return program->bytes + LSM_RECORD_BYTES <= IMPORT_PROGRAM_BYTES;
}

void import_say(struct import_program *program, const char *operation, ...)
{
	va_list args;

	if (!import_has_room(program))
		return;
	va_start(args, operation);
	vfprintf(program->out, operation, args);
	va_end(args);
	fputc('\n', program->out);
	program->bytes += LSM_RECORD_BYTES;
}

void import_put_printable(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(*text < 0x20 || *text > 0x7e ? '?' : *text, out);
}

void import_put_origin(FILE *out, const struct import_origin *origin)
{
	fputs(" of ", out);
	import_put_printable(out, origin->file);
	if (origin->source) {
		fputs(", ", out);
		import_put_printable(out, origin->source);
	}
	fputc('\n', out);
}
