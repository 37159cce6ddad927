# Print docs/plastic.md: what every law of a plastic sphere says about the rebound, side by side and
# beside measurements. With `draw` its figures go into docs/gallery.
#
#     python3 tools/write_plastic.py build/release/dashpot [draw] >docs/plastic.md

import json
import math
import subprocess
import sys
import textwrap

from svg_plot import Panel, figure

PROGRAM = sys.argv[1]
DRAW = "draw" in sys.argv[2:]
BASE = "scenarios/sweeps/plastic-spheres.yaml"
PAIR = {"modulus": 113.9e9, "radius": 5e-3, "yield": 1.03e9}
MASS = 4e-3
LAWS = ["ma-liu", "thornton", "jackson-green", "ghaednia", "kogut-etsion", "chang-etsion-bogy",
        "zhao-maietta-chang"]
STYLE = {law: i for i, law in enumerate(LAWS)}
SPHERES = LAWS[2:]  # those with a rule of unloading
RULES = ["fit", "radius", "brake"]
DEFAULT_RULE = {"jackson-green": "fit", "ghaednia": "brake"}
RATIOS = [1, 3, 10, 30, 100]


# --- runs ---

def flow(value):
    """A mapping or a list as YAML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return repr(value) if isinstance(value, float) else str(value)


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def sweep(contacts, speeds, mass=MASS):
    """Rows of every contact, in the order of the speeds."""
    parameters = [{"path": "impact.contact", "name": "law", "values": contacts},
                  {"path": "impact.bodies.0.velocity", "name": "speed", "values": speeds}]
    table = program("run", BASE, "--set", f"impact.bodies.0.mass={mass!r}",
                    "--set", f"sweep.parameters={flow(parameters)}")["table"]
    assert len(table) == len(contacts) * len(speeds) and all(row["status"] == 0 for row in table)
    return [table[i * len(speeds):(i + 1) * len(speeds)] for i in range(len(contacts))]


def restitutions(contacts, speeds, mass=MASS):
    return [[row["restitution"] for row in rows] for rows in sweep(contacts, speeds, mass)]


def contact(law, pair=None, **more):
    return {"law": law, **(pair or PAIR), **more}


def geometric(low, high, count):
    return [low * (high / low) ** (i / (count - 1)) for i in range(count)]


def first_change(contact_of, low=0.02, high=5.0):
    """The lowest speed at which the restitution is not 1."""
    while high / low > 1.0 + 1e-7:
        speeds = geometric(low, high, 12)
        values = restitutions([contact_of], speeds)[0]
        at = next(i for i, e in enumerate(values) if abs(e - 1.0) > 1e-8)
        low, high = speeds[at - 1], speeds[at]
    return high


# --- text ---

def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---" + "|---:" * (len(head) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def say(text):
    """A paragraph."""
    print(textwrap.fill(" ".join(text.split()), 110, break_long_words=False, break_on_hyphens=False) + "\n")


def names(items):
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


# --- one sphere ---

def yields_at(law):
    """ma-liu yields at the pressure of thornton, but its slope stays: its restitution shows that later."""
    if law in ("thornton", "ma-liu"):
        return first_change(contact("thornton"))
    return first_change(contact(law, form="printed"))


def loses_from(law):
    return first_change(contact(law))


# of the laws whose fully plastic branch begins somewhere: its indentation over that of yield
FULLY_PLASTIC = {"ma-liu": 13**2 / 2, "kogut-etsion": 110, "zhao-maietta-chang": 54}


def fully_plastic_from(law, yield_speed):
    """The speed of an impact that just reaches the last branch of the law."""
    if law not in FULLY_PLASTIC:
        return None
    deepest = FULLY_PLASTIC[law] * sweep([contact(law)], [yield_speed])[0][0]["max_indentation"]
    low, high = yield_speed, 1000 * yield_speed
    while high / low > 1.0001:
        speeds = geometric(low, high, 12)
        at = next(i for i, row in enumerate(sweep([contact(law)], speeds)[0])
                  if row["max_indentation"] > deepest)
        low, high = speeds[at - 1], speeds[at]
    return high


def slope_and_dent(law, speed):
    low, middle, high = sweep([contact(law)], [speed / 1.01, speed, speed * 1.01])[0]
    slope = math.log(high["restitution"] / low["restitution"]) / math.log(1.01 ** 2)
    return slope, middle


def one_sphere():
    yield_speed = {law: yields_at(law) for law in LAWS}
    loss_speed = {law: loses_from(law) for law in LAWS}
    unit = yield_speed["thornton"]
    closed = {"johnson, closed form": contact("exact-restitution", restitution_from="johnson"),
              "thornton, closed form": contact("exact-restitution", restitution_from="thornton"),
              "walton-braun asked for 0.7": {"law": "walton-braun", "stiffness": 1e8, "restitution": 0.7}}
    at = [unit * ratio for ratio in RATIOS]
    values = dict(zip([*LAWS, *closed],
                      restitutions([*map(contact, LAWS), *closed.values()], at)))
    clipped = first_change(closed["johnson, closed form"], 0.02, 1000.0)
    # the closed form of thornton is its law
    assert all(abs(a - b) < 1e-9
               for a, b in zip(values["thornton"], values["thornton, closed form"]))

    print(f"""\
