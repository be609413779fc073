/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "avtab_image.h"

#include <errno.h>
#include <string.h>

/* Images are little endian, and so are the machines this runs on. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "swap the bytes of images");

/* Take the next @size bytes; false, and nothing taken, if they are not there.
 */
static bool take(struct avtab_image *image, void *to, size_t size)
{
	if ((size_t)(image->end - image->at) < size)
		return false;
	memcpy(to, image->at, size);
	image->at += size;
	return true;
}

static bool within(uint16_t value, uint16_t count)
{
	return value >= 1 && value <= count;
}

static bool valid_key(const struct lsm_avtab_key *key,
		      const struct lsm_avtab_limits *limits)
{
	uint16_t bits = key->specified & (uint16_t)~LSM_AVTAB_ENABLED;

	if (bits & ~LSM_AVTAB_RULES || !bits || bits & (bits - 1))
		return false;
	return within(key->source, limits->types) &&
	       within(key->target, limits->types) &&
	       within(key->class, limits->classes);
}

int avtab_image_count(struct avtab_image *image, uint32_t *count)
{
	if (!take(image, count, sizeof(*count)))
		return -EINVAL;
	/* UINT32_MAX is too many for the bytes at hand, too. */
	if (!*count ||
	    *count > (size_t)(image->end - image->at) / LSM_AVTAB_IMAGE_RULE)
		return -EINVAL;
	return 0;
}

static int xperms_rule(struct avtab_image *image,
		       struct lsm_avtab_xperms *xperms)
{
	if (!take(image, &xperms->kind, sizeof(xperms->kind)) ||
	    !take(image, &xperms->driver, sizeof(xperms->driver)) ||
	    !take(image, xperms->perms, sizeof(xperms->perms)))
		return -EINVAL;
	return xperms->kind == LSM_AVTAB_XPERMS_FUNCTION ||
			       xperms->kind == LSM_AVTAB_XPERMS_DRIVER
		       ? 0
		       : -EINVAL;
}

int avtab_image_rule(struct avtab_image *image, struct lsm_avtab_key *key,
		     struct lsm_avtab_datum *datum,
		     struct lsm_avtab_xperms *xperms)
{
	uint16_t word[4];

	if (!take(image, word, sizeof(word)))
		return -EINVAL;
	*key = (struct lsm_avtab_key){
		.source = word[0],
		.target = word[1],
		.class = word[2],
		.specified = word[3],
	};
	*datum = (struct lsm_avtab_datum){ 0 };
	if (!valid_key(key, image->limits))
		return -EINVAL;
	if (key->specified & LSM_AVTAB_XPERMS) {
		datum->xperms = xperms;
		return xperms_rule(image, xperms);
	}
	if (!take(image, &datum->data, sizeof(datum->data)))
		return -EINVAL;
	if (key->specified & LSM_AVTAB_TYPE &&
	    (datum->data < 1 || datum->data > image->limits->types))
		return -EINVAL;
	return 0;
}

static int read_rules(const struct lsm_avtab_ops *ops, void *self,
		      enum lsm_avtab_sizing sizing, struct avtab_image *image)
{
	struct lsm_avtab_size size = { .sizing = sizing };
	int status = avtab_image_count(image, &size.rules);

	if (!status)
		status = ops->alloc(self, &size);
	for (uint32_t i = 0; !status && i < size.rules; i++) {
		struct lsm_avtab_xperms xperms;
		struct lsm_avtab_datum datum;
		struct lsm_avtab_key key;

		status = avtab_image_rule(image, &key, &datum, &xperms);
		if (!status)
			status = ops->insert(self, &key, &datum);
	}
	return status == -EEXIST ? -EINVAL : status;
}

int avtab_image_read(const struct lsm_avtab_ops *ops, void *self,
		     enum lsm_avtab_sizing sizing,
		     const struct lsm_avtab_limits *limits,
		     const uint8_t *image, size_t size, size_t *used)
{
	struct avtab_image in = {
		.at = image,
		.end = image + size,
		.limits = limits,
	};
	int status = read_rules(ops, self, sizing, &in);

	if (status)
		ops->release(self);
	else
		*used = (size_t)(in.at - image);
	return status;
}
