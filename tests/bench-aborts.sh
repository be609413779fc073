#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# bench-aborts.sh PROGRAM: a benchmark with a bug planted into one implementation
# must abort before it measures anything, and say who is wrong.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=0
(ulimit -c 0; exec "$1" --benchmark_min_time=0.001) >"$work/out" 2>"$work/err" || result=$?
cat "$work/err"
[[ $result == 134 ]] || { echo "exit status $result, not that of abort()"; exit 1; }
grep -q 'the reference says.*: nothing is measured$' "$work/err" ||
	{ echo "no difference is named"; exit 1; }
[[ ! -s $work/out ]] || { echo "something was measured"; exit 1; }
