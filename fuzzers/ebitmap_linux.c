/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where kernel trees are known to answer differently; see FINDINGS.md. */
#include "ebitmap_differences.h"

/* Positions of a node on 64-bit machines. */
#define NODE 384u

#define HEAD_BYTES 12u
#define UNIT_BYTES 12u

static uint32_t word(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

/* An image with the right unit size, as far as it goes. */
struct image {
	uint32_t high;
	uint32_t count;
	const uint8_t *units;
	size_t present; /* whole units in the payload, at most count */
};

static bool is_image(const struct lsm_call *call, struct image *image)
{
	const uint8_t *at = call->payload;

	if (call->payload_len < HEAD_BYTES || word(at) != LSM_EBITMAP_UNIT)
		return false;
	image->high = word(at + 4);
	image->count = word(at + 8);
	image->units = at + HEAD_BYTES;
	image->present = (call->payload_len - HEAD_BYTES) / UNIT_BYTES;
	if (image->present > image->count)
		image->present = image->count;
	return true;
}

static uint32_t start_of(const struct image *image, size_t unit)
{
	return word(image->units + unit * UNIT_BYTES);
}

static uint64_t node_end(uint64_t position)
{
	return (position / NODE + 1) * NODE;
}

/* Whether @peer reads @image. */
static bool accepts(const struct lsm_ops *peer, const uint8_t *image,
		    size_t size)
{
	const struct lsm_ebitmap_ops *ops = (const void *)peer;
	static const uint32_t param[LSM_ARGS_MAX];
	void *setup = peer->setup ? peer->setup() : NULL;
	void *set = peer->create(setup, param);
	size_t used;
	bool accepted;

	if (!set)
		return false;
	accepted = !ops->read(set, image, size, &used);
	peer->destroy(set);
	if (setup)
		peer->teardown(setup);
	return accepted;
}

bool ebitmap_linux_last_node(const struct lsm_call *call)
{
	return node_end(call->arg[1]) > UINT32_MAX;
}

bool ebitmap_linux_high_bit_wraps(const struct lsm_call *call)
{
	struct image image;

	return is_image(call, &image) && image.high > UINT32_MAX - NODE + 1;
}

bool ebitmap_linux_unordered(const struct lsm_call *call)
{
	struct image image;

	if (!is_image(call, &image))
		return false;
	for (size_t i = 1; i < image.present; i++) {
		uint32_t start = start_of(&image, i);

		if (start <= start_of(&image, i - 1) && start % NODE)
			return true;
	}
	return false;
}

bool ebitmap_linux_rounds_high_bit(const struct lsm_call *call)
{
	struct image image;
	uint32_t last;

	if (!is_image(call, &image) || !image.high || !image.present)
		return false;
	last = start_of(&image, image.present - 1);
	return image.high != last + LSM_EBITMAP_UNIT &&
	       node_end(image.high - 1) == node_end(last);
}

bool ebitmap_linux_trusts_high_bit(const struct lsm_call *call)
{
	static const uint8_t beyond[HEAD_BYTES + UNIT_BYTES] = {
		64, 0, 0, 0, 232, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1,
	};
	struct image image;

	return is_image(call, &image) && image.high && image.present &&
	       node_end(image.high - 1) >
		       node_end(start_of(&image, image.present - 1)) &&
	       accepts(call->peer, beyond, sizeof(beyond));
}

bool ebitmap_linux_takes_empty_units(const struct lsm_call *call)
{
	static const uint8_t empty[HEAD_BYTES + UNIT_BYTES] = {
		64, 0, 0, 0, 64, 0, 0, 0, 1,
	};
	struct image image;

	if (!is_image(call, &image))
		return false;
	for (size_t i = 0; i < image.present; i++) {
		const uint8_t *map = image.units + i * UNIT_BYTES + 4;

		if (!word(map) && !word(map + 4))
			return accepts(call->peer, empty, sizeof(empty));
	}
	return false;
}

/* How @peer shows positions from 2^31 on: by what is left of one in an and. */
static bool keeps_sign_bit(const struct lsm_ops *peer)
{
	const struct lsm_ebitmap_ops *ops = (const void *)peer;
	static const uint32_t param[LSM_ARGS_MAX];
	void *setup = peer->setup ? peer->setup() : NULL;
	void *set = peer->create(setup, param);
	void *both = peer->create(setup, param);
	bool kept = set && both && !ops->set(set, 1u << 31, true) &&
		    !ops->intersect(both, set, set) && ops->get(both, 1u << 31);

	if (set)
		peer->destroy(set);
	if (both)
		peer->destroy(both);
	if (setup)
		peer->teardown(setup);
	return kept;
}

static bool has_sign_bit(const struct lsm_call *call, size_t arg)
{
	const struct lsm_ebitmap_ops *ops = (const void *)call->ops;
	uint32_t highest;

	return ops->highest(call->slot[call->arg[arg]], &highest) &&
	       highest >> 31;
}

bool ebitmap_linux_signed_operands(const struct lsm_call *call)
{
	return has_sign_bit(call, 1) && has_sign_bit(call, 2) &&
	       !keeps_sign_bit(call->peer);
}

bool ebitmap_linux_signed_image(const struct lsm_call *call)
{
	return has_sign_bit(call, 0) && !keeps_sign_bit(call->peer);
}
