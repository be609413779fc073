/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs from files and folders. */
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first words of a text program, which no program in bytes begins with. */
static const char text_start[] = "lsmdiff ";

/* A text is several times as long as its program. */
#define TEXT_MAX (8 * (size_t)LSM_PROGRAM_MAX)

static bool is_text(const struct lsm_input *input)
{
	size_t len = sizeof(text_start) - 1;

	return input->size >= len && !memcmp(input->data, text_start, len);
}

static bool ends_in(const char *path, const char *ending)
{
	size_t len = strlen(path), tail = strlen(ending);

	return len > tail && !strcmp(path + len - tail, ending);
}

/* Read a whole file of at most @max bytes. */
static uint8_t *read_file(const char *path, size_t max, size_t *size)
{
	FILE *file = fopen(path, "rb");
	struct stat stat_buf;
	uint8_t *data;
	size_t room;

	if (!file || fstat(fileno(file), &stat_buf) < 0)
		lsm_die("%s: %s", path, strerror(errno));
	/* One byte more than there should be tells a longer file. */
	room = S_ISREG(stat_buf.st_mode) && (size_t)stat_buf.st_size < max
		       ? (size_t)stat_buf.st_size + 1
		       : max + 1;
	data = malloc(room);
	if (!data)
		lsm_die("out of memory");
	*size = fread(data, 1, room, file);
	if (ferror(file))
		lsm_die("%s: %s", path, strerror(errno));
	fclose(file);
	if (*size == room)
		lsm_die("%s: longer than %zu bytes", path, room - 1);
	return data;
}

/* Turn words into a program of exactly its length, so that ASan sees its end.
 */
static uint8_t *assemble(const char *path, const uint8_t *words, size_t *size)
{
	static uint8_t program[LSM_PROGRAM_MAX];
	const char *complaint;
	uint8_t *data;
	size_t line;

	line = lsm_assemble(&lsm_structure, (const char *)words, *size, program,
			    size, sizeof(program), &complaint);
	if (line)
		lsm_die("%s:%zu: %s", path, line, complaint);
	data = malloc(*size + !*size);
	if (!data)
		lsm_die("out of memory");
	memcpy(data, program, *size);
	return data;
}

static void add_file(struct lsm_inputs *inputs, const char *path)
{
	struct lsm_input input = { .path = strdup(path) };
	struct lsm_input *grown;

	grown = realloc(inputs->input, (inputs->nr + 1) * sizeof(*grown));
	if (!grown || !input.path)
		lsm_die("out of memory");
	inputs->input = grown;
	input.data = read_file(path, TEXT_MAX, &input.size);
	if (is_text(&input)) {
		uint8_t *words = input.data;

		input.data = assemble(path, words, &input.size);
		free(words);
	} else if (ends_in(path, ".ops")) {
		lsm_die("%s:1: the first line must begin with lsmdiff", path);
	} else if (input.size > LSM_PROGRAM_MAX) {
		lsm_die("%s: longer than %u bytes", path, LSM_PROGRAM_MAX);
	}
	inputs->input[inputs->nr++] = input;
}

/*
 * Neither hidden nor an editor's backup, nor the manifest and its draft, nor
 * the folder of what threads do, which is no program of the engine.
 */
static int wanted(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !ends_in(entry->d_name, "~") &&
	       strcmp(entry->d_name, "MANIFEST") != 0 &&
	       strcmp(entry->d_name, "schedule") != 0;
}

static void add_path(struct lsm_inputs *inputs, const char *path);

/* In the order of names, so that a corpus always runs the same way. */
static void add_folder(struct lsm_inputs *inputs, const char *path)
{
	struct dirent **entry;
	int nr = scandir(path, &entry, wanted, alphasort);

	if (nr < 0)
		lsm_die("%s: %s", path, strerror(errno));
	for (int i = 0; i < nr; i++) {
		char *below;

		if (asprintf(&below, "%s/%s", path, entry[i]->d_name) < 0)
			lsm_die("out of memory");
		add_path(inputs, below);
		free(below);
		free(entry[i]);
	}
	free(entry);
}

static void add_path(struct lsm_inputs *inputs, const char *path)
{
	struct stat stat_buf;

	if (stat(path, &stat_buf) < 0)
		lsm_die("%s: %s", path, strerror(errno));
	if (S_ISDIR(stat_buf.st_mode))
		add_folder(inputs, path);
	else if (S_ISREG(stat_buf.st_mode))
		add_file(inputs, path);
	else
		lsm_die("%s: neither a file nor a folder", path);
}

void lsm_inputs_add(struct lsm_inputs *inputs, const char *path)
{
	size_t before = inputs->nr;

	add_path(inputs, path);
	if (inputs->nr == before)
		lsm_die("%s: no program in this folder", path);
}

void lsm_inputs_free(struct lsm_inputs *inputs)
{
	for (size_t i = 0; i < inputs->nr; i++) {
		free(inputs->input[i].path);
		free(inputs->input[i].data);
	}
	free(inputs->input);
	*inputs = (struct lsm_inputs){ 0 };
}
