"""Which law, and with which parameters, describes measured impacts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np

from . import _core
from ._arrays import error, floats, number
from ._contact import _plain as _plain_names
from ._notes import warn
from ._result import Result, law_names, run


def _names(laws, law):
    """Names of laws, or `all`."""
    names = law_names(laws, law)
    if not names:
        raise error("laws are names, laws of dp.laws, or 'all'; none is given", "laws")
    return "all" if names == ["all"] else names


# units that the engine would else take for granted, and say so
_UNITS = {"speed": "m/s", "drop": "m", "rebound": "m", "duration": "s", "max_force": "N",
          "max_indentation": "m", "separation_speed": "m/s", "residual_indentation": "m",
          "time_of_max_indentation": "s"}
_PREDICT_MAX = 64  # in one run
# what of an impact may be measured
_RESULTS = ("restitution", "separation_speed", "max_force", "max_indentation",
            "time_of_max_indentation", "duration", "residual_indentation")


def _is_empty(cell):
    """None, NaN, and the NA of pandas, which compares as neither."""
    try:
        return cell is None or bool(cell != cell)
    except TypeError:
        return True


def _column(name, values):
    """Numbers as floats, NaN where a cell is empty; anything else as texts."""
    made = np.atleast_1d(np.asarray(values))
    if made.dtype == object:
        made = np.array([math.nan if _is_empty(cell) else cell for cell in made.flat],
                        dtype=object).reshape(made.shape)
    try:
        made = made.astype(float)
    except (TypeError, ValueError):
        if name in _UNITS or name in _RESULTS:
            unit = f" in {_UNITS[name]}" if name in _UNITS else ""
            raise error(f"data: {name} must be numbers{unit}", name) from None
        made = np.array(["" if _is_empty(cell) else str(cell) for cell in made.flat],
                        dtype=object).reshape(made.shape)
    if made.ndim != 1:
        raise error(f"data: {name} has shape {made.shape}; it must be a row of values", name)
    return made


def _heading(text):
    """Name and unit of a heading: "speed [cm/s]"."""
    name, _, unit = str(text).partition("[")
    name = name.strip()
    return name, unit.rstrip("] ") or _UNITS.get(name, "")


# what people call the columns
_WORDS = {"speed": ("v", "v0", "vn", "velocity", "impact speed", "impact velocity", "impact_speed"),
          "restitution": ("e", "en", "e_n", "cor", "coefficient of restitution"),
          "drop": ("height", "h", "h0", "h1", "drop height", "drop_height", "fall height"),
          "rebound": ("h2", "rebound height", "rebound_height", "bounce height")}


def _rename(names):
    """", rename v to speed", where a column has another name."""
    found = [f"{given} to {word}" for word, others in _WORDS.items() for given in names
             if given.lower() in (*others, word) and given != word]
    return "; rename " + ", ".join(found) if found else ""


def _columns(data):
    """Columns as arrays of one length, NaN where a cell is empty, and their headings."""
    if not isinstance(data, Mapping) and hasattr(data, "keys"):
        data = {name: data[name] for name in data.keys()}  # a frame of pandas
    known, headings = {}, {}
    for key in data if isinstance(data, Mapping) else ():
        name, unit = _heading(key)
        known[name], headings[name] = data[key], f"{name} [{unit}]" if unit else name
    has_speed = "speed" in known or "drop" in known
    has_heights = "drop" in known and "rebound" in known
    if not has_speed or not (has_heights or any(name in known for name in _RESULTS)):
        raise error("data holds speed and at least one measured result: {'speed': v, "
                    f"'restitution': e}}, or the heights drop and rebound{_rename(known)}. Results "
                    "are " + ", ".join(_RESULTS), "data")
    made = {name: _column(name, values) for name, values in known.items()}
    first = "speed" if "speed" in made else "drop"
    count = len(made[first])
    if count == 0:
        raise error(f"data: {first} has no values", first)
    for name, values in made.items():
        if len(values) != count:
            raise error(f"data: {name} has {len(values)} values, {first} has {count} values", name)
    return made, headings


def _targets(columns):
    """Names of what was measured."""
    made = [name for name in columns if name in _RESULTS]
    if "restitution" not in made and "drop" in columns and "rebound" in columns:
        made.insert(0, "restitution")
    return made


def _sigmas(sigma, targets, columns):
    """What a target says of its errors: a number, the name of a column, or nothing."""
    if sigma is None:
        return {targets[0]: "sigma"} if len(targets) == 1 and "sigma" in columns else {}
    given = sigma if isinstance(sigma, Mapping) else {name: sigma for name in targets}
    if not isinstance(sigma, Mapping) and len(targets) > 1:
        raise error("sigma is a dict by column where several columns were measured", "sigma")
    made = {}
    for name, value in given.items():
        if name not in targets:
            raise error(f"sigma: there is no measured column {name}", "sigma")
        if value is None:
            continue
        if np.ndim(value) == 0:
            made[name] = number(value, "sigma")
            continue
        values = floats(value, "sigma")
        shape = next(iter(columns.values())).shape
        if values.shape != shape:
            raise error(f"sigma of {name} has shape {values.shape}, the data have {shape}", "sigma")
        columns[f"sigma_{name}"] = values
        made[name] = f"sigma_{name}"
    return made


def _free(free):
    """Entries of `free`: keys of the contact, with bounds where they are given."""
    if isinstance(free, str):
        free = [free]
    entries = []
    for key in free:
        bounds = free[key] if isinstance(free, Mapping) else None
        entry = {"path": f"impact.contact.{key.rstrip('_')}"}
        if bounds is not None and np.shape(bounds) != (2,):
            raise error(f"free: {key} takes a least and a largest value, not {bounds!r}", "free")
        if bounds is not None:
            entry["from"], entry["to"] = (end if isinstance(end, str) else number(end, key)
                                          for end in bounds)
        entries.append(entry)
    return entries


def _cell(value):
    if isinstance(value, str):
        return value or None
    return None if np.isnan(value) else float(value)


# words of the scenario that a fit is made into, and the keywords they come from
_IN_PYTHON = ((r"<dict>:\d+: |<dict>: ", ""), (r"\bpath is '", "free is '"),
              (r"\bimpact\.contact\.", ""), (r"\bimpact\.bodies\.0\.mass\b", "mass"),
              (r"\bimpact\.bodies\.0\.velocity\b", "speed"), (r"\bvelocity is\b", "speed is"),
              (r"both bodies are flats: give one a radius", "give modulus and radius"))


def _in_python(text):
    for pattern, word in _IN_PYTHON:
        text = re.sub(pattern, word, text)
    return text


def _run(scenario, **keywords):
    """A run of the scenario of a fit, whose errors name keywords of dp.fit."""
    try:
        return run(scenario, quiet=True, **keywords)
    except _core.Error as failure:
        made = type(failure)(_in_python(str(failure)))
        made.key = {"path": "free"}.get(failure.key, failure.key)
        raise made from None


class Fit(Result):
    """A fit of measured impacts; a result with predict()."""

    def _keep(self, scenario, keywords, quiet):
        self._scenario, self._keywords, self._quiet = scenario, keywords, quiet

    def predict(self, speed=None, *, drop=None):
        """Results of an impact at other speeds [m/s] (or drop heights [m]), with intervals, from
        each law that the data do not exclude.

        speed: a number, a text with a unit, or several of them. Returns a list of dicts, those of
        fit["predictions"] with the key `predict`: for each speed one for each law within 2 of the
        best AICc, and a last one, whose law is None, weighted over these laws. Each has law,
        weight, speed, extrapolates (outside the measured speeds), method (of the interval), and
        restitution, max_force, duration ... as dicts with value, low, high and unit. The intervals
        hold the error of the parameters, not the scatter of a new measurement. Of a fit with `by`:
        a dict of such lists. The fit is repeated, so all speeds in one call take least time.
        """
        if (speed is None) == (drop is None):
            raise error("predict takes speed, or drop: predict(speed=10)", "speed")
        name, given = ("speed", speed) if drop is None else ("drop", drop)
        heads = [head.split(" ")[0] for head in self._scenario["fit"]["columns"]]
        if name == "drop" and ("drop" not in heads or "speed" in heads):
            raise error("the data of this fit have speeds: predict(speed=...)", "drop")
        places = np.atleast_1d(np.asarray(given, dtype=object)).ravel()
        unit = _UNITS[name]
        entries = [{name: number(place, name, unit)} for place in places]
        for entry in entries:
            if not 0.0 < entry[name] < math.inf:
                raise error(f"{name} is {entry[name]:g} {unit}; it must be positive and finite",
                            name)
        made, said = {} if "groups" in self else [], []
        for first in range(0, len(entries), _PREDICT_MAX):
            block = {**self._scenario["fit"], "predict": entries[first:first + _PREDICT_MAX]}
            result = _run({**self._scenario, "fit": block}, **self._keywords)
            said += [note for note in result._warnings if note not in self._warnings]
            for group in result.get("groups", ()):
                made.setdefault(group["group"], []).extend(group.get("predictions", ()))
            if "groups" not in self:
                made += result["predictions"]
        if not self._quiet:
            for note in dict.fromkeys(said):
                warn(note)
        return made


def fit(laws=None, data=None, *, law=None, sigma=None, free=None, mass, by=None, confidence=0.95,
        threads=0, folder=None, quiet=False, **pair) -> Fit:
    """Fit laws to measured impacts and rank them; a result like that of a `fit:` block.

    laws (or law): a name, a list of them or "thornton,tsuji", or "all".
    data: {"speed": v, "restitution": e}, a dict or a pandas frame, in SI or with headings such as
        "speed [cm/s]" and "restitution [%]"; restitution, max_force,
        duration, max_indentation, separation_speed, residual_indentation and
        time_of_max_indentation may be measured. NaN: not measured. drop and rebound [m], gaps below
        the ball, stand for speed and restitution. Other columns are not used, and a note names
        them; rows that agree in texts repeat each other.
    sigma: standard errors, a number or an array; a dict by column where several were measured;
        None: the column sigma of the data, or from the residuals.
    free: keys of the contact that are sought, a list or {"yield": (50e6, 500e6)}; None: the
        parameter that tunes each law.
    mass: effective mass [kg], or text with a unit. pair: what is known of the contact, as for
        dp.Contact.
    by: a column of the data: the rows of each of its texts are fitted apart.
    """
    columns, headings = _columns(data)
    targets = _targets(columns)
    errors = _sigmas(sigma, targets, columns)
    names = list(columns)
    rows = [[_cell(columns[name][i]) for name in names] for i in range(len(columns[names[0]]))]
    block = {
        "columns": [headings.get(name, name) for name in names],
        "rows": rows, "laws": _names(laws, law), "confidence": confidence,
        "inputs": [{"column": "speed", "path": "impact.bodies.0.velocity"}],
        "targets": [{"column": name, "result": name,
                     **({"sigma": errors[name]} if name in errors else {})} for name in targets],
    }
    if free is not None:
        block["free"] = _free(free)
    if by is not None:
        block["by"] = by
    scenario = {
        "kind": "impact", "title": "fit",
        "impact": {"bodies": [{"mass": mass, "velocity": 1.0}, {"fixed": True}],
                   "contact": {name: value for name, value in _plain_names(pair).items()
                               if value is not None}},
        "fit": block,
    }
    result = _run(scenario, threads=threads, folder=folder)
    result.__class__ = Fit
    result._keep(scenario, {"threads": threads}, quiet)
    if not quiet:
        for note in result._warnings:
            # which law is best is the answer, no warning
            if " fits best; " not in note and "come equally near" not in note:
                warn(note)
    return result
