#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# mutants-sample.sh: a few mechanical bugs of each structure, those of mutants/sample,
# must be killed by the corpus alone.  To be run where build/fuzz is built.
#
# A line of the list is a file below optimized/ and a bug in words, as make mutants
# prints it.
set -euo pipefail
cd "$(dirname "$0")/.."
mechanical=build/fuzz/mechanical
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 tried=0
while IFS= read -r line; do
	[[ -n $line && $line != '#'* ]] || continue
	name=${line%%: *} what=${line#*: }
	source=optimized/$name
	[[ -e $source ]] || { echo "FAILED: mutants/sample: no $source"; failures=$((failures + 1)); continue; }
	number=$("$mechanical" "$source" | awk -F'\t' -v what="$what" \
		'!done && $3 ": " $4 ": " $5 " -> " $6 == what { print $1; done = 1 }')
	[[ -n $number ]] || { echo "FAILED: mutants/sample: not in the source any more: $line"; failures=$((failures + 1)); continue; }
	mkdir -p "$work/$number"
	"$mechanical" "$source" "$number" >"$work/$number/$name"
	row=$(DRIVERS=replay TIME=10 mutants/try "${name%%_*}" "$name:$number" "$source" "$work/$number/$name")
	tried=$((tried + 1))
	[[ $(cut -f 5 <<<"$row") == killed ]] && { echo "killed, $(cut -f 7 <<<"$row"): $line"; continue; }
	echo "FAILED: not killed: $line"
	failures=$((failures + 1))
done <mutants/sample
((failures == 0 && tried > 0)) || { echo "$failures of $tried are not killed"; exit 1; }
