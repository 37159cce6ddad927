"""docs/lammps-gran.md, for decks with LAMMPS' own granular styles: its words are put into both, and
its numbers come out. The block of `dashpot export lammps` delivers in pairs and at walls."""

import math
import os
import re

from bench import ROOT, Spheres, frames, sphere_mass, write_lines

PAGE = os.path.join(ROOT, "docs", "lammps-gran.md")
DENSITY, RADIUS = 2500.0, 1.5e-3
MASS = sphere_mass(RADIUS, DENSITY)  # at a wall; half of it in a pair
KN, KT, GAMMA, MU = 7.1e7, 2.03e7, 4e7, 0.4  # [Pa], [Pa], [1/(m s)]
STEP = 2e-7  # [s] 600 in a contact at 1 m/s
HERTZ = f"pair_style gran/hertz/history {KN} {KT} {GAMMA} 0 {MU} 0"
DASHPOT = f"modulus {0.75 * KN!r}"
LINEAR, LINEAR_KT, LINEAR_GAMMA = 4e4, 1.2e4, 8e3  # [N/m], [N/m], [1/s]


# --- impacts -------------------------------------------------------------------------------------

def run(bench, spheres, lines, length, step, until):
    place = bench.place()
    spheres.write(f"{place}/spheres.data", (-0.05,) * 3, (0.05, 0.05, length))
    write_lines(f"{place}/styles.in", lines)
    bench.lmp(place, "gran.in", dt=step, steps=round(until / step))
    return frames(f"{place}/atoms.dump")[-1][1]


def pairs(bench, lines, cases, step=STEP, until=6e-4):
    """(restitution, speed across, spin) of impacts; a case is two radii, speed, speed across."""
    spheres, gap = Spheres(), 0.05
    for n, (first, second, speed, across) in enumerate(cases):
        spheres.add(1, first, DENSITY, (0, 0, gap * n), (speed / 2, across / 2, 0))
        spheres.add(1, second, DENSITY, (first + second + 0.5 * speed * step, 0, gap * n),
                    (-speed / 2, -across / 2, 0))
    rows = run(bench, spheres, lines, gap * len(cases), step, until)
    return [((rows[2 * n + 1, 1] - rows[2 * n, 1]) / case[2], rows[2 * n, 2] - rows[2 * n + 1, 2],
             rows[2 * n, 6]) for n, case in enumerate(cases)]


def walls(bench, words, speeds, step=STEP, until=8e-4, fix="wall/gran granular"):
    """Speeds after an impact of a sphere with a plane, as shares of those before it."""
    spheres = Spheres()
    for n, speed in enumerate(speeds):
        spheres.add(1, RADIUS, DENSITY, (0.01 * n - 0.04, 0, RADIUS + 0.5 * speed * step),
                    (0, 0, -speed))
    lines = ["pair_style gran/hooke 1 0 0 0 0 0", "pair_coeff * *",
             f"fix floor all {fix} {words} zplane 0 NULL"]
    rows = run(bench, spheres, lines, 0.05, step, until)
    return [row[3] / speed for row, speed in zip(rows, speeds)]


def dashpot(words):
    return ["pair_style dashpot", f"pair_coeff * * {words}"]


def hertz(more=""):
    return [f"{HERTZ} {more}", "pair_coeff * *"]


def granular(words):
    return ["pair_style granular", f"pair_coeff * * {words}"]


def viscous(tension, mass=0.5 * MASS, more=""):
    """The damper of gran/hertz/history for one mass: 3/2 A K is m gamma_n sqrt(R)."""
    return (f"kuwabara-kono relaxation {2 * mass * GAMMA / (3 * KN)!r} {DASHPOT} "
            f"tension {tension} {more}")


# --- the tables of the page ----------------------------------------------------------------------

