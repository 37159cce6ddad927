#!/usr/bin/env python3
"""The animation of a report against the tables beside it, without a browser.

usage: scenes.py FOLDER SCENE    prints what is wrong; exit status 1 if anything is
"""

import base64
import csv
import hashlib
import html
import json
import re
import sys

MOST_BYTES = 400_000
wrong = []


def check(is_good, text):
    if not is_good:
        wrong.append(text)


def rows_of(folder, name):
    with open(f"{folder}/{name}.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    names = [name.split(" [")[0] for name in rows[0]]
    return [dict(zip(names, map(float, row))) for row in rows[1:]]


def near(a, b, scale, share=1e-7):
    return abs(a - b) <= share * scale


def largest(values):
    return max((abs(value) for value in values), default=0.0)


def unpacked(packed):
    data, width, size = base64.b64decode(packed["text"]), packed["width"], packed["bytes"]
    values = [int.from_bytes(data[i:i + size], "little", signed=size == 2) * packed["unit"]
              for i in range(0, len(data), size)]
    return [values[i:i + width] for i in range(0, len(values), width)]


def digests(page):
    """Every script that stands in the page, and no other, is allowed by it; data are no script."""
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1))
    allowed = set(re.findall(r"'sha256-([^']*)'", policy))
    there = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
             for kind, text in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.S)
             if "application/json" not in kind}
    check(there <= allowed, "a script is not allowed by the page")


def common(facts, text):
    times = facts["times"]
    check(len(times) >= 2, "fewer than two frames")
    check(all(a < b for a, b in zip(times, times[1:])), "frames are not ordered in time")
    check("<" not in text, "the facts have a '<'")
    check(len(text) <= MOST_BYTES, f"the facts have {len(text)} bytes")


def find(rows, time, scale):
    return [row for row in rows if near(row["time"], time, scale)]


def check_path(facts, rows, values, what):
    """The values of every frame, by column, are those of a row."""
    times, end = facts["times"], rows[-1]["time"]
    for name, column in values.items():
        scale = largest(row[name] for row in rows) or 1.0
        check(len(column) == len(times), f"{name}: not one for each frame")
        # touches are short, so that a time told with nine digits may be that of several rows
        bad = [t for t, value in zip(times, column)
               if not any(near(row[name], value, scale, 1e-4) for row in find(rows, t, end))]
        check(not bad, f"{what}: {name} is no row's in {len(bad)} frames, first at {bad[:1]}")


def bounce(facts, folder):
    rows = rows_of(folder, "series")
    values = {"height": facts["heights"]}
    if "ways" in facts:
        values["way"] = facts["ways"]
        check(len(facts["angles"]) == len(facts["times"]), "angles: not one for each frame")
    check_path(facts, rows, values, "bounce")
    table = rows_of(folder, "impacts")
    check(facts["impact_count"] == len(table), "another number of impacts")
    for told, row in zip(facts["impacts"], table):
        good = near(told[0], row["time"], row["time"] + 1e-9) and \
            near(told[1], row["speed_in"], 1.0) and near(told[2], row["speed_out"], 1.0)
        check(good, f"impact at {told[0]} is not in the table")
    times = facts["times"]
    for told in facts["impacts"]:
        touch = [i for i, t in enumerate(times) if near(t, told[0], times[-1])]
        check(touch, f"no frame at the impact of {told[0]}") if len(table) < 200 else None


def journal(facts, folder):
    rows = rows_of(folder, "series")
    x, y = zip(*facts["path"])
    check_path(facts, rows, {"x": x, "y": y}, "journal")
    table = rows_of(folder, "collisions")
    check(facts["collision_count"] == len(table), "another number of collisions")
    for told, row in zip(facts["collisions"], table):
        good = near(told[0], row["time"], rows[-1]["time"]) and \
            near(told[3], row["restitution"], 1.0)
        check(good, f"collision at {told[0]} is not in the table")


def chain(facts, folder):
    forces, field = unpacked(facts["forces"]), rows_of(folder, "field")
    check(len(forces) == len(facts["times"]), "not a row of forces for each frame")
    check(len(forces) <= 402 and len(forces[0]) <= 400, "too many frames or cells")
    most, times, end = largest(row["force"] for row in field), facts["times"], facts["times"][-1]
    known = {}
    for row in field:
        # the field has no more than one bead in a cell here, or the same cells
        known.setdefault(round(row["time"] / end * 1e7), {})[int(row["bead"])] = row["force"]
    seen = 0
    for time, row in zip(times, forces):
        beads = known.get(round(time / end * 1e7), {})
        for i, force in enumerate(row):
            first = facts["first"] + i * facts["stride"]
            cell = [beads[b] for b in range(first, first + facts["stride"]) if b in beads]
            if len(cell) == min(facts["stride"], facts["last"] - first + 1):
                seen += 1
                if not near(force, max(0.0, *cell, 0.0), most, 1 / 500):
                    check(False, f"force of bead {first} at {time}: {force}, not {max(cell)}")
                    return
    check(seen > len(times), "too few forces to be compared")
    if "displacements" in facts:
        moves, final = unpacked(facts["displacements"])[-1], rows_of(folder, "final")
        far = largest(row["displacement"] for row in final)
        bad = [row for row, way in zip(final, moves) if not near(way, row["displacement"], far, 1e-3)]
        check(len(moves) == len(final) and not bad, "the last displacements are not those of final")


def mechanism(facts, folder):
    rows = rows_of(folder, "series")
    check(near(facts["times"][-1], rows[-1]["time"], rows[-1]["time"]), "it ends elsewhere")
    for bearing in facts["bearings"]:
        check(len(bearing["path"]) == len(facts["times"]), "not a place for each frame")
    check(len(facts["places"]) == len(facts["times"]), "not a row of places for each frame")


def main():
    folder, scene = sys.argv[1:]
    with open(folder + "/report.html", encoding="utf-8") as file:
        page = file.read()
    digests(page)
    found = re.search(r"\nvar facts = (.*);\n", page)
    check(found and f"dashpot.scenes.{scene}(box, facts)" in page, "there is no such animation")
    if found:
        facts = json.loads(found.group(1))
        common(facts, found.group(1))
        globals()[scene](facts, folder)
    for text in wrong:
        print(f"{folder}: {text}")
    sys.exit(bool(wrong))


main()
