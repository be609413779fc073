/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * structure.h - what a structure under test, its operations and its
 * implementations look like to the engine
 *
 * A structure is a contract header (include/lsm/<structure>.h) and an operation
 * table (fuzzers/fuzz_<structure>.c).  An implementation is one const table of
 * functions whose first member is struct lsm_ops.  Everything else in the suite
 * is written against the types of this page only.
 */
#ifndef LSM_STRUCTURE_H
#define LSM_STRUCTURE_H

#if defined(NDEBUG) /* NDEBUG is never defined: tests would test nothing */
#error "NDEBUG is never defined in this suite"
#endif

#include <lsm/observation.h>
#include <lsm/random.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LSM_ARGS_MAX 6 /* arguments of one operation */
#define LSM_OPCODES_MAX 64 /* operations of one structure, code 0 unused */
#define LSM_SLOTS 4 /* objects each implementation owns in a run */
#define LSM_IMPLS_MAX 16 /* implementations of one structure */

/*
 * For functions that the engine calls after every update, units() and check():
 * coverage of them leads the fuzzer nowhere and costs a fifth of its speed.
 */
#if defined(__clang__)
#define LSM_UNGUIDED __attribute__((no_sanitize("coverage")))
#else
#define LSM_UNGUIDED
#endif

#define LSM_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/**
 * struct lsm_span - the closed interval of numbers [first, last]
 */
struct lsm_span {
	uint32_t first;
	uint32_t last;
};

/**
 * struct lsm_domain - the values an argument can take
 * @modulus: a raw number outside every span stands for itself modulo @modulus;
 *	0 means that every number stands for itself
 * @spans: raw numbers that stand for themselves; may be NULL
 * @nr_spans: how many @spans there are
 * @edges: values where implementations change their minds (word and node
 *	boundaries, extremes); the mutator prefers them; may be NULL
 * @nr_edges: how many @edges there are
 * @tiny: the small world that exhaustive runs enumerate; NULL means {0}
 * @nr_tiny: how many @tiny values there are
 * @costly: values from here on cost a program as much as hundreds of others
 *	(sizes of large tables); fuzzers try them, but seldom.  0: none do
 *
 * The map from raw number to value is idempotent, so every value of the domain
 * is written in a program as itself.  Modulus and spans are part of the program
 * format: they never change within one format version.
 */
struct lsm_domain {
	uint32_t modulus;
	const struct lsm_span *spans;
	size_t nr_spans;
	const uint32_t *edges;
	size_t nr_edges;
	const uint32_t *tiny;
	size_t nr_tiny;
	uint32_t costly;
};

/**
 * enum lsm_role - what an argument means to the engine
 * @LSM_VALUE: a plain number
 * @LSM_IN: a slot whose object is read
 * @LSM_INOUT: a slot whose object is updated in place
 * @LSM_OUT: a slot whose object is overwritten, whatever it held
 * @LSM_LENGTH: how many payload bytes follow the record; at most one an
 *	operation, two bytes wide, no domain
 */
enum lsm_role {
	LSM_VALUE,
	LSM_IN,
	LSM_INOUT,
	LSM_OUT,
	LSM_LENGTH,
};

/**
 * struct lsm_arg - one argument of an operation
 * @name: word used in the text form; NULL ends the list
 * @role: what it means to the engine
 * @width: bytes it takes in the record: 1, 2 or 4
 * @domain: values it can take; slots use lsm_slot_domain
 */
struct lsm_arg {
	const char *name;
	enum lsm_role role;
	uint8_t width;
	const struct lsm_domain *domain;
};

/**
 * struct lsm_blob - bytes owned by somebody else
 * @data: the bytes
 * @len: how many
 */
struct lsm_blob {
	const void *data;
	size_t len;
};

struct lsm_ops;

/**
 * struct lsm_call - one operation about to run on one implementation
 * @ops: the implementation
 * @slot: its objects, LSM_SLOTS of them; those the operation names exist
 * @arg: argument values, already inside their domains
 * @payload: payload bytes, or NULL if the operation takes none
 * @payload_len: how many
 * @fail: which allocation is going to fail, 0 for none
 * @peer: who is about to be asked
 *
 * The last two are for the predicates of known differences only.
 */
struct lsm_call {
	const struct lsm_ops *ops;
	void *const *slot;
	const uint32_t *arg;
	const uint8_t *payload;
	size_t payload_len;
	uint8_t fail;
	const struct lsm_ops *peer;
};

/**
 * typedef lsm_run_fn - make a call and write down what a caller can see of it
 * @call: what to call on whom
 * @obs: receives the answer
 */
typedef void lsm_run_fn(const struct lsm_call *call, struct lsm_obs *obs);

/**
 * enum lsm_kind - how an operation treats the objects it names
 * @LSM_QUERY: leaves every object as it was
 * @LSM_UPDATE: may change its LSM_INOUT and LSM_OUT slots; one without such
 *	slots changes what an implementation remembers, never what it answers
 * @LSM_CREATE: the engine replaces the object of its only slot by a new one,
 *	made with the remaining arguments as parameters; has no run function
 */
enum lsm_kind {
	LSM_QUERY,
	LSM_UPDATE,
	LSM_CREATE,
};

/**
 * enum lsm_failure - what an update leaves behind when memory runs out
 * @LSM_UNCHANGED: its target is as it was before the call
 * @LSM_EMPTY: its target is as new
 * @LSM_PREFIX: its target holds what was done before memory ran out; the
 *	engine checks only that it is consistent
 * @LSM_BEST_EFFORT: the operation never reports -ENOMEM
 */