## One sphere, every law

A sphere of radius 5 mm and 4 g on a flat, contact modulus 113.9 GPa, yield stress 1.03 GPa, Poisson's ratio
0.3, every parameter of a law at its default. Speeds are in units of V_y = {unit:.4f} m/s, the speed at which
the largest pressure of Hertz reaches 1.61 times the yield stress (thornton). A law has a speed of its own:
`yields at` is where it leaves Hertz, `loses from` where its restitution falls below 1 (form passive), `fully
plastic from` where it reaches its last branch. thornton and chang-etsion-bogy have a constant pressure from
yield on, jackson-green and ghaednia no such place.

    dashpot run {BASE}
""")
    rows, slopes = [], {}
    for law in LAWS:
        slope, row = slope_and_dent(law, at[-1])
        slopes[law] = slope
        dents = [f"{sweep([contact(law)], [at[2]])[0][0]['residual_indentation'] * 1e6:.3g}",
                 f"{row['residual_indentation'] * 1e6:.3g}"]
        last = fully_plastic_from(law, yield_speed[law])
        rows.append([f"`{law}`", f"{yield_speed[law]:.4f}", f"{loss_speed[law]:.4f}",
                     "-" if last is None else f"{last:.3g}",
                     *(f"{e:.3f}" for e in values[law]), f"{slope:.3f}", *dents])
    for name in ["johnson, closed form", "walton-braun asked for 0.7"]:
        law = closed[name]
        low, high = restitutions([law], [at[-1] / 1.01, at[-1] * 1.01])[0]
        slope = math.log(high / low) / math.log(1.01 ** 2)
        rows.append([name, "-", f"{clipped:.4f}" if "johnson" in name else "-", "-",
                     *(f"{e:.3f}" for e in values[name]), f"{slope + 0.0:.3f}", "-", "-"])
    table(["law", "yields at [m/s]", "loses from [m/s]", "fully plastic from [m/s]", *(f"e at {r} V_y" for r in RATIOS),
           "d ln e/d ln v at 100 V_y", "dent at 10 V_y [µm]", "at 100 V_y [µm]"], rows)

    low = [min(values[law][i] for law in LAWS) for i in range(len(RATIOS))]
    high = [max(values[law][i] for law in LAWS) for i in range(len(RATIOS))]
    order = sorted(LAWS, key=lambda law: -values[law][-1])
    steep = [law for law in LAWS if abs(slopes[law] + 0.25) < 0.01]
    say(f"""What to read in it. The laws agree on the trend and on little else: at 10 V_y the restitution of one
        and the same sphere lies between {low[2]:.3f} and {high[2]:.3f}, at 100 V_y between {low[4]:.3f} and
        {high[4]:.3f}. From the liveliest to the deadest at 100 V_y:
        {", ".join(f"{law} {values[law][-1]:.3f}" for law in order)}. Of these {names(steep)} have there a
        slope within 0.01 of -1/4, that of a contact of constant pressure; the others are flatter.""")
    assert all(slopes[law] > -0.24 for law in LAWS if law not in steep)
    speeds = geometric(3 * unit, 150 * unit, 121)
    es = restitutions([contact("zhao-maietta-chang")], speeds)[0]
    bottom = min(range(1, 120), key=lambda i: es[i] if es[i] < es[i + 1] and es[i] < es[i - 1] else 2)
    top = max(range(bottom, 121), key=lambda i: es[i])
    say(f"""Two of them do not fall steadily. zhao-maietta-chang rises from {es[bottom]:.3f} at
        {speeds[bottom] / unit:.0f} V_y to {es[top]:.3f} at {speeds[top] / unit:.0f} V_y, where its curve hastens
        to the fully plastic line. kogut-etsion steps up where its branches meet.""")
    say(f"""`restitution_from: thornton` is the law thornton in closed form. `restitution_from: johnson` assumes
        a fully plastic contact from the touch on; here it gives more than 1, and is clipped to it, up to
        {clipped:.3g} m/s. walton-braun knows no material: it returns what it is asked for at every speed.""")
    if DRAW:
        speeds = geometric(0.7 * unit, 400 * unit, 281)
        panel = Panel("e against v/V_y, one sphere", [1, 3, 10, 30, 100, 300],
                      [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], (0.7, 400), (0.25, 1.05), "speed over yield speed v/V_y", "restitution e")
        shown = {**{law: contact(law) for law in LAWS}, "johnson, closed form": closed["johnson, closed form"],
                 "walton-braun asked for 0.7": closed["walton-braun asked for 0.7"]}
        for i, (name, es) in enumerate(zip(shown, restitutions(list(shown.values()), speeds))):
            panel.curves.append((name, i, [(v / unit, e) for v, e in zip(speeds, es)]))
        figure("docs/gallery/plastic-laws.svg", panel.title, [[panel]], panel_height=380)
    print("![restitution of every law against speed](gallery/plastic-laws.svg)\n")
    speeds = geometric(50 * unit, 400 * unit, 121)
    deep = {law: next(row["speed"] for row in rows if row["max_indentation"] > 0.1 * PAIR["radius"])
            for law, rows in zip(LAWS, sweep([contact(law) for law in LAWS], speeds))
            if rows[-1]["max_indentation"] > 0.1 * PAIR["radius"]}
    alike = ["kogut-etsion", "zhao-maietta-chang"]
    ends = [es[0] for es in restitutions([*map(contact, alike), closed["johnson, closed form"]], [400 * unit])]
    say(f"""Where they are fully plastic, {names(alike)} load along the same line, that of a constant
        hardness, and johnson along a like one; all three unload by `radius`: {ends[0]:.3f}, {ends[1]:.3f} and
        {ends[2]:.3f} at 400 V_y. That end of the picture is beyond what the laws are made for:
        {names([f"{law} passes an indentation of a tenth of the radius at {speed / unit:.0f} V_y"
                for law, speed in sorted(deep.items(), key=lambda item: item[1])])}.""")
    return unit, yield_speed


# --- rules of unloading ---

def rules(unit):
    at = [unit * ratio for ratio in (3, 10, 100)]
    print("""\
