/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import_policy: turns the sets of a SELinux policy into fuzz programs. */
#include "command.h"
#include "complain.h"
#include "input_file.h"
#include "level_programs.h"
#include "level_suffixes.h"
#include "output_folder.h"
#include "policy_input.h"
#include "policy_programs.h"
#include "policy_select.h"

#include <lsm/engine.h>

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"usage: import_policy [OPTION]... --out DIR POLICY\n"
	"Turn the sets of a binary SELinux kernel policy into fuzz programs,\n"
	"DIR/ebitmap/*.ops and DIR/mls/*.ops.\n"
	"\n"
	"  --out DIR             where to; replaced if an importer made it\n"
	"  --file-contexts FILE  also take the levels of a file_contexts\n"
	"  --select N            write N programs of each structure, as "
	"unlike\n"
	"                        as possible (1 to 10000)\n"
	"  --minimise            write one program for every shape of a set\n"
	"  --source TEXT         the package of the policy, for the comments\n"
	"  --help                print this text\n"
	"\n"
	"Exit status: 0 if everything was written, otherwise 2.\n";

struct options {
	const char *policy;
	const char *contexts;
	const char *out;
	const char *source;
	uint64_t select; /* 0: all */
	bool minimise;
	bool help;
};

/* Everything that is known about the input. */
struct findings {
	struct lsm_policy_report report;
	struct import_sets sets;
	struct import_levels levels;
	struct import_suffix_count suffixes;
	bool *chosen; /* for each set: whether it gets programs */
	size_t split; /* sets that take more than one program */
};

static bool parse_option(struct options *options, int option)
{
	switch (option) {
	case 'f':
		options->contexts = optarg;
		return true;
	case 'h':
		options->help = true;
		return true;
	case 'm':
		options->minimise = true;
		return true;
	case 'n':
		return import_number("select", optarg, 1, IMPORT_SELECT_MAX,
				     &options->select);
	case 'o':
		options->out = optarg;
		return true;
	case 's':
		options->source = optarg;
		return true;
	default:
		return false; /* getopt_long() has complained */
	}
}

static bool parse_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "file-contexts", required_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ "minimise", no_argument, NULL, 'm' },
		{ "select", required_argument, NULL, 'n' },
		{ "out", required_argument, NULL, 'o' },
		{ "source", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1)
		if (!parse_option(options, option))
			return false;
	if (options->help)
		return true;
	if (!options->out || !*options->out || argc - optind != 1) {
		import_complain("needs --out and one policy; see --help");
		return false;
	}
	if (options->minimise && options->select) {
		import_complain("--minimise and --select exclude each other");
		return false;
	}
	options->policy = argv[optind];
	return true;
}

static int add_set(const struct lsm_policy_set *set, void *arg)
{
	struct findings *found = arg;
	int status = import_sets_add(&found->sets, set);

	return status ? status : import_levels_add_set(&found->levels, set);
}

static bool read_contexts(struct findings *found, const char *path)
{
	size_t size;
	char *data = import_read_file(path, &size);
	int status;

	if (!data)
		return false;
	status = import_suffixes(&found->levels, &found->suffixes, path, data,
				 size);
	free(data);
	if (status)
		import_complain("%s: %s", path, strerror(-status));
	return !status;
}

/* Which sets get programs. */
static bool choose(struct findings *found, const struct options *options)
{
	int status = 0;

	import_levels_sort(&found->levels);
	found->chosen = calloc(found->sets.nr + 1, sizeof(*found->chosen));
	if (!found->chosen)
		status = -ENOMEM;
	else if (options->select)
		status = import_select(&found->sets, options->select,
				       found->chosen);
	else if (options->minimise)
		status = import_minimise(&found->sets, found->chosen);
	else
		memset(found->chosen, true, found->sets.nr);
	if (status)
		import_complain("%s: %s", options->policy, strerror(-status));
	return !status;
}

static void show_progress(const struct import_folder *folder, bool last)
{
	size_t files =
		folder->files[IMPORT_EBITMAP] + folder->files[IMPORT_MLS];

	if (isatty(STDERR_FILENO) && (last || files % 64 == 0))
		fprintf(stderr, "\r%zu programs%s", files, last ? "\n" : "");
}

