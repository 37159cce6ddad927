"""A packing in which every radius is different, on 1, 2 and 4 processes: as many digits agree as
with gran/hertz/history on the same packing."""

import numpy as np

from bench import Spheres, columns, write_lines

MODULUS, RATIO, MU = 1e8, 0.8, 0.3
# gran/hertz/history with the stiffness of hertz and mindlin: F = kn sqrt(R) d^1.5, S = kt sqrt(R d)
GRAN = {"kn": repr(4 / 3 * MODULUS), "kt": repr(2 * RATIO * MODULUS)}
FRICTION = f"friction mindlin mu {MU} stiffness_ratio {RATIO}"
LAW = f"thornton modulus {MODULUS!r} yield_pressure 4e6 {FRICTION}"
SPACING, STEP = 0.0099, 1e-6  # [m], [s]
NAMES = ("kinetic energy", "rotation", "touches", "pxx", "pyy", "pzz", "pxy", "stored normal",
         "stored tangential", "damping", "plastic", "friction")


def write_packing(place, shape, drift):
    """Spheres on a lattice that overlap a little, move at random and drift together: they
    cross the borders of processes while they touch."""
    generator, spheres = np.random.default_rng(3), Spheres()
    count = int(np.prod(shape))
    radii = generator.uniform(0.0049, 0.00505, count)
    velocities = generator.normal(0.0, 0.2, (count, 3)) + np.array(drift)
    spins = generator.normal(0.0, 20.0, (count, 3))
    sites = SPACING * np.indices(shape).reshape(3, -1).T
    for radius, site, velocity, spin in zip(radii, sites, velocities, spins):
        spheres.add(1, radius, 2500.0, site, velocity, spin)
    spheres.write(f"{place}/spheres.data", (0.0,) * 3, [SPACING * n for n in shape])
    write_lines(f"{place}/laws.in", [f"pair_coeff * * {LAW}"])


def run(bench, style, ranks, shape, until, newton="on", lmp=None, drift=(8.0, 6.0, 4.0)):
    place = bench.place()
    write_packing(place, shape, drift)
    bench.lmp(place, "packing.in", ranks, lmp, style=style, newton=newton, dt=STEP,
              every=until // 10, until=until, **GRAN)
    return columns(f"{place}/out.txt")[:, 1:]


def difference(a, b):
    """Of each column at the end, relative to what it amounts to."""
    return np.abs(a - b)[-1] / np.maximum(np.abs(b).max(axis=0), 1e-300)


def rounding(of_gran):
    """Forces are added in another order. 10 times what gran has, for chance; 1e-12 is what a sum of
    1e7 losses has by itself."""
    return max(10.0 * of_gran, 1e-12)


def check_size(bench, shape, until, ways, **more):
    """ways: (processes, newton); the first is what the others are compared with."""
    title, worst = f"packing of {np.prod(shape):,}", {}
    for style in ("gran", "dashpot"):
        runs = [run(bench, style, ranks, shape, until, newton, **more)
                for ranks, newton in ways]
        for (ranks, newton), rows in zip(ways[1:], runs[1:]):
            off = difference(rows, runs[0])
            worst[style] = max(worst.get(style, 0.0), off.max())
            bench.holds(f"{title}, {style}: {rows[-1, 2]:.0f} touches on {ranks} processes, newton "
                        f"{newton}, {runs[0][-1, 2]:.0f} on one", rows[-1, 2] == runs[0][-1, 2])
            if style == "dashpot":
                names = ", ".join(f"{name} {x:.1e}" for name, x in zip(NAMES, off) if x > 0)
                bench.close(f"{title}, {ranks} processes, newton {newton}: {names}", off.max(), 0.0,
                            rounding(worst["gran"]))
    bench.says(f"{title}: processes differ by {worst['dashpot']:.1e} (gran {worst['gran']:.1e})")
    check_energy(bench, title, runs)


def check_energy(bench, title, runs):
    for rows in runs:
        # The first row is left out: spheres that overlap from the beginning have flowed when the
        # first step is made. Impacts of 200 us, energy held to (omega dt)^2.
        total = (rows[:, 0] + rows[:, 1] + rows[:, 7:].sum(axis=1))[1:]
        bench.close(f"{title}: gap in the ledger", np.ptp(total) / rows[1:, 10:].sum(axis=1).max(),
                    0.0, (np.pi * STEP / 2e-4)**2)


def check(bench):
    ways = [(1, "on"), (2, "on"), (4, "on"), (2, "off")]
    if bench.is_quick:
        check_size(bench, (12, 12, 12), 1000, [ways[0], ways[1], ways[3]])
    else:
        check_size(bench, (12, 12, 12), 2000, ways)
        # slower, for fewer neighbour lists
        check_size(bench, (50, 50, 40), 1000, ways[:3], drift=(2.0, 1.5, 1.0))
