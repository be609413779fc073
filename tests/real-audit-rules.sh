#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# real-audit-rules.sh PROGRAMS: every example file of Debian's auditd through
# every implementation, with events sampled from each rule.
#
# Exit status: 77 if the examples are not here (ci/deps check fetches them).
set -euo pipefail
programs=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rules=
for folder in /usr/share/doc/auditd/examples/rules \
	"$root/build/auditd/usr/share/doc/auditd/examples/rules"; do
	[[ ! -d $folder ]] || rules=$folder
done
[[ -n $rules ]] || { echo "skipped: no example rules of auditd"; exit 77; }

# Some files are compressed when the package is installed.
mkdir "$work/rules"
for file in "$rules"/*.rules*; do
	case $file in
	*.gz) gzip -dc "$file" >"$work/rules/$(basename "$file" .gz)" ;;
	*) cp "$file" "$work/rules/" ;;
	esac
done

fail() {
	echo "FAILED: $*"
	exit 1
}

# Users that this machine does not have are refused by name, with file and line.
status=0
"$programs/import_audit" --out "$work/out" "$work/rules" \
	>"$work/stdout" 2>"$work/stderr" || status=$?
cat "$work/stdout"
[[ $status == 0 || $status == 2 ]] || fail "import: status $status"
unknown=$(grep -c "" "$work/stderr" || true)
[[ $unknown == "$(grep -cE "rules:[0-9]+: libaudit refuses 'uid=chrony'" "$work/stderr")" ]] ||
	fail "more is refused than users who are not here: $(cat "$work/stderr")"
files=$(ls "$work/rules" | wc -l)
active=$(cat "$work/rules"/*.rules | grep -cE '^-[aAwD]')
grep -qx "files: $files" "$work/stdout" || fail "not all of $files files"
grep -qx "lines: $((active - unknown)) about rules, .*, $unknown refused" "$work/stdout" ||
	fail "not all of $active rules"
[[ $files == 35 && $active == 223 ]] ||
	echo "note: another version of the examples: $files files, $active lines"

LSM_LEDGER=$work/ledger "$programs/replay_audit" "$work/out/audit"

# The STIG set that programs load is what the import makes of the file.
sed -n 's/^add slot=0 text="\(.*\)"$/\1/p' "$work/out/audit/30-stig.ops" >"$work/imported"
sed -n '/audit_stig\[AUDIT_STIG_RULES\]/,/^};/p' "$root/fuzzers/audit_stig.h" |
	grep '"' | tr -d '\n\t' | sed 's/""//g; s/","/"\n"/g; s/^"//; s/",$//' |
	sed 's/^"//; s/"$//' >"$work/built-in"
echo >>"$work/built-in"
diff "$work/imported" "$work/built-in" || fail "fuzzers/audit_stig.h is not what the import reads"
[[ $(wc -l <"$work/imported") == 34 ]] || fail "the STIG file has not 34 rules"
