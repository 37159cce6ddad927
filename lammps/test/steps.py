"""A time step that is too long is said: contacts of few steps, dampers that drive bodies apart.
Beside other granular styles, and for a stiffness on many sizes, there are warnings as well."""

import math
import os
import struct

from bench import Spheres, frames, write_lines

RADIUS, DENSITY, MODULUS = 1.5e-3, 2500.0, 5.3333e7
LAW = f"exact-restitution restitution 0.6 modulus {MODULUS!r}"
STYLE = ["pair_style dashpot", f"pair_coeff * * {LAW}"]
MIDDLE = 1e-5  # [s] 12 steps in a contact of two spheres of RADIUS at 1 m/s


def run(bench, spheres, lines, dt=MIDDLE, steps=20, ranks=1, newton="on", place=None):
    """What LAMMPS says. Without spheres the lines read a restart file."""
    place = place or bench.place()
    if spheres is not None:
        spheres.write(os.path.join(place, "spheres.data"), (-0.05,) * 3, (0.05,) * 3, 2)
        lines = ["read_data spheres.data", *lines]
    write_lines(os.path.join(place, "lines.in"), lines)
    bench.lmp(place, "steps.in", ranks, dt=repr(dt), steps=steps, newton=newton)
    return bench.words_of(place)


def warnings_of(said):
    return [line for line in said.splitlines() if line.startswith("WARNING")]


def expect(bench, title, said, *wanted):
    """As many warnings as there are lists of words, each with the words of its list."""
    found = warnings_of(said)
    bench.holds(f"steps, {title}: {found}",
                "the run ended" in said and len(found) == len(wanted)
                and all(all(word in line for word in words)
                        for words, line in zip(wanted, found)))


def pair(speed=1.0, radius=RADIUS, gap=0.0, across=0.0, spheres=None, at=(0.0, 0.0, 0.0)):
    """Two spheres that touch after `gap`, the first one lies at `at`."""
    spheres = spheres or Spheres()
    x, y, z = at
    spheres.add(1, radius, DENSITY, at, (speed / 2, across / 2, 0))
    spheres.add(1, radius, DENSITY, (x + 2 * radius + gap, y, z), (-speed / 2, -across / 2, 0))
    return spheres


# --- steps of a contact --------------------------------------------------------------------------

SHORT = "1 of 1 contacts that ended so far in this run had fewer than 10 time steps"


def check_pair(bench):
    """The deck of a newcomer: restitution 0.6 becomes 1.75, and the dampers lose -9e-6 J."""
    for ranks, newton in ((1, "on"), (2, "on"), (2, "off")):
        said = run(bench, pair(gap=1e-5), STYLE, 5e-5, ranks=ranks, newton=newton)
        title = f"{ranks} processes, newton {newton}"
        expect(bench, title, said,
               [SHORT, "shortest contact: 1 step, atoms 1 and 2, which parted at step 2",
                "20 % and more", "The time step"],
               ["in 1 of 1 contacts", "most -9.04e-06 J", "atoms 1 and 2"],
               ["all dampers together are negative, -9.04e-06 J"])
    said = run(bench, pair(gap=1e-5), STYLE, 3e-5)
    expect(bench, "4 steps", said, [SHORT, "shortest contact: 4 steps", "up to 20 %"])
    said = run(bench, pair(gap=1e-5), STYLE, 2e-5)
    expect(bench, "6 steps", said, [SHORT, "shortest contact: 6 steps", "up to 10 %"])
    expect(bench, "12 steps", run(bench, pair(gap=1e-5), STYLE))
    # elastic: nothing is lost in a damper, and too few steps are said all the same
    said = run(bench, pair(gap=1e-5), [STYLE[0], f"pair_coeff * * hertz modulus {MODULUS}"], 4e-5)
    expect(bench, "no damper", said, [SHORT])


def check_quiet(bench):
    """Nothing is said of touches that are short by themselves, or were not seen as a whole."""
    grazes = pair(0.0, across=4.0)
    grazes.rows[1] = (*grazes.rows[1][:3], 0.99999 * 2 * RADIUS, 4e-4, 0.0, *grazes.rows[1][6:])
    said = run(bench, grazes, STYLE, steps=40)
    expect(bench, "grazing", said)
    laid = pair(0.0, gap=-2e-5)
    expect(bench, "laid into each other", run(bench, laid, STYLE, 2e-5, 100))