class Page:
    def __init__(self, bench):
        self.bench, self.rows, self.decks = bench, {}, []
        with open(PAGE) as file:
            for line in file:
                if line.startswith("    ") and "include" not in line:
                    self.decks.append(line.strip().replace("zplane 0", "zplane -0.04"))
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if line.startswith("| ") and len(cells) > 1:
                    self.rows[cells[0]] = cells[1:]

    def has(self, label, values):
        """The row with this label has these values, as far as it has digits."""
        cells = self.rows.get(label, [])
        self.bench.holds(f"gran: {PAGE} has a row '{label}' of {len(values)} cells: {cells}",
                         len(cells) == len(values))
        for cell, value in zip(cells, values):
            digits = len(cell.split(".")[1]) if "." in cell else 0
            # the last digit may be rounded the other way by another compiler
            self.bench.close(f"gran: '{label}' of the page", float(cell), value,
                             0.6 * 10**-digits)


def check_hertz(bench, page):
    speeds = [(RADIUS, RADIUS, speed, 0) for speed in (0.1, 0.3, 1, 3)]
    sizes = [(size, size, 1, 0) for size in (0.5 * RADIUS, RADIUS, 2 * RADIUS)]
    exact = f"exact-restitution restitution 0.746 {DASHPOT}"

    def restitution(title, lines):
        found = [row[0] for row in pairs(bench, lines, speeds + sizes, until=1.2e-3)]
        page.has(title, found)
        return found

    gran = restitution("`gran/hertz/history`", hertz())
    ours = restitution("`kuwabara-kono`, `tension allow`", dashpot(viscous("allow")))
    # the same law: what differs is that one of them sees a touch of a step ago no more
    for a, b in zip(gran[:4], ours[:4]):
        bench.close("gran: kuwabara-kono is the damper of gran/hertz/history", b, a, 1e-5)
    gran = restitution("`gran/hertz/history`, `limit_damping`", hertz("limit_damping"))
    ours = restitution("`kuwabara-kono`", dashpot(viscous("clamp")))
    for a, b in zip(gran[:4], ours[:4]):
        bench.close("gran: tension clamp is limit_damping", b, a, 1e-5)
    ours = restitution("`exact-restitution`, 0.746", dashpot(exact))
    for e in ours:
        bench.close("gran: exact-restitution delivers the same at every speed and size", e, 0.746,
                    2e-4)
    at_wall = walls(bench, f"{KN} 0 {GAMMA} 0 0 0", (0.1, 0.3, 1, 3), fix="wall/gran hertz/history")
    page.has("`fix wall/gran hertz/history`", at_wall)
    same = walls(bench, viscous("allow", MASS), (0.1, 0.3, 1, 3), fix="wall/dashpot")
    for a, b in zip(at_wall, same):
        bench.close("gran: fix wall/dashpot as fix wall/gran", b, a, 1e-5)


def check_hooke(bench, page):
    cases = [(RADIUS, RADIUS, 0.1, 0)] + [(size, size, 1, 0)
                                         for size in (0.5 * RADIUS, RADIUS, 2 * RADIUS)]
    style = [f"pair_style gran/hooke {LINEAR} 0 {LINEAR_GAMMA} 0 {MU} 0", "pair_coeff * *"]
    found = [row[0] for row in pairs(bench, style, cases, until=1.2e-3)]
    page.has("`gran/hooke`", found)
    half = 0.5 * LINEAR_GAMMA
    for (radius, _, _, _), e in zip(cases, found):
        omega = math.sqrt(LINEAR / (0.5 * sphere_mass(radius, DENSITY)) - half**2)
        # LAMMPS gives the damper a rate half a step old: a first-order error
        bench.close("gran: restitution of gran/hooke by its formula", e,
                    math.exp(-math.pi * half / omega), 2 * half * STEP)
    for title, law in (("`kelvin-voigt`", f"kelvin-voigt damping {0.5 * MASS * LINEAR_GAMMA!r}"),
                       ("`anagnostopoulos`, 0.767", "anagnostopoulos restitution 0.767")):
        words = f"{law} stiffness {LINEAR} tension allow"
        page.has(title, [row[0] for row in pairs(bench, dashpot(words), cases, until=1.2e-3)])


