/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output_folder.h - a folder of programs that appears whole or not at all
 *
 * Files go to a folder beside the wanted one, which is renamed at the end.  An
 * existing folder is replaced only if an importer made it, which a marker file
 * tells, and nobody added to it.
 */
#ifndef LSM_IMPORT_OUTPUT_FOLDER_H
#define LSM_IMPORT_OUTPUT_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

#define IMPORT_MARKER ".lsmdiff-import"

/**
 * enum import_structure - whose programs a file can hold
 * @IMPORT_EBITMAP: of the ebitmap structure
 * @IMPORT_MLS: of the mls structure
 * @IMPORT_SMACK: of the smack structure
 * @IMPORT_STRUCTURES: how many structures there are
 *
 * Each has a folder of its own inside of the folder, if it has any program.
 */
enum import_structure {
	IMPORT_EBITMAP,
	IMPORT_MLS,
	IMPORT_SMACK,
	IMPORT_STRUCTURES,
};

/**
 * struct import_folder - a folder on its way
 * @path: where it will be
 * @temporary: where it is
 * @replaces: whether something is at @path
 * @files: how many files it has, by structure
 */
struct import_folder {
	char *path;
	char *temporary;
	bool replaces;
	size_t files[IMPORT_STRUCTURES];
};

/**
 * import_folder_open() - begin
 * @folder: filled in
 * @path: where it will be; its parent exists
 *
 * Return: 0, or -errno after a complaint, nothing changed.
 */
int import_folder_open(struct import_folder *folder, const char *path);

/**
 * import_folder_file() - begin a file
 * @folder: the folder
 * @structure: whose program it will hold
 * @name: of the file, without its ending; characters that file systems might
 *	not like are replaced
 * @number: tells the file from all others whose names come out alike
 *
 * Return: the file, to be closed with import_folder_close(); or NULL after a
 * complaint.
 */
FILE *import_folder_file(struct import_folder *folder,
			 enum import_structure structure, const char *name,
			 size_t number);

/**
 * import_folder_close() - end a file
 * @folder: the folder
 * @file: of import_folder_file()
 *
 * Return: 0, or -errno after a complaint.
 */
int import_folder_close(struct import_folder *folder, FILE *file);

/**
 * import_folder_commit() - put the folder where it belongs
 * @folder: closed afterwards, whatever happens
 *
 * Return: 0; or -errno after a complaint, everything as before
 * import_folder_open(), unless the complaint says that what was replaced could
 * not be removed.
 */
int import_folder_commit(struct import_folder *folder);

/**
 * import_folder_abandon() - remove what was written
 * @folder: closed afterwards
 */
void import_folder_abandon(struct import_folder *folder);

#endif /* LSM_IMPORT_OUTPUT_FOLDER_H */
