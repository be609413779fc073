/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "input_file.h"

#include "complain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Return: a text that says why this is no file to read, or NULL. */
static const char *unfit(int fd, struct stat *status)
{
	if (fd < 0 || fstat(fd, status))
		return strerror(errno);
	if (S_ISDIR(status->st_mode))
		return "a directory, not a file";
	if (!S_ISREG(status->st_mode))
		return "not a regular file";
	if ((unsigned long long)status->st_size > IMPORT_INPUT_MAX)
		return "longer than 64 MiB";
	return NULL;
}

/* Reads up to the end of the file, wherever it is by now. */
static const char *read_all(int fd, char *data, size_t room, size_t *size)
{
	*size = 0;
	for (;;) {
		ssize_t got = read(fd, data + *size, room - *size);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return strerror(errno);
		if (got == 0)
			return NULL;
		*size += (size_t)got;
		if (*size == room)
			return "grows while it is read";
	}
}

char *import_read_file(const char *path, size_t *size)
{
	/* A pipe that nobody writes to must not stop us. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status = { 0 };
	const char *why = unfit(fd, &status);
	char *data = NULL;

	if (!why) {
		data = malloc((size_t)status.st_size + 1);
		why = data ? read_all(fd, data, (size_t)status.st_size + 1,
				      size)
			   : "out of memory";
	}
	if (fd >= 0)
		close(fd);
	if (why) {
		import_complain("%s: %s", path, why);
		free(data);
		return NULL;
	}
	data[*size] = '\0';
	return data;
}
