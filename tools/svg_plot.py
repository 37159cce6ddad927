# Curves and points as a small SVG, on logarithmic axes. Written here and not by gnuplot, whose files are
# larger and differ from version to version.

import math
from html import escape

# told apart by colour, and in grey by dashes
STYLES = [("#17375e", ""), ("#b8552b", "9 4"), ("#4c9a73", ""), ("#8a5aa8", "9 4"), ("#c09000", ""),
          ("#2a8fbd", "2 3"), ("#a03050", "12 3 3 3"), ("#606060", "2 3"), ("#606060", "9 4"),
          ("#606060", "")]


def near_line(points, near=0.15):
    """Points of a line that a reader can see; none left out is more than `near` pixels off."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = bx - ax, by - ay
    length = math.hypot(dx, dy) or 1.0
    off = [abs((x - ax) * dy - (y - ay) * dx) / length for x, y in points]
    far = max(range(len(points)), key=lambda i: off[i])
    if off[far] <= near:
        return [points[0], points[-1]]
    return near_line(points[:far + 1], near)[:-1] + near_line(points[far:], near)


class Panel:
    """One pair of axes. Curves are (label, style, [(x, y), ...]); points are (x, y, half error)."""

    def __init__(self, title, x_ticks, y_ticks, x_range, y_range, x_name="", y_name=""):
        self.title, self.x_ticks, self.y_ticks = title, x_ticks, y_ticks
        self.x_range, self.y_range, self.x_name, self.y_name = x_range, y_range, x_name, y_name
        self.curves, self.points = [], []

    def place(self, left, top, width, height):
        self.left, self.top, self.right, self.bottom = left, top, left + width, top + height

    def px(self, x):
        low, high = self.x_range
        return self.left + (self.right - self.left) * math.log(x / low) / math.log(high / low)

    def py(self, y):
        low, high = self.y_range
        return self.bottom - (self.bottom - self.top) * math.log(y / low) / math.log(high / low)

    def path(self, curve):
        """The curve within the panel; it is cut where it leaves."""
        texts, run = [], []
        for x, y in curve + [(math.nan, math.nan)]:
            inside = self.x_range[0] <= x <= self.x_range[1] and self.y_range[0] <= y <= self.y_range[1]
            if inside:
                run.append((self.px(x), self.py(y)))
            elif run:
                texts.append("M" + " ".join(f"{u:.1f},{v:.1f}" for u, v in near_line(run)))
                run = []
        return "".join(texts)

    def draw(self):
        out, middle = [], (self.left + self.right) / 2
        grid = "".join(f"M{self.px(x):.1f},{self.top}V{self.bottom}" for x in self.x_ticks)
        grid += "".join(f"M{self.left},{self.py(y):.1f}H{self.right}" for y in self.y_ticks)
        out.append(f'<path d="{grid}" stroke="#d8d8d8" stroke-width=".7" fill="none"/>')
        out.append(f'<path d="M{self.left},{self.top}V{self.bottom}H{self.right}" stroke="#404040" '
                   'fill="none"/>')
        out.append(f'<text x="{middle:.1f}" y="{self.top - 9}" text-anchor="middle" '
                   f'font-size="15">{escape(self.title)}</text>')
        for x in self.x_ticks:
            out.append(f'<text x="{self.px(x):.1f}" y="{self.bottom + 18}" '
                       f'text-anchor="middle">{x:g}</text>')
        for y in self.y_ticks:
            out.append(f'<text x="{self.left - 6}" y="{self.py(y) + 5:.1f}" text-anchor="end">{y:g}</text>')
        out.append(f'<text x="{middle:.1f}" y="{self.bottom + 37}" '
                   f'text-anchor="middle">{escape(self.x_name)}</text>')
        out.append(f'<text transform="translate({self.left - 42},{(self.top + self.bottom) / 2:.1f})'
                   f'rotate(-90)" text-anchor="middle">{escape(self.y_name)}</text>')
        for _, style, curve in self.curves:
            out.append(line(style, self.path(curve)))
        for x, y, error in self.points:
            u, low, high = self.px(x), self.py(y - error), self.py(y + error)
            out.append(f'<path d="M{u:.1f},{low:.1f}V{high:.1f}" stroke="#000" stroke-width="1.5"/>'
                       f'<circle cx="{u:.1f}" cy="{self.py(y):.1f}" r="4.5" fill="#fff" stroke="#000" '
                       'stroke-width="2"/>')
        return out


def line(style, path):
    colour, dash = STYLES[style]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<path fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"{dashes} '
            f'd="{path}"/>')


def figure(path, title, rows, panel_height=230, legend_columns=2):
    """Rows of panels with one legend below; 640 wide, so that a narrow page can still be read."""
    width, top, out = 640, 8, []
    for row in rows:
        each = width / len(row)
        for i, panel in enumerate(row):
            panel.place(each * i + 56, top + 26, each - 68, panel_height)
            out += panel.draw()
        top += 26 + panel_height + 46
    legend = {}
    for panel in (panel for row in rows for panel in row):
        for label, style, _ in panel.curves:
            legend.setdefault(label, style)
    column = (width - 20) / legend_columns
    for i, (label, style) in enumerate(legend.items()):
        x, y = 20 + column * (i % legend_columns), top + 14 + 22 * (i // legend_columns)
        out.append(line(style, f"M{x:.0f},{y}h38"))
        out.append(f'<text x="{x + 46:.0f}" y="{y + 5}">{escape(label)}</text>')
    height = top + 14 + 22 * -(-len(legend) // legend_columns)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="Arial,sans-serif" font-size="14" '
            f'fill="#202020">\n<title>{escape(title)}</title>\n'
            f'<rect width="{width}" height="{height}" fill="#fff"/>')
    with open(path, "w") as file:
        file.write("\n".join([head, *out, "</svg>"]) + "\n")
