"""The examples print what their headers and docs/lammps.md say."""

import glob
import os
import re
import subprocess
import sys

import numpy as np

from bench import HERE, ROOT

FOLDER = os.path.join(os.path.dirname(HERE), "examples")
# Grains are chaotic: the last bit of a sum, which another compiler rounds in another way, makes
# another packing. Five of them lie within 0.08 of their mean; twice that.
CHAOS = 0.16


def read(path):
    with open(path) as file:
        return file.read()


def run(bench, name, **variables):
    """What the example said, and where it was run."""
    place = bench.place()
    bench.lmp(place, os.path.join(FOLDER, name, f"in.{name}"), **variables)
    said = bench.words_of(place)
    bench.holds(f"example {name}: LAMMPS warns: {re.findall('WARNING.*', said)[:1]}",
                "WARNING: dashpot" not in said)
    return said, place


def numbers(said, pattern):
    """All numbers of the line that matches."""
    line = re.search(pattern + ".*", said)
    if line is None:
        raise RuntimeError(f"no line '{pattern}' was printed")
    return [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", line.group())]


def check_impact(bench):
    deck = read(os.path.join(FOLDER, "impact/in.impact"))
    page = read(os.path.join(ROOT, "docs/lammps.md"))
    bench.holds("example impact: docs/lammps.md shows another deck; copy it again",
                "```\n" + deck.split("\n", 1)[1] + "```" in page)
    said, _ = run(bench, "impact")
    truth = bench.dashpot("restitution", "--law", "hunt-crossley", "--set", "restitution=0.7", "--json")
    # 600 steps in the contact, and six digits are printed
    bench.close("example impact: restitution", numbers(said, "^restitution|\nrestitution")[0],
                truth["delivered"], 2e-6)


def check_cradle(bench):
    said, place = run(bench, "cradle")
    truth = bench.dashpot("run", os.path.join(FOLDER, "cradle/chain.yaml"), "--json")
    got = numbers(said, "\nballs 1 to 5 after it: ")[2:]
    off = np.abs(np.array(got) - truth["final_velocities"]).max()
    # a step is 1/300 of a contact and the damper has the velocity of half a step ago
    bench.close("example cradle: velocities after the impact", off, 0.0, 1e-4)
    arrives, pendulum = numbers(said, "\narrives with ")
    bench.close("example cradle: speed of the pendulum", arrives, pendulum, 2e-5)
    bench.close("example cradle: sum of energies", numbers(said, "\nthe sum")[0], 0.0, 1e-5)
    if "-DLAMMPS_PNG" in subprocess.run([bench.small, "-h"], capture_output=True, text=True).stdout:
        bench.holds("example cradle: there is no picture", os.path.exists(f"{place}/cradle.png"))
    check_vtk(bench, place, "cradle", 5)


def check_vtk(bench, place, name, points):
    frames = read(f"{place}/{name}.dump").count("ITEM: TIMESTEP")
    subprocess.run([sys.executable, os.path.join(FOLDER, "vtk.py"), f"{name}.dump"], cwd=place,
                   check=True)
    files = glob.glob(f"{place}/{name}.*.vtk")
    text = read(f"{place}/{name}.0.vtk")
    bench.holds(f"example {name}: {len(files)} files for ParaView of {frames} frames",
                len(files) == frames > 0 and f"POINTS {points} double" in text
                and "VECTORS velocity double" in text and "SCALARS radius double 1" in text
                and len(text.splitlines()) == 8 + 3 * points + 3 * (points + 2))


def check_grains(bench):
    said, place = run(bench, "hopper")
    bench.close("example hopper: flow", numbers(said, "\nflow")[0] / 0.112, 1.0, CHAOS)
    bench.close("example hopper: sum of energies", numbers(said, "\nthe sum")[0], 0.0, 1e-3)
    check_vtk(bench, place, "hopper", 897 + 561)
    said, _ = run(bench, "projectile")
    for speed, depth in (("0.5", 18.5), ("1", 24.3), ("2", 31.6)):
        part = said[said.index(f"\n{speed} m/s: "):]
        got = numbers(part, "m/s: ")[0]
        bench.close(f"example projectile, {speed} m/s: depth", got / depth, 1.0, CHAOS)
        bench.close(f"example projectile, {speed} m/s: sum of energies",
                    numbers(part, "still move; the sum")[0], 0.0, 1e-3)
    said, _ = run(bench, "packing")
    fill, touches, floor, weight = numbers(said, "\nfills")
    bench.close("example packing: share of the space", fill / 0.5787, 1.0, CHAOS)
    bench.close("example packing: contacts of a sphere", touches / 4.767, 1.0, CHAOS)
    bench.close("example packing: floor", floor / weight, 1.0, CHAOS)


def check(bench):
    check_impact(bench)
    check_cradle(bench)
    if not bench.is_quick:
        check_grains(bench)
