/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "output_folder.h"

#include "complain.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a file's name, before its number and ending. */
#define NAME_BYTES 120

static const char *const structure_name[IMPORT_STRUCTURES] = {
	[IMPORT_EBITMAP] = "ebitmap",
	[IMPORT_MLS] = "mls",
	[IMPORT_SMACK] = "smack",
};

static int complain_about(const char *path, int error)
{
	import_complain("%s: %s", path, strerror(error));
	return -error;
}

static bool ends_in(const char *name, const char *ending)
{
	size_t len = strlen(name), end_len = strlen(ending);

	return len > end_len && !strcmp(name + len - end_len, ending);
}

static bool is_structure(const char *name)
{
	for (int i = 0; i < IMPORT_STRUCTURES; i++)
		if (!strcmp(name, structure_name[i]))
			return true;
	return false;
}

typedef int entry_fn(int dir, const char *name);

/* Calls @fn for every entry of a folder inside of @parent until it fails. */
static int for_each_entry(int parent, const char *name, entry_fn *fn)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int status = 0;

	if (!dir) {
		status = -errno;
		if (fd >= 0)
			close(fd);
		return status;
	}
	while (!status && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			status = fn(dirfd(dir), entry->d_name);
	closedir(dir);
	return status;
}

static int refuse(const char *name)
{
	import_complain("%s: no importer wrote that", name);
	return -EEXIST;
}

static int expect_program(int dir, const char *name)
{
	struct stat status;

	/* No name of ours ends like that of a minimised program. */
	if (!ends_in(name, ".ops") || ends_in(name, ".min.ops") ||
	    fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
	    !S_ISREG(status.st_mode))
		return refuse(name);
	return 0;
}

static int expect_ours(int dir, const char *name)
{
	if (is_structure(name))
		return for_each_entry(dir, name, expect_program);
	return strcmp(name, IMPORT_MARKER) ? refuse(name) : 0;
}

static int remove_file(int dir, const char *name)
{
	return unlinkat(dir, name, 0) ? -errno : 0;
}

static int remove_entry(int dir, const char *name)
{
	int status;

	if (!is_structure(name))
		return remove_file(dir, name);
	status = for_each_entry(dir, name, remove_file);
	if (!status && unlinkat(dir, name, AT_REMOVEDIR))
		status = -errno;
	return status;
}

/* Removes a folder of ours: programs, one level deep. */
static int remove_folder(const char *path)
{
	int status = for_each_entry(AT_FDCWD, path, remove_entry);

	if (!status && rmdir(path))
		status = -errno;
	return status;
}

static bool has_marker(const char *path)
{
	char marker[PATH_MAX];
	struct stat status;
	int len =
		snprintf(marker, sizeof(marker), "%s/%s", path, IMPORT_MARKER);

	return len > 0 && (size_t)len < sizeof(marker) &&
	       !lstat(marker, &status) && S_ISREG(status.st_mode);
}

/* Finds out whether there is something at the path, and whether it may go. */
static int look_at_target(struct import_folder *folder)
{
	const char *path = folder->path;
	struct stat status;

	if (lstat(path, &status))
		return errno == ENOENT ? 0 : complain_about(path, errno);
	folder->replaces = true;
	if (!S_ISDIR(status.st_mode))
		return complain_about(path, ENOTDIR);
	if (!has_marker(path)) {
		import_complain("%s: exists and has no file %s, so it is not "
				"replaced",
				path, IMPORT_MARKER);
		return -EEXIST;
	}
	if (for_each_entry(AT_FDCWD, path, expect_ours)) {
		import_complain("%s: holds files of somebody else, so it is "
				"not replaced",
				path);
		return -EEXIST;
	}
	return 0;
}

static int write_marker(const char *folder)
{
	char *path;
	FILE *file;
	int status = 0;

	if (asprintf(&path, "%s/%s", folder, IMPORT_MARKER) < 0)
		return -ENOMEM;
	file = fopen(path, "wxe");
	if (file) {
		if (fputs("An importer of lsmdiff wrote this folder and may "
			  "replace it.\n",
			  file) < 0)
			status = -EIO;
		if (fclose(file))
			status = -errno;
	} else {
		status = -errno;
	}
	free(path);
	return status;
}

/* On failure nothing is left, and nothing of somebody else's is touched. */
static int make_temporary(const char *path)
{
	int status;

	/* One of our number may have been killed before it could clean up. */
	if (has_marker(path))
		remove_folder(path);
	if (mkdir(path, 0777))
		return complain_about(path, errno);
	status = write_marker(path);
	if (status) {
		complain_about(path, -status);
		remove_folder(path);
	}
	return status;
}

static void forget(struct import_folder *folder)
{
	free(folder->temporary);
	free(folder->path);
	*folder = (struct import_folder){ 0 };
}

