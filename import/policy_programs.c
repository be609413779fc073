/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policy_programs.h"

#include <lsm/ebitmap.h>
#include <lsm/program.h>

#include <inttypes.h>

/* Operations of a program with two images. */
#define PAIR_OPERATIONS 17

/* How many neighbours to look at for a partner. */
#define NEIGHBOURS 64

/* The numbers that a position or a bound can be in a program of format 1. */
#define SAYABLE_MAX 131071u

static size_t read_bytes(size_t nr_units)
{
	return LSM_RECORD_BYTES +
	       import_payload_bytes(LSM_EBITMAP_IMAGE_BYTES(nr_units));
}

size_t import_parts(const struct lsm_policy_set *set)
{
	return set->nr_units <= IMPORT_UNITS_MAX
		       ? 1
		       : (set->nr_units + IMPORT_UNITS_MAX - 1) /
				 IMPORT_UNITS_MAX;
}

size_t import_partner(const struct import_sets *sets, size_t index)
{
	const struct lsm_policy_set *set = &sets->set[index].set;
	size_t other = sets->nr, within = sets->nr;
	size_t room = IMPORT_PROGRAM_BYTES - PAIR_OPERATIONS * LSM_RECORD_BYTES;

	if (read_bytes(set->nr_units) > room)
		return sets->nr;
	room -= read_bytes(set->nr_units);
	for (size_t i = 1; i <= NEIGHBOURS && i < sets->nr; i++) {
		size_t at = (index + i) % sets->nr;
		const struct lsm_policy_set *b = &sets->set[at].set;

		if (!b->nr_units || read_bytes(b->nr_units) > room)
			continue;
		if (other == sets->nr)
			other = at;
		if ((within == sets->nr ||
		     b->nr_units > sets->set[within].set.nr_units) &&
		    import_set_within(b, set))
			within = at;
	}
	return within < sets->nr ? within : other;
}

/* Say an operation that ends in a number. */
static void say_number(struct import_program *program, const char *operation,
		       uint32_t number)
{
	if (number <= SAYABLE_MAX)
		import_say(program, "%s%" PRIu32, operation, number);
	else if (import_has_room(program))
		fprintf(program->out,
			"# no number of this format: %s%" PRIu32 "\n",
			operation, number);
}

static void print_bytes(FILE *out, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		fprintf(out, "%02x", (unsigned int)(value >> 8 * i & 0xff));
}

static void say_read(struct import_program *program, int slot,
		     const struct lsm_policy_set *set)
{
	FILE *out = program->out;
	uint32_t high = 0;

	if (set->nr_units)
		high = set->units[set->nr_units - 1].start + LSM_EBITMAP_UNIT;
	fprintf(out, "read slot=%d image=", slot);
	print_bytes(out, LSM_EBITMAP_UNIT, 4);
	print_bytes(out, high, 4);
	print_bytes(out, set->nr_units, 4);
	for (size_t i = 0; i < set->nr_units; i++) {
		print_bytes(out, set->units[i].start, 4);
		print_bytes(out, set->units[i].map, 8);
	}
	fputc('\n', out);
	program->bytes += read_bytes(set->nr_units);
}

/* The highest member of a set, if it has one. */
struct top {
	bool any;
	uint32_t member;
};

static struct top top_of(const struct lsm_policy_set *set)
{
	if (!set->nr_units)
		return (struct top){ false, 0 };
	return (struct top){ true, import_set_highest(set) };
}

/* The highest member but one. */
static struct top second_top_of(const struct lsm_policy_set *set)
{
	struct lsm_policy_set rest = *set;
	struct lsm_policy_unit last;

	if (!set->nr_units)
		return (struct top){ false, 0 };
	last = set->units[--rest.nr_units];
	last.map ^= UINT64_C(1) << import_set_highest(set) % LSM_EBITMAP_UNIT;
	if (!last.map)
		return top_of(&rest);
	rest.units = &last;
	rest.nr_units = 1;
	return top_of(&rest);
}

