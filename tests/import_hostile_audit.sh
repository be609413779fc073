#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# import_hostile_audit.sh IMPORT_AUDIT REPLAY_AUDIT
#
# Damages audit rule files in many ways.  Whatever import_audit is given, it must
# end soon, exit with 0 or 2, name file and line of what it refuses, keep the
# lines behind, and leave either a whole folder or none.  What it writes must be
# programs on which all implementations agree.
set -u
. "$(dirname "$0")/import_hostile_common.sh"
replay=$(realpath "$2")
bad=$work/bad.rules

# partly NAME RULES PATTERN: $bad has lines that are refused and RULES that are
# kept.
partly() {
	local name=$1 rules=$2 pattern=$3
	run "$name" --out "$out" "$bad"
	[ "$status" = 2 ] || fail "$name: nothing is refused"
	grep -qE "^import_audit: $bad:$pattern" "$work/stderr" || fail "$name: no message $pattern"
	grep -q "^lines: $rules about rules" "$work/stdout" || fail "$name: not $rules rules: $(cat "$work/stdout")"
	keep "$runs"
}

mkdir "$work/kept"

# keep NAME: what was written, to be replayed with all the rest; a start of the
# replay costs more than its programs.
keep() {
	local file
	for file in "$out"/audit/*.ops; do
		[ ! -e "$file" ] || mv "$file" "$work/kept/${1//[^a-z0-9]/-}-${file##*/}"
	done
	rm -r "$out"
}

# survive NAME: $bad may be good or not.
survive() {
	run "$1" --out "$out" "$bad"
	[ "$status" = 0 ] || grep -qF "import_audit: $bad:" "$work/stderr" ||
		grep -q "import_audit: no rule in any" "$work/stderr" || fail "$1: no file in the message"
	[ ! -e "$out" ] || keep "$1"
}

# What is no rule file.
refuse "a device" "/dev/zero: not a regular file" /dev/zero
refuse "nothing" "$work/none: No such file" "$work/none"
mkdir "$work/empty"
refuse "an empty folder" "$work/empty: no \*.rules" "$work/empty"
mkfifo "$work/pipe"
refuse "a pipe without a writer" "$work/pipe: not a regular" "$work/pipe"
: >"$bad"
refuse "an empty file" "no rule in any" "$bad"
echo "# nothing" >"$bad"
refuse "a comment" "no rule in any" "$bad"
head -c 3000 /dev/urandom >"$bad"
refuse "random bytes" "$bad:1: " "$bad"
refuse "no file" "needs --out"
run "help" --help
[ "$status" = 0 ] || fail "--help"

# A line that is refused, or a rule that is there twice, loses nothing else.
cat >"$bad" <<'END'
## a comment
-D
-b 8192
-a always,exit -F arch=b64 -S open -F key=first
-a always,exit -F arch=b64 -S open -F key=first
-w /etc/shadow -p wa -k shadow
-a always,exit -F arch=b64 -S no_such_call -k x
-a always,exit -F auid!=4294967295 -S all
-a always,exit -F auid!=-1 -S all
-a always,exit -F auid!=unset -S all
-a never,exit -F arch=b64 -S read,write
END
partly "a duplicate" 8 "5: the rule of line 4 again"
partly "a duplicate of another spelling" 8 "9: the rule of line 8 again"
partly "a duplicate of a third" 8 "10: the rule of line 8 again"
partly "an unknown call" 8 "7: no system call is called 'no_such_call'"
grep -q "^import_audit: $bad:11" "$work/stderr" && fail "the last rule is refused"

# One line of each kind that is refused, before one that is not.
while IFS='|' read -r line pattern; do
	printf '%s\n-w /etc/passwd -p wa -k ok\n' "$line" >"$bad"
	partly "$line" 1 "1: $pattern"
