#!/usr/bin/python3
"""Write a CalculiX deck of a journal in a bearing, or read its results.

    deck.py ring >ring.inp              elastic journal under a body force in an elastic ring, plane
                                        strain, equal materials: the case of solve.py
    deck.py groove 500 >groove.inp      paper 001, Fig 2: rigid journal, plane stress, a groove in a
    deck.py groove 500 100 >groove.inp  body 500 R high and wide whose top is held; elastic, or
                                        perfectly plastic with a yield stress of 100 MPa
    ccx ring                            writes ring.dat
    deck.py read ring <ring.dat         indentation and force as CSV

Units: mm, N, MPa. One layer of bricks, 1 mm thick; symmetry halves the model. y points along the
load, and angles are measured from there.
"""

import sys

import numpy as np

RADIUS, CLEARANCE = 100.0, 0.1
MODULUS, POISSON = 1e5, 0.3  # E*
OUTER = 5.0  # ring: outer radius over RADIUS
FORCES = (0.01, 0.1, 0.5, 1.0, 2.0, 5.0)  # ring: P/(E* c) of the body force
DEPTHS = (0.1, 0.3, 1.0, 1.5, 2.0, 3.0, 4.5, 6.0, 9.0, 12.0)  # groove: over c
EMBEDDED = 0.002  # ring: depth before any load, over c
PENALTY = 1e6  # N/mm^3: 1e-3 of the clearance at a pressure of E* c/R
RING_MESH = 0.75, 1.08  # elements in the contact [degrees], growth along a radius
GROOVE_MESH = 1.5, 1.15  # elements of 1 degree change the forces by less than 1 %


def angles(end, fine, until, coarse):
    """From 0 to end: steps of `fine` up to `until`, then growing to `coarse`. Degrees in, radians
    out."""
    at, step = [0.0], fine
    while at[-1] < end:
        at.append(at[-1] + step)
        if at[-1] >= until:
            step = min(1.1 * step, coarse)
    return np.radians(at) * end / at[-1]


def growing(first, total, ratio):
    """From 0 to total in steps that grow by a ratio, the first one about `first`."""
    steps = [first]
    while sum(steps) < total:
        steps.append(steps[-1] * ratio)
    return np.concatenate([[0.0], np.cumsum(steps)]) * total / sum(steps)


def grid(radii, theta):
    """Points [radius][angle]; radii may depend on the angle."""
    r = radii if np.ndim(radii) == 2 else np.asarray(radii)[:, None]
    return np.stack([r * np.sin(theta), r * np.cos(theta)], axis=-1)


class Mesh:
    def __init__(self):
        self.nodes, self.lines, self.count = [], [], 0

    def layer(self, points):
        """Two nodes, below and above, for each point; their numbers."""
        flat = points.reshape(-1, 2)
        first = len(self.nodes) + 1
        self.nodes += [(x, y, z) for x, y in flat for z in (0.0, 1.0)]
        return np.arange(first, len(self.nodes) + 1).reshape(*points.shape[:-1], 2)

    def bricks(self, name, number):
        """The elements between neighbours; returns the numbers [row][column]."""
        rows, columns = number.shape[0] - 1, number.shape[1] - 1
        self.lines.append(f"*ELEMENT, TYPE=C3D8I, ELSET={name}")
        made = np.arange(rows * columns).reshape(rows, columns) + self.count + 1
        for i in range(rows):
            for j in range(columns):
                quad = [number[i, j], number[i, j + 1], number[i + 1, j + 1], number[i + 1, j]]
                self.element(made[i, j], [n[0] for n in quad] + [n[1] for n in quad])
        return made

    def wedges(self, name, centre, number):
        """The elements between a centre and a row of nodes around it."""
        self.lines.append(f"*ELEMENT, TYPE=C3D6, ELSET={name}")
        for a, b in zip(number, number[1:]):
            self.element(self.count + 1, [centre[0], b[0], a[0], centre[1], b[1], a[1]])

    def element(self, label, nodes):
        self.lines.append(", ".join(map(str, [label, *nodes])))
        self.count = label

    def deck(self):
        return ["*NODE, NSET=ALL",
                *(f"{i}, {x:.13g}, {y:.13g}, {z:g}" for i, (x, y, z) in enumerate(self.nodes, 1)),
                *self.lines]


def named(name, numbers):
    numbers = [str(n) for n in np.unique(np.ravel(numbers))]
    rows = [numbers[i:i + 10] for i in range(0, len(numbers), 10)]
    return [f"*NSET, NSET={name}", *(", ".join(row) for row in rows)]


def contact(outer_row, inner_row):
    """Frictionless. A brick ends at the larger radius with side 5, at the smaller with side 3."""
    return ["*SURFACE, NAME=JOURNAL", *(f"{e}, S5" for e in outer_row),
            "*SURFACE, NAME=BEARING", *(f"{e}, S3" for e in inner_row),
            "*SURFACE INTERACTION, NAME=TOUCH", "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR",
            f"{PENALTY:g}", "*CONTACT PAIR, INTERACTION=TOUCH, TYPE=SURFACE TO SURFACE",
            "JOURNAL, BEARING"]


def material(name, young, *more):
    return [f"*MATERIAL, NAME={name}", "*ELASTIC", f"{young:.12g}, {POISSON}", *more]


