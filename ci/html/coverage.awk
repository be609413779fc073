# SPDX-License-Identifier: GPL-2.0-or-later
# Implementations, listings, then llvm-cov's report: a table by implementation.
FILENAME == ARGV[1] { for (i = 2; i <= NF; i++) { key[++nr] = $1 "_" $i; row[nr] = $1 FS $i }; next }
FILENAME == ARGV[2] { file = $0; sub(/.*\//, "", file); sub(/\.html$/, "", file); listing[file] = $0; next }
/\.c / {
	file = $1
	sub(/.*\//, "", file)
	best = 0
	for (i = 1; i <= nr; i++)
		if (index(file, key[i]) == 1 && length(key[i]) > length(key[best])) best = i
	if (!best) { # shared by all of a structure
		best = ++nr
		key[nr] = file; row[nr] = substr(file, 1, index(file, "_") - 1) FS "shared"
	}
	lines[best] += $(NF - 2); missed[best] += $(NF - 1)
	link = listing[file] ? "<a href=\"" listing[file] "\">" escape(file) "</a>" : escape(file)
	files[best] = files[best] (files[best] ? ", " : "") link " " $NF
	found++
}
END {
	if (!found) { print "coverage.awk: no files" > "/dev/stderr"; exit 2 }
	print "<p><a href=\"coverage/index.html\">Every line</a></p>"
	printf "<table><thead><tr>%s%s%s%s%s</tr></thead><tbody>\n", th("structure"), th("implementation"), th("lines"), th("reached"), th("files")
	for (i = 1; i <= nr; i++) {
		if (!lines[i]) continue # its code is another file's
		split(row[i], part, FS)
		printf "<tr>%s%s%s%s<td>%s</td></tr>\n", td(part[1]), td(part[2]), td_of("number", lines[i]), td_of("number", sprintf("%.1f %%", 100 * (lines[i] - missed[i]) / lines[i])), files[i]
	}
	print "</tbody></table>"
}
