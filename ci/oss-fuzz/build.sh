#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Build every fuzz target the way OSS-Fuzz asks for it: run from the top of the
# tree, told by CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SANITIZER,
# FUZZING_ENGINE, ARCHITECTURE, OUT and WORK.  STRUCTURES: these alone.
#
# Beside each target: <target>_seed_corpus.zip, <target>.dict, <target>.options.
set -euo pipefail
: "${CC:?}" "${OUT:?}" "${WORK:?}" "${LIB_FUZZING_ENGINE:?}" "${SANITIZER:?}"
root=$PWD
. ci/libfuzzer-options
build=$WORK/lsmdiff-$FUZZING_ENGINE-$SANITIZER-${ARCHITECTURE:-x86_64}

options=(-G Ninja -DLSM_ENGINE=libfuzzer -DLSM_FUZZING_ENGINE="$LIB_FUZZING_ENGINE")
case $FUZZING_ENGINE in
libfuzzer) ;;
*) options+=(-DLSM_MUTATOR=OFF) ;; # LLVMFuzzerMutate() is libFuzzer's
esac
# Peers come as archives of the system: not instrumented for MSan, 64-bit only.
if [[ $SANITIZER == memory || ${ARCHITECTURE:-x86_64} == i386 ]]; then
	options+=(-DLSM_PEERS=OFF)
fi
# Coverage is for the code under test alone; CMake puts it there.
CFLAGS=" ${CFLAGS:-} "
CFLAGS=${CFLAGS// -fsanitize=fuzzer-no-link / }
export CFLAGS

rm -rf "$build"
cmake -S "$root" -B "$build" "${options[@]}" >"$WORK/cmake.log" || { cat "$WORK/cmake.log" >&2; exit 1; }
read -ra names <<<"${STRUCTURES:-$(ci/structures)}"
cmake --build "$build" --target "${names[@]/#/fuzz_}" "${names[@]/#/replay_}" >"$WORK/build.log" ||
	{ tail -n 40 "$WORK/build.log" >&2; exit 1; }

# No `head' in a pipe: whoever writes to it would end by a signal.
# dictionary SEEDS TEXTS: the records of the seeds, and the words in their texts.
dictionary() {
	find "$1" -type f -exec od -An -tx1 -w16 -v {} \; | sort | uniq -c | sort -rn | sed -n '1,200p' |
		awk 'NF == 17 { printf "\""; for (i = 2; i <= NF; i++) printf "\\x%s", $i; print "\"" }'
	{ grep -ohE '"([^"\\]|\\.)*"' "$2"/*/*.ops || true; } | sed -e 's/\\n/\\x0a/g' -e 's/\\t/\\x09/g' |
		awk 'length($0) > 2 && length($0) <= 40' | sort -u | sed -n '1,200p'
}

for name in "${names[@]}"; do
	cp "$build/fuzz_$name" "$OUT/fuzz_$name"
	seeds=$WORK/seeds-$name
	rm -rf "$seeds" "$OUT/fuzz_${name}_seed_corpus.zip"
	"$build/replay_$name" --assemble "$seeds" "corpus/$name" >/dev/null
	zip -q -j -r "$OUT/fuzz_${name}_seed_corpus.zip" "$seeds"
	dictionary "$seeds" "corpus/$name" >"$OUT/fuzz_$name.dict"
	{
		printf '[libfuzzer]\nmax_len = %s\ntimeout = 20\n' "$program_max"
		printf '%s\n' "${libfuzzer_options[@]}" | sed 's/^-\(.*\)=/\1 = /'
	} >"$OUT/fuzz_$name.options"
done