ACROSS = [(RADIUS, RADIUS, 1, across) for across in (0.2, 0.5, 1, 2)]


def check_oblique(bench, page):
    def after(title, lines):
        found = pairs(bench, lines, ACROSS)
        page.has(title, [row[1] for row in found] + [-row[2] for row in found])
        return found

    def spring(ratio):
        return dashpot(viscous("allow", more=f"friction mindlin mu {MU} stiffness_ratio {ratio!r}"))

    def tangential(word):
        return granular(f"hertz {KN} {GAMMA} tangential {word} {KT} 0 {MU} damping viscoelastic")

    after("`gran/hertz/history`, oblique", hertz())
    after("`granular`, `mindlin`", tangential("mindlin"))
    same = after("`granular`, `mindlin_rescale/force`", tangential("mindlin_rescale/force"))
    ours = after("`mindlin`, 2 Kt/(3 Kn)", spring(2 * KT / (3 * KN)))
    after("`mindlin`, Kt/Kn", spring(KT / KN))
    for a, b in zip(same, ours):
        # pair granular has the arm up to the middle of the overlap, dashpot and gran styles the
        # radius: 1.3 % at this indentation
        bench.close("gran: mindlin is mindlin_rescale/force, across", b[1], a[1], 0.01 * abs(a[1]))
        bench.close("gran: mindlin is mindlin_rescale/force, spin", b[2], a[2], 0.013 * abs(a[2]))
    linear = granular(f"hooke {LINEAR} 0.1 tangential linear_history {LINEAR_KT} 0 {MU} damping "
                      "velocity")
    ours = dashpot(f"kelvin-voigt stiffness {LINEAR} damping 0.1 tension allow friction mindlin mu "
                   f"{MU} stiffness_ratio {LINEAR_KT / LINEAR!r}")
    for a, b in zip(pairs(bench, linear, ACROSS), pairs(bench, ours, ACROSS)):
        bench.close("gran: hooke with linear_history, restitution", b[0], a[0], 1e-3)
        bench.close("gran: hooke with linear_history, across", b[1], a[1], 0.013 * a[1])
    for title, damping, flag in (("gamma_t 0", 0.0, 0), ("gamma_t", 0.5 * LINEAR_GAMMA, 1)):
        after(f"`gran/hooke/history`, {title}", [
            f"pair_style gran/hooke/history {LINEAR} {LINEAR_KT} {LINEAR_GAMMA} NULL {MU} {flag}",
            "pair_coeff * *"])
        after(f"`cundall-strack`, {title}", dashpot(
            f"kelvin-voigt damping {0.5 * MASS * LINEAR_GAMMA!r} stiffness {LINEAR} tension allow "
            f"friction cundall-strack mu {MU} stiffness_ratio {LINEAR_KT / LINEAR!r} damping "
            f"{0.5 * MASS * damping!r}"))


def check_granular(bench, page):
    young, poisson = 1e8, 0.25
    asked, pair, wall = (0.9, 0.7, 0.5, 0.3), [], []
    for e in asked:
        words = (f"hertz/material {young} {e} {poisson} tangential linear_nohistory 0 0 damping "
                 "tsuji")
        pair.append(pairs(bench, granular(words), [(RADIUS, RADIUS, 1, 0)])[0][0])
        wall.append(walls(bench, words, (1,))[0])
    page.has("`hertz/material`, `damping tsuji`, pair", pair)
    page.has("`hertz/material`, `damping tsuji`, wall", wall)

    # the modulus that takes its place, by where a sphere is that has not yet turned
    words = f"hertz/material {young} 0 {poisson} tangential linear_nohistory 0 0"
    for title, first, modulus in (
            ("pair", lambda law: pairs(bench, law, [(RADIUS, RADIUS, 1, 0)], until=4e-5)[0][0],
             young / (2 * (1 - poisson**2))),
            ("wall", lambda law: walls(bench, law[-1], (1,), until=3e-5, fix=law[0])[0],
             young / (2 * (1 - poisson)))):
        if title == "pair":
            own, ours = granular(words), dashpot(f"hertz modulus {modulus!r}")
        else:
            own = ["wall/gran granular", words]
            ours = ["wall/dashpot", f"hertz modulus {modulus!r}"]
        a, b = first(own), first(ours)
        # 2e-4 for the step; (1 + nu) in the modulus would be 0.06
        bench.close(f"gran: modulus of hertz/material, {title}", b, a, 1e-3)


