"""Head-on impacts of every law for convex bodies, all in one LAMMPS, against `kind: impact`."""

import numpy as np

from bench import Spheres, coefficients, frames, sphere_mass, write_lines

RADII = (0.010, 0.014)  # [m]
DENSITY = 7800.0
SPEED = 0.5  # [m/s]
STEPS = (4e-7, 1e-7)  # [s]
PAIR = {"modulus": 1.1e11, "yield": 3e8}
LINEAR = 3e7  # [N/m] about as long an impact as those of Hertz
MIDDLE = {"kelvin-voigt": {"damping": 150.0}, "ristow": {"damping": 40.0},
          "lee-herrmann": {"damping": 3000.0}, "schwager-poschel": {"damping": 1e5},
          "azad-featherstone": {"damping": 1e4}, "kuwabara-kono": {"relaxation": 1e-6},
          "power": {"damping": 1e9}, "adams-impact": {"max_damping": 100.0, "ramp": 1e-5}}


def laws_for_balls(bench):
    """Name -> words of pair_coeff, for every law that is not one for journals."""
    found = {}
    for law in bench.dashpot("laws", "--json"):
        if law["family"] == "conformal":
            continue
        names = [p["name"] for p in law["parameters"]]
        values = dict(MIDDLE.get(law["name"], {}))
        if "restitution" in names:
            values["restitution"] = 0.7
        if law["linear_spring"] or law["name"] == "walton-braun":
            values["stiffness"] = LINEAR
        else:
            values.update(PAIR)
        found[law["name"]] = values
    return found


# By the rule `largest`, the default here, a head-on impact says little of the speed at the touch.
# 0.2 is a speed that the impact does not have.
APPROACHES = [(law, approach) for law in ("flores", "wang-dashpot", "ye-kelvin")
              for approach in ("each", "0.2")]


def variants(bench):
    """(law, values, what is special)"""
    laws = laws_for_balls(bench)
    for law, values in laws.items():
        yield law, values, ""
    for law, approach in APPROACHES:
        yield law, {**laws[law], "approach": approach}, f", approach {approach}"


def cases_of(bench):
    """(title, law, values, summary of the library) of each law; of one that pulls, both ways."""
    masses = [sphere_mass(radius, DENSITY) for radius in RADII]
    cases = []
    for law, values, special in variants(bench):
        for tension in ("clamp", "allow"):
            values = {**values, "tension": tension}
            summary = bench.scenario({"kind": "impact", "impact": {
                "bodies": [{"radius": RADII[0], "mass": masses[0], "velocity": SPEED},
                           {"radius": RADII[1], "mass": masses[1]}],
                "contact": {"law": law, **values}}})
            cases.append((f"{law}, {tension}{special}", law, values, summary))
            if not summary["tension_seen"]:
                break
    return cases


