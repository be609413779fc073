# SPDX-License-Identifier: GPL-2.0-or-later
function escape(text)
{
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	return text
}
function th(text) { return "<th>" escape(text) "</th>" }
function td(text) { return "<td>" escape(text) "</td>" }
function td_of(class, text) { return "<td class=\"" class "\">" escape(text) "</td>" }
