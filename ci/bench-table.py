#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""ci/bench-table.py FILE.json: medians of one run of a benchmark as Markdown.

A row is an operation and size, a column an implementation: nanoseconds an
operation.  Then the bytes that an element takes, and the fitted cost of growth.
"""
import json
import sys


def read(path):
    """Return context, {row: {impl: ns}}, {row: {impl: bytes}}, {name: {impl: fit}}."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    medians, heap, growth = {}, {}, {}
    for run in data["benchmarks"]:
        words = run["run_name"].split("/")
        if run.get("aggregate_name") == "median":
            # operation/kind/.../implementation/size
            row = "/".join(words[:-2]), int(words[-1])
            medians.setdefault(row, {})[words[-2]] = run["cpu_time"]
            if run.get("bytes"):
                heap.setdefault(row, {})[words[-2]] = run["bytes"]
        elif run.get("aggregate_name") == "BigO":
            fit = f"{run['cpu_coefficient']:.3g} {run['big_o']}"
            growth.setdefault("/".join(words[:-1]), {})[words[-1]] = fit
    return data["context"], medians, heap, growth


def table(title, rows, show):
    """Print one table; rows by name and size, in the order they came."""
    impls = []
    for cells in rows.values():
        impls += [impl for impl in cells if impl not in impls]
    print(f"\n{title}\n\n| | {' | '.join(impls)} |\n|{' --- |' * (len(impls) + 1)}")
    for row, cells in rows.items():
        name = row if isinstance(row, str) else f"{row[0]} {row[1]}"
        print(f"| {name} | {' | '.join(show(cells[i]) if i in cells else '-' for i in impls)} |")


def number(value):
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def main():
    """Print the tables of one file."""
    context, medians, heap, growth = read(sys.argv[1])
    print(f"{context['date']}, {context['num_cpus']} processors, load {context['load_avg']}")
    table("ns an operation, median", dict(sorted(medians.items())), number)
    if heap:
        table("bytes an element", dict(sorted(heap.items())), number)
    if growth:
        table("fitted cost of growth, ns", dict(sorted(growth.items())), str)


if __name__ == "__main__":
    main()
