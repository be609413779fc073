/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program.h - programs as bytes and as words
 *
 * A fuzz input is a program: a sequence of records of LSM_RECORD_BYTES each.
 * Byte 0 is the opcode, byte 1 the modifier (the n-th allocation to fail, 0 for
 * none), the rest holds the arguments one after the other, little endian.  The
 * payload of an operation that takes one fills the records that follow; the
 * last of them is padded with zeros.  Unknown opcodes are skipped, so any bytes
 * are a valid program.
 *
 * The text form has one operation a line: `set slot=0 bit=384`.  A first line
 * `lsmdiff ebitmap 1` names structure and format version.  Numbers are decimal
 * or 0x-hexadecimal, binary payloads hexadecimal digits, text payloads quoted
 * strings with \\, \", \n, \t and \xNN; `fail=2` after the arguments fails the
 * second allocation; # before an operation or after its last word starts a
 * comment.
 */
#ifndef LSM_PROGRAM_H
#define LSM_PROGRAM_H

#include <lsm/structure.h>

#define LSM_RECORD_BYTES 16u
#define LSM_RECORD_HEADER 2u

/* The longest payload: its length argument is two bytes wide. */
#define LSM_PAYLOAD_MAX 0xffffu

/**
 * struct lsm_step - one operation of a program, decoded
 * @op: the operation
 * @code: its opcode
 * @fail: which allocation to fail, 0 for none
 * @arg: values, inside their domains
 * @payload: points into the program, or NULL
 * @payload_len: clipped to what the program has
 * @offset: where its record starts in the program
 * @size: bytes of record and payload records, at most what the program has
 */
struct lsm_step {
	const struct lsm_op *op;
	uint8_t code;
	uint8_t fail;
	uint32_t arg[LSM_ARGS_MAX];
	const uint8_t *payload;
	size_t payload_len;
	size_t offset;
	size_t size;
};

/**
 * lsm_program_next() - decode the next operation
 * @s: the structure
 * @data: the program
 * @size: its length in bytes; a partial record at the end is ignored
 * @cursor: where to go on; 0 at first
 * @step: the result
 *
 * Return: true and the operation in @step, @cursor behind it; false at the end.
 */
bool lsm_program_next(const struct lsm_structure *s, const uint8_t *data,
		      size_t size, size_t *cursor, struct lsm_step *step);

/**
 * lsm_program_steps() - count operations
 * @s: the structure
 * @data: the program
 * @size: its length in bytes
 *
 * Return: how many operations it decodes to.
 */
size_t lsm_program_steps(const struct lsm_structure *s, const uint8_t *data,
			 size_t size);

/**
 * lsm_program_encode() - append an operation
 * @step: its code, fail, arg and payload
 * @s: the structure
 * @data: the program so far
 * @size: its length, grown on success
 * @max: room in @data
 *
 * Return: 0, or -ENOSPC and the program as it was.
 */
int lsm_program_encode(const struct lsm_step *step,
		       const struct lsm_structure *s, uint8_t *data,
		       size_t *size, size_t max);

/**
 * lsm_domain_value() - the value a raw number stands for
 * @domain: the domain
 * @raw: the number
 *
 * Return: @raw itself if it is in the domain.
 */
uint32_t lsm_domain_value(const struct lsm_domain *domain, uint32_t raw);

/**
 * lsm_print_step() - write one operation in words, without a newline
 * @out: where
 * @step: the operation
 */
void lsm_print_step(FILE *out, const struct lsm_step *step);

/**
 * lsm_print_program() - write a program in words
 * @out: where
 * @s: the structure
 * @data: the program
 * @size: its length
 *
 * What it writes assembles to a program that runs the same.
 */
void lsm_print_program(FILE *out, const struct lsm_structure *s,
		       const uint8_t *data, size_t size);

/**
 * lsm_assemble() - turn words into a program
 * @s: the structure
 * @text: the text; need not end in NUL
 * @len: its length
 * @data: receives the program
 * @size: receives its length
 * @max: room in @data
 * @complaint: receives why not, a static text; may be NULL
 *
 * Return: 0; otherwise the 1-based number of the offending line, @data and
 * @size undefined.
 */
size_t lsm_assemble(const struct lsm_structure *s, const char *text, size_t len,
		    uint8_t *data, size_t *size, size_t max,
		    const char **complaint);

#endif /* LSM_PROGRAM_H */
