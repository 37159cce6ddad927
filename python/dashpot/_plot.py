"""Pictures of a result with matplotlib, in the colours of the report."""

from __future__ import annotations

import base64
import io

import numpy as np

from ._notes import optional

COLOURS = ["#17375e", "#c0392b", "#2e7d4f", "#b9770e", "#6c4a9c", "#117a8b", "#8a949e", "#d35fa0"]
STYLE = {
    "axes.prop_cycle": None, "axes.grid": True, "grid.color": "#dde2e7", "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "lines.linewidth": 1.4,
    "font.size": 10, "axes.titlesize": 11, "legend.frameon": False, "figure.dpi": 110,
}
_PREFIXES = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")]
_SCALED = {"m", "s", "N", "J", "Pa", "m/s", "W"}


def _scaled(values, unit):
    """Values with the prefix that suits the largest of them, and that unit."""
    finite = np.abs(values[np.isfinite(values)]) if values.dtype.kind == "f" else np.empty(0)
    top = finite.max() if finite.size else 0.0
    if unit not in _SCALED or top == 0.0:
        return values, unit
    for size, prefix in _PREFIXES:
        if top >= size:
            return values / size, prefix + unit
    return values, unit


def _label(names, unit):
    text = ", ".join(name.replace("_", " ") for name in names)
    return f"{text} [{unit}]" if unit and unit != "1" else text


def _legends(columns, x):
    """Names of curves without what they have in common: "thornton.restitution" is thornton beside
    other laws, "yield_pressure_chi2" over yield_pressure is chi2."""
    names = [name[len(x) + 1:] if name.startswith(f"{x}_") else name for name in columns]
    parts = [name.rsplit(".", 1) for name in names]
    if all(len(part) == 2 for part in parts) and len({part[1] for part in parts}) == 1:
        names = [part[0] for part in parts]
    return [name.replace("_", " ") for name in names]


def _look(result, picture):
    """How the report draws a picture; axes of several laws are scaled here."""
    for known, look in zip(result.pictures, result._lists[2]):
        if known[0] == picture[0] and known[3] == picture[3]:
            return look
    return {}


def _scales(result, picture, look):
    """Factor and label of both axes."""
    _, _, _, table, x, columns = picture
    data, units = result.tables[table], result.units[table]
    made = []
    for axis, names in (("x", [x]), ("y", columns)):
        factor, label = look.get(f"{axis}_scale", 0.0), look.get(f"{axis}_label", "")
        if not factor or not label:
            together = np.concatenate([np.asarray(data[c], dtype=float) for c in names])
            scaled, unit = _scaled(together, units[names[0]])
            nonzero = np.flatnonzero(np.isfinite(together) & (together != 0.0))
            factor = scaled[nonzero[0]] / together[nonzero[0]] if nonzero.size else 1.0
            label = _label(names if len(names) == 1 else [], unit)
        made.append((factor, label))
    return made


def _spans_a_decade(values):
    """Below that an axis in decades has no readable marks."""
    seen = values[np.isfinite(values) & (values > 0.0)]
    return seen.size > 0 and seen.max() >= 10.0 * seen.min()


def _draw_map(result, picture, look, scales, ax):
    """Colours of z over x and y, which make a grid in some order of rows."""
    _, title, _, table, x, columns = picture
    data, units = result.tables[table], result.units[table]
    (across, x_label), (up, y_label) = scales
    z, unit = _scaled(np.asarray(data[look["z"]], dtype=float), units[look["z"]])
    (xs, column), (ys, row) = (np.unique(np.asarray(data[c], dtype=float), return_inverse=True)
                               for c in (x, columns[0]))
    if xs.size * ys.size > 4 * z.size:  # no grid
        drawn = ax.scatter(xs[column] * across, ys[row] * up, c=z, s=4, rasterized=True)
    else:
        grid = np.full((ys.size, xs.size), np.nan)
        grid[row, column] = z
        drawn = ax.pcolormesh(xs * across, ys * up, grid, shading="nearest", rasterized=True)
        if np.isnan(grid).any():
            # so that no colour of the map looks like a run that failed
            ax.patch.set(facecolor="0.95", hatch="////", edgecolor="0.5")
            ax.legend([ax.patch], ["no value"], loc="upper center", bbox_to_anchor=(0.5, -0.12),
                      fontsize=8)
    ax.figure.colorbar(drawn, ax=ax, label=_label([look["z"]], unit))
    ax.set(title=title, xlabel=x_label, ylabel=y_label)


