#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# To be sourced by drills*.sh: what must go red does.  Sets $work, a scratch folder, and
# counts in $failures what did not.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# drill CODE MESSAGE COMMAND...: it must end so; CODE "red" is any but 0.
drill() {
	local code=$1 message=$2 output result
	shift 2
	output=$("$@" 2>&1)
	result=$?
	if [[ $result == "$code" || ($code == red && $result != 0) ]] && [[ $output == *"$message"* ]]; then
		echo "red as it must be: ${*##*/}"
		return
	fi
	echo "FAILED: $*"
	echo "  wanted exit code $code and '$message', got $result and:"
	printf '%s\n' "$output" | tail -n 5 | sed 's/^/  /'
	failures=$((failures + 1))
}