PRINT = ["*NODE PRINT, NSET=HELD, TOTALS=ONLY", "RF", "*NODE PRINT, NSET=CENTRE", "U",
         "*END STEP"]


def ring():
    """Half of a disc and half of a ring. The disc starts a little too deep: only the contact holds
    it."""
    fine, growth = RING_MESH
    theta = angles(180, fine, 88, 4.0)
    mesh = Mesh()
    step = RADIUS * np.radians(fine)
    inside = (RADIUS - growing(step, 0.98 * RADIUS, growth))[::-1]
    hole = RADIUS + CLEARANCE
    shift = np.array([0.0, CLEARANCE * (1 + EMBEDDED)])
    centre = mesh.layer(shift[None, :])[0]
    j = mesh.layer(grid(inside, theta) + shift)
    b = mesh.layer(grid(hole + growing(step, OUTER * RADIUS - hole, growth), theta))
    mesh.wedges("DISC", centre, j[0])
    disc, body = mesh.bricks("DISC", j), mesh.bricks("BODY", b)
    young = 2 * MODULUS * (1 - POISSON**2)
    lines = mesh.deck() + named("HELD", b[-1]) + named("CENTRE", centre)
    lines += named("AXIS", [*centre, *np.ravel(j[:, [0, -1]]), *np.ravel(b[:, [0, -1]])])
    lines += material("STEEL", young, "*DENSITY", "1.")
    lines += ["*SOLID SECTION, ELSET=DISC, MATERIAL=STEEL",
              "*SOLID SECTION, ELSET=BODY, MATERIAL=STEEL"]
    lines += contact(disc[-1], body[0])
    lines += ["*BOUNDARY", "HELD, 1, 2", "AXIS, 1", "ALL, 3"]
    for force in FORCES:
        pull = force * MODULUS * CLEARANCE / (np.pi * RADIUS**2)
        lines += ["*STEP, INC=200", "*STATIC", "1., 1.", "*DLOAD",
                  f"DISC, GRAV, {pull:.12g}, 0., 1., 0."] + PRINT
    return lines


def groove(far, yield_stress=None):
    """A quarter of what the paper draws: half of a groove by symmetry. Top held, right side and
    bottom free."""
    fine, growth = GROOVE_MESH
    theta = angles(90, fine, 90, fine)
    mesh = Mesh()
    step = RADIUS * np.radians(fine)
    hole = RADIUS + CLEARANCE
    edge = far * RADIUS / np.maximum(np.sin(theta), np.cos(theta))
    share = growing(step, far * RADIUS - hole, growth) / (far * RADIUS - hole)
    radii = hole + share[:, None] * (edge - hole)
    j = mesh.layer(grid([RADIUS - 2 * step, RADIUS - step, RADIUS], theta) + [0.0, CLEARANCE])
    b = mesh.layer(grid(radii, theta))
    disc, body = mesh.bricks("DISC", j), mesh.bricks("BODY", b)
    points = np.array(mesh.nodes)[b - 1]
    top = b[points[..., 1] > far * RADIUS * (1 - 1e-9)]
    plastic = ["*PLASTIC", f"{yield_stress:g}, 0."] if yield_stress else []
    lines = mesh.deck() + named("HELD", top) + named("CENTRE", j[0, 0]) + named("RIGID", j)
    lines += named("AXIS", b[:, 0]) + named("BELOW", np.array(b)[..., 0])
    lines += material("STIFF", MODULUS) + material("BEARING", MODULUS, *plastic)
    lines += ["*SOLID SECTION, ELSET=DISC, MATERIAL=STIFF",
              "*SOLID SECTION, ELSET=BODY, MATERIAL=BEARING"]
    lines += contact(disc[-1], body[0])
    lines += ["*BOUNDARY", "HELD, 1, 2", "AXIS, 1", "BELOW, 3", "RIGID, 1", "RIGID, 3"]
    increments = "0.25, 1., 1e-3, 0.25" if yield_stress else "1., 1."
    for depth in DEPTHS:
        lines += ["*STEP, INC=200", "*STATIC", increments, "*BOUNDARY",
                  f"RIGID, 2, 2, {depth * CLEARANCE:.12g}"] + PRINT
    return lines


def read(kind, lines):
    """Values at the end of each step: indentation over c, force per length over E* c."""
    rows, mode = {}, None
    for line in lines:
        words = line.split()
        if line.strip().startswith(("total force", "displacements")):
            mode = words[0]
            state = rows.setdefault(round(float(words[-1]), 9), {})
        elif len(words) == 3 and mode == "total":
            state["force"] = abs(float(words[1]))
        elif len(words) == 4 and mode == "displacements":
            state["depth"] = float(words[2])
    start = EMBEDDED if kind == "ring" else 0.0
    print("delta/c,P/(E* c)")
    for time in sorted(rows):
        if time == round(time):
            s = rows[time]
            print(f"{s['depth'] / CLEARANCE + start:.6g},"
                  f"{2 * s['force'] / (MODULUS * CLEARANCE):.6g}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["ring"]:
            print("\n".join(ring()))
        case ["groove", *more]:
            print("\n".join(groove(*map(float, more))))
        case ["read", kind]:
            read(kind, sys.stdin)
        case _:
            sys.exit(__doc__)
