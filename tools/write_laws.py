# Print docs/laws.md, every law of the catalogue, or the table of delivered restitution in
# docs/choosing.md: prose from tools/laws_template.md, everything else from what the program says as JSON.
#
#     python3 tools/write_laws.py PROGRAM [restitution]
#
# A line "@name" of the template is replaced by what the function of that name gives. The text
# depends on nothing but the program and the template, so a stale page is found by comparing.

import json
import re
import subprocess
import sys

LABORATORY = "build/lab/law.html"  # there after `make lab`; the site makes a link of it
NOTABLE = 0.01  # more than this between requested and delivered is marked
RAMP = 1e-6  # [m] as in tools/draw_loops.sh and tools/write_choosing.sh

FEW = (0.9, 0.7, 0.5, 0.3, 0.1)  # the requests of the table in docs/choosing.md
BOLD = 0.05  # a difference above this part of the request is set in bold there


def ask(*words):
    out = subprocess.run([sys.argv[1], *words, "--json"], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(out)


def by_family(laws):
    """Families together, in the order in which they first occur."""
    families = {}
    for law in laws:
        families.setdefault(law["family"], []).append(law)
    return [law for family in families.values() for law in family]


laws = by_family(ask("laws"))
delivered = ask("restitution", "--all")
rows = {row["law"]: row for row in delivered["laws"]}


def escaped(text):
    """Text with the letters escaped that Markdown would take for its own, except within code."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r"[*_<[\]]", r"\\\g<0>", piece) for piece in pieces[::2]]
    return "`".join(pieces).replace("|", "\\|")


def line(cells):
    return "| %s |" % " | ".join(cells)


def table(head, *lines):
    return [line(head), "|" + "---|" * len(head), *map(line, lines)]


# --- what a law is and delivers -------------------------------------------------------------------

def items(label, texts):
    return ["- **%s:**" % label] + ["  - " + text for text in texts] if texts else []


def item(label, text):
    return ["- **%s:** %s" % (label, text)] if text else []


def source(law):
    here = "; here: " + escaped(law["equation"]) if law["equation"] else ""
    return item("Source", "%s%s; %s" % (escaped(law["source"]), here, law["confidence"])) + \
        items("Errata and notes", [escaped(text) for text in law["errata"]]) + \
        item("Also called", ", ".join("`%s`" % alias for alias in law["aliases"]))


def memory(law):
    return items("Memory", ["`%s` [%s]: %s" % (field["name"], field["unit"], escaped(field["doc"]))
                            for field in law["memory"]])


def needs(law):
    stiffness = " (N/m)" if law["linear_spring"] else " (or `modulus` and `radius`)"
    words = ["`%s`%s" % (need, stiffness if need == "stiffness" else "") for need in law["needs"]]
    more = [law["needs_more"]] if law["needs_more"] else []
    return item("Needs", "; ".join([", ".join(words)] * bool(words) + more))


def default(param):
    if param["default"] is None:
        return "required" if param["required"] else "-"
    return param["default"] if param["choices"] else "%g" % param["default"]


def allowed(param):
    low, high, words = param["low"], param["high"], param["choices"]
    if words:
        return ", ".join(words[:-1]) + " or " * (len(words) > 1) + words[-1]
    if high is None:
        return "any" if low is None else ">= %g" % low
    return "%g..%g" % (float("-inf") if low is None else low, high)


def parameters(law):
    if not law["parameters"]:
        return []
    return table(["parameter", "unit", "default", "range", "meaning"],
                 *([f"`{p['name']}`", p["unit"], default(p), allowed(p), escaped(p["doc"])]
                   for p in law["parameters"])) + [""]


def over_requests(curve):
    def cell(point):
        value = point["delivered"]
        if value is None:
            return "–"
        return "%.4f%s" % (value, "\\*" if abs(value - point["requested"]) > NOTABLE else "")

    return table(["requested"] + ["%.2f" % point["requested"] for point in curve],
                 ["delivered"] + [cell(point) for point in curve])


def over_speeds(law):
    """The value that delivers 0.6 at the speed of the case, then the same value at other speeds. A
    yield stress is a property of the material and stays what it is."""
    case, said = delivered["case"], ""
    keys = {"mass", "approach", *law["needs"]}
    if "stiffness" in keys and not law["linear_spring"]:
        keys = keys - {"stiffness"} | {"modulus", "radius"}
    if "`yield`" in (law["needs_more"] or ""):
        keys.add("yield")
    settings = {key: case[key] for key in sorted(keys)}
    units = {param["name"]: param["unit"] for param in law["parameters"]}
    if "ramp" in units:
        settings["ramp"] = RAMP

    def restitution(*words):
        return ask("restitution", "--law", law["name"], *words,
                   *("--set=%s=%r" % setting for setting in settings.items()))

    tune = law["tune"]
    if units.get(tune, "Pa") != "Pa":
        value = settings[tune] = restitution("--exact", "0.6")[tune]
        said = ", `%s` %s %s" % (tune, ("%.0f" if 100 <= value < 1e4 else "%.3g") % value,
                                 units[tune])
        if "ramp" in units:
            said += ", `ramp` %g um" % (1e6 * RAMP)
    curve = restitution("--curve")["curve"]
    return ["Restitution over the speed%s:" % said, ""] + table(
        ["speed [m/s]"] + ["%.3g" % point["approach"] for point in curve],
        ["delivered"] + ["–" if point["delivered"] is None else "%.4f" % point["delivered"]
                         for point in curve])


def section(law):
    return ["### " + law["name"], "", escaped(law["summary"]), "", "```", law["formula"], "```", ""]


def law_section(law):
    name, always = law["name"], law["delivery"] == "always"
    return section(law) + [
        f"![Force against indentation: {name}](loops/{name}.svg)", "",
        f"In the laboratory: `{LABORATORY}#law={name}`", ""] + (
        over_requests(rows[name]["curve"]) if name in rows else over_speeds(law)) + [""] + \
        item("Range", escaped(law["validity"] or "")) + \
        items("Bounds", [escaped(text) for text in law["bounds"]["sentences"]]) + \
        item("Delivers", "the same restitution for every mass, stiffness and speed" if always
             else "a restitution that depends on the pair or on the speed") + \
        source(law) + needs(law) + item("Tuned by", law["tune"] and "`%s`" % law["tune"]) + \
        memory(law) + \
        item("Batch", "forces vectorised" if law["vectorised"] else "one contact at a time") + \
        [""] + parameters(law)


def friction_section(law):
    steady = law["steady_sliding"]
    return section(law) + table(
        ["sliding speed [mm/s]"] + ["%g" % (1e3 * point["speed"]) for point in steady],
        ["-F\\_t/F\\_n"] + ["%.4f" % point["coefficient"] for point in steady]) + [""] + \
        item("Range", escaped(law["validity"] or "")) + source(law) + memory(law) + [""] + \
        parameters(law)


# --- parts of the page ----------------------------------------------------------------------------

def case():
    c = delivered["case"]
    return map(line, [
        ["effective mass", "%g g" % (1e3 * c["mass"])],
        ["approach speed", "%g m/s" % c["approach"]],
        ["balls", "modulus %g GPa, radius %g mm, yield stress %g GPa"
         % (1e-9 * c["modulus"], 1e3 * c["radius"], 1e-9 * c["yield"])],
        ["linear springs", "stiffness %g N/m" % c["stiffness"]],
        ["journals", "bearing radius %g mm, clearance %g mm, length %g mm, modulus %g GPa"
         % (1e3 * c["bearing_radius"], 1e3 * c["clearance"], 1e3 * c["length"],
            1e-9 * c["modulus"])],
        ["ramp of adams-impact", "%g um" % (1e6 * RAMP)]])


def met(law):
    """Stretches of the requests 0.01 to 0.99 that are met: "0.17..0.28, 0.96..0.99"."""
    if law["name"] not in rows:
        return "–"
    stretches = []
    for stretch in rows[law["name"]]["met"]:
        steps = [i for i in range(1, 100) if stretch["low"] <= i / 100 <= stretch["high"]]
        if steps:
            stretches.append("%.2f..%.2f" % (steps[0] / 100, steps[-1] / 100))
    said = ", ".join(stretches) or "nowhere"
    return ("all" if said == "0.01..0.99" else said) + \
        (" (this case)" if law["delivery"] != "always" else "")


def remembered(law):
    names = {field["name"] for field in law["memory"]}
    words = ["touch speed"] * bool(names & {"reciprocal_approach", "damping"}) + \
        ["dent"] * ("max_indentation" in names)
    return ", ".join(words) or "–"


def index():
    return table(["law", "family", "in one line", "request met for", "remembers", "may pull"],
                 *(["[{0}](#{0})".format(law["name"]), law["family"], escaped(law["summary"]),
                    met(law), remembered(law), "yes" if law["pulls"] else "no"] for law in laws))


def friction_index():
    return table(["friction law", "in one line", "memory"],
                 *(["[{0}](#{0})".format(law["name"]), escaped(law["summary"]),
                    ", ".join(field["doc"] for field in law["memory"]) or "–"]
                   for law in ask("frictions")))


def families():
    family = None
    for law in laws:
        if law["family"] != family:
            yield from ("## Family: " + law["family"], "")
        family = law["family"]
        yield from law_section(law)


def frictions():
    for law in ask("frictions"):
        yield from friction_section(law)


def restitution_table():
    def cell(point):
        value = point["delivered"]
        if value is None:
            return "–"
        mark = "**" if abs(value - point["requested"]) > BOLD * point["requested"] else ""
        return "%s%.3f%s" % (mark, value, mark)

    def cells(row):
        points = {point["requested"]: point for point in row["curve"]}
        return [row["law"] + (" ¹" if row["delivery"] != "always" else "")] + \
            [cell(points[request]) for request in FEW]

    return table(["law, tension: " + delivered["tension"]] + ["%g" % request for request in FEW],
                 *map(cells, by_family(rows.values()))) + [
        "",
        "Bold: off by more than %g %% of the request. ¹ depends on the pair and the speed; "
        "here those of" % (100 * BOLD),
        "`dashpot restitution --all`."]


PARTS = {"case": case, "index": index, "friction_index": friction_index, "families": families,
         "frictions": frictions}


def page():
    with open("tools/laws_template.md", encoding="utf-8") as template:
        for line in template.read().splitlines():
            yield from PARTS[line[1:]]() if line.startswith("@") else [line]


sys.stdout.reconfigure(encoding="utf-8")
print("\n".join(restitution_table() if sys.argv[2:] == ["restitution"] else page()))