## The rule of unloading

The five laws of flattened spheres give a loading curve; where unloading ends is a rule of its own
(`unloading`). Any law takes any rule; the default is marked by a star.
""")
    rows, low, high, steady = [], {}, {}, []
    for law in SPHERES:
        texts, by_rule = [f"`{law}`"], restitutions([contact(law, unloading=rule) for rule in RULES], at)
        if all(fit <= radius <= brake for fit, radius, brake in zip(*by_rule)):
            steady.append(law)
        for rule, es in zip(RULES, by_rule):
            star = "*" if DEFAULT_RULE.get(law, "radius") == rule else ""
            texts.append(", ".join(f"{e:.3f}" for e in es) + star.replace("*", " \\*"))
            low[law], high[law] = min(low.get(law, 2), es[-1]), max(high.get(law, 0), es[-1])
        rows.append(texts)
    table(["law", *(f"{rule}: e at 3, 10, 100 V_y" for rule in RULES)], rows)
    spread = [high[law] - low[law] for law in SPHERES]
    say(f"""At 100 V_y the rules of one law differ by {min(spread):.2f} to {max(spread):.2f}. In {names(steady)}
        `brake` gives back most and `fit` least at every speed of the table; in the others the order changes
        with the speed.""")
    if DRAW:
        speeds, panels = geometric(0.7 * unit, 200 * unit, 161), []
        for law in SPHERES:
            panel = Panel(law, [1, 10, 100], [0.2, 0.3, 0.5, 0.7, 1], (0.7, 200), (0.2, 1.05))
            for rule, es in zip(RULES, restitutions([contact(law, unloading=r) for r in RULES], speeds)):
                panel.curves.append((rule, RULES.index(rule), [(v / unit, e) for v, e in zip(speeds, es)]))
            panels.append(panel)
        for panel in panels[3:]:
            panel.x_name = "v/V_y"
        for panel in panels[::3]:
            panel.y_name = "e"
        figure("docs/gallery/plastic-rules.svg", "e against v/V_y by the rule of unloading",
               [panels[:3], panels[3:]], panel_height=170, legend_columns=3)
    print("![three rules of unloading for five laws](gallery/plastic-rules.svg)\n")


# --- as printed ---

def last_above(made, speeds, values):
    """The highest speed whose restitution is above 1, or None."""
    over = [i for i, e in enumerate(values) if e > 1 + 1e-9]
    if not over:
        return None
    low, high = speeds[over[-1]], speeds[over[-1] + 1]
    while high / low > 1.0001:
        between = geometric(low, high, 8)
        last = max(i for i, e in enumerate(restitutions([made], between)[0]) if e > 1 + 1e-9)
        low, high = between[last], between[last + 1]
    return low


def printed(yield_speed):
    print("""\