def _draw_overlays(result, look, factors, ax):
    for table, x, y, sigma, label, curve in look.get("overlays", ()):
        data = result.tables.get(table)
        if data is None:
            continue
        bars = None if sigma is None else np.asarray(data[sigma], dtype=float) * factors[1]
        colour = "black" if curve < 0 else COLOURS[curve % len(COLOURS)]
        ax.errorbar(np.asarray(data[x], dtype=float) * factors[0],
                    np.asarray(data[y], dtype=float) * factors[1], yerr=bars, fmt="o",
                    color=colour, markersize=4, elinewidth=1, capsize=2, label=label, zorder=3)


def _curves_of(result, data):
    """Rows of each curve of a table: of the laws of a comparison, of the groups of a fit."""
    names = [name for name in data if data[name].dtype == object]
    column = "law" if "compare" in result and "law" in data else None
    if "groups" in result and names:
        column = names[0]
    if column is None:
        return {}
    return {word: np.flatnonzero(data[column] == word) for word in dict.fromkeys(data[column])}


def _axes(result, picture, ax):
    name, title, caption, table, x, columns = picture
    if x is None:
        _sweep_axes(result, columns[0], ax)
        return
    data, look = result.tables[table], _look(result, picture)
    (across, x_label), (up, y_label) = scales = _scales(result, picture, look)
    if look.get("style") == "map":
        _draw_map(result, picture, look, scales, ax)
        return
    # points of a sweep are runs of their own
    is_points = look.get("style") == "points" or "sweep" in result
    style = {"linestyle": "", "marker": "o", "markersize": 4} if is_points else {}
    values = {c: np.asarray(data[c], dtype=float) for c in (x, *columns)}
    curves = _curves_of(result, data)
    for curve, rows in curves.items():
        if "groups" in result:  # rows of a table in any order
            rows = rows[np.argsort(values[x][rows], kind="stable")]
        ax.plot(values[x][rows] * across, values[columns[0]][rows] * up, label=curve, **style)
    for column, legend in () if curves else zip(columns, _legends(columns, x)):
        ax.plot(values[x] * across, values[column] * up, label=legend, **style)
    if look.get("band_low") and not curves:
        low, high = (np.asarray(data[look[end]], dtype=float) for end in ("band_low", "band_high"))
        ax.fill_between(values[x] * across, low * up, high * up, color=COLOURS[0], alpha=0.15,
                        linewidth=0)
    _draw_overlays(result, look, (across, up), ax)
    if look.get("has_diagonal"):
        ax.axline((0.0, 0.0), slope=1.0, color="grey", linewidth=1, zorder=0)
    for axis, drawn in (("x", [values[x]]), ("y", [values[c] for c in columns])):
        if look.get(f"{axis}_log") and _spans_a_decade(np.concatenate(drawn)):
            ax.set(**{f"{axis}scale": "log"})
    if name == "residuals":
        ax.axhline(0.0, color="grey", linewidth=1, zorder=0)
    if len(ax.get_legend_handles_labels()[1]) > 1:
        ax.legend(loc="best", fontsize=8)
    ax.set_title(title or name)
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)


def _input_name(sweep, index):
    """The last part of a swept path, where no other has it; "input" where a result is called so."""
    ends = [axis["column"].split(".")[-1] for axis in sweep["parameters"]]
    results = {result["column"].split(".")[-1] for result in sweep["results"]}
    if ends.count(ends[index]) > 1:
        return sweep["parameters"][index]["column"]
    return f"input {ends[index]}" if ends[index] in results else ends[index]


def _sweep_axes(result, column, ax):
    """A result over one parameter, as curves over two, or as a map where they are many."""
    sweep = result["sweep"]
    data, units = result.tables["series"], result.units["series"]
    axes = sweep["parameters"]
    names = [axis["column"] for axis in axes]
    values, unit = _scaled(np.asarray(data[column], dtype=float), units[column])
    if np.asarray(data[names[0]]).dtype.kind != "f":  # words, such as laws: runs of their own
        ax.plot([str(word) for word in data[names[0]]], values, linestyle="", marker="o")
        ax.set(title=column.replace("_", " "), xlabel=_input_name(sweep, 0),
               ylabel=_label([column], unit))
        return
    across, across_unit = _scaled(np.asarray(data[names[0]], dtype=float), units[names[0]])
    shape = tuple(len(axis["values"]) for axis in axes)
    if len(axes) == 1:
        ax.plot(across, values, marker="." if len(across) < 40 else None)
    else:
        grid = values.reshape(shape[0], -1)
        rows = across.reshape(shape[0], -1)[:, 0]
        second, second_unit = _scaled(np.asarray(data[names[1]], dtype=float), units[names[1]])
        if grid.shape[1] <= 6 or len(axes) > 2:
            for i in range(min(grid.shape[1], 12)):
                label = f"{second.reshape(grid.shape)[0, i]:.4g} {second_unit}".replace(" 1", "")
                ax.plot(rows, grid[:, i], label=label)
            ax.legend(title=_input_name(sweep, 1), fontsize=8, title_fontsize=8)
        else:
            drawn = ax.pcolormesh(rows, second.reshape(grid.shape)[0], grid.T, shading="nearest")
            ax.figure.colorbar(drawn, ax=ax, label=_label([column], unit))
            ax.set_ylabel(_label([_input_name(sweep, 1)], second_unit))
            if axes[1]["scale"] == "log":
                ax.set_yscale("log")
    if axes[0]["scale"] == "log":
        ax.set_xscale("log")
    ax.set_title(column.replace("_", " "))
    ax.set_xlabel(_label([_input_name(sweep, 0)], across_unit))
    if not ax.get_ylabel():
        ax.set_ylabel(_label([column], unit))


