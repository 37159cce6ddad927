#!/usr/bin/python3
"""Write reference.csv: force against indentation of a journal in a bearing, by solve.py.

    table.py >reference.csv

P, delta, c, R and E* as in solve.py. Needs NumPy; about two minutes.
"""

import math

from solve import at_indentation, pair_of

MANTISSAS = (1, 1.1, 1.2, 1.35, 1.5, 1.7, 2, 2.2, 2.5, 2.7, 3, 3.3, 3.6, 4, 4.5, 5, 5.5, 6, 7, 8, 9)
DEPTHS = [m * 10**e for e in (-3, -2, -1, 0) for m in MANTISSAS] + [10]
CASES = [("equal", "strain", outer) for outer in (1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 500)]
CASES += [("rigid-journal", "stress", outer) for outer in (2, 3, 5, 10, 100, 500)]
HEAD = "materials,plane,outer/R,delta/c,P/(E* c),half_angle_deg,peak_pressure*R/(E* c)"


def row(materials, plane, outer, depth):
    state = at_indentation(depth, *pair_of(materials, 0.3, plane), outer)
    return (f"{materials},{plane},{outer:g},{depth:.6g},{state.force:.9g},"
            f"{math.degrees(state.half_angle):.8g},{state.peak_pressure:.9g}")


if __name__ == "__main__":
    print(HEAD)
    for case in CASES:
        for depth in DEPTHS:
            print(row(*case, depth))
