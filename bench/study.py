#!/usr/bin/env python3
"""What a study costs beside its points: per point, in parts, and when it is merged.

    bench/study.py [--points N] [--rounds N] >SECTION.md

The point is a cheap impact. What it takes by itself is measured in the same run (impact_alone), so
that the overhead is a difference within one run on one machine.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"

IMPACT = """dashpot: 1
kind: impact
title: A cheap impact
impact:
  bodies:
    - {mass: 1 g, radius: 5 mm, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: anagnostopoulos, stiffness: 1e6 N/m, restitution: 0.8}
"""

SWEEP = """sweep:
  parameters:
    - {{path: impact.bodies.0.velocity, from: 0.1 m/s, to: 1 m/s, count: {speeds}, name: v}}
    - {{path: impact.contact.restitution, from: 0.3, to: 0.9, count: 1000, name: e}}
  results: [restitution, duration]
"""


def timed(*commands):
    """Wall and processor time [s] of commands that run side by side."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    children = [subprocess.Popen([str(word) for word in command]) for command in commands]
    if any(child.wait() != 0 for child in children):
        sys.exit("study.py: a run failed")
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(points, rounds, folder):
    program = BUILD / "dashpot"
    single, sweep = folder / "one.yaml", folder / "sweep.yaml"
    single.write_text(IMPACT)
    sweep.write_text(IMPACT + SWEEP.format(speeds=points // 1000))
    rows = []
    for _ in range(rounds):
        row = {}
        alone = subprocess.check_output(
            [BUILD / "bench/impact_alone", single, str(min(points, 200000))], text=True)
        row["alone"] = float(alone)
        run = [program, "run", sweep, "--quiet"]
        row["one"] = 1e6 * timed(run + ["--threads", "1"])[1] / points
        row["threads"] = timed(run + ["--threads", "2"])[0]
        out = folder / "study"
        row["parts"] = timed(*[run + ["--part", f"{i}/2", "--out", out] for i in (1, 2)])[0]
        row["merge"] = timed([program, "merge", out, "--quiet"])[0]
        shutil.rmtree(out)
        row["part"] = 1e6 * timed(run + ["--part", "1/1", "--out", out])[1] / points
        shutil.rmtree(out)
        rows.append(row)
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=1000000)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    points = options.points // 1000 * 1000
    with tempfile.TemporaryDirectory() as name:
        got = measure(points, options.rounds, pathlib.Path(name))
    print(f"| {points:,} cheap impacts, {os.cpu_count()} cores | |")
    print("|---|---|")
    print(f"| the impact itself, in the library | {got['alone']:.1f} us |")
    print(f"| a point of a sweep, one thread, beyond that | {got['one'] - got['alone']:.1f} us |")
    print(f"| a point of a part, with its journal, beyond that "
          f"| {got['part'] - got['alone']:.1f} us |")
    print(f"| two threads | {got['threads']:.1f} s |")
    print(f"| two processes, `--part 1/2` and `--part 2/2` | {got['parts']:.1f} s |")
    print(f"| speed of two processes over that of two threads "
          f"| {100 * got['threads'] / got['parts']:.0f} % |")
    print(f"| `dashpot merge` | {got['merge']:.1f} s |")


if __name__ == "__main__":
    main()
