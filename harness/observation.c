/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <lsm/observation.h>

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void lsm_obs_show_number(FILE *show, uint64_t value)
{
	fprintf(show, " %" PRIu64, value);
}

void lsm_obs_show_bytes(FILE *show, const void *data, size_t len)
{
	const uint8_t *bytes = data;

	fputc(' ', show);
	for (size_t i = 0; i < len; i++)
		fprintf(show, "%02x", bytes[i]);
}

void lsm_obs_show_text(FILE *show, const char *text, size_t len)
{
	fputs(" \"", show);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (isprint(c) && c != '"' && c != '\\')
			fputc(c, show);
		else
			fprintf(show, "\\x%02x", c);
	}
	fputc('"', show);
}

void lsm_obs_bytes(struct lsm_obs *obs, const void *data, size_t len)
{
	const uint8_t *bytes = data;
	uint64_t word = 0;
	size_t i;

	lsm_obs_mix(obs, len);
	for (i = 0; i + sizeof(word) <= len; i += sizeof(word)) {
		memcpy(&word, bytes + i, sizeof(word));
		lsm_obs_mix(obs, word);
	}
	if (i < len) {
		word = 0;
		memcpy(&word, bytes + i, len - i);
		lsm_obs_mix(obs, word);
	}
	if (obs->show)
		lsm_obs_show_bytes(obs->show, data, len);
}

void lsm_obs_text(struct lsm_obs *obs, const char *text, size_t len)
{
	FILE *show = obs->show;

	obs->show = NULL; /* as bytes for the digest, as text for the reader */
	lsm_obs_bytes(obs, text, len);
	obs->show = show;
	if (show)
		lsm_obs_show_text(show, text, len);
}
