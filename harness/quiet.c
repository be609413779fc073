/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where peers' messages go: nowhere.  A peer that refuses an image says so on
 * the terminal; under a fuzzer that is a million lines.  Its answer counts, not
 * its words.  cmake/Fuse.cmake redirects the calls here.
 */
#include <stdarg.h>
#include <stdio.h>

int lsm_quiet_printf(const char *format, ...);
int lsm_quiet_printf_chk(int flag, const char *format, ...);
int lsm_quiet_fprintf_chk(FILE *file, int flag, const char *format, ...);
int lsm_quiet_vfprintf_chk(FILE *file, int flag, const char *format,
			   va_list args);
int lsm_quiet_puts(const char *text);
int lsm_quiet_putchar(int c);
int lsm_quiet_fputc(int c, FILE *file);
size_t lsm_quiet_fwrite(const void *data, size_t size, size_t nr, FILE *file);

int lsm_quiet_printf(const char *format, ...)
{
	(void)format;
	return 0;
}

int lsm_quiet_printf_chk(int flag, const char *format, ...)
{
	(void)flag;
	(void)format;
	return 0;
}

int lsm_quiet_fprintf_chk(FILE *file, int flag, const char *format, ...)
{
	(void)file;
	(void)flag;
	(void)format;
	return 0;
}

int lsm_quiet_vfprintf_chk(FILE *file, int flag, const char *format,
			   va_list args)
{
	(void)file;
	(void)flag;
	(void)format;
	(void)args;
	return 0;
}

int lsm_quiet_puts(const char *text)
{
	(void)text;
	return 0;
}

int lsm_quiet_putchar(int c)
{
	return c;
}

int lsm_quiet_fputc(int c, FILE *file)
{
	(void)file;
	return c;
}

size_t lsm_quiet_fwrite(const void *data, size_t size, size_t nr, FILE *file)
{
	(void)data;
	(void)size;
	(void)file;
	return nr;
}
