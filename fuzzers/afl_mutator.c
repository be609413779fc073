/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AFL++'s custom mutator interface over the common mutator. */
#include <lsm/mutator.h>

#include <stdlib.h>
#include <string.h>

#define PROGRAM_BYTES_MAX (1u << 16)

struct state {
	struct lsm_random random;
	uint8_t out[PROGRAM_BYTES_MAX];
};

void *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out,
		       uint8_t *other, size_t other_size, size_t max);

void *afl_custom_init(void *afl, unsigned int seed)
{
	struct state *state = calloc(1, sizeof(*state));

	(void)afl;
	if (state)
		state->random.state = seed;
	return state;
}

void afl_custom_deinit(void *data)
{
	free(data);
}

size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out,
		       uint8_t *other, size_t other_size, size_t max)
{
	struct state *state = data;

	if (max > PROGRAM_BYTES_MAX)
		max = PROGRAM_BYTES_MAX;
	if (size > max)
		size = max;
	*out = state->out;
	if (other && lsm_random_below(&state->random, 8) == 0) {
		size = lsm_crossover(&lsm_structure,
				     (struct lsm_blob){ buf, size },
				     (struct lsm_blob){ other, other_size },
				     state->out, max, &state->random);
	} else {
		memcpy(state->out, buf, size);
	}
	return lsm_mutate(&lsm_structure, state->out, size, max,
			  &state->random);
}
