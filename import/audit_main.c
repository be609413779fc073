/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import_audit: turns audit rule files into fuzz programs. */
#include "audit_programs.h"
#include "command.h"
#include "complain.h"

#include <lsm/engine.h>

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"usage: import_audit [OPTION]... --out DIR PATH...\n"
	"Turn files of audit rules, as auditctl -R reads them, into fuzz "
	"programs,\n"
	"DIR/audit/*.ops.  A PATH that is a folder stands for its *.rules.\n"
	"\n"
	"  --out DIR      where to; replaced if an importer made it\n"
	"  --source TEXT  the package of the rules, for the comments\n"
	"  --help         print this text\n"
	"\n"
	"Exit status: 0 if every line was understood and nothing is there "
	"twice;\n"
	"otherwise 2.  Lines that are refused do not lose the others.\n";

struct options {
	const char *out;
	const char *source;
	bool help;
};

/* What became of it all. */
struct totals {
	size_t files;
	size_t steps;
	size_t settings;
	size_t refused;
	size_t complaints;
};

static bool parse_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "out", required_argument, NULL, 'o' },
		{ "source", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (option == 'h')
			options->help = true;
		else if (option == 'o')
			options->out = optarg;
		else if (option == 's')
			options->source = optarg;
		else
			return false; /* getopt_long() has complained */
	}
	if (options->help)
		return true;
	if (!options->out || !*options->out || optind == argc) {
		import_complain("needs --out and rule files; see --help");
		return false;
	}
	return true;
}

static bool import_file(struct import_folder *folder, struct totals *totals,
			const char *path, const char *source)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const struct import_origin origin = { name, source };
	struct import_audit_file file;
	char stem[256];
	int status;

	if (!import_audit_read(&file, path, &import_stop))
		return false;
	totals->files++;
	totals->steps += file.nr;
	totals->settings += file.settings;
	totals->refused += file.refused;
	totals->complaints += import_audit_check(&file, path);
	snprintf(stem, sizeof(stem), "%.*s", (int)strcspn(name, "."), name);
	status =
		import_audit_write(folder, &file, stem, totals->files, &origin);
	import_audit_free(&file);
	return !status;
}

static int is_rules(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && dot != entry->d_name && !strcmp(dot, ".rules");
}

static bool import_folder(struct import_folder *folder, struct totals *totals,
			  const char *path, const char *source)
{
	struct dirent **entry;
	int nr = scandir(path, &entry, is_rules, alphasort);
	bool good = nr > 0;

	if (nr < 0)
		import_complain("%s: %s", path, strerror(errno));
	else if (!nr)
		import_complain("%s: no *.rules in this folder", path);
	for (int i = 0; i < nr; i++) {
		char *file = NULL;

		if (good &&
		    asprintf(&file, "%s/%s", path, entry[i]->d_name) < 0)
			file = NULL;
		good = good && file && !import_stop &&
		       import_file(folder, totals, file, source);
		free(file);
		free(entry[i]);
	}
	if (nr >= 0)
		free(entry);
	return good;
}

static bool import_path(struct import_folder *folder, struct totals *totals,
			const char *path, const char *source)
{
	struct stat status;

	if (!stat(path, &status) && S_ISDIR(status.st_mode))
		return import_folder(folder, totals, path, source);
	return import_file(folder, totals, path, source);
}

static bool print_totals(const struct totals *totals, size_t programs)
{
	printf("files: %zu\n", totals->files);
	printf("lines: %zu about rules, %zu settings, %zu refused\n",
	       totals->steps, totals->settings, totals->refused);
	printf("rules: %zu of them duplicates or malformed\n",
	       totals->complaints);
	printf("programs: %zu for audit\n", programs);
	if (!fflush(stdout) && !ferror(stdout))
		return true;
	import_complain("standard output: %s", strerror(errno));
	return false;
}

static bool run(const struct options *options, char **paths)
{
	struct import_folder folder;
	struct totals totals = { 0 };
	bool good = true;
	size_t programs;

	if (import_folder_open(&folder, options->out))
		return false;
	for (; *paths && good && !import_stop; paths++)
		good = import_path(&folder, &totals, *paths, options->source);
	if (good && !import_stop && !folder.files[IMPORT_AUDIT]) {
		import_complain("no rule in any of the files");
		good = false;
	}
	if (!good || import_stop) {
		import_folder_abandon(&folder);
		return false;
	}
	programs = folder.files[IMPORT_AUDIT];
	return !import_folder_commit(&folder) &&
	       print_totals(&totals, programs) && !totals.refused &&
	       !totals.complaints;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };

	import_complain_as("import_audit");
	if (!parse_options(&options, argc, argv))
		return LSM_EXIT_USAGE;
	if (options.help)
		return import_help(usage);
	import_catch_signals();
	return import_exit_code(run(&options, argv + optind));
}
