/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import_smack: turns Smack rules into fuzz programs. */
#include "command.h"
#include "complain.h"
#include "output_folder.h"
#include "smack_programs.h"

#include <lsm/engine.h>

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SELECT_MAX 100000u

static const char usage[] =
	"usage: import_smack [OPTION]... --out DIR PATH...\n"
	"Turn Smack rules into fuzz programs, DIR/smack/*.ops.  A PATH is a "
	"file\n"
	"of lines `subject object access' or `subject object allow deny', or "
	"a\n"
	"folder of such files, as /etc/smack/accesses.d.\n"
	"\n"
	"  --out DIR      where to; replaced if an importer made it\n"
	"  --select N     write about N programs, from all over the rules\n"
	"  --source TEXT  where the rules come from, for the comments\n"
	"  --help         print this text\n"
	"\n"
	"Exit status: 0 if everything was written, otherwise 2.\n";

struct options {
	const char *out;
	const char *source;
	uint64_t select; /* 0: all */
	bool help;
};

static bool parse_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "select", required_argument, NULL, 'n' },
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
		else if (option != 'n' ||
			 !import_number("select", optarg, 1, SELECT_MAX,
					&options->select))
			return false; /* has been complained about */
	}
	if (options->help)
		return true;
	if (!options->out || !*options->out || argc == optind) {
		import_complain("needs --out and a file or folder; see --help");
		return false;
	}
	return true;
}

static bool write_program(struct import_folder *folder,
			  const struct import_rules *rules, size_t *at,
			  const struct import_origin *origin)
{
	char name[32];
	FILE *file;

	snprintf(name, sizeof(name), "rules-%06zu", *at + 1);
	file = import_folder_file(folder, IMPORT_SMACK, name, *at);
	if (!file)
		return false;
	*at += import_print_rules(file, rules, *at, origin);
	return import_folder_close(folder, file) == 0;
}

/* With a number wanted, whole stretches of rules are passed over. */
static bool write_programs(struct import_folder *folder,
			   const struct import_rules *rules,
			   const struct options *options,
			   const struct import_origin *origin)
{
	size_t step = options->select ? rules->nr / options->select : 0;

	for (size_t at = 0, last = 0; at < rules->nr && !import_stop;
	     last = at) {
		if (!write_program(folder, rules, &at, origin))
			return false;
		if (at - last < step)
			at = last + step;
	}
	return !import_stop;
}

static bool write_folder(const struct import_rules *rules,
			 const struct options *options, const char *path)
{
	const char *name = strrchr(path, '/');
	const struct import_origin origin = {
		.file = name && name[1] ? name + 1 : path,
		.source = options->source,
	};
	struct import_folder folder;
	size_t files;

	if (import_folder_open(&folder, options->out))
		return false;
	if (!write_programs(&folder, rules, options, &origin)) {
		import_folder_abandon(&folder);
		return false;
	}
	files = folder.files[IMPORT_SMACK];
	if (import_folder_commit(&folder))
		return false;
	printf("rules: %zu from %zu files, %zu malformed\n"
	       "programs: %zu for smack\n",
	       rules->nr, rules->files, rules->malformed, files);
	if (fflush(stdout) || ferror(stdout)) {
		import_complain("standard output: %s", strerror(errno));
		return false;
	}
	return true;
}

static bool run(const struct options *options, char **paths)
{
	struct import_rules rules = { 0 };
	bool good = true;

	for (size_t i = 0; paths[i] && good && !import_stop; i++)
		good = import_rules_read(&rules, paths[i]);
	if (good && !rules.nr) {
		import_complain("%s: no rule", paths[0]);
		good = false;
	}
	good = good && !import_stop &&
	       write_folder(&rules, options, paths[0]) && !rules.malformed;
	import_rules_free(&rules);
	return good;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };

	import_complain_as("import_smack");
	if (!parse_options(&options, argc, argv))
		return LSM_EXIT_USAGE;
	if (options.help)
		return import_help(usage);
	import_catch_signals();
	return import_exit_code(run(&options, argv + optind));
}
