#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# import_hostile_policy.sh IMPORT_POLICY [REPLAY_PROGRAM...]
#
# Damages policies in many ways: a small one of everything, which is soon read, very
# often, a real one less so.  Whatever import_policy is given, it must
# end soon and either write everything or exit with 2, name the file and how far
# it came, and leave nothing behind.  What it writes must be programs on which
# all implementations agree, if replay_ebitmap or replay_mls are given.
#
# Exit status: 77 if no policy is installed.
set -u
. "$(dirname "$0")/import_hostile_common.sh"
replays=("${@:2}")

policy=
for folder in /etc/selinux/default /etc/selinux/mls /etc/selinux/targeted; do
	for file in "$folder"/policy/policy.*; do
		[ -r "$file" ] && policy=$file && break 2
	done
done
if [ -z "$policy" ]; then
	echo "skipped: no SELinux policy is installed"
	exit 77
fi

bad=$work/bad
small=$work/small
# -N: the compiler would refuse children that have more than their parents.
secilc -N -o "$small" -f "$work/small-contexts" "$(dirname "$0")/policies/everything.cil" ||
	{ echo "FAILED: the small policy does not compile"; exit 1; }

# survive NAME: $bad may be good enough, but nothing lies in between.
survive() {
	run "$1" --out "$out" --select 5 "$bad"
	if [ "$status" = 0 ]; then
		[ -f "$out/.lsmdiff-import" ] || fail "$1: no marker"
		rm -r "$out"
	else
		grep -qF "import_policy: $bad: offset " "$work/stderr" ||
			fail "$1: the message lacks file or offset"
		[ -z "$(ls -A "$work/out")" ] || fail "$1: wrote something"
	fi
}

# patch OFFSET BYTES: overwrites bytes of $bad; BYTES as for printf %b.
patch() {
	printf '%b' "$2" | dd of="$bad" bs=1 seek="$1" conv=notrunc status=none
}

# word VALUE: a little-endian word as printf %b wants it.
word() {
	printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) \
		$(($1 >> 16 & 255)) $(($1 >> 24 & 255))
}

random() {
	echo $(((RANDOM << 15 | RANDOM) % $1))
}

at="$bad: offset [0-9]+ of [0-9]+: "

# What is no policy at all.
refuse "a folder" "/etc: a directory" /etc
refuse "a device" "/dev/null: not a regular file" /dev/null
refuse "an endless device" "/dev/zero: not a regular file" /dev/zero
refuse "nothing" "$work/none: No such file" "$work/none"
mkfifo "$work/pipe"
refuse "a pipe without a writer" "$work/pipe: not a regular" "$work/pipe"
: >"$bad"
refuse "an empty file" "${at}an empty file" "$bad"
printf 'MZ kernel' >"$bad"
refuse "a kernel image" "${at}a kernel image" "$bad"
refuse "a program" ".*: offset 0 of [0-9]+: an ELF file" "$(realpath /bin/sh)"
printf '\x8f\xff\x7c\xf9\x01' >"$bad"
refuse "a package" "${at}a module package" "$bad"
printf '\x8d\xff\x7c\xf9\x01' >"$bad"
refuse "a module" "${at}a policy module" "$bad"
truncate -s 65M "$bad"
refuse "a huge file" "$bad: longer than" "$bad"
for i in 1 2 3; do
	head -c $((1000 * i)) /dev/urandom >"$bad"
	refuse "random bytes" "$at" "$bad"
done

# Wrong use.
refuse "no policy" "needs --out and one policy"
refuse "two policies" "needs --out" "$policy" "$policy"
refuse "a bad number" "--select 0x1: not a number" --select 0x1 "$policy"
refuse "no number" "--select 0: not a number" --select 0 "$policy"
refuse "two choices" ".*exclude" --select 1 --minimise "$policy"
refuse "no contexts" "$work/none: " --file-contexts "$work/none" "$policy"

# shorten POLICY TIMES: a policy that ends too early or too late.
shorten() {
	local i size
	size=$(stat -c %s "$1")
	for i in $(seq 0 4 40) $(for _ in $(seq "$2"); do random "$size"; done) $((size - 1)); do
		head -c "$i" "$1" >"$bad"
		refuse "cut at $i" "$at" "$bad"
	done
	{ cat "$1"; echo; } >"$bad"
	refuse "one byte more" "${at}libsepol: something follows" "$bad"
}

