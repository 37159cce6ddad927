# Print docs/fits.md: every set of measured data in data/ that has a scenario in scenarios/fit, fitted
# with every law that can be run. With `draw` the curves of each go into docs/gallery.
#
#     python3 tools/write_fits.py build/release/dashpot [draw] >docs/fits.md

import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]

# scenario, whether it is a measurement, what a reader learns from it
SETS = [
    ("golf-ball", True, """\
The restitution hardly changes between 2 and 4.6 m/s. Viscous loss (kuwabara-kono, a slow fall with
speed) describes it best, but no law describes it within the stated errors: `chi2` is 2.5 times its
degrees of freedom. The errors are standard errors of means of five to ten drops and leave out what all drops
share. With errors that are equal and unknown (`sigma` left out) a constant restitution wins: the order
turns with the weights. Plastic laws, which are not made for such a ball, come last. Stiffness cannot be found
from restitution; the modulus in the scenario stands for it."""),
    ("zhang-sharf-c1", True, """\
Hard on hard, 5 to 9 % of the energy lost. Two viscous laws whose loss grows slowly with speed describe
restitution and force within the assumed errors; constant restitution does not. Laws that dissipate by
plastic flow alone cannot: they lose nothing at the lower speed."""),
    ("zhang-sharf-c2", True, """\
The softer specimen yields. jackson-green comes nearest, restitution within 0.012 and force within 3 %, which
is still outside the assumed errors (p = 0.002). It needs half as much again of the yield stress that the
printed force of yield stands for; [plastic.md](plastic.md) compares the plastic laws. The nearest of the
viscous laws is power."""),
    ("bronze", False, """\
Three round numbers that fall with speed as plastic flow makes them fall. No law of constant restitution
can describe them."""),
]


def run(name, *options):
    done = subprocess.run([PROGRAM, "run", f"scenarios/fit/{name}.yaml", "--json", *options],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def number(value, unit):
    """A value as people write it."""
    for factor, prefix in (1e9, "G"), (1e6, "M"), (1.0, ""), (1e-6, "µ"), (1e-9, "n"):
        if unit in ("Pa", "s") and abs(value) >= factor:
            return f"{value / factor:.4g}", prefix + unit
    return f"{value:.4g}", "" if unit == "1" else unit


def parameters(fit):
    texts = []
    for p in fit["parameters"]:
        value, unit = number(p["value"], p["unit"])
        scale = p["value"] / float(value)
        ends = "" if p["low"] is None else f" [{p['low'] / scale:.4g}, {p['high'] / scale:.4g}]"
        texts.append(f"{p['path'].rsplit('.', 1)[1]} {value}{ends} {unit}".strip())
    return ", ".join(texts) or "none free"


def table(result):
    """Best first; laws that the data cannot tell apart share a line."""
    lines, shown = [], []
    for fit in result["fits"]:
        if "chi2" not in fit:
            continue
        same = [line for line in shown if abs(line["chi2"] - fit["chi2"]) <= 1e-6 * (1 + fit["chi2"])]
        if same:
            same[0]["laws"].append(fit["law"])
            if fit["weight"] is not None:
                same[0]["weight"] += fit["weight"]
            continue
        shown.append({**fit, "laws": [fit["law"]]})
    for fit in shown:
        laws = fit["laws"][0] if len(fit["laws"]) == 1 else \
            f"{fit['laws'][0]} and {len(fit['laws']) - 1} more of the same curve"
        delta = "-" if fit["delta"] is None else f"{fit['delta']:.3g}"
        weight = "-" if fit["weight"] is None else f"{fit['weight']:.2g}"
        lines.append(f"| {laws} | {parameters(fit)} | {fit['chi2']:.4g} | {fit['dof']} | {delta} | {weight} |")
    head = "| law | parameter with its 95 % interval | chi2 | degrees of freedom | AICc above the best | weight |"
    return "\n".join([head, "|---|---|---|---|---|---|", *lines])


def source(name):
    """The first lines of the data say where they come from."""
    scenario = open(f"scenarios/fit/{name}.yaml").read()
    file = next(line.split("data:")[1].strip() for line in scenario.splitlines() if "data:" in line)
    path = os.path.normpath(os.path.join("scenarios/fit", file))
    said = [line[1:].strip() for line in open(path) if line.startswith("#")]
    return path, " ".join(said)


def draw(name):
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, "out")
        run(name, "--out", folder)
        plots = sorted(os.listdir(os.path.join(folder, "plots")))
        first = next(plot for plot in plots if plot.startswith("fit-") and plot.endswith(".svg"))
        shutil.copy(os.path.join(folder, "plots", first), f"docs/gallery/fit-{name}.svg")


print("""\
# Which law describes which material

Every set of data in `data/` that a fit can use, fitted with every law that can be run on it;
[fit.md](fit.md) explains the columns. Laws that give the same curve share a line and their weights are
added: the data cannot tell them apart. Written by `tools/write_fits.py`; do not edit, run `make docs`.
""")
for name, is_measured, text in SETS:
    result = run(name, "--set", "fit.laws=all")
    path, said = source(name)
    if "draw" in sys.argv[2:]:
        draw(name)
    print(f"## {result['title']}\n")
    print(f"`{path}`, {len(result['points'])} points{'' if is_measured else ', an example'}. {said}\n")
    print(f"    dashpot run scenarios/fit/{name}.yaml --set fit.laws=all\n")
    print(f"{table(result)}\n")
    print(f"{text}\n")
    print(f"![measured points and fitted curves](gallery/fit-{name}.svg)\n")
    skipped = ", ".join(entry["law"] for entry in result["skipped"])
    print(f"Not run, for want of what they need: {skipped}.\n")
