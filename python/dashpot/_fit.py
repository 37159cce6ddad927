"""Which law, and with which parameters, describes measured impacts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ._arrays import error
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
_UNITS = {"speed": "m/s", "duration": "s", "max_force": "N", "max_indentation": "m",
          "separation_speed": "m/s", "residual_indentation": "m", "time_of_max_indentation": "s"}


def _columns(data):
    """Measured columns as arrays of one length; NaN stands for an empty cell of a target."""
    if not isinstance(data, Mapping) and hasattr(data, "keys"):
        data = {name: data[name] for name in data.keys()}  # a frame of pandas
    if not isinstance(data, Mapping) or "speed" not in data or len(data) < 2:
        raise error("data holds speed and at least one measured result: "
                    "{'speed': v, 'restitution': e}", "data")
    made = {str(name): np.atleast_1d(np.asarray(values, float)) for name, values in data.items()}
    count = len(made["speed"])
    for name, values in made.items():
        if values.ndim != 1:
            raise error(f"data: {name} has shape {values.shape}; it must be a row of values", name)
        if len(values) != count:
            raise error(f"data: {name} has {len(values)} values, speed has {count} values", name)
    return made


def _sigmas(sigma, targets, columns):
    """What a target says of its errors: a number, the name of a column, or nothing."""
    if sigma is None:
        return {}
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
            made[name] = float(value)
            continue
        values = np.asarray(value, float)
        if values.shape != columns["speed"].shape:
            raise error(f"sigma of {name} has shape {values.shape}, speed has "
                        f"{columns['speed'].shape}", "sigma")
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
        if bounds is not None:
            entry["from"], entry["to"] = (end if isinstance(end, str) else float(end)
                                          for end in bounds)
        entries.append(entry)
    return entries


def fit(laws=None, data=None, *, law=None, sigma=None, free=None, mass, confidence=0.95, threads=0,
        folder=None, quiet=False, **pair) -> Result:
    """Fit laws to measured impacts and rank them; a result like that of a `fit:` block.

    laws (or law): a name, a list of them or "thornton,tsuji", or "all".
    data: {"speed": v, "restitution": e}; any number of an impact's summary may be measured,
        such as duration or max_force. NaN: not measured.
    sigma: standard errors, a number or an array; a dict by column where several were measured;
        None: from the residuals.
    free: keys of the contact that are sought, a list or {"yield": (50e6, 500e6)}; None: the
        parameter that tunes each law.
    mass: effective mass [kg], or text with a unit. pair: what is known of the contact, as for dp.Contact.
    """
    columns = _columns(data)
    targets = [name for name in columns if name != "speed"]
    errors = _sigmas(sigma, targets, columns)
    names = list(columns)
    rows = [[None if np.isnan(value) else float(value) for value in row]
            for row in np.column_stack([columns[name] for name in names])]
    block = {
        "columns": [f"{name} [{_UNITS[name]}]" if name in _UNITS else name for name in names],
        "rows": rows, "laws": _names(laws, law), "confidence": confidence,
        "inputs": [{"column": "speed", "path": "impact.bodies.0.velocity"}],
        "targets": [{"column": name, "result": name,
                     **({"sigma": errors[name]} if name in errors else {})} for name in targets],
    }
    if free is not None:
        block["free"] = _free(free)
    scenario = {
        "kind": "impact", "title": "fit",
        "impact": {"bodies": [{"mass": mass, "velocity": 1.0}, {"fixed": True}],
                   "contact": _plain_names(pair)},
        "fit": block,
    }
    result = run(scenario, threads=threads, folder=folder, quiet=True)
    if not quiet:
        for note in result.notes:
            # which law is best is the answer, no warning
            if " fits best; " not in note and "come equally near" not in note:
                warn(note)
    return result
