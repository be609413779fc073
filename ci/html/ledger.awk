# SPDX-License-Identifier: GPL-2.0-or-later
# What replay --cells prints, into a table: operations down, implementations across.
/^(programs|operations|failed allocations) / { counts = counts (counts ? ", " : "") $0 }
/^compared / { impl[++nr_impls] = $2; sum[nr_impls] = $3; sub(/.*abstained /, ""); aside[nr_impls] = $0 }
/^    / {
	if (!($1 in seen)) { seen[$1] = 1; op[++nr_ops] = $1 }
	name = $1
	$1 = ""
	cell[name, nr_impls] = substr($0, 2)
}
END {
	if (!nr_impls) { print "ledger.awk: " structure ": nothing compared" > "/dev/stderr"; exit 2 }
	print "<h2 id=\"" structure "\">" structure "</h2><p>" escape(counts) ".</p>"
	printf "<table><thead><tr>%s", th("operation")
	for (i = 1; i <= nr_impls; i++) printf "%s", th(impl[i])
	print "</tr></thead><tbody>"
	for (k = 1; k <= nr_ops; k++) {
		printf "<tr>%s", td(op[k])
		for (i = 1; i <= nr_impls; i++) printf "%s", td_of((op[k], i) in cell ? "" : "quiet", (op[k], i) in cell ? cell[op[k], i] : "-")
		print "</tr>"
	}
	printf "<tr>%s", th("all comparisons")
	for (i = 1; i <= nr_impls; i++) printf "%s", th(sum[i] ", abstained " aside[i])
	print "</tr></tbody></table>"
}
