#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel-trees.sh COMPILER TREE: a changed tree must be told from the reference,
# and one that cannot be taken must be told why.
#
# Each drill changes a copy of TREE's SELinux files; the rest is linked.
set -u
compiler=$1
tree=$2
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A tree that is TREE but for a folder that may be changed.
overlay=$work/linux-changed
mkdir "$overlay" "$overlay/security"
ln -s "$tree"/{Makefile,include,kernel} "$overlay/"
[[ ! -e $tree/scripts ]] || ln -s "$tree/scripts" "$overlay/"
ln -s "$tree/security/smack" "$overlay/security/"
cp -r "$tree/security/selinux" "$overlay/security/"
chmod -R u+w "$overlay/security/selinux"
source=$overlay/security/selinux/ss/ebitmap.c
cp "$source" "$work/pristine.c"

configure() {
	cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
		-DLSM_KERNEL="$1" >"$work/log" 2>&1
}

# wanted RESULT MESSAGE: how the last command must have ended.
wanted() {
	local result=$? code=$1 message=$2
	if [[ $result != "$code" ]] || ! tr '\n' ' ' <"$work/log" | tr -s ' ' | grep -qF "$message"; then
		echo "FAILED: wanted $code and '$message', got $result and:"
		tail -n 20 "$work/log"
		failures=$((failures + 1))
	else
		echo "as it must be: $message"
	fi
}

name=linux_$(sed -n '1,5s/^\(VERSION\|PATCHLEVEL\) = \([0-9]*\)$/\2/p' "$tree/Makefile" | paste -sd_)

# A planted bug: the bound of containment, exclusive.
sed 's/lastsetbit > last_e2bit/lastsetbit >= last_e2bit/' "$work/pristine.c" >"$source"
! cmp -s "$source" "$work/pristine.c" || { echo "FAILED: nothing to plant in $tree"; exit 1; }
configure "$overlay"
wanted 0 "Build files have been written"
cmake --build "$work/build" --target replay_ebitmap >"$work/log" 2>&1
wanted 0 "Linking C executable replay_ebitmap"
"$work/build/replay_ebitmap" "$root/corpus/ebitmap" >"$work/log" 2>&1
wanted 10 "$name answers differently"

# A file that does not compile leaves its own peers out, and nothing else.
{ cat "$work/pristine.c" && echo "not C at all;"; } >"$source"
configure "$overlay"
wanted 0 "ebitmap: $name is left out"
grep -q "smack: $name is left out" "$work/log" &&
	{ echo "FAILED: smack is left out, too"; failures=$((failures + 1)); }

# A header that no list knows.
{ echo "#include <linux/no_such_header.h>" && cat "$work/pristine.c"; } >"$source"
configure "$overlay"
wanted 1 "includes linux/no_such_header.h, which no list knows. Add it to peers/kernel/headers"

# A file that is not there leaves out what needs it.
cp "$work/pristine.c" "$source"
mv "$overlay/security/selinux/ss/mls.c" "$work"
configure "$overlay"
wanted 0 "security/selinux/ss/mls.c does not compile: no such file"
grep -q "ebitmap: $name is left out" "$work/log" &&
	{ echo "FAILED: ebitmap is left out, too"; failures=$((failures + 1)); }
mv "$work/mls.c" "$overlay/security/selinux/ss"

# What is no tree, and two trees of one name.
configure "$work"
wanted 1 "is no Linux source tree"
mkdir "$work/empty"
configure "$work/empty"
wanted 1 "is no Linux source tree"
ln -s "$overlay" "$work/changed"
configure "$overlay;$work/changed"
wanted 1 "two trees would be called linux_changed"
configure "$overlay;$tree"
wanted 0 "Build files have been written"

[[ $failures == 0 ]] || { echo "$failures drills failed"; exit 1; }
