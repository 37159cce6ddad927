"""Debian's lmp, which loads the plugin through Python, gives the numbers of the small lmp. It has
rigid bodies as well."""

import os
import re

import packing

STOCK = "/usr/bin/lmp"


def check(bench):
    if not os.path.exists(STOCK):
        bench.says(f"stock: left out, there is no {STOCK}")
        return
    shape, until = (12, 12, 12), 200
    truth = packing.run(bench, "dashpot", 1, shape, until)
    for ranks in (1, 2):
        rows = packing.run(bench, "dashpot", ranks, shape, until, lmp=STOCK)
        off = packing.difference(rows, truth)
        bench.says(f"stock: {ranks} processes differ from the small lmp by {off.max():.1e}")
        # other compiler flags and another order: rounding
        bench.close(f"stock, {ranks} processes", off.max(), 0.0, packing.rounding(0.0))
        bench.holds(f"stock: {rows[-1, 2]:.0f} touches, {truth[-1, 2]:.0f} in the small lmp",
                    rows[-1, 2] == truth[-1, 2])
    check_rigid(bench)


def check_rigid(bench):
    """A body meets a wall with its mass, that of two spheres, and the run ends well."""
    place = bench.place()
    bench.lmp(place, "rigid.in", lmp=STOCK)
    found = re.search(r"^up (\S+) (\S+) of mass (\S+), lost (\S+)$", bench.words_of(place), re.M)
    if not bench.holds("rigid: the run ends with numbers", bool(found)):
        return
    first, second, mass, lost = (float(number) for number in found.groups())
    # head-on, through the centre of mass: the law delivers 0.6, 150 steps in the contact
    bench.close("rigid: speed of the first sphere", first, 0.6, 1e-4)
    bench.close("rigid: speed of the second sphere", second, first, 1e-6)
    bench.close("rigid: lost in the damper", lost / (0.5 * 2 * mass * (1 - 0.36)), 1.0, 1e-3)
