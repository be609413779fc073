#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# real-policies.sh PROGRAMS: every set of Debian's policies, and every level
# suffix of their file_contexts, through every implementation.
set -euo pipefail
programs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=0

for type in default mls; do
	policy=$(ls /etc/selinux/$type/policy/policy.* 2>/dev/null | tail -n 1)
	[[ -n $policy ]] || continue
	found=$((found + 1))
	"$programs/import_policy" \
		--file-contexts "/etc/selinux/$type/contexts/files/file_contexts" \
		--out "$work/$type" "$policy"
	for structure in ebitmap mls; do
		echo "== $type: $structure"
		"$programs/replay_$structure" "$work/$type/$structure"
	done
done
[[ $found != 0 ]] || { echo "no policy is installed below /etc/selinux"; exit 77; }