def write_pairs(place, cases, dt):
    """Every pair meets along a direction of its own, within the first step."""
    spheres = Spheres()
    lines = [f"pair_coeff * * {coefficients('hertz', {'modulus': 1e9})}"]
    directions = np.random.default_rng(1).normal(size=(len(cases), 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    for n, (_, law, values, _) in enumerate(cases):
        at = 0.1 * np.array([n % 8, n // 8, 0.0])
        spheres.add(n + 1, RADII[0], DENSITY, at, SPEED * directions[n])
        spheres.add(n + 1, RADII[1], DENSITY, at + (sum(RADII) + 0.3 * SPEED * dt) * directions[n])
        lines.append(f"pair_coeff {n + 1} {n + 1} {coefficients(law, values)}")
    spheres.write(f"{place}/spheres.data", (-0.1, -0.1, -0.1), (0.9, 0.9, 0.1))
    write_lines(f"{place}/laws.in", lines)
    return directions


def impacts(bench, cases, dt, steps):
    """Of each case: restitution, peak force, worst gap in its ledger [share of the energy]."""
    place = bench.place()
    axis = write_pairs(place, cases, dt)
    bench.lmp(place, "headon.in", dt=repr(dt), steps=steps)
    atoms = np.array([rows for _, rows in frames(f"{place}/atoms.dump")])
    velocity, force = atoms[:, :, 1:4], atoms[:, :, 4:7]
    closing = np.einsum("tnc,nc->tn", velocity[:, 0::2] - velocity[:, 1::2], axis)
    pushing = -np.einsum("tnc,nc->tn", force[:, 0::2], axis)
    masses = np.array([sphere_mass(radius, DENSITY) for radius in RADII])
    kinetic = 0.5 * np.einsum("tnbc,b->tn", velocity.reshape(len(atoms), -1, 2, 3)**2, masses)
    worst = np.zeros(len(cases))
    for t, (_, rows) in enumerate(frames(f"{place}/pairs.dump")):
        for row in rows[rows[:, 5] > 0.0] if len(rows) else ():
            n = int(min(row[0], row[1]) - 1) // 2
            gap = kinetic[t, n] + row[7] + row[8] + row[9] - kinetic[0, n]
            worst[n] = max(worst[n], abs(gap) / kinetic[0, n])
    total = np.loadtxt(f"{place}/ledger.txt")
    total = np.ptp(total[:, 1] + total[:, 2]) / total[0, 1]
    return -closing[-1] / SPEED, pushing.max(axis=0), worst, total


def is_smooth(law, family):
    """No damper, or one that vanishes at the touch with the spring."""
    return family in ("elastic", "hunt-crossley", "elastoplastic") or law == "wang-dashpot"


def order(coarse, fine):
    ratio = np.sqrt(np.mean(np.square(coarse))) / np.sqrt(np.mean(np.square(fine)))
    return np.log(ratio) / np.log(STEPS[0] / STEPS[1])


def check(bench):
    cases = cases_of(bench)
    families = {law["name"]: law["family"] for law in bench.dashpot("laws", "--json")}
    off = {}  # by step: errors of smooth and of other laws, gaps
    for dt in STEPS:
        e, force, gap, total = impacts(bench, cases, dt, round(1.5e-4 / dt))
        smooth, other = [], []
        for n, (title, law, _, truth) in enumerate(cases):
            title = f"head-on, {title}, step {dt:g} s"
            share = dt / truth["duration"]
            is_even = is_smooth(law, families[law])
            # LAMMPS gives a force the velocity of half a step ago, and a touch begins and ends
            # within steps: that moves the losses, 1 - e^2 of the energy over the impact, by part
            # of a step. It cancels from loading to unloading where the damper vanishes at the
            # touch.
            bound = share**2 if is_even else (1 - truth["restitution"]**2) * share
            bench.close(f"{title}: restitution", e[n], truth["restitution"], bound)
            (smooth if is_even else other).append(e[n] - truth["restitution"])
            # half a step changes the rate by F dt/(2 m), and the damper's force by less than F
            # times pi dt/T up to critical damping; without damper it is the integrator's error,
            # and the top that lies between two steps
            is_static = families[law] == "elastoplastic"
            bound = (np.pi * share)**2 if is_static else np.pi * share
            peak = truth["max_force"]
            bench.close(f"{title}: peak force", force[n] / peak, 1.0, bound)
            # energy that velocity Verlet holds to (omega dt)^2, omega = pi/T
            bench.close(f"{title}: gap in the ledger", gap[n], 0.0, (np.pi * share)**2)
        bench.close(f"head-on, step {dt:g} s: gap in the ledger of all", total, 0.0,
                    (np.pi * dt / 7e-5)**2)
        off[dt] = smooth, other, gap, [total]
    orders = [order(a, b) for a, b in zip(off[STEPS[0]], off[STEPS[1]])]
    bench.says("head-on: %d cases, orders of the error: %.2f smooth laws, %.2f laws that jump; of "
               "the gap in the ledger: %.2f, %.2f of all" % (len(cases), *orders))
    names = ("smooth laws", "laws that jump", "the ledger", "its sum")
    for name, value, least in zip(names, orders, (1.7, 0.8, 1.8, 1.8)):
        bench.holds(f"head-on: {name} converge with order {value:.2f}, should be {least} at least",
                    value >= least)
