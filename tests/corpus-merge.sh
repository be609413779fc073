#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# corpus-merge.sh STRUCTURE: a corpus with most of its programs gone gets back what
# they reach, from finds among which they are, and no more than a few of them; a find
# that fails is refused.  To be run where build/fuzz and build/afl are built.
set -euo pipefail
structure=$1
cd "$(dirname "$0")/.."
. ci/libfuzzer-options
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
engines=libfuzzer
[[ ! -x build/afl/fuzz_$structure ]] || engines="libfuzzer afl"

# edges SEEDS: how many libFuzzer counts.
edges() {
	"build/fuzz/fuzz_$structure" -runs=0 "${libfuzzer_options[@]}" "$1" 2>&1 |
		sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p' | tail -n 1
}

mkdir -p "$work/corpus/$structure/seed" "$work/scratch/$structure/libfuzzer"
cp "$(find "corpus/$structure/seed" -name '*.ops' | sort | head -n 1)" "$work/corpus/$structure/seed/"
"build/fuzz/replay_$structure" --assemble "$work/scratch/$structure/libfuzzer/corpus" "corpus/$structure" >/dev/null
all=$(find "$work/scratch" -type f | wc -l)
ENGINES=$engines CORPUS=$work/corpus SCRATCH=$work/scratch ci/corpus-merge "$structure"
kept=$(find "$work/corpus" -name '*.ops' | wc -l)
((kept > 1 && kept < all)) || { echo "FAILED: $kept of $all programs"; exit 1; }
"build/fuzz/replay_$structure" --assemble "$work/merged" "$work/corpus/$structure" >/dev/null
before=$(edges "$work/scratch/$structure/libfuzzer/corpus")
after=$(edges "$work/merged")
[[ -n $before && $before == "$after" ]] || { echo "FAILED: $before edges, $after after merging"; exit 1; }
echo "$kept of $all programs reach the same $after edges"

# Nothing to add: nothing is added.
ENGINES=$engines CORPUS=$work/corpus SCRATCH=$work/scratch ci/corpus-merge "$structure" >"$work/log"
! grep '^  ' "$work/log" || { echo "FAILED: a second merge adds"; exit 1; }
