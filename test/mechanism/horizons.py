#!/usr/bin/env python3
"""Horizons beside runs at rtol 1e-13, for docs/mechanism-scenarios.md.

    horizons.py PROGRAM SCENARIO...

Of each mechanism and each of four tolerances: the horizon that the run states, and the first of 40000 rows at which
a pair is off its place at 1e-13 by 1 % of its play. Prints lines of a table, in ms, and ends with 1 where a horizon
comes later than that. Some minutes for all shipped mechanisms.
"""
import csv
import json
import math
import subprocess
import sys
import tempfile

ROWS = 40000
TOLERANCES = ["1e-6", "1e-8", "1e-10", "1e-12"]


def summary_of(program, scenario, *settings):
    words = [program, "run", scenario, "--json", "--set", "run.ensemble=1", "--set", "run.ideal=false"]
    for setting in settings:
        words += ["--set", setting]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def history(program, scenario, rtol, pairs, until, shadow):
    """The summary of a run, and rows of time, ex and ey of each pair."""
    names = [pair + field for pair in pairs for field in (".ex", ".ey")]
    with tempfile.TemporaryDirectory() as folder:
        out = folder + "/out"
        settings = ["run.rtol=" + rtol, "run.ensemble=1", "run.ideal=false", "run.shadow=" + shadow,
                    "output.series=[%s]" % ", ".join(names + ["regular"]), "output.every=%r" % (until / ROWS)]
        words = [program, "run", scenario, "--out", out, "--quiet"]
        for setting in settings:
            words += ["--set", setting]
        # without a PATH no gnuplot is found and no picture drawn
        subprocess.run(words, check=True, env={"PATH": "/nowhere"})
        with open(out + "/summary.json") as file:
            summary = json.load(file)
        with open(out + "/series.csv") as file:
            rows = [list(map(float, row)) for row in list(csv.reader(file))[1:]]
    return summary, [row[:-1] for row in rows if row[-1] == 1]


def leaves(rows, exact, limits):
    """The first time at which two histories differ by a limit."""
    for a, b in zip(rows, exact):
        for i, limit in enumerate(limits):
            if limit > 0 and math.hypot(a[1 + 2 * i] - b[1 + 2 * i], a[2 + 2 * i] - b[2 + 2 * i]) > limit:
                return a[0]
    return math.inf


def main():
    program, late = sys.argv[1], 0
    for scenario in sys.argv[2:]:
        first = summary_of(program, scenario)
        if "shadow" not in first and "shadow" not in summary_of(program, scenario, "run.shadow=true"):
            continue
        until = first["window"]["to"]
        pairs = list(summary_of(program, scenario, "run.shadow=true")["shadow"]["play"])
        _, exact = history(program, scenario, "1e-13", pairs, until, "false")
        cells = []
        for rtol in TOLERANCES:
            told, rows = history(program, scenario, rtol, pairs, until, "true")
            limits = [max(0.01 * told["shadow"]["play"][pair], 1e-8) if told["shadow"]["play"][pair] else 0
                      for pair in pairs]
            true = leaves(rows, exact, limits)
            horizon = math.inf if told["horizon"] is None else told["horizon"]
            late += horizon > true
            cause = " t" if told["horizon_cause"] == "tolerance" else ""
            cells.append(" - " if math.isinf(horizon) and math.isinf(true) else
                         "%.4g%s (%s)" % (1e3 * horizon, cause, "-" if math.isinf(true) else "%.4g" % (1e3 * true)))
        print("  | `%s` | %s |" % (scenario.removeprefix("scenarios/"), " | ".join(cells)), flush=True)
    return late > 0


if __name__ == "__main__":
    sys.exit(main())
