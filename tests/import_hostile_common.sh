#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# To be sourced by import_hostile_*.sh, whose first argument is the importer: what
# must hold whatever an importer is given.  It ends soon, exits with 0 or 2,
# prints only text, and leaves either a whole folder or none.
#
# Sets $import, $work (a scratch folder), $out (what --out gets) and $runs.
set -u
import=$(realpath "$1")
importer=$(basename "$import")
seconds_max=30 # a reader's own limit is 10; the rest is for slow machines
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/out"
out=$work/out/new
runs=0
RANDOM=1

fail() {
	echo "FAILED: $1" >&2
	sed 's/^/    /' "$work/stderr" >&2
	exit 1
}

# run NAME ARGUMENT...: sets $status; checks what holds for every run.
run() {
	local name=$1 start=$SECONDS
	shift
	# Looking for leaks takes longer than most runs: every fourth is enough.
	ASAN_OPTIONS=detect_leaks=$((runs % 4 == 0)) \
		timeout -s KILL "$seconds_max" "$import" "$@" \
		>"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
	runs=$((runs + 1))
	[ $((SECONDS - start)) -lt "$seconds_max" ] || fail "$name: took too long"
	[ "$status" = 0 ] || [ "$status" = 2 ] || fail "$name: status $status"
	compgen -G "$work/out/*.tmp-*" >/dev/null && fail "$name: left a folder"
	compgen -G "$work/out/*.old-*" >/dev/null && fail "$name: left a folder"
	LC_ALL=C grep -q '[^ -~]' "$work/stderr" && fail "$name: prints what is not text"
	return 0
}

# refuse NAME PATTERN ARGUMENT...: must fail, say so, and write nothing.
refuse() {
	local name=$1 pattern=$2
	shift 2
	run "$name" --out "$out" "$@"
	[ "$status" = 2 ] || fail "$name: not refused"
	grep -qE "^$importer: $pattern" "$work/stderr" ||
		fail "$name: the message lacks $pattern"
	[ -z "$(ls -A "$work/out")" ] || fail "$name: wrote something"
}
