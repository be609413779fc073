#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# new-structure.sh COMPILER: follow CONTRIBUTING's recipe for a new structure
# with the toy of tests/toy in a copy of the tree.  Its own files and one CMake
# line must give it every driver, and a fault in it must be found.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
toy=$root/tests/toy

(cd "$root" && git ls-files --cached --others --exclude-standard | while read -r f; do
	[[ ! -f $f ]] || echo "$f"
done | tar -cf - -T -) | tar -xf - -C "$work"
cd "$work"

# The recipe.
cp "$toy/toy.h" include/lsm/
cp "$toy/toy_reference.c" reference/
cp "$toy/toy_mask.c" optimized/
cp "$toy/fuzz_toy.c" fuzzers/
mkdir -p corpus/toy/regress
cp "$toy/both-halves.ops" corpus/toy/regress/
sed -i '/^add_lsm_common_tests/i add_lsm_structure(toy IMPLEMENTATIONS mask)' CMakeLists.txt

cmake --preset dev -DCMAKE_C_COMPILER="$1" >log 2>&1 || { tail -n 20 log; exit 1; }
targets=(replay_toy canary_toy exhaustive_toy)
cmake --build build/dev --target "${targets[@]}" >log 2>&1 || { tail -n 40 log; exit 1; }
build/dev/replay_toy --write-manifest corpus/toy
build/dev/replay_toy --corpus corpus/toy
build/dev/canary_toy corpus/toy
build/dev/exhaustive_toy 3
help=$(make help)
[[ $help == *toy* ]] || { echo "make help does not know the toy"; exit 1; }

# Make it red once: the upper half lost.
sed -i 's/UINT64_C(1) << number/(uint64_t)(1u << number % 32)/' optimized/toy_mask.c
cmake --build build/dev --target replay_toy >log 2>&1 || { tail -n 40 log; exit 1; }
code=0
build/dev/replay_toy corpus/toy || code=$?
[[ $code == 10 || $code == 11 ]] || { echo "the planted fault was not found: exit code $code"; exit 1; }

cp "$toy/toy_mask.c" optimized/

# A dump that is deaf in the upper half: the canary must say so.
sed -i 's/number < LSM_TOY_END; number++/number < 32; number++/' fuzzers/fuzz_toy.c
cmake --build build/dev --target canary_toy >log 2>&1 || { tail -n 40 log; exit 1; }
code=0
build/dev/canary_toy corpus/toy || code=$?
[[ $code == 10 ]] || { echo "the canary did not notice a deaf dump: exit code $code"; exit 1; }
cp "$toy/fuzz_toy.c" fuzzers/

# The shortest recipe: one file of one's own, anywhere.
git -C "$work" init -q 2>/dev/null || true
sed -e 's/lsm_toy_mask/lsm_toy_mine/; s/"mask"/"mine"/' "$toy/toy_mask.c" >"$work/toy_mine.c"
cmake --preset dev -DCMAKE_C_COMPILER="$1" -DLSM_OWN="$work/toy_mine.c" >log 2>&1 || { tail -n 20 log; exit 1; }
cmake --build build/dev --target replay_toy >log 2>&1 || { tail -n 40 log; exit 1; }
LSM_IMPLS=mine build/dev/replay_toy corpus/toy