# exaggerate POLICY STEP PLACES: counts and sizes out of all proportion: the head of the
# file, then wherever the numbers of types, categories and so on stand.
exaggerate() {
	local counts count pattern place places value
	cp "$1" "$bad"
	run "the policy" --out "$out" "$1"
	[ "$status" = 0 ] || fail "the policy itself is refused"
	counts=$(sed -n 's/^policy: .* \([0-9]*\) types, \([0-9]*\) attributes, \([0-9]*\) roles, \([0-9]*\) users, \([0-9]*\) sens[^,]*, \([0-9]*\) cat.*/\1+\2 \3 \4 \5 \6/p' "$work/stdout")
	[ -n "$counts" ] || fail "no counts on standard output"
	rm -r "$out"
	places=$(seq 0 "$2" 96)
	for count in $counts; do
		pattern=$(word $((count)) | sed 's/\\x00/\\0/g')
		places+=" $(head -c 500000 "$1" | LC_ALL=C grep -obUaP "$pattern" |
			cut -d: -f1 | sed -n "1,$3p")"
	done
	for place in $places; do
		for value in 0xffffffff 0x0fffffff 0; do
			patch "$place" "$(word $value)"
			survive "$value at $place"
		done
		dd if="$1" of="$bad" bs=1 skip="$place" seek="$place" count=4 \
			conv=notrunc status=none
	done
	cmp -s "$1" "$bad" || fail "the test itself is wrong"
}

# bend POLICY TIMES: a byte here and there, up to five at once.
bend() {
	local i place size
	size=$(stat -c %s "$1")
	cp "$1" "$bad"
	for i in $(seq "$2"); do
		place=$(random $((i % 2 || size < 200000 ? size : 200000)))
		patch "$place" "$(printf '\\x%02x' $((RANDOM & 255)))"
		survive "byte $place"
		[ $((i % 5)) = 0 ] && cp "$1" "$bad"
	done
}

shorten "$small" 30
exaggerate "$small" 8 4
bend "$small" 120
shorten "$policy" 10
exaggerate "$policy" 24 1
bend "$policy" 10

# The folder.
contexts=${policy%/policy/*}/contexts/files/file_contexts
{ cat "$contexts" 2>/dev/null; echo "/x user_u:object_r"; } >"$work/contexts"
line=$(wc -l <"$work/contexts")
run "a bad line" --out "$out" --file-contexts "$work/contexts" "$policy"
[ "$status" = 2 ] || fail "a malformed line is no error"
grep -q "^import_policy: $work/contexts:$line: a context" "$work/stderr" ||
	fail "no message names the malformed line"
[ -f "$out/.lsmdiff-import" ] || fail "a malformed line loses the others"
run "twice" --out "$out" "$policy"
[ "$status" = 0 ] || fail "its own folder is not replaced"
cp -r "$out" "$work/before"
run "thrice" --out "$out/" "$policy"
diff -r "$work/before" "$out" || fail "two runs differ"
head -c 5000 "$policy" >"$bad"
run "bad over good" --out "$out" "$bad"
diff -r "$work/before" "$out" || fail "a bad policy changed the folder"
touch "$out/ebitmap/notes.txt"
run "foreign file" --out "$out" "$policy"
[ "$status" = 2 ] || fail "a folder with a file of somebody is replaced"
[ -f "$out/ebitmap/notes.txt" ] || fail "somebody's file is gone"
rm "$out/ebitmap/notes.txt" "$out/.lsmdiff-import"
run "no marker" --out "$out" "$policy"
[ "$status" = 2 ] || fail "a folder without a marker is replaced"
grep -q "no file .lsmdiff-import" "$work/stderr" || fail "no reason given"
diff -r --exclude=.lsmdiff-import "$work/before" "$out" ||
	fail "a folder without a marker changed"

# Killed at any time: all or nothing.
rm -r "$out"
for delay in 0.01 0.03 0.06 0.1 0.15 0.2 0.3; do
	"$import" --out "$out" "$policy" >"$work/stdout" 2>"$work/stderr" &
	sleep "$delay"
	kill "$!" 2>/dev/null
	wait "$!" 2>/dev/null
	if [ -e "$out" ]; then
		diff -r "$work/before" "$out" || fail "killed: half a folder"
		rm -r "$out"
	fi
	[ -z "$(ls -A "$work/out")" ] || fail "killed: left a folder"
done

# Selections, and programs that run.
run "selection" --out "$out" --select 25 "$policy"
programs=("$out"/ebitmap/*.ops)
[ ${#programs[@]} = 25 ] || fail "25 asked for, not got"
run "minimised" --out "$out" --minimise "$policy"
[ "$status" = 0 ] || fail "--minimise"
for replay in "${replays[@]}"; do
	folder=$out/${replay##*replay_}
	[ -d "$folder" ] || continue
	"$replay" "$folder" >"$work/stderr" 2>&1 ||
		fail "$replay: the programs do not run"
done
echo "import_policy: $runs hostile runs on a small policy and $policy"
