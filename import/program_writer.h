/* SPDX-License-Identifier: GPL-2.0-or-later */
/* program_writer.h - programs as text, never longer than the fuzzers read */
#ifndef LSM_IMPORT_PROGRAM_WRITER_H
#define LSM_IMPORT_PROGRAM_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The longest program, as bytes: what the fuzzers are run with. */
#define IMPORT_PROGRAM_BYTES 1024u

/**
 * struct import_origin - where programs come from, for their comments
 * @file: name of the policy, without its folder
 * @source: the package it belongs to, or NULL
 */
struct import_origin {
	const char *file;
	const char *source;
};

/**
 * struct import_program - a program being written
 * @out: where its text goes
 * @bytes: its length once assembled
 */
struct import_program {
	FILE *out;
	size_t bytes;
};

/**
 * import_payload_bytes() - what a payload adds to a program
 * @len: its length
 *
 * Return: the length of the records that hold it.
 */
size_t import_payload_bytes(size_t len);

/**
 * import_has_room() - whether another operation fits
 * @program: the program
 *
 * Return: true if it does, without a payload.
 */
bool import_has_room(const struct import_program *program);

/**
 * import_say() - add an operation without a payload
 * @program: stays as it is if there is no room
 * @operation: as printf(3), without a newline
 */
__attribute__((format(printf, 2, 3))) void
import_say(struct import_program *program, const char *operation, ...);

/**
 * import_put_printable() - write a text into a comment
 * @out: where
 * @text: bytes that are not printable ASCII, which could end the comment, come
 *	out as '?'
 */
void import_put_printable(FILE *out, const char *text);

/**
 * import_put_origin() - write the end of a comment's first line
 * @out: where
 * @origin: what to say
 */
void import_put_origin(FILE *out, const struct import_origin *origin);

#endif /* LSM_IMPORT_PROGRAM_WRITER_H */
