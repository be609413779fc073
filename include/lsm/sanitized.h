/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sanitized.h - whether this build has a sanitizer with a run-time of its own
 *
 * LSM_SANITIZED is 1 under ASan, TSan and MSan, else 0.  Such a run-time keeps
 * the signals of crashes for itself and reserves address space beyond any
 * limit.
 */
#ifndef LSM_SANITIZED_H
#define LSM_SANITIZED_H

#ifndef __has_feature
#define __has_feature(feature) 0 /* gcc says it by macros */
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
	__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
#define LSM_SANITIZED 1
#else
#define LSM_SANITIZED 0
#endif

#endif /* LSM_SANITIZED_H */