## As printed, and passive

The loading curves are fits on pieces that do not meet. Where the force jumps up at yield, the printed rule
of unloading gives back more than loading took: a restitution above 1. `form: passive`, the default, unloads
along the loading curve until the rule takes over without a gain. `form: printed` is the paper. The largest
restitution as printed, by rule, with the speed where it is found; 1 means that none is above 1.
""")
    rows = []
    for law in ["ma-liu", *SPHERES]:
        texts = [f"`{law}`", f"{yield_speed[law]:.4f}"]
        for rule in RULES if law != "ma-liu" else [None]:
            more = {} if rule is None else {"unloading": rule}
            # just beyond yield, and up to 20 times it
            speeds = [yield_speed[law] * (1 + 1e-6)] + geometric(yield_speed[law] * 1.0001,
                                                                20 * yield_speed[law], 150)
            printed_e, passive_e = restitutions([contact(law, form="printed", **more), contact(law, **more)],
                                                speeds)
            most = max(printed_e)
            where = speeds[printed_e.index(most)] / yield_speed[law]
            above = last_above(contact(law, form="printed", **more), speeds, printed_e)
            assert max(passive_e) < 1 + 1e-9
            said = "1" if above is None else f"{most:.4f} at {where:.3g}; above 1 up to {above / yield_speed[law]:.3g}"
            texts += [said] if rule else [said, "-", "-"]
        rows.append(texts)
    table(["law", "yields at [m/s]", *(f"{rule} (speed over that of yield)" for rule in RULES)], rows)
    say("""ma-liu has a rule of its own, shown in the first column. `dashpot law NAME` tells each jump in its
        errata. kogut-etsion jumps twice more, at 6 and at 110 times its critical indentation; there the passive
        form keeps the step, since what comes back in all stays below what loading took.""")
    if DRAW:
        panel = Panel("as printed, just above yield", [1, 1.5, 2, 3, 5, 10],
                      [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5], (0.9, 10), (0.78, 1.5),
                      "speed over the yield speed of the law", "restitution e")
        for law in ["ma-liu", *SPHERES]:
            speeds = [yield_speed[law] * r for r in [*geometric(0.9, 0.999999, 5), *geometric(1.000001, 10, 300)]]
            es = restitutions([contact(law, form="printed")], speeds)[0]
            panel.curves.append((law, STYLE[law], [(v / yield_speed[law], e) for v, e in zip(speeds, es)]))
        figure("docs/gallery/plastic-printed.svg", panel.title, [[panel]], panel_height=280)
    print("![restitution as printed](gallery/plastic-printed.svg)\n")


# --- measurements ---

SPECIMENS = [
    # name, scenario, young and poisson of ball and specimen, radius, mass, printed force of yield
    ("C2", "zhang-sharf-c2", 210e9, 0.3, 205e9, 0.29, 25.4e-3, 0.54, 42.0),
    ("C1", "zhang-sharf-c1", 210e9, 0.3, 213e9, 0.29, 25.4e-3, 0.54, 6674.0),
]


def points_of(name):
    rows = [line.split(",") for line in open(f"data/zhang-sharf-2009-{name.lower()}.csv")
            if line[0] not in "#v"]
    return [{"v": float(v), "e": float(e), "sigma": float(s), "F": float(f)} for v, e, s, f, _ in rows]


def rms(differences):
    return math.sqrt(sum(d * d for d in differences) / len(differences))


def own(law, pair, poisson):
    """The pair, with Poisson's ratio where the law asks for it."""
    takes_it = law in ("jackson-green", "ghaednia", "kogut-etsion", "chang-etsion-bogy")
    return contact(law, pair, **({"poisson": poisson} if takes_it else {}))