/* A bound of 0 is none, so no bound lies below a highest member of 0 or 1. */
static void say_bounded(struct import_program *program, const char *operation,
			struct top inner)
{
	if (inner.any && inner.member > 0)
		say_number(program, operation, inner.member);
	if (inner.any && inner.member > 1)
		say_number(program, operation, inner.member - 1);
}

/* In the order of their worth: what has no room is left out at the end. */
static void exercise(struct import_program *program,
		     const struct lsm_policy_set *a, struct top b)
{
	struct import_run run = { 0 };

	import_say(program, "write slot=0");
	import_say(program, "highest slot=0");
	import_say(program, "cardinality slot=0");
	/* Of two real sets few contain each other; the bound decides nothing
	 * then.  Their union contains both. */
	import_say(program, "or dst=2 a=0 b=1");
	import_say(program, "subset a=2 b=1");
	say_bounded(program, "contains a=2 b=1 last=", b);
	import_say(program, "subset a=0 b=1");
	say_number(program, "next slot=0 bit=", 0);
	if (import_next_run(a, &run)) {
		say_number(program,
			   "next slot=0 bit=", import_set_highest(a) + 1);
		say_number(program, "next slot=0 bit=",
			   run.first + (uint32_t)run.length);
	}
	import_say(program, "subset a=1 b=0");
	say_bounded(program, "contains a=2 b=0 last=", top_of(a));
	import_say(program, "write slot=1");
	import_say(program, "cardinality slot=1");
	import_say(program, "equal a=0 b=1");
}

/* The one set that is always at hand: itself without its highest member. */
static void say_second_self(struct import_program *program,
			    const struct lsm_policy_set *set)
{
	import_say(program, "copy dst=1 src=0");
	if (set->nr_units)
		say_number(program,
			   "clear slot=1 bit=", import_set_highest(set));
}

static void print_name(FILE *out, const struct lsm_policy_set *set)
{
	fprintf(out, "%s ", import_kind_word(set->kind));
	import_put_printable(out, set->name);
}

static void print_heading(FILE *out, const struct import_set *set,
			  const struct import_origin *origin)
{
	fputs("lsmdiff ebitmap 1\n# ", out);
	print_name(out, &set->set);
	import_put_origin(out, origin);
	fprintf(out, "# %" PRIu64 " members in %zu units",
		import_set_members(&set->set), set->set.nr_units);
	if (set->seen > 1)
		fprintf(out, "; %zu sets of the policy have them", set->seen);
	fputc('\n', out);
}

/* Return: the units of a part, as a set. */
static struct lsm_policy_set cut(const struct lsm_policy_set *set, size_t part)
{
	struct lsm_policy_set cut = *set;

	cut.units += part * IMPORT_UNITS_MAX;
	cut.nr_units -= part * IMPORT_UNITS_MAX;
	if (cut.nr_units > IMPORT_UNITS_MAX)
		cut.nr_units = IMPORT_UNITS_MAX;
	return cut;
}

size_t import_print_program(FILE *out, const struct import_sets *sets,
			    size_t index, size_t part,
			    const struct import_origin *origin)
{
	struct import_program program = { .out = out };
	const struct import_set *set = &sets->set[index];
	size_t parts = import_parts(&set->set);
	struct lsm_policy_set a = cut(&set->set, part);
	size_t partner = sets->nr;

	print_heading(out, set, origin);
	if (parts > 1)
		fprintf(out, "# part %zu of %zu: %zu units\n", part + 1, parts,
			a.nr_units);
	else
		partner = import_partner(sets, index);
	say_read(&program, 0, &a);
	if (partner < sets->nr) {
		const struct lsm_policy_set *b = &sets->set[partner].set;

		fputs("# slot 1: ", out);
		print_name(out, b);
		fputc('\n', out);
		say_read(&program, 1, b);
		exercise(&program, &a, top_of(b));
	} else {
		say_second_self(&program, &a);
		exercise(&program, &a, second_top_of(&a));
	}
	return program.bytes;
}
