#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# reproducer.sh PROGRAMS PATCH...: the C file that is made of a failing program must
# fail when compiled against the planted bug that the program shows, with the same
# exit code, and pass against the sound source.
set -euo pipefail
programs=$1
shift
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS=symbolize=0:exitcode=16 UBSAN_OPTIONS=symbolize=0:exitcode=16

fail() {
	echo "FAILED: $*"
	[[ ! -e $work/log ]] || tail -n 20 "$work/log"
	exit 1
}

for patch in "$@"; do
	structure=$(basename "$(dirname "$patch")")
	id=$(basename "$patch" .patch)
	source=$(sed -n 's|^+++ b/\([^[:space:]]*\).*|\1|p' "$patch" | head -n 1)
	mutant=$programs/mutant_${structure}_$id
	input=$(sed -n 's/^Input: //p' "$patch")
	"$mutant" --minimize "$work/min.ops" "$input" >"$work/log" 2>&1 || fail "$id: minimize"
	class=$(sed -n 's/.*exit code \([0-9]*\)$/\1/p' "$work/log" | tail -n 1)
	compile=$(ci/compile-reproducer "$structure" "$work/r.c" "$work/r")
	LSM_COMPILE=$compile "$mutant" --reproducer "$work/r.c" "$work/min.ops" >"$work/log" 2>&1 ||
		fail "$id: reproducer"
	# As its reader would: the line that stands in the file.
	command=$(sed -n 's/^ \*\t//p' "$work/r.c")
	# Sanitizers take longer to compile than all else takes.
	[[ $class == 16 ]] || command=${command/ -fsanitize=address,undefined/}
	eval "$command" >"$work/log" 2>&1 || fail "$id: does not compile"
	"$work/r" >"$work/log" 2>&1 || fail "$id: fails on sound code"

	patch --quiet --fuzz=0 -p1 -o "$work/$(basename "$source")" "$source" "$patch"
	broken=${command/" $source "/" -I$(dirname "$source") $work/$(basename "$source") "}
	[[ $broken != "$command" ]] || fail "$id: $source is not compiled"
	eval "$broken" >"$work/log" 2>&1 || fail "$id: does not compile with the bug"
	code=0
	"$work/r" >"$work/log" 2>&1 || code=$?
	[[ $code == "$class" ]] || fail "$id: exit code $code, not $class"
	echo "$id: $(grep -c '^	{' "$work/r.c") operations, exit code $code; sound code passes"
done