def fitted(scenario, targets, poisson):
    result = program("run", f"scenarios/fit/{scenario}.yaml", "--set", f"fit.laws={flow(LAWS)}", "--set",
                     "fit.free=[{path: impact.contact.yield, from: 10 MPa, to: 10 GPa}]",
                     "--set", f"impact.contact.poisson={poisson!r}",
                     *(["--set", "fit.targets=[{column: e, result: restitution, sigma: sigma_e}]"]
                       if targets == "e" else []))
    return {fit["law"]: fit for fit in result["fits"]}


def stress_of(fit):
    assert fit["parameters"][0]["path"] == "impact.contact.yield"
    return fit["parameters"][0]["value"]


def specimen(name, scenario, young1, poisson1, young2, poisson2, radius, mass, force):
    modulus = 1 / ((1 - poisson1**2) / young1 + (1 - poisson2**2) / young2)
    pressure = (6 * modulus**2 * force / (math.pi**3 * radius**2)) ** (1 / 3)
    pair = {"modulus": modulus, "radius": radius, "yield": pressure / 1.61}
    points = points_of(name)
    speeds = [p["v"] for p in points]
    blind = dict(zip(LAWS, sweep([own(law, pair, poisson2) for law in LAWS], speeds, mass)))
    johnson = restitutions([contact("exact-restitution", pair, restitution_from="johnson")], speeds, mass)[0]
    tuned, both = (fitted(scenario, targets, poisson2) for targets in ("e", "both"))
    s = {"name": name, "pair": pair, "points": points, "blind": blind, "tuned": tuned, "both": both,
         "mass": mass, "poisson": poisson2, "force": force, "rows": []}
    for law in LAWS:
        es = [row["restitution"] for row in blind[law]]
        if not both[law]["identifiable"]:
            s["rows"].append([f"`{law}`", ", ".join(f"{e:.3f}" for e in es), f"{blind_rms(s)[law]:.3f}",
                              f"{stress_of(tuned[law]) / 1e6:.0f}", f"{tuned[law]['rms_by']['e']:.4f}",
                              "none", *["-"] * 3])
            continue
        s["rows"].append([f"`{law}`", ", ".join(f"{e:.3f}" for e in es), f"{blind_rms(s)[law]:.3f}",
                          f"{stress_of(tuned[law]) / 1e6:.0f}", f"{tuned[law]['rms_by']['e']:.4f}",
                          f"{stress_of(both[law]) / 1e6:.0f}", f"{both[law]['rms_by']['e']:.4f}",
                          f"{100 * rms(force_errors(s, law)):.1f}", f"{both[law]['chi2']:.1f}"])
    s["rows"].append(["johnson, closed form", ", ".join(f"{e:.3f}" for e in johnson),
                      f"{rms([e - p['e'] for e, p in zip(johnson, points)]):.3f}", *["-"] * 6])
    return s


HEAD = ["law", "nothing fitted: e", "rms of e", "fitted to e: yield stress [MPa]", "rms of e",
        "fitted to e and F: yield stress [MPa]", "rms of e", "rms of F [%]", "chi2, 3 degrees of freedom"]


def blind_rms(s):
    return {law: rms([row["restitution"] - p["e"] for row, p in zip(s["blind"][law], s["points"])])
            for law in LAWS}


def runs_of(s, law, fit):
    """The impacts with the yield stress that the fit found."""
    made = {**own(law, s["pair"], s["poisson"]), "yield": stress_of(s[fit][law])}
    return sweep([made], [p["v"] for p in s["points"]], s["mass"])[0]


def force_errors(s, law):
    return [row["max_force"] / p["F"] - 1 for row, p in zip(runs_of(s, law, "both"), s["points"])]


