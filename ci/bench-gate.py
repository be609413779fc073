#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""ci/bench-gate.py [--write] BUILD-FOLDER: costs that do not depend on noise.

Instructions and D1 misses of the benchmarks' fixed tasks, as callgrind counts
them in a model of a cache, and the heap that an object takes, compared with
bench/GATE.tsv: more than 2 % above or below is red, since either the code got
slower or the table is out of date.  Misses hang on where the linker put things,
too, which the length of a folder's name changes: they get 10 %.  Counts hang on compiler and C library: with
others than those named in the table the comparison is skipped (exit 77).
"""
import concurrent.futures
import glob
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).resolve().parent.parent / "bench" / "GATE.tsv"
# What may differ: in proportion, and counts so small that they are compared by difference.
ALLOWED = {"instructions": (0.02, 2), "D1 misses": (0.10, 0.5), "bytes": (0.02, 0)}
# Nothing that differs between two runs: addresses, environment, cached frees.
CALM = ["setarch", "-R", "env", "-i", "PATH=/usr/bin:/bin"]
EXACT_HEAP = "GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0"
VALGRIND = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--cache-sim=yes",
            "--I1=32768,8,64", "--D1=32768,8,64", "--LL=2097152,16,64"]


def first_line(*command):
    """What a program says of its version."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[0]


def world():
    """What the counts hang on."""
    return f"{first_line('gcc', '--version')}; {first_line('ldd', '--version')}; {first_line('valgrind', '--version')}"


def bytes_of(program):
    """{(structure, task, implementation): (operations, bytes)} of a native run."""
    out = subprocess.run(CALM + [EXACT_HEAP, program, "--fixed"],
                         capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in out.splitlines():
        structure, task, impl, operations, heap, _ = line.split()
        rows[structure, task, impl] = int(operations), int(heap)
    return rows


def counts_of(program):
    """{(task, implementation): (instructions, D1 misses)} under callgrind."""
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(CALM + VALGRIND + [f"--callgrind-out-file={folder}/%p", program, "--fixed"],
                       capture_output=True, check=True)
        for dump in glob.glob(folder + "/*"):
            text = pathlib.Path(dump).read_text(encoding="utf-8")
            name = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+)$", text, re.M)
            if not name:
                continue
            events = re.search(r"^events: (.*)$", text, re.M)[1].split()
            totals = re.search(r"^(?:totals|summary): (.*)$", text, re.M)[1].split()
            count = dict(zip(events, map(int, totals)))
            rows[name[1], name[2]] = count["Ir"], count.get("D1mr", 0) + count.get("D1mw", 0)
    return rows


def measure(folder):
    """All rows as {key: [instructions, misses, bytes]}."""
    rows = {}
    programs = [p for p in sorted(glob.glob(os.path.join(folder, "bench_*")))
                if os.access(p, os.X_OK) and not p.endswith("_planted")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counted = list(pool.map(counts_of, programs))
    for program, counts in zip(programs, counted):
        for (structure, task, impl), (operations, heap) in bytes_of(program).items():
            if (task, impl) not in counts:
                continue  # valgrind knows no AVX-512: its twins are counted
            instructions, misses = counts[task, impl]
            rows[structure, task, impl] = [round(instructions / operations, 2),
                                           round(misses / operations, 4), heap]
    return rows


def write(rows):
    """Make the table anew."""
    with open(TABLE, "w", encoding="utf-8") as out:
        print(f"# {world()}", file=out)
        print("structure\ttask\timplementation\tinstructions\tD1 misses\tbytes", file=out)
        for key, values in sorted(rows.items()):
            print("\t".join(key + tuple(map(str, values))), file=out)


def read():
    """The table's world and rows."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = {}
    for line in lines[2:]:
        words = line.split("\t")
        rows[tuple(words[:3])] = [float(w) for w in words[3:]]
    return lines[0].removeprefix("# "), rows


def differs(what, was, now):
    """Whether a cost moved by more than is allowed."""
    part, slack = ALLOWED[what]
    return abs(now - was) > max(part * was, slack)


def compare(rows, known):
    """Print every row that moved; return how many."""
    faults = 0
    for key in sorted(rows.keys() | known.keys()):
        label = "/".join(key)
        if key not in known or key not in rows:
            print(f"{label}: {'not in the table' if key not in known else 'was not measured'}")
            faults += 1
            continue
        for what, was, now in zip(ALLOWED, known[key], rows[key]):
            if differs(what, was, now):
                print(f"{label}: {what} were {was:g}, now {now:g}")
                faults += 1
    return faults


def main():
    """Compare or write."""
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    if "--write" in sys.argv:
        write(measure(arguments[0]))
        return 0
    there, known = read()
    if there != world():
        print(f"skipped: the table was made with {there}; here are {world()}")
        return 77
    faults = compare(measure(arguments[0]), known)
    if faults:
        print("on purpose?  make bench-gate WRITE=yes, and commit bench/GATE.tsv")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