def _sweep_pictures(result):
    """Of a sweep over numbers, or over words alone: a picture for each result."""
    data = result.tables.get("series", {})
    sweep = result["sweep"]
    names = [axis["column"] for axis in sweep["parameters"]]
    if not data:
        return []
    if len(names) > 1 and any(np.asarray(data[n]).dtype.kind != "f" for n in names):
        return []
    shape = [len(axis["values"]) for axis in sweep["parameters"]]
    if int(np.prod(shape)) != len(data[names[0]]):
        return []
    return [(r["column"], r["column"], "", "series", None, [r["column"]])
            for r in sweep["results"] if np.asarray(data[r["column"]]).dtype.kind == "f"]


def _is_plain_grid(result):
    """A sweep over all values of one or two parameters."""
    return "design" not in result["sweep"] and len(result["sweep"]["parameters"]) <= 2


def _drawable(result):
    pictures = result.pictures
    if "sweep" in result:
        if _is_plain_grid(result):
            return _sweep_pictures(result)
        pictures = [p for p in pictures if p[3] == "series"]
    pictures = [p for p in pictures
                if _look(result, p).get("style") not in ("bars", "named", "spans")]
    return [p for p in pictures if p[3] in result.tables and p[5]
            and p[4] in result.tables[p[3]] and len(result.tables[p[3]][p[4]]) > 1
            and all(np.asarray(result.tables[p[3]][c]).dtype.kind == "f" for c in (p[4], *p[5]))]


def draw(result, name=None, ax=None):
    from ._arrays import error
    hint = "; result.report('folder') writes the pictures without it"
    plt = optional("matplotlib.pyplot", "plot()", hint)
    cycler = optional("cycler", "plot()", hint).cycler
    pictures = _drawable(result)
    if not pictures and result.pictures:
        raise error("plot() draws none of the pictures of this result; result.report('folder') does")
    if not pictures:
        raise error("there is nothing to draw: the run recorded no rows")
    if name is not None:
        chosen = [p for p in pictures if p[0] == name]
        if not chosen:
            raise error(f"there is no picture '{name}'; there is "
                        + ", ".join(p[0] for p in pictures), "name")
        pictures = chosen
    elif ax is not None:
        pictures = pictures[:1]
    with plt.rc_context({**STYLE, "axes.prop_cycle": cycler(color=COLOURS)}):
        if ax is not None:
            _axes(result, pictures[0], ax)
            return ax.figure
        columns = 1 if len(pictures) == 1 else 2
        rows = (len(pictures) + columns - 1) // columns
        figure, grid = plt.subplots(rows, columns, figsize=(5.2 * columns, 3.4 * rows),
                                    squeeze=False, layout="constrained")
        for place, picture in zip(grid.flat, pictures):
            _axes(result, picture, place)
        for place in list(grid.flat)[len(pictures):]:
            place.set_visible(False)
        return figure


def images(result, most=4):
    """Pictures for a notebook as <img>; empty without matplotlib."""
    try:
        from cycler import cycler
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    made = []
    with matplotlib.rc_context({**STYLE, "axes.prop_cycle": cycler(color=COLOURS)}):
        for picture in _drawable(result)[:most]:
            figure = Figure(figsize=(4.8, 3.1), layout="constrained")
            FigureCanvasSVG(figure)
            _axes(result, picture, figure.subplots())
            out = io.BytesIO()
            figure.savefig(out, format="svg")
            data = base64.b64encode(out.getvalue()).decode()
            made.append(f"<img alt='{picture[0]}' style='max-width:100%;background:#fff;"
                        f"border-radius:4px' src='data:image/svg+xml;base64,{data}'>")
    return "".join(made)
