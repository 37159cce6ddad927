#!/usr/bin/env python3
"""Laws for journals in bearings beside reference.csv, for docs/choosing.md.

    compare.py PROGRAM reference | errors | ranges | paper      a table in Markdown
    compare.py PROGRAM figure FILE.svg                          needs gnuplot

Forces of the laws come from `dashpot force`. Plain Python: the page can be made without NumPy.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RADIUS, LENGTH, MODULUS = 0.01, 0.01, 1e11
CLEARANCE = 1e-4
OUTER = 5.0  # outer radius of the bearing over R, unless a column says otherwise
SHOWN = (0.001, 0.01, 0.03, 0.1, 0.3, 0.5, 1, 3, 10)

ELASTIC = ["restitution=1", "approach=1"]
# label, law, settings, clearance
LAWS = [
    ("johnson-cylinder", "johnson-cylinder", [], CLEARANCE),
    ("radzimovsky", "radzimovsky", [], CLEARANCE),
    ("radzimovsky, `width: multibody`", "radzimovsky", ["width=multibody"], CLEARANCE),
    ("pereira, c = 0.01 mm", "pereira", [], 1e-5),
    ("pereira, c = 0.1 mm", "pereira", [], 1e-4),
    ("pereira, c = 1 mm", "pereira", [], 1e-3),
    ("liu-winkler", "liu-winkler", [], CLEARANCE),
    ("peng, elastic", "peng", ["mode=elastic-damped", *ELASTIC], CLEARANCE),
    ("bai-zhao, `form: consistent`", "bai-zhao", ["form=consistent", *ELASTIC], CLEARANCE),
    ("hertz, lankarani-cylinder", "lankarani-cylinder", ELASTIC, CLEARANCE),
]


def reference(materials="equal"):
    """{outer: {depth: force}} in units of R, c and E* c."""
    curves = {}
    with open(os.path.join(HERE, "reference.csv"), newline="") as file:
        for row in csv.DictReader(file):
            if row["materials"] == materials:
                curve = curves.setdefault(float(row["outer/R"]), {})
                curve[float(row["delta/c"])] = float(row["P/(E* c)"])
    return curves


def force(program, law, settings, depth, clearance, radius=RADIUS, length=LENGTH):
    """Over E* c L; None where the law has none."""
    pair = {"modulus": MODULUS, "bearing_radius": radius, "clearance": clearance, "length": length}
    changes = [f"{key}={value!r}" for key, value in pair.items()] + settings
    words = [program, "force", "--law", law, "--json", "--rate", "0",
             "--delta", repr(depth * clearance)]
    for change in changes:
        words += ["--set", change]
    done = subprocess.run(words, capture_output=True, text=True)
    value = json.loads(done.stdout)["force"] if done.returncode == 0 else None
    return None if value is None else value / (MODULUS * clearance * length)


def law_curves(program, depths):
    return [(label, {d: force(program, law, settings, d, c) for d in depths})
            for label, law, settings, c in LAWS]


def error(law, true):
    return None if law is None else law / true - 1


def line(cells):
    print("| " + " | ".join(cells) + " |")


def head(cells):
    line(cells)
    print("|" + "---|" * len(cells))


def percent(value):
    return "–" if value is None else f"{100 * value:+.0f} %"


def bed(program, fit, depths):
    settings = ["mode=elastic-damped", f"fit={fit!r}", *ELASTIC]
    return {d: force(program, "peng", settings, d, CLEARANCE) for d in depths}


def print_reference(program):
    """Forces, and the constant of a Winkler bed that is right one clearance deep."""
    curves = reference()
    head(["P/(E* c) at delta/c", *(f"{d:g}" for d in SHOWN), "`fit` of peng",
          "with it within 10 %"])
    for outer in (2.0, 3.0, 5.0, 10.0, 20.0, 100.0, 500.0):
        true = curves[outer]
        fit = round(true[1] / bed(program, 1.0, [1])[1], 2)
        line([f"outer radius {outer:g} R", *(f"{true[d]:.3g}" for d in SHOWN), f"{fit:g}",
              told(stretches(bed(program, fit, sorted(true)), true, 0.1))])


def print_errors(program):
    true = reference()[OUTER]
    head(["force less the reference, at delta/c", *(f"{d:g}" for d in SHOWN)])
    for label, curve in law_curves(program, SHOWN):
        line([label, *(percent(error(curve[d], true[d])) for d in SHOWN)])


def stretches(curve, true, part):
    """Where the law is within a part of the reference: [from, to] of delta/c."""
    found, inside = [], False
    for depth in sorted(true):
        off = error(curve[depth], true[depth])
        good = off is not None and abs(off) <= part
        if good and not inside:
            found.append([depth, depth])
        elif good:
            found[-1][1] = depth
        inside = good
    return found


def told(found):
    return ", ".join(f"{a:g} .. {b:g}" if a < b else f"{a:g}" for a, b in found) or "nowhere"


def widest(curve, curves, part):
    """The outer radius with the longest stretch on a logarithmic scale, and that stretch."""
    found = [(b / a, outer, [a, b])
             for outer, true in curves.items() for a, b in stretches(curve, true, part)]
    _, outer, stretch = max(found)
    return outer, [stretch]


def print_ranges(program):
    curves = reference()
    head(["law", "within 5 %", "within 10 %", "within 20 %", "within 10 %, 2 R",
          "within 10 %, 20 R", "best for 10 %"])
    for label, curve in law_curves(program, sorted(curves[OUTER])):
        outer, best = widest(curve, curves, 0.1)
        line([label, *(told(stretches(curve, curves[OUTER], p)) for p in (0.05, 0.1, 0.2)),
              told(stretches(curve, curves[2.0], 0.1)), told(stretches(curve, curves[20.0], 0.1)),
              f"{outer:g} R: {told(best)}"])


def print_paper(program):
    """Fig 4 of paper 001: its bearing, and forces over sigma_y R = E* c."""
    depths = (0.1, 0.3, 1, 1.5, 3, 6, 9, 12)
    with open(os.path.join(HERE, "groove.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    rigid = reference("rigid-journal")

    def law(name, *settings):
        return {d: force(program, name, list(settings), d, 1e-4, 0.1, 1.0) for d in depths}

    def elements(body):
        return {float(r["delta/c"]): float(r["P/(E* c)"]) for r in rows if r["body"] == body}

    winkler = law("peng", "mode=elastic-damped", *ELASTIC)
    far = elements("elastic 500 R")
    head(["P/(E* c) at delta/c", *(f"{d:g}" for d in depths)])
    for label, curve in (
            ("finite elements, 500 R, elastic", far),
            ("finite elements, 500 R, plastic", elements("plastic 500 R")),
            ("finite elements, 3.5 R, elastic", elements("elastic 3.5 R")),
            ("finite elements, 3.5 R, plastic", elements("plastic 3.5 R")),
            ("ring, exact, 500 R", rigid[500.0]), ("ring, exact, 5 R", rigid[5.0]),
            ("Eq 1, elastic", winkler),
            ("Eq 1, plastic", law("peng", "mode=elastic-plastic", "yield=1e8")),
            ("johnson-cylinder", law("johnson-cylinder")),
            ("radzimovsky", law("radzimovsky"))):
        values = [curve.get(d) for d in depths]
        line([label, *("–" if v is None else f"{v:.3g}" for v in values)])
    line(["k that Eq 1 needs for 500 R, elastic",
          *(f"{0.663 * far[d] / winkler[d]:.3f}" for d in depths)])


PLOT = """
set terminal svg size 720,430 font 'Arial,13' background '#ffffff'
set output '{file}'
set logscale x
set format x '%g'
set xrange [0.001:10]
set yrange [0:2]
set xlabel 'indentation over clearance'
set ylabel 'force over that of the reference'
set key outside right top Left reverse samplen 2 spacing 1.15
set rmargin 33
set grid back lc rgb '#d8d8d8' lw 0.7
plot {curves}
"""
DRAWN = {"johnson-cylinder": "#17375e", "radzimovsky": "#2f8fbf",
         "pereira, c = 0.1 mm": "#4c9a73", "liu-winkler": "#b8552b", "peng, elastic": "#d99a2b",
         "bai-zhao, `form: consistent`": "#8a5aa8", "hertz, lankarani-cylinder": "#7a7a7a"}


def draw(program, file):
    curves = reference()
    true = curves[OUTER]
    blocks, plots = [], []
    for dash, outer in enumerate((2.0, 20.0, 100.0), 2):
        blocks.append({d: curves[outer][d] / true[d] for d in true})
        plots.append(f"dt {dash} lw 1.5 lc rgb '#101010' title 'exact, outer {outer:g} R'")
    for label, curve in law_curves(program, sorted(true)):
        if label in DRAWN:
            blocks.append({d: f / true[d] for d, f in curve.items() if f is not None})
            name = label.split("`")[0].rstrip(", ")
            plots.append(f"lw 2.2 lc rgb '{DRAWN[label]}' title '{name}'")
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        with open(data, "w") as out:
            for block in blocks:
                out.write("".join(f"{d:g} {r:.6g}\n" for d, r in sorted(block.items())) + "\n\n")
        plot = ", ".join(f"'{data}' index {i} with lines {how}" for i, how in enumerate(plots))
        subprocess.run(["gnuplot"], input=PLOT.format(file=file, curves=plot), text=True,
                       check=True)


if __name__ == "__main__":
    match sys.argv[2:]:
        case ["reference"]:
            print_reference(sys.argv[1])
        case ["errors"]:
            print_errors(sys.argv[1])
        case ["ranges"]:
            print_ranges(sys.argv[1])
        case ["paper"]:
            print_paper(sys.argv[1])
        case ["figure", file]:
            draw(sys.argv[1], file)
        case _:
            sys.exit(__doc__)
