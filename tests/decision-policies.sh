#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# decision-policies.sh PROGRAM DECISIONS: whole policies, decided everywhere.
#
# Asks DECISIONS questions about each of Debian's policies, and a tenth of that
# about each policy below tests/policies, compiled here.  SEED chooses others.
set -euo pipefail
program=$1
decisions=$2
seed=${SEED:-1}
sources=$(cd "$(dirname "$0")" && pwd)/policies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Programs that cannot read their input, or have none, must say so.
refuses() {
	local output code=0

	output=$("$program" "$@" 2>&1) || code=$?
	[[ $code == 2 && -n $output ]] && return
	echo "FAILED: $* exits with $code: $output"
	exit 1
}
refuses 10 1 "$work/missing"
refuses 0 1 /dev/null
refuses 10 1 /dev/null
head -c 999 /dev/zero >"$work/zeros"
refuses 10 1 "$work/zeros"

# -N: the compiler would refuse children that have more than their parents.
secilc -N -o "$work/everything" -f "$work/contexts" "$sources/everything.cil"
checkpolicy -c 33 -o "$work/extended" "$sources/extended.conf" >/dev/null
for policy in everything extended; do
	"$program" $((decisions / 10)) "$seed" "$work/$policy"
	head -c $(($(wc -c <"$work/$policy") / 2)) "$work/$policy" >"$work/cut"
	refuses 10 1 "$work/cut"
done
for policy in default mls; do
	"$program" "$decisions" "$seed" "/etc/selinux/$policy/policy/policy.33"
done
