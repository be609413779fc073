// SPDX-License-Identifier: GPL-2.0-or-later
// A field above a table hides the rows that do not hold its words.
document.querySelectorAll("input[data-table]").forEach((field) => {
	const rows = document.querySelectorAll("#" + field.dataset.table + " tbody tr");

	field.addEventListener("input", () => {
		const words = field.value.toLowerCase().split(/\s+/);

		rows.forEach((row) => {
			const text = row.textContent.toLowerCase();

			row.hidden = !words.every((word) => text.includes(word));
		});
	});
});
