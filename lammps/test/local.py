"""What `compute pair/local` shows of a contact at one instant, against the library."""

import csv

import numpy as np

from bench import Spheres, coefficients, frames, sphere_mass, write_lines
from oblique import LARGE, LARGE_MASSES, turned  # which do not turn about each other

SPEED, ANGLE, STEP, STEPS = 1.0, np.radians(30.0), 1e-7, 520  # [m/s], [rad], [s]
LAWS = {"hertz": {"modulus": 1e9}, "flores": {"modulus": 1e9, "restitution": 0.7},
        "tsuji": {"modulus": 1e9, "restitution": 0.7},
        "thornton": {"modulus": 1e9, "yield_pressure": 8e5}}
FRICTION = {"mu": 0.25, "stiffness_ratio": 0.8}


def scenario(law):
    velocity = [SPEED * np.cos(ANGLE), SPEED * np.sin(ANGLE)]
    return {"kind": "impact", "impact": {
        "bodies": [{"radius": LARGE[0], "mass": LARGE_MASSES[0], "velocity": velocity},
                   {"radius": LARGE[1], "mass": LARGE_MASSES[1]}],
        "contact": {"law": law, **LAWS[law], "friction": {"law": "mindlin", **FRICTION}}},
        "output": {"every": STEP}}


def series(bench, law, time):
    """Columns of the library at that time, and its summary."""
    place = bench.place()
    summary = bench.scenario(scenario(law), "--out", f"{place}/out")
    with open(f"{place}/out/series.csv") as file:
        rows = list(csv.reader(file))
    table = np.array(rows[1:], float)
    names = [name.split(" ")[0] for name in rows[0]]
    row = {name: np.interp(time, table[:, 0], table[:, k]) for k, name in enumerate(names)}
    return row, summary


def run(bench):
    place, spheres, axes = bench.place(), Spheres(), []
    lines = ["pair_coeff * * hertz modulus 1e9"]
    generator = np.random.default_rng(5)
    for n, (law, values) in enumerate(LAWS.items()):
        across, along = turned(generator)
        axes.append((across, along))
        at = np.array([90.0 * (n + 1), 60.0, 60.0])
        velocity = SPEED * (np.cos(ANGLE) * across + np.sin(ANGLE) * along)
        for body in range(2):
            spheres.add(n + 1, LARGE[body], LARGE_MASSES[body] / sphere_mass(LARGE[body], 1.0),
                        at + body * sum(LARGE) * (1 + 1e-15) * across, velocity * (1 - body))
        lines.append(f"pair_coeff {n + 1} {n + 1} {coefficients(law, values)} friction "
                     f"{coefficients('mindlin', FRICTION)}")
    spheres.write(f"{place}/spheres.data", (0.0,) * 3, (450.0, 120.0, 120.0))
    write_lines(f"{place}/laws.in", lines)
    bench.lmp(place, "local.in", dt=STEP, steps=STEPS)
    return axes, frames(f"{place}/pairs.dump")[-1][1], frames(f"{place}/atoms.dump")[-1][1]


def check_law(bench, law, axes, shown, atoms):
    across, along = axes
    first, second, _, energy, force, *p = shown
    sign = 1.0 if first < second else -1.0  # forces are those on the first atom
    title = f"pair/local, {law}"
    tangential, size, normal, depth, dent, lost, stored, stored_along = p[:3], *p[3:]
    one, two = atoms
    d, u = one[1:4] - two[1:4], one[4:7] - two[4:7]
    rate = -(d @ u) / np.linalg.norm(d)

    # what follows from the state: to rounding, of places of 400 m in an indentation of 40 um
    if law != "thornton":
        words = [f"--set={key}={value!r}" for key, value in LAWS[law].items()]
        radius = LARGE[0] * LARGE[1] / sum(LARGE)
        mass = LARGE_MASSES[0] * LARGE_MASSES[1] / sum(LARGE_MASSES)
        now = bench.dashpot("force", "--law", law, *words, f"--set=radius={radius!r}",
                            f"--set=mass={mass!r}", f"--set=approach={SPEED * np.cos(ANGLE)!r}",
                            f"--delta={depth!r}", f"--rate={rate!r}", "--json")
        bench.close(f"{title}: normal force", normal / now["force"], 1.0, 1e-7)
        bench.close(f"{title}: stored", stored / now["stored_energy"], 1.0, 1e-7)
    bench.close(f"{title}: force", force / normal, 1.0, 1e-12)
    bench.close(f"{title}: eng", energy / (stored + stored_along), 1.0, 1e-12)
    bench.close(f"{title}: p4", size / np.linalg.norm(tangential), 1.0, 1e-12)
    across_part = np.abs(np.array(tangential) @ np.cross(across, along)) / size
    bench.close(f"{title}: friction leaves the plane of the impact", across_part, 0.0, 1e-6)

    # what has become of it: to the step's error
    truth, summary = series(bench, law, STEP * STEPS)
    share = STEP / summary["duration"]
    for name, value, true in (
            ("indentation", depth, truth["indentation"]), ("normal force", normal, truth["force"]),
            ("friction", -sign * (np.array(tangential) @ along), truth["tangential_force"]),
            ("energies stored", energy, truth["stored"]),
            ("energy lost", lost, truth["viscous"] + truth["plastic"] + truth["friction"])):
        bench.close(f"{title}: {name} after {STEPS} steps", value / true, 1.0, 5 * share)
    true = summary["residual_indentation"]
    bench.holds(f"{title}: there is no dent to compare", (true > 0.0) == (law == "thornton"))
    bench.close(f"{title}: dent", dent, true, share * true)


def check(bench):
    axes, pairs, atoms = run(bench)
    bench.holds(f"pair/local: {len(pairs)} contacts of {len(LAWS)}", len(pairs) == len(LAWS))
    for row in pairs:
        n = int(row[2]) - 1
        check_law(bench, list(LAWS)[n], axes[n], row, atoms[2 * n:2 * n + 2])
