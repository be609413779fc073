/* SPDX-License-Identifier: GPL-2.0-or-later */
/* generate_smack: writes sets of Smack rules, to load, import and measure. */
#include "command.h"
#include "complain.h"
#include "smack_generator.h"

#include <lsm/engine.h>

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"usage: generate_smack [OPTION]... --out FILE SHAPE\n"
	"Write a set of Smack rules, the same for the same options.\n"
	"\n"
	"  applications     600 labels, 379 subjects, 23895 rules\n"
	"  benchmark        as Smack's own: labels, density, merges\n"
	"  collisions       labels of one DJB-33 hash\n"
	"  name-collisions  labels of one hash as the kernel's of names\n"
	"\n"
	"  --out FILE         where to; - is standard output\n"
	"  --seed N           the source of chance (1)\n"
	"  --labels N         2 to 4096 (256)\n"
	"  --density MIN-MAX  percent of the labels a subject has rules about\n"
	"                     (10-20)\n"
	"  --merges N         0 to 9: how often a pair is named again (0)\n"
	"  --help             print this text\n"
	"\n"
	"Exit status: 0 if everything was written, otherwise 2.\n";

struct options {
	struct generator generator;
	const char *out;
	bool help;
};

static bool density(const char *text, struct generator *generator)
{
	uint32_t least, most;
	int end = 0;

	if (sscanf(text, "%3" SCNu32 "-%3" SCNu32 "%n", &least, &most, &end) !=
		    2 ||
	    text[end] || least > most || most > 100 || *text == '-') {
		import_complain("--density %s: not two numbers up to 100, as "
				"10-20",
				text);
		return false;
	}
	generator->density_min = least;
	generator->density_max = most;
	return true;
}

static bool parse_option(struct options *options, int option)
{
	struct generator *generator = &options->generator;
	uint64_t value = 0;
	bool good = true;

	switch (option) {
	case 'd':
		return density(optarg, generator);
	case 'h':
		options->help = true;
		break;
	case 'l':
		good = import_number("labels", optarg, 2, GENERATOR_LABELS_MAX,
				     &value);
		generator->labels = (uint32_t)value;
		break;
	case 'm':
		good = import_number("merges", optarg, 0, 9, &value);
		generator->merges = (uint32_t)value;
		break;
	case 'o':
		options->out = optarg;
		break;
	case 's':
		good = import_number("seed", optarg, 0, UINT64_MAX,
				     &generator->seed);
		break;
	default:
		good = false; /* getopt_long() has complained */
	}
	return good;
}

static bool parse_options(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "density", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ "labels", required_argument, NULL, 'l' },
		{ "merges", required_argument, NULL, 'm' },
		{ "out", required_argument, NULL, 'o' },
		{ "seed", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	static const char *const shape[] = { "applications", "benchmark",
					     "collisions", "name-collisions" };
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1)
		if (!parse_option(options, option))
			return false;
	if (options->help)
		return true;
	for (int i = 0; i < 4 && argc - optind == 1 && options->out; i++) {
		if (strcmp(argv[optind], shape[i]) != 0)
			continue;
		options->generator.shape = i;
		return true;
	}
	import_complain("needs --out and a shape; see --help");
	return false;
}

/* A file that could not be written whole is removed. */
static bool write_rules(const struct options *options)
{
	bool standard = !strcmp(options->out, "-");
	FILE *out = standard ? stdout : fopen(options->out, "we");
	size_t rules = out ? generator_print(out, &options->generator) : 0;
	bool failed = !out || !rules || ferror(out);

	if (out && (standard ? fflush(out) : fclose(out)))
		failed = true;
	if (!failed) {
		fprintf(stderr, "seed %" PRIu64 ": %zu rules\n",
			options->generator.seed, rules);
		return true;
	}
	import_complain("%s: %s", options->out, strerror(errno));
	if (out && !standard)
		remove(options->out);
	return false;
}

int main(int argc, char **argv)
{
	struct options options = { .generator = { .seed = 1,
						  .labels = 256,
						  .density_min = 10,
						  .density_max = 20 } };

	import_complain_as("generate_smack");
	if (!parse_options(&options, argc, argv))
		return LSM_EXIT_USAGE;
	if (options.help)
		return import_help(usage);
	return write_rules(&options) ? 0 : LSM_EXIT_USAGE;
}