done <<'END'
-a always|-a wants a list and an action
-a|-a wants something behind it
-a always,nowhere -S open|'nowhere' is neither
-a always,exit -F|-F wants something
-a always,exit -F nosuch=1|libaudit refuses 'nosuch=1'
-a always,exit -F uid|libaudit refuses 'uid'
-a always,exit -F uid=no_such_user_here|libaudit refuses 'uid=no_such_user_here'
-a always,exit -F perm=q -F path=/a|libaudit refuses 'perm=q'
-a always,exit -S open -F arch=b64|libaudit refuses 'arch=b64'
-a always,task -S open|-S is for the list exit
-F uid=0|-F without a list
-k key|a key without a rule
-p wa|-p without -w
-w relative -p wa|a watch wants an absolute path
-w /a -p wq|'q' is no permission
-w /a -p wa -a always,exit|two rules in one line
-D -w /a|a rule and something else
-z|unknown option '-z'
--no-such-option|unknown option
words without dash|unknown option 'words'
-w "/a|a quote without its end
-w "/a b" -p wa|'/a b' has a blank
-a always,exit -C uid=nothing|libaudit refuses
END
printf -- '-W /never -p wa\n-w /c -p wa\n' >"$bad"
partly "an absent rule" 2 "1: no such rule to delete"
printf -- '-w /a\0b -p wa\n-w /c -p wa\n' >"$bad"
partly "a NUL byte" 1 "1: a NUL byte"
{ echo "-w /$(head -c 7000 /dev/zero | tr '\0' x)"; echo "-w /c -p wa"; } >"$bad"
partly "a long line" 1 "1: too long"
{ echo "-a always,exit $(printf -- '-F pid=%d ' $(seq 65))"; echo "-w /c -p wa"; } >"$bad"
partly "65 fields" 1 "1: (libaudit refuses|more than)"
{ echo "-w /c -p wa -k $(head -c 300 /dev/zero | tr '\0' k)"; echo "-w /c -p wa"; } >"$bad"
partly "a long key" 1 "1: the key is too long"

# Good ones that are not plain.
printf -- '-w /c -p wa -k one -k two\r\n\t-W /c -p wa -k one -k two' >"$bad"
run "no end of line" --out "$out" "$bad"
[ "$status" = 0 ] || fail "two keys, CR, tab, no end of line"
grep -q 'key=one.x01two' "$out"/audit/*.ops || fail "two keys are not one"
rm -r "$out"

# Bytes bent at random.
cat >"$work/good" <<'END'
-a always,exit -F arch=b32 -S open,creat,truncate -F exit=-EACCES -F auid>=1000 -F auid!=unset -F key=access
-a never,filesystem -F fstype=tracefs
-A exclude,always -F msgtype=CWD
-w /etc/selinux/ -p wa -k MAC-policy
-a always,exit -F path=/usr/bin/su -F perm=x -F auid>=1000 -C uid!=euid -k privileged
-a task,never -F uid=0
END
size=$(stat -c %s "$work/good")
for i in $(seq 60); do
	cp "$work/good" "$bad"
	for _ in 1 2 3; do
		printf "\\x$(printf %02x $((RANDOM & 255)))" |
			dd of="$bad" bs=1 seek=$(((RANDOM << 15 | RANDOM) % size)) conv=notrunc status=none
	done
	survive "bytes $i"
done
for i in $(seq 5 13 "$size"); do
	head -c "$i" "$work/good" >"$bad"
	survive "cut at $i"
done

# All that was written runs.
[ "$(find "$work/kept" -name '*.ops' | wc -l)" -gt 50 ] || fail "hardly anything was written"
"$replay" "$work/kept" >"$work/stderr" 2>&1 || fail "programs do not run"

# The folder is somebody's.
cp "$work/good" "$bad"
run "good" --out "$out" "$bad"
[ "$status" = 0 ] || fail "the good file is refused"
cp -r "$out" "$work/before"
run "again" --out "$out" "$bad"
diff -r "$out" "$work/before" || fail "two runs differ"
touch "$out/audit/notes.txt"
run "foreign" --out "$out" "$bad"
[ "$status" = 2 ] && [ -f "$out/audit/notes.txt" ] || fail "a foreign file is gone"
echo "import_audit: $runs hostile runs"
