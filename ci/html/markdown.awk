# SPDX-License-Identifier: GPL-2.0-or-later
# The part of Markdown that FINDINGS.md uses: headings, paragraphs, tables, code.
function inline(text, done)
{
	text = escape(text)
	done = ""
	while (match(text, /`[^`]*`/)) {
		done = done substr(text, 1, RSTART - 1) "<code>" substr(text, RSTART + 1, RLENGTH - 2) "</code>"
		text = substr(text, RSTART + RLENGTH)
	}
	text = done text
	while (match(text, /\*\*[^*]+\*\*/))
		text = substr(text, 1, RSTART - 1) "<strong>" substr(text, RSTART + 2, RLENGTH - 4) "</strong>" substr(text, RSTART + RLENGTH)
	return text
}
function close_table() { if (table) print "</tbody></table>"; table = 0 }
function close_paragraph() { if (paragraph) print "</p>"; paragraph = 0 }
/^#/ {
	close_table(); close_paragraph()
	match($0, /^#+/); level = RLENGTH
	print "<h" level ">" inline(substr($0, level + 2)) "</h" level ">"
	next
}
/^\| *-/ { next }
/^\|/ {
	close_paragraph()
	line = $0
	sub(/^\| */, "", line); sub(/ *\| *$/, "", line)
	n = split(line, cell, / *\| */)
	kind = table ? "td" : "th"
	if (!table) print "<table><thead>"
	printf "<tr>"
	for (i = 1; i <= n; i++) printf "<%s>%s</%s>", kind, inline(cell[i]), kind
	print "</tr>"
	if (!table) print "</thead><tbody>"
	table = 1
	next
}
/^ *$/ { close_table(); close_paragraph(); next }
{
	close_table()
	if (!paragraph) printf "<p>"
	paragraph = 1
	print inline($0)
}
END { close_table(); close_paragraph() }
