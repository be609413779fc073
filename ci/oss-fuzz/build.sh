#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Build every fuzz target the way OSS-Fuzz asks for it: run from the top of the
# tree, told by CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SANITIZER,
# FUZZING_ENGINE, ARCHITECTURE, OUT and WORK.
#
# Beside each target: <target>_seed_corpus.zip, <target>.dict, <target>.options.
set -euo pipefail
: "${CC:?}" "${OUT:?}" "${WORK:?}" "${LIB_FUZZING_ENGINE:?}" "${SANITIZER:?}"
root=$PWD
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
targets=$(sed -n 's/^add_lsm_structure(\([a-z0-9_]*\).*/\1/p' CMakeLists.txt)
read -ra names <<<"${targets//$'\n'/ }"
cmake --build "$build" --target "${names[@]/#/fuzz_}" "${names[@]/#/replay_}" >"$WORK/build.log" ||
	{ tail -n 40 "$WORK/build.log" >&2; exit 1; }

# dictionary SEEDS TEXTS: the records of the seeds, and the words in their texts.
dictionary() {
	find "$1" -type f -exec od -An -tx1 -w16 -v {} \; | sort | uniq -c | sort -rn | head -n 200 |
		awk 'NF == 17 { printf "\""; for (i = 2; i <= NF; i++) printf "\\x%s", $i; print "\"" }'
	{ grep -oh '"[^"]*"' "$2"/*/*.ops || true; } | sed -e 's/\\n/\\x0a/g' -e 's/\\t/\\x09/g' |
		awk 'length($0) > 2 && length($0) <= 40' | sort -u | head -n 200
}

for name in "${names[@]}"; do
	cp "$build/fuzz_$name" "$OUT/fuzz_$name"
	seeds=$WORK/seeds-$name
	rm -rf "$seeds" "$OUT/fuzz_${name}_seed_corpus.zip"
	"$build/replay_$name" --assemble "$seeds" "corpus/$name" >/dev/null
	zip -q -j -r "$OUT/fuzz_${name}_seed_corpus.zip" "$seeds"
	dictionary "$seeds" "corpus/$name" >"$OUT/fuzz_$name.dict"
	printf '[libfuzzer]\nmax_len = 1024\nlen_control = 0\ndetect_leaks = 0\ntimeout = 20\n' \
		>"$OUT/fuzz_$name.options"
done