enum lsm_failure {
	LSM_UNCHANGED,
	LSM_EMPTY,
	LSM_PREFIX,
	LSM_BEST_EFFORT,
};

/**
 * enum lsm_payload - how a payload is written in the text form
 * @LSM_NO_PAYLOAD: the operation takes none
 * @LSM_TEXT: as a quoted string
 * @LSM_BINARY: as hexadecimal digits
 */
enum lsm_payload {
	LSM_NO_PAYLOAD,
	LSM_TEXT,
	LSM_BINARY,
};

/**
 * struct lsm_op - one operation of a structure
 * @name: word used in the text form; NULL marks an opcode not in use
 * @kind: how it treats objects
 * @failure: what it leaves behind when memory runs out
 * @payload: whether bytes follow the record, and how to print them
 * @arg: its arguments, in record order; their widths add up to 14 at most
 * @run: makes the call and writes down what a caller can see of it
 * @make: writes a likely payload of at most @max bytes to @buf and returns its
 *	length; NULL if random bytes do as well
 * @tiny: payloads for exhaustive runs; NULL means the operation is left out of
 *	them if it takes a payload
 * @nr_tiny: how many
 *
 * An operation's code is its index in the structure's table.  Codes, argument
 * order and widths never change within one format version.
 */
struct lsm_op {
	const char *name;
	enum lsm_kind kind;
	enum lsm_failure failure;
	enum lsm_payload payload;
	struct lsm_arg arg[LSM_ARGS_MAX];
	lsm_run_fn *run;
	size_t (*make)(struct lsm_random *random, uint8_t *buf, size_t max);
	const struct lsm_blob *tiny;
	size_t nr_tiny;
};

/**
 * struct lsm_ops - what every implementation of every structure provides
 * @name: short name, unique within the structure, e.g. "reference"
 * @source: where the algorithm comes from: a paper, or a tree and version
 * @twin: name of an implementation listed before it with which it takes turns
 *	in fuzzers: the same code on other instructions (AVX2 beside portable),
 *	or the same idea in another shape; NULL if there is none
 * @peer: somebody else's code; only peers may abstain
 * @family: the name that peers of one origin share, e.g. "linux" for kernel
 *	trees, which come under names of their own; NULL for all others
 * @available: whether this machine can run it; NULL means always
 * @setup: builds what all objects share (a policy) and returns it, or NULL if
 *	memory ran out; NULL if nothing is shared
 * @teardown: frees what @setup returned
 * @create: returns a new empty object, or NULL if memory ran out.  @param holds
 *	the arguments after the slot of the creating operation, all 0 by default
 * @destroy: frees @self and all it owns
 * @clear: leaves @self as if just created, down to the number of allocations
 * @check: NULL if @self is consistent, else why it is not
 *
 * A structure's own table embeds this one as its first member, `base`.
 *
 * Context: one thread at a time per object.
 */
struct lsm_ops {
	const char *name;
	const char *source;
	const char *twin;
	bool peer;
	const char *family;
	bool (*available)(void);
	void *(*setup)(void);
	void (*teardown)(void *setup);
	void *(*create)(void *setup, const uint32_t *param);
	void (*destroy)(void *self);
	void (*clear)(void *self);
	const char *(*check)(const void *self);
};

/**
 * struct lsm_difference - where a peer is known to answer differently
 * @impl: the peer's name, or its family's
 * @code: the operation
 * @applies: whether the difference applies to this call, judged on the
 *	reference's objects before the call; NULL if the peer does not offer the
 *	operation at all
 * @finding: identifier of the row in FINDINGS.md
 *
 * Where a row applies the peer abstains.  Members of a family differ among
 * themselves: a predicate may try on @peer of its call whether this one shows
 * the difference at all.
 */
struct lsm_difference {
	const char *impl;
	uint8_t code;
	bool (*applies)(const struct lsm_call *reference);
	const char *finding;
};

/**
 * struct lsm_structure - a structure under test
 * @name: its stem
 * @format: version of its program format
 * @ops: operations, indexed by opcode
 * @nr_ops: length of @ops
 * @dump: observes the whole of slot arg[0]
 * @differences: known differences of peers
 * @nr_differences: how many
 * @impls: implementations; [0] is the reference, which the others answer to
 * @nr_impls: how many
 * @names: what the build calls them, or NULL
 */
struct lsm_structure {
	const char *name;
	uint32_t format;
	const struct lsm_op *ops;
	size_t nr_ops;
	lsm_run_fn *dump;
	const struct lsm_difference *differences;
	size_t nr_differences;
	const struct lsm_ops *const *impls;
	size_t nr_impls;
	const char *const *names;
};

/* Each executable links exactly one structure. */
extern const struct lsm_structure lsm_structure;

/* The domain of every slot argument. */
extern const struct lsm_domain lsm_slot_domain;

#define LSM_ARG_SLOT_IN(name)                     \
	{                                         \
		name, LSM_IN, 1, &lsm_slot_domain \
	}
#define LSM_ARG_SLOT_INOUT(name)                     \
	{                                            \
		name, LSM_INOUT, 1, &lsm_slot_domain \
	}
#define LSM_ARG_SLOT_OUT(name)                     \
	{                                          \
		name, LSM_OUT, 1, &lsm_slot_domain \
	}
#define LSM_ARG_VALUE(name, width, domain)     \
	{                                      \
		name, LSM_VALUE, width, domain \
	}
#define LSM_ARG_LENGTH(name)              \
	{                                 \
		name, LSM_LENGTH, 2, NULL \
	}

#endif /* LSM_STRUCTURE_H */
