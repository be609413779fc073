# SPDX-License-Identifier: GPL-2.0-or-later
# Rows of mutants/try into a summary and a table.
BEGIN { FS = "\t"; nr_drivers = split(drivers, driver, " ") }
/^#/ || NF < 6 { next }
{
	kind = $2 ~ /:/ ? "mechanical" : "planted"
	group = $1 FS kind
	if (!(group in total)) groups[++nr_groups] = group
	total[group]++
	state[group, $5]++
	out = td($1) td($2) td($4) td_of($5, $5) td($6)
	for (i = 1; i <= nr_drivers; i++) {
		cell = $(6 + i)
		split(cell, part, " ")
		class = cell == "-" || cell == "" ? "quiet" : part[1] == "alive" ? "alive" : "noticed"
		if (class == "noticed") noticed[group, i]++
		if (class != "quiet") asked[group, i]++
		out = out td_of(class, class == "quiet" ? "-" : part[1] " " part[2] " s" (part[3] == "-" ? "" : ", " part[3]))
	}
	rows[++nr] = "<tr>" out "</tr>"
}
END {
	if (!nr) { print "matrix.awk: no rows" > "/dev/stderr"; exit 2 }
	print "<p>Each bug is built into the suite's own programs. A cell says who noticed, after how many"
	print "seconds and how many programs or schedules; reached: whether a run came by the place at all.</p>"
	printf "<table><thead><tr>%s%s%s%s%s%s%s%s", th("structure"), th("bugs"), th("number"), th("killed"), th("ALIVE"), th("equivalent"), th("same code"), th("invalid")
	for (i = 1; i <= nr_drivers; i++) printf "%s", th(driver[i] ": of asked")
	print "</tr></thead><tbody>"
	for (g = 1; g <= nr_groups; g++) {
		split(groups[g], part, FS)
		printf "<tr>%s%s%s", td(part[1]), td(part[2]), td_of("number", total[groups[g]])
		split("killed ALIVE equivalent", word, " "); word[4] = "same code"; word[5] = "invalid"
		for (i = 1; i <= 5; i++) printf "%s", td_of("number", state[groups[g], word[i]] + 0)
		for (i = 1; i <= nr_drivers; i++)
			printf "%s", td_of("number", asked[groups[g], i] ? noticed[groups[g], i] + 0 " of " asked[groups[g], i] : "-")
		print "</tr>"
	}
	print "</tbody></table>"
	print "<p><input data-table=\"bugs\" placeholder=\"words that a row must hold, e.g. ebitmap alive\"></p>"
	printf "<table id=\"bugs\"><thead><tr>%s%s%s%s%s", th("structure"), th("bug"), th("what it breaks"), th("state"), th("reached")
	for (i = 1; i <= nr_drivers; i++) printf "%s", th(driver[i])
	print "</tr></thead><tbody>"
	for (i = 1; i <= nr; i++) print rows[i]
	print "</tbody></table>"
}
