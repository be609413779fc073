#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# import_hostile_smack.sh IMPORT_SMACK REPLAY_SMACK
#
# Whatever import_smack is given, it must end soon and either write everything
# or exit with 2, name file and line, and leave nothing behind.  What it writes
# must be programs on which all implementations agree.
set -u
. "$(dirname "$0")/import_hostile_common.sh"
replay=$(realpath "$2")
bad=$work/bad

# agree NAME: what was written runs.
agree() {
	[ -f "$out/.lsmdiff-import" ] || fail "$1: no marker"
	"$replay" "$out/smack" >"$work/stderr" 2>&1 ||
		fail "$1: the programs do not run"
	rm -r "$out"
}

# fit NAME: the programs are no longer than fuzzers read.
fit() {
	rm -rf "$work/bytes"
	"$replay" --assemble "$work/bytes" "$out/smack" >"$work/stderr" 2>&1 ||
		fail "$1: the programs do not assemble"
	[ -n "$(find "$work/bytes" -type f)" ] || fail "$1: no program"
	[ -z "$(find "$work/bytes" -type f -size +1024c)" ] ||
		fail "$1: a program is too long"
}

# lines TEXT MESSAGE: one bad line between two good ones is named and skipped.
lines() {
	printf 'a b r\n%b\nc d w\n' "$1" >"$bad"
	run "line $1" --out "$out" "$bad"
	[ "$status" = 2 ] || fail "line $1: no error"
	grep -qF "import_smack: $bad:2: $2" "$work/stderr" ||
		fail "line $1: the message lacks file, line or '$2'"
	grep -q '^rules: 2 from 1 files, 1 malformed' "$work/stdout" ||
		fail "line $1: the others are lost"
	agree "line $1"
}

a() {
	head -c "$1" /dev/zero | tr '\0' "${2:-a}"
}

# What is no file of rules.
refuse "a device" "/dev/null: not a regular file" /dev/null
refuse "an endless device" "/dev/zero: not a regular file" /dev/zero
refuse "nothing" "$work/none: No such file" "$work/none"
mkfifo "$work/pipe"
refuse "a pipe without a writer" "$work/pipe: not a regular" "$work/pipe"
: >"$bad"
refuse "an empty file" "$bad: no rule" "$bad"
printf '# nothing\n; here\n\n  \t\n' >"$bad"
refuse "comments" "$bad: no rule" "$bad"
truncate -s 65M "$bad"
refuse "a huge file" "$bad: longer than" "$bad"
: >"$bad"
truncate -s 60M "$bad"
refuse "a huge file of NUL" "$bad:1: fewer than three words" "$bad"
mkdir "$work/folder"
refuse "an empty folder" "$work/folder: no file" "$work/folder"
yes 'a b r' | head -n 1000001 >"$bad"
refuse "too many rules" "$bad: more than a million rules" "$bad"
yes 'x' | head -n 1000000 >"$bad"
refuse "nothing but errors" "$bad:1: fewer" "$bad"
[ "$(wc -l <"$work/stderr")" -lt 30 ] || fail "floods of complaints"
refuse "a program" ".*:1: " "$(realpath /bin/true)"
for i in 1 2 3 4 5; do
	head -c $((1000 * i)) /dev/urandom >"$bad"
	refuse "random bytes" "$bad:" "$bad"
done

# Wrong use.
refuse "no file" "needs --out"
refuse "a bad number" "--select 0x1: not a number" --select 0x1 "$bad"
refuse "no number" "--select 0: not a number" --select 0 "$bad"
refuse "a huge number" "--select 99999999999: not" --select 99999999999 "$bad"

