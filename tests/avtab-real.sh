#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# avtab-real.sh PROGRAM: every rule of Debian's policies in every access vector
# table.
set -euo pipefail
policies=()
for type in default mls; do
	policy=$(ls /etc/selinux/$type/policy/policy.* 2>/dev/null | tail -n 1)
	[[ -z $policy ]] || policies+=("$policy")
done
((${#policies[@]})) || { echo "no policy is installed below /etc/selinux"; exit 77; }
"$1" "${policies[@]}"
