#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# report-opens.sh FOLDER: every link of every page resolves, and headless Chromium
# opens every page without a script error.  Exit status 77 if there is no Chromium
# and the links are in order.
set -euo pipefail
links_awk=$(cd "$(dirname "$0")/.." && pwd)/ci/html/links.awk
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fault() {
	echo "report: $*"
	faults=$((faults + 1))
}

mapfile -t pages < <(find . -name '*.html' -printf '%P\n' | sort)
((${#pages[@]} > 0)) || { echo "report: no page in $1"; exit 1; }
find . -type f -printf '%P\n' >"$work/files"
grep -oHE "(id|name|href|src)=['\"][^'\"]*['\"]" "${pages[@]}" >"$work/attributes" || true
awk -v count="$work/count" -f "$links_awk" "$work/files" "$work/attributes" >"$work/dead"
while IFS= read -r line; do fault "$line"; done <"$work/dead"
links=$(cat "$work/count")
((links > 0)) || fault "no links at all"
((faults == 0)) || exit 1

browser=
for name in chromium chromium-browser google-chrome; do
	[[ -n $browser ]] || browser=$(command -v "$name" || true)
done
if [[ -z $browser ]]; then
	echo "${#pages[@]} pages, $links links resolve; no Chromium here to open them"
	exit 77
fi

# All pages in one window: each tells that it is there, and with a title.
{
	echo '<!DOCTYPE html><title>all pages</title>'
	for page in "${pages[@]}"; do printf '<iframe src="file://%s/%s"></iframe>\n' "$PWD" "$page"; done
	cat <<'END'
<script>
window.addEventListener("load", () => {
	for (const frame of document.querySelectorAll("iframe")) {
		const page = frame.contentDocument;
		const text = page.body ? page.body.innerText.length : 0;
		const field = page.querySelector("input[data-table]");

		console.log(`OPENED ${page.title ? 1 : 0} ${text} ${frame.src}`);
		for (const image of page.images)
			if (!image.naturalWidth) console.log(`NO IMAGE ${image.src}`);
		if (!field) continue;
		field.value = "no row has this word";
		field.dispatchEvent(new Event("input"));
		if (page.querySelector("#" + field.dataset.table + " tbody tr:not([hidden])"))
			console.log(`NO FILTER ${frame.src}`);
	}
});
</script>
END
} >"$work/all.html"
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
	--allow-file-access-from-files --enable-logging=stderr --dump-dom "file://$work/all.html" \
	>"$work/dom" 2>"$work/log" || fault "the browser ended with $?"
grep -E 'CONSOLE' "$work/log" | grep -v 'OPENED 1' >"$work/complaints" || true
[[ ! -s $work/complaints ]] || { cat "$work/complaints"; fault "the browser complains"; }
opened=$(grep -cE 'OPENED 1 [1-9]' "$work/log" || true)
[[ $opened == "${#pages[@]}" ]] || fault "$opened of ${#pages[@]} pages opened"
((faults == 0)) || exit 1
echo "${#pages[@]} pages open without an error, $links links resolve"
