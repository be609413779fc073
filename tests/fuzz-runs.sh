#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# fuzz-runs.sh ENGINE STRUCTURE PROGRAMS RUNS: a fixed number of fuzz runs from
# the committed corpus must find nothing, and must have compared something.
set -euo pipefail
engine=$1 structure=$2 programs=$3 runs=$4
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$root/ci/libfuzzer-options"

"$programs/replay_$structure" --assemble "$work/seeds" "$root/corpus/$structure"
export LSM_LEDGER=$work/ledger
case $engine in
libfuzzer)
	# Without address randomisation libFuzzer repeats exactly.
	mkdir "$work/scratch"
	setarch -R "$programs/fuzz_$structure" -runs="$runs" -seed=1 \
		-max_len="$program_max" "${libfuzzer_options[@]}" -timeout=5 \
		-artifact_prefix="$work/" "$work/scratch" "$work/seeds" \
		>"$work/log" 2>&1 || { tail -n 60 "$work/log"; exit 1; }
	tail -n 1 "$work/log"
	;;
afl)
	. "$root/ci/afl-environment"
	export AFL_CUSTOM_MUTATOR_LIBRARY=$programs/libmutator_$structure.so
	afl-fuzz -i "$work/seeds" -o "$work/out" -s 1 -t 5000 -E "$runs" \
		-g 16 -G "$program_max" -- "$programs/fuzz_$structure" >"$work/log" 2>&1 ||
		{ tail -n 40 "$work/log"; exit 1; }
	crashes=$(find "$work/out/default/crashes" "$work/out/default/hangs" \
		-name 'id*' | wc -l)
	grep -E '^(execs_done|saved_crashes|stability)' "$work/out/default/fuzzer_stats"
	[[ $crashes == 0 ]] || { echo "$crashes inputs fail"; exit 1; }
	;;
esac

"$programs/replay_$structure" --ledger "$work/ledger"
counted=$("$programs/replay_$structure" --ledger "$work/ledger" | sed -n 's/^programs //p')
if ((counted < runs / 2)); then
	echo "only $counted programs ran"
	exit 1
fi
