"""tools/conformal/solve.py against closed forms, and its tables against solve.py."""

import csv
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are small

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/conformal")
sys.dont_write_bytecode = True
sys.path.insert(0, FOLDER)

import deck
import solve as so
import table

failures = []


def close(what, value, truth, tolerance):
    if not abs(value - truth) <= tolerance * abs(truth):
        failures.append(f"{what}: {value!r}, should be {truth!r}")


def holds(what, condition):
    if not condition:
        failures.append(what)


def check_ring_modes():
    for plane in ("strain", "stress"):
        b = so.Material(3.0, 0.27, plane)
        k, mu = b.kappa, b.mu
        # a thick tube under inner pressure, held outside: u = A r + B/r
        outer = 1.7
        inner = (1 - outer**-2) / (2 * mu * (1 + 2 * outer**-2 / (k - 1)))
        close(f"tube, plane {plane}", so.ring_mode(0, b, outer), inner, 1e-13)
        # a hole in an infinite body; (R/outer)^2 is 1e-12
        for n in (2, 3, 7):
            close(f"hole, mode {n}", so.ring_mode(n, b, 1e6),
                  (k / (n - 1) + 1 / (n + 1)) / (4 * mu), 1e-11)
        # the force of mode 1 moves the hole by p1 kappa/(2 mu (1 + kappa)) ln(outer), p1 = 1
        close("logarithm", so.ring_mode(1, b, 1e6) - so.ring_mode(1, b, 1e5),
              k * np.log(10) / (2 * mu * (1 + k)), 1e-8)


def check_persson():
    """Equal materials in an infinite body; the held rim at 1e6 R changes 1e-12 times the slope of
    the force over the angle, which is steep near the limit of 84.8 degrees."""
    for poisson in (0.1, 0.3):
        pair = so.pair_of("equal", poisson)
        for degrees in (1, 10, 30, 60, 80):
            half = np.radians(degrees)
            state = so.solve(half, *pair, 1e6)
            close(f"Persson's force at {degrees}", state.force, so.persson_force(half), 1e-9)
            close(f"Persson's peak at {degrees}", state.peak_pressure, so.persson_peak(half), 1e-9)


def check_hertz():
    """Line contact of small angles: the error is of the order of the angle squared, of unlike
    materials of the angle, since their kernel has a kink."""
    for case, order in (("equal", 2), ("rigid-journal", 1)):
        for half in (0.1, 0.01, 0.001):
            state = so.solve(half, *so.pair_of(case), 5.0)
            close(f"Hertz's width, {case}", so.hertz_half_angle(state.force), half, half**order)
            close(f"Hertz's pressure, {case}", state.peak_pressure,
                  2 * state.force / (np.pi * half), half**order)


def check_convergence():
    """The kink of unlike materials makes the pressure less smooth at the edge; then the error falls
    by a power of the points only."""
    for case, plane, tolerance in (("equal", "strain", 1e-10), ("rigid-journal", "stress", 1e-5)):
        pair = so.pair_of(case, 0.3, plane)
        for outer in (1.5, 5.0, 500.0):
            for degrees in (1, 45, 80):
                few, many = (so.solve(np.radians(degrees), *pair, outer, points)
                             for points in (so.POINTS, 2 * so.POINTS))
                close(f"{case} {outer} {degrees}: force", few.force, many.force, tolerance)
                close(f"{case} {outer} {degrees}: depth", few.indentation, many.indentation,
                      tolerance)


def check_logarithmic_laws():
    """Outer radii for which delta = P/(pi E*) [ln(E* c/P) + A] is exact at small depths, as
    docs/choosing.md says: A of johnson-cylinder, and of radzimovsky with both widths."""
    pair = so.pair_of("equal")
    for name, constant, outer in (("Johnson", np.log(4 * np.pi) - 1, 3.361),
                                  ("Roark", np.log(6.25 / 2) + 2 / 3, 4.508),
                                  ("multibody", np.log(6.25) + 2 / 3, 13.654)):
        state = so.solve(1e-4, *pair, outer)
        exact = state.indentation * np.pi / state.force + np.log(state.force)
        close(f"constant of {name}", exact, constant, 2e-4)  # four digits of the radius


def check_gap():
    """The opening again, as a plain Fourier sum of the modes: no closed form of the kernel. 2000
    terms leave 1/2000 of the pressure's smallest features."""
    for case, outer in (("equal", 2.0), ("rigid-journal", 3.0)):
        journal, bearing = so.pair_of(case)
        state = so.solve(np.radians(50), journal, bearing, outer, look_outside=True)
        holds(f"{case}: pressure is positive", state.pressure.min() > 0)
        holds(f"{case}: no overlap outside", state.slack > 0)
        count = len(state.phi)
        weight = np.pi / (count + 1) * np.sin(np.arange(1, count + 1) * np.pi / (count + 1))
        load = state.pressure * weight * state.half_angle / np.pi
        theta = np.linspace(0, 0.95 * state.half_angle, 7)
        gap = 1 - (1 + state.indentation) * np.cos(theta)
        for n in range(0, 2001):
            share = np.sum(load * np.cos(n * state.phi)) * (0.5 if n == 0 else 1.0)
            if n < 40:
                soft = so.ring_mode(n, bearing, outer)
            else:
                k = bearing.kappa
                soft = (k / (n - 1) + 1 / (n + 1)) / (4 * bearing.mu)
            if journal is not None:
                k, mu = journal.kappa, journal.mu
                soft += ((k - 1) / (4 * mu) if n == 0 else (k - 1) / (8 * mu) if n == 1 else
                         (k / (n + 1) + 1 / (n - 1)) / (4 * mu))
            # the nodes cannot resolve more waves than this
            if n > 1.5 * count / state.half_angle:
                break
            gap += soft * share * np.cos(n * theta)
        holds(f"{case}: gap in the contact is {np.abs(gap).max():.1e} c", np.abs(gap).max() < 2e-4)


def check_tables():
    with open(os.path.join(FOLDER, "reference.csv")) as file:
        lines = file.read().splitlines()
    holds("head of reference.csv", lines[0] == table.HEAD)
    holds("rows of reference.csv", len(lines) == 1 + len(table.CASES) * len(table.DEPTHS))
    for number in (1, 300, 777, 1200, len(lines) - 1):
        words = lines[number].split(",")
        fresh = table.row(words[0], words[1], float(words[2]), float(words[3])).split(",")
        for old, new in zip(words[3:], fresh[3:]):
            close(f"reference.csv, row {number}", float(old), float(new), 1e-7)


def check_finite_elements():
    """Elements of 0.75 degrees: with 1.5 degrees the differences are two and a half times as
    large. A contact that is few elements wide is off by more."""
    pair = so.pair_of("equal", deck.POISSON)
    with open(os.path.join(FOLDER, "ring.csv"), newline="") as file:
        for row in csv.DictReader(file):
            depth, force = float(row["delta/c"]), float(row["P/(E* c)"])
            truth = so.at_indentation(depth, *pair, deck.OUTER).force
            close(f"CalculiX, delta/c = {depth}", force, truth, 0.005 if depth > 0.3 else 0.02)


for check in (check_ring_modes, check_persson, check_hertz, check_convergence,
              check_logarithmic_laws, check_gap, check_tables, check_finite_elements):
    check()
for failure in failures:
    print(f"conformal: {failure}")
sys.exit(1 if failures else 0)