def tell_c2(s):
    blind, tuned, both, points = blind_rms(s), s["tuned"], s["both"], s["points"]
    order = sorted(LAWS, key=blind.get)
    by_e = sorted(LAWS, key=lambda law: tuned[law]["rms_by"]["e"])
    by_both = sorted(LAWS, key=lambda law: both[law]["chi2"])
    within = [law for law in by_e if tuned[law]["chi2"] < 3.84]
    best, worst = by_both[0], by_e[-1]
    fall = {law: (lambda rows: rows[1]["restitution"] / rows[0]["restitution"])(runs_of(s, law, "tuned"))
            for law in by_e[-2:]}
    say(f"""Nothing fitted. Nearest is {order[0]} with an rms of {blind[order[0]]:.3f}, then {order[1]}
        ({blind[order[1]]:.3f}) and {order[2]} ({blind[order[2]]:.3f}); farthest is {order[-1]}
        ({blind[order[-1]]:.3f}). None is within the assumed error of 0.005 at both speeds.""")
    say(f"""Fitted to the two restitutions. {names(within)} describe both within the assumed errors (chi2 below
        3.84 for one degree of freedom). {worst} and {by_e[-2]} miss by {tuned[worst]["rms_by"]["e"]:.3f} and
        {tuned[by_e[-2]]["rms_by"]["e"]:.3f}: from the slower to the faster impact the measured restitution falls
        to {points[1]["e"] / points[0]["e"]:.2f} of itself, theirs to {fall[worst]:.2f} and
        {fall[by_e[-2]]:.2f}.""")
    say(f"""Two restitutions can be met by chance; the largest forces are a check. Fitted to both, {best} is left
        with a chi2 of {both[best]["chi2"]:.1f} (3 degrees of freedom), an rms of {both[best]["rms_by"]["e"]:.4f} in
        the restitution and of {100 * rms(force_errors(s, best)):.1f} % in the force. The next,
        {by_both[1]}, has {both[by_both[1]]["chi2"]:.0f}. {by_e[0]}, best in restitution alone, has a force at
        0.5 m/s that is {abs(force_errors(s, by_e[0])[1]) * 100:.0f} % too
        {"low" if force_errors(s, by_e[0])[1] < 0 else "high"}.""")
    ratios = {law: stress_of(both[law]) / s["pair"]["yield"] for law in LAWS}
    say(f"""The price of the better fit is the material: {best} wants {ratios[best]:.2f} times the yield stress
        of the printed force, ma-liu {ratios["ma-liu"]:.2f} times and ghaednia {ratios["ghaednia"]:.2f} times
        it. Which of the two is wrong, the law or the reading of a force of yield as a stress, four numbers
        do not tell.""")


def tell_c1(s):
    tuned, (slow, fast) = s["tuned"], s["points"]
    lost = [law for law in LAWS if not s["both"][law]["identifiable"]]
    assert all(row["restitution"] > 1 - 1e-9 for rows in s["blind"].values() for row in rows)
    say(f"""The printed force of yield, {s["force"]:.0f} N, is above both measured forces, and every law predicts a
        restitution of 1. Measured are {slow["e"]} and {fast["e"]}. A fit can meet one of the two: every law then
        has the faster impact and returns 1 at the slower one, an rms of
        {min(t["rms_by"]["e"] for t in tuned.values()):.4f}, the same for all.
        {names(lost)} cannot have both the restitution and the force of the faster impact, because the force jumps
        at yield: no yield stress is better than an elastic contact. This loss is not plastic;
        [fits.md](fits.md) has viscous laws that describe it.""")
    say(f"""Such a loss may be in C2 as well. It is {1 - slow["e"]:.3f} and {1 - fast["e"]:.3f} here, more than what
        tells the better laws of C2 apart.""")


def draw_measured(all_specimens):
    rows = []
    for s in all_specimens:
        row = []
        for kind in "blind", "tuned":
            title = f"{s['name']}, " + ("nothing fitted" if kind == "blind" else "fitted to e")
            low = 0.6 if s["name"] == "C2" else 0.9
            ticks = [0.6, 0.7, 0.8, 0.9, 1] if s["name"] == "C2" else [0.9, 0.92, 0.94, 0.96, 0.98, 1]
            panel = Panel(title, [0.05, 0.1, 0.2, 0.5, 1], ticks, (0.04, 1.2), (low, 1.01 if low > 0.8 else 1.03))
            speeds = geometric(0.04, 1.2, 121)
            made = []
            for law in LAWS:
                base = own(law, s["pair"], s["poisson"])
                made.append(base if kind == "blind" else {**base, "yield": stress_of(s["tuned"][law])})
            for law, es in zip(LAWS, restitutions(made, speeds, s["mass"])):
                panel.curves.append((law, STYLE[law], list(zip(speeds, es))))
            panel.points = [(p["v"], p["e"], p["sigma"]) for p in s["points"]]
            row.append(panel)
        row[0].y_name = "restitution e"
        rows.append(row)
    for panel in rows[-1]:
        panel.x_name = "speed [m/s]"
    figure("docs/gallery/plastic-measured.svg", "plastic laws beside measurements", rows)


