/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "complain.h"

#include "program_writer.h"

#include <stdarg.h>
#include <stdio.h>

static const char *program_name = "import";

void import_complain_as(const char *program)
{
	program_name = program;
}

void import_complain(const char *format, ...)
{
	char line[8192]; /* two paths of PATH_MAX bytes at the most */
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fprintf(stderr, "%s: ", program_name);
	import_put_printable(stderr, line);
	fputc('\n', stderr);
}