def check_needle(bench):
    """One bad contact among many good ones, in a run that goes on for long."""
    spheres = Spheres()
    for n in range(300):
        at = (0.01 * (n % 10) - 0.045, 0.01 * (n // 10 % 10) - 0.045, 0.01 * (n // 100) - 0.045)
        pair(0.1, RADIUS, 1e-6, spheres=spheres, at=at)
    # a sixth of the size has a sixth of the time
    pair(0.3, RADIUS / 6, 1e-5, spheres=spheres, at=(0.0, 0.0, 0.03))
    for ranks, newton in ((1, "on"), (2, "off"), (4, "on")):
        said = run(bench, spheres, STYLE, steps=1200, ranks=ranks, newton=newton)
        expect(bench, f"one of 301, {ranks} processes", said,
               ["1 of 301 contacts that ended", "atoms 601 and 602"],)
        lines = said.splitlines()
        warned = [n for n, line in enumerate(lines) if line.startswith("WARNING")]
        last = [n for n, line in enumerate(lines) if line.split()[:1] == ["1200"]]
        bench.holds("steps, said while the run goes on", bool(warned and last)
                    and warned[0] < last[0])


def check_wall(bench):
    spheres = Spheres()
    spheres.add(1, RADIUS, DENSITY, (0.0, 0.0, RADIUS + 1e-5), (0.0, 0.0, -1.0))
    lines = [*STYLE, f"fix floor all wall/dashpot {LAW} zplane 0 NULL"]
    said = run(bench, spheres, lines, 8e-5)
    expect(bench, "wall", said,
           ["fix floor: 1 of 1 contacts", "shortest contact: 1 step, atom 1,"],
           ["fix floor: in 1 of 1 contacts", "atom 1,"], ["fix floor: the losses of all"],
           ["fix floor", "damper was too strong"])
    expect(bench, "wall, short steps", run(bench, spheres, lines, 1e-5, 100))


def check_depth(bench):
    """The radius of a sphere at a wall is its own, whatever rounding does: 6 % are no tenth."""
    spheres = Spheres()
    for n in range(20):
        radius = 1.4e-3 + 1e-5 * n
        spheres.add(1, radius, DENSITY, (0.0045 * n - 0.045, 0.0, radius + 1e-6), (0.0, 0.0, -1.0))
    lines = [STYLE[0], "pair_coeff * * hertz modulus 1.1e7",
             "fix floor all wall/dashpot hertz modulus 1.1e7 zplane 0 NULL"]
    expect(bench, "6 % of any radius", run(bench, spheres, lines, steps=60))
    lines = [line.replace("1.1e7", "2e6") for line in lines]
    expect(bench, "12 % of a radius", run(bench, spheres, lines, steps=60), ["largest indentation"])


def check_flow(bench):
    """A plastic law that never yields is said, but not of a wall where others have yielded."""
    def thornton(pressure):
        return f"thornton modulus {MODULUS!r} yield_pressure {pressure!r}"

    def lines(pair_pressure):
        return [STYLE[0], f"pair_coeff * * {thornton(pair_pressure)}",
                f"fix floor all wall/dashpot {thornton(1e9)} zplane -0.0015 NULL"]
    spheres = pair(gap=1e-5)
    spheres.add(1, RADIUS, DENSITY, (0.02, 0.0, 1e-5), (0.0, 0.0, -1.0))
    for ranks in (1, 2):
        expect(bench, "no flow", run(bench, spheres, lines(1e9), steps=60, ranks=ranks),
               ["fix floor", "lost nothing"], ["types 1 and 1", "lost nothing"])
        expect(bench, "flow", run(bench, spheres, lines(5e6), steps=60, ranks=ranks))


def change_edition(state, words):
    """The restart file of the edition before: in the pair style a number, in a wall a hash."""
    pair = b"dashpot\0" + (2).to_bytes(4, "little")
    walls = [struct.pack("<d", float(mark(words, 2, edition) >> 11)) for edition in (b"\2", b"")]
    if words is None:
        return state.replace(pair, pair[:-4] + (1).to_bytes(4, "little")), state.count(pair)
    return state.replace(*walls), state.count(walls[0])


def mark(words, axis, edition):
    """FNV-1a, as FixWallDashpot::mark."""
    value = 14695981039346656037
    text = b"".join(word.encode() + b"\0" for word in (words or "").split())
    for byte in text + bytes([axis]) + edition:
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


def check_restart(bench):
    """A contact that begins before a restart and ends after it has all its steps."""
    wall = f"fix floor all wall/dashpot {LAW} zplane 0 NULL"
    spheres = pair(gap=1e-5)
    spheres.add(1, RADIUS, DENSITY, (0.02, 0.0, RADIUS + 1e-5), (0.0, 0.0, -1.0))
    spheres.rows = [(*row[:5], row[5] + (n < 2) * 0.02, *row[6:])
                    for n, row in enumerate(spheres.rows)]
    begin = ["read_restart state.4", "comm_modify vel yes", wall]
    for ranks in (1, 2):
        place = bench.place()
        run(bench, spheres, [*STYLE, wall, "restart 4 state.*"], 1.6e-5, 4, ranks, place=place)
        said = run(bench, None, begin, 1.6e-5, ranks=3 - ranks, place=place)
        expect(bench, f"restart on {3 - ranks} processes", said, ["different # of processors"],
               ["fix floor", "shortest contact: 9 steps"], [SHORT, "shortest contact: 8 steps"])
    # files of another version of the plugin are refused, since their histories are others
    for words in (None, LAW):
        path = os.path.join(place, "state.4")
        with open(path, "rb") as file:
            state = file.read()
        changed, count = change_edition(state, words)
        bench.holds("steps, the edition is in the restart file", count == 1)
        with open(path, "wb") as file:
            file.write(changed)
        status = bench.finish(bench.start(place, "steps.in", dt=1e-5, steps=20, newton="on"), 60)
        said = bench.words_of(place)
        with open(path, "wb") as file:
            file.write(state)
        bench.holds(f"steps, restart file of another version: {said[-300:]}",
                    status == 1 and "another version of the plugin" in said)


# --- restitution by steps ------------------------------------------------------------------------

LAWS = {"hertz": "", "exact-restitution": "restitution 0.6", "thornton": "yield_pressure 5e6",
        "kuwabara-kono": "relaxation 6e-6", "tsuji": "restitution 0.6"}
PLACES = 5  # of the touch within a step


def restitutions(bench, law, dt):
    """(restitution, steps) of impacts that begin at several places within a step."""
    spheres, place = Spheres(), bench.place()
    for n in range(PLACES):
        pair(1.0, gap=dt * (n + 0.5) / PLACES, spheres=spheres, at=(-0.04, 0.0, 0.01 * n))
    lines = ["pair_style dashpot", f"pair_coeff * * {law} {LAWS[law]} modulus {MODULUS!r}",
             "compute who all property/local patom1 patom2 cutoff radius",
             "compute local all pair/local p5 p6 cutoff radius",
             "dump touches all local 1 touches.dump c_who[1] c_who[2] c_local[1]",
             "dump atoms all custom 1 atoms.dump id vx", "dump_modify atoms sort id"]
    spheres.write(os.path.join(place, "spheres.data"), (-0.05,) * 3, (0.05,) * 3, 2)
    write_lines(os.path.join(place, "lines.in"), ["read_data spheres.data", *lines])
    bench.lmp(place, "steps.in", dt=repr(dt), steps=round(3e-4 / dt), newton="on")
    last = frames(os.path.join(place, "atoms.dump"))[-1][1]
    count = [0] * PLACES
    for _, rows in frames(os.path.join(place, "touches.dump")):
        for row in rows:
            count[int(min(row[0], row[1]) - 1) // 2] += 1
    return [(last[2 * n + 1, 1] - last[2 * n, 1], count[n]) for n in range(PLACES)]


def check_errors(bench):
    """What the warning says of restitution above 0.6: `up to` is a bound of every law here, `and
    more` is reached."""
    worst = {}
    for law in LAWS:
        truth = sum(e for e, _ in restitutions(bench, law, 2e-7)) / PLACES
        for dt in (5e-5, 4e-5, 3.3e-5, 2.7e-5, 2.3e-5, 1.9e-5, 1.5e-5, 1.2e-5, 1e-5):
            for e, steps in restitutions(bench, law, dt):
                worst[steps] = max(worst.get(steps, 0.0), abs(e - truth) / truth)
    bench.says("steps: largest error of the restitution by steps of a contact: "
               + ", ".join(f"{steps} {worst[steps]:.2g}" for steps in sorted(worst)))
    for steps, off in worst.items():
        bound = math.inf if steps < 4 else 0.2 if steps < 5 else 0.1  # the words of the warning
        bench.close(f"steps: restitution with {steps} of them", off, 0.0, bound)
    bench.holds("steps: too few are as bad as is said", max(worst[n] for n in (1, 2, 3)) > 0.2)


# --- other granular styles, one stiffness for many sizes, defaults -------------------------------

GRAN = "hertz/history 7.1e7 NULL 0 NULL 0.4 0"


def check_other_styles(bench):
    spheres = Spheres()
    spheres.add(1, RADIUS, DENSITY, (0.0, 0.0, 2 * RADIUS))
    spheres.add(2, RADIUS, DENSITY, (0.0, 0.0, 5 * RADIUS))
    wall = f"fix w all wall/gran {GRAN} zplane 0 NULL"
    missing = "missing from compute dashpot/energy"
    said = run(bench, spheres, [*STYLE, wall, "run 2"])
    expect(bench, "fix wall/gran", said, ["fix w wall/gran", missing, "fix wall/dashpot"])
    both = ["pair_style hybrid/overlay dashpot gran/hooke 1e3 NULL 0 NULL 0.4 0",
            f"pair_coeff * * dashpot {LAW}", "pair_coeff 1 1 gran/hooke"]
    expect(bench, "hybrid", run(bench, spheres, both), ["gran/hooke", "beside dashpot", missing])
    lines = [f"pair_style gran/{GRAN}", "pair_coeff * *",
             f"fix a all wall/dashpot {LAW} zplane 0 NULL",
             f"fix b all wall/dashpot {LAW} xplane -0.04 0.04"]
    expect(bench, "fix wall/dashpot", run(bench, spheres, lines),
           ["gran/hertz/history", "beside fix wall/dashpot", missing])


def check_hybrid(bench):
    """A hybrid style with dashpot for some types gives them the forces that dashpot alone gives."""
    spheres = pair(gap=1e-5)
    pair(gap=1e-5, spheres=spheres, at=(0.0, 0.0, 0.02))
    spheres.rows = [(1 + n // 2, *row[1:]) for n, row in enumerate(spheres.rows)]
    dump = ["dump atoms all custom 1 atoms.dump id vx fx",
            "dump_modify atoms sort id format float %.17g"]
    alone = ["pair_style dashpot", f"pair_coeff * * {LAW}"]
    both = ["pair_style hybrid dashpot gran/hooke 1e3 NULL 0 NULL 0.4 0",
            f"pair_coeff 1 * dashpot {LAW}", "pair_coeff 2 2 gran/hooke"]
    found = []
    for lines, ranks in ((alone, 1), (both, 1), (both, 2)):
        place = bench.place()
        run(bench, spheres, [*lines, *dump], place=place, ranks=ranks)
        found.append([rows[:2].tolist() for _, rows in frames(f"{place}/atoms.dump")])
    bench.holds("steps: dashpot in a hybrid style moves spheres as alone",
                found[0][-1] != found[0][0] and found[0] == found[1] == found[2])


def check_sizes(bench):
    spheres = Spheres()
    spheres.add(1, RADIUS, DENSITY, (0.0, 0.0, 0.01))
    spheres.add(1, RADIUS, DENSITY, (0.0, 0.0, 0.02))
    fixed = "hertz stiffness 7.1e7"
    lines = ["pair_style dashpot", f"pair_coeff * * {fixed}",
             f"fix w all wall/dashpot {fixed} zplane 0 NULL"]
    said = run(bench, spheres, lines)
    expect(bench, "one size", said)
    # 3/4 7.1e7/sqrt(0.75 mm), at the wall sqrt(1.5 mm)
    bench.holds("steps, the modulus of a stiffness is said", said.count("stiffness 7.1e+07") == 2
                and "a modulus of 1.944e+09 Pa" in said and "a modulus of 1.375e+09 Pa" in said)
    spheres.add(2, 2 * RADIUS, DENSITY, (0.0, 0.0, 0.03))
    wanted = [["pair_style dashpot", "the same stiffness 7.1e+07 N/m^1.5", "0.00075 to 0.0015 m",
               "modulus (3/4 of Kn of gran/hertz/history)"], ["fix w", "0.0015 to 0.003 m"]]
    for ranks in (1, 2):
        said = run(bench, spheres, [*lines, "run 2"], ranks=ranks)
        expect(bench, f"many sizes, {ranks} processes", said, *wanted)
    # a linear spring is in N/m, and a stiffness of its own for every pair of types is meant
    own = ["pair_style dashpot"] + [f"pair_coeff {types} hertz stiffness {value}" for types, value
                                    in (("1 1", 7e7), ("1 2", 8e7), ("2 2", 9e7))]
    expect(bench, "one for each", run(bench, spheres, own))
    line = ["pair_style dashpot", "pair_coeff * * kelvin-voigt stiffness 1e4 damping 0.1"]
    expect(bench, "linear", run(bench, spheres, line))


def check_ratio(bench):
    spheres = Spheres()
    spheres.add(1, RADIUS, DENSITY, (0.0, 0.0, 0.01))
    law = f"{LAW} friction mindlin mu 0.4"
    walls = [f"fix {axis} all wall/dashpot {law} {axis}plane -0.05 0.05" for axis in "xyz"]
    lines = ["pair_style dashpot", f"pair_coeff 1 * {law}", f"pair_coeff 2 2 {law}", *walls]
    expect(bench, "default ratio", run(bench, spheres, lines),
           ["pair_coeff 1 *", "stiffness_ratio is not given and is 0.823529"])
    expect(bench, "default ratio of walls", run(bench, spheres, [*walls, *STYLE]),
           ["fix x wall/dashpot", "stiffness_ratio is not given"])


def check(bench):
    check_pair(bench)
    check_quiet(bench)
    check_needle(bench)
    check_wall(bench)
    check_depth(bench)
    check_flow(bench)
    check_restart(bench)
    if not bench.is_quick:
        check_errors(bench)
    check_other_styles(bench)
    check_hybrid(bench)
    check_sizes(bench)
    check_ratio(bench)
