"""Walls that move, and runs in pieces: nothing jumps where a run is cut."""

import os

from bench import write_lines

LAW = "tsuji modulus 1e7 restitution 0.3"
WIGGLE = f"fix floor all wall/dashpot {LAW} zplane 0 NULL wiggle z 2e-4 0.02"
SHEAR = f"fix floor all wall/dashpot {LAW} friction coulomb mu 0.5 zplane 0 NULL shear x 1e-3"


def shown(bench, lines):
    place = bench.place()
    write_lines(os.path.join(place, "lines.in"), lines)
    bench.lmp(place, "moving.in")
    said = bench.words_of(place).splitlines()
    numbers = [line.split()[1:] for line in said if line.startswith("shown")][0]
    floor = [float(line.split()[1]) for line in said if line.startswith("floor")]
    return [float(word) for word in numbers], floor


def check(bench):
    whole, _ = shown(bench, [WIGGLE, "timestep 1e-6", "run 12000"])
    pieces, _ = shown(bench, [WIGGLE, "timestep 1e-6", "run 6000", "timestep 5e-7",
                              "reset_timestep 0", "run 12000"])
    # the floor moves by 0.4 mm; a phase that follows the number of steps would be off by half of it
    bench.close("moving: a bead on a floor whose run is cut, z [m]", pieces[0], whole[0], 2e-8)
    # friction of a slow bead is bounded by the step; the first forces of a run know it, too
    cut = [SHEAR, "timestep 1e-5", "run 300", 'print "floor ${floor}"', "run 0",
           'print "floor ${floor}"']
    _, floor = shown(bench, cut)
    bench.close("moving: friction at the start of a run, over that before", floor[1] / floor[0], 1.0,
                0.06)  # the velocity is half a step younger there, and m/(21 dt) slows it by 1/42
