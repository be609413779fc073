// SPDX-License-Identifier: GPL-2.0-or-later
// smack_peers.cc - general hash tables under the contract of labels
//
// They import, find and tell secids; rules are not theirs.  All hash with
// std::hash, but ck, which brings its own.
#include "smack_peers.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" {
#include <ck_ht.h>
#include <urcu/rculfhash.h>
#include <urcu/urcu-memb.h>
}

struct label {
	struct cds_lfht_node node;
	std::string text;
	uint32_t secid;
};

// Everything but the index: labels stay where they are.
struct table {
	std::vector<std::unique_ptr<label>> all;
	label *add(std::string_view text)
	{
		all.emplace_back(
			new label{ {},
				   std::string(text),
				   LSM_SMACK_FIRST + (uint32_t)all.size() });
		return all.back().get();
	}
};

static uint32_t secid(const void *l)
{
	return ((const label *)l)->secid;
}

static size_t hash_of(std::string_view text)
{
	return std::hash<std::string_view>()(text);
}

// boost

struct boost_table : table {
	boost::unordered_flat_map<std::string_view, label *,
				  std::hash<std::string_view>>
		index;
};

static void *boost_create(void *, const uint32_t *)
{
	return new boost_table();
}

static void boost_destroy(void *self)
{
	delete (boost_table *)self;
}

static const void *boost_find(const void *self, const char *text, size_t len)
{
	const boost_table *t = (const boost_table *)self;
	auto found = t->index.find(std::string_view(text, len));

	return found == t->index.end() ? nullptr : found->second;
}

static int boost_import(void *self, const char *text, size_t len,
			const void **out)
{
	boost_table *t = (boost_table *)self;

	*out = boost_find(self, text, len);
	if (!*out) {
		label *l = t->add({ text, len });

		t->index.emplace(l->text, l);
		*out = l;
	}
	return 0;
}

// liburcu: a resizable table that readers walk without locks

struct lfht_table : table {
	cds_lfht *index = cds_lfht_new_flavor(64, 64, 0, CDS_LFHT_AUTO_RESIZE,
					      &urcu_memb_flavor, nullptr);
};

static void *lfht_create(void *, const uint32_t *)
{
	static bool registered;

	if (!registered)
		urcu_memb_register_thread();
	registered = true;
	return new lfht_table();
}

static void lfht_destroy(void *self)
{
	lfht_table *t = (lfht_table *)self;

	urcu_memb_read_lock();
	for (auto &l : t->all)
		cds_lfht_del(t->index, &l->node);
	urcu_memb_read_unlock();
	cds_lfht_destroy(t->index, nullptr);
	delete t;
}

static int lfht_match(cds_lfht_node *node, const void *key)
{
	const label *l = caa_container_of(node, label, node);

	return l->text == *(const std::string_view *)key;
}

static const void *lfht_find(const void *self, const char *text, size_t len)
{
	const lfht_table *t = (const lfht_table *)self;
	std::string_view key(text, len);
	cds_lfht_iter iter;

	urcu_memb_read_lock();
	cds_lfht_lookup(t->index, hash_of(key), lfht_match, &key, &iter);
	urcu_memb_read_unlock();
	cds_lfht_node *node = cds_lfht_iter_get_node(&iter);
	return node ? caa_container_of(node, label, node) : nullptr;
}

static int lfht_import(void *self, const char *text, size_t len,
		       const void **out)
{
	lfht_table *t = (lfht_table *)self;

	*out = lfht_find(self, text, len);
	if (!*out) {
		label *l = t->add({ text, len });

		cds_lfht_node_init(&l->node);
		urcu_memb_read_lock();
		cds_lfht_add(t->index, hash_of(l->text), &l->node);
		urcu_memb_read_unlock();
		*out = l;
	}
	return 0;
}

// Concurrency Kit: ck_ht in its mode of byte strings, keys of up to 2^16 bytes

static void *ck_alloc(size_t size)
{
	return malloc(size);
}

static void ck_release(void *block, size_t, bool)
{
	free(block);
}

struct ck_table : table {
	ck_ht_t index;
};

static ck_malloc ck_memory = { ck_alloc, nullptr, ck_release };

static void *ck_create(void *, const uint32_t *)
{
	ck_table *t = new ck_table();

	memset(&t->index, 0, sizeof(t->index));
	if (!ck_ht_init(&t->index, CK_HT_MODE_BYTESTRING, nullptr, &ck_memory,
			64, 1))
		bench::die("ck_ht_init failed");
	return t;
}

static void ck_destroy_table(void *self)
{
	ck_ht_destroy(&((ck_table *)self)->index);
	delete (ck_table *)self;
}

static const void *ck_find(const void *self, const char *text, size_t len)
{
	ck_ht_t *index = &const_cast<ck_table *>((const ck_table *)self)->index;
	ck_ht_entry_t entry;
	ck_ht_hash_t hash;

	ck_ht_hash(&hash, index, text, (uint16_t)len);
	ck_ht_entry_key_set(&entry, text, (uint16_t)len);
	if (!ck_ht_get_spmc(index, hash, &entry))
		return nullptr;
	return ck_ht_entry_value(&entry);
}

static int ck_import(void *self, const char *text, size_t len, const void **out)
{
	ck_table *t = (ck_table *)self;
	ck_ht_entry_t entry;
	ck_ht_hash_t hash;

	*out = ck_find(self, text, len);
	if (*out)
		return 0;
	label *l = t->add({ text, len });
	ck_ht_hash(&hash, &t->index, l->text.data(), (uint16_t)len);
	ck_ht_entry_set(&entry, hash, l->text.data(), (uint16_t)len, l);
	if (!ck_ht_put_spmc(&t->index, hash, &entry))
		return -ENOMEM;
	*out = l;
	return 0;
}

#define TABLE(id, from, make, end)               \
	const lsm_smack_ops bench_smack_##id = { \
		.base = { .name = #id,           \
			  .source = from,        \
			  .peer = true,          \
			  .create = make,        \
			  .destroy = end },      \
		.import = id##_import,           \
		.find = id##_find,               \
		.secid = secid,                  \
	}
TABLE(lfht, "liburcu's cds_lfht", lfht_create, lfht_destroy);
TABLE(ck, "Concurrency Kit's ck_ht", ck_create, ck_destroy_table);
TABLE(boost, "boost::unordered_flat_map", boost_create, boost_destroy);
