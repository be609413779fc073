/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sidtab_model.h - a text cache as it must be, followed change by change */
#ifndef LSM_TSAN_SIDTAB_MODEL_H
#define LSM_TSAN_SIDTAB_MODEL_H

#include <lsm/sidtab.h>

#include <string.h>

#define SIDTAB_MODEL_MAX 2u

/**
 * struct sidtab_model - a list that changes under the lock of the cache
 * @sid: whose texts are cached; with LSM_SIDTAB_LRU the most recent one first
 * @nr: how many
 * @capacity: how many there may be, at most SIDTAB_MODEL_MAX
 * @sieves: whether marks, which are set without the lock, say who goes: then it
 *	may be anyone
 */
struct sidtab_model {
	uint32_t sid[SIDTAB_MODEL_MAX];
	uint32_t nr;
	uint32_t capacity;
	bool sieves;
};

static inline void sidtab_model_forget(struct sidtab_model *model, uint32_t at)
{
	model->nr--;
	memmove(&model->sid[at], &model->sid[at + 1],
		(model->nr - at) * sizeof(model->sid[0]));
}

static inline void sidtab_model_to_front(struct sidtab_model *model,
					 uint32_t sid)
{
	memmove(&model->sid[1], &model->sid[0],
		model->nr * sizeof(model->sid[0]));
	model->sid[0] = sid;
	model->nr++;
}

/**
 * sidtab_model_change() - follow a change
 * @model: the list
 * @change: what the cache says it did
 * @sid: with whom
 *
 * Return: NULL, or why a cache must not do that, @model unchanged.
 */
static inline const char *sidtab_model_change(struct sidtab_model *model,
					      enum lsm_sidtab_change change,
					      uint32_t sid)
{
	uint32_t at = 0;

	while (at < model->nr && model->sid[at] != sid)
		at++;
	switch (change) {
	case LSM_SIDTAB_INSERT:
		if (at < model->nr)
			return "a text is cached twice";
		if (model->nr == model->capacity)
			return "the cache holds too much";
		sidtab_model_to_front(model, sid);
		break;
	case LSM_SIDTAB_MOVE:
		if (at == model->nr || model->sieves)
			return "a text moves that is not cached";
		sidtab_model_forget(model, at);
		sidtab_model_to_front(model, sid);
		break;
	case LSM_SIDTAB_EVICT:
		if (at == model->nr || model->nr < model->capacity)
			return "a text goes that need not";
		if (!model->sieves && at + 1 != model->nr)
			return "not the least recent text goes";
		sidtab_model_forget(model, at);
		break;
	case LSM_SIDTAB_RENEW:
		model->nr = 0;
		break;
	}
	return NULL;
}

#endif /* LSM_TSAN_SIDTAB_MODEL_H */
