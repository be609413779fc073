#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# report.sh PROGRAMS: a report of what is at hand, without the listing of coverage,
# opens; one with a dead link, a script error or a picture missing is told.
set -euo pipefail
programs=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
command -v gnuplot >/dev/null || { echo "no gnuplot here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/artifacts/fuzz" "$work/artifacts/bench"
for second in 5 10 15; do printf '1\t2\t5\t%d\t%d\t%d\n' $((second * 999)) 9999 $((400 + second)); done \
	>"$work/artifacts/fuzz/ebitmap-libfuzzer.tsv"
echo '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>' \
	>"$work/artifacts/bench/plot.svg"
head -n 40 "$root/mutants/MATRIX.tsv" >"$work/matrix.tsv"

cd "$root"
ARTIFACTS=$work/artifacts PROGRAMS=$programs MATRIX=$work/matrix.tsv COVERAGE=none \
	ci/report "ebitmap mls" >/dev/null 2>&1 || { echo "the report fails"; exit 1; }
status=0
tests/report-opens.sh "$work/artifacts/report" || status=$?
[[ $status == 0 || $status == 77 ]] || exit "$status"

# red MESSAGE...: the bad report is told so, with each of these messages.
red() {
	local output code=0 message
	output=$(tests/report-opens.sh "$work/bad") || code=$?
	for message in "$@"; do
		[[ $code == 1 && $output == *"$message"* ]] ||
			{ echo "FAILED: not red: $message: $code, $output"; exit 1; }
		echo "red as it must be: $message"
	done
}
cp -r "$work/artifacts/report" "$work/bad"
echo '<a href="nowhere.html">x</a><a href="ledger.html#nosuch">x</a>' >>"$work/bad/index.html"
red "no file for nowhere.html" "no place for ledger.html#nosuch"
[[ $status == 0 ]] || exit "$status"
cp "$work/artifacts/report/index.html" "$work/bad/"
echo 'nosuch();' >>"$work/bad/filter.js"
echo '<' >"$work/bad/bench-plot.svg"
red "is not defined" "NO IMAGE"
