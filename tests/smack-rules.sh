#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# smack-rules.sh PROGRAMS: generate sets of Smack rules, load each whole into
# every implementation, and run some of it as programs.
set -euo pipefail
programs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

generate() {
	"$programs/generate_smack" --out "$work/$1" "${@:2}"
}

# The set that the hash table was measured with, of exactly its size.
generate applications applications
generate again applications
cmp "$work/applications" "$work/again"
generate other --seed 2 applications
! cmp -s "$work/applications" "$work/other"
rules=$(grep -vc '^#' "$work/applications")
[[ $rules == 23895 ]]
[[ $(grep -v '^#' "$work/applications" | sort -u -k 1,2 | wc -l) == "$rules" ]]
[[ $(grep -v '^#' "$work/applications" | cut -d' ' -f1 | sort -u | wc -l) == 379 ]]
[[ $(grep -v '^#' "$work/applications" | cut -d' ' -f1,2 | tr ' ' '\n' | sort -u |
	awk '{ n++; l = length($0); if (l < 5 || l > 60) bad++ } END { print n, bad + 0 }') == "600 0" ]]

for labels in 8 64 256; do
	generate "benchmark-$labels" --labels "$labels" --density 5-30 --merges 2 benchmark
done
generate collisions --labels 256 --density 5-10 collisions
generate name-collisions --labels 256 --density 5-10 name-collisions
"$programs/load_smack" "$work"/applications "$work"/benchmark-* \
	"$work/collisions" "$work/name-collisions"

"$programs/import_smack" --select 200 --out "$work/programs" "$work/applications" \
	"$work/collisions"
"$programs/replay_smack" "$work/programs/smack" | tail -n 4
