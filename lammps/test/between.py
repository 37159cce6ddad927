"""What happens between runs leaves the histories of contacts alone: atoms that are deleted, that go
to other processes, and a restart file that is written then."""

import numpy as np

from bench import Spheres, columns, write_lines

COUNT = 5  # along an edge
DELETE = ["group gone id 1:20", "delete_atoms group gone compress no"]
BALANCE = ["balance 1.0 shift xyz 10 1.05"]
WRITE = ["write_restart state"]


def write_spheres(path):
    spheres, generator = Spheres(), np.random.default_rng(5)
    for n in range(COUNT**3):
        site = 0.0032 * (np.array([n % COUNT, n // COUNT % COUNT, n // COUNT**2]) + 0.6)
        spheres.add(1 + n % 3, 0.0014 + 0.0001 * (n % 3), 2500.0, site,
                    generator.normal(0.0, 0.2, 3))
    spheres.write(path, (0.0,) * 3, (0.02, 0.02, 0.03))


def run(bench, between, ranks, newton="on"):
    """Rows of the second run, and those of a process that goes on from the file."""
    place = bench.place()
    write_spheres(f"{place}/spheres.data")
    write_lines(f"{place}/between.in", between or ['print "nothing"'])
    bench.lmp(place, "between.in", ranks, newton=newton, **{"from": "none"})
    rows = columns(f"{place}/out.txt")
    second = rows[rows[:, 0] >= 1500][-51:, 1:]
    if between[-1:] != WRITE:
        return second, None
    bench.lmp(place, "between.in", ranks, newton=newton, **{"from": "state"})
    return second, columns(f"{place}/out.txt")[:, 1:]


def same(bench, title, rows, truth):
    # The row of the first step may be from before the change. What springs along the surface store
    # is seen with a velocity of half a step ago where the other atom is of another process.
    columns_of_both = [0, 1, 3, 4, 5]
    off = np.inf
    if len(rows) == len(truth):
        a, b = (table[1:, columns_of_both] for table in (rows, truth))
        off = (np.abs(a - b) / np.abs(b).max(axis=0)).max()
    # sums in another order: rounding, grown a little by 500 steps of a packing
    bench.close(f"between: {title}, largest difference of energies", off, 0.0, 1e-9)


def check(bench):
    ways = [(2, "off"), (2, "on"), (1, "on"), (1, "off")]
    changes = [("delete_atoms", DELETE), ("balance", BALANCE), ("nothing", [])]
    for ranks, newton in ways[:1] if bench.is_quick else ways:
        for title, change in changes[:2] if bench.is_quick else changes:
            title = f"{title}, {ranks} processes, newton {newton}"
            truth, _ = run(bench, change, ranks, newton)
            bench.holds(f"between: {title}: all kinds of losses", min(truth[-1, 3:]) > 1e-6)
            rows, again = run(bench, change + WRITE, ranks, newton)
            same(bench, f"write_restart after {title}", rows, truth)
            same(bench, f"go on from that after {title}", again, truth)