def bronze():
    modulus = 1 / ((1 - 0.3**2) / 207e9 + (1 - 0.34**2) / 110e9)
    mass = 7800 * 4 / 3 * math.pi * 0.01**3
    pair = {"modulus": modulus, "radius": 0.01, "yield": 200e6}
    points = [tuple(map(float, line.split(","))) for line in open("data/bronze.csv") if line[0] not in "#v"]
    blind = restitutions([own(law, pair, 0.34) for law in LAWS], [v for v, _ in points], mass)
    result = program("run", "scenarios/fit/bronze.yaml", "--set", f"fit.laws={flow(LAWS)}", "--set",
                     "fit.free=[{path: impact.contact.yield, from: 10 MPa, to: 10 GPa}]")
    tuned = {fit["law"]: fit for fit in result["fits"]}
    rows = []
    for law, es in zip(LAWS, blind):
        rows.append([f"`{law}`", ", ".join(f"{e:.3f}" for e in es),
                     f"{rms([e - m for e, (_, m) in zip(es, points)]):.3f}",
                     f"{stress_of(tuned[law]) / 1e6:.0f}", f"{tuned[law]['rms_by']['e']:.4f}"])
    print("""\
### Bronze: an example, no measurement

`data/bronze.csv` are three round numbers, 0.78, 0.65 and 0.52 at 0.1, 0.3 and 1 m/s, with the yield stress of
200 MPa that their scenario assumes. They prove nothing; they show what a change of law does to a yield stress.
""")
    table(["law", "with 200 MPa: e", "rms of e", "fitted: yield stress [MPa]", "rms of e"], rows)
    values = [stress_of(fit) / 1e6 for fit in tuned.values()]
    say(f"""The same three numbers give yield stresses from {min(values):.0f} to {max(values):.0f} MPa, a factor of
        {max(values) / min(values):.1f}. A yield stress that was found with one law must not be used in
        another.""")


def measured():
    specimens = [specimen(*entry) for entry in SPECIMENS]
    print("""\
## Beside measurements

Of the data in `data/` only two tables are rebounds of metals: `zhang-sharf-2009-c1.csv` and `-c2.csv`, a steel
ball of 0.54 kg on two steel specimens at 0.094 and 0.5 m/s. Four impacts are few. A golf ball is no metal, and
neither are alumina and glass, whose normal restitution is not in the tables of Kharaz: plastic laws are not
made for them.

The source prints no yield stress, but the force at which each specimen yields. Hertz turns it into a
largest pressure, and 1/1.61 of that is the yield stress that is used below with nothing fitted. Where one
parameter is fitted it is the yield stress (hardness and pressures follow from it), from the two
restitutions alone, and from restitutions and largest forces. The errors are assumed: 0.005 of e, 1 % of F.
""")
    for s in specimens:
        print(f"### Specimen {s['name']}\n")
        print(f"Yields at {s['force']:.0f} N, that is at a yield stress of {s['pair']['yield'] / 1e6:.0f} MPa. "
              f"Measured: {', '.join(str(p['e']) for p in s['points'])}.\n")
        table(HEAD, s["rows"])
        tell_c2(s) if s["name"] == "C2" else tell_c1(s)
    if DRAW:
        draw_measured(specimens)
    print("![measured restitutions and the laws](gallery/plastic-measured.svg)\n")
    bronze()


print("""\
# Which plastic law predicts which rebound

The plastic laws side by side: on one sphere, by their rules of unloading, and beside measurements. [laws.md](laws.md)
has the formulas, [choosing.md](choosing.md) the choice among all laws, [fits.md](fits.md) the fits with every law
that can be run. Every number comes from a run of the program. Written by `tools/write_plastic.py`; do not edit, run
`make docs`.
""")
unit, yield_speed = one_sphere()
rules(unit)
printed(yield_speed)
measured()
