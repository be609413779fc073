/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/ledger.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const lsm_outcome_name[LSM_OUTCOMES] = {
	[LSM_OK] = "ok",	[LSM_TRUE] = "true", [LSM_FALSE] = "false",
	[LSM_HIT] = "hit",	[LSM_MISS] = "miss", [LSM_ERROR] = "error",
	[LSM_SKIPPED] = "skip",
};

/* A number that another structure, format or kind of file does not have. */
static uint64_t identity_of(const struct lsm_structure *s)
{
	struct lsm_obs obs = { 0 };

	lsm_obs_bytes(&obs, "lsmdiff ledger", sizeof("lsmdiff ledger"));
	lsm_obs_bytes(&obs, s->name, strlen(s->name));
	lsm_obs_number(&obs, s->format);
	return obs.digest;
}

static void *map(int fd, int protection)
{
	void *ledger = mmap(NULL, sizeof(struct lsm_ledger), protection,
			    MAP_SHARED, fd, 0);

	return ledger == MAP_FAILED ? NULL : ledger;
}

/* Whether the file is as long as a ledger; with @make an empty one is made so.
 */
static bool fits(int fd, bool make)
{
	const off_t size = sizeof(struct lsm_ledger);
	struct stat stat;

	if (fstat(fd, &stat) < 0)
		return false;
	if (make && S_ISREG(stat.st_mode) && !stat.st_size) {
		/* With room behind it: a full disk must not kill the target. */
		errno = posix_fallocate(fd, 0, size);
		return errno == 0;
	}
	errno = EBADMSG;
	return S_ISREG(stat.st_mode) && stat.st_size == size;
}

struct lsm_ledger *lsm_ledger_map(const char *path,
				  const struct lsm_structure *s)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
	struct lsm_ledger *ledger = NULL;

	if (fd < 0)
		return NULL;
	if (fits(fd, true))
		ledger = map(fd, PROT_READ | PROT_WRITE);
	close(fd);
	if (!ledger)
		return NULL;
	if (!ledger->identity)
		ledger->identity = identity_of(s);
	errno = EBADMSG;
	return ledger->identity == identity_of(s) ? ledger : NULL;
}

const struct lsm_ledger *lsm_ledger_read(const char *path,
					 const struct lsm_structure *s)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const struct lsm_ledger *ledger = NULL;

	if (fd < 0)
		return NULL;
	if (fits(fd, false))
		ledger = map(fd, PROT_READ);
	close(fd);
	if (!ledger)
		return NULL;
	errno = EBADMSG;
	return ledger->identity == identity_of(s) ? ledger : NULL;
}

void lsm_ledger_add(struct lsm_ledger *to, const struct lsm_ledger *from)
{
	to->programs += from->programs;
	to->operations += from->operations;
	to->failures += from->failures;
	for (size_t i = 0; i < LSM_IMPLS_MAX; i++) {
		to->dumps[i] += from->dumps[i];
		for (size_t k = 0; k < LSM_OPCODES_MAX; k++) {
			const struct lsm_cell *cell = &from->cell[i][k];

			to->cell[i][k].abstained += cell->abstained;
			for (size_t o = 0; o < LSM_OUTCOMES; o++)
				to->cell[i][k].compared[o] += cell->compared[o];
		}
	}
}

static uint64_t compared(const struct lsm_cell *cell)
{
	uint64_t sum = 0;

	for (size_t o = 0; o < LSM_OUTCOMES; o++)
		sum += cell->compared[o];
	return sum;
}

uint64_t lsm_ledger_comparisons(const struct lsm_ledger *ledger, size_t impl)
{
	uint64_t sum = ledger->dumps[impl];

	for (size_t k = 0; k < LSM_OPCODES_MAX; k++)
		sum += compared(&ledger->cell[impl][k]);
	return sum;
}

static void print_cells(FILE *out, const struct lsm_structure *s,
			const struct lsm_ledger *ledger, size_t impl)
{
	for (size_t k = 0; k < s->nr_ops; k++) {
		const struct lsm_cell *cell = &ledger->cell[impl][k];

		if (!s->ops[k].name || (!compared(cell) && !cell->abstained))
			continue;
		fprintf(out, "    %-14s", s->ops[k].name);
		for (size_t o = 0; o < LSM_OUTCOMES; o++)
			if (cell->compared[o])
				fprintf(out, " %s %" PRIu64,
					lsm_outcome_name[o], cell->compared[o]);
		if (cell->abstained)
			fprintf(out, " abstained %" PRIu64, cell->abstained);
		fputc('\n', out);
	}
}

void lsm_ledger_print(FILE *out, const struct lsm_structure *s,
		      const struct lsm_ledger *ledger, bool cells)
{
	fprintf(out,
		"programs %" PRIu64 "\noperations %" PRIu64
		"\nfailed allocations %" PRIu64 "\n",
		ledger->programs, ledger->operations, ledger->failures);
	for (size_t i = 1; i < s->nr_impls; i++) {
		uint64_t abstained = 0;

		for (size_t k = 0; k < LSM_OPCODES_MAX; k++)
			abstained += ledger->cell[i][k].abstained;
		fprintf(out,
			"compared %-16s %" PRIu64 " (%" PRIu64
			" whole objects), abstained %" PRIu64 "\n",
			s->impls[i]->name, lsm_ledger_comparisons(ledger, i),
			ledger->dumps[i], abstained);
		if (cells)
			print_cells(out, s, ledger, i);
	}
}
