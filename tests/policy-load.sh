#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# policy-load.sh PROGRAM: what libsepol and kernel trees make of whole policies.
#
# Those below tests/policies are accepted by all.  With one byte changed a kernel
# must still answer; that Debian's trees do not is in FINDINGS.md, by row, and is
# found again here.  Of another tree nothing is demanded: its verdicts are shown.
set -euo pipefail
program=$1
sources=$(cd "$(dirname "$0")" && pwd)/policies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Reports of crashes that are expected; their places are not of interest.
export ASAN_OPTIONS=symbolize=0:detect_leaks=0 UBSAN_OPTIONS=symbolize=0

fail() {
	echo "FAILED: $*" >&2
	exit 1
}
refuses() {
	local output code=0

	output=$("$program" "$@" 2>&1) || code=$?
	[[ $code == 2 && -n $output ]] || fail "$* exits with $code: $output"
}
refuses
refuses "$work/missing"
refuses /dev/null

secilc -N -o "$work/everything" -f "$work/contexts" "$sources/everything.cil"
checkpolicy -c 33 -o "$work/extended" "$sources/extended.conf" >/dev/null
checkpolicy -M -c 33 -o "$work/loaded" "$sources/loaded.conf" >/dev/null
head -c 999 "$work/loaded" >"$work/cut"
"$program" "$work"/{everything,extended,loaded} | tee "$work/whole"
! grep -E 'refuses|crashes|BUG|leaks|never' "$work/whole" || fail "not accepted by all"
"$program" "$work/cut" | tee "$work/answer"
! grep -E 'accepts|crashes|BUG|leaks|never' "$work/answer" || fail "half a policy is not refused"

"$program" --bytes "$work/loaded" >"$work/bytes"
sed "s#$work/##" "$work/bytes"
# found ROW TREE PATTERN: the tree, if it is there, shows the row.
found() {
	grep -q "$2 " "$work/bytes" || return 0
	grep -Eq "$2 $3" "$work/bytes" || fail "$1 was not found in $2: $3"
}
for tree in linux_6_1 linux_6_12; do
	found WP-K1 $tree '(crashes|AddressSanitizer: SEGV|runtime error: .*null pointer)'
	found WP-K2 $tree 'kernel BUG: !upper'
	found WP-K3 $tree 'refuses and leaks memory'
done
if grep -q 'linux_6_1 .*linux_6_12 ' "$work/bytes"; then
	grep -q 'linux_6_1 accepts; linux_6_12 refuses' "$work/bytes" || fail "WP-K4 was not found"
	grep -q 'linux_6_1 refuses; linux_6_12 accepts' "$work/bytes" || fail "WP-K4 was not found"
fi
