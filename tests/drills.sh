#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# drills.sh STRUCTURE PROGRAMS: the suite must go red when it is blind.
#
# Each drill takes something away from a structure's programs (in folder
# PROGRAMS) or its corpus and demands the exit code and the message that a user
# would need.
set -u
structure=$1
replay=$2/replay_$structure
canary=$2/canary_$structure
root=$(cd "$(dirname "$0")/.." && pwd)
corpus=$root/corpus/$structure
. "$root/tests/drill_common.sh"

# What a run needs and does not get.
mkdir "$work/empty"
drill 2 "no program in this folder" "$replay" "$work/empty"
drill 2 "no program in this folder" "$canary" "$work/empty"
drill 2 "No such file" "$replay" "$work/missing"
drill 2 "usage: replay" "$replay"
drill 2 "no program in this folder" "$replay" --corpus "$work/empty"

# Inputs that are no programs.
head -c 15 /dev/zero >"$work/short"
drill 2 "decodes to no operation" "$replay" "$work/short"
head -c 64 /dev/zero >"$work/zeros"
drill 2 "decodes to no operation" "$replay" "$work/zeros"
printf 'lsmdiff %s 999\n' "$structure" >"$work/version.ops"
drill 2 "version.ops:1: another version" "$replay" "$work/version.ops"
printf 'lsmdiff nosuch 1\n' >"$work/other.ops"
drill 2 "other.ops:1: a program for another structure" "$replay" "$work/other.ops"
sample=$(find "$corpus" -name '*.ops' | sort | head -n 1)
{ head -n 1 "$sample" && echo "frobnicate slot=0"; } >"$work/unknown.ops"
drill 2 "unknown.ops:2: unknown operation" "$replay" "$work/unknown.ops"
{ head -n 1 "$sample" && echo "new slot=9"; } >"$work/domain.ops"
drill 2 "domain.ops:2: the value is outside its domain" "$replay" "$work/domain.ops"

# A text under another name is a text all the same.
cp "$sample" "$work/renamed.txt"
[[ $("$replay" "$work/renamed.txt" | grep ^operations) == $("$replay" "$sample" | grep ^operations) ]] ||
	{ echo "FAILED: a text that is not named .ops runs as bytes"; failures=$((failures + 1)); }
head -c 40 /dev/urandom >"$work/bytes.ops"
drill 2 "bytes.ops:1: the first line" "$replay" "$work/bytes.ops"
mkfifo "$work/fifo"
drill 2 "neither a file nor a folder" "$replay" "$work/fifo"
drill 2 "standard output" bash -c '"$0" --print "$1" >/dev/full' "$replay" "$sample"

# Implementations that are not there, and a comparison with oneself.
drill 2 "no implementation is named 'nosuch'" env LSM_IMPLS=nosuch "$replay" "$corpus"
drill 2 "nothing to compare with the reference" env LSM_IMPLS=reference "$replay" "$corpus"
drill 2 "no difference of a peer is known as 'NO-ROW'" "$replay" --without NO-ROW "$corpus"

# A corpus that is not what its manifest says.
cp -r "$corpus" "$work/corpus"
rm "$work/corpus/${sample#"$corpus"/}"
drill 2 "MANIFEST:2: not so: programs" "$replay" --corpus "$work/corpus"
cp -r "$corpus" "$work/bent" && sed -i 's/^format .*/format 999/' "$work/bent/MANIFEST"
drill 2 "not so: format 999" "$replay" --corpus "$work/bent"
cp -r "$corpus" "$work/cell" && echo "cell nosuch ok $("$replay" "$sample" |
	sed -n 's/^compared \([^ ]*\).*/\1/p' | head -n 1)" >>"$work/cell/MANIFEST"
drill 2 "not so: cell nosuch ok" "$replay" --corpus "$work/cell"
for impl in $("$replay" "$sample" | sed -n 's/^compared \([^ ]*\).*/\1/p'); do
	cp -r "$corpus" "$work/cell-$impl"
	echo "cell nosuch ok $impl" >>"$work/cell-$impl/MANIFEST"
	drill 2 "not so: cell nosuch ok $impl" "$replay" --corpus "$work/cell-$impl"
done
cp -r "$corpus" "$work/digit" && sed -i 's/^\(operations .*\).$/\1/' "$work/digit/MANIFEST"
drill 2 "not so: operations" "$replay" --corpus "$work/digit"
cp -r "$corpus" "$work/deaf" && sed -i '0,/^answers /s/\(answers .*\).$/\1x/' "$work/deaf/MANIFEST"
drill 2 "not so: answers" "$replay" --corpus "$work/deaf"
cp -r "$corpus" "$work/cut" && head -n 1 "$corpus/MANIFEST" >"$work/cut/MANIFEST"
drill 2 "missing, as line: programs" "$replay" --corpus "$work/cut"
cp -r "$corpus" "$work/blank" && echo >>"$work/blank/MANIFEST"
drill 2 "not so: " "$replay" --corpus "$work/blank"
cp -r "$corpus" "$work/zeros-at-end" && head -c 99 /dev/zero >>"$work/zeros-at-end/MANIFEST"
drill 2 "cut or binary" "$replay" --corpus "$work/zeros-at-end"
cp -r "$corpus" "$work/none" && rm "$work/none/MANIFEST"
drill 2 "MANIFEST: No such file" "$replay" --corpus "$work/none"
cp -r "$corpus" "$work/large"
{ head -n 1 "$sample"; for _ in $(seq 65); do echo "new slot=0"; done; } >"$work/large/seed/large.ops"
grep -q "^new .*=" <("$replay" --print "$corpus") &&
	sed -i "s/^new slot=0$/$("$replay" --print "$corpus" | grep -m 1 '^new ')/" "$work/large/seed/large.ops"
drill 2 "do not fit 1024" "$replay" --corpus "$work/large"

# A peer that stands aside more often than not.
for program in "$corpus"/regress/*.ops; do
	"$replay" "$program" >"$work/alone.log" 2>&1 || continue
	if grep -q '^compared libsepol .*abstained [1-9]' "$work/alone.log"; then
		mkdir -p "$work/aside" && cp "$program" "$work/aside/"
		"$replay" --write-manifest "$work/aside" >/dev/null
		"$replay" --corpus "$work/aside" >"$work/aside.log" 2>&1 && { rm "$work/aside"/*; continue; }
		drill 2 "libsepol abstains" "$replay" --corpus "$work/aside"
		break
	fi
done

# Every known difference of a peer that can be asked in spite of it must show.
# A kernel tree may have no part in one: then it abstains nowhere because of it.
if "$replay" "$sample" | grep -q '^compared \(libsepol\|linux_\)'; then
	rows=$("$replay" --differences) || exit 1
	with=$("$replay" "$corpus" | grep '^compared ')
	for row in $rows; do
		output=$("$replay" --without "$row" "$corpus" 2>&1)
		code=$?
		case $code in
		1[0-6] | 19) echo "red as it must be: without $row" ;;
		*)
			if [[ $code == 0 && $row == *-K* && $(grep '^compared ' <<<"$output") == "$with" ]]; then
				echo "no tree here shows $row"
				continue
			fi
			echo "FAILED: the corpus does not show difference $row"
			printf '%s\n' "$output" | tail -n 5
			failures=$((failures + 1))
			;;
		esac
	done
fi

[[ $failures == 0 ]] || { echo "$failures drills failed"; exit 1; }
