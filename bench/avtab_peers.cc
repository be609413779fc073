// SPDX-License-Identifier: GPL-2.0-or-later
#include "avtab_peers.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cerrno>

// A rule bit a datum: three of vectors, three of types.
struct says {
	uint16_t bits;
	uint32_t data[6];
};

using table = boost::unordered_flat_map<uint64_t, says>;

static int place_of(uint16_t bit)
{
	int shift = __builtin_ctz(bit);

	return shift < 3 ? shift : shift - 1;
}

static uint64_t triple(const lsm_avtab_key *key)
{
	return (uint64_t)key->source << 32 | (uint64_t)key->target << 16 |
	       key->c_class;
}

static void *create(void *, const uint32_t *)
{
	return new table();
}

static void destroy(void *self)
{
	delete (table *)self;
}

static int alloc(void *self, const lsm_avtab_size *size)
{
	((table *)self)->clear();
	((table *)self)->reserve(size->rules);
	return 0;
}

static int insert(void *self, const lsm_avtab_key *key,
		  const lsm_avtab_datum *datum)
{
	uint16_t bit = key->specified & (LSM_AVTAB_VECTOR | LSM_AVTAB_TYPE);

	if (!bit)
		return -EINVAL;
	says &s = (*(table *)self)[triple(key)];
	if (s.bits & bit)
		return -EEXIST;
	s.bits |= bit;
	s.data[place_of(bit)] = datum->data;
	return 0;
}

static bool give(const says *s, uint16_t bits, lsm_avtab_rule *rule)
{
	bits &= s->bits;
	if (!bits)
		return false;
	rule->key.specified = bits & -bits;
	rule->datum.data = s->data[place_of(rule->key.specified)];
	rule->datum.xperms = nullptr;
	rule->place = (uintptr_t)s;
	return true;
}

static bool search(const void *self, const lsm_avtab_key *key,
		   lsm_avtab_rule *rule)
{
	const table *t = (const table *)self;
	auto found = t->find(triple(key));

	if (found == t->end())
		return false;
	rule->key = *key;
	return give(&found->second, key->specified, rule);
}

static bool search_next(const void *, lsm_avtab_rule *rule, uint16_t specified)
{
	uint16_t behind = (uint16_t) ~(rule->key.specified * 2 - 1);

	return give((const says *)rule->place, specified & behind, rule);
}

const lsm_avtab_ops bench_avtab_boost = {
	.base = {
		.name = "boost",
		.source = "boost::unordered_flat_map",
		.peer = true,
		.create = create,
		.destroy = destroy,
	},
	.alloc = alloc,
	.insert = insert,
	.search = search,
	.search_next = search_next,
};
