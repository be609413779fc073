#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# race-caught.sh PATCH SCHEDULE STRESS: a planted race must be caught by its
# committed schedule in ten of ten new processes, with one and the same report;
# by chance or by looking through a small world in what takes ten seconds; and,
# if it is a matter for the sanitizer, on real threads within a minute.
set -u
patch=$(realpath "$1") schedule=$(realpath "$2") stress=$(realpath "$3")
cd "$(dirname "$0")/.." || exit 2
input=$(sed -n 's/^Input: //p' "$patch")
# Time is lost on implementations without the race.
LSM_IMPLS=$(sed -n 's/^Impl: //p' "$patch")
export LSM_IMPLS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# fail TEXT [FILE]: one requirement is not met.
fail() {
	echo "NOT caught $1"
	[[ -z ${2:-} ]] || tail -n 15 "$2"
	failures=$((failures + 1))
}

is_verdict() {
	(($1 >= 10 && $1 <= 17))
}

# What differs between processes and means nothing: numbers of processes,
# addresses, and what is derived from them.  Places in the program, name+0x12,
# stay: without names of functions a report takes half the time.
report() {
	sed -E '/^Location is|as if synchronized/d
		s/\(pid=[0-9]+\)//; s/([^+])0x[0-9a-f]+/\1ADDRESS/g; s/==[0-9]+==//' "$1"
}

for ((i = 0; i < 10; i++)); do
	TSAN_OPTIONS=symbolize=0 "$schedule" "$input" >"$work/replay$i" 2>&1
	code=$?
	is_verdict $code || fail "by $input: exit code $code" "$work/replay$i"
	report "$work/replay$i" >"$work/report$i"
	if ((i == 0)); then
		first=$code
	elif [[ $code != "$first" ]]; then
		fail "the same way twice: exit codes $first and $code"
	elif ! cmp -s "$work/report0" "$work/report$i"; then
		diff "$work/report0" "$work/report$i" >"$work/diff"
		fail "with the same report twice" "$work/diff"
	fi
done

# Ten seconds at 15,000 a second: a count does not depend on who else computes.
found_by=chance
(cd "$work" && "$schedule" --count 150000 7) >"$work/search" 2>&1
code=$?
if ((code == 0)); then
	found_by=exhaustion
	(cd "$work" && "$schedule" --exhaustive 2 2 1) >"$work/search" 2>&1
	code=$?
fi
is_verdict $code || fail "by chance or exhaustively: exit code $code" "$work/search"
searched=$(grep -o '[0-9]* schedules,' "$work/search" | tail -n 1)
searched=${searched%,}

threads=
if ((first == 16)); then
	began=$SECONDS
	"$stress" 60 7 >"$work/stress" 2>&1
	code=$?
	is_verdict $code || fail "on real threads: exit code $code" "$work/stress"
	threads=", on threads in $((SECONDS - began)) s"
fi
((failures == 0)) || exit 1
echo "caught: exit code $first in 10 of 10 replays, by $found_by after $searched${threads:-}"
