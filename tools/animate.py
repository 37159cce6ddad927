#!/usr/bin/env python3
"""An animated picture of a mechanism with a loose pin, from the frames in the report of its run.

    tools/animate.py build/release/dashpot scenarios/slider-crank-5000rpm.yaml OUT.svg

The picture is one SVG that moves by itself (SMIL), also as the image of a page; it is light or dark
as the reader's system is. It shows the last turn, with the pin in its bearing enlarged beside it.
"""

import json
import math
import re
import subprocess
import sys
import tempfile

FRAMES, SECONDS = 250, 6
WIDTH, HEIGHT, SPLIT, MARGIN = 860, 330, 590, 44
BEARING, PLAY = 104, 46

STYLE = """
svg { --back: #f7f9fb; --rim: #d5dce3; --line: #24364d; --soft: #5a6470; --hole: #fff;
  --path: #1f5a92; --mark: #c22b2b; --round: #d6e3f0; }
@media (prefers-color-scheme: dark) { svg { --back: #161b21; --rim: #38424d; --line: #aebdce;
  --soft: #a3afba; --hole: #0e1216; --path: #6fb1ee; --mark: #ff6d5e; --round: #2c3c4e; } }
text { font: 14px "Segoe UI", Roboto, Arial, "Liberation Sans", sans-serif; fill: var(--soft); }
.edge { stroke: #24364d; stroke-width: 17; stroke-linecap: round; }
.bar { stroke-width: 13.5; stroke-linecap: round; }
.block { stroke: #24364d; stroke-width: 1.8; }
.pin { fill: #fff; stroke: #24364d; stroke-width: 2; }
.ring { fill: none; stroke: #24364d; stroke-width: 2; }
.loose { fill: #24364d; }
.soft { stroke: var(--soft); fill: none; }
"""
FILLS = ["#9db8d6", "#f0dcc0", "#c9d8c5", "#e3d3e4", "#7f9a9b", "#efe9a9"]


def facts_of(program, scenario):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", scenario, "--out", folder + "/out", "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(folder + "/out/report.html", encoding="utf-8") as page:
            return json.loads(re.search(r"\nvar facts = (.*);\n", page.read()).group(1))


def moved(name, values, **more):
    """An element that changes an attribute of its parent through these values, over and over."""
    kind = "animateTransform" if "type" in more else "animate"
    rest = "".join(f' {key}="{value}"' for key, value in more.items())
    return (f'<{kind} attributeName="{name}"{rest} dur="{SECONDS}s" repeatCount="indefinite" '
            f'values="{";".join(values)}"/>')