static bool write_set(struct import_folder *folder, struct findings *found,
		      size_t index, const struct import_origin *origin)
{
	const struct lsm_policy_set *set = &found->sets.set[index].set;
	size_t parts = import_parts(set);
	char name[640];

	found->split += parts > 1;
	for (size_t part = 0; part < parts && !import_stop; part++) {
		int len = snprintf(name, sizeof(name), "%s-%.80s",
				   import_kind_word(set->kind), set->name);
		FILE *file;

		if (parts > 1)
			snprintf(name + len, sizeof(name) - (size_t)len,
				 "-%zu-of-%zu", part + 1, parts);
		file = import_folder_file(folder, IMPORT_EBITMAP, name, index);
		if (!file)
			return false;
		import_print_program(file, &found->sets, index, part, origin);
		if (import_folder_close(folder, file))
			return false;
		show_progress(folder, false);
	}
	return !import_stop;
}

static bool write_level(struct import_folder *folder,
			const struct findings *found, size_t index,
			const struct import_origin *origin)
{
	char name[32];
	FILE *file;

	snprintf(name, sizeof(name), "level-%zu", index + 1);
	file = import_folder_file(folder, IMPORT_MLS, name, index);
	if (!file)
		return false;
	import_print_level_program(file, &found->levels, index, origin);
	if (import_folder_close(folder, file))
		return false;
	show_progress(folder, false);
	return !import_stop;
}

static bool write_programs(struct import_folder *folder, struct findings *found,
			   const struct options *options)
{
	const char *slash = strrchr(options->policy, '/');
	const struct import_origin origin = {
		.file = slash ? slash + 1 : options->policy,
		.source = options->source,
	};
	size_t levels = found->levels.nr;

	for (size_t i = 0; i < found->sets.nr; i++)
		if (found->chosen[i] && !write_set(folder, found, i, &origin))
			return false;
	if (options->select && options->select < levels)
		levels = options->select;
	for (size_t i = 0; i < levels; i++)
		if (!write_level(folder, found, i * found->levels.nr / levels,
				 &origin))
			return false;
	show_progress(folder, true);
	return true;
}

static void print_counts(const struct findings *found, const size_t *files)
{
	const struct lsm_policy_report *report = &found->report;
	size_t read = 0;

	printf("policy: version %u, mls %s, %u types, %u attributes, %u roles, "
	       "%u users, %u sensitivities, %u categories\n",
	       report->version, report->mls ? "on" : "off", report->types,
	       report->attributes, report->roles, report->users,
	       report->sensitivities, report->categories);
	for (int kind = 0; kind < LSM_POLICY_KINDS; kind++) {
		read += found->sets.read[kind];
		printf("sets of kind %s: %zu\n",
		       import_kind_word((enum lsm_policy_kind)kind),
		       found->sets.read[kind]);
	}
	printf("sets: %zu read, %zu distinct, %zu split (at most %u units a "
	       "program)\n",
	       read, found->sets.nr, found->split, IMPORT_UNITS_MAX);
	printf("file contexts: %zu with a context, %zu without, %zu "
	       "malformed\n",
	       found->suffixes.contexts, found->suffixes.none,
	       found->suffixes.malformed);
	printf("levels: %zu distinct, %zu too long for a program\n",
	       found->levels.nr, found->levels.too_long);
	printf("programs: %zu for ebitmap, %zu for mls\n",
	       files[IMPORT_EBITMAP], files[IMPORT_MLS]);
}

static bool write_folder(struct findings *found, const struct options *options)
{
	struct import_folder folder;
	size_t files[IMPORT_STRUCTURES];

	if (import_folder_open(&folder, options->out))
		return false;
	if (!write_programs(&folder, found, options)) {
		import_folder_abandon(&folder);
		return false;
	}
	memcpy(files, folder.files, sizeof(files));
	if (import_folder_commit(&folder))
		return false;
	print_counts(found, files);
	if (fflush(stdout) || ferror(stdout)) {
		import_complain("standard output: %s", strerror(errno));
		return false;
	}
	return true;
}

static bool run(const struct options *options)
{
	struct findings found = { 0 };
	bool good = import_policy_read(options->policy, &found.report, add_set,
				       &found, &import_stop);

	if (good && options->contexts)
		good = read_contexts(&found, options->contexts);
	good = good && choose(&found, options) &&
	       write_folder(&found, options) && !found.suffixes.malformed;
	import_sets_free(&found.sets);
	import_levels_free(&found.levels);
	free(found.chosen);
	return good;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };

	import_complain_as("import_policy");
	if (!parse_options(&options, argc, argv))
		return LSM_EXIT_USAGE;
	if (options.help)
		return import_help(usage);
	import_catch_signals();
	return import_exit_code(run(&options));
}
