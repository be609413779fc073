#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel-threads.sh SOUND RELAXED: a tree's SID table is clean under two threads,
# and both ways to break it are noticed.
set -euo pipefail
sound=$1
relaxed=$2

fail() {
	echo "FAILED: $*" >&2
	exit 1
}
"$sound" 2
# caught WHAT REPORT COMMAND...: ThreadSanitizer ends the command with the report.
caught() {
	local what=$1 report=$2 code=0 output
	shift 2
	output=$("$@" 2>&1) || code=$?
	[[ $code != 0 ]] || fail "$what went unnoticed"
	grep -E "ThreadSanitizer: ($report)" <<<"$output" || fail "$what ended otherwise: $output"
}
caught "freeing at once" 'heap-use-after-free|data race' "$sound" 10 at-once
caught "relaxed publishing" 'data race' "$relaxed" 10
