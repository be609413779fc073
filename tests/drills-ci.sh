#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# drills-ci.sh COMPILER PROGRAMS: the scripts around the suite must go red, too: when
# something they call fails, when a target ends early or with an error, when a planted
# bug is left alive, when the oracle could be compiled out.
set -u
compiler=$1
programs=$(realpath "$2")
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/drill_common.sh"

# green COMMAND...: the same must pass when nothing is wrong.
green() {
	local output
	output=$("$@" 2>&1) && return
	echo "FAILED: red for no reason: $*"
	printf '%s\n' "$output" | tail -n 5
	failures=$((failures + 1))
}

# A copy of the scripts, in which whatever they call can be replaced.
cd "$root" || exit 2
mkdir "$work/tree"
cp -r --parents CMakeLists.txt Makefile FINDINGS.md ci tests/fuzz-runs.sh tests/report-opens.sh mutants/{drivers,judge,try,expect-killed} \
	mutants/ebitmap optimized corpus/ebitmap "$work/tree/"
cd "$work/tree" || exit 2
mkdir -p stub "$work/sound" build/{dev,fuzz,afl,coverage,tsan,msan}
sample=$(find corpus/ebitmap -name '*.ops' | sort | head -n 1)

# A compiler, or whatever else builds, that fails.
printf '#!/bin/sh\nexit 1\n' >stub/cmake && chmod +x stub/cmake
failing() { drill red "building" env PATH="$work/tree/stub:$PATH" "$@"; }
failing ci/fuzz ebitmap 1 libfuzzer 1
failing ci/fuzz ebitmap 1 afl 1
failing ci/fuzz-schedule smack 1 tsan
failing ci/replay ebitmap ebitmap ""
failing ci/replay ebitmap ebitmap "$sample"
failing ci/minimize ebitmap ebitmap "$sample"
failing ci/regress ebitmap ebitmap "$sample" some-name
failing ci/coverage ebitmap
failing ci/manifest ebitmap
failing ci/throughput ebitmap 1
failing ci/mutants ebitmap
failing ci/corpus-merge ebitmap
drill red "" ci/report ebitmap # no matrix at all
row() { printf 'ebitmap\tsome\toptimized/ebitmap_flat.c\tgrow: relation: < -> <=\t%s\tyes\t-\n' "$1"; }
row killed >mutants/MATRIX.tsv
failing ci/report ebitmap
[[ ! -e artifacts/report ]] || { echo "FAILED: a report of nothing"; failures=$((failures + 1)); }

# What is built fails when it runs.
printf '#!/bin/sh\nexit 0\n' >stub/cmake
for preset in dev fuzz afl coverage tsan msan; do
	for name in replay exhaustive fuzz schedule; do
		printf '#!/bin/sh\necho "it failed"\nexit 3\n' >"build/$preset/${name}_ebitmap"
		chmod +x "build/$preset/${name}_ebitmap"
	done
done
broken() { drill red "" env PATH="$work/tree/stub:$PATH" "$@"; }
broken ci/fuzz ebitmap 1 libfuzzer 1
broken ci/fuzz ebitmap 1 afl 1
for preset in dev fuzz afl tsan msan; do PRESETS=$preset broken ci/replay ebitmap ebitmap ""; done
broken ci/replay ebitmap ebitmap "$sample"
broken ci/minimize ebitmap ebitmap "$sample"
broken ci/regress ebitmap ebitmap "$sample" some-name
broken ci/coverage ebitmap
broken ci/manifest ebitmap
broken ci/throughput ebitmap 1
broken ci/mutants ebitmap
mkdir -p build/scratch/ebitmap/libfuzzer/corpus && cp "$sample" build/scratch/ebitmap/libfuzzer/corpus/
broken ci/corpus-merge ebitmap
broken ci/report ebitmap

# A replay that passes but has compared nothing.
printf '#!/bin/sh\nexit 0\n' >build/dev/replay_ebitmap
PRESETS=dev broken ci/replay ebitmap ebitmap ""

# A target that ends with an error, or at once as if all were well.
cp "$programs/replay_ebitmap" "$work/sound/"
for code in 1 77; do
	printf '#!/bin/sh\nexit %d\n' "$code" >"$work/sound/fuzz_ebitmap" && chmod +x "$work/sound/fuzz_ebitmap"
	drill 1 "" tests/fuzz-runs.sh libfuzzer ebitmap "$work/sound" 100
done
printf '#!/bin/sh\nexit 0\n' >"$work/sound/fuzz_ebitmap"
drill red "" tests/fuzz-runs.sh libfuzzer ebitmap "$work/sound" 100

# A planted bug that is left alive, and one whose program fails for another reason.
drill 1 "NOT killed: exit code 0" mutants/expect-killed "$programs/replay_ebitmap" corpus/ebitmap
drill 1 "NOT killed: exit code 2" mutants/expect-killed "$programs/replay_ebitmap" "$work/missing"
key='ebitmap_flat.c: grow: relation: < -> <='
row killed >"$work/killed"
row ALIVE >"$work/alive"
row FAILED >"$work/failed"
: >mutants/ebitmap/equivalent
green mutants/judge ebitmap "$work/killed"
drill 1 "ALIVE: some: $key" mutants/judge ebitmap "$work/alive"
drill 1 "FAILED to try: some" mutants/judge ebitmap "$work/failed"
drill 2 "no rows" mutants/judge ebitmap "$work/none"
printf '%s\n' "$key" >mutants/ebitmap/equivalent
drill 1 "no reason" mutants/judge ebitmap "$work/alive"
printf '%s\tgrows by one more, which nobody sees\n' "$key" >mutants/ebitmap/equivalent
green mutants/judge ebitmap "$work/alive"
drill 1 "listed as equivalent, but killed" mutants/judge ebitmap "$work/killed"

# A build in which assert() would be empty.
cd "$root" || exit 2
echo '#include <lsm/structure.h>' >"$work/a.c"
green "$compiler" -D_GNU_SOURCE -Iinclude -fsyntax-only "$work/a.c"
drill 1 "NDEBUG" "$compiler" -D_GNU_SOURCE -Iinclude -DNDEBUG -fsyntax-only "$work/a.c"

[[ $failures == 0 ]] || { echo "$failures drills failed"; exit 1; }