def check_export(bench):
    """The block that is exported, in a pair and in the line for a wall."""
    pair = {"modulus": 0.75 * KN, "radius": 0.5 * RADIUS, "mass": 0.5 * MASS, "approach": 1}
    for model in ("tsuji", "velocity", "mass_velocity", "viscoelastic", "hooke"):
        for is_wall in (False, True):
            values = dict(pair, **({"radius": RADIUS, "mass": MASS} if is_wall else {}))
            made = bench.dashpot("export", "lammps", "--law", "exact-restitution", "--json",
                                 "--set", "restitution=0.6", "--set", f"model={model}",
                                 *(word for key, value in values.items()
                                   for word in ("--set", f"{key}={value!r}")))
            block = made["block"].splitlines()
            fix = re.fullmatch(r"# fix wall all (wall/gran granular) (.*) zplane 0 NULL", block[3])
            bench.holds(f"gran: export of {model} has a wall: {block}", bool(fix))
            delivered = (walls(bench, fix[2], (1,))[0] if is_wall
                         else pairs(bench, block[:2], [(RADIUS, RADIUS, 1, 0)])[0][0])
            # a rate half a step old, 200 ns in 110 us
            bench.close(f"gran: export of {model}, wall {is_wall}", delivered, 0.6, 2e-3)
    # a law whose restitution depends on the speed comes out with that of one speed
    made = bench.dashpot("export", "lammps", "--law", "thornton", "--set", "yield_pressure=1e6",
                         "--json", *(word for key, value in pair.items()
                                     for word in ("--set", f"{key}={value!r}")))
    bench.holds(f"gran: export of thornton names the plugin: {made['notes']}",
                any("pair_style dashpot" in note for note in made["notes"]))
    law = dashpot(f"thornton yield_pressure 1e6 {DASHPOT}")
    bench.close("gran: and the plugin delivers it", pairs(bench, law, [(RADIUS, RADIUS, 1, 0)],
                                                        until=2e-3)[0][0], made["requested"], 1e-3)


def check_decks(bench, page):
    """The deck before and the deck after, as the page has them: pair_style, pair_coeff, fix."""
    bench.holds(f"gran: two decks in the page: {page.decks}", len(page.decks) == 6)
    head_on = [(RADIUS, RADIUS, 1, 0)]
    gran, ours = (pairs(bench, page.decks[at:at + 3], head_on)[0][0] for at in (0, 3))
    bench.close("gran: restitution of the first deck", gran, 0.7463, 1e-4)
    bench.close("gran: restitution of the second deck", ours, 0.75, 1e-4)
    # what else the page says of its first deck
    bench.close("gran: Kn as a stiffness", KN / (KN * math.sqrt(0.5 * RADIUS)), 37, 0.5)
    bench.close("gran: relaxation", MASS * GAMMA / (3 * KN), 6.637e-6, 5e-10)


def check(bench):
    page = Page(bench)
    check_decks(bench, page)
    check_hertz(bench, page)
    check_hooke(bench, page)
    check_oblique(bench, page)
    check_granular(bench, page)
    check_export(bench)