int import_folder_open(struct import_folder *folder, const char *path)
{
	size_t len = strlen(path);
	int status;

	while (len > 1 && path[len - 1] == '/')
		len--;
	*folder = (struct import_folder){ .path = strndup(path, len) };
	if (!folder->path || asprintf(&folder->temporary, "%s.tmp-%ld",
				      folder->path, (long)getpid()) < 0) {
		folder->temporary = NULL; /* asprintf() leaves it undefined */
		status = complain_about(path, ENOMEM);
	} else {
		status = look_at_target(folder);
	}
	if (!status)
		status = make_temporary(folder->temporary);
	if (status)
		forget(folder);
	return status;
}

static void sanitise(char *to, size_t room, const char *from)
{
	size_t len = 0;

	for (; from[len] && len < room - 1; len++) {
		unsigned char c = (unsigned char)from[len];

		to[len] = isalnum(c) || strchr("._+-", c) ? (char)c : '_';
	}
	to[len] = '\0';
}

/* A folder for a structure is made when it has something to hold. */
static int make_structure(const struct import_folder *folder,
			  enum import_structure structure)
{
	char *path;
	int status = 0;

	if (folder->files[structure])
		return 0;
	if (asprintf(&path, "%s/%s", folder->temporary,
		     structure_name[structure]) < 0)
		return -ENOMEM;
	if (mkdir(path, 0777) && errno != EEXIST)
		status = -errno;
	free(path);
	return status;
}

FILE *import_folder_file(struct import_folder *folder,
			 enum import_structure structure, const char *name,
			 size_t number)
{
	const char *inner = structure_name[structure];
	int status = make_structure(folder, structure);
	char safe[NAME_BYTES], path[PATH_MAX];
	FILE *file = NULL;
	int len;

	sanitise(safe, sizeof(safe), name);
	/* No name has a '~', so the longer path is new if the other is not. */
	len = snprintf(path, sizeof(path), "%s/%s/%s~%zu.ops",
		       folder->temporary, inner, safe, number);
	if (!status && (len < 0 || (size_t)len >= sizeof(path)))
		status = -ENAMETOOLONG;
	if (status) {
		complain_about(folder->temporary, -status);
		return NULL;
	}
	snprintf(path, sizeof(path), "%s/%s/%s.ops", folder->temporary, inner,
		 safe);
	file = fopen(path, "wxe");
	if (!file && errno == EEXIST) {
		snprintf(path, sizeof(path), "%s/%s/%s~%zu.ops",
			 folder->temporary, inner, safe, number);
		file = fopen(path, "wxe");
	}
	if (file)
		folder->files[structure]++;
	else
		complain_about(path, errno);
	return file;
}

int import_folder_close(struct import_folder *folder, FILE *file)
{
	bool failed = ferror(file);

	if (fclose(file))
		return complain_about(folder->temporary, errno);
	return failed ? complain_about(folder->temporary, EIO) : 0;
}

/* For file systems that cannot exchange two names in one step. */
static int replace_in_steps(struct import_folder *folder)
{
	char *aside;
	int status = 0;

	if (asprintf(&aside, "%s.old-%ld", folder->path, (long)getpid()) < 0)
		return -ENOMEM;
	if (rename(folder->path, aside)) {
		status = -errno;
	} else if (rename(folder->temporary, folder->path)) {
		status = -errno;
		rename(aside, folder->path);
	} else {
		free(folder->temporary);
		folder->temporary = aside;
		return 0;
	}
	free(aside);
	return status;
}

static bool not_supported(int error)
{
	return error == EINVAL || error == ENOSYS || error == EXDEV;
}

/* On success what was replaced, if anything, is at the temporary place. */
static int put_in_place(struct import_folder *folder)
{
	unsigned int how =
		folder->replaces ? RENAME_EXCHANGE : RENAME_NOREPLACE;

	if (!renameat2(AT_FDCWD, folder->temporary, AT_FDCWD, folder->path,
		       how))
		return 0;
	if (!not_supported(errno))
		return -errno;
	if (folder->replaces)
		return replace_in_steps(folder);
	return rename(folder->temporary, folder->path) ? -errno : 0;
}

int import_folder_commit(struct import_folder *folder)
{
	int status = put_in_place(folder);

	if (status) {
		complain_about(folder->path, -status);
		remove_folder(folder->temporary);
	} else if (folder->replaces) {
		status = remove_folder(folder->temporary);
		if (status)
			complain_about(folder->temporary, -status);
	}
	forget(folder);
	return status;
}

void import_folder_abandon(struct import_folder *folder)
{
	if (folder->temporary)
		remove_folder(folder->temporary);
	forget(folder);
}
