#!/usr/bin/env python3
"""A02 of IFToMM's library: N square four-bars in a row, as a scenario.

    four_bars.py 40 20 >../../scenarios/references/a02-40.yaml       # N, seconds

Rods r0 to rN of 1 m and 1 kg stand upright on pins at (i, 0), couplers c1 to cN join their tops, and all tops
start with 1 m/s to the right.
"""

import sys

bars, until = int(sys.argv[1]), sys.argv[2]
print("""\
# A02 of IFToMM's library of benchmark problems with N = %d: square four-bars in a row, %d uniform rods
# of 1 m and 1 kg, upright at the start, their tops at 1 m/s. Written by tools/references/four_bars.py.
# All rods keep parallel, so that the motion is that of one pendulum; where they lie flat, every bar
# could turn a way of its own.
dashpot: 1
title: %d four-bars in a row
kind: mechanism
mechanism:
  gravity: [0, -9.81]
  bodies:""" % (bars, 2 * bars + 1, bars))
inertia = "0.08333333333333333"
for i in range(bars + 1):
    print("    - {name: r%d, mass: 1, inertia: %s}" % (i, inertia))
for i in range(1, bars + 1):
    print("    - {name: c%d, mass: 1, inertia: %s}" % (i, inertia))
print("  joints:")
for i in range(bars + 1):
    print("    - {type: revolute, name: a%d, between: [ground, r%d], at: [[%d, 0], [-0.5, 0]]}" % (i, i, i))
for i in range(1, bars + 1):
    print("    - {type: revolute, name: b%d, between: [r%d, c%d], at: [[0.5, 0], [-0.5, 0]]}" % (i, i - 1, i))
    print("    - {type: revolute, name: d%d, between: [c%d, r%d], at: [[0.5, 0], [0.5, 0]]}" % (i, i, i))
print("  start:")
for i in range(bars + 1):
    print("    r%d: {angle: 90 deg, omega: -1}" % i)
for i in range(1, bars + 1):
    print("    c%d: {angle: 0, omega: 0}" % i)
print("  watch: [r0.angle]")
print("run: {until: %s, rtol: 1e-11}" % until)
print("output: {every: 0.5, series: [r0.angle, r%d.angle, b1.fx, c1.x, c1.y, regular]}" % bars)
