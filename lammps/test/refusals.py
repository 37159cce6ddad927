"""What cannot be had ends with a sentence that names the thing, and a status, without a crash."""

import os

from bench import write_lines

STYLE = "pair_style dashpot"
HERTZ = "hertz modulus 1e9"

# pair_coeff * * ..., what the sentence names
COEFFICIENTS = [
    ("herz modulus 1e9", ["herz", "hertz"]),
    ("", ["LAW key value"]),
    ("7.1e7 NULL 4e7 NULL 0.4 1", ["'7.1e7' is no law", "lammps-gran.md"]),
    ("hertz modulus 1e9 damp 3", ["hertz", "'damp'"]),
    ("hertz modulus", ["modulus has no value"]),
    ("tsuji modulus 1e9", ["tsuji", "restitution"]),
    ("hertz", ["hertz", "modulus"]),
    (f"{HERTZ} radius 0.01", ["radius comes from the atoms"]),
    (f"{HERTZ} mass 0.01", ["mass comes from the atoms"]),
    ("hertz modulus 1e9GPa", ["modulus is '1e9GPa'"]),
    ("hertz modulus nan", ["modulus is 'nan'"]),
    (f"{HERTZ} restitution 1.5", ["restitution", "1.5"]),
    (f"{HERTZ} tension release", ["release", "clamp"]),
    (f"{HERTZ} tension some", ["tension is 'some'"]),
    (f"{HERTZ} friction coulom mu 0.1", ["coulom"]),
    (f"{HERTZ} friction", ["friction needs a law"]),
    (f"{HERTZ} friction lugre mu_s 0.3 mu_d 0.2 sigma_0 1e5", ["lugre", "bristles"]),
    (f"{HERTZ} friction coulomb mu 0.1 nu 0.3", ["nu"]),
    (f"{HERTZ} friction coulomb mu", ["mu has no value"]),
    (f"{HERTZ} friction mindlin", ["mu"]),
    (f"{HERTZ} friction coulomb mu much", ["mu is 'much'"]),
]

# fix w all wall/dashpot ..., what the sentence names
WALLS = [
    ("herz modulus 1e9 zplane -0.01 NULL", ["fix w wall/dashpot", "herz"]),
    ("pereira modulus 1e9 zplane -0.01 NULL", ["pereira", "journal"]),
    (HERTZ, ["zplane", "zcylinder"]),
    (f"{HERTZ} region cone", ["zplane", "regions", "fixed spheres"]),
    (f"zplane 0 NULL {HERTZ}", ["and then a wall"]),
    (f"{HERTZ} zplane NULL NULL", ["both coordinates are NULL"]),
    (f"{HERTZ} zplane -0.01", ["zplane needs two coordinates"]),
    (f"{HERTZ} zplane 0.02 -0.02", ["first coordinate must be below"]),
    (f"{HERTZ} zplane -1 1 spin z 1", ["'spin'"]),
    (f"{HERTZ} zplane -1 1 xplane -1 1", ["'xplane'", "one pair of planes", "fix of its own"]),
    (f"{HERTZ} zplane -1 1 shear z 1", ["within itself"]),
    (f"{HERTZ} zcylinder -1", ["radius of the cylinder must be positive"]),
    (f"{HERTZ} zplane 0.001 NULL", ["fix w wall/dashpot: atom", "behind the wall"]),
]