# Lines that are no rule.
lines 'a' 'fewer than three words'
lines 'a b' 'fewer than three words'
lines 'a b r w x' 'more than four words'
lines 'a b r w x y z a b c' 'more than four words'
lines '/a b r' 'a byte that no label can have'
lines 'a b/c r' 'a byte that no label can have'
lines 'a "b" r' 'a byte that no label can have'
lines 'a b\\\\c r' 'a byte that no label can have'
lines "a 'b r" 'a byte that no label can have'
lines 'a b\0c r' 'a byte that no label can have'
lines 'a b\0303\0244 r' 'a byte that no label can have'
lines 'a b\0240 r' 'a byte that no label can have'
lines '-a b r' "a label cannot begin with '-'"
lines 'a -b r' "a label cannot begin with '-'"
lines 'a b read' 'a letter that is none of'
lines 'a b r\0w' 'a letter that is none of'
lines 'a b r 1' 'a letter that is none of'
lines "a b $(a 16 r)" 'too many letters'
lines "$(a 256) b r" 'a label of more than 255 bytes'
lines "a $(a 300) r" 'a label of more than 255 bytes'
lines "$(a 5000)" 'fewer than three words'

# Lines that are.
{
	printf '  a\tb  rwxatlb \r\n# a comment\n;another\n\n'
	printf '%s %s RWXATLB--------\n' "$(a 255)" "$(a 255 b)"
	printf '%s %s r -\n' "$(a 255 c)" "$(a 255 d)"
	printf '* @ r\n_ ^ -\n? ! r\n~ #a w\na #b w'
} >"$bad"
run "odd rules" --out "$out" "$bad"
[ "$status" = 0 ] || fail "odd rules are refused"
grep -q '^rules: 8 from' "$work/stdout" || fail "odd rules: not 8"
fit "odd rules"
agree "odd rules"

# Damage: a byte here and there, an end anywhere.
for i in $(seq 200); do
	printf 'User::App::%d org.%d.app rwx%s\n' $((i % 13)) $((i % 7)) \
		"$([ $((i % 5)) = 0 ] && echo ' r')"
done >"$work/good"
size=$(stat -c %s "$work/good")
cp "$work/good" "$bad"
for i in $(seq 30); do
	printf '%b' "$(printf '\\x%02x' $((RANDOM & 255)))" |
		dd of="$bad" bs=1 seek=$((RANDOM % size)) conv=notrunc status=none
	run "byte $i" --out "$out" --select 5 "$bad"
	[ "$status" = 0 ] || grep -qE "^import_smack: $bad:[0-9]+: " "$work/stderr" ||
		fail "byte $i: no file or line"
	agree "byte $i"
done
for i in $(seq 10); do
	head -c $((1 + RANDOM % size)) "$work/good" >"$bad"
	run "cut $i" --out "$out" "$bad"
	[ "$status" = 0 ] || grep -qE "^import_smack: $bad:[0-9]+: " "$work/stderr" ||
		fail "cut $i: no file or line"
	[ ! -d "$out" ] || agree "cut $i"
done

# Folders: by name, without what is hidden, and all or nothing.
cp "$work/good" "$work/folder/b"
echo 'first rule r' >"$work/folder/a"
echo 'no rule' >"$work/folder/.hidden"
mkdir "$work/folder/inner"
run "a folder" --out "$out" "$work/folder"
[ "$status" = 0 ] || fail "a folder is refused"
grep -q '^rules: 201 from 2 files' "$work/stdout" || fail "a folder: not 201"
grep -q 'first rule r' "$out/smack/rules-000001.ops" || fail "not in order"
run "again" --out "$out" "$work/folder"
[ "$status" = 0 ] || fail "its own folder is not replaced"
cp -r "$out" "$work/before"
mkfifo "$work/folder/pipe"
run "a pipe inside" --out "$out" "$work/folder"
[ "$status" = 2 ] || fail "a pipe in a folder is read"
diff -r "$work/before" "$out" || fail "a bad folder changed the programs"
rm "$work/folder/pipe"
touch "$out/smack/notes.txt"
run "foreign file" --out "$out" "$work/folder"
[ "$status" = 2 ] || fail "a folder with a file of somebody is replaced"
rm "$out/smack/notes.txt"
fit "a folder"
agree "a folder"
echo "import_smack: $runs hostile runs"
