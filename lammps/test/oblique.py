"""Oblique impacts of two free spheres and of a sphere on a wall, with spin and friction, against
`kind: impact`, in planes that lie anywhere in space."""

import numpy as np

from bench import Spheres, coefficients, frames, sphere_mass, write_lines

BALL, BALL_MASS = 0.010, 0.0105  # [m], [kg] before a wall
# Two spheres turn about each other while they touch, by speed T/(R1 + R2), which the library leaves
# out. Light spheres of this size turn by less than 1e-6.
LARGE, LARGE_MASSES = (10.0, 14.0), (0.0105, 0.0288)
SPEED = 1.0  # [m/s]
STEPS = (1e-6, 2.5e-7)  # [s]
NORMAL = {"hertz": {"modulus": 1e9}, "flores": {"modulus": 1e9, "restitution": 0.7},
          "thornton": {"modulus": 1e9, "yield_pressure": 5e6}}
FRICTION = {"coulomb": {"mu": 0.25}, "mindlin": {"mu": 0.25, "stiffness_ratio": 0.8},
            "cundall-strack": {"mu": 0.25, "stiffness_ratio": 0.3, "damping": 3.0},
            "mindlin-deresiewicz": {"mu": 0.25, "stiffness_ratio": 0.8}}
# angle [deg], speeds of the surfaces by spin [m/s], velocity of body 2 across [m/s]
MEETINGS = [(0, 0.3, 0.0, 0.0), (5, 0.0, 0.0, 0.0), (20, 0.0, -0.2, 0.1), (45, 0.4, 0.3, -0.2),
            (75, -0.5, 0.0, 0.0)]


class Case:
    def __init__(self, kind, normal, friction, meeting, is_wall, axes):
        self.kind, self.is_wall = kind, is_wall
        self.n, self.t = axes  # across and along the surfaces
        self.axis = np.cross(self.n, self.t)
        angle, spin, other_spin, other = meeting
        self.title = f"{normal}, {friction}, {angle} deg, " + ("wall" if is_wall else "two spheres")
        self.radii = (BALL,) if is_wall else LARGE
        self.masses = (BALL_MASS,) if is_wall else LARGE_MASSES
        way = np.radians(angle)
        self.velocities = [[SPEED * np.cos(way), SPEED * np.sin(way)], [0.0, other]]
        self.spins = [v / radius for v, radius in zip((spin, other_spin), self.radii)]
        bodies = [{"radius": r, "mass": m, "velocity": v, "spin": w} for r, m, v, w in
                  zip(self.radii, self.masses, self.velocities, self.spins)]
        self.scenario = {"kind": "impact", "impact": {
            "bodies": bodies + [{"fixed": True}] * is_wall,
            "contact": {"law": normal, **NORMAL[normal],
                        "friction": {"law": friction, **FRICTION[friction]}}}}

    def place(self, spheres, number):
        gap = 0.3 * SPEED * STEPS[1]
        if self.is_wall:
            at = np.array([0.08 * (number % 12), 0.08 * (number // 12), BALL + gap])
        else:
            at = 90.0 * np.array([1 + number % 4, 1 + number // 4 % 4, 1 + number // 16])
        for body, radius in enumerate(self.radii):
            density = self.masses[body] / sphere_mass(radius, 1.0)
            x, y = self.velocities[body]
            spheres.add(self.kind, radius, density, at + body * (sum(LARGE) + gap) * self.n,
                        x * self.n + y * self.t, self.spins[body] * self.axis)

    def motion(self, row):
        """x, y and spin, as the library gives them."""
        return np.array([row[1:4] @ self.n, row[1:4] @ self.t, row[4:7] @ self.axis])

    def error(self, rows, truth):
        """[m/s] the worst of velocities and speeds of the surfaces after the impact."""
        worst = 0.0
        for body, radius in enumerate(self.radii):
            x, y, spin = self.motion(rows[body])
            after = truth["velocities_after"][body]
            worst = max(worst, abs(x - after[0]), abs(y - after[1]),
                        radius * abs(spin - truth["spins_after"][body]))
        return worst


def turned(generator):
    """Two unit vectors at right angles, anywhere in space."""
    q, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    return q[:, 0], q[:, 1]


def cases_of():
    generator, cases, kind = np.random.default_rng(2), [], 0
    for normal in NORMAL:
        for friction in FRICTION:
            kind += 1
            for meeting in MEETINGS:
                cases.append(Case(kind, normal, friction, meeting, False, turned(generator)))
                turn = generator.uniform(0, 2 * np.pi)
                axes = np.array([0.0, 0.0, -1.0]), np.array([np.cos(turn), np.sin(turn), 0.0])
                cases.append(Case(kind, normal, friction, meeting, True, axes))
    return cases


def run(bench, cases, dt, duration):
    place, spheres, first = bench.place(), Spheres(), []
    for n, case in enumerate(cases):
        first.append(len(spheres.rows))
        case.place(spheres, n // 2)
    lines = ["pair_coeff * * hertz modulus 1e9"]
    for case in cases[::2 * len(MEETINGS)]:
        contact = case.scenario["impact"]["contact"]
        law, friction = contact["law"], dict(contact["friction"])
        rubs = coefficients(friction.pop("law"), friction)
        words = f"{coefficients(law, NORMAL[law])} friction {rubs}"
        if "coulomb" in words:
            words += " v_s 1e-5"  # the library sticks exactly
        lines += [f"pair_coeff {case.kind} {case.kind} {words}",
                  f"group g{case.kind} type {case.kind}",
                  f"fix w{case.kind} g{case.kind} wall/dashpot {words} zplane 0 NULL"]
    spheres.write(f"{place}/spheres.data", (-1.0,) * 3, (450.0,) * 3)
    write_lines(f"{place}/laws.in", lines)
    bench.lmp(place, "oblique.in", dt=repr(dt), steps=round(duration / dt))
    rows = frames(f"{place}/atoms.dump")[-1][1]
    ledger = np.loadtxt(f"{place}/ledger.txt")[:, 1:].sum(axis=1)
    return [rows[at:at + 2] for at in first], np.ptp(ledger) / ledger[0]


def check(bench):
    cases = cases_of()
    truths = [bench.scenario(case.scenario) for case in cases]
    last = max(truth["duration"] for truth in truths)
    worst = []
    for dt in STEPS:
        rows, gap = run(bench, cases, dt, 1.1 * last)
        errors = np.array([case.error(*found) for case, *found in zip(cases, rows, truths)])
        for case, truth, error in zip(cases, truths, errors):
            # friction follows a normal force and a sliding speed that are half a step old
            bench.close(f"oblique, {case.title}, step {dt:g} s: velocities and spins", error, 0.0,
                        SPEED * dt / truth["duration"])
        shortest = min(truth["duration"] for truth in truths)
        bench.close(f"oblique, step {dt:g} s: gap in the ledger", gap, 0.0,
                    (np.pi * dt / shortest)**2)
        worst.append(errors)
    rms = [np.sqrt(np.mean(errors**2)) for errors in worst]
    order = np.log(rms[0] / rms[1]) / np.log(STEPS[0] / STEPS[1])
    bench.says("oblique: %d cases, error %.1e, %.1e m/s of %g m/s, order %.2f"
               % (len(cases), *rms, SPEED, order))
    bench.holds(f"oblique: order {order:.2f}, should be 0.9 at least", order >= 0.9)
