# SPDX-License-Identifier: GPL-2.0-or-later
# Files of a folder, then id=, name=, href= and src= of its pages as grep -oH prints
# them: tells of each link that leads nowhere, and how many there are.
function resolve(page, file, part, n, i, kept, path)
{
	sub(/[^\/]*$/, "", page)
	n = split(page file, part, "/")
	for (i = 1; i <= n; i++) {
		if (part[i] == "" || part[i] == ".") continue
		if (part[i] == "..") { if (!kept) return ".."; kept--; continue }
		stack[++kept] = part[i]
	}
	for (i = 1; i <= kept; i++) path = path (i > 1 ? "/" : "") stack[i]
	return path
}
FNR == NR { file[$0] = 1; next }
{
	colon = index($0, ":")
	page = substr($0, 1, colon - 1)
	rest = substr($0, colon + 1)
	equals = index(rest, "=")
	value = substr(rest, equals + 2, length(rest) - equals - 2)
	if (rest ~ /^(id|name)=/) place[page, value] = 1
	else if (!((page, value) in seen)) { seen[page, value] = 1; from[++nr] = page; to[nr] = value }
}
END {
	for (i = 1; i <= nr; i++) {
		if (to[i] ~ /^[a-z]+:/) { print from[i] ": " to[i] " leaves the folder"; continue }
		hash = index(to[i], "#")
		name = hash ? substr(to[i], 1, hash - 1) : to[i]
		target = name == "" ? from[i] : resolve(from[i], name)
		if (!(target in file)) print from[i] ": no file for " to[i]
		else if (hash && hash < length(to[i]) && !((target, substr(to[i], hash + 1)) in place))
			print from[i] ": no place for " to[i]
	}
	print nr + 0 >count
}
