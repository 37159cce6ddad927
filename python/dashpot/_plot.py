"""Pictures of a result with matplotlib, in the colours of the report."""

from __future__ import annotations

import base64
import io

import numpy as np

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


def _axes(result, picture, ax):
    name, title, caption, table, x, columns = picture
    if x is None:
        _sweep_axes(result, columns[0], ax)
        return
    data, units = result.tables[table], result.units[table]
    across, across_unit = _scaled(data[x], units[x])
    shown = columns[:4]
    together = np.concatenate([np.asarray(data[c], dtype=float) for c in shown])
    scaled, unit = _scaled(together, units[shown[0]])
    share = len(scaled) // len(shown)
    # points of a sweep are runs of their own
    style = {"linestyle": "", "marker": "."} if "sweep" in result else {}
    # of a comparison every law has a curve
    laws = dict.fromkeys(data["law"]) if "compare" in result else ()
    for law in laws:
        rows = data["law"] == law
        ax.plot(across[rows], scaled[:share][rows], label=law)
    for i, column in enumerate(() if laws else shown):
        ax.plot(across, scaled[i * share:(i + 1) * share], label=column.replace("_", " "), **style)
    if len(shown) > 1 or len(laws) > 1:
        ax.legend(loc="best", fontsize=8)
    ax.set_title(title or name)
    ax.set_xlabel(_label([x], across_unit))
    ax.set_ylabel(_label(shown, unit) if len(shown) == 1 else (unit if unit != "1" else ""))


def _sweep_axes(result, column, ax):
    """A result over one parameter, as curves over two, or as a map where they are many."""
    sweep = result["sweep"]
    data, units = result.tables["series"], result.units["series"]
    axes = sweep["parameters"]
    names = [axis["column"] for axis in axes]
    first = np.asarray(data[names[0]], dtype=float)
    values, unit = _scaled(np.asarray(data[column], dtype=float), units[column])
    across, across_unit = _scaled(first, units[names[0]])
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
            ax.legend(title=names[1].split(".")[-1], fontsize=8)
        else:
            drawn = ax.pcolormesh(rows, second.reshape(grid.shape)[0], grid.T, shading="nearest")
            ax.figure.colorbar(drawn, ax=ax, label=_label([column], unit))
            ax.set_ylabel(_label([names[1]], second_unit))
            if axes[1]["scale"] == "log":
                ax.set_yscale("log")
    if axes[0]["scale"] == "log":
        ax.set_xscale("log")
    ax.set_title(column.replace("_", " "))
    ax.set_xlabel(_label([names[0]], across_unit))
    if not ax.get_ylabel():
        ax.set_ylabel(_label([column], unit))


def _sweep_pictures(result):
    """Of a sweep whose parameters are numbers: a picture for each result."""
    data = result.tables.get("series", {})
    sweep = result["sweep"]
    names = [axis["column"] for axis in sweep["parameters"]]
    if not data or any(np.asarray(data[n]).dtype.kind != "f" for n in names):
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
    return [p for p in pictures if p[3] in result.tables and p[5]
            and p[4] in result.tables[p[3]] and len(result.tables[p[3]][p[4]]) > 1
            and all(np.asarray(result.tables[p[3]][c]).dtype.kind == "f" for c in (p[4], *p[5]))]


def draw(result, name=None, ax=None):
    from cycler import cycler
    import matplotlib.pyplot as plt
    from ._arrays import error
    pictures = _drawable(result)
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
