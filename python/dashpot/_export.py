"""Parameters for other programs that deliver the requested restitution there."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from . import _core
from ._arrays import number
from ._contact import Contact
from ._pairs import for_mass


def _number(name, value, unit):
    return math.nan if value is None else number(value, name, unit)


def export(engine, contact: Contact, *, mass=None, speed=None, **keys) -> dict[str, Any]:
    """Parameters of another program's contact law, and what they deliver there.

    engine: "lammps", "liggghts", "yade", "simbody", "drake", "chrono", "ode", "bullet", "mujoco"
        or "adams".
    contact: a dp.Contact. The restitution that is asked of its law is exported; of a law that
        takes none it is what the law delivers at this mass and speed.
    mass, speed: of the impact [kg], [m/s], or text with a unit; the reduced mass. None: those of
        the contact, or not needed.
    keys: of the engine, such as model="velocity", step=1e-6, poisson=0.3, limit_force="on".

    The mapping has engine, model, law, parameters {name: {value, unit}}, block (text to paste),
    requested, delivered, naive (what the documented reading would deliver), range, max_step and
    notes. What cannot be reached is a dp.Error that names what can.
    """
    kilograms = _number("mass", mass, "kg")
    try:
        made = _core.export(engine, _prepared(contact, kilograms), kilograms,
                            _number("speed", speed, "m/s"), keys)
    except _core.Error as failure:
        raise _in_python(failure) from None
    return json.loads(made)


def _prepared(contact, mass):
    return for_mass(contact, mass, "the impact") if isinstance(contact, Contact) else contact


def _in_python(failure):
    """The same error with the keyword of Python: what the library calls approach is speed here."""
    if "approach" not in str(failure):
        return failure
    made = type(failure)(re.sub(r"\bapproach\b", "speed", str(failure)))
    made.key = "speed" if failure.key == "approach" else failure.key
    return made