class Picture:
    def __init__(self, facts):
        self.facts = facts
        last = len(facts["times"]) - 1
        self.frames = [round(i * last / FRAMES) for i in range(FRAMES + 1)]
        self.rows = [facts["places"][i] for i in self.frames]
        self.points = {body: self.points_of(body) for body in range(len(facts["bodies"]))}
        self.fit()

    def points_of(self, body):
        return [at for joint in self.facts["joints"] if "axis" not in joint
                for owner, at in zip(joint["bodies"], joint["at"]) if owner == body]

    def fit(self):
        """One scale for both directions, with room for every frame."""
        seen = [self.place(row, body, at) for row in self.rows for body in self.points
                for at in self.points[body] + [[0, 0]]]
        low = [min(p[k] for p in seen) for k in (0, 1)]
        high = [max(p[k] for p in seen) for k in (0, 1)]
        self.scale = min((SPLIT - 2 * MARGIN) / (high[0] - low[0]),
                         (HEIGHT - 2 * MARGIN) / (high[1] - low[1]))
        self.middle = [(low[k] + high[k]) / 2 for k in (0, 1)]

    @staticmethod
    def place(row, body, at):
        x, y, angle = row[3 * body:3 * body + 3]
        c, s = math.cos(angle), math.sin(angle)
        return x + c * at[0] - s * at[1], y + s * at[0] + c * at[1]

    def spot(self, x, y):
        return (SPLIT / 2 + self.scale * (x - self.middle[0]),
                HEIGHT / 2 - 8 - self.scale * (y - self.middle[1]))

    def shape(self, body):
        fill = FILLS[body % len(FILLS)]
        points = [(self.scale * x, -self.scale * y) for x, y in self.points[body]]
        if len(points) < 2:
            return f'<rect class="block" fill="{fill}" x="-31" y="-20" width="62" height="40" rx="4"/>'
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        return (f'<path class="edge" d="{way}"/><path class="bar" stroke="{fill}" d="{way}"/>')

    def pins(self, body):
        out = ""
        for joint in self.facts["joints"]:
            for end, owner in enumerate(joint["bodies"]):
                if owner != body or not joint["is_pin"]:
                    continue
                x, y = (self.scale * v for v in joint["at"][end])
                kind, r = ("loose", 4.5) if joint["is_loose"] and end == 0 else ("pin", 5)
                kind, r = ("ring", 8.5) if joint["is_loose"] and end == 1 else (kind, r)
                out += f'<circle class="{kind}" cx="{x:.1f}" cy="{-y:.1f}" r="{r}"/>'
        return out

    def body(self, body, inner):
        if not inner:
            return ""
        spots = [self.spot(row[3 * body], row[3 * body + 1]) for row in self.rows]
        turns = [-math.degrees(row[3 * body + 2] - self.rows[0][3 * body + 2]) for row in self.rows]
        first = -math.degrees(self.rows[0][3 * body + 2]) % 360
        shifts = moved("transform", [f"{x:.1f} {y:.1f}" for x, y in spots], type="translate")
        turned = moved("transform", [f"{first + t:.2f}" for t in turns], type="rotate")
        still = f'transform="translate({spots[0][0]:.1f} {spots[0][1]:.1f})"'
        return (f'<g {still}>{shifts}<g transform="rotate({first:.2f})">{turned}{inner}</g></g>\n')

    def ground(self):
        out = ""
        for joint in self.facts["joints"]:
            if "axis" in joint:
                y = self.spot(*joint["through"])[1]
                out += (f'<path class="soft" stroke-dasharray="9 5" '
                        f'd="M{MARGIN / 2} {y:.1f}H{SPLIT}"/>')
            elif -1 in joint["bodies"]:
                x, y = self.spot(*joint["at"][joint["bodies"].index(-1)])
                out += (f'<path class="soft" stroke-width="2" d="M{x:.1f} {y:.1f}l-15 24h30z'
                        f'm-22 24h44"/>')
        return out + "\n"

    def bearing(self, bearing):
        """The journal in its hole; its way so far; red while they touch."""
        path = [bearing["path"][i] for i in self.frames]
        scale = PLAY / bearing["clearance"]
        spots = [(scale * x, -scale * y) for x, y, _ in path]
        long = [0.0]
        for before, now in zip(spots, spots[1:]):
            long.append(long[-1] + math.dist(before, now))
        centre = (moved("cx", [f"{x:.1f}" for x, _ in spots]) +
                  moved("cy", [f"{y:.1f}" for _, y in spots]))
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        touch = moved("opacity", ["1" if t > 0.5 else "0" for *_, t in path], calcMode="discrete")
        grows = moved("stroke-dashoffset", [f"{long[-1] - l:.0f}" for l in long])
        r = BEARING - PLAY
        return (
            f'<circle r="{BEARING}" fill="var(--hole)" stroke="var(--line)" stroke-width="6"/>'
            f'<circle r="{r}" fill="var(--round)" stroke="var(--soft)" stroke-width="2">{centre}'
            f'</circle><circle r="{r}" fill="none" stroke="var(--mark)" stroke-width="5">{centre}'
            f'{touch}</circle>'
            f'<circle r="{PLAY}" fill="none" stroke="var(--soft)" stroke-dasharray="3 4"/>'
            f'<path d="{way}" fill="none" stroke="var(--path)" opacity=".25"/>'
            f'<path d="{way}" fill="none" stroke="var(--path)" stroke-width="1.8" '
            f'stroke-dasharray="{long[-1]:.0f}">{grows}</path>'
            f'<circle r="4.5" fill="var(--mark)">{centre}</circle>\n')

    def svg(self):
        times, bearing = self.facts["times"], self.facts["bearings"][0]
        slower = SECONDS / (times[-1] - times[0])
        bodies = range(len(self.facts["bodies"]))
        moving = "".join(self.body(b, self.shape(b)) for b in bodies)
        moving += "".join(self.body(b, self.pins(b)) for b in bodies)
        middle = (SPLIT + WIDTH) / 2 - 10
        enlarged = PLAY / bearing["clearance"] / self.scale
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}">\n'
            '<title>A slider-crank with a loose pin, which is enlarged beside it</title>\n'
            f'<style>{STYLE}</style>\n<rect x=".5" y=".5" width="{WIDTH - 1}" '
            f'height="{HEIGHT - 1}" rx="10" fill="var(--back)" stroke="var(--rim)"/>\n'
            f'{self.ground()}{moving}'
            f'<text x="20" y="{HEIGHT - 16}">one turn, {slower:.0f} times slower</text>\n'
            f'<g transform="translate({middle} {HEIGHT / 2 - 20})">{self.bearing(bearing)}</g>\n'
            f'<text x="{middle}" y="{HEIGHT - 35}" text-anchor="middle">clearance of the '
            f'pin, enlarged {enlarged:.0f} times:</text>\n'
            f'<text x="{middle}" y="{HEIGHT - 16}" text-anchor="middle">path of its centre, '
            'red while it touches</text>\n</svg>\n')


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    facts = facts_of(sys.argv[1], sys.argv[2])
    if not facts["bearings"]:
        sys.exit("animate: " + sys.argv[2] + " has no loose pin")
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        out.write(Picture(facts).svg())


main()
