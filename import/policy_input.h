/* SPDX-License-Identifier: GPL-2.0-or-later */
/* policy_input.h - read a policy that may be hostile */
#ifndef LSM_IMPORT_POLICY_INPUT_H
#define LSM_IMPORT_POLICY_INPUT_H

#include "policy_image.h"
#include "sandbox.h"

/**
 * import_policy_read() - read a policy in a process of its own
 * @path: of the policy
 * @report: receives what was found
 * @visit: called for every set, once all of the policy has been read
 * @arg: handed to @visit
 * @stop: raised by a signal handler to give up
 *
 * Return: true; false after a complaint that names the file and how far the
 * reader came.
 */
bool import_policy_read(const char *path, struct lsm_policy_report *report,
			lsm_policy_set_fn *visit, void *arg,
			const volatile sig_atomic_t *stop);

#endif /* LSM_IMPORT_POLICY_INPUT_H */
