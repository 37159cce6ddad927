"""Debian's lmp, which loads the plugin through Python, gives the numbers of the small lmp."""

import os

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