# lines, what the sentence names, variables
OTHERS = [
    ([STYLE, f"pair_coeff * * {HERTZ}", "run_style respa 2 2"], ["verlet"], {}),
    ([STYLE, f"pair_coeff * * {HERTZ}", "minimize 0 0 10 10"], ["minimize"], {}),
    ([STYLE, "pair_coeff * * hertz modulus 1e9 stiffness 1e8"], ["both given"], {}),
    ([STYLE, "pair_coeff * * hertz modulus 1e9 modulus 1e8"], ["modulus is given twice"], {}),
    ([STYLE, "pair_coeff * * hertz modulus 113.7 GPa"], ["GPa", "plain numbers in SI"], {}),
    ([STYLE, "pair_coeff * * 'hertz modulus 1e9'"], ["without quotes"], {}),
    (["pair_style hybrid/overlay dashpot dashpot", f"pair_coeff * * dashpot 1 {HERTZ}",
      f"pair_coeff * * dashpot 2 {HERTZ}"], ["dashpot more than once"], {}),
    (["pair_style dashpot hertz"], ["pair_coeff"], {}),
    ([STYLE, f"pair_coeff * * {HERTZ}", "comm_style tiled"], ["tiled", "newton off"], {}),
    (["pair_style dashpot 7.1e7 NULL 4e7 NULL 0.4 1"], ["lammps-gran.md"], {}),
    ([STYLE], ["pair coeffs are not set"], {}),
    ([STYLE, f"pair_coeff * * {HERTZ}"], ["units lj"], {"units": "lj"}),
    ([STYLE, f"pair_coeff 1 1 {HERTZ}", f"pair_coeff 2 2 {HERTZ}"], ["pair_coeff 1 2 is missing"],
     {}),
    ([STYLE, f"pair_coeff * * {HERTZ}", "run 1",
      "pair_coeff 1 2 thornton modulus 1e9 yield_pressure 1e7"],
     ["remembers more", "before the first run"], {}),
    ([STYLE, f"pair_coeff * * {HERTZ}"], ["atoms 1 and 2", "overlap by 0.012"],
     {"distance": 0.008}),
    ([STYLE, "pair_coeff * * hertz modulus 1"], ["overlap by", "more than the radius"],
     {"speed": 200}),
    ([STYLE, f"pair_coeff * * {HERTZ} friction mindlin-deresiewicz mu 0.3"], ["atoms", "line"],
     {"distance": 0.01999, "spin": 200, "across": -1}),
    ([STYLE, f"pair_coeff * * {HERTZ}", "group one type 1", "compute e one dashpot/energy"],
     ["group must be all"], {}),
]


# What is said in a warning while the run goes on.
WARNINGS = [
    ([STYLE, f"pair_coeff * * {HERTZ} friction mindlin mu 0.3"], ["stiffness_ratio", "0.823529"],
     {}),
    ([STYLE, "pair_coeff * * hertz modulus 1e5"], ["indentation"], {"speed": 30}),
    ([STYLE, "pair_coeff * * flores modulus 1e9 restitution 0.3 approach each approach_floor 1e-6 "
      "tension allow"],
     ["flores", "damper was too strong", "approach_floor"], {"distance": 0.0199999, "speed": 0}),
    ([STYLE, "pair_coeff * * thornton modulus 1e9 yield 1e7", "run 100",
      "pair_coeff * * flores modulus 1e9 restitution 0.5"], ["1 contacts begin anew"], {}),
    ([STYLE, "pair_coeff * * thornton modulus 1e9 yield 1e7", "run 100",
      "pair_coeff * * thornton modulus 1e9 yield 1e7"], [], {}),
    ([STYLE, f"pair_coeff * * {HERTZ} friction mindlin mu 0.3 stiffness_ratio 0.8"], [], {}),
]


def cases_of(bench):
    for law in bench.dashpot("laws", "--json"):
        if law["family"] == "conformal":
            words = f"{law['name']} modulus 1e9 restitution 0.7"
            yield [STYLE, f"pair_coeff * * {words}"], [law["name"], "journal"], {}
    for words, named in COEFFICIENTS:
        yield [STYLE, f"pair_coeff * * {words}"], named, {}
    for words, named in WALLS:
        lines = [STYLE, f"pair_coeff * * {HERTZ}", f"fix w all wall/dashpot {words}"]
        yield lines, named, {}
    yield from OTHERS


def check(bench):
    usual = {"units": "si", "distance": 0.02003, "speed": 0.5, "spin": 0, "across": 0}
    cases = list(cases_of(bench))
    for lines, named, variables in cases[::3] if bench.is_quick else cases:
        place = bench.place()
        write_lines(os.path.join(place, "lines.in"), lines)
        status = bench.finish(bench.start(place, "refusals.in", **{**usual, **variables}), 60)
        said = bench.words_of(place)
        sentence = [line for line in said.splitlines() if line.startswith("ERROR")]
        bench.holds(f"refusals, {lines[-1]}: status {status}, {sentence}",
                    status == 1 and len(sentence) == 1 and "the run ended" not in said
                    and "egmentation" not in said
                    and all(word in sentence[0] for word in named))
    for lines, named, variables in WARNINGS:
        place = bench.place()
        write_lines(os.path.join(place, "lines.in"), lines)
        status = bench.finish(bench.start(place, "refusals.in", **{**usual, **variables}), 60)
        said = bench.words_of(place)
        warned = [line for line in said.splitlines() if line.startswith("WARNING")]
        bench.holds(f"warnings, {lines[-1]}: status {status}, {warned}",
                    status == 0 and len(warned) == (1 if named else 0)
                    and all(word in warned[0] for word in named))
